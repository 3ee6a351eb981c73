"""Superstep reduction: SPIN 2008 §4, claim 1 and figures 6 to 8.

From a state, each enabled thread runs on its own as long as nothing that it does concerns the others; the states in
between are never seen by the search. Sound as long as, of all supersteps from a state, only last transitions
conflict with one another. The supersteps are computed lazily, one thread after the other, as the search comes back to
the state; what the threads have done so far is kept in access tables.

Where we differ from the figures, they would lose bugs:

- a *blocked* thread has a table, too, with what it looks at: whoever changes that may wake it, and must stop there;
- with three threads and more, a transition may conflict with the last transition of one thread and with an earlier one
  of another: the stricter answer counts (figure 7 returns the first);
- a transition that starts a thread is the last one, since the new thread has no table yet;
- a transition that takes an input has several results, and is a superstep of its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from enum import IntEnum

from .footprints import Footprint
from .transitions import Kind, Transition, Transitions
from .vectors import Vector

LONGEST_SUPERSTEP = 200


class Conflict(IntEnum):
    """What a conflict means for the superstep of the thread that asks; the larger, the stricter."""

    CONTINUE = 0  # none
    POST_STOP = 1  # the transition has to be the last one
    PRE_STOP = 2  # the superstep has to end before it


@dataclass(frozen=True, slots=True)
class Entry:
    """One transition in an access table: all that it may do, and what it touches."""

    footprint: Footprint
    transitions: tuple[Transition, ...]


@dataclass(frozen=True, slots=True)
class Superstep:
    """The transitions of one thread, and where they lead: nowhere, if the last one ends the execution."""

    transitions: tuple[Transition, ...]
    after: Vector | None

    @property
    def last(self) -> Transition:
        return self.transitions[-1]


@dataclass(frozen=True, slots=True)
class Meeting:
    """Transitions of two threads that conflict, after so many transitions of each."""

    first: Transition
    first_before: int
    second: Transition
    second_before: int


class Supersteps:
    """The supersteps from one state."""

    def __init__(
        self,
        transitions: Transitions,
        vector: Vector,
        alive: list[int],
        *,
        observed: Footprint | None = None,
        longest: int = LONGEST_SUPERSTEP,
    ):
        """`observed` is what the properties look at in this state: whoever changes it must stop there (visibility)."""
        self._transitions = transitions
        self._vector = vector
        self._observed = observed
        self._longest = longest
        union = transitions.footprints.union
        self.tables: dict[int, list[Entry]] = {}
        for thread in alive:  # init_independence_tester
            possible = transitions.of(vector, thread)
            self.tables[thread] = [Entry(union(t.footprint for t in possible), possible)]
        self.meetings: list[Meeting] = []  # conflicts that were met, for whoever looks for races

    def first(self, thread: int) -> tuple[Transition, ...]:
        return self.tables[thread][0].transitions

    def enabled(self, thread: int) -> bool:
        return any(transition.kind is not Kind.BLOCKED for transition in self.first(thread))

    def pan_step(self, thread: int) -> Iterator[Superstep]:
        """Figure 6: the superstep of an enabled thread (several if it takes an input)."""
        possible = self.first(thread)
        if len(possible) > 1 or possible[0].inputs:
            yield from self._one_step(thread, possible)
            return
        transition = possible[0]
        vector: Vector = self._vector
        done: list[Transition] = []
        slot = self._transitions.components.thread_slots[thread]
        places = {vector[slot]}  # where the thread has been: a superstep does not go round in a loop
        while True:
            conflict = self.test_for_independence(thread, transition, len(done))
            if conflict is Conflict.PRE_STOP:
                break
            done.append(transition)
            if transition.kind is not Kind.MOVED:
                yield Superstep(tuple(done), None)
                return
            vector = transition.after(vector, self._transitions.components.width)
            if len(done) >= self._longest or conflict is Conflict.POST_STOP or transition.lone:
                break
            if vector[slot] in places or self._transitions.components.thread(vector, thread).ended:
                break
            places.add(vector[slot])
            following = self._transitions.of(vector, thread)
            if len(following) > 1 or following[0].inputs or following[0].kind is Kind.BLOCKED:
                break
            transition = following[0]
        yield Superstep(tuple(done), vector)

    def _one_step(self, thread: int, possible: tuple[Transition, ...]) -> Iterator[Superstep]:
        for transition in possible:
            if transition.kind is Kind.BLOCKED:
                continue
            self.test_for_independence(thread, transition, 0)
            if transition.kind is Kind.MOVED:
                yield Superstep((transition,), transition.after(self._vector, self._transitions.components.width))
            else:
                yield Superstep((transition,), None)

    def test_for_independence(self, thread: int, transition: Transition, done: int) -> Conflict:
        """Figure 7: may `transition` follow the `done` transitions of its thread's superstep?"""
        footprint = transition.footprint
        strictest = Conflict.CONTINUE
        if self._observed is not None and footprint.conflicts_with(self._observed):
            strictest = Conflict.POST_STOP
        for other, table in self.tables.items():
            if other == thread:
                continue
            last = len(table) - 1
            for place, entry in enumerate(table):
                if footprint.conflicts_with(entry.footprint):
                    if place < last:
                        strictest = Conflict.PRE_STOP
                        break
                    strictest = max(strictest, Conflict.POST_STOP)
                    self.meetings += [Meeting(transition, done, one, place) for one in entry.transitions]
        if done and strictest is not Conflict.PRE_STOP:
            self.tables[thread].append(Entry(footprint, (transition,)))
        return strictest
