"""The sorts of terms, and the small integer by which a term carries its sort.

Every term has one `width`. It is the number of bits of a bit-vector, which is what most code asks for; the other sorts
use the numbers that no bit-vector has, so that one integer comparison tells whether two terms may be combined.
"""

from __future__ import annotations

from typing import TypeAlias

from esbmc_py.goto.deferred import dataclass

BOOL = 0
FLOAT32 = -32
FLOAT64 = -64
_ARRAY_SHIFT = 16  # element widths stay below 2**16; array numbers stay clear of those of floats


@dataclass(frozen=True, slots=True)
class BoolSort:
    def __str__(self) -> str:
        return "Bool"


@dataclass(frozen=True, slots=True)
class BitVecSort:
    width: int

    def __str__(self) -> str:
        return f"(_ BitVec {self.width})"


@dataclass(frozen=True, slots=True)
class FloatSort:
    """IEEE binary32 or binary64; `width` is 32 or 64."""

    width: int

    @property
    def exponent_bits(self) -> int:
        return 8 if self.width == 32 else 11

    @property
    def significand_bits(self) -> int:
        """With the hidden bit, as SMT-LIB counts."""
        return 24 if self.width == 32 else 53

    def __str__(self) -> str:
        return f"(_ FloatingPoint {self.exponent_bits} {self.significand_bits})"


@dataclass(frozen=True, slots=True)
class ArraySort:
    """A total map from bit-vectors of `index` bits to bit-vectors of `element` bits."""

    index: int
    element: int

    def __str__(self) -> str:
        return f"(Array {BitVecSort(self.index)} {BitVecSort(self.element)})"


Sort: TypeAlias = BoolSort | BitVecSort | FloatSort | ArraySort


class SortError(TypeError):
    """Terms were combined whose sorts do not fit. Always a mistake in the code that builds the terms."""


def array_width(index: int, element: int) -> int:
    if not (index > 0 and 0 < element < 1 << _ARRAY_SHIFT):
        raise SortError(f"no array from {index} to {element} bits")
    return -(index << _ARRAY_SHIFT | element)


def is_array(width: int) -> bool:
    return width <= -(1 << _ARRAY_SHIFT)


def is_float(width: int) -> bool:
    return width in (FLOAT32, FLOAT64)


def index_bits(width: int) -> int:
    return -width >> _ARRAY_SHIFT


def element_bits(width: int) -> int:
    return -width & (1 << _ARRAY_SHIFT) - 1


def sort_of_width(width: int) -> Sort:
    if width > 0:
        return BitVecSort(width)
    if width == BOOL:
        return BoolSort()
    if is_float(width):
        return FloatSort(-width)
    return ArraySort(index_bits(width), element_bits(width))


def width_of_sort(sort: Sort) -> int:
    match sort:
        case BoolSort():
            return BOOL
        case BitVecSort(width):
            return width
        case FloatSort(width):
            return -width
        case ArraySort(index, element):
            return array_width(index, element)
