"""What threads do for themselves, after a block and before the next: assumptions, violations, and bounds."""

from __future__ import annotations

from collections.abc import Callable

from esbmc_py.goto.properties import Property
from symex.terms import Term, and_, implies, not_

from .blocks import FailingAccesses
from .formula import Failure, OnceFormula
from .operations import (
    Assumption,
    BoundedProgram,
    BoundedThread,
    BoundReached,
    FreedObject,
    Life,
    LocalFailure,
    RecordedBlock,
    Write,
)
from .positions import Positions


class OwnWork:
    def __init__(
        self,
        program: BoundedProgram,
        positions: Positions,
        formula: OnceFormula,
        failing: FailingAccesses,
        trusted: Callable[[BoundedThread, int], bool] | None,
        *,
        rests_after_reads: bool = False,
    ) -> None:
        """`trusted`: blocks that run with the one before, whether or not they may fail.
        `rests_after_reads`: a thread has read what an assumption is about also where that does not hold."""
        self._program = program
        self._positions = positions
        self._formula = formula
        self._failing = failing
        self._trusted = trusted
        self._rests_after_reads = rests_after_reads

    def encode(self) -> None:
        for thread, block, rank, when in self._failing.unasked:
            happens = and_(when, not_(self._failing.ended(thread, block, rank)))
            if self._is_trusted(thread, block):
                self._formula.doubts.append(happens)
            else:
                self._formula.require(not_(happens))
        for thread in self._program.threads:
            for assumption in thread.assumptions:
                self._assume(thread, assumption)
            for failure in thread.failures:
                self._fail(thread, failure)
            for bound in thread.bounds:
                self._reach(thread, bound)

    def _assume(self, thread: BoundedThread, assumption: Assumption) -> None:
        holds = self._failing.or_ended(thread, assumption.block, assumption.condition)
        past = self._positions.past_in_the_end(thread, assumption.block)
        if not self._rests_after_reads or assumption.in_section or assumption.block < 0:
            self._formula.require(implies(past, holds))
            return
        self._formula.endless.append(and_(past, not_(holds)))  # the thread has not ended, and does not go on
        if assumption.block + 1 < len(thread.blocks):
            further = self._positions.past_in_the_end(thread, assumption.block + 1)
            self._formula.require(implies(further, holds))

    def _is_trusted(self, thread: BoundedThread, block: int) -> bool:
        return self._trusted is not None and self._trusted(thread, block)

    def _passed(self, thread: BoundedThread, block: int) -> Term:
        return and_(self._positions.past_in_the_end(thread, block), not_(self._failing.ended(thread, block)))

    def _fail(self, thread: BoundedThread, failure: LocalFailure) -> None:
        when = and_(self._passed(thread, failure.block), failure.guard)
        prop, message, location = failure.property, failure.message, failure.location
        self._formula.fail(
            Failure(when, prop, message, location, thread.number, failure.steps_alone, block=failure.block)
        )
        if prop in self._formula.properties:
            return
        if self._is_trusted(thread, failure.block):
            self._formula.doubts.append(when)
        else:
            self._end_unasked(thread, failure, when)

    def _end_unasked(self, thread: BoundedThread, failure: LocalFailure, when: Term) -> None:
        """A violation that was not asked for ends the execution; the thread may stop before the step it is in.

        Others might see what the step changed before that, and what they do then is not followed.
        """
        if failure.block >= 0 and self._changes_something(thread, thread.blocks[failure.block]):
            what = f"going on before a violation that was not asked for ({failure.message})"
            kept = Failure(when, Property.UNSUPPORTED, what, failure.location, thread.number)
            self._formula.unsupported.append(kept)
            self._formula.unclear.append(when)
        else:
            self._formula.require(not_(when))

    def _changes_something(self, thread: BoundedThread, block: RecordedBlock) -> bool:
        """For others: in memory, or that there is another thread."""
        if any(isinstance(operation, Write | FreedObject | Life) for operation in block.operations):
            return True
        return any(
            child.parent == thread.number and child.created_after == block.index for child in self._program.threads
        )

    def _reach(self, thread: BoundedThread, bound: BoundReached) -> None:
        when = and_(self._passed(thread, bound.block), bound.guard)
        if bound.for_ever:
            self._formula.endless.append(when)
            return
        kept = Failure(when, Property.UNSUPPORTED, bound.what, bound.location, thread.number)
        if bound.in_section:
            self._formula.unclear.append(when)  # what others do then, they do before the section, too
        (self._formula.unsupported if bound.unsupported else self._formula.bounds).append(kept)
