"""Heap objects that nobody else knows yet, and their cells that nobody reads before they are written.

Only its thread knows an object that it has just allocated. It stays so until the thread writes something that others
may see to another object, or starts a thread: before that, it cannot have told anybody. Till then nobody else touches
the object; and what the thread writes to it by then, whenever it has allocated it, is there before all reads.
"""

from __future__ import annotations

from collections.abc import Iterator

from symex.terms import conjuncts

from .operations import Allocation, BoundedProgram, FreedObject, Operation, Read, RecordedBlock, Write

Cell = tuple[int, int, int]  # object, offset and size in bytes


def unknown_to_others(program: BoundedProgram) -> frozenset[tuple[int, int, int]]:
    """Objects, threads that have allocated them, and their blocks that end before anybody else can know the object."""
    return frozenset(
        (number, allocation.thread, block.index)
        for number, allocation in program.allocations.items()
        for block, told in _blocks(program, number, allocation)
        if not told
    )


def initialised(program: BoundedProgram) -> frozenset[Cell]:
    return frozenset(
        cell
        for number, allocation in program.allocations.items()
        for cell in _first_writes(program, number, allocation)
    )


def _first_writes(program: BoundedProgram, number: int, allocation: Allocation) -> Iterator[Cell]:
    """In a program as it was recorded."""
    allocated = conjuncts(allocation.guard)
    for block, _ in _blocks(program, number, allocation):
        for operation in _since(block, allocation):
            if not isinstance(operation, Read | Write | FreedObject):
                continue
            target, offset = _place(program, operation)
            if isinstance(operation, Write):
                atomic = operation.ordering.order is not None  # under rc11 reads may overtake it, without a race
                if target == number and not atomic and conjuncts(operation.guard) <= allocated:
                    yield number, offset, operation.size
                elif _tells(program, number, operation):
                    return
            elif target is None or target == number:
                return  # it may read what it has not written, or free the object


def _blocks(program: BoundedProgram, number: int, allocation: Allocation) -> Iterator[tuple[RecordedBlock, bool]]:
    """The allocating thread's, from the allocation on; the last is the one (True) in which others may come to know.

    In the first, what comes before the allocation counts, too: where operations were left out, its place is not known.
    """
    thread = program.threads[allocation.thread]
    started = {child.created_after for child in program.threads if child.parent == thread.number}
    for block in thread.blocks[max(allocation.block, 0) :]:
        if block.index in started:
            return
        told = any(_tells(program, number, operation) for operation in block.operations)
        yield block, told
        if told:
            return


def _since(block: RecordedBlock, allocation: Allocation) -> list[Operation]:
    return block.operations[allocation.operation if block.index == allocation.block else 0 :]


def _tells(program: BoundedProgram, number: int, operation: Operation) -> bool:
    return isinstance(operation, Write) and operation.visible and _place(program, operation)[0] != number


def _place(program: BoundedProgram, operation: Read | Write | FreedObject) -> tuple[int | None, int]:
    if operation.address.__class__ is not int:
        return None, 0
    return program.space.split(operation.address)
