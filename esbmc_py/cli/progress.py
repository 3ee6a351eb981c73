"""A line that says what is being done, for as long as it is being done, if somebody is watching."""

from __future__ import annotations

import sys
import threading
import time
from types import TracebackType

REFRESH_SECONDS = 0.2


class ProgressLine:
    """Shows what it was told last, with the time that has passed, on a terminal; elsewhere nothing.

    The time goes on while a solver thinks, so the line is drawn by a thread of its own. Gone when the work is done.
    """

    def __init__(self, *, wanted: bool) -> None:
        self._shown = wanted and sys.stderr.isatty()
        self._started = time.monotonic()
        self._text = ""
        self._done = threading.Event()
        self._painter = threading.Thread(target=self._paint, daemon=True)

    def __call__(self, states: int, transitions: int) -> None:
        self.show(f"{states:,} states, {transitions:,} transitions")

    def show(self, text: str) -> None:
        self._text = text

    def _paint(self) -> None:
        while not self._done.wait(REFRESH_SECONDS):
            elapsed = time.monotonic() - self._started
            sys.stderr.write(f"\r\x1b[K{elapsed:.0f} s: {self._text} (Ctrl-C ends)")
            sys.stderr.flush()

    def __enter__(self) -> ProgressLine:
        if self._shown:
            self._painter.start()
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        if self._shown:
            self._done.set()
            self._painter.join()
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
