"""Views: what only the thread itself and its creators have written is known to it, and need not be read.

A thread is recorded with a view of memory that it has from its creator and that follows its own writes. Where nobody
else writes while it lives, the view is what is there. Whether somebody does, a first recording tells; a second one uses
the views, and is good if its own writes agree. What is known makes it simpler: fewer ways to go, and fewer reads.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import replace

from esbmc_py.goto.program import Program

from .operations import BoundedProgram, BoundedThread, Life, Write
from .own_view import Foreign
from .record import Wanted, record
from .targets import Targets

_EVERYTHING = (0, 1 << 62)


def recorded(
    program: Program,
    wanted: Wanted,
    narrow: Callable[[BoundedProgram], BoundedProgram],
    *,
    with_views: bool,
) -> BoundedProgram:
    first = narrow(record(program, wanted).program)
    foreign = foreign_writes(first) if with_views and len(first.threads) > 1 else None
    if foreign is None:
        return first
    with_foreign = record(program, replace(wanted, foreign=foreign))
    second = narrow(with_foreign.program)
    told = foreign_writes(second)
    if told is None or any(
        low < end and begin < high
        for thread, number, begin, end in with_foreign.trusted
        for low, high in told.get((thread, number), ())
    ):
        return first
    return second


def _is_in_view(program: BoundedProgram, writer: BoundedThread, block: int, reader: BoundedThread) -> bool:
    """The reader's view began after the write: one of its creators made it, before the step or in the part it knows."""
    thread = reader
    while thread.parent >= 0:
        last = thread.created_after if thread.knows_whole_step else thread.created_after - 1
        thread = program.threads[thread.parent]
        if thread is writer:
            return block <= last
    return False


def foreign_writes(program: BoundedProgram) -> Foreign | None:
    """Per thread and object, what others may write or free while the thread lives. None: that is not known."""
    targets = Targets(program)
    if targets.given_up:
        return None
    written: defaultdict[int, list[tuple[BoundedThread, int, tuple[int, int]]]] = defaultdict(list)
    for thread in program.threads:
        for block in thread.blocks:
            for operation in block.operations:
                if isinstance(operation, Write):
                    for target in targets.of(operation):
                        reached = targets.reach(target, operation.size)
                        written[target.number].append((thread, block.index, reached))
                elif isinstance(operation, Life):
                    written[operation.number].append((thread, block.index, _EVERYTHING))
    foreign: defaultdict[tuple[int, int], set[tuple[int, int]]] = defaultdict(set)
    for reader in program.threads:
        for number, writes in written.items():
            for thread, block_index, reached in writes:
                if thread is not reader and not _is_in_view(program, thread, block_index, reader):
                    foreign[reader.number, number].add(reached)
        for number in targets.mortal:
            foreign[reader.number, number].add(_EVERYTHING)
    return {place: sorted(reached) for place, reached in foreign.items()}
