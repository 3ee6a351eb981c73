"""Candidates about objects of pools and texts: those that the variables of a location point to; the thread itself."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, permutations, product

from esbmc_py.goto.types import IntType, PointerType, VoidType, unqualified

from .clauses import Clause, Comparison, Element, Self, Sum, unit
from .graph import Graph, Location
from .pools import ALIVE, TO_COME, Pool
from .variables import Variable

MOST_POINTERS = 6  # of a location that are looked at
MOST_PARTS = 12  # of an object
MOST_CONSTANTS = 6


class PoolCandidates:
    def __init__(self, graph: Graph, constants: list[int]) -> None:
        self._graph = graph
        self._constants = constants

    def at(self, location: Location) -> list[Clause]:
        if not self._graph.pools and not self._graph.given:
            return []
        arrays = {one.name: one for one in self._variables(location) if one.element is not None}
        return list(dict.fromkeys(self._at(location, arrays)))

    def _variables(self, location: Location) -> list[Variable]:
        return list(self._graph.seen_at(location))

    def _at(self, location: Location, arrays: dict[str, Variable]) -> Iterator[Clause]:
        itself = Self(self._graph.self_term(location.instance))
        pointers = self._pointers(location)
        numbers = [one for one in location.variables.values() if one.own and isinstance(one.type, IntType)]
        for pool in self._graph.pools:
            if pool.of_threads:
                yield from self._of_thread(pool, arrays, [*([itself] if location.instance.many else []), *pointers])
            else:
                for one in pointers:
                    yield from self._of_memory(pool, arrays, one, itself, numbers)
                yield from _inner(pool, [one for one in pointers if not one.shared])
        for text in self._graph.given:
            for one in pointers:
                if _may_be_text(one):
                    yield from self._of_text(Element(text, one), one, location)

    def _pointers(self, location: Location) -> list[Variable]:
        """Variables that an object's address may be in; the thread's own first."""
        bits = self._graph.program.pointer_bits
        every = [one for one in self._variables(location) if one.width == bits and not one.ghost and not one.is_thread]
        return sorted(every, key=lambda one: (one.shared, not isinstance(one.type, PointerType)))[:MOST_POINTERS]

    def _of_text(self, left: Element, pointer: Variable, location: Location) -> Iterator[Clause]:
        yield unit(left, "!=", 0)
        yield unit(left, ">", 1)
        yield Clause((Comparison(pointer, "==", 0), Comparison(left, "!=", 0)))
        yield from (unit(left, "<=", value) for value in self._constants if value > 1)
        for one in location.variables.values():
            if one.width == pointer.width and isinstance(one.type, IntType):
                yield from (unit(one, op, left) for op in ("==", "<", "<="))

    def _of_thread(self, pool: Pool, arrays: dict[str, Variable], indices: list[Variable | Self]) -> Iterator[Clause]:
        for part, index in product(pool.parts, indices):
            if part.name in arrays:
                yield from (unit(Element(arrays[part.name], index), "==", value) for value in (0, 1))

    def _of_memory(
        self, pool: Pool, arrays: dict[str, Variable], pointer: Variable, itself: Self, numbers: list[Variable]
    ) -> Iterator[Clause]:
        found: list[Element] = []
        for part in pool.parts[: MOST_PARTS + 2]:
            if part.name not in arrays:
                continue
            element = Element(arrays[part.name], pointer)
            match part.offset:
                case -1:
                    yield unit(element, "==", ALIVE)
                    if len(self._graph.pools) > 1:
                        yield unit(element, "==", TO_COME)  # an object of another pool
                    yield Clause((Comparison(pointer, "==", 0), Comparison(element, "==", ALIVE)))
                case -2:
                    yield unit(element, "==", itself)
                case _:
                    found.append(element)
                    yield from self._compared(element, numbers)
        for first, second in combinations(found, 2):
            if _alike(first.array, second.array.element):
                yield from (unit(first, op, second) for op in ("==", "!=", "<=", ">="))

    def _compared(self, element: Element, numbers: list[Variable]) -> Iterator[Clause]:
        ctype = element.array.element
        if isinstance(ctype, PointerType):
            yield from (unit(element, op, 0) for op in ("==", "!="))
            return
        if not isinstance(ctype, IntType):
            return
        for value in self._constants[:MOST_CONSTANTS]:
            if ctype.minimum <= value <= ctype.maximum:
                yield from (unit(element, op, value) for op in ("==", "!=", "<=", ">="))
        for one in numbers:
            if _alike(element.array, one.type):
                yield from (unit(element, op, one) for op in ("==", "<=", ">="))


def _inner(pool: Pool, pointers: list[Variable]) -> Iterator[Clause]:
    """One may point to a part of the object that the other one points to."""
    offsets = [part.offset for part in pool.parts if part.offset > 0][:MOST_PARTS]
    plain = [one for one in pointers if isinstance(one.type, PointerType)]
    for (first, second), offset in product(permutations(plain, 2), offsets):
        yield unit(first, "==", Sum((second,), constant=offset))


def _may_be_text(pointer: Variable) -> bool:
    if not isinstance(pointer.type, PointerType):
        return False
    target = unqualified(pointer.type.target)
    return isinstance(target, VoidType) or (isinstance(target, IntType) and target.width == 8)


def _alike(array: Variable, ctype: object) -> bool:
    mine = array.element
    if not (isinstance(mine, IntType) and isinstance(ctype, IntType)):
        return False
    return mine.width == ctype.width and mine.signed == ctype.signed and "bytes" not in (mine.name, ctype.name)
