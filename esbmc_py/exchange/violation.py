"""A counterexample as the waypoints of a witness: few enough to be read, enough to find the execution again.

What is told: where threads are created, what the program gets from outside, and, wherever another thread takes over,
how far the one before has come: the last statement that it began, or the last call of the library that came back.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from esbmc_py.checking.results import Counterexample
from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.expressions import AddressOf, FunctionAddress
from esbmc_py.goto.instructions import Call, Load, Nondet, Return, StartThread
from esbmc_py.goto.program import Program
from esbmc_py.goto.symbols import SourceLocation, Storage
from esbmc_py.goto.types import IntType
from esbmc_py.vm.findings import DataRace, Deadlock, StackEntry, Violation
from esbmc_py.vm.trace import TraceEvent

from .source_map import SourceMap
from .witness import EXT_C_EXPRESSION, Constraint, Position, Segment, Waypoint

CREATES = ("pthread_create", "thrd_create")


@dataclass(frozen=True, slots=True)
class _Moment:
    """Something that a waypoint can tell. `always`: it is told wherever it happens."""

    event: int
    thread: int
    waypoint: Waypoint
    always: bool = False


@dataclass(frozen=True, slots=True)
class _Call:
    """A call of the library under way."""

    event: TraceEvent
    name: str
    closing: Position


def violation_segments(program: Program, sources: SourceMap, found: Counterexample) -> tuple[Segment, ...]:
    """The last one is the target; a race, and a deadlock, has several targets in it."""
    events = [event for event in found.events if event.waits is None]
    moments = list(_Moments(program, sources, events).all())
    numbers = _numbers(moments)
    told = [_numbered(moment.waypoint, numbers) for moment in _chosen(events, moments)]
    targets = tuple(_numbered(one, numbers) for one in _targets(sources, found.what))
    if told and len(targets) == 1 and _same_place(told[-1], targets[0]):
        told.pop()
    return (*(Segment((one,)) for one in told), Segment(targets))


def _same_place(one: Waypoint, other: Waypoint) -> bool:
    return one.kind == "assumption" and (one.position, one.thread) == (other.position, other.thread)


def _numbers(moments: Sequence[_Moment]) -> dict[int, int]:
    """The threads as the machine counts them, and as the witness does: in the order in which calls create them."""
    numbers = {0: 0}
    for moment in moments:
        created = _created(moment)
        if created is not None:
            numbers[created] = len(numbers)
    return numbers


def _created(moment: _Moment) -> int | None:
    value = moment.waypoint.constraint
    if moment.waypoint.kind == "function_enter" and value is not None:
        return int(value.value)
    return None


def _numbered(waypoint: Waypoint, numbers: dict[int, int]) -> Waypoint:
    thread = numbers.get(waypoint.thread or 0)
    constraint = None if waypoint.kind == "function_enter" else waypoint.constraint
    return Waypoint(waypoint.kind, waypoint.position, waypoint.action, constraint, thread)


def _chosen(events: Sequence[TraceEvent], moments: Sequence[_Moment]) -> Iterator[_Moment]:
    """Of each stretch of one thread: its last moment, as often as it came there, and those that are always told."""
    position = 0
    for end in _stretch_ends(events):
        inside = []
        while position < len(moments) and moments[position].event < end:
            inside.append(moments[position])
            position += 1
        wanted = None if end == len(events) or not inside else _place(inside[-1])
        yield from (one for one in inside if one.always or _place(one) == wanted)


def _place(moment: _Moment) -> tuple[str, Position]:
    return moment.waypoint.kind, moment.waypoint.position


def _stretch_ends(events: Sequence[TraceEvent]) -> Iterator[int]:
    """Where another thread takes over, and the end."""
    for place in range(1, len(events) + 1):
        if place == len(events) or events[place].thread != events[place - 1].thread:
            yield place


class _Moments:
    """Walks through the events of an execution."""

    def __init__(self, program: Program, sources: SourceMap, events: Sequence[TraceEvent]):
        self._program = program
        self._sources = sources
        self._events = events
        self._call: dict[int, _Call] = {}  # per thread
        self._chose: set[int] = set()  # threads whose call of the library has taken something from outside

    def all(self) -> Iterator[_Moment]:
        created = self._created()
        for number, event in enumerate(self._events):
            yield from self._at(number, event, created)

    def _created(self) -> dict[int, int]:
        """Which call creates which thread: event of the call → the thread's number."""
        found: dict[int, int] = {}
        calls: dict[int, int] = {}
        threads = 0
        for number, event in enumerate(self._events):
            if not event.in_model and self._library_call(event) in CREATES:
                calls[event.thread] = number
            if isinstance(event.instruction, StartThread):
                threads += 1
                if event.thread in calls:
                    found[calls.pop(event.thread)] = threads
        return found

    def _at(self, number: int, event: TraceEvent, created: dict[int, int]) -> Iterator[_Moment]:
        thread = event.thread
        if event.in_model:
            if isinstance(event.instruction, Nondet):
                self._chose.add(thread)
            yield from self._returned(number, event)
            return
        yield from self._began(number, event)
        name = self._library_call(event)
        if name:
            self._chose.discard(thread)
            yield from self._called(number, event, name, created.get(number))
        elif isinstance(event.instruction, Nondet):
            yield from self._input(number, event)

    def _began(self, number: int, event: TraceEvent) -> Iterator[_Moment]:
        """A statement, where its first instruction is executed."""
        start = self._sources.of(event.function).entries.get(event.index)
        if start is not None:
            yield self._moment(number, event, "assumption", start, Constraint(_sees(event)))

    def _moment(
        self,
        number: int,
        event: TraceEvent,
        kind: str,
        at: SourceLocation,
        constraint: Constraint | None,
        always: bool = False,
    ) -> _Moment:
        position = self.position(at, event.function)
        return _Moment(number, event.thread, Waypoint(kind, position, "follow", constraint, event.thread), always)

    def position(self, at: SourceLocation, function: str) -> Position:
        place = self._sources.files.physical(at)
        return Position(place.file, place.line, place.column or None, function)

    def _called(self, number: int, event: TraceEvent, name: str, created: int | None) -> Iterator[_Moment]:
        closing = self._closing(event)
        if closing is None:
            return
        self._call[event.thread] = _Call(event, name, closing)
        if created is not None:
            constraint = Constraint(str(created), None)  # which one, until all are numbered
            yield _Moment(
                number,
                event.thread,
                Waypoint("function_enter", closing, "follow", constraint, event.thread),
                always=True,
            )

    def _closing(self, event: TraceEvent) -> Position | None:
        at = self._sources.of(event.function).closing(event.location)
        return None if at is None else self.position(at, event.function)

    def _returned(self, number: int, event: TraceEvent) -> Iterator[_Moment]:
        """The library's function has come to its end: what it says."""
        call = self._call.get(event.thread)
        if call is None or not isinstance(event.instruction, Return) or event.depth != call.event.depth + 1:
            return
        del self._call[event.thread]
        target = call.event.instruction.target if isinstance(call.event.instruction, Call) else None
        value = event.value
        if target is None or not isinstance(target.type, IntType) or not isinstance(value, int):
            return
        constraint = Constraint(f"\\result == {value}", EXT_C_EXPRESSION)
        always = event.thread in self._chose
        waypoint = Waypoint("function_return", call.closing, "follow", constraint, event.thread)
        yield _Moment(number, event.thread, waypoint, always)

    def _input(self, number: int, event: TraceEvent) -> Iterator[_Moment]:
        closing = self._closing(event)
        if closing is not None and isinstance(event.value, int | float):
            constraint = Constraint(f"\\result == {_number(event.value)}", EXT_C_EXPRESSION)
            waypoint = Waypoint("function_return", closing, "follow", constraint, event.thread)
            yield _Moment(number, event.thread, waypoint, always=True)

    def _library_call(self, event: TraceEvent) -> str:
        match event.instruction:
            case Call(callee=FunctionAddress(name=name)) if self._is_model(name):
                return name
            case _:
                return ""

    def _is_model(self, name: str) -> bool:
        function = self._program.functions.get(name)
        return function is None or function.is_model


def _sees(event: TraceEvent) -> str:
    """What holds before a statement that begins by reading a global variable; else what always holds."""
    match event.instruction:
        case Load(address=AddressOf(symbol=symbol), type=IntType(), place=place):
            if symbol.storage is Storage.GLOBAL and place.isidentifier() and event.value is not None:
                return f"{place} == {_number(event.value)}"
    return "1"


def _number(value: float) -> str:
    return str(int(value)) if isinstance(value, int) else repr(value)


# --- where it ends


def _targets(sources: SourceMap, what: Violation | Deadlock | DataRace) -> list[Waypoint]:
    match what:
        case Violation():
            return [_target(sources, what.location, what.stack, what.thread)]
        case DataRace():
            sides = (what.first, what.second)
            return [_target(sources, one.location, one.stack, one.thread) for one in sides]
        case Deadlock():
            return [_target(sources, one.location, one.stack, one.thread) for one in what.blocked]


def _target(sources: SourceMap, location: SourceLocation, stack: tuple[StackEntry, ...], thread: int) -> Waypoint:
    function = next((one.function for one in stack if not one.in_model and one.location == location), "")
    at = sources.of(function).start_of(location) if function in sources.program.functions else location
    place = sources.files.physical(at)
    return Waypoint("target", Position(place.file, place.line, place.column or None, function or None), thread=thread)
