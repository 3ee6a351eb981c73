"""The expressions inside an instruction, and the expressions inside an expression."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields

from .expressions import AddressOf, Binary, Const, Convert, Expression, FunctionAddress, Register, Unary
from .instructions import Instruction

_EXPRESSIONS = (AddressOf, Binary, Const, Convert, FunctionAddress, Register, Unary)
_field_names: dict[type, tuple[str, ...]] = {}


def expressions_of(instruction: Instruction) -> Iterator[Expression]:
    """All operands, registers that are assigned to included."""
    kind = type(instruction)
    if kind not in _field_names:
        _field_names[kind] = tuple(item.name for item in fields(kind))
    for name in _field_names[kind]:
        value = getattr(instruction, name)
        if isinstance(value, _EXPRESSIONS):
            yield value
        elif isinstance(value, tuple):
            yield from (part for part in value if isinstance(part, _EXPRESSIONS))


def parts_of(expression: Expression) -> tuple[Expression, ...]:
    match expression:
        case Binary(_, left, right):
            return left, right
        case Unary(_, operand) | Convert(operand):
            return (operand,)
        case _:
            return ()
