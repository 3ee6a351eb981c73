"""A check in a child of this process.

A child need not look at the clock, it is killed; and a Ctrl-C is ours alone. The child is a copy of this process, so
that it need not be told what to check.
"""

from __future__ import annotations

import os
import pickle
import selectors
import signal
import time
from collections.abc import Callable
from typing import Any

from .parent_death import die_with_parent

HAS_CHILDREN = hasattr(os, "fork")
_CHUNK = 1 << 16
_POLL = 0.1  # seconds between two looks at `stopped`


class ChildEnded(Exception):
    """There is no result: it took too long, it was not wanted any more, or the child died. The message says which."""


def in_child(work: Callable[[], Any], deadline: float | None, stopped: Callable[[], bool]) -> Any:
    """The result of `work`, done in a child. Raises ChildEnded."""
    reading, writing = os.pipe()
    prepare = die_with_parent()
    child = os.fork()
    if child == 0:
        prepare()
        _work(work, reading, writing)
    os.close(writing)
    try:
        return _receive(reading, deadline, stopped)
    finally:
        os.close(reading)
        _end(child)


def _work(work: Callable[[], Any], reading: int, writing: int) -> None:
    """Never returns: what the parent would do after us is not ours to do."""
    status = 1
    try:
        os.close(reading)
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        if hasattr(signal, "setitimer"):
            signal.setitimer(signal.ITIMER_REAL, 0)
        with os.fdopen(writing, "wb") as stream:
            pickle.dump(work(), stream)
        status = 0
    finally:
        os._exit(status)


def _receive(reading: int, deadline: float | None, stopped: Callable[[], bool]) -> Any:
    data = bytearray()
    with selectors.DefaultSelector() as selector:
        selector.register(reading, selectors.EVENT_READ)
        while True:
            if stopped():
                raise ChildEnded("interrupted")
            if deadline is not None and time.monotonic() > deadline:
                raise ChildEnded("timed out")
            if selector.select(_POLL):
                chunk = os.read(reading, _CHUNK)
                if not chunk:
                    break
                data += chunk
    try:
        return pickle.loads(bytes(data))
    except (EOFError, pickle.UnpicklingError):
        raise ChildEnded("the solver's process died") from None


def _end(child: int) -> None:
    os.kill(child, signal.SIGKILL)  # a child that has ended waits for us to look, so the number is still its own
    os.waitpid(child, 0)
