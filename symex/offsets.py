"""Where inside an object a symbolic offset can lead.

An offset into an array of structures is i * 40 + 8: of all bytes in its range, only those with rest 8 modulo 40 come
into question. So for every term there is a *residue*: all its values, read as signed numbers, have the same rest modulo
some step. Where a sum or a product may wrap around, it does so by multiples of 2^width, so the step that is left is the
common divisor with that; powers of two stay, and what cannot overflow keeps all of it.
"""

from __future__ import annotations

from collections.abc import Callable
from math import gcd

from .terms import Term, signed_range, unsigned_range
from .terms.concrete import signed

MOST_OFFSETS = 64  # up to so many candidates a symbolic offset is a choice; beyond, the object becomes an array
_DEEPEST = 200  # parts of a term that are looked into

Residue = tuple[int, int]  # step and rest; a step of 0 is a single value
_ANYTHING: Residue = (1, 0)


def candidate_offsets(offset: Term, limit: int, size: int, most: int = MOST_OFFSETS) -> list[int] | None:
    """The offsets that a term can have inside an object of `limit` bytes; None if they are too many."""
    low, high = unsigned_range(offset)
    high = min(high, limit - size)
    step, rest = residue(offset)
    step = step or 1 << offset.width  # a single value
    first = low + (rest - low) % step
    if high < first:
        return []
    return list(range(first, high + 1, step)) if (high - first) // step < most else None


def residue(term: Term) -> Residue:
    """Each part of the term is looked at once, and nothing is known of what lies very deep."""
    return _residue(term, {}, 0)


def _residue(term: Term, known: dict[Term, Residue], depth: int) -> Residue:
    found = known.get(term)
    if found is None:
        found = known[term] = _reduced(_of(term, known, depth)) if depth < _DEEPEST else _ANYTHING
    return found


def _reduced(found: Residue) -> Residue:
    step, rest = found
    return (step, rest % step) if step else found


def _of(term: Term, known: dict[Term, Residue], depth: int) -> Residue:
    def of(part: Term) -> Residue:
        return _residue(part, known, depth + 1)

    args = term.args
    match term.op:
        case "const":
            return 0, signed(term.payload, term.width)
        case "bvadd":
            (one, rest), (other, more) = map(of, args)
            return _wrapping(term, gcd(one, other), _added), rest + more
        case "bvsub":
            (one, rest), (other, less) = map(of, args)
            return _wrapping(term, gcd(one, other), _subtracted), rest - less
        case "bvmul":
            (one, rest), (other, factor) = map(of, args)
            return _wrapping(term, gcd(one * other, one * factor, other * rest), _multiplied), rest * factor
        case "bvneg":
            step, rest = of(args[0])
            return gcd(step, 1 << term.width), -rest
        case "bvshl" if args[1].op == "const" and args[1].payload < term.width:
            step, rest = of(args[0])
            factor = 1 << args[1].payload
            return gcd(step * factor, 1 << term.width), rest * factor
        case "bvor":
            return 1 << min(_zero_bits(of(part), term.width) for part in args), 0
        case "bvand":
            return 1 << max(_zero_bits(of(part), term.width) for part in args), 0
        case "ite":
            (one, rest), (other, instead) = map(of, args[1:])
            return gcd(one, other, rest - instead), rest
        case "sign_extend":
            return of(args[0])
        case "zero_extend":
            return _unsigned(args[0], of(args[0]))
        case "concat":
            step, rest = of(args[0])
            low_step, low = _unsigned(args[1], of(args[1]))
            factor = 1 << args[1].width
            return gcd(step * factor, low_step), rest * factor + low
        case _:
            return _ANYTHING


Interval = tuple[int, int]


def _added(left: Interval, right: Interval) -> Interval:
    return left[0] + right[0], left[1] + right[1]


def _subtracted(left: Interval, right: Interval) -> Interval:
    return left[0] - right[1], left[1] - right[0]


def _multiplied(left: Interval, right: Interval) -> Interval:
    corners = [one * other for one in left for other in right]
    return min(corners), max(corners)


def _wrapping(term: Term, step: int, compute: Callable[[Interval, Interval], Interval]) -> int:
    """The step of a result that may wrap around."""
    lowest, highest = compute(*map(signed_range, term.args))
    limit = 1 << term.width - 1
    return step if -limit <= lowest and highest < limit else gcd(step, 1 << term.width)


def _unsigned(term: Term, found: Residue) -> Residue:
    """Of the term read as an unsigned number."""
    step, rest = found
    return found if signed_range(term)[0] >= 0 else (gcd(step, 1 << term.width), rest)


def _zero_bits(found: Residue, width: int) -> int:
    """How many low bits are certainly 0."""
    divisor = gcd(*found)
    return min(width, (divisor & -divisor).bit_length() - 1) if divisor else width
