"""Cuts the schedules within bounds into instances that cover them (VeriSmart; TOPLAS 2021, section 8).

A schedule of K rounds says for every thread how many of its steps it is past when each round ends: numbers that do not
fall from round to round. A *box* has a window for each of these numbers. The first box has all schedules; a box is cut
by halving one of its windows, so that every schedule is in exactly one half. Pure functions: no program is needed.
"""

from __future__ import annotations

import heapq
import random
from collections.abc import Iterator, Sequence
from itertools import accumulate
from math import prod

from .instances import Instance, ThreadLine, Window

Windows = tuple[Window, ...]  # of one thread, round by round
Box = tuple[Windows, ...]  # of all threads


def cut(lines: Sequence[ThreadLine], rounds: int, count: int) -> list[Instance]:
    """So many instances, or fewer where there are not so many schedules. The largest box is cut first."""
    whole = _tightened(lines, whole_box(lines, rounds))
    assert whole is not None, "nobody need move"
    heap = [(-volume(whole), 0, whole)]
    finished: list[Box] = []
    number = 0
    while heap and len(heap) + len(finished) < count:
        _, _, box = heapq.heappop(heap)
        halves = halved(lines, box)
        if not halves:
            finished.append(box)
        for half in halves:
            number += 1
            heapq.heappush(heap, (-volume(half), number, half))
    boxes = sorted([*finished, *(box for _, _, box in heap)], key=_in_order)
    return [Instance(tuple(lines), box) for box in boxes]


def cut_words(lines: Sequence[ThreadLine], contexts: int, count: int) -> list[Instance]:
    """Who moves in the first contexts. As many instances as asked for, or a few more; the words have no two equal
    neighbours: of two contexts of one thread the second adds nothing, and who idles at the end fits every word."""
    words: list[tuple[int, ...]] = [()]
    threads = range(len(lines))
    while len(words) < count and len(words[0]) <= contexts:
        word = words.pop(0)
        longer = [(*word, thread) for thread in threads if not word or thread != word[-1]]
        words += longer or [(*word, word[-1])]
    return [Instance(tuple(lines), word=word) for word in sorted(words)]


def sample(lines: Sequence[ThreadLine], rounds: int, count: int, of: int, seed: int) -> list[Instance]:
    """Different random instances, `count` at most, as large as those of `cut` into `of`."""
    source = random.Random(seed)
    found: dict[Box, None] = {}
    for _ in range(4 * count):
        found.setdefault(_random_box(lines, rounds, of, source))
        if len(found) == count:
            break
    return [Instance(tuple(lines), box) for box in found]


def _random_box(lines: Sequence[ThreadLine], rounds: int, of: int, source: random.Random) -> Box:
    box = _tightened(lines, whole_box(lines, rounds))
    assert box is not None
    for _ in range(max(0, of - 1).bit_length()):
        halves = halved(lines, box)
        if not halves:
            break
        box = source.choices(halves, weights=[_weight(volume(half)) for half in halves])[0]
    return box


def _weight(size: int) -> int:
    """Numbers of schedules may be too large for a float."""
    return size if size < 1 << 60 else size >> (size.bit_length() - 60)


def whole_box(lines: Sequence[ThreadLine], rounds: int) -> Box:
    return tuple((Window(0, line.steps),) * rounds for line in lines)


def volume(box: Box) -> int:
    """How many schedules it has, births aside."""
    return prod(_ways(windows) for windows in box)


def _ways(windows: Windows) -> int:
    """Sequences of numbers that do not fall, one from each window."""
    ways = {0: 1}  # by the number chosen last
    for window in windows:
        sums = list(accumulate(ways.get(number, 0) for number in range(window.most + 1)))
        ways = {number: sums[number] for number in range(window.least, window.most + 1)}
    return sum(ways.values())


def halved(lines: Sequence[ThreadLine], box: Box) -> list[Box]:
    """The box as boxes that have nothing in common; none if it cannot be cut. (A half without schedules is left out.)

    The widest window is cut, the earliest of several: where a thread is switched first decides most of what follows.
    Where threads are in the end is cut last, since it decides nothing.
    """
    places = [
        (round_ == len(windows) - 1, window.least - window.most, round_, thread)
        for thread, windows in enumerate(box)
        for round_, window in enumerate(windows)
        if window.least < window.most
    ]
    if not places:
        return []
    _, _, round_, thread = min(places)
    middle = _middle(box[thread], round_)
    window = box[thread][round_]
    parts = Window(window.least, middle), Window(middle + 1, window.most)
    halves = (_tightened(lines, _with(box, thread, round_, part)) for part in parts)
    return [half for half in halves if half is not None]


def _middle(windows: Windows, round_: int) -> int:
    """Where to cut so that both halves have about as many schedules."""
    window = windows[round_]
    low, high = window.least, window.most - 1
    total = _ways(windows)
    while low < high:
        middle = (low + high) // 2
        if 2 * _ways((*windows[:round_], Window(window.least, middle), *windows[round_ + 1 :])) < total:
            low = middle + 1
        else:
            high = middle
    return low


def _with(box: Box, thread: int, round_: int, window: Window) -> Box:
    windows = (*box[thread][:round_], window, *box[thread][round_ + 1 :])
    return (*box[:thread], windows, *box[thread + 1 :])


def _tightened(lines: Sequence[ThreadLine], box: Box) -> Box | None:
    """Without numbers that no schedule in the box has; None: it has none. A child begins after its parent's step."""
    windows = [list(row) for row in box]
    changed = True
    while changed:
        before = [list(row) for row in windows]
        for thread, row in enumerate(windows):
            _keep_from_falling(row)
            birth = lines[thread].birth
            if birth is not None:
                _begin_late(row, windows[birth.parent], birth.step)
        if any(window.least > window.most for row in windows for window in row):
            return None
        changed = windows != before
    return tuple(tuple(row) for row in windows)


def _keep_from_falling(row: list[Window]) -> None:
    for round_ in range(1, len(row)):
        row[round_] = Window(max(row[round_ - 1].least, row[round_].least), row[round_].most)
    for round_ in range(len(row) - 1, 0, -1):
        row[round_ - 1] = Window(row[round_ - 1].least, min(row[round_ - 1].most, row[round_].most))


def _begin_late(row: list[Window], parents: list[Window], step: int) -> None:
    for round_, (own, parent) in enumerate(zip(row, parents, strict=True)):
        if own.least > 0:
            parents[round_] = Window(max(parent.least, step + 1), parent.most)
        if parent.most <= step:
            row[round_] = Window(own.least, 0)


def _in_order(box: Box) -> list[tuple[int, int]]:
    return [(window.least, window.most) for row in box for window in row]


def schedules(lines: Sequence[ThreadLine], rounds: int) -> Iterator[tuple[tuple[int, ...], ...]]:
    """All of them, one by one: to judge a cutting where there are few."""

    def rows(steps: int, least: int, left: int) -> Iterator[tuple[int, ...]]:
        if left == 0:
            yield ()
            return
        for number in range(least, steps + 1):
            for rest in rows(steps, number, left - 1):
                yield (number, *rest)

    def choose(thread: int) -> Iterator[tuple[tuple[int, ...], ...]]:
        if thread == len(lines):
            yield ()
            return
        for row in rows(lines[thread].steps, 0, rounds):
            for rest in choose(thread + 1):
                yield (row, *rest)

    return (schedule for schedule in choose(0) if _is_born(lines, schedule))


def _is_born(lines: Sequence[ThreadLine], schedule: tuple[tuple[int, ...], ...]) -> bool:
    """Who has moved has begun."""
    for thread, line in enumerate(lines):
        if line.birth is not None:
            parents = schedule[line.birth.parent]
            moved = zip(schedule[thread], parents, strict=True)
            if any(own > 0 and parent <= line.birth.step for own, parent in moved):
                return False
    return True
