"""Places of an execution to go back to, where an assumption does not hold.

Models choose first, and then assume that they have chosen what can be: that a signal comes that somebody has sent, that
a rest of time is not more than there was. A run that has chosen badly goes back a little and chooses again: to one of
the last few places, and of more and more of them as long as it comes no further.
"""

from __future__ import annotations

from collections import deque

from esbmc_py.goto.deferred import dataclass

from .machine import MachineState

_PLACES = 64
_OLDEST = 4096  # steps: whoever looks at what a program writes should not wait much longer
_MOST_TRIES = 250  # to come further than ever
_MOST_RETURNS = 5000  # in one run


@dataclass(frozen=True, slots=True)
class Checkpoint:
    state: MachineState
    inputs: int  # how many have been chosen
    steps: int
    thread: int  # whose step comes next
    written: int  # texts that were written so far
    decoders: tuple[tuple[bytes, int], ...]  # what they keep of a character that is not complete


class Checkpoints:
    def __init__(self) -> None:
        self._places: deque[Checkpoint] = deque(maxlen=_PLACES)
        self._tries = 0  # since the run has come further than ever
        self._furthest = 0
        self._returns = 0

    def add(self, checkpoint: Checkpoint) -> None:
        if not self._places or self._places[-1].steps < checkpoint.steps:
            self._places.append(checkpoint)

    def settled(self, steps: int) -> int:
        """So many of the texts stay as they are, wherever the run goes back to."""
        while len(self._places) > 1 and self._places[0].steps < steps - _OLDEST:
            self._places.popleft()
        return self._places[0].written if self._places else 0

    def back_from(self, steps: int) -> Checkpoint | None:
        """Where to go on after an assumption did not hold; None: that was tried often enough."""
        if steps > self._furthest:
            self._furthest, self._tries = steps, 0
        distance = 1 + self._tries % (4 + self._tries // 8)
        self._tries += 1
        self._returns += 1
        if self._returns > _MOST_RETURNS or self._tries > _MOST_TRIES or not self._places:
            return None
        for _ in range(min(distance, len(self._places)) - 1):
            self._places.pop()
        return self._places[-1]
