"""From a formula to an automaton that accepts the executions that satisfy it.

A state is a set of formulas that must hold from here on (Couvreur, "On-the-fly verification of linear temporal logic",
FM 1999). They are taken apart into what must hold now and what must hold from the next state on: each way to do so is
an edge. An edge that puts off the right side of `p U q` has a bit for it: none may be put off for ever.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from esbmc_py.goto.deferred import dataclass

from .formula import And, Constant, Formula, Next, Not, Or, Proposition, Release, Until, normal_form, parts

MOST_STATES = 5_000
MOST_WAYS = 20_000  # out of one state

Valuation: TypeAlias = frozenset[Proposition]  # those that hold


class AutomatonTooLarge(Exception):
    """The formula's automaton is too large."""


@dataclass(frozen=True, slots=True)
class LtlEdge:
    needs: frozenset[Proposition]  # must hold
    excludes: frozenset[Proposition]  # must not hold
    lacking: int  # what is put off, as bits
    target: int

    def fits(self, holds: Valuation) -> bool:
        return self.needs <= holds and self.excludes.isdisjoint(holds)


@dataclass(frozen=True, slots=True)
class LtlAutomaton:
    """Accepts a sequence of valuations if edges fit it one after the other, from state 0, and no bit is on all of them
    from some time on."""

    edges: tuple[tuple[LtlEdge, ...], ...]  # of each state
    bits: int  # how many there are


def automaton_for(formula: Formula) -> LtlAutomaton:
    return _Construction(normal_form(formula)).automaton()


@dataclass(frozen=True, slots=True)
class _Way:
    """Some of what a state asks for, taken apart."""

    needs: frozenset[Proposition] = frozenset()
    excludes: frozenset[Proposition] = frozenset()
    later: frozenset[Formula] = frozenset()
    lacking: int = 0

    def __and__(self, other: _Way) -> _Way:
        return _Way(
            self.needs | other.needs,
            self.excludes | other.excludes,
            self.later | other.later,
            self.lacking | other.lacking,
        )

    def covers(self, other: _Way) -> bool:
        """Whatever the other allows, this one does."""
        return (
            self.needs <= other.needs
            and self.excludes <= other.excludes
            and self.later <= other.later
            and not self.lacking & ~other.lacking
        )


class _Construction:
    def __init__(self, formula: Formula) -> None:
        self._formula = formula
        self._bits = {until: 1 << bit for bit, until in enumerate(dict.fromkeys(_untils(formula)))}
        self._ways: dict[Formula, list[_Way]] = {}

    def automaton(self) -> LtlAutomaton:
        first = frozenset({self._formula})
        numbers: dict[frozenset[Formula], int] = {first: 0}
        pending, edges = [first], []
        for state in pending:
            ways = [_Way()]
            for formula in state:
                ways = _both(ways, self._taken_apart(formula))
            for way in ways:
                if way.later not in numbers:
                    numbers[way.later] = len(numbers)
                    pending.append(way.later)
            if len(numbers) > MOST_STATES:
                raise AutomatonTooLarge(f"the formula is too large: its automaton has more than {MOST_STATES:,} states")
            edges.append(tuple(LtlEdge(way.needs, way.excludes, way.lacking, numbers[way.later]) for way in ways))
        return LtlAutomaton(tuple(edges), len(self._bits))

    def _taken_apart(self, formula: Formula) -> list[_Way]:
        if formula not in self._ways:
            self._ways[formula] = self._parts(formula)
        return self._ways[formula]

    def _parts(self, formula: Formula) -> list[_Way]:
        match formula:
            case Constant(value):
                return [_Way()] if value else []
            case Proposition():
                return [_Way(needs=frozenset({formula}))]
            case Not(operand):
                assert isinstance(operand, Proposition), "in normal form"
                return [_Way(excludes=frozenset({operand}))]
            case Next(operand):
                return [_Way(later=frozenset({operand}))]
            case And(left, right):
                return _both(self._taken_apart(left), self._taken_apart(right))
            case Or(left, right):
                return _smallest([*self._taken_apart(left), *self._taken_apart(right)])
            case Until(left, right):
                put_off = _Way(later=frozenset({formula}), lacking=self._bits[formula])
                return _smallest([*self._taken_apart(right), *_both(self._taken_apart(left), [put_off])])
            case Release(left, right):
                goes_on = _Way(later=frozenset({formula}))
                ends = self._taken_apart(left)
                return _both(self._taken_apart(right), [*ends, goes_on])


def _both(some: Sequence[_Way], others: Sequence[_Way]) -> list[_Way]:
    if len(some) * len(others) > MOST_WAYS:
        raise AutomatonTooLarge("the formula is too large")
    joined = (one & other for one in some for other in others)
    return _smallest([way for way in joined if way.needs.isdisjoint(way.excludes)])


def _smallest(ways: Sequence[_Way]) -> list[_Way]:
    """Without those that another one covers."""
    kept: list[_Way] = []
    for way in ways:
        if not any(one.covers(way) for one in kept):
            kept = [one for one in kept if not way.covers(one)]
            kept.append(way)
    return kept


def _untils(formula: Formula) -> Iterator[Until]:
    return (part for part in parts(formula) if isinstance(part, Until))
