"""Threads that wait are asked at every node whether they still do. What they read tells when the answer is the same.

A thread that joins others waits through most of the tree. If neither the thread nor any object that its attempt read
has changed, trying again would come to the same Block. So a step that came to nothing but a Block is remembered with
the objects that it touched.
"""

from __future__ import annotations

from symex.objects import Object
from symex.state import State, ThreadState
from symex.terms import TRUE

from .footprints import Move, WatchingExecutor


class RepeatedWaits:
    """Makes steps, but not again those that are known to come to a Block."""

    def __init__(self, executor: WatchingExecutor) -> None:
        self._executor = executor
        self._waiting: dict[int, tuple[ThreadState, list[tuple[int, Object | None]], Move]] = {}

    def move(self, state: State, number: int) -> Move:
        thread, memory = state.threads[number], state.memory
        known = self._waiting.get(number)
        if known is not None and known[0] is thread and all(memory.get(place) is target for place, target in known[1]):
            return known[2]
        move = self._executor.move(state, number)
        step, footprint = move.step, move.footprint
        only_blocked = step.blocked is TRUE and not (step.successors or step.violations or step.cuts)
        if only_blocked and footprint.by_objects_alone:
            self._waiting[number] = thread, [(place, memory.get(place)) for place in footprint.objects], move
        return move
