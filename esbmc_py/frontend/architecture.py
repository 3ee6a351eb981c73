"""What is compiled for: sizes and alignments of gcc's types on x86-64 and i386, and C's arithmetic conversions."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from esbmc_py.goto.types import (
    BOOL,
    CHAR,
    INT,
    UNSIGNED,
    VOID,
    ArrayType,
    CType,
    FloatType,
    IntType,
    Member,
    PointerType,
    QualifiedType,
    ScalarType,
    StructType,
)

_RANKS = {
    "_Bool": 0, "char": 1, "signed char": 1, "unsigned char": 1, "short": 2, "unsigned short": 2,
    "int": 3, "unsigned int": 3, "long": 4, "unsigned long": 4, "long long": 5, "unsigned long long": 5,
    "__int128": 6, "unsigned __int128": 6,
}  # fmt: skip

DOUBLE = FloatType(64, 8, "double")
FLOAT = FloatType(32, 4, "float")
LONG_LONG = IntType(64, True, "long long")
UNSIGNED_LONG_LONG = IntType(64, False, "unsigned long long")


@dataclass(frozen=True)
class Architecture:
    pointer_size: int  # 8 or 4

    @cached_property
    def long(self) -> IntType:
        return IntType(self.pointer_size * 8, True, "long")

    @cached_property
    def unsigned_long(self) -> IntType:
        return IntType(self.pointer_size * 8, False, "unsigned long")

    @cached_property
    def size_t(self) -> IntType:
        return self.unsigned_long if self.pointer_size == 8 else UNSIGNED

    @cached_property
    def ptrdiff_t(self) -> IntType:
        return self.long if self.pointer_size == 8 else INT

    @cached_property
    def wchar_t(self) -> IntType:
        return INT if self.pointer_size == 8 else self.long

    @cached_property
    def long_double(self) -> FloatType:
        return FloatType(64, 16 if self.pointer_size == 8 else 12, "long double")

    @cached_property
    def void_pointer(self) -> PointerType:
        return self.pointer(VOID)

    @cached_property
    def slot(self) -> IntType:
        """The unit in which variable arguments are passed."""
        return self.unsigned_long

    @cached_property
    def va_list(self) -> ArrayType:
        """An array of one struct, so that a va_list passed to a function goes on where that function stopped."""
        tag = StructType("__va_list_tag", False, size=24 if self.pointer_size == 8 else 4, align=self.pointer_size)
        tag.members = (Member("next", self.void_pointer, 0),)
        return ArrayType(tag, 1)

    def pointer(self, target: CType) -> PointerType:
        return PointerType(target, self.pointer_size)

    @cached_property
    def basic_types(self) -> dict[tuple[str, ...], CType]:
        """Sorted specifier words → type, for every order and spelling of C's basic types."""
        short, ushort = IntType(16, True, "short"), IntType(16, False, "unsigned short")
        int128, uint128 = IntType(128, True, "__int128"), IntType(128, False, "unsigned __int128")
        table: dict[str, CType] = {
            "void": VOID,
            "_Bool": BOOL,
            "char": CHAR,
            "signed char": IntType(8, True, "signed char"),
            "unsigned char": IntType(8, False, "unsigned char"),
            "float": FLOAT,
            "double": DOUBLE,
            "long double": self.long_double,
            "_Float32": FLOAT,
            "_Float64": DOUBLE,
            "_Float32x": DOUBLE,
        }
        integers = [
            ("short", short, ushort),
            ("", INT, UNSIGNED),
            ("long", self.long, self.unsigned_long),
            ("long long", LONG_LONG, UNSIGNED_LONG_LONG),
        ]
        for words, signed, unsigned in integers:
            for suffix in ("", " int"):
                table[f"{words}{suffix}"] = signed
                table[f"signed {words}{suffix}"] = signed
                table[f"unsigned {words}{suffix}"] = unsigned
        for word in ("__int128", "__int128_t"):
            table[word] = table[f"signed {word}"] = int128
            table[f"unsigned {word}"] = uint128
        table["__uint128_t"] = uint128
        return {tuple(sorted(words.split())): ctype for words, ctype in table.items()}

    def align_of(self, ctype: CType) -> int:
        """The alignment of an object; `member_align` is what counts inside structs."""
        match ctype:
            case QualifiedType(align=int(align)):
                return align
            case QualifiedType(inner):
                return self.align_of(inner)
            case StructType(align=align):
                return align
            case ArrayType(element):
                return self.align_of(element)
            case FloatType(width=64, size=size) if size > 8:
                return self.pointer_size * 2 if self.pointer_size == 8 else 4
            case IntType() | FloatType() | PointerType() as scalar:
                return scalar.size
            case _:
                return 1

    def member_align(self, ctype: CType) -> int:
        """i386 aligns 8-byte scalars to 4 inside structs."""
        match ctype:
            case QualifiedType(inner, align=None):
                return self.member_align(inner)
            case ArrayType(element):
                return self.member_align(element)
            case IntType() | FloatType() as scalar if self.pointer_size == 4:
                return min(self.align_of(scalar), 4)
            case other:
                return self.align_of(other)


HANDLE = "pthread_t"  # a type of its own, although glibc says `unsigned long`: it holds addresses


def is_handle(ctype: CType) -> bool:
    return isinstance(ctype, IntType) and ctype.name == HANDLE


ARCHITECTURES = {64: Architecture(8), 32: Architecture(4)}


def rank(ctype: IntType) -> int:
    return _RANKS.get(ctype.name, 3 if ctype.width <= 32 else 4)


def promote(ctype: ScalarType) -> ScalarType:
    """Integer promotion (C11 6.3.1.1)."""
    if isinstance(ctype, IntType):
        if ctype.width < 32 or ctype.is_bool:
            return INT
        if ctype.name not in _RANKS and not _is_field(ctype):  # an enumeration
            return _plain(ctype.width, ctype.signed)
    return ctype


def field_type(declared: IntType, width: int) -> IntType:
    """A bit-field as a type: with one that is wider than int, gcc computes in as many bits as it has."""
    return IntType(width, declared.signed and not declared.is_bool, f"{declared.name}:{width}")


def _is_field(ctype: IntType) -> bool:
    return ":" in ctype.name


def storable(ctype: ScalarType) -> ScalarType:
    """What a register is that holds such a value: no object is as wide as a bit-field."""
    if isinstance(ctype, IntType) and _is_field(ctype):
        return _plain(32 if ctype.width <= 32 else 64 if ctype.width <= 64 else 128, ctype.signed)
    return ctype


def _plain(width: int, signed: bool) -> IntType:
    if width <= 32:
        return INT if signed else UNSIGNED
    if width == 128:
        return IntType(width, True, "__int128") if signed else IntType(width, False, "unsigned __int128")
    return IntType(width, True, "long") if signed else IntType(width, False, "unsigned long")


def usual_conversion(left: ScalarType, right: ScalarType) -> ScalarType:
    """The usual arithmetic conversions (C11 6.3.1.8)."""
    if isinstance(left, FloatType) or isinstance(right, FloatType):
        floats = [ctype for ctype in (left, right) if isinstance(ctype, FloatType)]
        return max(floats, key=lambda ctype: (ctype.width, ctype.size))
    left, right = promote(left), promote(right)
    if not (isinstance(left, IntType) and isinstance(right, IntType)):
        return left if isinstance(left, PointerType) else right
    if left.width != right.width:  # then the wider one has the higher rank, and all values of the other
        return max(left, right, key=lambda ctype: ctype.width)
    if left.signed == right.signed:
        return left if rank(left) >= rank(right) else right
    signed, unsigned = (left, right) if left.signed else (right, left)
    if rank(unsigned) >= rank(signed):
        return unsigned
    if signed.width > unsigned.width:
        return signed
    return IntType(signed.width, False, f"unsigned {signed.name}")
