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

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum

from .footprints import Footprint
from .stretches import Stretch, Stretches
from .transitions import Kind, Transition, Transitions
from .vectors import Vector

LONGEST_SUPERSTEP = 200


class Conflict(IntEnum):
    """What a conflict means for the superstep of the thread that asks; the larger, the stricter."""

    CONTINUE = 0  # none
    POST_STOP = 1  # the transition has to be the last one
    PRE_STOP = 2  # the superstep has to end before it


@dataclass(slots=True, eq=False)
class Entry:
    """A transition in an access table: all that it may do, and what it touches (or several, if others follow)."""

    footprint: Footprint
    transitions: tuple[Transition, ...]


@dataclass(slots=True, eq=False)
class Superstep:
    """The transitions of one thread, and where they lead: nowhere, if the last one ends the execution."""

    transitions: Sequence[Transition]
    after: Vector | None


@dataclass(slots=True, eq=False)
class Meeting:
    """Transitions of two threads that conflict, and what the two do before them."""

    first: Transition
    second: Transition
    before: list[Transition]


class Supersteps:
    """The supersteps from one state."""

    def __init__(
        self,
        transitions: Transitions,
        vector: Vector,
        alive: list[int],
        *,
        observed: Footprint | None = None,
        stretches: Stretches | None = None,
        races: bool = False,
        longest: int = LONGEST_SUPERSTEP,
    ):
        """`observed` is what the properties look at in this state: whoever changes it must stop there (visibility).

        `stretches` make it faster and nothing else. With `races`, conflicts are kept in `meetings`.
        """
        self._transitions = transitions
        self._vector = vector
        self._observed = observed
        self._stretches = stretches
        self._races = races
        self._longest = longest
        of = transitions.of
        self.tables: dict[int, list[Entry]] = {}
        for thread in alive:  # init_independence_tester
            possible = of(vector, thread)
            if len(possible) == 1:
                footprint = possible[0].footprint
            else:
                footprint = transitions.footprints.union(one.footprint for one in possible)
            self.tables[thread] = [Entry(footprint, possible)]
        self.meetings: list[Meeting] = []

    def first(self, thread: int) -> tuple[Transition, ...]:
        return self.tables[thread][0].transitions

    def enabled(self, thread: int) -> bool:
        possible = self.tables[thread][0].transitions
        return possible[0].kind is not Kind.BLOCKED or any(one.kind is not Kind.BLOCKED for one in possible)

    def pan_step(self, thread: int) -> Iterator[Superstep]:
        """Figure 6: the superstep of an enabled thread (several if it takes an input)."""
        possible = self.first(thread)
        if len(possible) > 1 or possible[0].inputs:
            yield from self._one_step(thread, possible)
            return
        vector, transition = self._vector, possible[0]
        done: list[Transition] = []
        components = self._transitions.components
        slot = components.thread_slots[thread]
        places = {vector[slot]}  # where the thread has been: a superstep does not go round in a loop
        begin, single = vector, 0  # where the transitions since the last stretch began, and after how many others
        while True:
            guess = self._stretch(thread, vector, done)
            if guess is not None:
                stretch, conflict = guess
                if len(done) > single + 1:
                    self._learn(begin, done[single:])
                done += stretch.transitions
                vector, transition = stretch.effect.after(vector, components.width), stretch.last
                begin, single = vector, len(done)
            else:
                conflict = self.test_for_independence(thread, transition, done)
                if conflict is Conflict.PRE_STOP:
                    break
                done.append(transition)
                if transition.kind is not Kind.MOVED:
                    yield Superstep(done, None)
                    return
                vector = transition.after(vector, components.width)
            if conflict is Conflict.POST_STOP or transition.lone or len(done) >= self._longest:
                break
            if vector[slot] in places or components.thread(vector, thread).ended:
                break
            places.add(vector[slot])
            following = self._transitions.of(vector, thread)
            if len(following) > 1 or following[0].inputs or following[0].kind is Kind.BLOCKED:
                break
            transition = following[0]
        if len(done) > single + 1:
            self._learn(begin, done[single:])
        yield Superstep(done, vector)

    def _learn(self, vector: Vector, done: list[Transition]) -> None:
        if self._stretches is not None:
            self._stretches.learn(vector, done)

    def _stretch(self, thread: int, vector: Vector, done: list[Transition]) -> tuple[Stretch, Conflict] | None:
        """Transitions that concern nobody else, the last one perhaps apart. They are in the table already."""
        if self._stretches is None:
            return None
        stretch = self._stretches.find(vector, thread)
        if stretch is None or len(done) + len(stretch.transitions) > self._longest:
            return None
        if self._strictest(thread, stretch.before) is not Conflict.CONTINUE:
            return None
        last = stretch.last
        conflict = self._strictest(thread, last.footprint)
        if conflict is Conflict.PRE_STOP:
            return None
        if conflict is Conflict.POST_STOP and self._races:
            self._note_meetings(thread, last, [*done, *stretch.transitions[:-1]])
        table = self.tables[thread]
        if not done:
            table.clear()  # its first transition is one of these
        table.append(Entry(stretch.before, stretch.transitions[:-1]))
        table.append(Entry(last.footprint, (last,)))
        return stretch, conflict

    def _one_step(self, thread: int, possible: tuple[Transition, ...]) -> Iterator[Superstep]:
        for transition in possible:
            if transition.kind is Kind.BLOCKED:
                continue
            self.test_for_independence(thread, transition, ())
            if transition.kind is Kind.MOVED:
                yield Superstep((transition,), transition.after(self._vector, self._transitions.components.width))
            else:
                yield Superstep((transition,), None)

    def test_for_independence(self, thread: int, transition: Transition, done: Sequence[Transition]) -> Conflict:
        """Figure 7: may `transition` follow those that its thread's superstep has `done`?"""
        strictest = self._strictest(thread, transition.footprint)
        if strictest is Conflict.POST_STOP and self._races:
            self._note_meetings(thread, transition, done)
        if done and strictest is not Conflict.PRE_STOP:
            self.tables[thread].append(Entry(transition.footprint, (transition,)))
        return strictest

    def _strictest(self, thread: int, footprint: Footprint) -> Conflict:
        strictest = Conflict.CONTINUE
        if self._observed is not None and footprint.conflicts_with(self._observed):
            strictest = Conflict.POST_STOP
        conflicts = footprint.conflicts_with
        for other, table in self.tables.items():
            if other != thread:
                for entry in table:
                    if conflicts(entry.footprint):
                        if entry is not table[-1]:
                            return Conflict.PRE_STOP
                        strictest = Conflict.POST_STOP
        return strictest

    def _note_meetings(self, thread: int, transition: Transition, done: Sequence[Transition]) -> None:
        for other, table in self.tables.items():
            last = table[-1]
            if other != thread and transition.footprint.conflicts_with(last.footprint):
                before = [one for entry in table[:-1] for one in entry.transitions]
                self.meetings += [Meeting(transition, one, [*done, *before]) for one in last.transitions]
