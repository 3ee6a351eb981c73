"""Parts of functions that may become critical sections: found where a counterexample interrupts them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from esbmc_py.goto.deferred import dataclass

from .executions import NEVER, Execution, Moment
from .source import BROADCASTS, SIGNALS, TAKES, WAITS, Source
from .statements import Statement

_MOST_PLACES = 40  # of one thread in one counterexample


@dataclass(frozen=True, slots=True)
class Region:
    """Statements of a function that follow one another in a block; or one that is no block's, as behind an `if`."""

    function: str
    statements: tuple[Statement, ...]
    in_block: bool
    calls: int = 0  # of functions of the program: much may happen there with a mutex held

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
        return 2 * self.calls + sum(1 for one in self.statements for part in one.inside() if part.keyword != "{")


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
    return [replace(region, calls=_own_calls(source, region)) for region in found]


def _own_calls(source: Source, region: Region) -> int:
    called = re.findall(r"\b(\w+)\s*\(", source.active[region.begin : region.end])
    functions = source.program.functions
    return sum(1 for name in called if name in functions and not functions[name].is_model)


def _places(execution: Execution, thread: int) -> list[Moment]:
    """Moments of a thread at which it touches what others touch, locks, waits or signals."""
    times = {access.position for access in execution.accesses if access.thread == thread}
    calls = (*TAKES, *WAITS, *SIGNALS, *BROADCASTS)
    found: list[Moment] = []
    for moment in execution.moments:
        if moment.thread != thread:
            continue
        called = next((frame.function for frame in moment.frames if frame.function in calls), None)
        if moment.time in times or moment.time == NEVER or called is not None:
            if not (found and called and [one.call for one in found[-1].frames] == [one.call for one in moment.frames]):
                found.append(moment)
    return found


def _around(source: Source, first: Moment, second: Moment) -> Iterator[Region]:
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


def _wholes(source: Source, places: Sequence[Moment]) -> Iterator[Region]:
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
