"""Types of which objects can be made up that hold anything, and those of which they cannot."""

from __future__ import annotations

from esbmc_py.goto.types import (
    ArrayType,
    CType,
    FloatType,
    IntType,
    PointerType,
    QualifiedType,
    StructType,
)


def can_be_made_up(ctype: CType, library_types: frozenset[CType]) -> bool:
    """Are all values of this type among those that `OutsideCode` writes?"""
    match ctype:
        case QualifiedType(type=inner):
            return can_be_made_up(inner, library_types)
        case IntType() | FloatType() | PointerType():
            return True
        case ArrayType(element=element, count=count):
            return bool(count) and _is_numbers(element)
        case StructType(members=members):
            return ctype in library_types or (
                bool(members)
                and all(
                    not _is_const(member.type) and can_be_made_up(member.type, library_types)
                    for member in members or ()
                )
            )
        case _:
            return False


def _is_const(ctype: CType) -> bool:
    return isinstance(ctype, QualifiedType) and ctype.const


def _is_numbers(ctype: CType) -> bool:
    match ctype:
        case QualifiedType(type=inner):
            return not ctype.atomic and _is_numbers(inner)
        case IntType() | FloatType():
            return True
        case ArrayType(element=element, count=count):
            return bool(count) and _is_numbers(element)
        case StructType(members=members):
            return bool(members) and all(
                not _is_const(member.type) and _is_numbers(member.type) for member in members or ()
            )
        case _:
            return False


def is_ambiguous(ctype: CType, library_types: frozenset[CType]) -> bool:
    """Does it hold a union with pointers in it? Any bytes there would be pointers that lead nowhere."""
    match ctype:
        case QualifiedType(type=inner) | ArrayType(element=inner):
            return is_ambiguous(inner, library_types)
        case StructType(members=members) if ctype not in library_types:
            if ctype.is_union and any(_holds_pointers(member.type) for member in members or ()):
                return True
            return any(is_ambiguous(member.type, library_types) for member in members or ())
        case _:
            return False


def _holds_pointers(ctype: CType) -> bool:
    match ctype:
        case QualifiedType(type=inner) | ArrayType(element=inner):
            return _holds_pointers(inner)
        case StructType(members=members):
            return any(_holds_pointers(member.type) for member in members or ())
        case _:
            return isinstance(ctype, PointerType)
