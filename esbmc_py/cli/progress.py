"""A line that says what is being done, for as long as it is being done, if somebody is watching."""

from __future__ import annotations

import sys
import time
from types import TracebackType

REFRESH_SECONDS = 0.2


class ProgressLine:
    """Shows states and transitions on a terminal; elsewhere nothing. Gone when the work is done."""

    def __init__(self, *, wanted: bool) -> None:
        self._shown = wanted and sys.stderr.isatty()
        self._started = time.monotonic()
        self._next = self._started + REFRESH_SECONDS

    def __call__(self, states: int, transitions: int) -> None:
        now = time.monotonic()
        if self._shown and now >= self._next:
            self._next = now + REFRESH_SECONDS
            elapsed = now - self._started
            sys.stderr.write(f"\r\x1b[K{elapsed:.0f} s: {states:,} states, {transitions:,} transitions (Ctrl-C ends)")
            sys.stderr.flush()

    def __enter__(self) -> ProgressLine:
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        if self._shown:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()
