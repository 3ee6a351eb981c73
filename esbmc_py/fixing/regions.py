"""Parts of functions that may become critical sections: found where a counterexample interrupts them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from esbmc_py.goto.deferred import dataclass

from .executions import NEVER, Execution, ExecutionMoment
from .source import BROADCASTS, SIGNALS, TAKES, WAITS, Source
from .statements import Statement

_MOST_PLACES = 40  # of one thread in one counterexample


@dataclass(frozen=True, slots=True)
class Region:
    """Statements of a function that follow one another in a block; or one that is no block's, as behind an `if`."""

    function: str
    statements: tuple[Statement, ...]
    in_block: bool
    called: int = 0  # statements of the program's functions that are called there: they run with the mutex held, too

    @property
    def begin(self) -> int:
        return self.statements[0].begin

    @property
    def end(self) -> int:
        return self.statements[-1].end

    def contains(self, other: Region) -> bool:
        return self.function == other.function and self.begin <= other.begin and other.end <= self.end

    @property
    def size(self) -> int:
        return self.called + sum(_count(one) for one in self.statements)


def regions_of(source: Source, execution: Execution) -> list[Region]:
    """What is around single places that matter, and what is around two of them that were interrupted in between."""
    found: dict[Region, None] = {}
    threads = {moment.thread for moment in execution.moments}
    places = {thread: _places(execution, thread)[-_MOST_PLACES:] for thread in threads}
    for thread, own in places.items():
        others = sorted(moment.time for other, some in places.items() if other != thread for moment in some)
        for moment in own:
            found.update(dict.fromkeys(_around(source, moment, moment)))
        for number, first in enumerate(own):
            for second in own[number + 1 :]:
                if any(first.time < time < second.time for time in others) or second.time == NEVER:
                    found.update(dict.fromkeys(_around(source, first, second)))
        found.update(dict.fromkeys(_wholes(source, own)))
    return [replace(region, called=_called(source, region.begin, region.end, set())) for region in found]


def _called(source: Source, begin: int, end: int, seen: set[str]) -> int:
    """Statements of functions that are called between two places, each function once."""
    names = set(re.findall(r"\b(\w+)\s*\(", source.active[begin:end])) - seen
    functions = source.program.functions
    own = sorted(name for name in names if name in functions and not functions[name].is_model)
    seen.update(own)
    found = 0
    for name in own:
        body = source.bodies.get(name)
        found += 2 if body is None else 1 + _count(body) + _called(source, body.begin, body.end, seen)
    return found


def _count(statement: Statement) -> int:
    return sum(1 for part in statement.inside() if part.keyword != "{")


def _places(execution: Execution, thread: int) -> list[ExecutionMoment]:
    """Moments of a thread at which it touches what others touch, locks, waits or signals."""
    times = {access.position for access in execution.accesses if access.thread == thread}
    calls = (*TAKES, *WAITS, *SIGNALS, *BROADCASTS)
    found: list[ExecutionMoment] = []
    for moment in execution.moments:
        if moment.thread != thread:
            continue
        called = next((frame.function for frame in moment.frames if frame.function in calls), None)
        if moment.time in times or moment.time == NEVER or called is not None:
            if not (found and called and [one.call for one in found[-1].frames] == [one.call for one in moment.frames]):
                found.append(moment)
    return found


def _around(source: Source, first: ExecutionMoment, second: ExecutionMoment) -> Iterator[Region]:
    """In the innermost function that both are in, and in those that have called it."""
    for one, other in reversed(list(zip(first.frames, second.frames, strict=False))):
        if one.call != other.call or one.offset is None or other.offset is None:
            continue
        body = source.bodies.get(one.function)
        region = span(one.function, body, (one.offset, other.offset)) if body is not None else None
        if region is not None:
            yield region
        if first is not second:
            return


def _wholes(source: Source, places: Sequence[ExecutionMoment]) -> Iterator[Region]:
    """From the first to the last place in each function, and all of each function."""
    offsets: dict[str, list[int]] = {}
    for moment in places:
        for frame in moment.frames:
            if frame.function in source.bodies and frame.offset is not None:
                offsets.setdefault(frame.function, []).append(frame.offset)
    for function, some in offsets.items():
        if function == "main":
            continue  # its threads begin and end in it
        for around in (span(function, source.bodies[function], some), whole(function, source.bodies[function])):
            if around is not None:
                yield around


def span(function: str, body: Statement, offsets: Sequence[int]) -> Region | None:
    """The smallest statements that follow one another and have all these places in them."""
    if not all(body.begin <= at < body.end for at in offsets):
        return None
    hit = [n for n, part in enumerate(body.parts) if any(part.begin <= at < part.end for at in offsets)]
    if not hit or (len(hit) > 1 and body.keyword != "{"):
        return None  # both branches of an `if`: whoever asks goes through one of them only
    chosen = body.parts[hit[0] : hit[-1] + 1]
    inner = span(function, chosen[0], offsets) if all(_in_parts(chosen[0], at) for at in offsets) else None
    if inner is not None:
        return inner
    if body.keyword != "{" and chosen[0].keyword == "{" and chosen[0].parts:
        return Region(function, chosen[0].parts, True)  # what is in the braces
    return Region(function, chosen, body.keyword == "{")


def whole(function: str, body: Statement) -> Region | None:
    """All of a function, without the `return` at its end."""
    parts = body.parts[:-1] if body.parts and body.parts[-1].keyword == "return" else body.parts
    return Region(function, parts, True) if parts else None


def _in_parts(statement: Statement, offset: int) -> bool:
    return any(part.begin <= offset < part.end for part in statement.parts)
