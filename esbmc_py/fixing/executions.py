"""A counterexample as the source has it: which thread was where, from when to when."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from esbmc_py.checking.results import Counterexample
from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.instructions import EndThread, StartThread
from esbmc_py.goto.program import Program
from esbmc_py.goto.symbols import SourceLocation
from esbmc_py.traces.accesses import TracedAccess, own_accesses
from esbmc_py.traces.library import LibraryCalls
from esbmc_py.traces.slicing import slice_of
from esbmc_py.vm.findings import DataRace, Deadlock, StackEntry
from esbmc_py.vm.trace import TraceEvent

from .edits import Edited
from .source import WAITS, Source

NEVER = 1 << 60  # when a thread ends what it is doing at the end of a counterexample


@dataclass(frozen=True, slots=True)
class OpenCall:
    """A call under way: which one (`call` tells calls of one function apart), and where in the file control is."""

    call: int
    function: str
    offset: int | None


@dataclass(frozen=True, slots=True)
class ExecutionMoment:
    time: int
    thread: int
    frames: tuple[OpenCall, ...]
    waits: bool = False  # has begun to wait for a condition: its mutex is free

    def within(self, function: str, begin: int, end: int) -> int | None:
        """In which call it is between these places."""
        for frame in self.frames:
            if frame.function == function and frame.offset is not None and begin <= frame.offset < end:
                return frame.call
        return None


@dataclass(frozen=True, slots=True)
class Stay:
    """Of a thread in a part of the source."""

    thread: int
    first: int
    last: int

    def overlaps(self, other: Stay) -> bool:
        return self.thread != other.thread and self.first <= other.last and other.first <= self.last


class Execution:
    def __init__(self, source: Source, program: Program, found: Counterexample, edited: Edited) -> None:
        self.what = found.what
        self._source = source
        self._patched = _Places(edited)
        self.moments = list(self._moments(found.events))
        self.moments += self._last_moments(found.what)
        self.accesses = self._shared(program, found)
        self._by_time = {one.time: one for one in self.moments if one.time < NEVER}
        self._lives = dict(_lives(found.events))

    @property
    def deadlock(self) -> Deadlock | None:
        return self.what if isinstance(self.what, Deadlock) else None

    def at(self, access: TracedAccess) -> ExecutionMoment | None:
        return self._by_time.get(access.position)

    def others_at(self, time: int) -> bool:
        """Were there threads besides main's, which have not ended by then?"""
        return any(first < time < last for first, last in self._lives.values())

    def stays(self, function: str, begin: int, end: int) -> list[Stay]:
        """Each time that a thread was between two places; waiting for a condition ends a stay."""
        found: list[Stay] = []
        current: dict[int, tuple[int, int, int]] = {}  # thread → call, first, last
        for moment in self.moments:
            call = moment.within(function, begin, end)
            running = current.get(moment.thread)
            if running is not None and (call != running[0] or moment.waits):
                found.append(Stay(moment.thread, running[1], running[2]))
                del current[moment.thread]
                running = None
            if call is not None and not moment.waits:
                first = running[1] if running is not None else moment.time
                current[moment.thread] = call, first, moment.time
        return [*found, *(Stay(thread, first, NEVER) for thread, (_, first, _) in current.items())]

    def _moments(self, events: Sequence[TraceEvent]) -> Iterator[ExecutionMoment]:
        self._levels: dict[int, list[OpenCall]] = {}
        calls = 0
        library = LibraryCalls()
        waiting: set[int] = set()  # threads that have given their mutex back, and not got it again
        for time, event in enumerate(events):
            levels = self._levels.setdefault(event.thread, [])
            if event.waits is None:
                del levels[event.depth :]
                while len(levels) < event.depth:
                    calls += 1
                    levels.append(OpenCall(calls, event.function, None))
                place = None if event.in_model else self._place(event.location)
                kept = levels[-1]
                if kept.function != event.function:  # it has returned, and another function was called
                    calls += 1
                    kept = OpenCall(calls, event.function, place)
                levels[-1] = OpenCall(kept.call, event.function, place)
                verbs = {one.verb for one in library.operations(event)}
                if "wait" in verbs:
                    waiting.add(event.thread)
                elif "lock" in verbs or not _in_wait(levels):
                    waiting.discard(event.thread)
            yield ExecutionMoment(time, event.thread, tuple(levels), event.thread in waiting)

    def _last_moments(self, what: object) -> list[ExecutionMoment]:
        """Where threads stand that cannot go on, or are about to race."""
        match what:
            case Deadlock(blocked=blocked):
                return [self._standing(one.thread, one.stack) for one in blocked]
            case DataRace(first=first, second=second):
                return [self._standing(side.thread, side.stack) for side in (first, second)]
            case _:
                return []

    def _standing(self, thread: int, stack: Sequence[StackEntry]) -> ExecutionMoment:
        levels, frames = self._levels.get(thread, []), []
        for depth, entry in enumerate(reversed(stack)):
            known = levels[depth] if depth < len(levels) and levels[depth].function == entry.function else None
            place = None if entry.in_model else self._place(entry.location)
            frames.append(OpenCall(known.call if known else -1 - depth, entry.function, place))
        return ExecutionMoment(NEVER, thread, tuple(frames), _in_wait(frames))

    def _place(self, location: SourceLocation) -> int | None:
        return self._patched.old(location) if location.file == self._source.file else None

    def _shared(self, program: Program, found: Counterexample) -> list[TracedAccess]:
        """Accesses that conflict with one of another thread; those that matter, if that is known."""
        every = own_accesses(program, found.events)
        sliced = slice_of(program, found.events, found.what)
        mattering = [one for one in every if sliced is None or one.position in sliced.positions]
        shared = [one for one in mattering if any(one.conflicts(other) for other in every)]
        return shared or [one for one in every if any(one.conflicts(other) for other in every)]


def _lives(events: Sequence[TraceEvent]) -> Iterator[tuple[int, tuple[int, int]]]:
    """When threads are started and end."""
    ends = {event.thread: time for time, event in enumerate(events) if isinstance(event.instruction, EndThread)}
    for time, event in enumerate(events):
        number = next((one.value for one in event.changes if one.kind == "set"), "")
        if isinstance(event.instruction, StartThread) and number.isdecimal():
            yield int(number), (time, ends.get(int(number), NEVER))


def _in_wait(frames: Sequence[OpenCall]) -> bool:
    return any(frame.function in WAITS for frame in frames)


class _Places:
    """From lines and columns of the changed text to offsets in the old one."""

    def __init__(self, edited: Edited) -> None:
        self._edited = edited
        self._begins = [0]
        for place, sign in enumerate(edited.text):
            if sign == "\n":
                self._begins.append(place + 1)

    def old(self, location: SourceLocation) -> int | None:
        if not 1 <= location.line <= len(self._begins):
            return None
        text, begin = self._edited.text, self._begins[location.line - 1]
        end = text.find("\n", begin)
        line = text[begin : end if end >= 0 else len(text)].rstrip()
        indent = len(line) - len(line.lstrip())
        return self._edited.origin(begin + min(max(location.column - 1, indent), max(len(line) - 1, 0)))
