"""Ctrl-C while a solver runs inside this process.

Python delivers a signal only when the interpreter gets to run, and an exception raised in a solver's callback is lost.
So the signal is noted, the solver is told to stop, and what the program wanted to happen on Ctrl-C happens afterwards.
"""

from __future__ import annotations

import signal
import threading
from types import FrameType


class DeferredInterrupt:
    """As a context: a Ctrl-C inside it is held back until its end. `noted` tells whether there was one."""

    def __init__(self) -> None:
        self.noted = False
        self._active = False

    def __enter__(self) -> DeferredInterrupt:
        self._active = threading.current_thread() is threading.main_thread()
        if self._active:
            self._previous = signal.signal(signal.SIGINT, self._note)
            self._active = self._previous is not None
        return self

    def _note(self, signum: int, frame: FrameType | None) -> None:
        self.noted = True

    def __exit__(self, *exception: object) -> None:
        if self._active:
            signal.signal(signal.SIGINT, self._previous)
            if self.noted:
                signal.raise_signal(signal.SIGINT)
