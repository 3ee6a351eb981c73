"""Ctrl-C, another signal that ends us, or an alarm, while a solver runs inside this process.

Python delivers a signal only when the interpreter gets to run, and an exception raised in a solver's callback is lost.
So the signal is noted, the solver is told to stop, and what the program wanted to happen then happens afterwards.
"""

from __future__ import annotations

import signal
import threading
from types import FrameType
from typing import Any

# SIGUSR1 is how a team interrupts its engines.
_NAMES = ("SIGINT", "SIGTERM", "SIGALRM", "SIGUSR1")
_DEFERRED = tuple(getattr(signal, name) for name in _NAMES if hasattr(signal, name))


class DeferredInterrupt:
    """As a context: such a signal inside it is held back until its end. `noted` tells whether there was one."""

    def __init__(self) -> None:
        self.noted = False
        self._came: list[int] = []
        self._previous: dict[int, Any] = {}

    def __enter__(self) -> DeferredInterrupt:
        if threading.current_thread() is threading.main_thread():
            # What the program does not handle itself ends the process: no exception can get lost then.
            for number in _DEFERRED:
                handler = signal.getsignal(number)
                if callable(handler):
                    self._previous[number] = handler
                    signal.signal(number, self._note)
        return self

    def _note(self, number: int, _frame: FrameType | None) -> None:
        self.noted = True
        self._came.append(number)

    def __exit__(self, *exception: object) -> None:
        for number, handler in self._previous.items():
            signal.signal(number, handler)
        for number in dict.fromkeys(self._came):
            signal.raise_signal(number)
