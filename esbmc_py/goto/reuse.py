"""Can a program tell whether something that has ended is given out again: memory, names of threads?

Memory has an address of its own here, also after its end. Really, the same one is given out again after `free`. Then
what was kept equals what is new, and whoever takes one for the other is wrong. Who never looks at such names cannot
tell.

Names of threads do come again where the program can tell (`pthread_models/library/threads.c`), and so do descriptors
(`descriptor_table.c`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from .expressions import AddressOf, Binary, Const, Convert, Expression, FunctionAddress
from .instructions import Call, Instruction
from .operands import expressions_of, parts_of
from .program import Function, Program
from .types import CType, IntType, PointerType, unqualified

_FREE = {"free", "realloc", "reallocarray", "cfree"}
_ARE_EQUAL = {"pthread_equal", "thrd_equal"}
_PRINTING = {"printf", "fprintf", "dprintf", "vprintf", "vfprintf"}
_COMPARISONS = {"==", "!=", "<", "<=", ">", ">="}
_THREAD = "pthread_t"


def could_be_noticed(program: Program) -> list[str]:
    """What the program could find given out again, for people."""
    own = [function for function in program.functions.values() if not function.is_model]
    called = {name for function in own for name in _called(function)}
    parts = [part for function in own for one in function.instructions for part in _parts(one)]
    noticed = {
        "memory that was freed": called & _FREE and any(_tells_apart(part, _is_pointer) for part in parts),
    }
    return [what for what, so in noticed.items() if so]


def tells_threads_apart(program: Program) -> bool:
    """Does the program compare names of threads, or make something else of them? Printing them is neither."""
    if not _ARE_EQUAL.isdisjoint(program.functions):
        return True
    own = (function for function in program.functions.values() if not function.is_model)
    seen = (one for function in own for one in function.instructions if not _takes_any_name(one))
    return any(_tells_threads_apart(expression) for one in seen for expression in expressions_of(one))


def _takes_any_name(instruction: Instruction) -> bool:
    match instruction:
        case Call(callee=FunctionAddress(name=name)):
            return name in _PRINTING or name in _FREE
        case _:
            return False


def _tells_threads_apart(expression: Expression) -> bool:
    match expression:
        case Binary(op=op, left=left, right=right) if op in _COMPARISONS and (_is_fixed(left) or _is_fixed(right)):
            return any(map(_tells_threads_apart, (*parts_of(_unconverted(left)), *parts_of(_unconverted(right)))))
        case Binary(op=op, left=left, right=right) if op in _COMPARISONS and _is_thread(left.type):
            return True
        case Convert(operand=operand, type=ctype):
            before = operand.type
            becomes_other = _is_thread(before) and not _is_thread(ctype) and not _is_fixed(operand)
            looked_at = isinstance(before, PointerType) and _is_thread(unqualified(before.target)) and before != ctype
            return becomes_other or looked_at or _tells_threads_apart(operand)
        case _:
            return any(map(_tells_threads_apart, parts_of(expression)))


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
    return isinstance(_unconverted(value), Const | AddressOf | FunctionAddress)


def _unconverted(value: Expression) -> Expression:
    while isinstance(value, Convert):
        value = value.operand
    return value
