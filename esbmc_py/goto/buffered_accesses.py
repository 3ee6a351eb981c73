"""Which accesses have to do with store buffers: stores that wait, and loads that may find one (see `store_buffers`)."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from esbmc_py.goto.deferred import dataclass

from .abstract_objects import AbstractAccess, PointsTo
from .activations import Activation
from .inclusion import ObjectSet, members
from .instructions import Copy, Instruction, Load, Store
from .memory_models import STORE_FENCE
from .operands import callee_of
from .points_to import points_to
from .program import Program
from .sharing import Sharing, analyse_sharing
from .signal_points import AtomicSections
from .split_copies import with_copies_split
from .threads import thread_roles
from .types import size_of

Place = tuple[str, int]


@dataclass(slots=True)
class BufferedAccesses:
    """Stores that wait, and loads that may find one in their own thread's buffer."""

    sharing: Sharing
    found: PointsTo
    waiting: set[Place]
    forwarded: set[Place]
    objects: ObjectSet  # what waiting stores are made to
    partial: bool  # stores and loads of different sizes may meet

    @staticmethod
    def of(program: Program) -> BufferedAccesses:
        sharing = analyse_sharing(program)
        found = points_to(program)
        threads = thread_roles(program, found)
        sections = AtomicSections.of(program, sharing.callees)
        waiting = {
            place
            for place in sharing.visible_writes
            if _may_wait(program.functions[place[0]].instructions[place[1]]) and not sections.certainly_inside(*place)
        }
        buffered: dict[int, ObjectSet] = defaultdict(int)  # by role
        for activation, access, place in of_places(found):
            if access.writes and place in waiting:
                for role in members(threads.at(activation, access.index)):
                    buffered[role] |= access.objects
        forwarded = set()
        sizes: dict[int, set[int]] = defaultdict(set)
        everything = 0
        for objects in buffered.values():
            everything |= objects
        for activation, access, place in of_places(found):
            instruction = program.functions[place[0]].instructions[place[1]]
            if not isinstance(instruction, Load | Store | Copy):
                continue
            own = 0
            for role in members(threads.at(activation, access.index)):
                own |= access.objects & buffered[role]
            if own and not access.writes:
                forwarded.add(place)
            for number in members(access.objects & everything):
                sizes[number].add(size_of(instruction.type))
        partial = any(len(found_sizes) > 1 for found_sizes in sizes.values())
        return BufferedAccesses(sharing, found, waiting, forwarded, everything, partial)


def of_places(found: PointsTo) -> Iterator[tuple[Activation, AbstractAccess, Place]]:
    for activation, accesses in found.accesses.items():
        for access in accesses:
            yield activation, access, (activation.function, access.index)


def _may_wait(instruction: Instruction) -> bool:
    match instruction:
        case Store(atomic=atomic, sequential=sequential):
            return not (atomic and sequential)
        case Copy():
            return True
        case _:
            return False


def with_buffered_copies_split(program: Program) -> Program:
    """Copies from or to memory that has to do with buffers happen cell by cell."""
    accesses = BufferedAccesses.of(program)
    reads = accesses.sharing.visible_reads | accesses.forwarded
    seen = {
        (name, index): ((name, index) in reads, (name, index) in accesses.sharing.visible_writes)
        for name, index in reads | accesses.sharing.visible_writes
        if isinstance(program.functions[name].instructions[index], Copy)
    }
    return with_copies_split(program, seen) if seen else program


def is_store_fence(instruction: Instruction) -> bool:
    return callee_of(instruction) == STORE_FENCE


def releases(store: Store) -> bool:
    return store.atomic and store.ordered and not store.sequential
