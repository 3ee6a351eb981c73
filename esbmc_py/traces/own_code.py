"""What the library does belongs to the line of the program that has called it."""

from __future__ import annotations

from esbmc_py.goto.symbols import SourceLocation
from esbmc_py.vm.trace import TraceEvent


class OwnCode:
    """Where each thread is in the program's own code: the last instruction of each call that is under way.

    The library calls functions of the program, too: handlers, comparators. After them it goes on in the line that
    called the library.
    """

    def __init__(self) -> None:
        self._calls: dict[int, list[tuple[SourceLocation, str, int]]] = {}  # per thread, the innermost last

    def __contains__(self, thread: int) -> bool:
        return thread in self._calls

    def last(self, thread: int) -> tuple[SourceLocation, str, int]:
        return self._calls[thread][-1]

    def follow(self, event: TraceEvent) -> None:
        if not event.in_model:
            self.executed(event.thread, event.location, event.function, event.depth)
        elif event.thread in self:
            self.returned(event.thread, event.depth)

    def executed(self, thread: int, location: SourceLocation, function: str, depth: int) -> None:
        calls = self._calls.setdefault(thread, [])
        while calls and calls[-1][2] >= depth:
            calls.pop()
        calls.append((location, function, depth))

    def returned(self, thread: int, depth: int) -> None:
        """The library is at work at this depth. What is left last is where the thread's own code has ended."""
        calls = self._calls[thread]
        while len(calls) > 1 and calls[-1][2] >= depth:
            calls.pop()
