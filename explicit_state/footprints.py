"""What transitions touch, and whether two of them conflict: both touch the same bytes, and one of them writes."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from typing import TypeAlias

Region: TypeAlias = tuple[int, int, int]  # object, first byte, first byte after it

WHOLE = 1 << 62  # an end beyond that of every object
LIVING: Region = (
    -1,
    0,
    1,
)  # no memory, but which heap objects are alive: leaks depend on it


class Footprint:
    """The memory that a transition reads and writes. Made by `Footprints`, so that equal ones are the same."""

    __slots__ = ("_reads", "_writes", "conflicts", "objects", "reads", "writes")

    def __init__(self, reads: frozenset[Region], writes: frozenset[Region]):
        self.reads = reads
        self.writes = writes
        self._reads = _by_object(reads)
        self._writes = _by_object(writes)
        self.objects = frozenset(self._reads) | frozenset(self._writes)
        self.conflicts = _Conflicts(self)  # with which others: looked up far more often than found out

    def overlaps(self, other: Footprint) -> bool:
        for number in self.objects & other.objects:
            mine, theirs = self._writes[number], other._writes[number]
            if _meet(mine, theirs) or _meet(mine, other._reads[number]) or _meet(self._reads[number], theirs):
                return True
        return False


class _Conflicts(dict[Footprint, bool]):
    """Whether a footprint conflicts with another one, found out when it is first asked for."""

    def __init__(self, footprint: Footprint):
        self._footprint = footprint

    def __missing__(self, other: Footprint) -> bool:
        found = self[other] = other.conflicts[self._footprint] = self._footprint.overlaps(other)
        return found


class Footprints:
    """All footprints so far. A program has few, so that whether two of them conflict is soon known."""

    def __init__(self) -> None:
        self._all: dict[tuple[frozenset[Region], frozenset[Region]], Footprint] = {}
        self.nothing = self.of((), ())

    def of(self, reads: Iterable[Region], writes: Iterable[Region]) -> Footprint:
        parts = frozenset(reads), frozenset(writes)
        known = self._all.get(parts)
        if known is None:
            known = self._all[parts] = Footprint(*parts)
        return known

    def union(self, footprints: Iterable[Footprint]) -> Footprint:
        several = list(footprints)
        if len(several) == 1:
            return several[0]
        return self.of(
            (region for footprint in several for region in footprint.reads),
            (region for footprint in several for region in footprint.writes),
        )


def _by_object(regions: frozenset[Region]) -> defaultdict[int, list[tuple[int, int]]]:
    found: defaultdict[int, list[tuple[int, int]]] = defaultdict(list)
    for number, begin, end in sorted(regions):
        found[number].append((begin, end))
    return found


def _meet(some: list[tuple[int, int]], others: list[tuple[int, int]]) -> bool:
    return any(begin < other_end and other_begin < end for begin, end in some for other_begin, other_end in others)
