"""An execution with fewer context switches that ends in the same violation: what happens in turns is easier to read."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby

from esbmc_py.vm.results import Finding

Turn = tuple[int, int]  # a thread, and how many steps it makes
_Schedule = tuple[int, ...]

MOST_RUNS = 60


def shortened(finding: Finding, again: Callable[[_Schedule], Finding | None]) -> Finding:
    """`again` runs a schedule, and gives what is found if that is the same violation."""
    runs = 0
    improved = True
    while improved and runs < MOST_RUNS:
        improved = False
        for candidate in _with_fewer_turns(_turns(finding.schedule.threads)):
            if runs == MOST_RUNS:
                break
            runs += 1
            found = again(candidate)
            if found is not None and _size(found) < _size(finding):
                finding, improved = found, True
                break
    return finding


def _size(finding: Finding) -> tuple[int, int]:
    threads = finding.schedule.threads
    return len(_turns(threads)), len(threads)


def _turns(threads: _Schedule) -> list[Turn]:
    return [(thread, len(list(steps))) for thread, steps in groupby(threads)]


def _with_fewer_turns(turns: list[Turn]) -> Iterator[_Schedule]:
    """A turn left out; two turns of a thread made one, before or after what others did in between."""
    for index, (thread, length) in enumerate(turns):
        rest = turns[index + 1 :]
        following = next((i for i, (other, _) in enumerate(rest) if other == thread), None)
        if following is not None:
            between, more, after = rest[:following], rest[following][1], rest[following + 1 :]
            yield _steps([*turns[:index], (thread, length + more), *between, *after])
            yield _steps([*turns[:index], *between, (thread, length + more), *after])
    for index in range(len(turns)):
        yield _steps([*turns[:index], *turns[index + 1 :]])


def _steps(turns: list[Turn]) -> _Schedule:
    return tuple(thread for thread, length in turns for _ in range(length))
