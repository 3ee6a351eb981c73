"""The events of an execution graph (memory model rc11): what the operations of bounded threads are, cell by cell.

A *node* is what a thread does at once: one access, one fence, one atomic section, one end of a life. Its *events* are
reads and writes of single cells. Nodes of a thread are in program order.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import field

from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.memory_models import FENCE, MemoryOrder
from esbmc_py.goto.symbols import Symbol
from symex import objects
from symex.terms import FALSE, TRUE, Term, and_, any_of, extract, not_, or_
from symex.values import as_term

from .cells import LIFE, Key
from .operations import NO_ORDERING, BoundedThread, FreedObject, Life, Operation, Ordering, Read, RecordedBlock, Write
from .places import Places
from .positions import Positions


@dataclass(slots=True, eq=False)
class GraphNode:
    index: int  # among all
    place: int  # among those of its thread
    thread: BoundedThread
    block: RecordedBlock
    when: Term = FALSE
    fence: MemoryOrder | None = None
    events: list[Event] = field(default_factory=list)

    @property
    def name(self) -> str:
        return f"{self.thread.number}.{self.place}"

    @property
    def strong(self) -> bool:
        return any(event.ordering.strong for event in self.events)


@dataclass(frozen=True, slots=True, eq=False)
class Event:
    """`value` is what a read finds, or a write leaves, in the cell. The end of a life is a write without a value."""

    node: GraphNode
    place: int  # among the events of its node
    operation: Read | Write | FreedObject | Life
    key: Key
    offset: int  # of the cell in the access
    size: int
    when: Term
    value: Term | None

    @property
    def name(self) -> str:
        return f"{self.node.name}.{self.place}"

    @property
    def reads(self) -> bool:
        return isinstance(self.operation, Read)

    @property
    def writes(self) -> bool:
        return not self.reads

    @property
    def ends_life(self) -> bool:
        return self.value is None

    @property
    def ordering(self) -> Ordering:
        return self.operation.ordering if isinstance(self.operation, Read | Write) else NO_ORDERING

    @property
    def order(self) -> MemoryOrder | None:
        return self.ordering.order

    @property
    def atomic(self) -> bool:
        return self.order is not None or self.ordering.strong

    def stores_too(self) -> Term:
        """Of a read in a section: the section also writes the cell. A compare and exchange does where it succeeds."""
        later = [other for other in self.node.events[self.place + 1 :] if other.key == self.key and other.writes]
        return any_of([other.when for other in later])

    def has_order(self, wanted: str) -> Term:
        """When the access acquires, releases, or is seq_cst (`sequential`)."""
        if self.order is None:
            return FALSE
        certain = _is(self.order, wanted)
        failure = self.ordering.failure
        if failure is None or _is(failure, wanted) == certain:
            return TRUE if certain else FALSE
        return self.stores_too() if certain else not_(self.stores_too())


def _is(order: MemoryOrder, wanted: str) -> bool:
    return order is MemoryOrder.SEQ_CST if wanted == "sequential" else bool(getattr(order, wanted))


@dataclass(slots=True, eq=False)
class Events:
    """All nodes, by thread; and all events, by cell."""

    lines: list[list[GraphNode]]
    by_key: dict[Key, list[Event]]
    mixed: list[tuple[GraphNode, Read | Write, Term]]  # atomic accesses that are of several cells: not encoded

    def nodes(self) -> Iterator[GraphNode]:
        for line in self.lines:
            yield from line

    def shared(self, key: Key) -> bool:
        return len({event.node.thread.number for event in self.by_key[key]}) > 1


class EventReader:
    """Reads the nodes off the blocks of a program."""

    def __init__(self, places: Places, positions: Positions) -> None:
        self._places = places
        self._positions = positions
        self._count = 0
        self._mixed: list[tuple[GraphNode, Read | Write, Term]] = []
        fences = [what for what in places.program.numbering.statics if isinstance(what, Symbol) and what.name == FENCE]
        self._fence = places.program.numbering.statics.index(fences[0]) if fences else None

    def events(self) -> Events:
        lines = [self._line(thread) for thread in self._places.program.threads]
        by_key: defaultdict[Key, list[Event]] = defaultdict(list)
        for line in lines:
            for node in line:
                for event in node.events:
                    by_key[event.key].append(event)
        return Events(lines, dict(by_key), self._mixed)

    def _line(self, thread: BoundedThread) -> list[GraphNode]:
        line: list[GraphNode] = []
        for block in thread.blocks:
            section: GraphNode | None = None
            for operation in block.operations:
                in_section = isinstance(operation, Read | Write) and operation.ordering.section
                if not isinstance(operation, Read | Write | FreedObject | Life) or self._is_birth(operation):
                    continue
                node = section
                if node is None or not in_section:
                    node = GraphNode(self._count, len(line), thread, block)
                    self._count += 1
                    line.append(node)
                section = node if in_section else None
                self._add(node, operation)
        return line

    def _is_birth(self, operation: Operation) -> bool:
        return isinstance(operation, Life) and operation.alive and operation.contents is None

    def _add(self, node: GraphNode, operation: Read | Write | FreedObject | Life) -> None:
        runs = and_(self._positions.past_in_the_end(node.thread, node.block.index), operation.guard)
        node.when = or_(node.when, runs)
        if isinstance(operation, Write) and self._is_fence(operation):
            assert isinstance(operation.value, int)
            node.fence = MemoryOrder(operation.value)
            return
        found = self._of_life(operation, runs) if isinstance(operation, Life) else self._of_access(operation, runs)
        for key, offset, size, when, value in found:
            if when is not FALSE:
                node.events.append(Event(node, len(node.events), operation, key, offset, size, when, value))
        if isinstance(operation, Read | Write) and operation.ordering.order is not None:
            self._note_mixed(node, operation, runs)

    def _is_fence(self, operation: Write) -> bool:
        if self._fence is None or not isinstance(operation.address, int):
            return False
        return self._places.program.space.split(operation.address)[0] == self._fence

    def _of_access(
        self, operation: Read | Write | FreedObject, runs: Term
    ) -> Iterator[tuple[Key, int, int, Term, Term | None]]:
        for target in self._places.targets.of(operation):
            when = and_(runs, target.guard)
            if isinstance(operation, FreedObject):
                yield from ((key, 0, 0, when, None) for key in self._places.freed(target))
                continue
            whole = operation.result if isinstance(operation, Read) else as_term(operation.value, operation.size * 8)
            for piece in self._places.pieces(target, operation.size):
                part = extract(whole, (piece.start + piece.size) * 8 - 1, piece.start * 8)
                yield piece.key, piece.start, piece.size, when, part

    def _of_life(self, operation: Life, runs: Term) -> Iterator[tuple[Key, int, int, Term, Term | None]]:
        """The end of a life; or the beginning of another one, with contents that are written."""
        number, cells = operation.number, self._places.cells.get(operation.number, [])
        if not operation.alive:
            yield from (((number, offset), 0, 0, runs, None) for offset in (LIFE, *(cell for cell, _ in cells)))
            return
        contents = operation.contents
        assert contents is not None
        for offset, size in cells:
            value, contents = objects.read(contents, offset, size)
            yield (number, offset), 0, size, runs, as_term(value, size * 8)

    def _note_mixed(self, node: GraphNode, operation: Read | Write, runs: Term) -> None:
        for target in self._places.targets.of(operation):
            if sum(1 for _ in self._places.pieces(target, operation.size)) > 1:
                self._mixed.append((node, operation, and_(runs, target.guard)))
