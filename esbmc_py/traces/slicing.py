"""Which events of an execution matter for what it ends in: a dynamic slice.

It begins at the violation and goes backwards along dependences. Where two threads meet in memory, the order of their
accesses matters as well: so whatever another thread writes to a place that matters is in the slice, too, also where
nobody has read it (an update that is lost is never read). A slice only chooses what is shown.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.instructions import Allocate, Branch, Free, Load, Store
from esbmc_py.goto.program import Program
from esbmc_py.goto.properties import Property
from esbmc_py.goto.symbols import SourceLocation
from esbmc_py.vm.results import DataRace, Deadlock, Violation
from esbmc_py.vm.trace import TraceEvent

from .dependences import Dependences

MOST_EVENTS = 200_000


@dataclass(frozen=True, slots=True)
class Slice:
    """Positions of events that matter; `values`: those whose values flow into shared memory or into the violation."""

    positions: set[int]
    values: set[int]


def slice_of(
    program: Program, events: Sequence[TraceEvent], what: Violation | Deadlock | DataRace, also: Iterable[int] = ()
) -> Slice | None:
    """None if the execution is too long to find out. `also`: positions that matter anyway."""
    if len(events) > MOST_EVENTS:
        return None
    dependences = Dependences(program, events)
    conflicts = _Conflicts(program, events)
    found: set[int] = set()
    values: set[int] = set()
    seeds = [*_seeds(program, events, what), *also]
    pending = [*seeds]
    while pending:
        position = pending.pop()
        if position not in found:
            found.add(position)
            pending += dependences.of[position]
            pending += conflicts.of(position)
    pending = [*seeds, *(position for position in found if _is_shared(events[position]))]
    while pending:
        position = pending.pop()
        if position not in values and not isinstance(events[position].instruction, Branch):
            values.add(position)
            pending += dependences.values_of(position)
    return Slice(found, values)


def _is_shared(event: TraceEvent) -> bool:
    return bool(event.touched) and event.instruction.visible and not event.in_model


def _seeds(program: Program, events: Sequence[TraceEvent], what: Violation | Deadlock | DataRace) -> Iterable[int]:
    executed = [position for position, event in enumerate(events) if event.waits is None]
    last = {events[position].thread: position for position in executed}
    match what:
        case Violation(location=location):
            yield from executed[-1:]
            if what.property in (Property.LEAK, Property.LOST):
                yield from _uses_of_what_is_allocated(program, events, location)
        case Deadlock(blocked=blocked):
            yield from (last[one.thread] for one in blocked if one.thread in last)
        case DataRace(first=first, second=second):
            for side in (first, second):
                if side.thread in last:
                    yield last[side.thread]
                yield from (p for p in executed if _is_side(events[p], side.thread, side.location))


def _uses_of_what_is_allocated(
    program: Program, events: Sequence[TraceEvent], location: SourceLocation
) -> Iterable[int]:
    """Nothing flows into what is missing, the end of an object's life: all that was done with it may be why."""
    split = program.address_space.split
    latest: dict[int, SourceLocation] = {}  # of each thread, in the program's own code
    objects: set[int] = set()
    for position, event in enumerate(events):
        if not event.in_model:
            latest[event.thread] = event.location
        if isinstance(event.instruction, Allocate) and latest.get(event.thread) == location:
            objects.add(split(event.touched[0].address)[0])
            yield position
        elif any(split(one.address)[0] in objects for one in event.touched):
            yield position


def _is_side(event: TraceEvent, thread: int, location: object) -> bool:
    return event.thread == thread and event.location == location and bool(event.touched)


class _Conflicts:
    """Writes of other threads to the same bytes, in the program's own code."""

    def __init__(self, program: Program, events: Sequence[TraceEvent]) -> None:
        self._events = events
        self._writes: dict[int, list[int]] = defaultdict(list)
        self._frees: dict[int, list[int]] = defaultdict(list)
        self._space = program.address_space
        for position, event in enumerate(events):
            if event.in_model and not isinstance(event.instruction, Free):
                continue
            for one in event.touched:
                if one.write and one.size:
                    for byte in range(one.address, one.address + one.size):
                        self._writes[byte].append(position)
                elif isinstance(event.instruction, Free):
                    self._frees[self._space.split(one.address)[0]].append(position)

    def of(self, position: int) -> list[int]:
        event = self._events[position]
        if event.in_model or not isinstance(event.instruction, Load | Store) or not event.instruction.visible:
            return []
        found: dict[int, None] = {}
        for one in event.touched:
            for byte in range(one.address, one.address + one.size):
                for other in self._writes[byte]:
                    if self._events[other].thread != event.thread:
                        found[other] = None
        return list(found)
