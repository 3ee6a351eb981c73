"""Instances: parts of the schedules within bounds, each of which can be decided by itself.

With rounds, an instance is a *window* for every thread and round: how many of its steps the thread may be past when
the round ends. With contexts, it is a *word*: who moves in the first contexts, one thread after the other.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from esbmc_py.goto.deferred import dataclass

IN_DOUBT = "something fails that was not asked for: the instances have to be decided without trust"


class CutOtherwise(Exception):
    """The instance was cut from threads with other steps."""


@dataclass(frozen=True, slots=True)
class ThreadBirth:
    """A thread begins when `parent` is past its step `step`."""

    parent: int
    step: int


@dataclass(frozen=True, slots=True)
class ThreadLine:
    """A thread as the cutting sees it: how many steps it has, and where it begins (None: it is there from the start,
    or nobody knows)."""

    steps: int
    birth: ThreadBirth | None = None


@dataclass(frozen=True, slots=True)
class Window:
    """At least `least` steps, and at most `most`."""

    least: int
    most: int

    def __contains__(self, steps: int) -> bool:
        return self.least <= steps <= self.most


@dataclass(frozen=True, slots=True)
class Instance:
    """`windows[t][r]` is for thread t when round r ends (the first is 0). `lines` are those that were cut: whoever
    decides the instance must count the same steps."""

    lines: tuple[ThreadLine, ...]
    windows: tuple[tuple[Window, ...], ...] = ()
    word: tuple[int, ...] = ()

    def require_steps(self, steps: Sequence[int]) -> None:
        """Raises CutOtherwise if the threads have other numbers of steps."""
        if [line.steps for line in self.lines] != list(steps):
            what = "the instance was cut from threads with other steps"
            raise CutOtherwise(f"{what}: another program, or another version of smtcb")

    def __str__(self) -> str:
        """What is special about it, for people."""
        if self.word:
            return f"threads {', '.join(map(str, self.word))} first"
        return ", ".join(self._narrow()) or "all schedules within the bounds"

    def _narrow(self) -> Iterator[str]:
        for thread, (line, windows) in enumerate(zip(self.lines, self.windows, strict=True)):
            before = Window(0, line.steps)
            for round_, window in enumerate(windows, 1):
                if window not in (before, Window(0, line.steps)) and window != Window(before.least, line.steps):
                    steps = str(window.least) if window.least == window.most else f"{window.least}-{window.most}"
                    yield f"thread {thread} at {steps}/{line.steps} after round {round_}"
                before = window
