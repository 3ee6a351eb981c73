"""What functions without a body are handed, and what their types say about where it leads (see `outside`)."""

from __future__ import annotations

from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.expressions import Expression
from esbmc_py.goto.types import (
    ArrayType,
    CType,
    FunctionType,
    PointerType,
    QualifiedType,
    ScalarType,
    StructType,
    VoidType,
    size_of,
    unqualified,
)


@dataclass(frozen=True, slots=True)
class Handed:
    """An argument. A pointer leads to `size` bytes of type `pointee`; None: to the end of the object there."""

    value: Expression
    pointee: CType | None = None  # None: not a pointer to an object
    size: int | None = None
    text: str = ""  # of what the pointer leads to, as C
    read_only: bool = False  # whatever its type says

    @property
    def leads_somewhere(self) -> bool:
        """Can memory be written, or a function be called, by way of this argument?"""
        if self.pointee is None:
            return routine_type(self.value.type) is not None
        return holds_pointers(self.pointee) or not (self.read_only or is_const(self.pointee))


def as_declared(value: Expression, ctype: CType) -> Handed:
    if isinstance(ctype, StructType):
        return Handed(value, ctype, ctype.size, "argument", read_only=True)
    if isinstance(ctype, PointerType) and not isinstance(ctype.target, FunctionType):
        return Handed(value, ctype.target, None, "*argument")
    return Handed(value)


def leads_somewhere(ctype: CType) -> bool:
    """May an argument or a result of this type lead to memory or to a function?"""
    plain = unqualified(ctype)
    return isinstance(plain, PointerType) or (isinstance(plain, StructType) and holds_pointers(plain))


def matters(ctype: FunctionType) -> bool:
    """Can a function of this type do more than return a number?"""
    result = unqualified(ctype.result)
    return (
        ctype.variadic
        or not ctype.prototyped
        or isinstance(result, PointerType | StructType)
        or any(leads_somewhere(parameter) for parameter in ctype.parameters)
    )


def is_const(ctype: CType) -> bool:
    return isinstance(ctype, QualifiedType) and ctype.const


def holds_pointers(ctype: CType) -> bool:
    match unqualified(ctype):
        case PointerType():
            return True
        case ArrayType(element=element):
            return holds_pointers(element)
        case StructType(members=members):
            return any(holds_pointers(member.type) for member in members or ())
        case _:
            return False


def is_complete(ctype: CType) -> bool:
    match unqualified(ctype):
        case StructType(members=members):
            return members is not None
        case ArrayType(element=element):
            return is_complete(element)
        case VoidType() | FunctionType():
            return False
        case _:
            return True


def row_of(ctype: CType | None) -> CType | None:
    """What a pointer walks along: objects of its type. Pointers to bytes walk along anything."""
    plain = None if ctype is None else unqualified(ctype)
    while isinstance(plain, ArrayType):
        plain = unqualified(plain.element)
    if plain is None or not is_complete(plain) or size_of(plain) <= 1:
        return None
    return plain


def routine_type(ctype: CType) -> FunctionType | None:
    if isinstance(ctype, PointerType) and isinstance(ctype.target, FunctionType):
        return ctype.target
    return None


def fits(given: ScalarType, wanted: PointerType) -> bool:
    """Could a function hand on this pointer as that one?"""
    if not isinstance(given, PointerType):
        return False
    source, target = unqualified(given.target), unqualified(wanted.target)
    if isinstance(source, FunctionType) or isinstance(target, FunctionType):
        return source == target
    return isinstance(source, VoidType) or isinstance(target, VoidType) or source == target
