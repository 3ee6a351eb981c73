"""A limit on the time that a piece of work in this process may take."""

from __future__ import annotations

import signal
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType


class TimeIsUp(BaseException):
    """Not an `Exception`, so that no handler on the way takes it for something else."""


@contextmanager
def time_limit(seconds: float) -> Iterator[None]:
    """Raises TimeIsUp in the main thread after `seconds`."""

    def ring(_signal: int, _frame: FrameType | None) -> None:
        raise TimeIsUp

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
