"""Movers: blocks before which no switch is needed.

A block that conflicts with nothing that others can do while its thread stands before it, that cannot be kept from
running, and that cannot end the execution may as well run together with what its thread did before: every execution
has a twin in which it does, with the same violations, and with no more rounds or context switches (Lipton 1975). Two
accesses to the same memory do not conflict if none writes, if one thread was created after the other's access, or if
both threads have the same lock then. So a section under a lock, up to the unlocking, is one step with the locking.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.properties import Property
from symex.terms import FALSE, TRUE, conjuncts

from .cells import LIFE, Key
from .formula import FormulaShape
from .initialised import unknown_to_others
from .locks import valid_locks
from .operations import BoundedThread, FreedObject, Life, ProcessEnd, Read, RecordedBlock, Wait, Write
from .places import Places
from .precedence import Precedence

# A state in which a thread stands before a mover is what these ask about.
OF_EVERY_STATE = frozenset({Property.RACE, Property.LEAK, Property.LOST, Property.ATOMICITY})


@dataclass(frozen=True, slots=True)
class _Access:
    thread: BoundedThread
    block: int
    write: bool
    held: frozenset[int]  # locks that the thread has at the block's beginning
    shut: frozenset[int]  # locks that keep the block from running while another thread has them


def movers(
    places: Places, precedence: Precedence, properties: frozenset[Property], shape: FormulaShape
) -> set[tuple[int, int]]:
    """Thread and index of blocks that run together with the block before."""
    if properties & OF_EVERY_STATE:
        return set()
    locks = valid_locks(places.targets)
    accesses: defaultdict[Key, list[_Access]] = defaultdict(list)
    own: dict[tuple[int, int], list[tuple[Key, _Access]]] = {}
    alone = unknown_to_others(places.program)
    for thread in places.program.threads:
        for block in thread.blocks:
            found = own[thread.number, block.index] = [
                (key, access)
                for key, access in _accesses(places, thread, block, locks)
                if (key[0], thread.number, block.index) not in alone
            ]
            for key, access in found:
                accesses[key].append(access)
    candidates = [
        (thread.number, block.index)
        for thread in places.program.threads
        for block in thread.blocks[1:]
        if _always_runs(places, thread, block, properties, shape)
    ]
    return {
        place
        for place in candidates
        if not any(_conflict(precedence, mine, other) for key, mine in own[place] for other in accesses[key])
    }


def _conflict(precedence: Precedence, mine: _Access, other: _Access) -> bool:
    if mine.thread is other.thread or not (mine.write or other.write) or mine.held & other.shut:
        return False
    before = precedence.surely_before(other.thread, other.block, mine.thread, mine.block)
    return not before and not precedence.surely_before(mine.thread, mine.block, other.thread, other.block)


def _always_runs(
    places: Places, thread: BoundedThread, block: RecordedBlock, properties: frozenset[Property], shape: FormulaShape
) -> bool:
    """Nothing keeps it from running, and nothing ends there that somebody asks for later.

    Where that is trusted, whether something ends there that nobody asked for is a question of its own.
    """
    if any(isinstance(operation, Wait | ProcessEnd) for operation in block.operations):
        return False
    if any(one.block == block.index and one.condition is not TRUE for one in thread.assumptions):
        return False
    if any(one.block == block.index and one.in_section for one in thread.bounds):
        return False
    failing = _may_fail(places, thread, block)
    if shape.every_violation:
        return not failing
    return shape.trusting or failing <= properties


def _may_fail(places: Places, thread: BoundedThread, block: RecordedBlock) -> set[Property]:
    """What may go wrong in a block, or in the thread's own work after it."""
    own = [failure for failure in thread.failures if failure.block == block.index and failure.guard is not FALSE]
    found = {failure.property for failure in own}
    found |= {one.property for one in places.targets.failures if one.block is block and one.when is not FALSE}
    for operation in block.operations:
        if isinstance(operation, FreedObject):
            found |= {Property.DOUBLE_FREE}
        elif isinstance(operation, Read | Write):
            if any(places.may_be_dead(target.number, thread, block) for target in places.targets.of(operation)):
                found |= {Property.FREED, Property.DEAD}
    return found


def _accesses(
    places: Places, thread: BoundedThread, block: RecordedBlock, locks: frozenset[int]
) -> Iterator[tuple[Key, _Access]]:
    free = must_be_free(block)
    for operation in block.operations:
        if isinstance(operation, Wait | ProcessEnd):
            continue
        held = frozenset() if isinstance(operation, Life) else operation.held
        for key, write in _keys(places, operation):
            yield key, _Access(thread, block.index, write, held & locks, (held | free) & locks)


def _keys(places: Places, operation: Read | Write | FreedObject | Life) -> Iterator[tuple[Key, bool]]:
    mortal = places.targets.mortal
    if isinstance(operation, Life):
        if operation.number in mortal:
            yield (operation.number, LIFE), True
        if operation.contents is not None:
            yield from (((operation.number, cell), True) for cell, _ in places.cells.get(operation.number, ()))
        return
    for target in places.targets.of(operation):
        if target.number in mortal:
            yield (target.number, LIFE), isinstance(operation, FreedObject)
        if not isinstance(operation, FreedObject):
            for piece in places.pieces(target, operation.size):
                yield piece.key, isinstance(operation, Write)


def must_be_free(block: RecordedBlock) -> frozenset[int]:
    """Addresses that must hold 0 for the block to run."""
    known = conjuncts(block.guard)
    free: frozenset[int] = frozenset()
    for operation in block.operations:
        if isinstance(operation, Wait) and conjuncts(operation.guard) <= known:
            known |= conjuncts(operation.condition)
            free |= operation.free
    return free
