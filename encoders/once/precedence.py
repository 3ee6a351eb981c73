"""What comes before what in every execution: along a thread, by creation, and by joins."""

from __future__ import annotations

from collections.abc import Mapping
from collections.abc import Set as AbstractSet

from esbmc_py.goto.deferred import dataclass

from .operations import BoundedProgram, BoundedThread


@dataclass(frozen=True, slots=True)
class Precedence:
    """`joins`: per thread that waits for the end of another, and that other one, the block in which it has waited."""

    program: BoundedProgram
    joins: Mapping[tuple[int, int], int]
    waits: AbstractSet[tuple[int, int, int]] = frozenset()  # with the block: of these, those that wait in it

    def surely_before(self, one: BoundedThread, one_block: int, other: BoundedThread, other_block: int) -> bool:
        """In the same thread, before the thread was created, or in one that it has joined."""
        thread, last = other, other_block - 1
        while True:
            if thread is one:
                return one_block <= last
            if self._has_joined(thread, last, one):
                return True
            if thread.parent < 0:
                return False
            thread, last = self.program.threads[thread.parent], thread.created_after

    def waits_for(self, thread: BoundedThread, block: int, other: BoundedThread) -> bool:
        """The block does nothing before the other thread has ended."""
        return (thread.number, other.number, block) in self.waits

    def _has_joined(self, thread: BoundedThread, last: int, other: BoundedThread) -> bool:
        """Has who is past its block `last` waited for the other's end?"""
        block = self.joins.get((thread.number, other.number))
        return block is not None and block <= last
