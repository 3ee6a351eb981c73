"""The expressions inside an instruction and inside an expression, and the registers that are read and written."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields

from .expressions import AddressOf, Binary, Const, Convert, Expression, FunctionAddress, Register, Unary
from .instructions import Allocate, Assign, Call, Declare, Havoc, Instruction, Load, Nondet, ObjectSize, StartThread
from .types import PointerType

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


def origin_of(address: Expression) -> Expression | None:
    """The pointer from which an access computes its address; None if it adds nothing that may be large."""
    large = False
    while isinstance(address, Binary) and isinstance(address.type, PointerType) and address.op in "+-":
        if not isinstance(address.left.type, PointerType):
            return None
        added = address.right
        large = large or not (isinstance(added, Const) and _is_small(int(added.value), address.type.width))
        address = address.left
    return address if large else None


def _is_small(number: int, width: int) -> bool:
    """Less than the slack of every address space; negative ones may be written as large ones."""
    return min(number & ((1 << width) - 1), -number & ((1 << width) - 1)) < 1 << 14


def parts_of(expression: Expression) -> tuple[Expression, ...]:
    match expression:
        case Binary(_, left, right):
            return left, right
        case Unary(_, operand) | Convert(operand):
            return (operand,)
        case _:
            return ()


def subexpressions(*expressions: Expression) -> Iterator[Expression]:
    """The expressions and all that they are made of."""
    pending = list(expressions)
    while pending:
        part = pending.pop()
        pending += parts_of(part)
        yield part


def target_of(instruction: Instruction) -> Register | None:
    """The register that the instruction gives a value to (or makes undefined)."""
    match instruction:
        case Assign(target=target) | Load(target=target) | Nondet(target=target) | ObjectSize(target=target):
            return target
        case Havoc(target=target):
            return target
        case Allocate(target=target) | Call(target=target) | StartThread(target=target):
            return target
        case Declare(variable=Register() as variable):
            return variable
        case _:
            return None


def callee_of(instruction: Instruction) -> str | None:
    """The function that the instruction calls by its name."""
    match instruction:
        case Call(callee=FunctionAddress(name=name)):
            return name
        case _:
            return None


def registers_read(instruction: Instruction) -> Iterator[Register]:
    """All that it evaluates. A target that is read as well (y = y) is there twice: only one of the two is written."""
    target = target_of(instruction)
    for expression in expressions_of(instruction):
        if expression is target:
            target = None
        else:
            yield from registers_in(expression)


def registers_in(expression: Expression) -> list[Register]:
    match expression:
        case Register():
            return [expression]
        case Unary(operand=operand) | Convert(operand=operand):
            return registers_in(operand)
        case Binary(left=left, right=right):
            return registers_in(left) + registers_in(right)
        case _:
            return []
