"""Whether somebody interrupted what ran: the machine, for one, ends a run then, and says no more than that it ended."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

_SIGNALS: tuple[int, ...] = (signal.SIGINT, signal.SIGTERM)


@contextmanager
def noted_interruptions() -> Iterator[Callable[[], bool]]:
    """Whether there was a Ctrl-C or a SIGTERM that the program handles. It does so as always."""
    came: list[int] = []
    previous: dict[int, Callable[[int, FrameType | None], Any]] = {}

    def note(number: int, frame: FrameType | None) -> Any:
        came.append(number)
        return previous[number](number, frame)

    if threading.current_thread() is threading.main_thread():
        for number in _SIGNALS:
            handler = signal.getsignal(number)
            if callable(handler):
                previous[number] = handler
                signal.signal(number, note)
    try:
        yield lambda: bool(came)
    finally:
        for number, handler in previous.items():
            signal.signal(number, handler)
