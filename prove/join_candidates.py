"""Candidates about arrays of threads: which elements are threads that were created, and not joined yet."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice, product

from esbmc_py.goto.types import IntType, PointerType

from .clauses import Clause, Comparison, Element, Operand, Self, Word, unit
from .graph import MOST_THREADS, Graph, JoinedThreads, Location
from .object_table import FEW_THREADS
from .pools import ALIVE, THREADS, TO_COME
from .variables import Variable

MOST_NUMBERS = 4  # of a location that elements are told apart by
MOST_ARRAYS = 3
MOST_LENGTHS = 4
_UNTIL_JOINED = (f"{THREADS}.joined", f"{THREADS}.detached")
_STATES = {f"{THREADS}.created": ALIVE, f"{THREADS}.joined": 0, f"{THREADS}.detached": 0}


class JoinCandidates:
    def __init__(self, graph: Graph, constants: list[int]) -> None:
        self._graph = graph
        self._constants = [one for one in constants if one >= 0]
        self._lengths = [1, *(one for one in reversed(self._constants) if one > FEW_THREADS)][:MOST_LENGTHS]

    def everywhere(self) -> Iterator[Clause]:
        ends = self._graph.ends
        if ends is not None:
            yield from (unit(one, "<=", MOST_THREADS) for one in ends.begun.values())

    def at(self, location: Location) -> list[Clause]:
        ends = self._graph.ends
        if ends is None or location.instance.many:
            return []
        numbers = _numbers(location)
        found = [] if location.alone else [*self._totals(ends, numbers), *self._orders(ends, location, numbers)]
        return [*self._not_itself(location), *found, *self._elements(ends, location, numbers)]

    def _not_itself(self, location: Location) -> Iterator[Clause]:
        """A thread that is known by name is none of those of which there are many."""
        itself = Self(self._graph.self_term(location.instance))
        created = [one for one in self._graph.seen_at(location) if one.name == f"{THREADS}.created"]
        yield from (unit(Element(one, itself), "==", TO_COME) for one in created)

    def _totals(self, ends: JoinedThreads, numbers: list[Variable]) -> Iterator[Clause]:
        for total in (ends.joined, *ends.begun.values()):
            yield from (unit(one, "==", total) for one in numbers)
            yield from (unit(total, "==", value) for value in self._constants)

    def _orders(self, ends: JoinedThreads, location: Location, numbers: list[Variable]) -> Iterator[Clause]:
        """The place of a thread whose address is in a variable."""
        for pointer in location.variables.values():
            if isinstance(pointer.type, PointerType | IntType) and pointer.width == pointer.pointer_bits:
                place = Element(ends.order, pointer)
                yield from (unit(place, "==", value) for value in self._constants)
                yield from (Clause((Comparison(one, "==", place),)) for one in numbers)

    def _elements(self, ends: JoinedThreads, location: Location, numbers: list[Variable]) -> Iterator[Clause]:
        any_index = self._graph.any_index
        assert any_index is not None
        seen = {one.name: one for one in self._graph.seen_at(location)}
        arrays = [one for one in ends.arrays if seen.get(one.name) is one]
        for array in islice(arrays, MOST_ARRAYS):
            word = Word(array, any_index)
            states = {name: Element(seen[name], word) for name in _STATES if name in seen}
            facts = [Comparison(one, "==", _STATES[name]) for name, one in states.items()]
            left = [one for name, one in zip(states, facts, strict=True) if name in _UNTIL_JOINED]
            if not location.alone:
                facts.append(Comparison(any_index, "==", Element(ends.order, word)))
            yield from (
                Clause((*one, fact)) for one, fact in product(self._before(any_index, location, numbers), facts)
            )
            yield from (Clause((*one, fact)) for one, fact in product(self._between(any_index, numbers), left))

    def _before(
        self, any_index: Variable, location: Location, numbers: list[Variable]
    ) -> Iterator[tuple[Comparison, ...]]:
        """It is none of the first elements: as many as some number says, or one more."""
        below = Comparison(any_index, "<", 0)
        numbers = [] if location.alone else numbers
        yield from ((below, Comparison(any_index, op, one)) for one in numbers for op in (">=", ">"))
        yield from ((below, Comparison(any_index, ">=", value)) for value in ([1] if location.alone else self._lengths))

    def _between(self, any_index: Variable, numbers: list[Variable]) -> Iterator[tuple[Comparison, ...]]:
        """It is none of those from one number, or the next, up to another one."""
        below = Comparison(any_index, "<", 0)
        for first, op in product(numbers, ("<", "<=")):
            ends: list[Operand] = [*(one for one in numbers if one is not first), *self._lengths]
            for last in ends:
                yield below, Comparison(any_index, op, first), Comparison(any_index, ">=", last)


def _numbers(location: Location) -> list[Variable]:
    found = location.variables.values()
    own = [one for one in found if one.own and isinstance(one.type, IntType) and one.width >= 32 and not one.inside]
    return own[:MOST_NUMBERS]
