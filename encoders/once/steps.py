"""Steps of the formula: blocks of a thread that run without a switch between them."""

from __future__ import annotations

from collections.abc import Set as AbstractSet

from esbmc_py.goto.deferred import dataclass

from .operations import BoundedProgram, BoundedThread, RecordedBlock


@dataclass(frozen=True, slots=True, eq=False)
class JoinedBlocks:
    thread: BoundedThread
    blocks: tuple[RecordedBlock, ...]

    @property
    def first(self) -> int:
        return self.blocks[0].index

    @property
    def last(self) -> int:
        return self.blocks[-1].index

    @property
    def name(self) -> str:
        return f"{self.thread.number}.{self.first}"


class Steps:
    def __init__(self, program: BoundedProgram, movers: AbstractSet[tuple[int, int]] = frozenset()) -> None:
        """`movers`: thread and index of blocks that run together with the block before."""
        self._movers = movers
        self.lines = [self._of_thread(thread) for thread in program.threads]  # per thread, in their order
        self._last: dict[tuple[int, int], int] = {}
        self._number: dict[tuple[int, int], int] = {}
        for line in self.lines:
            for number, step in enumerate(line):
                for block in step.blocks:
                    self._last[step.thread.number, block.index] = step.last
                    self._number[step.thread.number, block.index] = number

    def _of_thread(self, thread: BoundedThread) -> list[JoinedBlocks]:
        steps: list[list[RecordedBlock]] = []
        for block in thread.blocks:
            if self.is_mover(thread, block.index):
                steps[-1].append(block)
            else:
                steps.append([block])
        return [JoinedBlocks(thread, tuple(blocks)) for blocks in steps]

    def is_mover(self, thread: BoundedThread, block: int) -> bool:
        return (thread.number, block) in self._movers

    def of(self, thread: int, block: int) -> JoinedBlocks:
        return next(step for step in self.lines[thread] if step.first <= block <= step.last)

    def last_with(self, thread: BoundedThread, block: int) -> int:
        """The last block of the step that a block belongs to."""
        return self._last[thread.number, block]

    def number_of(self, thread: BoundedThread, block: int) -> int:
        """How many steps of the thread come before the one that a block belongs to."""
        return self._number[thread.number, block]
