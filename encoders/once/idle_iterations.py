"""Iterations of a loop that change nothing: a thread that waits by looking again and again need not go round.

Leave out of an execution an iteration after which its thread and memory are as they were before it: all other steps are
as they were, and the same states follow. So what any execution leads to, one leads to in which no thread completes such
an iteration; within no more rounds, context switches or unwindings. A thread that would go round stands before the last
block of the iteration instead: it can go on there as soon as something is different.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from esbmc_py.goto.deferred import dataclass
from symex.objects import Memory, Object
from symex.run import Run
from symex.terms import FALSE, TRUE, Term, and_, any_of, conjuncts, eq, not_
from symex.values import Value, as_term

from .operations import FreedObject, Life, Read, RecordedBlock, Write

Cell = tuple[int, int]  # address and size


@dataclass(frozen=True, slots=True, eq=False)
class LoopArrival:
    """A thread at the head of a loop."""

    registers: tuple[Value | None, ...]
    memory: Memory
    held: frozenset[int]
    block: int
    noted: int  # how much was noted before


@dataclass(frozen=True, slots=True)
class Noted:
    """`changes`: when memory is not what it was. Of a write to a known cell that others see, that is all to know."""

    changes: Term
    cell: Cell | None = None
    alone: bool = False  # the thread's own view of memory tells whether something changed


class IdleIterations:
    """What one thread does to memory, and since when."""

    def __init__(self) -> None:
        self._noted: list[Noted] = []

    def changes(self, guard: Term) -> None:
        self._noted.append(Noted(guard))

    def writes(self, guard: Term, address: Value, size: int, value: Value, block: RecordedBlock) -> None:
        """A write that others may see: nothing changes if the same step found there what it writes."""
        found = _found_by(block, address, size, guard)
        same = FALSE if found is None else eq(found, as_term(value, size * 8))
        cell = (address, size) if address.__class__ is int else None
        self._noted.append(Noted(and_(guard, not_(same)), cell))

    def writes_alone(self, address: Value, size: int) -> None:
        cell = (address, size) if address.__class__ is int else None
        self._noted.append(Noted(FALSE, cell, alone=True))

    def arrival(self, run: Run, held: frozenset[int], block: int) -> LoopArrival:
        return LoopArrival(tuple(run.registers), run.memory, held, block, len(self._noted))

    def changed_since(self, arrival: LoopArrival, run: Run, head: int, last: Term) -> Term:
        """When something is different since the thread was at the loop's head, or it has not come through its last
        block, whose guard is `last`."""
        elsewhere = FALSE if conjuncts(last) <= conjuncts(run.guard) else not_(last)
        noted = self._noted[arrival.noted :]
        terms = [elsewhere, *(one.changes for one in noted if and_(one.changes, run.guard) is not FALSE)]
        terms += _other_registers(run, head, arrival)
        terms += _other_contents(run, arrival.memory, _seen_by_others(noted))
        return any_of(terms)


def _other_registers(run: Run, head: int, arrival: LoopArrival) -> Iterator[Term]:
    for index in sorted(run.code.live[head]):
        yield _differ(arrival.registers[index], run.registers[index], run.code.register_widths[index])


def _found_by(block: RecordedBlock, address: Value, size: int, guard: Term) -> Term | None:
    """What the block has read there, if it has on this path and has not written since."""
    for operation in reversed(block.operations):
        match operation:
            case Read() if operation.address == address and operation.size == size:
                return operation.result if conjuncts(operation.guard) <= conjuncts(guard) else None
            case Write() | FreedObject() | Life():
                return None
    return None


def _seen_by_others(noted: Sequence[Noted]) -> frozenset[Cell]:
    """Cells of which the thread's own view does not tell whether they changed."""
    alone = {one.cell for one in noted if one.alone}
    return frozenset() if None in alone else frozenset(one.cell for one in noted if one.cell is not None) - alone


def _other_contents(run: Run, before: Memory, told: frozenset[Cell]) -> Iterator[Term]:
    after = run.memory
    if after is before:
        return
    for number in {*before, *after}:
        old, new = before.get(number), after.get(number)
        if old is new:
            continue
        if old is None or new is None:
            yield TRUE
        else:
            base = number << run.space.offset_bits
            yield _contents_differ(old, new, {(address - base, size) for address, size in told})


def _contents_differ(old: Object, new: Object, told: set[Cell]) -> Term:
    if old.is_array or new.is_array or old.alive is not new.alive or old.name != new.name:
        return TRUE
    if old.mixture is not new.mixture:
        return TRUE
    terms: list[Term] = []
    for offset in {*old.cells, *new.cells}:
        mine, theirs = old.cells.get(offset), new.cells.get(offset)
        size = (mine or theirs or (0, 0))[0]
        if (offset, size) in told and (mine is None or theirs is None or mine[0] == theirs[0]):
            continue
        if mine is None or theirs is None or mine[0] != theirs[0]:
            return TRUE
        terms.append(_differ(mine[1], theirs[1], size * 8))
    return any_of(terms)


def _differ(one: Value | None, other: Value | None, width: int) -> Term:
    if one is other or (one.__class__ is int and one == other):
        return FALSE
    if one is None or other is None:
        return TRUE
    return not_(eq(as_term(one, width), as_term(other, width)))
