"""Flags that are set too early, or taken back too late: `x = 0;` and the like, moved past its neighbours.

`ready = 1; data = 42;` announces what is not there yet; `handle(); requested = 0;` forgets a request that comes while
the last one is handled.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from .change import Change
from .edits import lines_of, moved
from .executions import Execution, ExecutionMoment
from .source import Source
from .statements import Statement

_SETS = re.compile(r"([A-Za-z_]\w*)\s*=\s*(?:-?\d+\w*|true|false|NULL|[A-Z][A-Z0-9_]*)\s*;")
_FARTHEST = 4  # statements
_COST = 3


def moved_flags(source: Source) -> Iterator[Change]:
    """Assignments of constants to global variables, up or down by some statements of their block."""
    taken = _address_taken(source)
    for function, body in source.bodies.items():
        for block in (one for one in body.inside() if one.keyword == "{"):
            for place, part in enumerate(block.parts):
                found = _SETS.fullmatch(source.text_of(part)) if part.keyword == "" else None
                if found is not None and source.is_global(found[1]):
                    before, after = block.parts[:place][::-1], block.parts[place + 1 :]
                    yield from _past(source, function, part, before, found[1], taken, later=False)
                    yield from _past(source, function, part, after, found[1], taken, later=True)


def _past(
    source: Source,
    function: str,
    part: Statement,
    others: Sequence[Statement],
    name: str,
    taken: frozenset[str],
    *,
    later: bool,
) -> Iterator[Change]:
    begin, end = lines_of(source.text, part.begin, part.end)
    if source.text[begin:end].strip() != source.text_of(part):
        return  # something else stands on its line
    for distance, other in enumerate(others[:_FARTHEST], 1):
        if other.keyword != "" or source.branches_at(other.begin) != source.branches_at(part.begin):
            return
        text = source.text_of(other)
        if re.search(rf"\b{name}\b", text) or re.search(r"\b(?:pthread|thrd|mtx|cnd|sem)_", text):
            return
        first, last = lines_of(source.text, other.begin, other.end)
        over = (part.begin, other.end) if later else (other.begin, part.end)
        what = f"{function} sets {name} {'after' if later else 'before'} line {_line(source, other)}"
        edits = moved(source.text, begin, end, last if later else first)
        yield Change(what, edits, _COST + distance, _interrupted(function, over, taken))


def _line(source: Source, statement: Statement) -> int:
    return source.text.count("\n", 0, statement.begin) + 1


def _address_taken(source: Source) -> frozenset[str]:
    """Functions that may be signal handlers: their names stand somewhere without a call."""
    return frozenset(name for name in source.bodies if re.search(rf"\b{name}\b(?!\s*\()", source.active))


def _interrupted(function: str, over: tuple[int, int], taken: frozenset[str]) -> Callable[[Execution], bool]:
    """By another thread, or by a handler, while the thread is there."""

    def forbids(execution: Execution) -> bool:
        return any(
            stay.first < one.time < stay.last and (one.thread != stay.thread or _handles(one, taken))
            for stay in execution.stays(function, *over)
            for one in execution.moments
        )

    return forbids


def _handles(moment: ExecutionMoment, taken: frozenset[str]) -> bool:
    return any(frame.function in taken for frame in moment.frames[1:])
