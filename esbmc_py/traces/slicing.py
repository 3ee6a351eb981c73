"""Which events of an execution matter for what it ends in: a dynamic slice.

It begins at the violation and goes backwards along dependences. Where two threads meet in memory, the order of their
accesses matters as well: so whatever another thread writes to a place that matters is in the slice, too, also where
nobody has read it (an update that is lost is never read). A slice only chooses what is shown.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.instructions import Allocate, Branch, Load, Store
from esbmc_py.goto.numbering import Numbering
from esbmc_py.goto.program import Program
from esbmc_py.goto.properties import Property
from esbmc_py.goto.symbols import SourceLocation, Symbol
from esbmc_py.vm.findings import DataRace, Deadlock, Violation
from esbmc_py.vm.trace import TraceEvent

from .accesses import TracedAccess, own_accesses
from .dependences import Dependences, immediate_postdominators

MOST_EVENTS = 200_000
_FARTHEST_STORE = 2_000  # events


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
    missing = _Missing(program, events)
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
            pending += missing.of(position)
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
    """Accesses of other threads to the same bytes, one of the two a write."""

    def __init__(self, program: Program, events: Sequence[TraceEvent]) -> None:
        self._accesses: dict[int, list[TracedAccess]] = defaultdict(list)  # by position
        self._writes: dict[int, list[TracedAccess]] = defaultdict(list)  # by byte
        self._objects: dict[int, list[TracedAccess]] = defaultdict(list)  # writes by object
        self._split = program.address_space.split
        self._numbering = Numbering(program)
        self._images = program.globals
        for one in own_accesses(program, events):
            self._accesses[one.position].append(one)
            if one.write and one.size:
                self._objects[self._split(one.address)[0]].append(one)
                for byte in range(one.address, one.address + one.size):
                    self._writes[byte].append(one)

    def of(self, position: int) -> list[int]:
        found: dict[int, None] = {}
        for one in self._accesses.get(position, ()):
            others = [
                other for byte in range(one.address, one.address + one.size) for other in self._writes.get(byte, ())
            ]
            unwritten = not one.write and not any(other.position < position for other in others)
            if unwritten and not self._has_a_value(one):
                # nobody has written it: perhaps what should have been written there went elsewhere
                others += self._objects.get(self._split(one.address)[0], [])
            for other in others:
                if other.thread != one.thread:
                    found[other.position] = None
        return list(found)

    def _has_a_value(self, one: TracedAccess) -> bool:
        """The object has an initialiser: what nobody has written is there on purpose."""
        symbol = self._numbering.static(self._split(one.address)[0])
        image = self._images.get(symbol) if isinstance(symbol, Symbol) else None
        return image is not None and bool(image.relocations or any(image.data))


class _Missing:
    """Branches that kept a place from being written that has its first value still where it is read."""

    def __init__(self, program: Program, events: Sequence[TraceEvent]) -> None:
        self._program = program
        self._events = events
        self._written: dict[int, int] = {}  # byte → the first event that writes it
        self._branches: dict[str, list[int]] = defaultdict(list)  # function → events
        for position, event in enumerate(events):
            if isinstance(event.instruction, Branch) and event.waits is None and not event.in_model:
                self._branches[event.function].append(position)
            for one in event.touched:
                if one.write:
                    for byte in range(one.address, one.address + one.size):
                        self._written.setdefault(byte, position)
        self._joins: dict[str, list[int]] = {}

    def of(self, position: int) -> list[int]:
        event = self._events[position]
        if not isinstance(event.instruction, Load) or event.in_model or not event.touched:
            return []
        if self._written.get(event.touched[0].address, len(self._events)) < position:
            return []
        found = []
        for function, branches in self._branches.items():
            code = self._program.functions[function].instructions
            stores = [
                index
                for index, one in enumerate(code)
                if isinstance(one, Store) and one.place == event.instruction.place
            ]
            if stores and function not in self._joins:
                self._joins[function] = immediate_postdominators(code)
            found += [
                branch
                for branch in branches
                if branch < position
                and any(self._events[branch].index < one < self._join(function, branch) for one in stores)
                and not self._stores_after(branch, stores)
            ]
        return found

    def _stores_after(self, branch: int, stores: list[int]) -> bool:
        """It did not keep anything from being written: the call in which it was taken went on to the store."""
        at = self._events[branch]
        for event in self._events[branch + 1 : branch + _FARTHEST_STORE]:
            if event.thread != at.thread:
                continue
            if event.depth < at.depth:
                return False
            if event.depth == at.depth and event.function == at.function and event.index in stores:
                return True
        return False

    def _join(self, function: str, branch: int) -> int:
        return self._joins[function][self._events[branch].index]
