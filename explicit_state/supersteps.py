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

from collections.abc import Callable, Iterator, Sequence
from enum import IntEnum

from esbmc_py.goto.deferred import dataclass

from .footprints import Footprint
from .stretches import Stretch, Stretches
from .transitions import BLOCKED, MOVED, TableEntry, Transition, Transitions
from .vectors import Vector

LONGEST_SUPERSTEP = 200


class Conflict(IntEnum):
    """What a conflict means for the superstep of the thread that asks; the larger, the stricter."""

    CONTINUE = 0  # none
    POST_STOP = 1  # the transition has to be the last one
    PRE_STOP = 2  # the superstep has to end before it


CONTINUE, POST_STOP, PRE_STOP = Conflict


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
        ahead: Callable[[Vector, int], list[Footprint]] | None = None,
    ):
        """`observed` is what the properties look at in this state: whoever changes it must stop there (visibility).

        `stretches` make it faster and nothing else. With `races`, conflicts are kept in `meetings`. `ahead` is what a
        thread will also do if its superstep ends with its first transition (see `add`).
        """
        self._transitions = transitions
        self._vector = vector
        self._observed = observed
        self._stretches = stretches
        self._races = races
        self._longest = longest
        self.tables: dict[int, list[TableEntry]] = {}
        self.enabled: list[int] = []
        self.blocked: list[Transition] = []
        self.meetings: list[Meeting] = []
        self._added: list[tuple[int, Footprint]] = []
        of = transitions.of
        for thread in alive:  # init_independence_tester
            possible = of(vector, thread)
            only = possible[0]
            if len(possible) == 1:
                self.tables[thread] = [only.entry]
                can_move = only.kind is not BLOCKED
            else:
                footprint = transitions.footprints.union(one.footprint for one in possible)
                self.tables[thread] = [TableEntry(footprint, possible)]
                can_move = any(one.kind is not BLOCKED for one in possible)
            if can_move:
                self.enabled.append(thread)
                if ahead is not None:
                    self._added += [(thread, footprint) for footprint in ahead(vector, thread)]
            else:
                self.blocked.append(possible[-1])

    def pan_step(self, thread: int) -> list[Superstep]:
        """Figure 6: the superstep of an enabled thread (several if it takes an input)."""
        possible = self.tables[thread][0].transitions
        if len(possible) > 1 or possible[0].inputs:
            return list(self._one_step(thread, possible))
        vector, transition = self._vector, possible[0]
        done: list[Transition] = []
        components = self._transitions.components
        slot = components.thread_slots[thread]
        places = {vector[slot]}  # where the thread has been: a superstep does not go round in a loop
        begin, single = vector, 0  # where the transitions since the last stretch began, and after how many others
        while True:
            conflict = self._strictest(thread, transition.footprint)
            guess = self._stretch(thread, vector, done) if conflict is CONTINUE else None
            if guess is not None:
                stretch, conflict = guess
                if len(done) > single + 1:
                    self._learn(begin, done[single:])
                done += stretch.transitions
                vector, transition = stretch.effect.after(vector, components.width), stretch.last
                begin, single = vector, len(done)
            else:
                if conflict is PRE_STOP:
                    break
                self._note(thread, transition, done, conflict)
                done.append(transition)
                if transition.kind is not MOVED:
                    return [Superstep(done, None)]
                vector = transition.after(vector, components.width)
            if conflict is POST_STOP or transition.lone or transition.overran or len(done) >= self._longest:
                break
            place = vector[slot]
            if place in places or components.tables[slot][place].ended:
                break
            places.add(place)
            following = self._transitions.of(vector, thread)
            transition = following[0]
            if transition.kind is BLOCKED or transition.inputs or len(following) > 1:
                break
        if len(done) > single + 1:
            self._learn(begin, done[single:])
        return [Superstep(done, vector)]

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
        if self._strictest(thread, stretch.before) is not CONTINUE:
            return None
        last = stretch.last
        conflict = self._strictest(thread, last.footprint)
        if conflict is PRE_STOP:
            return None
        if conflict is POST_STOP and self._races:
            self._note_meetings(thread, last, [*done, *stretch.transitions[:-1]])
        table = self.tables[thread]
        if not done:
            table.clear()  # its first transition is one of these
        table += stretch.entries
        return stretch, conflict

    def _one_step(self, thread: int, possible: tuple[Transition, ...]) -> Iterator[Superstep]:
        for transition in possible:
            if transition.kind is BLOCKED:
                continue
            self.test_for_independence(thread, transition, ())
            if transition.kind is MOVED:
                yield Superstep((transition,), transition.after(self._vector, self._transitions.components.width))
            else:
                yield Superstep((transition,), None)

    def test_for_independence(self, thread: int, transition: Transition, done: Sequence[Transition]) -> Conflict:
        """Figure 7: may `transition` follow those that its thread's superstep has `done`?"""
        conflict = self._strictest(thread, transition.footprint)
        if conflict is not PRE_STOP:
            self._note(thread, transition, done, conflict)
        return conflict

    def _note(self, thread: int, transition: Transition, done: Sequence[Transition], conflict: Conflict) -> None:
        """The superstep goes that far."""
        if conflict is POST_STOP and self._races:
            self._note_meetings(thread, transition, done)
        if done:  # the first one is in the table already
            self.tables[thread].append(transition.entry)

    def _strictest(self, thread: int, footprint: Footprint) -> Conflict:
        conflicts = footprint.conflicts
        strictest = CONTINUE
        if self._observed is not None and conflicts[self._observed]:
            strictest = POST_STOP
        for other, table in self.tables.items():
            if other != thread:
                if len(table) > 1 and any(conflicts[entry.footprint] for entry in table[:-1]):
                    return PRE_STOP
                if conflicts[table[-1].footprint]:
                    strictest = POST_STOP
        if self._added and any(conflicts[added] for other, added in self._added if other != thread):
            strictest = POST_STOP
        return strictest

    def add(self, transition: Transition) -> bool:
        """The thread goes on with a step that comes after its superstep, if no other thread's goes on after one that
        conflicts with it. Those that are not known yet will stop there.
        """
        conflicts = transition.footprint.conflicts
        for other, table in self.tables.items():
            if other != transition.thread and any(conflicts[entry.footprint] for entry in table[:-1]):
                return False
        self._added.append((transition.thread, transition.footprint))
        return True

    def _note_meetings(self, thread: int, transition: Transition, done: Sequence[Transition]) -> None:
        for other, table in self.tables.items():
            last = table[-1]
            if other != thread and transition.footprint.conflicts[last.footprint]:
                before = [one for entry in table[:-1] for one in entry.transitions]
                self.meetings += [Meeting(transition, one, [*done, *before]) for one in last.transitions]
