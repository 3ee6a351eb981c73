"""Schedules at random that change few priorities: PCT (Burckhardt et al., ASPLOS 2010).

The thread of the highest priority moves as long as it can. At some steps, chosen beforehand, it becomes the last of
all. A bug that takes d orders of events is met with d - 1 such changes, at a rate that goes down with the number of
threads and steps only as 1 / (n k^(d-1)): a walk that flips a coin at each step meets deep bugs far less often.
"""

from __future__ import annotations

import math
from random import Random

_MOST_CHANGES = 3
_PATIENCE = 30, 100, 300  # steps in a row after which a thread may be waiting for another one in a loop, or have no end


class PriorityOrder:
    def __init__(self, random: Random, shortest: int, longest: int) -> None:
        """The numbers of steps of executions so far.

        Where threads have no end, most steps of long executions are theirs, and changes among them change nothing. So
        executions are taken to be of any order of magnitude in between.
        """
        self._random = random
        self._priorities: dict[int, float] = {}
        length = math.exp(random.uniform(math.log(max(shortest, 2)), math.log(max(longest, 3))))
        self._changes = {random.randrange(1, max(int(length), 2)) for _ in range(random.randint(0, _MOST_CHANGES))}
        self._patience = random.choice(_PATIENCE)
        self._lowest = 0
        self._step = 0
        self._first = -1
        self._since = 0  # the step from which on `_first` has been the first

    def prescribed(self, step: int) -> int | None:
        self._step = step
        return None

    def pick(self, candidates: list[int], _current: int) -> int:
        for thread in candidates:
            if thread not in self._priorities:
                self._priorities[thread] = 1 + self._random.random()
        first = self._first_of(candidates)
        if self._step in self._changes or self._step - self._since > self._patience:
            self._changes.discard(self._step)
            self._lowest -= 1
            self._priorities[first] = self._lowest
            first = self._first_of(candidates)
        return first

    def _first_of(self, candidates: list[int]) -> int:
        first = max(candidates, key=self._priorities.__getitem__)
        if first != self._first:
            self._first, self._since = first, self._step
        return first
