"""A thread that takes one lock after another takes them at once: nobody looks at the states in between.

A row of steps that began without a lock, and since it took the first one has made nothing but steps inside critical
sections, goes on with the next lock if that is free. Only where it is not free, the state in which the thread waits
is stored.

Why that is enough. Let t have taken a, made steps p that nobody else can notice before it goes on, and stand before the
free lock b. Whatever w the others do now, they do without a and without what p has touched, and nobody looks at a
without waiting for it (see `disturbances`): so w is possible from the state before t took a, too, and t may take a
after w. If b is taken in w and never given back, t takes a and waits, in a state that is stored. If t is part of a
deadlock, all of its threads may take their last locks at its end, one after the other, each when the lock that it asks
for is taken already: there is such an order unless they wait for each other in a circle. Who holds a lock and asks for
another one is noted (`lock_order`). Where the order of locks has no circle, nothing is lost; where one comes up, the
search begins again, and such locks are taken one by one.

The others' supersteps from the same state have to stop where they conflict with what is taken (`Supersteps.add`), as
they do at the last step of this one.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from .absent_threads import Away
from .footprints import Footprint
from .protection import NOTHING_HELD, CriticalSections, Guards
from .transitions import MOVED, Transition, Transitions
from .vectors import EXIT, Vector

LOCK = "pthread_mutex_lock"
UNLOCK = "pthread_mutex_unlock"

Rows: TypeAlias = dict[tuple[tuple[Transition, ...], Transition, Guards, Away], int]

NOT_SO = -1
LONGEST = 40  # steps in which a further lock is looked for


class FurtherLocks:
    def __init__(self, transitions: Transitions, sections: CriticalSections) -> None:
        self._transitions = transitions
        self._sections = sections
        self._protection = sections.protection
        self._rows: Rows = {}
        self._versions = -1, -1
        self._leading: dict[Transition, bool] = {}  # steps that take a lock: has anybody who had it asked for another?
        self._leading_of = -1  # the version of the order of locks

    def next(self, begin: Vector, done: Sequence[Transition], vector: Vector) -> tuple[Transition, int] | None:
        """The step that takes one more lock, after a row that its thread has made since a stored state; and which step
        of the row took the first one.
        """
        thread = done[-1].thread
        if vector[EXIT] or self._transitions.components.thread(vector, thread).ended:
            return None
        possible = self._transitions.of(vector, thread)
        step = possible[0]
        if len(possible) > 1 or not _may_take_a_lock(step):
            return None
        held = self._sections.held(vector, thread)
        if not held or self._sections.held(begin, thread):
            return None
        versions = self._protection.version, self._protection.order.version
        if self._versions != versions:
            self._rows.clear()
            self._versions = versions
        key = tuple(done), step, held, self._sections.joined(vector, thread)
        place = self._rows.get(key)
        if place is None:
            place = self._rows[key] = self._first_lock(begin, done, vector, step)
        return None if place == NOT_SO else (step, place)

    def ahead(self, vector: Vector, thread: int) -> list[Footprint]:
        """What the further locks touch that a thread is about to take, where its next step takes the first one."""
        if not self._protection.order.version:
            return []
        first = self._transitions.of(vector, thread)[0]
        if not (_may_take_a_lock(first) and self._leads_on(vector, first)) or self._sections.held(vector, thread):
            return []
        done = [first]
        found, begin, vector = [], vector, first.after(vector, self._transitions.components.width)
        while len(done) < LONGEST:
            step = self._transitions.of(vector, thread)[0]
            if self.next(begin, done, vector) is not None:
                found.append(step.footprint)
                if not self._leads_on(vector, step):
                    break
            elif not (step.local or self._sections.protected_step(vector, thread)):
                break
            done.append(step)
            vector = step.after(vector, self._transitions.components.width)
        return found

    def _leads_on(self, vector: Vector, step: Transition) -> bool:
        """Has anybody taken another lock while he had this one?"""
        known = self._leading.get(step)
        if known is None or self._protection.order.version != self._leading_of:
            if self._protection.order.version != self._leading_of:
                self._leading.clear()
                self._leading_of = self._protection.order.version
            known = any(map(self._protection.order.leads_on, self._sections.named_by(vector, step)))
            self._leading[step] = known
        return known

    def _first_lock(self, begin: Vector, done: Sequence[Transition], vector: Vector, step: Transition) -> int:
        locks = self._sections.named_by(vector, step)
        if len(locks) != 1 or locks[0] in self._protection.no_locks:
            return NOT_SO
        place = self._only_takes(begin, done)
        held = self._sections.held(vector, step.thread)
        return place if place != NOT_SO and self._protection.order.may_rely(held, locks[0]) else NOT_SO

    def _only_takes(self, begin: Vector, done: Sequence[Transition]) -> int:
        """From which step on the thread has taken locks at which nobody looks without waiting, given back none of them,
        and done nothing else that others notice.
        """
        thread, vector, held, first = done[-1].thread, begin, NOTHING_HELD, NOT_SO
        for place, transition in enumerate(done):
            if transition.thread != thread or transition.kind is not MOVED:
                return NOT_SO
            following = transition.after(vector, self._transitions.components.width)
            then = self._sections.held(following, thread)
            if not held:
                first = place if then else NOT_SO
            if then - held:
                only = held <= then and self._takes_unseen(transition)
            else:
                only = held == then and (transition.local or self._sections.is_protected(vector, transition, held))
            if held | then and not only:
                first = NOT_SO
            vector, held = following, then
        return first

    def _takes_unseen(self, transition: Transition) -> bool:
        return _may_take_a_lock(transition) and self._sections.is_undisturbed(transition, UNLOCK)


def _may_take_a_lock(step: Transition) -> bool:
    return step.begins_in == LOCK and step.kind is MOVED and not (step.inputs or step.lone or step.overran)
