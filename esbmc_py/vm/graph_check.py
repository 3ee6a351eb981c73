"""Does C11, as repaired by Lahav et al. (PLDI 2017), allow an execution? And does it have a data race?

This is asked about an execution that the machine has followed (`told_reads`), before anything is reported. Relations
are written down as the paper has them, as sets of successors (bits of a number), and closed by brute force. It shares
nothing with the encoding that found the execution.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations, pairwise

from esbmc_py.goto.deferred import dataclass

from ..goto.memory_models import MemoryOrder
from .findings import DataRace, RaceSide
from .run import user_location
from .told_reads import MemoryEvent

Relation = list[int]  # per event, the events that it is related to, as bits
Cell = tuple[int, int]  # address and size


class NotAllowed(Exception):
    """Why there is no such execution."""


@dataclass(frozen=True, slots=True, eq=False)
class Event:
    """A part of an access that is of one cell; a fence, or the start of a thread, has none."""

    index: int
    source: MemoryEvent
    cell: Cell | None
    position: int = 0
    value: int = 0

    @property
    def thread(self) -> int:
        return self.source.thread

    @property
    def write(self) -> bool:
        return self.cell is not None and self.source.write

    @property
    def read(self) -> bool:
        return self.cell is not None and not self.source.write


class ExecutionGraph:
    """Of events in the order in which the machine made them."""

    def __init__(self, noted: Sequence[MemoryEvent]) -> None:
        self.noted = noted
        self.events = list(self._events())
        self.by_cell: defaultdict[Cell, list[Event]] = defaultdict(list)
        for event in self.events:
            if event.cell is not None:
                self.by_cell[event.cell].append(event)
        self._require_apart()
        self._require_histories()
        self.hb = self._happens_before()

    def _events(self) -> Iterator[Event]:
        index = 0
        for source in self.noted:
            parts: list[tuple[Cell | None, int, int]] = [
                ((one.address, one.size), one.position, one.value) for one in source.cells
            ]
            if not parts and (source.fence is not None or source.starts is not None or source.frees):
                parts = [(None, 0, 0)]
            for cell, position, value in parts:
                yield Event(index, source, cell, position, value)
                index += 1

    # -- histories ----------------------------------------------------------------------------------------------------

    def _require_apart(self) -> None:
        """Cells do not overlap, and atomic accesses are of one."""
        edges = sorted(self.by_cell)
        for (first, size), (second, _) in pairwise(edges):
            if first + size > second:
                raise NotAllowed("cells overlap")
        for source in self.noted:
            if source.order is not None and len(source.cells) > 1:
                raise NotAllowed("an atomic access of several cells")

    def _require_histories(self) -> None:
        self.found: dict[int, Event | None] = {}  # per read, the write that it finds
        for cell, here in self.by_cell.items():
            writes = {event.position: event for event in here if event.write}
            if len(writes) != sum(event.write for event in here) or 0 in writes:
                raise NotAllowed("two writes with the same place in the history of a cell")
            for event in here:
                if event.read:
                    self._find(event, writes, self._at_start(cell, here))

    def _at_start(self, cell: Cell, here: list[Event]) -> int:
        """Nobody had written there when the first of these came."""
        source = here[0].source
        offset = cell[0] - source.address
        return int.from_bytes(source.before[offset : offset + cell[1]], "little")

    def _find(self, read: Event, writes: dict[int, Event], at_start: int) -> None:
        write = writes.get(read.position)
        if (write is None) != (read.position == 0):
            raise NotAllowed("a read finds what nobody wrote")
        if write is not None and write.index > read.index:
            raise NotAllowed("a read finds what is written later")
        if read.value != (at_start if write is None else write.value):
            where = read.source.location
            raise NotAllowed(f"{where}: a read finds another value than the one that was written")
        self.found[read.index] = write

    # -- happens-before -----------------------------------------------------------------------------------------------

    def _happens_before(self) -> Relation:
        self.po = self._program_order()
        direct = [0] * len(self.events)
        for one, other in (*self._starts(), *self._synchronises(), *self._sections()):
            if one.index >= other.index:
                raise NotAllowed("what synchronises is out of order")
            direct[one.index] |= 1 << other.index
        return closed([a | b for a, b in zip(self.po, direct, strict=True)])

    def _program_order(self) -> Relation:
        order, later = [0] * len(self.events), defaultdict[int, int](int)
        for event in reversed(self.events):
            order[event.index] = later[event.thread]
            later[event.thread] |= 1 << event.index
        return order

    def _starts(self) -> Iterator[tuple[Event, Event]]:
        """A thread begins after the whole section that starts it."""
        for event in self.events:
            if event.source.starts is not None:
                began = [other for other in self.events if other.thread == event.source.starts]
                if began:
                    yield self._of_section(event)[-1], began[0]

    def _synchronises(self) -> Iterator[tuple[Event, Event]]:
        for read in self.events:
            write = self.found.get(read.index)
            if not read.read or write is None or read.source.order is None:
                continue
            ends = [read] if self._order(read).acquires else []
            ends += [e for e in self._later(read) if e.source.fence is not None and e.source.fence.acquires]
            for start in self._released_by(write):
                yield from ((start, end) for end in ends)

    def _released_by(self, write: Event | None) -> Iterator[Event]:
        """The heads of the release sequences that a write belongs to."""
        while write is not None and write.source.order is not None:
            if write.source.order.releases:
                yield write
            for event in self._earlier(write):
                if event.source.fence is not None and event.source.fence.releases:
                    yield event
                order = event.source.order
                if event.write and event.cell == write.cell and order is not None and order.releases:
                    yield event
            read = self._read_of(write)
            write = None if read is None else self.found.get(read.index)

    def _order(self, event: Event) -> MemoryOrder:
        """A compare and exchange that stores nothing may have another one."""
        order, failure = event.source.order, event.source.failure
        assert order is not None
        if failure is None or not event.read:
            return order
        stores = any(other.write and other.cell == event.cell for other in self._of_section(event))
        return order if stores else failure

    def _of_section(self, event: Event) -> list[Event]:
        source = event.source
        if source.section is None:
            return [event]
        return [e for e in self.events if e.source.section == source.section]

    def _read_of(self, write: Event) -> Event | None:
        """The read of a read-modify-write."""
        earlier = [e for e in self._of_section(write) if e.read and e.cell == write.cell and e.index < write.index]
        return earlier[-1] if earlier else None

    def _later(self, event: Event) -> Iterator[Event]:
        return (other for other in self.events[event.index + 1 :] if other.thread == event.thread)

    def _earlier(self, event: Event) -> Iterator[Event]:
        return (other for other in self.events[: event.index] if other.thread == event.thread)

    def _sections(self) -> Iterator[tuple[Event, Event]]:
        """Atomic sections that touch the same cell come one after the other, as its history says."""
        strong = {e.source.section for e in self.events if e.source.strong}
        for here in self.by_cell.values():
            inside = [e for e in here if e.source.section in strong]
            for one, other in combinations(inside, 2):
                if one.thread != other.thread and (one.write or other.write):
                    first, second = (one, other) if self._precedes(one, other) else (other, one)
                    yield self._of_section(first)[-1], self._of_section(second)[0]

    @staticmethod
    def _precedes(one: Event, other: Event) -> bool:
        """In the history of a cell."""
        return one.position < other.position or (one.position == other.position and other.read)

    # -- conditions ---------------------------------------------------------------------------------------------------

    def require_consistent(self) -> None:
        """Raises NotAllowed. (That nothing comes out of thin air, the order of the events says.)"""
        for here in self.by_cell.values():
            for one, other in combinations(here, 2):
                for first, second in ((one, other), (other, one)):
                    if self.happens_before(first, second) and not self._precedes(first, second):
                        raise NotAllowed("coherence")
        self._require_atomicity()
        self._require_seen()
        psc = closed(self._psc())
        if any(psc[index] >> index & 1 for index in range(len(psc))):
            raise NotAllowed("the order of what is seq_cst")

    def happens_before(self, one: Event, other: Event) -> bool:
        return bool(self.hb[one.index] >> other.index & 1)

    def _require_atomicity(self) -> None:
        for here in self.by_cell.values():
            for write in here:
                if not write.write or write.source.section is None:
                    continue
                before = [e for e in self._of_section(write) if e.cell == write.cell and e.index < write.index]
                if before and any(
                    e.write and before[-1].position < e.position < write.position for e in here if e is not write
                ):
                    raise NotAllowed("a read-modify-write is torn apart")

    def _require_seen(self) -> None:
        """A read that the graph does not know found what the machine has: nobody else may write there meanwhile."""
        for place, source in enumerate(self.noted):
            if source.cells or source.write or not source.size:
                continue
            for cell, here in self.by_cell.items():
                if cell[0] < source.address + source.size and source.address < cell[0] + cell[1]:
                    if any(e.write and not self._is_ordered(e, place) for e in here):
                        raise NotAllowed(f"{source.location}: a read that the graph does not know")

    def _is_ordered(self, write: Event, place: int) -> bool:
        """With an access that is no event, by the events around it in its thread."""
        thread = self.noted[place].thread
        if write.thread == thread:
            return True
        where = {id(source): number for number, source in enumerate(self.noted)}
        mine = [event for event in self.events if event.thread == thread]
        earlier = [event for event in mine if where[id(event.source)] < place]
        later = [event for event in mine if where[id(event.source)] > place]
        starts = [self._of_section(e)[-1] for e in self.events if e.source.starts == thread]
        started = any(write is e or self.happens_before(write, e) for e in starts)
        return (
            started
            or any(self.happens_before(write, e) for e in earlier)
            or any(self.happens_before(e, write) for e in later)
        )

    def _psc(self) -> Relation:
        count = len(self.events)
        sequential = [e for e in self.events if self._is_sequential(e)]
        fences = [e for e in sequential if e.source.fence is not None]
        near, far = self._scb(), self._eco()
        psc = [0] * count
        starts = [(e.index, [e.index, *(bits(self.hb[e.index]) if e in fences else ())]) for e in sequential]
        ends = {e.index: {e.index} for e in sequential}
        for fence in fences:
            ends[fence.index] |= {e.index for e in self.events if self.happens_before(e, fence)}
        for start, leads in starts:
            reached = union(near[index] for index in leads)
            for end, whence in ends.items():
                if any(reached >> index & 1 for index in whence):
                    psc[start] |= 1 << end
        for fence in fences:
            after = self.hb[fence.index]
            by_eco = union(far[index] for index in bits(after))
            whole = after | union(self.hb[index] for index in bits(by_eco))
            psc[fence.index] |= whole & union(1 << other.index for other in fences)
        return psc

    def _is_sequential(self, event: Event) -> bool:
        if event.source.fence is not None:
            return event.source.fence is MemoryOrder.SEQ_CST
        return event.source.order is not None and self._order(event) is MemoryOrder.SEQ_CST

    def _scb(self) -> Relation:
        apart = [
            union(1 << index for index in bits(self.po[e.index]) if self.events[index].cell != e.cell or e.cell is None)
            for e in self.events
        ]
        around = composed(apart, composed(self.hb, apart))
        scb = [a | b for a, b in zip(self.po, around, strict=True)]
        for here in self.by_cell.values():
            for one in here:
                for other in here:
                    related = other.write and one is not other and self._precedes(one, other)
                    if related or self.happens_before(one, other):
                        scb[one.index] |= 1 << other.index
        return scb

    def _eco(self) -> Relation:
        eco = [0] * len(self.events)
        for here in self.by_cell.values():
            for one in here:
                for other in here:
                    strict = one.position < other.position
                    if one is not other and (self._precedes(one, other) if one.write or other.write else strict):
                        eco[one.index] |= 1 << other.index
        return eco

    # -- races --------------------------------------------------------------------------------------------------------

    def races(self) -> Iterator[tuple[DataRace, int]]:
        """Each with the number of steps after which it has happened."""
        for one, other in self._meeting():
            if self._race(one, other):
                race = DataRace(_side(one.source), _side(other.source), apart=True)
                yield race, max(one.source.step, other.source.step) + 1

    def _meeting(self) -> Iterator[tuple[Event, Event]]:
        """Two events that touch the same memory. Whoever frees an object touches all of it."""
        for here in self.by_cell.values():
            yield from combinations(here, 2)
        for end in self.events:
            if end.source.frees:
                yield from ((event, end) for event in self.events if event.cell is not None and _is_of(event, end))

    def _race(self, one: Event, other: Event) -> bool:
        if one.thread == other.thread or (one.read and other.read):
            return False
        if not (one.source.visible and other.source.visible) or (_is_atomic(one) and _is_atomic(other)):
            return False
        return not (self.happens_before(one, other) or self.happens_before(other, one))


def _is_of(event: Event, end: Event) -> bool:
    """Is it of the object that is freed?"""
    return event.source.object == end.source.object


def _is_atomic(event: Event) -> bool:
    return event.source.order is not None or event.source.strong


def _side(source: MemoryEvent) -> RaceSide:
    atomic = source.order is not None or source.strong
    return RaceSide(source.thread, source.place, source.write, atomic, user_location(source.stack), source.stack)


# -- relations --------------------------------------------------------------------------------------------------------


def bits(number: int) -> Iterator[int]:
    while number:
        low = number & -number
        yield low.bit_length() - 1
        number ^= low


def union(numbers: Iterator[int]) -> int:
    whole = 0
    for number in numbers:
        whole |= number
    return whole


def composed(first: Relation, second: Relation) -> Relation:
    return [union(second[index] for index in bits(successors)) for successors in first]


def closed(relation: Relation) -> Relation:
    """Transitively."""
    result = list(relation)
    for middle in range(len(result)):
        for index in range(len(result)):
            if result[index] >> middle & 1:
                result[index] |= result[middle]
    return result
