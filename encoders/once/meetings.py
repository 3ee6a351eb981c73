"""Which steps, and which threads, need an order: those that touch the same memory, where one of them writes.

An order need not relate threads that have nothing to do with each other. If the threads that it relates make a
*chordal* graph (every circle of four or more has a shortcut), then what has no cycles through two or three threads has
none at all: a shortcut is an order of all steps of two threads, so that one side of it closes a shorter cycle.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable
from itertools import combinations

from esbmc_py.goto.deferred import dataclass

from .steps import JoinedBlocks

Pair = tuple[int, int]  # of threads, the smaller number first


@dataclass(frozen=True, slots=True)
class Meetings:
    """`steps` have a place in the order; of the threads in `pairs`, it relates all such steps."""

    steps: frozenset[JoinedBlocks]
    pairs: frozenset[Pair]

    def relate(self, one: JoinedBlocks, other: JoinedBlocks) -> bool:
        return one in self.steps and other in self.steps and pair(one, other) in self.pairs


class MeetingCollector:
    """Collects who meets whom."""

    def __init__(self, is_settled: Callable[[JoinedBlocks, JoinedBlocks], bool]) -> None:
        """`is_settled`: they come in the same order in every execution."""
        self._is_settled = is_settled
        self._steps: set[JoinedBlocks] = set()
        self._pairs: set[Pair] = set()

    def add(self, writers: Collection[JoinedBlocks], readers: Iterable[JoinedBlocks]) -> None:
        """Steps that touch a cell."""
        for one, other in _different((*dict.fromkeys((*writers, *readers)),), set(writers)):
            if one in self._steps and other in self._steps and pair(one, other) in self._pairs:
                continue
            if not self._is_settled(one, other):
                self._steps |= {one, other}
                self._pairs.add(pair(one, other))

    def keep(self, steps: Iterable[JoinedBlocks]) -> None:
        """They have a place in the order, whoever they meet."""
        self._steps.update(steps)

    def found(self, surely_before: Callable[[JoinedBlocks, JoinedBlocks], bool]) -> Meetings:
        """What comes before what by creation and joins is part of the order, too."""
        lines: dict[int, list[JoinedBlocks]] = {}
        for step in sorted(self._steps, key=lambda step: (step.thread.number, step.first)):
            lines.setdefault(step.thread.number, []).append(step)
        known = {
            (one, other)
            for one, other in combinations(lines, 2)
            if surely_before(lines[one][0], lines[other][-1]) or surely_before(lines[other][0], lines[one][-1])
        }
        return Meetings(frozenset(self._steps), chordal(self._pairs | known))


def _different(
    steps: tuple[JoinedBlocks, ...], writers: set[JoinedBlocks]
) -> Iterable[tuple[JoinedBlocks, JoinedBlocks]]:
    for one, other in combinations(steps, 2):
        if one.thread is not other.thread and (one in writers or other in writers):
            yield one, other


def pair(one: JoinedBlocks, other: JoinedBlocks) -> Pair:
    a, b = one.thread.number, other.thread.number
    return (a, b) if a < b else (b, a)


def chordal(pairs: Iterable[Pair]) -> frozenset[Pair]:
    """The graph with shortcuts: one after the other, who has the fewest neighbours left makes neighbours of them."""
    neighbours: dict[int, set[int]] = {}
    for a, b in pairs:
        neighbours.setdefault(a, set()).add(b)
        neighbours.setdefault(b, set()).add(a)
    result: set[Pair] = set()
    while neighbours:
        least = min(neighbours, key=lambda thread: (len(neighbours[thread]), thread))
        around = neighbours.pop(least)
        for other in around:
            neighbours[other].discard(least)
            neighbours[other] |= around - {other}
            result.add((min(least, other), max(least, other)))
    return frozenset(result)
