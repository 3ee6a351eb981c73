"""Loops in a trace: rounds that look alike are told once, with how many there are."""

from __future__ import annotations

import re
from collections.abc import Sequence

from esbmc_py.goto.deferred import dataclass

from .trace_line import TraceLine

LONGEST_ROUND = 12  # lines
FEWEST_ROUNDS = 4
_VALUE = re.compile(r"(= |now |was )[^,()\]]+")
_INDEX = re.compile(r"\[\d+\]")


@dataclass(frozen=True, slots=True)
class Shown:
    """A line of a trace; `rounds` more of the `length` lines that end here are left out after it."""

    line: TraceLine
    rounds: int = 0
    length: int = 0
    same: bool = False  # the rounds left out do exactly the same


def fold_repeats(lines: Sequence[TraceLine]) -> list[Shown]:
    """All lines, but of what is repeated at least four times in a row the first round and the last one only."""
    looks = [(line.thread, line.location.line, line.source, line.waits is None, _shape(line)) for line in lines]
    found: list[Shown] = []
    position = 0
    while position < len(lines):
        length, rounds = _repeated(looks, position)
        if rounds < FEWEST_ROUNDS:
            found.append(Shown(lines[position]))
            position += 1
            continue
        first = lines[position : position + length]
        end = position + length * rounds
        last = lines[end - length : end]
        same = all(
            lines[position + offset].notes == lines[position + offset % length].notes
            for offset in range(length * rounds)
        )
        found += [Shown(line) for line in first[:-1]]
        found.append(Shown(first[-1], rounds - 1 if same else rounds - 2, length, same))
        if not same:
            found += [Shown(line) for line in last]
        position = end
    return found


def _shape(line: TraceLine) -> tuple[str, ...]:
    """What the notes say, whatever the values are, and whichever elements of arrays have them."""
    return tuple(_INDEX.sub("[]", _VALUE.sub(r"\1", note)) for note in line.notes)


def _repeated(looks: Sequence[object], position: int) -> tuple[int, int]:
    """The length of a round that begins here, and how many there are, so that most lines are covered."""
    best = (1, 1)
    for length in range(1, LONGEST_ROUND + 1):
        rounds = 1
        pattern = looks[position : position + length]
        while looks[position + rounds * length : position + (rounds + 1) * length] == pattern:
            rounds += 1
        if rounds >= FEWEST_ROUNDS and rounds * length > best[0] * best[1]:
            best = (length, rounds)
    return best
