"""Can a program tell whether something that has ended is given out again: memory, names of threads?

Here everything has a name of its own, also after its end. Really, the same address is given out again after `free`, and
the same `pthread_t` after a join. Then what was kept equals what is new, and whoever takes one for the other is wrong. Who
never looks at such names cannot tell. (Descriptors do come again: `pthread_models/library/descriptor_table.c`.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from .expressions import AddressOf, Binary, Const, Convert, Expression, FunctionAddress
from .instructions import Call, Instruction
from .operands import expressions_of, parts_of
from .program import Function, Program
from .types import CType, IntType, PointerType

_FREE = {"free", "realloc", "reallocarray", "cfree"}
_ARE_EQUAL = {"pthread_equal", "thrd_equal"}
_COMPARISONS = {"==", "!=", "<", "<=", ">", ">="}
_THREAD = "pthread_t"


def could_be_noticed(program: Program) -> list[str]:
    """What the program could find given out again, for people."""
    own = [function for function in program.functions.values() if not function.is_model]
    called = {name for function in own for name in _called(function)}
    parts = [part for function in own for one in function.instructions for part in _parts(one)]
    noticed = {
        "memory that was freed": called & _FREE and any(_tells_apart(part, _is_pointer) for part in parts),
        "names of threads that have ended": called & _ARE_EQUAL
        or any(_tells_apart(part, _is_thread) for part in parts),
    }
    return [what for what, so in noticed.items() if so]


def _called(function: Function) -> Iterator[str]:
    for one in function.instructions:
        if isinstance(one, Call) and isinstance(one.callee, FunctionAddress):
            yield one.callee.name


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
