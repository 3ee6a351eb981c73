"""What is being done while it is being done: a live line on a terminal, a plain line now and then elsewhere."""

from __future__ import annotations

import sys
import threading
import time
from types import TracebackType

FIRST_SECONDS = 0.3  # what is over by then needs no line, nor the time to import what draws it
REFRESH_SECONDS = 0.2
PLAIN_SECONDS = 10.0


class ProgressLine:
    """Shows what it was told last, with the time that has passed, on stderr.

    The time goes on while a solver thinks, so the line is drawn by a thread of its own. On a terminal it is gone when
    the work is done.
    """

    def __init__(self, *, wanted: bool) -> None:
        self._wanted = wanted
        self._started = time.monotonic()
        self._text = ""
        self._done = threading.Event()
        paint = self._paint_live if sys.stderr.isatty() else self._paint_plain
        self._painter = threading.Thread(target=paint, daemon=True)

    def __call__(self, states: int, transitions: int) -> None:
        self.show(f"{states:,} states, {transitions:,} transitions")

    def show(self, text: str) -> None:
        self._text = text

    @property
    def _line(self) -> str:
        return f"{time.monotonic() - self._started:.0f} s: {self._text}"

    def _paint_live(self) -> None:
        if self._done.wait(FIRST_SECONDS):
            return
        from rich.console import Console
        from rich.live import Live
        from rich.text import Text

        with Live(console=Console(stderr=True), auto_refresh=False, transient=True) as live:
            while not self._done.wait(REFRESH_SECONDS):
                line = Text(f"{self._line} (Ctrl-C ends)", no_wrap=True, overflow="ellipsis")
                live.update(line, refresh=True)

    def _paint_plain(self) -> None:
        while not self._done.wait(PLAIN_SECONDS):
            print(self._line, file=sys.stderr, flush=True)

    def __enter__(self) -> ProgressLine:
        if self._wanted:
            self._painter.start()
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        if self._wanted:
            self._done.set()
            self._painter.join()
