"""Joins: after a thread has waited for the end of one that it has created, all that the other did is behind it.

A join is found by how it is used: a wait for a cell to be no longer 0, to which nobody but the other thread writes, and
that in its last step. If every way to what follows leads through the wait, it comes after everything that the
other thread does: there is no order left to choose, and nothing to conflict with.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from esbmc_py.goto.deferred import dataclass
from symex import objects
from symex.terms import FALSE, Term, all_of, and_, bv, conjuncts, eq

from .operations import BoundedThread, Life, Read, RecordedBlock, Wait, Write
from .targets import Targets

Cell = tuple[int, int]  # address and size


@dataclass(frozen=True, slots=True)
class Join:
    """All that thread `joined` does is before whatever thread `waiting` does after its block `block`.

    `waits`: it is that block which waits, so that it does nothing before the other's end, either.
    """

    waiting: int
    block: int
    joined: int
    waits: bool


def find_joins(targets: Targets) -> list[Join]:
    """Of threads by who created them, and after that: so no two joins can ask for contrary orders."""
    writes = _Writes(targets)
    found: list[Join] = []
    for thread in targets.program.threads:
        guards: list[set[Term]] = []  # of its blocks
        for block in thread.blocks:
            for cell, passed in _waits(block):
                joined = writes.last_of(cell)
                if joined is None or joined.parent != thread.number or joined.created_after >= block.index:
                    continue
                guards = guards or [conjuncts(other.guard) for other in thread.blocks]
                last = max((index for index, guard in enumerate(guards) if not passed <= guard), default=-1)
                found.append(Join(thread.number, max(last, block.index), joined.number, last <= block.index))
    return found


def _waits(block: RecordedBlock) -> Iterator[tuple[Cell, set[Term]]]:
    """Cells that are not 0 where the block runs, and the condition of having waited."""
    reads: list[Read] = []
    for operation in block.operations:
        match operation:
            case Read() if operation.address.__class__ is int:
                reads.append(operation)
            case Write():
                return  # what was read before may be another value than it is now
            case Wait(guard=guard, condition=condition):
                passed = all_of([block.guard, guard, condition])
                for read in reads:
                    if and_(passed, eq(read.result, bv(0, read.result.width))) is FALSE:
                        yield (read.address, read.size), conjuncts(passed)  # type: ignore[misc]


class _Writes:
    """Who writes where, when."""

    def __init__(self, targets: Targets) -> None:
        self._program = targets.program
        self._to: defaultdict[int, list[tuple[tuple[int, int], BoundedThread, RecordedBlock, Write]]] = defaultdict(
            list
        )
        self._mortal = set(targets.mortal)
        for thread, block, operation in targets.operations():
            if isinstance(operation, Life):
                self._mortal.add(operation.number)
            elif isinstance(operation, Write):
                for target in targets.of(operation):
                    reach = targets.reach(target, operation.size)
                    self._to[target.number].append((reach, thread, block, operation))

    def last_of(self, cell: Cell) -> BoundedThread | None:
        """The thread that is the only one to write to the cell, which held 0 before, and does so when it ends."""
        address, size = cell
        number, offset = self._program.space.split(address)
        target = self._program.memory.get(number)
        if target is None or number in self._mortal or target.size.__class__ is not int or offset + size > target.size:
            return None
        if objects.read(target, offset, size)[0] != 0:
            return None
        writers: set[int] = set()
        for (start, end), thread, block, write in self._to[number]:
            if start < offset + size and offset < end:
                if (write.address, write.size) != cell or not _is_last(thread, block, write.guard):
                    return None
                writers.add(thread.number)
        return self._program.threads[writers.pop()] if len(writers) == 1 else None


def _is_last(thread: BoundedThread, block: RecordedBlock, guard: Term) -> bool:
    """The thread has no other block to run where it has made this write."""
    return all(and_(other.guard, guard) is FALSE for other in thread.blocks[block.index + 1 :])
