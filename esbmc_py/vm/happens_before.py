"""Races by happens-before: two conflicting accesses that nothing orders, wherever in the execution they are.

What orders: program order, the start of a thread, the library's synchronisation (what it does in one step it does to
objects that others look at in theirs), atomic sections, and atomic operations that release and acquire. A relaxed
operation orders nothing.

A vector clock would count for ever; what matters of it is finite. For every place and thread, the *last* read and the
last write are kept (what comes after the last one comes after all before it), and for each thread which of these come
before its next operation. An atomic object carries what its last release knew, for whoever acquires it.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import field
from typing import TypeAlias

from esbmc_py.goto.deferred import dataclass

from .races import Access

Mark: TypeAlias = tuple[int, int, int, int, bool, bool]  # object, begin, end, thread, a write, atomic
Place: TypeAlias = tuple[int, int, int]  # object, begin, end
Known: TypeAlias = frozenset[Mark]

_SECTIONS: Place = (-1, 0, 0)  # stands for the order among atomic sections
_NOTHING: Known = frozenset()


@dataclass(frozen=True, slots=True)
class ReleasedClock:
    """What an atomic object carries, and who has written it first."""

    thread: int
    known: Known


@dataclass(frozen=True, slots=True)
class Order:
    """What is known at one point of an execution about the accesses before."""

    last: dict[Mark, Access] = field(default_factory=dict)
    known: tuple[Known, ...] = (_NOTHING,)  # of each thread
    released: dict[Place, ReleasedClock] = field(default_factory=dict)

    @property
    def key(self) -> Hashable:
        places = frozenset((mark, access.location) for mark, access in self.last.items())
        return places, self.known, frozenset(self.released.items())


def after(
    order: Order, thread: int, accesses: Sequence[Access], threads: int, *, fences: bool = False
) -> tuple[Order, list[tuple[Access, int, Access]]]:
    """The order after a step of a thread, and its races: what it did, and the other thread and what that had done.

    In a program with fences a relaxed operation may order, too, depending on what stands around it. All of them are
    taken to do so: no race is told that is none, some may be missed.
    """
    step = _Step(dict(order.last), list(order.known), dict(order.released), thread, fences)
    races = [race for access in accesses for race in step.take(access)]
    step.known += [step.known[thread]] * (threads - len(step.known))
    return Order(step.last, tuple(step.known), step.released), races


@dataclass(slots=True)
class _Step:
    last: dict[Mark, Access]
    known: list[Known]
    released: dict[Place, ReleasedClock]
    thread: int
    fences: bool
    read: set[Place] = field(default_factory=set)  # atomically, in this step

    def take(self, access: Access) -> Iterator[tuple[Access, int, Access]]:
        if access.begin == access.end:
            self._begins_to_live(access.number)
            return
        if not access.shared:
            return
        place = (access.number, access.begin, access.end)
        if access.atomic:
            self._acquire(place, access)
        yield from self._races(access)
        self._note(place, access)
        if access.atomic:
            self._release(place, access)

    def _begins_to_live(self, number: int) -> None:
        """Whatever had this number before has nothing to do with it."""
        gone = frozenset(mark for mark in self.last if mark[0] == number)
        for mark in gone:
            del self.last[mark]
        self.known = [known - gone for known in self.known]
        self.released = {
            place: ReleasedClock(kept.thread, kept.known - gone)
            for place, kept in self.released.items()
            if place[0] != number
        }

    def _races(self, access: Access) -> Iterator[tuple[Access, int, Access]]:
        known = self.known[self.thread]
        for mark, other in self.last.items():
            if mark[3] != self.thread and mark not in known and access.races_with(other):
                yield access, mark[3], other

    def _note(self, place: Place, access: Access) -> None:
        mark = (*place, self.thread, access.write, access.atomic)
        for thread, known in enumerate(self.known):
            if thread != self.thread and mark in known:
                self.known[thread] = known - {mark}
        for where, kept in self.released.items():
            if mark in kept.known:
                self.released[where] = ReleasedClock(kept.thread, kept.known - {mark})
        self.last[mark] = access
        self.known[self.thread] |= {mark}

    def _acquire(self, place: Place, access: Access) -> None:
        if access.section:
            self._learn(_SECTIONS)
        if not access.write:
            self.read.add(place)
            if access.ordered or self.fences:
                self._learn(place)

    def _learn(self, place: Place) -> None:
        for (number, begin, end), kept in self.released.items():
            overlaps = number == place[0] and begin < place[2] and place[1] < end
            if overlaps or place == (number, begin, end):
                self.known[self.thread] |= kept.known

    def _release(self, place: Place, access: Access) -> None:
        """A read-modify-write goes on with what was released before; a plain store by another thread does not."""
        known = self.known[self.thread]
        if access.section:
            kept = self.released.get(_SECTIONS)
            self.released[_SECTIONS] = ReleasedClock(0, known | (kept.known if kept is not None else _NOTHING))
        if not access.write:
            return
        kept = self.released.get(place)
        goes_on = kept is not None and (place in self.read or access.section)
        if access.ordered or self.fences:
            before = kept.known if kept is not None and goes_on else _NOTHING
            owner = kept.thread if kept is not None and goes_on else self.thread
            self.released[place] = ReleasedClock(owner, known | before)
        elif kept is not None and not goes_on and kept.thread != self.thread:
            del self.released[place]
