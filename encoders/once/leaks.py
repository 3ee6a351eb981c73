"""Leaks in the schema *once*: the process has ended, and an object that was allocated has not been freed."""

from __future__ import annotations

from collections import defaultdict

from esbmc_py.goto.properties import Property
from symex.leak_text import leak_message
from symex.terms import Term, all_of, and_, any_of, not_, or_

from .final import FinalState
from .formula import Failure, OnceFormula
from .operations import BoundedThread, Burial, HeapBirth, ProcessEnd


def find_leaks(formula: OnceFormula, state: FinalState, broken: Term) -> None:
    """One failure for each allocation. Nobody moves after the process has ended: its end is the final state."""
    program = state.program
    lost = Property.LEAK not in formula.properties
    prop = Property.LOST if lost else Property.LEAK
    cut = formula.going_on
    buried: defaultdict[int, list[Term]] = defaultdict(list)
    for thread in program.threads:
        for burial in thread.burials:
            buried[burial.number].append(_done(state, thread, burial))
    over = all_of([or_(_exited(state), and_(_all_ended(state), not_(cut))), not_(broken)])
    for thread in program.threads:
        for birth in thread.births:
            kept = [state.lives(birth.number), not_(any_of(buried[birth.number]))]
            when = all_of([over, _done(state, thread, birth), *kept])
            formula.fail(Failure(when, prop, leak_message(birth.size, lost=lost), birth.site, 0))


def _done(state: FinalState, thread: BoundedThread, event: HeapBirth | Burial) -> Term:
    return and_(state.past(thread, event.block), event.guard)


def _exited(state: FinalState) -> Term:
    """By exit or the return from main."""
    return any_of(
        [
            and_(state.past(thread, block.index), operation.guard)
            for thread in state.program.threads
            for block in thread.blocks
            for operation in block.operations
            if isinstance(operation, ProcessEnd) and not operation.abrupt
        ]
    )


def _all_ended(state: FinalState) -> Term:
    """Every thread that was created has come to its end, and none has ended the process."""
    threads = state.program.threads
    ended = [or_(not_(state.created(thread)), state.through(thread)) for thread in threads]
    return all_of([*ended, not_(state.ended), not_(threads[0].ended_alone)])
