"""Objects that are declared and defined nowhere: somebody outside has given them their values.

They hold anything when the program begins: the entry calls a function that writes it. Pointers are null or lead to
memory that nobody here knows (see `outside`). Objects of the library, such as mutexes, are as a definition without an
initialiser makes them. What is volatile is something else each time it is read by its name. Of an object whose size
is not known, or whose contents cannot be made up, nothing can be said: who looks at it is not judged
(`Symbol.outside`).
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from esbmc_py.goto.expressions import AddressOf, FunctionAddress
from esbmc_py.goto.instructions import Call, Return
from esbmc_py.goto.program import Function
from esbmc_py.goto.rewrite import rewrite
from esbmc_py.goto.symbols import Symbol
from esbmc_py.goto.types import (
    VOID,
    ArrayType,
    CType,
    FloatType,
    FunctionType,
    IntType,
    PointerType,
    QualifiedType,
    StructType,
)

from .builder import FunctionBuilder
from .outside import OutsideCode
from .scopes import Scope, place_of

if TYPE_CHECKING:
    from .linker import Linker

_NAME = "__smtcb_outside_objects"


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


def changes_by_itself(ctype: CType) -> bool:
    if isinstance(ctype, ArrayType):
        return changes_by_itself(ctype.element)
    return isinstance(ctype, QualifiedType) and (ctype.volatile or changes_by_itself(ctype.type))


def beginning_with_anything(linker: Linker, entry: Function, objects: dict[Symbol, frozenset[CType]]) -> Function:
    """The entry, which now gives the objects (with the library's types in their files) their values first."""
    ctype = FunctionType(VOID, (), variadic=False)
    builder = FunctionBuilder(_NAME, linker.target, linker.checks, Scope(), is_model=True)
    for symbol, library_types in objects.items():
        builder.location = symbol.location
        code = OutsideCode(linker.outside, builder, symbol.name, library_types)
        plain = writable(symbol.type)
        address = AddressOf(symbol, linker.target.pointer(plain))
        code.any_object(place_of(address, plain, symbol.name))
    builder.emit(Return(None, builder.location))
    linker.add_function(
        Function(
            _NAME, ctype, (), tuple(builder.registers), tuple(builder.locals), builder.finish(), builder.location,
            is_model=True,
        )
    )  # fmt: skip
    call = Call(None, FunctionAddress(_NAME, linker.target.pointer(ctype)), (), entry.location)
    return rewrite(entry, {}, before={0: [call]})


def writable(ctype: CType) -> CType:
    """Without const, down to the elements of arrays."""
    if isinstance(ctype, ArrayType):
        return replace(ctype, element=writable(ctype.element))
    if isinstance(ctype, QualifiedType):
        return writable(ctype.type) if not ctype.atomic else replace(ctype, const=False)
    return ctype
