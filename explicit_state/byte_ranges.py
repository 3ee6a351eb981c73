"""A value for each byte of an object, where neighbours often have the same one."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator
from typing import Generic, TypeVar

Value = TypeVar("Value")


class ByteRanges(Generic[Value]):
    """Ranges of bytes with their values, in order. Bytes between them have none."""

    def __init__(self) -> None:
        self._begins: list[int] = []
        self._ends: list[int] = []
        self._values: list[Value] = []

    def __iter__(self) -> Iterator[tuple[int, int, Value]]:
        return zip(self._begins, self._ends, self._values, strict=True)

    def within(self, begin: int, end: int) -> list[tuple[int, int, Value]]:
        """The parts of ranges that lie there."""
        found, place = [], self._first(begin)
        last = len(self._begins) if begin < end else 0
        while place < last and self._begins[place] < end:
            found.append((max(begin, self._begins[place]), min(end, self._ends[place]), self._values[place]))
            place += 1
        return found

    def change(self, begin: int, end: int, new: Callable[[Value | None], Value]) -> bool:
        """Gives each byte there a new value, which depends on its old one (None: it had none). Has one changed?"""
        old = self.within(begin, end)
        parts, place = [], begin
        for part_begin, part_end, value in old:
            if place < part_begin:
                parts.append((place, part_begin, new(None)))
            parts.append((part_begin, part_end, new(value)))
            place = part_end
        if place < end:
            parts.append((place, end, new(None)))
        if parts == old:
            return False
        self._replace(begin, end, parts)
        return True

    def _first(self, begin: int) -> int:
        """The first range that does not end before."""
        place = bisect_right(self._begins, begin) - 1
        return place if place >= 0 and begin < self._ends[place] else place + 1

    def _replace(self, begin: int, end: int, parts: list[tuple[int, int, Value]]) -> None:
        first = last = self._first(begin)
        while last < len(self._begins) and self._begins[last] < end:
            last += 1
        if first < last and self._begins[first] < begin:
            parts = [(self._begins[first], begin, self._values[first]), *parts]
        if first < last and end < self._ends[last - 1]:
            parts = [*parts, (end, self._ends[last - 1], self._values[last - 1])]
        if first and self._ends[first - 1] == parts[0][0]:  # what lies next to it may have the same value now
            first -= 1
            parts = [(self._begins[first], self._ends[first], self._values[first]), *parts]
        if last < len(self._begins) and self._begins[last] == parts[-1][1]:
            parts = [*parts, (self._begins[last], self._ends[last], self._values[last])]
            last += 1
        joined = _joined(parts)
        self._begins[first:last] = [part[0] for part in joined]
        self._ends[first:last] = [part[1] for part in joined]
        self._values[first:last] = [part[2] for part in joined]


def _joined(parts: list[tuple[int, int, Value]]) -> list[tuple[int, int, Value]]:
    """Neighbours with the same value as one."""
    joined = parts[:1]
    for begin, end, value in parts[1:]:
        if value == joined[-1][2]:
            joined[-1] = (joined[-1][0], end, value)
        else:
            joined.append((begin, end, value))
    return joined
