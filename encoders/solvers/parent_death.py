"""A solver's process must not outlive us: whoever kills smtcb with SIGKILL leaves us no time to end it ourselves."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from typing import Any

_PR_SET_PDEATHSIG = 1
_PR_SET_CHILD_SUBREAPER = 36


def die_with_parent() -> Callable[[], None]:
    """What a child that is being started has to call. Only Linux can do it: elsewhere nothing happens.

    The library is looked up before the fork, where that is safe whatever other threads are doing.
    """
    prctl = _prctl() if sys.platform == "linux" else None
    parent = os.getpid()

    def prepare() -> None:
        if prctl is not None:
            prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
            if os.getppid() != parent:  # it died before we could say so
                os._exit(1)

    return prepare


def end_with_parent(parent: int) -> None:
    """What a process that was not forked from us, but started, calls for itself."""
    if sys.platform == "linux":
        _prctl()(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
    if os.getppid() != parent:
        os._exit(1)


def adopt_orphans() -> None:
    """From now on, descendants of ours whose parent ends are our children: we can end them, and know when all have."""
    if sys.platform == "linux":
        _prctl()(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def _prctl() -> Any:
    import ctypes

    return ctypes.CDLL(None).prctl
