"""C types with their layout resolved: sizes, alignments and member offsets are those of the target.

A `StructType` is compared by identity and completed in place (C's struct declarations can be recursive);
every other type is a frozen value.
"""

from __future__ import annotations

from dataclasses import field
from functools import cached_property
from typing import TypeAlias, TypeGuard

from esbmc_py.goto.deferred import dataclass


@dataclass(frozen=True, slots=True)
class VoidType:
    def __str__(self) -> str:
        return "void"


@dataclass(frozen=True, slots=True)
class BitField:
    """A part of a storage unit."""

    name: str
    offset: int
    width: int
    signed: bool

    def value_in(self, unit: int) -> int:
        bits = unit >> self.offset & ((1 << self.width) - 1)
        return bits - (1 << self.width) if self.signed and bits >> (self.width - 1) else bits


@dataclass(frozen=True, slots=True)
class IntType:
    """An integer type; `_Bool`, characters and enumerations included.

    `name` keeps apart what C keeps apart although the bits agree (`long` and `long long`, enumerations). `fields` of a
    storage unit are those that lie in it, for whoever shows a value.
    """

    width: int
    signed: bool
    name: str
    fields: tuple[BitField, ...] = field(default=(), compare=False)

    def __str__(self) -> str:
        return self.name

    @property
    def size(self) -> int:
        return self.width // 8

    @property
    def is_bool(self) -> bool:
        return self.name == "_Bool"

    @property
    def minimum(self) -> int:
        return -(1 << (self.width - 1)) if self.signed else 0

    @property
    def maximum(self) -> int:
        if self.is_bool:
            return 1
        return (1 << (self.width - self.signed)) - 1

    def wrap(self, value: int) -> int:
        """The value of this type that is congruent to `value` modulo 2**width (for `_Bool`: value != 0)."""
        if self.is_bool:
            return int(value != 0)
        value &= (1 << self.width) - 1
        if self.signed and value >> (self.width - 1):
            value -= 1 << self.width
        return value


@dataclass(frozen=True, slots=True)
class FloatType:
    """IEEE float (32) or double (64). `long double` is width 64 with storage `size` 16 (12 on 32-bit targets)."""

    width: int
    size: int
    name: str

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class PointerType:
    """Its values are unsigned integers, see `addresses.AddressSpace`."""

    target: CType
    size: int  # 8 or 4

    @property
    def width(self) -> int:
        return self.size * 8

    @property
    def signed(self) -> bool:
        return False

    def __str__(self) -> str:
        if isinstance(self.target, FunctionType):
            return f"{self.target.result} (*)({self.target.parameter_text})"
        return f"{self.target} *"


@dataclass(frozen=True, slots=True)
class ArrayType:
    element: CType
    count: int | None  # None: incomplete, or a flexible array member

    def __str__(self) -> str:
        dimensions, inner = "", self
        while isinstance(inner, ArrayType):
            dimensions += f"[{'' if inner.count is None else inner.count}]"
            inner = inner.element  # type: ignore[assignment]
        return f"{inner}{dimensions}"


@dataclass(frozen=True, slots=True)
class FunctionType:
    result: CType
    parameters: tuple[CType, ...]
    variadic: bool
    prototyped: bool = True  # False: `int f();`, any arguments

    @property
    def parameter_text(self) -> str:
        texts = [str(parameter) for parameter in self.parameters]
        if self.variadic:
            texts.append("...")
        return ", ".join(texts) or ("void" if self.prototyped else "")

    def __str__(self) -> str:
        return f"{self.result} ({self.parameter_text})"


@dataclass(frozen=True, slots=True)
class Member:
    name: str | None  # None: an anonymous struct or union, whose members count as the outer type's
    type: CType
    offset: int  # in bytes; of a bit-field, of the storage unit that holds it
    bit_offset: int = 0  # from the least significant bit of the unit
    bit_width: int | None = None  # None: not a bit-field
    unit_size: int = 0  # of a bit-field: bytes in its storage unit,
    unit: tuple[BitField, ...] = ()  # and all that lies there


@dataclass(eq=False)
class StructType:
    """A struct or union. `members` is None while the type is incomplete."""

    tag: str
    is_union: bool
    members: tuple[Member, ...] | None = None
    size: int = 0
    align: int = 1

    def __str__(self) -> str:
        return f"{'union' if self.is_union else 'struct'} {self.tag}"

    def __repr__(self) -> str:
        return f"<{self}>"

    @cached_property
    def member_paths(self) -> dict[str, tuple[Member, ...]]:
        """Every name that `.name` may select, with the way to it through anonymous members."""
        paths: dict[str, tuple[Member, ...]] = {}
        for member in self.members or ():
            if member.name is not None:
                paths.setdefault(member.name, (member,))
            elif isinstance(member.type, StructType):
                for name, path in member.type.member_paths.items():
                    paths.setdefault(name, (member, *path))
        return paths


@dataclass(frozen=True, slots=True)
class QualifiedType:
    """`_Atomic`, `volatile`, `const`, or aligned more strictly than the type itself.

    Objects, members, elements and pointer targets can be qualified; registers, loads and stores never are. `const`
    matters to `_Generic`, and to globals: nobody can write to them then.
    """

    type: CType
    atomic: bool = False
    volatile: bool = False
    const: bool = False
    align: int | None = None

    def __str__(self) -> str:
        return "_Atomic " * self.atomic + "const " * self.const + "volatile " * self.volatile + str(self.type)


ScalarType: TypeAlias = IntType | FloatType | PointerType
CType: TypeAlias = VoidType | IntType | FloatType | PointerType | ArrayType | FunctionType | StructType | QualifiedType

VOID = VoidType()
BOOL = IntType(8, False, "_Bool")
CHAR = IntType(8, True, "char")
INT = IntType(32, True, "int")
UNSIGNED = IntType(32, False, "unsigned int")


def size_of(ctype: CType) -> int:
    """`sizeof`, with gcc's 1 for void and functions, and 0 for an array of unknown length."""
    match ctype:
        case IntType() | FloatType() | PointerType() | StructType():
            return ctype.size
        case ArrayType(element, count):
            return size_of(element) * (count or 0)
        case QualifiedType(inner):
            return size_of(inner)
        case VoidType() | FunctionType():
            return 1


def unqualified(ctype: CType) -> CType:
    return ctype.type if isinstance(ctype, QualifiedType) else ctype


def is_scalar(ctype: CType) -> TypeGuard[ScalarType]:
    return isinstance(ctype, IntType | FloatType | PointerType)
