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
from typing import TYPE_CHECKING

from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.properties import Property
from symex.terms import TRUE, conjuncts

from .cells import LIFE, Key
from .initialised import unknown_to_others
from .operations import Block, BoundedThread, End, Life, Read, Release, Wait, Write

if TYPE_CHECKING:
    from .encoder import OnceEncoder

# A state in which a thread stands before a mover is what these ask about.
OF_EVERY_STATE = frozenset({Property.RACE, Property.LEAK, Property.LOST, Property.ATOMICITY})


@dataclass(frozen=True, slots=True)
class _Access:
    thread: BoundedThread
    block: int
    write: bool
    held: frozenset[int]  # locks that the thread has at the block's beginning
    shut: frozenset[int]  # locks that keep the block from running while another thread has them


def movers(encoder: OnceEncoder, locks: frozenset[int], *, every_violation: bool) -> set[tuple[int, int]]:
    """Thread and index of blocks that run together with the block before."""
    if encoder.properties & OF_EVERY_STATE:
        return set()
    accesses: defaultdict[Key, list[_Access]] = defaultdict(list)
    own: dict[tuple[int, int], list[tuple[Key, _Access]]] = {}
    alone = unknown_to_others(encoder.program)
    for thread in encoder.program.threads:
        for block in thread.blocks:
            found = own[thread.number, block.index] = [
                (key, access)
                for key, access in _accesses(encoder, thread, block, locks)
                if (key[0], thread.number, block.index) not in alone
            ]
            for key, access in found:
                accesses[key].append(access)
    candidates = [
        (thread.number, block.index)
        for thread in encoder.program.threads
        for block in thread.blocks[1:]
        if _always_runs(encoder, thread, block, every_violation)
    ]
    return {
        place
        for place in candidates
        if not any(_conflict(encoder, mine, other) for key, mine in own[place] for other in accesses[key])
    }


def _conflict(encoder: OnceEncoder, mine: _Access, other: _Access) -> bool:
    if mine.thread is other.thread or not (mine.write or other.write) or mine.held & other.shut:
        return False
    before = surely_before(encoder, other.thread, other.block, mine.thread, mine.block)
    return not before and not surely_before(encoder, mine.thread, mine.block, other.thread, other.block)


def surely_before(
    encoder: OnceEncoder, one: BoundedThread, one_block: int, other: BoundedThread, other_block: int
) -> bool:
    """In the same thread, before the thread was created, or in one that it has joined."""
    thread, last = other, other_block - 1
    while True:
        if thread is one:
            return one_block <= last
        if encoder.has_joined(thread, last, one):
            return True
        if thread.parent < 0:
            return False
        thread, last = encoder.program.threads[thread.parent], thread.created_after


def _always_runs(encoder: OnceEncoder, thread: BoundedThread, block: Block, every_violation: bool) -> bool:
    """Nothing keeps it from running, and nothing ends there that somebody asks for later.

    Where that is trusted, whether something ends there that nobody asked for is a question of its own.
    """
    if any(isinstance(operation, Wait | End) for operation in block.operations):
        return False
    if any(one.block == block.index and one.condition is not TRUE for one in thread.assumptions):
        return False
    failing = encoder.may_fail(thread, block)
    if every_violation:
        return not failing
    return encoder.shape.trusting or failing <= encoder.properties


def _accesses(
    encoder: OnceEncoder, thread: BoundedThread, block: Block, locks: frozenset[int]
) -> Iterator[tuple[Key, _Access]]:
    free = must_be_free(block)
    for operation in block.operations:
        if isinstance(operation, Wait | End):
            continue
        held = frozenset() if isinstance(operation, Life) else operation.held
        for key, write in _keys(encoder, operation):
            yield key, _Access(thread, block.index, write, held & locks, (held | free) & locks)


def _keys(encoder: OnceEncoder, operation: Read | Write | Release | Life) -> Iterator[tuple[Key, bool]]:
    if isinstance(operation, Life):
        if operation.number in encoder.targets.mortal:
            yield (operation.number, LIFE), True
        if operation.contents is not None:
            yield from (((operation.number, cell), True) for cell, _ in encoder.cells.get(operation.number, ()))
        return
    for target in encoder.targets.of(operation):
        if target.number in encoder.targets.mortal:
            yield (target.number, LIFE), isinstance(operation, Release)
        if not isinstance(operation, Release):
            for piece in encoder.pieces(target, operation.size):
                yield piece.key, isinstance(operation, Write)


def must_be_free(block: Block) -> frozenset[int]:
    """Addresses that must hold 0 for the block to run."""
    known = conjuncts(block.guard)
    free: frozenset[int] = frozenset()
    for operation in block.operations:
        if isinstance(operation, Wait) and conjuncts(operation.guard) <= known:
            known |= conjuncts(operation.condition)
            free |= operation.free
    return free
