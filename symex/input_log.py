"""The inputs that a path has taken, in their order."""

from __future__ import annotations

from dataclasses import field
from itertools import count

from esbmc_py.goto.deferred import dataclass

from .terms import Term
from .values import Value


@dataclass(frozen=True, slots=True)
class Input:
    """A nondeterministic value that a thread took: a scalar (`symbol`), or the first contents of an `instance`.

    With `begin`, the bytes from that offset on: they became anything at once (`Havoc`).
    """

    thread: int
    guard: Term  # under which the thread took it, on the path it is logged on
    symbol: Term | None
    instance: str = ""
    size: int = 0
    begin: Value | None = None
    serial: int = field(default_factory=count().__next__, compare=False)  # on a path, later ones have larger numbers


@dataclass(frozen=True, slots=True, eq=False)
class InputLog:
    """The inputs of a path, newest first; states share what came before."""

    entry: Input
    earlier: InputLog | None
    length: int


def merge_logs(first: InputLog | None, second: InputLog | None) -> InputLog | None:
    """Both logs, what they have in common once, and everything in the order in which it was taken."""
    merged, mine, others = _since_they_parted(first, second)
    if not (mine and others):
        return first if mine else second
    entries = {id(entry): entry for entry in (*mine, *others)}
    for entry in sorted(entries.values(), key=lambda entry: entry.serial):
        merged = logged(entry, merged)
    return merged


def _since_they_parted(
    first: InputLog | None, second: InputLog | None
) -> tuple[InputLog | None, list[Input], list[Input]]:
    """The end of what both logs begin with, and what follows it in each."""
    mine: list[Input] = []
    others: list[Input] = []
    while first is not second:
        if second is None or (first is not None and first.length >= second.length):
            assert first is not None
            mine.append(first.entry)
            first = first.earlier
        else:
            others.append(second.entry)
            second = second.earlier
    return first, mine, others


def logged(entry: Input, log: InputLog | None) -> InputLog:
    return InputLog(entry, log, 1 if log is None else log.length + 1)
