"""What a bit-vector term can be, given what its symbols can be: a few values, a range, or anything.

Among few values there may be the undefined one, which is what memory holds before anything is written to it.
Choices are taken to go either way, so that no condition is looked at. Sound, and cheap: one pass over the terms.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import product
from typing import TypeAlias

from esbmc_py.goto.deferred import dataclass

from .terms import Term, bv, rebuild
from .terms.concrete import signed

MOST_VALUES = 40
_MOST_PAIRS = 200


@dataclass(frozen=True, slots=True)
class Range:
    """Of signed numbers, both ends included."""

    low: int
    high: int


Possible: TypeAlias = frozenset[int] | Range | None  # bit patterns and UNDEFINED, a range, or (None) anything
NOTHING: frozenset[int] = frozenset()
UNDEFINED = -1


def as_range(possible: Possible, width: int) -> Range | None:
    """None: anything, nothing, or something undefined."""
    if isinstance(possible, frozenset):
        if not possible or UNDEFINED in possible:
            return None
        readings = [signed(value, width) for value in possible]
        return Range(min(readings), max(readings))
    return possible


def join(first: Possible, second: Possible, width: int) -> Possible:
    if first is None or second is None:
        return None
    if isinstance(first, frozenset) and isinstance(second, frozenset):
        union = first | second
        return union if len(union) <= MOST_VALUES else as_range(union, width)
    if first == NOTHING or second == NOTHING:
        return second if first == NOTHING else first
    one, other = as_range(first, width), as_range(second, width)
    if one is None or other is None:
        return None
    return Range(min(one.low, other.low), max(one.high, other.high))


def bitvectors_below(roots: Iterable[Term]) -> list[Term]:
    """The bit-vector terms that the roots' values are made of, arguments first; conditions are left out."""
    seen: dict[int, Term] = {}
    pending = [root for root in roots if root.width > 0]
    while pending:
        term = pending.pop()
        if term.id not in seen:
            seen[term.id] = term
            pending += [arg for arg in term.args if arg.width > 0 and arg.id not in seen]
    return [seen[identity] for identity in sorted(seen)]


Remembered: TypeAlias = dict[int, tuple[list[Possible], Possible]]  # term → what its arguments were, and what it was


def possible_values(
    terms: Iterable[Term], symbols: Mapping[Term, Possible], remembered: Remembered | None = None
) -> dict[int, Possible]:
    """Of each of `terms` (arguments first), by id. `remembered` is kept from one call to the next.

    What a term can be depends on what its arguments can be, and on nothing else.
    """
    found: dict[int, Possible] = {}
    remembered = {} if remembered is None else remembered
    for term in terms:
        if term.op in _WITHOUT_WORK:
            found[term.id] = _possible(term, symbols, found)
            continue
        args = [found.get(arg.id) for arg in term.args]
        before = remembered.get(term.id)
        if before is None or before[0] != args:
            before = remembered[term.id] = (args, _possible(term, symbols, found))
        found[term.id] = before[1]
    return found


_WITHOUT_WORK = frozenset(("const", "symbol"))


def _possible(term: Term, symbols: Mapping[Term, Possible], found: dict[int, Possible]) -> Possible:
    match term.op:
        case "const":
            return frozenset((term.payload,))
        case "symbol":
            return symbols.get(term)
        case "ite":
            return join(found[term.args[1].id], found[term.args[2].id], term.width)
    if not term.args or any(arg.width <= 0 for arg in term.args):
        return None
    return _computed(term, [found[arg.id] for arg in term.args])


def _computed(term: Term, args: list[Possible]) -> Possible:
    sets = [arg for arg in args if isinstance(arg, frozenset)]
    if len(sets) == len(args):
        pairs = 1
        for values in sets:
            pairs *= len(values)
        if pairs <= _MOST_PAIRS:
            return _on_all(term, sets)
    ranges = [as_range(arg, operand.width) for arg, operand in zip(args, term.args, strict=True)]
    rule = _RANGES.get(term.op)
    if rule is None or any(one is None for one in ranges):
        return None
    result = rule(term, [one for one in ranges if one is not None])
    limit = 1 << (term.width - 1)
    return result if result is not None and -limit <= result.low and result.high < limit else None


def _on_all(term: Term, sets: list[frozenset[int]]) -> Possible:
    results = set()
    for values in product(*sets):
        if UNDEFINED in values:
            results.add(UNDEFINED)
            continue
        constant = rebuild(term, tuple(bv(v, arg.width) for v, arg in zip(values, term.args, strict=True)))
        if constant.op != "const":
            return None
        results.add(constant.payload)
    union = frozenset(results)
    return union if len(union) <= MOST_VALUES else as_range(union, term.width)


def _sum(_term: Term, args: list[Range]) -> Range:
    a, b = args
    return Range(a.low + b.low, a.high + b.high)


def _difference(_term: Term, args: list[Range]) -> Range:
    a, b = args
    return Range(a.low - b.high, a.high - b.low)


def _product(_term: Term, args: list[Range]) -> Range:
    a, b = args
    corners = [a.low * b.low, a.low * b.high, a.high * b.low, a.high * b.high]
    return Range(min(corners), max(corners))


def _negation(_term: Term, args: list[Range]) -> Range:
    return Range(-args[0].high, -args[0].low)


def _same(_term: Term, args: list[Range]) -> Range:
    return args[0]


def _zero_extension(_term: Term, args: list[Range]) -> Range | None:
    return args[0] if args[0].low >= 0 else None


def _low_part(term: Term, args: list[Range]) -> Range | None:
    return args[0] if term.payload[1] == 0 else None  # the caller checks that it fits


_RANGES: dict[str, Callable[[Term, list[Range]], Range | None]] = {
    "bvadd": _sum,
    "bvsub": _difference,
    "bvmul": _product,
    "bvneg": _negation,
    "sign_extend": _same,
    "zero_extend": _zero_extension,
    "extract": _low_part,
}
