"""What names mean: the scopes of C and the entities in them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field
from typing import Any, TypeAlias

from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.expressions import Const, Expression, Register
from esbmc_py.goto.instructions import Call
from esbmc_py.goto.memory_models import MemoryOrder
from esbmc_py.goto.symbols import SourceLocation, Symbol
from esbmc_py.goto.types import (
    ArrayType,
    CType,
    FunctionType,
    IntType,
    Member,
    QualifiedType,
    StructType,
    size_of,
    unqualified,
)

from .operators import binary


@dataclass(frozen=True, slots=True)
class VariableArrayType(ArrayType):
    """A variable-length array: its size in bytes was computed when its declaration was reached."""

    bytes: Expression | None = None


def size_expression(ctype: CType, size_t: IntType) -> Expression:
    """`sizeof`, which variable-length arrays know only at run time."""
    plain = unqualified(ctype)
    if isinstance(plain, VariableArrayType) and plain.bytes is not None:
        return plain.bytes
    if isinstance(plain, ArrayType) and isinstance(unqualified(plain.element), VariableArrayType):
        return binary("*", size_expression(plain.element, size_t), Const(plain.count or 0, size_t))
    return Const(size_of(plain), size_t)


@dataclass(slots=True)
class TypedefName:
    type: CType


@dataclass(frozen=True, slots=True)
class EnumConstant:
    value: int
    type: IntType


@dataclass(slots=True)
class FunctionName:
    name: str  # as linked
    type: FunctionType
    weak: bool = False  # null if nobody defines it


@dataclass(slots=True)
class GlobalName:
    """A global, static or thread-local object. The symbol is made when first needed, when its type is complete."""

    name: str
    type: CType
    location: SourceLocation
    thread_local: bool = False
    weak: bool = False  # at address 0 if nobody defines it


@dataclass(frozen=True, slots=True)
class RegisterPlace:
    """A scalar local that lives in a register."""

    register: Register
    type: CType

    @property
    def text(self) -> str:
        return self.register.name


@dataclass(frozen=True, slots=True)
class MemoryPlace:
    """An lvalue in memory, or an aggregate value (which always is in memory)."""

    address: Expression
    type: CType  # unqualified
    text: str  # as C
    atomic: bool = False
    volatile: bool = False
    const: bool = False
    bits: Member | None = None
    order: MemoryOrder = MemoryOrder.SEQ_CST  # of an atomic object: how it is accessed
    failure: MemoryOrder | None = None  # by a compare and exchange that fails


def place_of(address: Expression, ctype: CType, text: str) -> MemoryPlace:
    """The object of a (perhaps qualified) type at an address."""
    if isinstance(ctype, QualifiedType):
        return MemoryPlace(address, ctype.type, text, ctype.atomic, ctype.volatile, ctype.const)
    return MemoryPlace(address, ctype, text)


@dataclass(frozen=True, slots=True)
class Poison:
    """A name whose declaration could not be handled; using it is unsupported for the same reason."""

    construct: str


Place: TypeAlias = RegisterPlace | MemoryPlace
# What an expression lowers to: a scalar value, an lvalue (or aggregate in memory), or nothing (void).
Value: TypeAlias = Expression | Place | None
# Lowers a call of something that is known by its name: the call and its arguments, as syntax.
Handler: TypeAlias = Callable[[Any, list[Any]], Value]
Entity: TypeAlias = TypedefName | EnumConstant | FunctionName | GlobalName | RegisterPlace | MemoryPlace | Poison
Tag: TypeAlias = StructType | IntType


@dataclass(slots=True, eq=False)
class Scope:
    parent: Scope | None = None
    names: dict[str, Entity] = field(default_factory=dict)
    tags: dict[str, Tag] = field(default_factory=dict)
    alignments: dict[str, int] = field(default_factory=dict)  # of variables that ask for more than their types do
    # locals in memory and the addresses of variable-length arrays, in order of declaration; behind a local with the
    # attribute `cleanup`, the call that leaving its scope makes
    declared: list[Symbol | Register | Call] = field(default_factory=list)

    @property
    def objects(self) -> list[Symbol | Register]:
        return [one for one in self.declared if not isinstance(one, Call)]

    def cleanups(self, start: int = 0, end: int | None = None) -> list[Call]:
        """The calls that leaving this scope makes (or the declarations from `start` to `end`), in their order."""
        return [one for one in reversed(self.declared[start:end]) if isinstance(one, Call)]

    def left(self, start: int, end: int, *, whole: bool) -> list[Symbol | Register]:
        """What dies where a jump leaves the `whole` scope, or goes back from declaration `end` in it to `start`.

        A variable-length array lives from its declaration on, everything else as long as its block.
        """
        arrays = [one for one in self.declared[start:end] if isinstance(one, Register)]
        return [one for one in self.objects if one in arrays or (whole and isinstance(one, Symbol))]

    def lookup(self, name: str) -> Entity | None:
        scope: Scope | None = self
        while scope is not None:
            entity = scope.names.get(name)
            if entity is not None:
                return entity
            scope = scope.parent
        return None

    def alignment(self, name: str) -> int:
        """What a variable asks for by itself; 0 if it does not."""
        scope: Scope | None = self
        while scope is not None and name not in scope.names:
            scope = scope.parent
        return scope.alignments.get(name, 0) if scope is not None else 0

    def lookup_tag(self, tag: str) -> Tag | None:
        scope: Scope | None = self
        while scope is not None:
            found = scope.tags.get(tag)
            if found is not None:
                return found
            scope = scope.parent
        return None

    def chain(self) -> list[Scope]:
        """This scope and those around it, innermost first."""
        scopes, scope = [], self
        while scope is not None:
            scopes.append(scope)
            scope = scope.parent  # type: ignore[assignment]
        return scopes
