"""Ends work that does not look at the clock by itself."""

from __future__ import annotations

import signal
import sys
import threading
from collections.abc import Callable
from types import FrameType
from typing import NoReturn, TypeVar

GRACE = 0.25  # seconds: who looks at the clock comes first, and can tell more
AGAIN = 0.25  # an exception can get lost (in a finalizer): it is raised again

_Result = TypeVar("_Result")


class AttemptEnded(Exception):
    """Ends an attempt from inside; says why."""


def within(seconds: float | None, error: Exception, work: Callable[[], _Result]) -> _Result:
    """What `work` returns; raises `error` in the midst of it when the time is up.

    Only in the main thread, and only if nobody else uses the alarm.
    """
    if seconds is None or not _is_free():
        return work()

    def ring(_number: int, _frame: FrameType | None) -> NoReturn:
        raise error

    def quietly(lost: sys.UnraisableHookArgs) -> None:
        if lost.exc_value is not error:  # which will be raised again
            tell(lost)

    tell, sys.unraisablehook = sys.unraisablehook, quietly
    before = signal.signal(signal.SIGALRM, ring)
    # The alarm may ring while it is being switched off. Then it is switched off once more, before it can ring again:
    # it must not go on ringing when this is over.
    try:
        try:
            signal.setitimer(signal.ITIMER_REAL, seconds + GRACE, AGAIN)
            return work()
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
        sys.unraisablehook = tell


def _is_free() -> bool:
    if threading.current_thread() is not threading.main_thread() or not hasattr(signal, "setitimer"):
        return False
    return signal.getsignal(signal.SIGALRM) in (signal.SIG_DFL, signal.SIG_IGN)
