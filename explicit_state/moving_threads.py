"""The threads that may move in a state."""

from __future__ import annotations

from zlib import crc32

from .search_findings import SearchFindings
from .transitions import Transitions
from .vectors import Vector


class MovingThreads:
    def __init__(self, transitions: Transitions, notes: SearchFindings, *, in_order: bool, seed: int) -> None:
        """`in_order`: under a bound, the thread that ran last stays the first one. `seed`: another order of threads."""
        self._transitions = transitions
        self._notes = notes
        self._in_order = in_order
        self._seed = seed

    def alive(self, vector: Vector, last: int) -> list[int]:
        """The threads that have not ended, the one that ran last first: whether it can go on decides about others.

        Without a bound nothing depends on that: with an odd seed it comes last, so that threads are switched early.
        """
        alive = self._transitions.alive(vector)
        if self._seed:
            alive.sort(key=self._rank)
        if (last or self._seed) and alive and alive[0] != last and last in alive:
            alive.remove(last)
            alive.insert(0, last)
        if self._seed % 2 and not self._in_order and last in alive:
            alive.remove(last)
            alive.append(last)
        return alive

    def _rank(self, thread: int) -> int:
        """Threads in an order that the seed says."""
        return crc32(f"{self._seed} {thread}".encode())

    def moving(self, vector: Vector, alive: list[int]) -> list[int]:
        """Of these, the ones that move: others come before a thread that goes round alone. None if it is enough."""
        threads = {number: self._transitions.components.thread(vector, number) for number in alive}
        if not any(thread.overruns for thread in threads.values()):
            return alive
        moving, given_up = self._transitions.machine.follow_overruns(alive, threads)
        if given_up is not None:
            self._notes.incomplete[given_up] = None
        return [number for number in alive if number in moving] if self._in_order else moving
