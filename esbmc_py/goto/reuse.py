"""Can a program tell whether something that has ended is given out again: memory, names of threads, descriptors?

Really, the same address is given out again after `free`, the same `pthread_t` after a join, and the lowest descriptor
that is closed. Then what was kept equals what is new, and whoever takes one for the other is wrong. Who never looks at
such names cannot tell: there, everything has a name of its own, also after its end. Where it could be told, memory is
given out again (`reused_memory`), and the scope says what is not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from .expressions import AddressOf, Binary, Const, Convert, Expression, FunctionAddress
from .instructions import Call, Instruction
from .operands import expressions_of, parts_of
from .program import Function, Program
from .types import CType, IntType, PointerType

FREEING = frozenset({"free", "realloc", "reallocarray", "cfree"})
_CLOSE = {"close", "close_range", "closefrom"}
_OPEN = {
    "open", "openat", "creat", "socket", "accept", "accept4", "dup", "pipe", "pipe2", "socketpair", "eventfd",
    "epoll_create", "epoll_create1", "timerfd_create", "signalfd", "inotify_init", "inotify_init1", "mkstemp",
}  # fmt: skip
_ARE_EQUAL = {"pthread_equal", "thrd_equal"}
_COMPARISONS = {"==", "!=", "<", "<=", ">", ">="}
_THREAD = "pthread_t"


def tells_memory_apart(functions: Mapping[str, Function]) -> bool:
    """Does the program free memory, and look at addresses? They need not be those of memory that is freed."""
    freeing = [name for name in FREEING if name in functions and functions[name].is_model]
    return bool(freeing) and any(_tells_apart(part, _is_pointer) for part in _own_parts(functions))


def addresses_looked_at(instruction: Instruction) -> Iterator[Expression]:
    """Those that are compared with others, or of which numbers are made."""
    for part in _parts(instruction):
        if _tells_apart(part, _is_pointer):
            yield from parts_of(part)


def could_be_noticed(program: Program) -> list[str]:
    """What else the program could find given out again, for people."""
    own = [function for function in program.functions.values() if not function.is_model]
    called = {name for function in own for name in _called(function)}
    parts = list(_own_parts(program.functions))
    noticed = {
        "names of threads that have ended": called & _ARE_EQUAL
        or any(_tells_apart(part, _is_thread) for part in parts),
        "descriptors that were closed": called & _CLOSE and called & _OPEN,
    }
    return [what for what, so in noticed.items() if so]


def _called(function: Function) -> Iterator[str]:
    for one in function.instructions:
        if isinstance(one, Call) and isinstance(one.callee, FunctionAddress):
            yield one.callee.name


def _own_parts(functions: Mapping[str, Function]) -> Iterator[Expression]:
    for function in functions.values():
        if not function.is_model:
            for instruction in function.instructions:
                yield from _parts(instruction)


def _parts(instruction: Instruction) -> Iterator[Expression]:
    pending = list(expressions_of(instruction))
    while pending:
        part = pending.pop()
        pending += parts_of(part)
        yield part


def _tells_apart(expression: Expression, is_name: Callable[[CType], bool]) -> bool:
    """Are two such names compared, or is a number made of one?"""
    match expression:
        case Binary(op=op, left=left, right=right) if op in _COMPARISONS:
            return is_name(left.type) and not (_is_fixed(left) or _is_fixed(right))
        case Convert(operand=operand, type=IntType() as ctype):
            return is_name(operand.type) and not is_name(ctype) and not _is_fixed(operand)
        case _:
            return False


def _is_pointer(ctype: CType) -> bool:
    return isinstance(ctype, PointerType)


def _is_thread(ctype: CType) -> bool:
    return isinstance(ctype, IntType) and ctype.name == _THREAD


def _is_fixed(value: Expression) -> bool:
    """Null, or the address of what has no end."""
    while isinstance(value, Convert):
        value = value.operand
    return isinstance(value, Const | AddressOf | FunctionAddress)
