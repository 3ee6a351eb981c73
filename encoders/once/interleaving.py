"""How the blocks of threads are interleaved, and what memory they find: by rounds, or by an order of all steps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from symex.terms import Term

from .cells import CellMemory, Cells
from .operations import BoundedProgram, BoundedThread, ProcessEnd, RecordedBlock

RunBlock = Callable[
    [BoundedThread, RecordedBlock, Term, CellMemory], None
]  # where the term says that the block is passed


class Interleaving(Protocol):
    def run(self, run_block: RunBlock, memory: Cells) -> CellMemory:
        """Every block where it may run, beginning with this memory; memory as it is in the end."""

    def end_process(self) -> None:
        """Nobody moves after the process has ended."""

    def blocks_run(self, value: Callable[[Term], object]) -> list[tuple[int, int]]:
        """Threads and blocks that run in the execution that a model describes, one after the other."""


def ends_of_process(program: BoundedProgram) -> list[tuple[BoundedThread, RecordedBlock, Term]]:
    """Blocks that end the process, and when they do."""
    return [
        (thread, block, operation.guard)
        for thread in program.threads
        for block in thread.blocks
        for operation in block.operations
        if isinstance(operation, ProcessEnd)
    ]
