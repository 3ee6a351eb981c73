"""Threads that go on for long without a switch point: who moves then, and who goes round in a circle.

Nobody notices such steps. So all threads move where one has rested for its length for the first time, the others
before it; after that it goes on alone, until a search gives up on it. A thread that comes round to a state in which it
was rests there, and each of its steps goes round once: a state that is known.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

INVISIBLE_LIMIT = 10_000  # instructions after which a step ends at a jump backwards
LATER = 100  # times as many, once the other threads have had their turns
MOST_OVERRUNS = 100  # steps in a row without a switch point after which a search gives up on a thread
FEW_OVERRUNS = 2  # the same where everything is interpreted, or once there were many of them
WATCHED = 3_000  # instructions in which a circle is noticed
CIRCLES = 1 << 30  # steps in a row without a switch point: of a thread that goes round in a circle


def moving(alive: list[int], overruns: Mapping[int, int], most: int) -> tuple[list[int], int | None]:
    """Which threads a search lets move (`alive` itself if all go on as usual), and the one that it gives up."""
    tired = [number for number in alive if overruns[number]]
    if not tired:
        return alive, None
    in_turn = [*(number for number in alive if number not in tired), *tired]
    last = next((number for number in tired if overruns[number] < CIRCLES), None)
    if last is None or overruns[last] == 1 < most:
        return in_turn, None
    return ([last], None) if overruns[last] < most else ([], last)


class ReturnWatch:
    """A state that a step may come back to, while somebody looks out for it."""

    def __init__(self) -> None:
        self._state: tuple[Any, Any] | None = None
        self._until = -1

    def begin(self, here: Any, everything: Any, until: int) -> None:
        self._state, self._until = (here, everything), until

    def end(self) -> None:
        self._state, self._until = None, -1

    @property
    def is_on(self) -> bool:
        return self._state is not None

    def lasts(self, executed: int) -> bool:
        return executed <= self._until

    def sees(self, here: Any, everything: Callable[[], Any]) -> bool:
        """Is this the state? Most differ in what is quickly compared."""
        return self._state is not None and self._state[0] == here and self._state[1] == everything()
