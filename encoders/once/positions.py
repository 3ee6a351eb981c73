"""Where threads stand: at some moments, which are the ends of rounds, or the end of an execution alone.

`past(t, m, s)` says that at moment m thread t is past its block s. It is monotone in m and in s, so that the last
moment's positions say how far every thread got.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from encoders.instances import Window
from symex.terms import FALSE, TRUE, Term, and_, bool_symbol, bv, implies, not_, or_, symbol, ult

from .operations import BoundedProgram, BoundedThread, RecordedBlock
from .steps import Steps


class Positions:
    def __init__(
        self,
        program: BoundedProgram,
        steps: Steps,
        moments: int,
        *,
        bitvectors: bool,
        windows: Sequence[Sequence[Window]] = (),
    ) -> None:
        """Moment 0 is the beginning. `bitvectors`: positions are numbers; else there is a truth value for each.

        `windows` (see `encoders.instances`): what they decide is known, and makes the formula smaller.
        """
        self._program = program
        self._steps = steps
        self._moments = moments
        self._bitvectors = bitvectors
        self._windows = windows

    def past(self, thread: BoundedThread, moment: int, block: int) -> Term:
        """The thread is past this block (-1: it has begun)."""
        if block < 0:
            return self.created(thread, moment)
        if moment == 0:
            return FALSE
        if self._windows:
            window, step = self._windows[thread.number][moment - 1], self._steps.number_of(thread, block)
            if not window.least <= step < window.most:
                return TRUE if step < window.least else FALSE
        last = self._steps.last_with(thread, block)
        if self._bitvectors:
            return ult(bv(last, self._bits(thread)), self._number(thread, moment))
        return bool_symbol(f"past!{thread.number}!{moment}!{last}")

    def past_in_the_end(self, thread: BoundedThread, block: int) -> Term:
        return self.past(thread, self._moments, block)

    def _number(self, thread: BoundedThread, moment: int) -> Term:
        """How many blocks it is past."""
        bits = self._bits(thread)
        return symbol(f"position!{thread.number}!{moment}:{bits}", bits)

    def _bits(self, thread: BoundedThread) -> int:
        return len(thread.blocks).bit_length()

    def created(self, thread: BoundedThread, moment: int) -> Term:
        if thread.parent < 0:
            return TRUE
        parent = self._program.threads[thread.parent]
        return and_(self.past(parent, moment, thread.created_after), thread.created_guard)

    def created_in_the_end(self, thread: BoundedThread) -> Term:
        return self.created(thread, self._moments)

    def passes(self, thread: BoundedThread, block: RecordedBlock, moment: int) -> Term:
        """The block is passed between this moment and the next (it runs, where its guard holds)."""
        after, before = self.past(thread, moment + 1, block.index), self.past(thread, moment, block.index)
        return and_(after, not_(before))

    def in_order(self, *, settled: bool) -> Iterator[Term]:
        """A thread is past a block only if it is past those before it, and stays so.

        A thread before a block whose guard is false is equivalent to one after it. In the end every thread has done
        what belongs to its last step, also where ways have met since then; with `settled`, at every moment.
        """
        for thread in self._program.threads:
            for moment in range(1, self._moments + 1):
                for block in thread.blocks:
                    here = self.past(thread, moment, block.index)
                    before = self.past(thread, moment, block.index - 1)
                    yield implies(here, before)
                    if moment == self._moments or settled:
                        yield or_(here, or_(not_(before), block.guard))
                    if moment > 1:
                        yield implies(self.past(thread, moment - 1, block.index), here)
