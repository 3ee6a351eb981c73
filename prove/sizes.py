"""Sizes of objects that are not known, such as those of `malloc(n * sizeof *p)`.

A size is `stride * length`, where the stride is known. That is no guess that could be wrong: each size that is met is
taken apart as a term, and in the worst case the stride is 1. What the invariant speaks of is the length.
"""

from __future__ import annotations

from math import gcd

from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.types import IntType
from symex.terms import Term, bv, bvmul, extract, sext, signed_range, zext
from symex.terms.ranges import unsigned_range
from symex.values import Value

from .indices import parts, quotient

_SHORT = 32


@dataclass(frozen=True, slots=True)
class Size:
    """`stride * length`; the length is a number of so many bits. As bit-vectors, so wrap-around is exact."""

    stride: int
    bits: int
    signed: bool

    @property
    def type(self) -> IntType:
        name = {(32, True): "int", (32, False): "unsigned int"}.get((self.bits, self.signed), "unsigned long")
        return IntType(self.bits, self.signed, name)

    def value(self, length: Term, bits: int) -> Term:
        wide = length if self.bits >= bits else (sext if self.signed else zext)(length, bits)
        return bvmul(bv(self.stride, bits), wide)

    def index(self, value: Value, bits: int) -> Term | None:
        """The length. None: it cannot be said."""
        found = quotient(bv(value, bits) if isinstance(value, int) else value, 0, self.stride)
        if found is None or not self._fits(found):
            return None
        return extract(found, self.bits - 1, 0)

    def _fits(self, length: Term) -> bool:
        if self.bits >= length.width:
            return True
        limit = 1 << self.bits
        if self.signed:
            lowest, highest = signed_range(length)
            return -limit // 2 <= lowest and highest < limit // 2
        return unsigned_range(length)[1] < limit


def joined_size(before: frozenset[int] | Size | None, value: Value, bits: int) -> frozenset[int] | Size:
    """What is known of a size that may be this one, too."""
    if isinstance(value, int) and (before is None or before == frozenset((value,))):
        return frozenset((value,))
    values = [value, *(before if isinstance(before, frozenset) else ())]
    first = before if isinstance(before, Size) else None
    stride = gcd(first.stride if first is not None else 0, *(_divisor(one, bits) for one in values)) or 1
    long = Size(stride, bits, False)
    tried = [Size(stride, _SHORT, True), Size(stride, _SHORT, False), long] if first is None else [first, long]
    for made in tried:
        if made.stride == stride and all(made.index(one, bits) is not None for one in values):
            return made
    return Size(1, bits, False)  # every number can be said in this way


def _divisor(value: Value, bits: int) -> int:
    """What the size is a multiple of; 0 if it is 0."""
    if isinstance(value, int):
        return value
    found = parts(value)
    return 1 if found is None else gcd(*found[0], *found[1])
