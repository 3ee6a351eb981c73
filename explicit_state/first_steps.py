"""Steps that may come before all others, whoever makes them: the states between them need not be stored.

Four reductions say so, each for reasons of its own: a step is *local* (it can never concern anybody but its own
thread), it is inside a *critical section* (`protection`), it is a *release* (`releases`), or nobody else will notice it
any more (`futures`). Here they are put together: after each superstep, all such steps are made before a state is
stored. A stored state has no such step, unless there are too many in a row: so none is put off for ever.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Sequence
from typing import NamedTuple, TypeAlias

from esbmc_py.goto.program import Program

from .absent_threads import AbsentThreads
from .footprints import Footprint
from .further_locks import FurtherLocks
from .futures import Futures
from .protection import CriticalSections, Guards, Protection
from .releases import Releases
from .search_result import Counts, SearchOptions
from .stretches import Stretch, Stretches
from .supersteps import Supersteps
from .transitions import MOVED, Transition, Transitions
from .uses import Uses
from .vectors import EXIT, THREADS, Vector

Row: TypeAlias = tuple[Sequence[Transition], Vector]  # what was done since the last stored state, and where it led


class First(NamedTuple):
    """A step that may come first."""

    transition: Transition
    release: str = ""  # the name of what it gives back, if that is why
    always: bool = True  # wherever its thread does the same, it may come first, too (if nobody uses what it releases)


class FirstSteps:
    def __init__(
        self,
        program: Program,
        searched: Program,
        transitions: Transitions,
        options: SearchOptions,
        counts: Counts,
        *,
        exact: bool,
        futures: bool,
    ) -> None:
        """`searched` is the program with the switch points of the search.

        `exact`: who looks at every state can tell what came first, so that only local steps do.
        """
        self._transitions = transitions
        self._counts = counts
        self._longest = options.longest_superstep
        self._uses = Uses(searched)
        self._lives = AbsentThreads(transitions)
        self._protection = Protection()
        self._releases = None if exact else Releases(searched, transitions, self._uses)
        named = program.thread_self is not None  # otherwise there are no threads and no locks
        self._with_sections = named and not exact and options.critical_sections
        self._sections = self._critical_sections()
        self._further = self._further_locks()
        self._futures = Futures(transitions) if futures and not exact else None
        self._patience = options.futures or 0  # states that are visited before it pays
        self._rows = Stretches(transitions, shortest=1)  # that were made first before
        self._names: dict[Stretch, frozenset[str]] = {}  # the releases among them
        self._rows_of = 0  # the version of what protects what
        self._of_concern: defaultdict[int, set[int]] = defaultdict(set)  # thread → its numbers with no local step next
        self._unprotected: defaultdict[int, set[int]] = defaultdict(set)  # the same, with no step that comes first

    def _critical_sections(self) -> CriticalSections | None:
        if not self._with_sections:
            return None
        return CriticalSections(self._transitions, self._protection, self._lives, self._uses)

    def _further_locks(self) -> FurtherLocks | None:
        return None if self._sections is None else FurtherLocks(self._transitions, self._sections)

    @property
    def broken(self) -> bool:
        """What was relied on has turned out to be wrong."""
        return self._futures is not None and self._futures.broken

    def begin_again(self) -> None:
        self._protection.forget_reliance()
        if self._futures is not None:
            self._futures.begin_again()
        self._sections = self._critical_sections()
        self._further = self._further_locks()
        self._rows_of = -1  # to be relied on again

    # -- what is done, and who has to know ----------------------------------------------------------------------------

    def followed(self, vector: Vector, alive: list[int]) -> CriticalSections | None:
        """What has to know what is done from here, if anything."""
        if self._sections is None or self._lives.is_settled(vector, alive):
            return None
        return self._sections

    def follow(
        self, followed: CriticalSections, vector: Vector, alive: list[int], row: Sequence[Transition]
    ) -> Guards | None:
        """A thread that is alone may join the last of the others in the midst of a row: what follows counts no more."""
        if len(alive) > 1:
            return followed.follow(vector, row)
        held = None
        for place, transition in enumerate(row):
            if self._lives.is_settled(vector, alive):
                followed.note_alone(vector, row[place:])
                return None
            held = followed.follow(vector, (transition,))
            if transition.kind is MOVED:
                vector = transition.after(vector, self._transitions.components.width)
        return held

    def note_alone(self, vector: Vector, row: Sequence[Transition]) -> None:
        """A row that nobody has to know of."""
        if self._sections is not None:
            self._sections.note_alone(vector, row)

    # -- going on -----------------------------------------------------------------------------------------------------

    def release(self, vector: Vector, alive: list[int]) -> Row | None:
        """A release that comes before everything else in a state, and what comes first after it."""
        if self._releases is None:
            return None
        first = self._releases.first(vector, alive, None, self._sections)
        if first is None:
            return None
        self._counts.transitions += 1
        followed = self.followed(vector, alive)
        held = None
        if followed is not None:
            held = followed.follow(vector, (first,))
        else:
            self.note_alone(vector, (first,))
        return self.run_on([first], first.after(vector, self._transitions.components.width), held)

    def run_on(self, done: Sequence[Transition], vector: Vector, held: Guards | None) -> Row:
        """Goes on with steps that may come first. `held`: what the thread that moved last holds."""
        if self._is_of_concern(done[-1], vector, held):
            return done, vector
        self._renew_rows()
        thread = done[-1].thread
        if vector[EXIT] or self._transitions.components.thread(vector, thread).ended:
            return done, vector
        if held is None and self._sections is not None:
            held = self._sections.held(vector, thread)
        holding = held, None if held is None else self._lives.away(vector, thread)
        row = self._rows.find(vector, thread, holding)
        if row is not None and self._may_follow(row, vector, thread):
            self._counts.transitions += len(row.transitions)
            return [*done, *row.transitions], row.effect.after(vector, self._transitions.components.width)
        begin, before = vector, len(done)
        done, vector, names = self._one_by_one(done, vector)
        made = done[before:]
        own = all(one.thread == thread for one in made) and len(self._transitions.alive(begin)) > 1
        if own and names is not None and self._rows_of == self._protection.version:
            learnt = self._rows.learn(begin, made, holding)
            if learnt is not None:
                self._names[learnt] = names
        return done, vector

    @property
    def ahead(self) -> Callable[[Vector, int], list[Footprint]] | None:
        """What threads will take beside the lock that is their next step."""
        return None if self._further is None else self._further.ahead

    def with_further_locks(self, begin: Vector, superstep: Sequence[Transition], row: Row, steps: Supersteps) -> Row:
        """Goes on, from the end of a superstep, where its thread takes one lock after another.

        Where another thread's superstep has something against it, this one ends before the first of these locks, if
        that is not its first step.
        """
        if self._further is None or self._sections is None or not self._protection.order.version:
            return row
        done, vector = row
        while len(done) < self._longest:
            found = self._further.next(begin, done, vector)
            if found is None:
                break
            step, first = found
            if not steps.add(step):
                return self._cut(begin, superstep[:first]) if 0 < first < len(superstep) else (done, vector)
            self._counts.transitions += 1
            held = self._sections.follow(vector, (step,))
            done, vector = self.run_on([*done, step], step.after(vector, self._transitions.components.width), held)
        return done, vector

    def _cut(self, vector: Vector, row: Sequence[Transition]) -> Row:
        for transition in row:
            vector = transition.after(vector, self._transitions.components.width)
        return self.run_on(row, vector, None)

    def _is_of_concern(self, last: Transition, vector: Vector, held: Guards | None) -> bool:
        """Known not to be followed by a step that may come first: its thread is in no critical section."""
        thread = last.thread
        number = vector[self._transitions.components.thread_slots[thread]]
        released = self._releases is None or self._releases.never_at(thread, number)
        noticed = number in self._of_concern[thread] and number in self._unprotected[thread]
        return not held and released and not last.lone and noticed

    def _renew_rows(self) -> None:
        if self._rows_of != self._protection.version:
            self._rows_of = self._protection.version
            self._rows = Stretches(self._transitions, shortest=1)
            self._names.clear()

    def _may_follow(self, row: Stretch, vector: Vector, thread: int) -> bool:
        names = self._names[row]
        if not names or self._releases is None:
            return not names
        return self._releases.may_come_first(names, vector, self._transitions.alive(vector), thread)

    def _one_by_one(
        self, done: Sequence[Transition], vector: Vector
    ) -> tuple[Sequence[Transition], Vector, frozenset[str] | None]:
        """Also the names of what was released; None if it may not always come first where the same is done."""
        longest = len(done) + self._longest
        names: set[str] = set()
        always = True
        movers = [done[-1].thread]  # who may have such a step
        while True:
            done, vector = self._local_steps(done, vector)
            if done[-1].lone:
                movers.append(vector[THREADS] - 1)
            first = self._first_of(vector, movers) if len(done) < longest else None
            if first is None:
                return done, vector, frozenset(names) if always else None
            always = always and first.always
            if first.release:
                names.add(first.release)
            self._counts.transitions += 1
            done = [*done, first.transition]
            vector = first.transition.after(vector, self._transitions.components.width)

    def _first_of(self, vector: Vector, movers: list[int]) -> First | None:
        """A step of the last of these threads that has one. Those that have none are done with."""
        while movers:
            first = self._first(vector, movers[-1])
            if first is not None:
                return first
            movers.pop()
        return None

    def _first(self, vector: Vector, thread: int) -> First | None:
        """A step of a thread that may come before all others; none of one that goes on and on."""
        alive = self._transitions.alive(vector)
        if thread not in alive or self._transitions.components.thread(vector, thread).overruns:
            return None
        inside = self._sections.protected_step(vector, thread) if self._sections is not None else None
        first = First(inside) if inside is not None else self._release_of(vector, alive, thread)
        if first is None:
            self._unprotected[thread].add(vector[self._transitions.components.thread_slots[thread]])
            return None
        if (followed := self.followed(vector, alive)) is not None:
            followed.follow(vector, (first.transition,))
        else:
            self.note_alone(vector, (first.transition,))
        return first

    def _release_of(self, vector: Vector, alive: list[int], thread: int) -> First | None:
        if self._releases is None:
            return None
        first = self._releases.first(vector, alive, (thread,), self._sections)
        if first is None:
            return None
        name = self._releases.released_at(self._transitions.components.thread(vector, thread))
        if name and not self._releases.is_left_alone(first, name, vector, alive):
            name = ""  # nobody was seen to disturb it: that holds as long as what protects what
        return First(first, name or "", always=name is not None)

    def _local_steps(self, done: Sequence[Transition], vector: Vector) -> Row:
        """Goes on with steps that can never concern anybody but their own thread: no other order tells anything new.

        All of them are taken before the state is stored, so that no stored state is left without its other threads'
        moves; a thread that comes round in a loop is left to the search.
        """
        components, of = self._transitions.components, self._transitions.of
        first, before = done[-1], len(done)
        if not first.lone and vector[components.thread_slots[first.thread]] in self._of_concern[first.thread]:
            return done, vector
        pending = [first.thread]
        if first.lone:
            pending += range(1, vector[THREADS])  # those that it has started
        while pending:
            thread = pending.pop()
            places: set[int] = set()
            while not (vector[EXIT] or components.thread(vector, thread).ended):
                place = vector[components.thread_slots[thread]]
                if components.thread(vector, thread).overruns:
                    break
                possible = of(vector, thread)
                if not possible[0].local:
                    self._of_concern[thread].add(place)
                    break
                if place in places or len(done) - before >= self._longest:
                    break
                places.add(place)
                vector = possible[0].after(vector, components.width)
                done = [*done, possible[0]]
                if possible[0].overran:
                    break
                if possible[0].lone:
                    pending += range(1, vector[THREADS])
        self._counts.transitions += len(done) - before
        return done, vector

    def unnoticed(self, done: Sequence[Transition], vector: Vector, states: Callable[[], int]) -> Row:
        """Goes on with steps, of any thread, that no other thread will notice, and what comes first after them.

        Not round in a loop: a thread that does nothing else for ever must not keep the others from being looked at.
        `states`: how many are stored so far.
        """
        futures = self._futures
        if futures is None or states() < self._patience or not futures.pays:
            return done, vector
        if self._patience:
            self._patience = 0
            futures.wander(self._transitions.first_vector)
        components = self._transitions.components
        longest = len(done) + self._longest
        places: set[tuple[int, int]] = set()
        alive = self._transitions.alive(vector)
        pending = futures.candidates(vector, alive)
        while pending and len(alive) > 1 and len(done) < longest:
            thread = pending.pop()
            step = futures.unnoticed(vector, alive, thread)
            place = thread, vector[components.thread_slots[thread]]
            if step is None or place in places or components.thread(vector, thread).overruns:
                continue
            places.add(place)
            self._counts.transitions += 1
            held = None if self._sections is None else self._sections.follow(vector, (step,))
            vector = step.after(vector, components.width)
            done, vector = self.run_on([*done, step], vector, held)
            alive = self._transitions.alive(vector)
            pending = futures.candidates(vector, alive)
        return done, vector
