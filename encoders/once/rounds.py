"""Rounds: memory is threaded round by round, thread by thread, block by block.

Block s of thread t runs in round r iff it is passed in that round and its guard holds.
"""

from __future__ import annotations

from collections.abc import Callable

from symex.terms import FALSE, Term, and_, implies, not_

from .cells import CellMemory, Cells
from .formula import OnceFormula
from .interleaving import RunBlock, ends_of_process
from .operations import BoundedProgram, BoundedThread
from .positions import Positions
from .turn_constraints import keep_to_turns
from .turns import Turns


class InRounds:
    """Of the ways to interleave threads (`interleaving.Interleaving`), the one in rounds."""

    def __init__(self, program: BoundedProgram, positions: Positions, formula: OnceFormula, turns: Turns) -> None:
        """The moments of `positions` are the ends of rounds."""
        self._program = program
        self._positions = positions
        self._formula = formula
        self.turns = turns

    def run(self, run_block: RunBlock, memory: Cells) -> CellMemory:
        self._formula.require_all(keep_to_turns(self._program, self._positions, self.turns))
        for round_ in range(self.turns.rounds):
            for thread in self._in_order(round_):
                for block in thread.blocks:
                    run_block(thread, block, self._positions.passes(thread, block, round_), memory)
        return memory

    def _in_order(self, round_: int) -> list[BoundedThread]:
        threads = self._program.threads
        return [threads[number] for number in self.turns.order(round_, len(threads))]

    def end_process(self) -> None:
        for ender, block, condition in ends_of_process(self._program):
            for thread in self._program.threads:
                if thread is ender:
                    continue
                for round_ in range(self.turns.rounds):
                    order = [one.number for one in self._in_order(round_)]
                    earlier = ender.number in order[: order.index(thread.number)] if thread.number in order else False
                    rounds = round_ + 1 if earlier else round_
                    over = and_(self._positions.past(ender, rounds, block.index), condition)
                    if over is FALSE:
                        continue
                    for other in thread.blocks:
                        self._formula.require(implies(over, not_(self._positions.passes(thread, other, round_))))

    def blocks_run(self, value: Callable[[Term], object]) -> list[tuple[int, int]]:
        return [
            (thread.number, block.index)
            for round_ in range(self.turns.rounds)
            for thread in self._in_order(round_)
            for block in thread.blocks
            if value(self._positions.passes(thread, block, round_)) and value(block.guard)
        ]
