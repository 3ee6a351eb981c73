"""Can a program tell whether something that has ended is given out again: memory, names of threads?

Really, the same address is given out again after `free`, and the same `pthread_t` after a join. Then what was kept
equals what is new, and whoever takes one for the other is wrong. Who never looks at such names cannot tell: there,
everything has a name of its own, also after its end. Where it could be told, memory is given out again
(`reused_memory`), and so are names of threads (`pthread_models/library/threads.c`). Descriptors always are
(`descriptor_table.c`).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from .expressions import AddressOf, Binary, Const, Convert, Expression, FunctionAddress
from .instructions import Call, Instruction
from .operands import expressions_of, parts_of, subexpressions
from .program import Function, Program
from .types import CType, IntType, PointerType, unqualified

FREEING = frozenset({"free", "realloc", "reallocarray", "cfree"})
_ARE_EQUAL = {"pthread_equal", "thrd_equal"}
PRINTING = {"printf", "fprintf", "dprintf", "vprintf", "vfprintf"}
_COMPARISONS = {"==", "!=", "<", "<=", ">", ">="}
_THREAD = "pthread_t"


def tells_memory_apart(functions: Mapping[str, Function]) -> bool:
    """Does the program free memory, and look at addresses? They need not be those of memory that is freed."""
    freeing = [name for name in FREEING if name in functions and functions[name].is_model]
    return bool(freeing) and any(_tells_apart(part) for part in _own_parts(functions))


def addresses_looked_at(instruction: Instruction) -> Iterator[Expression]:
    """Those that are compared with others, or of which numbers are made."""
    for part in subexpressions(*expressions_of(instruction)):
        if _tells_apart(part):
            yield from parts_of(part)


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
            return name in PRINTING or name in FREEING
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


def _own_parts(functions: Mapping[str, Function]) -> Iterator[Expression]:
    for function in functions.values():
        if not function.is_model:
            for instruction in function.instructions:
                yield from subexpressions(*expressions_of(instruction))


def _tells_apart(expression: Expression) -> bool:
    """Are two addresses compared, or is a number made of one?"""
    match expression:
        case Binary(op=op, left=left, right=right) if op in _COMPARISONS:
            return _is_pointer(left.type) and not (_is_fixed(left) or _is_fixed(right))
        case Convert(operand=operand, type=IntType()):
            return _is_pointer(operand.type) and not _is_fixed(operand)
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
