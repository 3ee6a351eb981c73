"""Which pointers an expression's value may carry: everything its parts carry, since pointers are integers.

Addresses survive casts, arithmetic, masks and byte-wise copying. What cannot carry one: truth values (comparisons,
`!`, conversions to `_Bool`), and an index that was widened from less than a pointer's width and then only scaled:
such a number has no object in its high bits.
"""

from __future__ import annotations

from dataclasses import field

from esbmc_py.goto.deferred import dataclass

from .addresses import ADDRESS_SPACES
from .expressions import (
    ARITHMETIC,
    AddressOf,
    Binary,
    Const,
    Convert,
    Expression,
    FunctionAddress,
    Register,
    Unary,
)
from .symbols import Symbol
from .types import IntType, PointerType


@dataclass(slots=True)
class Carried:
    """What a value may have been computed from."""

    symbols: list[Symbol] = field(default_factory=list)  # whose addresses occur
    functions: list[str] = field(default_factory=list)
    registers: list[int] = field(default_factory=list)
    forged: bool = False  # an integer became a pointer: its value may come from anywhere


def carried_by(expression: Expression, pointer_bits: int) -> Carried:
    carried = Carried()
    pending = [expression]
    while pending:
        part = pending.pop()
        match part:
            case Register():
                carried.registers.append(part.index)
            case AddressOf():
                carried.symbols.append(part.symbol)
            case Binary(op, left, right):
                if op in {"+", "-"}:
                    pending.extend(side for side in (left, right) if not _is_small(side, pointer_bits))
                elif op in ARITHMETIC:
                    pending += (left, right)
            case Convert(operand, target):
                if isinstance(target, PointerType):
                    carried.forged |= not isinstance(operand.type, PointerType) and not is_zero(operand)
                if not (isinstance(target, IntType) and target.is_bool):
                    pending.append(operand)
            case Unary(op, operand):
                if op != "!":
                    pending.append(operand)
            case FunctionAddress(name):
                carried.functions.append(name)
            case Const(value, ctype):
                carried.forged |= isinstance(ctype, PointerType) and _names_an_object(int(value), pointer_bits)
    return carried


def _names_an_object(value: int, pointer_bits: int) -> bool:
    """Numbers like 1 or -1 are no object's address, see `addresses`."""
    space = ADDRESS_SPACES[pointer_bits]
    return 0 < space.split(value)[0] <= space.most_objects


def is_zero(expression: Expression) -> bool:
    while isinstance(expression, Convert):
        expression = expression.operand
    return isinstance(expression, Const) and expression.value == 0


def _is_small(expression: Expression, pointer_bits: int) -> bool:
    """Is this a constant or a scaled index that was narrower than a pointer?"""
    match expression:
        case Const():
            return True
        case Convert(operand):
            return isinstance(operand.type, IntType) and operand.type.width < pointer_bits
        case Binary("*", left, right):
            return _is_small(left, pointer_bits) and _is_small(right, pointer_bits)
        case _:
            return False
