"""Pointers into an array, such as `&jobs[i]`: what they have in common is the array, and how far elements are apart.

Such a pointer is `origin + stride * index`. That is no guess that could be wrong: each value that is met is taken apart
as a term, and if it is not of that form, nothing is known of the pointer.
"""

from __future__ import annotations

from math import gcd

from esbmc_py.goto.addresses import AddressSpace
from esbmc_py.goto.deferred import dataclass
from symex.terms import Term, bv, bvadd, bvmul, extract, ite, sext, signed_range
from symex.terms.concrete import signed
from symex.values import Value

INDEX_BITS = 32
_MOST_PARTS = 60


@dataclass(frozen=True, slots=True)
class Inside:
    """A pointer into this object: `origin + stride * index`, where the index is a signed number."""

    number: int
    origin: int
    stride: int
    index_bits: int = INDEX_BITS

    def value(self, index: Term, bits: int) -> Term:
        wide = index if self.index_bits == bits else sext(index, bits)
        return bvadd(bv(self.origin, bits), bvmul(bv(self.stride, bits), wide))

    def index(self, value: Value, bits: int) -> Term | None:
        """None: the value is not of that form, or its index is not known to be as small as it would have to be."""
        found = quotient(bv(value, bits) if isinstance(value, int) else value, self.origin, self.stride)
        if found is None or self.index_bits == bits:
            return found
        lowest, highest = signed_range(found)
        limit = 1 << self.index_bits - 1
        return extract(found, self.index_bits - 1, 0) if -limit <= lowest and highest < limit else None


def inside(before: frozenset[int] | Inside | None, value: Value, space: AddressSpace) -> Inside | None:
    """What both have in common. None: nothing that can be said in this way."""
    bits = space.pointer_bits
    found = parts(bv(value, bits) if isinstance(value, int) else value)
    if found is None or bits <= INDEX_BITS:
        return None
    constants, factors = found
    if isinstance(before, Inside):
        constants, factors = constants | {before.origin}, factors | {before.stride}
    elif before is not None:
        constants |= before
    numbers = {space.split(one)[0] for one in constants}
    (number, *others) = numbers
    stride = gcd(*factors, *(one - min(constants) for one in constants))
    if others or number == 0 or not 0 < stride <= space.largest_object:
        return None
    start = number << space.offset_bits
    origin = start + (min(constants) - start) % stride
    every = [value, *(before if isinstance(before, frozenset) else ())]
    is_long = isinstance(before, Inside) and (before.index_bits == bits or before.stride != stride)
    for width in (bits,) if is_long else (INDEX_BITS, bits):
        made = Inside(number, origin, stride, width)
        if all(made.index(one, bits) is not None for one in every):
            return made
    return None


def addends(term: Term) -> list[Term]:
    found, pending = [], [term]
    while pending:
        one = pending.pop()
        if one.op == "bvadd":
            pending += one.args
        else:
            found.append(one)
    return found


def _factor(term: Term) -> tuple[int, Term]:
    """A number and what it is multiplied by."""
    match term.op:
        case "bvmul" if term.args[0].op == "const":
            return int(term.args[0].payload), term.args[1]
        case "bvmul" if term.args[1].op == "const":
            return int(term.args[1].payload), term.args[0]
        case "bvshl" if term.args[1].op == "const" and term.args[1].payload < term.width:
            return 1 << int(term.args[1].payload), term.args[0]
        case "concat" if term.args[1].op == "const" and term.args[1].payload == 0:
            high, low = term.args
            if high.op == "extract" and high.args[0].width == term.width and _begins_at_0(high):
                return 1 << low.width, high.args[0]
    return 1, term


def _begins_at_0(part: Term) -> bool:
    return part is extract(part.args[0], part.width - 1, 0)


def parts(term: Term) -> tuple[set[int], set[int]] | None:
    """The constants that may be in such a sum (one of them is), and the factors."""
    constants, factors = {0}, set()
    every = addends(term)
    if len(every) > _MOST_PARTS:
        return None
    for one in every:
        found: tuple[set[int], set[int]] | None
        if one.op == "const":
            found = {signed(one.payload, one.width)}, set()
        elif one.op == "ite":
            sides = [parts(side) for side in one.args[1:]]
            if sides[0] is None or sides[1] is None:
                return None
            found = sides[0][0] | sides[1][0], sides[0][1] | sides[1][1]
        else:
            found = {0}, {_factor(one)[0]}
        constants = {first + second for first in constants for second in found[0]}
        factors |= found[1]
        if len(constants) > _MOST_PARTS:
            return None
    return constants, factors


def quotient(term: Term, origin: int, stride: int) -> Term | None:
    """What the stride is multiplied by: `term == origin + stride * quotient`, as bit-vectors."""
    width = term.width
    rest, result = -origin, bv(0, width)
    for one in sorted(addends(term), key=lambda one: one.op == "ite"):
        if one.op == "const":
            rest += signed(one.payload, width)
        elif one.op == "ite":
            sides = [quotient(side, -rest, stride) for side in one.args[1:]]
            if sides[0] is None or sides[1] is None:
                return None
            result, rest = bvadd(result, ite(one.args[0], sides[0], sides[1])), 0
        else:
            factor, what = _factor(one)
            if factor % stride:
                return None
            result = bvadd(result, bvmul(bv(factor // stride, width), what))
    return None if rest % stride else bvadd(result, bv(rest // stride, width))
