"""Values that are passed as one type and taken as another: in calls through pointers to functions of another type.

That is undefined behaviour, and programs have it: start routines that take or return an `int`. What happens on real
machines: the lower bits arrive. What is above them nobody promises; compilers leave zeros or the sign there, and here
it is either. Integers and floating-point numbers travel in different registers, so there nothing arrives.
"""

from __future__ import annotations

from collections.abc import Sequence

from .expressions import Binary, Const, Convert, Expression, Register
from .instructions import Instruction, Nondet
from .symbols import SourceLocation
from .types import (
    BOOL,
    ArrayType,
    CType,
    FloatType,
    FunctionType,
    IntType,
    PointerType,
    QualifiedType,
    ScalarType,
    StructType,
    VoidType,
    unqualified,
)


def representation(ctype: CType) -> tuple[str, int]:
    """Types that have the same one are passed alike."""
    match unqualified(ctype):
        case PointerType() as pointer:
            return "pointer", pointer.width
        case IntType() as integer:
            return "_Bool" if integer.is_bool else "signed" if integer.signed else "unsigned", integer.width
        case FloatType() as number:
            return number.name, number.width
        case StructType():
            return "struct", 0
        case VoidType() | ArrayType() | FunctionType() | QualifiedType():
            return "nothing", 0


def same_arguments(given: Sequence[CType], wanted: Sequence[CType]) -> bool:
    return len(given) == len(wanted) and all(
        representation(one) == representation(other) for one, other in zip(given, wanted, strict=True)
    )


def same_result(result: CType, expected: CType | None) -> bool:
    """A result that nobody expects is dropped; one that does not exist is undefined, which the return says."""
    if expected is None or isinstance(unqualified(expected), VoidType) or isinstance(unqualified(result), VoidType):
        return True
    return representation(result) == representation(expected)


def arrives(given: CType, wanted: CType) -> bool:
    """Is the value that is taken determined by the one that is passed?"""
    if representation(given) == representation(wanted):
        return True
    one, other = unqualified(given), unqualified(wanted)
    if not isinstance(one, IntType | PointerType) or not isinstance(other, IntType | PointerType):
        return False
    return other.width <= one.width and representation(other)[0] != "_Bool"


def taken_as(
    value: Expression, wanted: ScalarType, what: str, registers: list[Register], where: SourceLocation
) -> tuple[list[Instruction], Expression]:
    """The value as one of another type, and what has to be executed before. `what` names what is arbitrary of it."""
    if representation(value.type) == representation(wanted):
        return [], value
    if arrives(value.type, wanted):
        return [], Convert(value, wanted)
    narrow, wide = value.type, wanted
    if isinstance(narrow, FloatType) or isinstance(wide, FloatType) or representation(wide)[0] == "_Bool":
        anything = Register(len(registers), "anything", wide)
        registers.append(anything)
        return [Nondet(anything, what, where)], anything
    sign = Register(len(registers), "sign", BOOL)  # whether it is extended by its sign
    registers.append(sign)
    bits = IntType(wide.width, False, "unsigned long")
    above = Const((1 << wide.width) - (1 << narrow.width), bits)
    zeros = Convert(Convert(value, IntType(narrow.width, False, "unsigned int")), bits)
    signed = Convert(Convert(value, IntType(narrow.width, True, "int")), bits)
    upper = Binary("&", signed, Binary("*", Convert(sign, bits), above, bits), bits)
    return [Nondet(sign, what, where)], Convert(Binary("|", upper, zeros, bits), wide)
