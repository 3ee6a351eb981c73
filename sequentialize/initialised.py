"""Cells of heap objects that nobody reads before they are written.

Only its thread knows an object that it has just allocated. It stays so until the thread writes something that others
may see to another object, or starts a thread: before that, it cannot have told anybody. What it writes to the object by
then, whenever it has allocated it, is there before all reads.
"""

from __future__ import annotations

from collections.abc import Iterator

from symex.terms import conjuncts

from .operations import Allocation, BoundedProgram, Operation, Read, Release, Write

Cell = tuple[int, int, int]  # object, offset and size in bytes


def initialised(program: BoundedProgram) -> frozenset[Cell]:
    return frozenset(
        cell
        for number, allocation in program.allocations.items()
        for cell in _first_writes(program, number, allocation)
    )


def _first_writes(program: BoundedProgram, number: int, allocation: Allocation) -> Iterator[Cell]:
    allocated = conjuncts(allocation.guard)
    for operation in _while_unknown(program, allocation):
        if not isinstance(operation, Read | Write | Release):
            continue
        known = operation.address.__class__ is int
        target, offset = program.space.split(operation.address) if known else (None, 0)  # type: ignore[arg-type]
        if isinstance(operation, Write):
            if target == number and conjuncts(operation.guard) <= allocated:
                yield number, offset, operation.size
            elif target != number and operation.visible:
                return
        elif not known or target == number:
            return  # it may read what it has not written, or free the object


def _while_unknown(program: BoundedProgram, allocation: Allocation) -> Iterator[Operation]:
    """What the thread does from the allocation on, until it starts another thread."""
    thread = program.threads[allocation.thread]
    started = {child.created_after for child in program.threads if child.parent == thread.number}
    first = max(allocation.block, 0)
    for block in thread.blocks[first:]:
        if block.index in started:
            return
        yield from block.operations[allocation.operation if block.index == allocation.block else 0 :]
