"""The scalars that a value of some type consists of: what one instruction may copy at once."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from esbmc_py.goto.deferred import dataclass

from .types import (
    ArrayType,
    CType,
    FloatType,
    IntType,
    Member,
    PointerType,
    ScalarType,
    StructType,
    size_of,
    unqualified,
)

LARGEST_UNROLLED = 256  # scalars of an array that are listed one by one; a larger array is a Repeat

WORDS = {
    8: IntType(64, False, "unsigned long"),
    4: IntType(32, False, "unsigned int"),
    2: IntType(16, False, "unsigned short"),
    1: IntType(8, False, "unsigned char"),
}


@dataclass(frozen=True, slots=True)
class Scalar:
    offset: int
    type: ScalarType
    path: str  # C text to append to the whole's: ".next", "[2].x"


@dataclass(frozen=True, slots=True)
class Repeat:
    """The elements of a large array: `body`'s scalars, `count` times, `stride` bytes apart."""

    offset: int
    count: int
    stride: int
    path: str
    body: tuple[Part, ...]


Part: TypeAlias = Scalar | Repeat


def scalars(ctype: CType, pointer_bits: int, offset: int = 0, path: str = "") -> list[Part]:
    """All bytes of the value that are not padding. A union has no scalars of its own: aligned words stand for it."""
    ctype = unqualified(ctype)
    match ctype:
        case IntType() | FloatType() | PointerType():
            return [Scalar(offset, ctype, path)]
        case ArrayType(element, count):
            return _array_scalars(element, count or 0, pointer_bits, offset, path)
        case StructType(is_union=True):
            return _words(range(ctype.size), offset, pointer_bits, path)
        case StructType():
            return _struct_scalars(ctype, pointer_bits, offset, path)
        case _:
            return []


def scalar_count(parts: list[Part] | tuple[Part, ...]) -> int:
    return sum(part.count * scalar_count(part.body) if isinstance(part, Repeat) else 1 for part in parts)


def may_hold_address(ctype: CType, pointer_bits: int) -> bool:
    """Pointers, and integers that are as wide."""
    ctype = unqualified(ctype)
    return isinstance(ctype, PointerType) or (isinstance(ctype, IntType) and ctype.width == pointer_bits)


def addresses_in(ctype: CType, pointer_bits: int) -> Iterator[int]:
    """The offsets in a value of this type at which an address may be."""
    yield from _addresses_among(scalars(ctype, pointer_bits), pointer_bits, 0)


def _addresses_among(parts: list[Part] | tuple[Part, ...], pointer_bits: int, base: int) -> Iterator[int]:
    for part in parts:
        if isinstance(part, Scalar):
            if may_hold_address(part.type, pointer_bits):
                yield base + part.offset
        elif inner := list(_addresses_among(part.body, pointer_bits, base + part.offset)):
            for index in range(part.count):
                yield from (offset + index * part.stride for offset in inner)


def _array_scalars(element: CType, count: int, pointer_bits: int, offset: int, path: str) -> list[Part]:
    body = tuple(scalars(element, pointer_bits))
    stride = size_of(element)
    if count * scalar_count(body) > LARGEST_UNROLLED:
        return [Repeat(offset, count, stride, path, body)]
    return [
        part
        for index in range(count)
        for part in scalars(element, pointer_bits, offset + index * stride, f"{path}[{index}]")
    ]


def _struct_scalars(struct: StructType, pointer_bits: int, offset: int, path: str) -> list[Part]:
    parts: list[Part] = []
    bits: set[int] = set()  # bytes that hold bit-fields
    for member in struct.members or ():
        if member.bit_width is not None:
            bits.update(_bit_field_bytes(member))
        else:
            inner = path if member.name is None else f"{path}.{member.name}"
            parts += scalars(member.type, pointer_bits, offset + member.offset, inner)
    for run in _runs(bits):
        parts += _words(run, offset, pointer_bits, path)
    return sorted(parts, key=lambda part: part.offset)


def _bit_field_bytes(member: Member) -> range:
    first = member.offset * 8 + member.bit_offset
    return range(first // 8, (first + (member.bit_width or 0) + 7) // 8)


def _runs(places: set[int]) -> list[range]:
    runs: list[range] = []
    for place in sorted(places):
        if runs and runs[-1].stop == place:
            runs[-1] = range(runs[-1].start, place + 1)
        else:
            runs.append(range(place, place + 1))
    return runs


def _words(run: range, offset: int, pointer_bits: int, path: str) -> list[Part]:
    """These bytes of a struct or union at `offset`, in the largest words that are aligned."""
    parts: list[Part] = []
    place = run.start
    while place < run.stop:
        start = offset + place
        size = next(s for s in WORDS if s <= pointer_bits // 8 and start % s == 0 and place + s <= run.stop)
        parts.append(Scalar(start, WORDS[size], f"{path} (bytes {place} to {place + size - 1})"))
        place += size
    return parts
