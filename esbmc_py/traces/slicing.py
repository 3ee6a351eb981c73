"""Which events of an execution matter for what it ends in: a dynamic slice.

It begins at the violation and goes backwards along dependences. Where two threads meet in memory, the order of their
accesses matters as well: so whatever another thread writes to a place that matters is in the slice, too, also where
nobody has read it (an update that is lost is never read). A slice only chooses what is shown.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Iterable, Sequence

from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.instructions import Allocate, Branch, Call, Load, StartThread, Store
from esbmc_py.goto.numbering import Numbering
from esbmc_py.goto.program import Program
from esbmc_py.goto.properties import Property
from esbmc_py.goto.symbols import SourceLocation, Symbol
from esbmc_py.vm.findings import DataRace, Deadlock, Violation
from esbmc_py.vm.trace import TraceEvent

from .accesses import TracedAccess, own_accesses
from .dependences import Dependences, immediate_postdominators

_SUBSCRIPT = re.compile(r"\[[^][]+\]")
_LAST_MEMBER = re.compile(r"(?:\.|->)([A-Za-z_]\w*)$")
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


def _first_writes(events: Sequence[TraceEvent]) -> dict[int, int]:
    """Of each byte, the first event that writes it; also where no other thread could see it yet."""
    found: dict[int, int] = {}
    for position, event in enumerate(events):
        for one in event.touched:
            if one.write:
                for byte in range(one.address, one.address + one.size):
                    found.setdefault(byte, position)
    return found


def _writes(events: Sequence[TraceEvent]) -> dict[int, list[int]]:
    """The events that write to each address."""
    found: dict[int, list[int]] = defaultdict(list)
    for position, event in enumerate(events):
        for one in event.touched:
            if one.write:
                for byte in range(one.address, one.address + one.size):
                    found[byte].append(position)
    return found


class _Conflicts:
    """Accesses of other threads to the same bytes, one of the two a write."""

    def __init__(self, program: Program, events: Sequence[TraceEvent]) -> None:
        self._accesses: dict[int, list[TracedAccess]] = defaultdict(list)  # by position
        self._writes: dict[int, list[TracedAccess]] = defaultdict(list)  # by byte
        self._objects: dict[int, list[TracedAccess]] = defaultdict(list)  # writes by object
        self._split = program.address_space.split
        self._numbering = Numbering(program)
        self._images = program.globals
        self._first = _first_writes(events)
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
            unwritten = not one.write and self._first.get(one.address, position) >= position
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


def _written_as(place: str) -> str:
    """`ops[]` for `ops[which]`, `.words` for `d->words`: which one it is, another line says by another name."""
    member = _LAST_MEMBER.search(place)
    return f".{member[1]}" if member else _SUBSCRIPT.sub("[]", place)


class _Missing:
    """Branches that kept a place from being written that has its first value still where it is read.

    What was set up before there were other threads is a first value, too.
    """

    def __init__(self, program: Program, events: Sequence[TraceEvent]) -> None:
        self._program = program
        self._events = events
        self._writes = _writes(events)
        starts = (position for position, event in enumerate(events) if isinstance(event.instruction, StartThread))
        self._first_start = next(starts, 0)
        self._branches: dict[str, list[int]] = defaultdict(list)  # function → events
        for position, event in enumerate(events):
            if isinstance(event.instruction, Branch) and event.waits is None and not event.in_model:
                self._branches[event.function].append(position)
        self._joins: dict[str, list[int]] = {}
        self._storing: dict[tuple[str, str, int], list[int]] = {}

    def of(self, position: int) -> list[int]:
        event = self._events[position]
        if not isinstance(event.instruction, Load) or event.in_model or not event.touched:
            return []
        if self._first_start <= self._last_write_before(event.touched[0].address, position):
            return []
        found = []
        for function, branches in self._branches.items():
            stores = self._stores(function, _written_as(event.instruction.place))
            if stores and function not in self._joins:
                self._joins[function] = immediate_postdominators(self._program.functions[function].instructions)
            found += [
                branch
                for branch in branches
                if branch < position
                and any(self._events[branch].index < one < self._join(function, branch) for one in stores)
                and not self._stores_after(branch, stores)
            ]
        return found

    def _last_write_before(self, address: int, position: int) -> int:
        writes = self._writes.get(address, [])
        before = bisect_left(writes, position)
        return writes[before - 1] if before else -1

    def _stores(self, function: str, place: str, calls: int = 3) -> list[int]:
        """Where the function writes the place, or calls one that does."""
        if (function, place, calls) not in self._storing:
            known = self._program.functions.get(function)
            self._storing[function, place, calls] = [
                index
                for index, one in enumerate(known.instructions if known is not None and not known.is_model else ())
                if (isinstance(one, Store) and _written_as(one.place) == place)
                or (isinstance(one, Call) and calls and self._stores(getattr(one.callee, "name", ""), place, calls - 1))
            ]
        return self._storing[function, place, calls]

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
