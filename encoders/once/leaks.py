"""Leaks in the schema *once*: the process has ended, and an object that was allocated has not been freed."""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING

from esbmc_py.goto.properties import Property
from symex.executor import leak_message
from symex.terms import Term, all_of, and_, any_of, not_, or_

from .final import FinalState
from .operations import Birth, BoundedThread, Burial, End

if TYPE_CHECKING:
    from .encoder import OnceEncoder


def _done(encoder: OnceEncoder, thread: BoundedThread, event: Birth | Burial) -> Term:
    return and_(encoder.past(thread, encoder.rounds, event.block), event.guard)


def find_leaks(encoder: OnceEncoder, state: FinalState, broken: Term, cut: Term) -> None:
    """One failure for each allocation. Nobody moves after the process has ended: its end is the final state."""
    program = encoder.program
    lost = Property.LEAK not in encoder.properties
    prop = Property.LOST if lost else Property.LEAK
    buried: defaultdict[int, list[Term]] = defaultdict(list)
    for thread in program.threads:
        for burial in thread.burials:
            buried[burial.number].append(_done(encoder, thread, burial))
    over = all_of([or_(_exited(encoder), and_(_all_ended(encoder, state), not_(cut))), not_(broken)])
    for thread in program.threads:
        for birth in thread.births:
            kept = [encoder.lives(birth.number), not_(any_of(buried[birth.number]))]
            when = all_of([over, _done(encoder, thread, birth), *kept])
            encoder.fail(when, prop, leak_message(birth.size, lost=lost), birth.site, program.threads[0])


def _exited(encoder: OnceEncoder) -> Term:
    """By exit or the return from main."""
    return any_of(
        [
            and_(encoder.past(thread, encoder.rounds, block.index), operation.guard)
            for thread in encoder.program.threads
            for block in thread.blocks
            for operation in block.operations
            if isinstance(operation, End) and not operation.abrupt
        ]
    )


def _all_ended(encoder: OnceEncoder, state: FinalState) -> Term:
    """Every thread that was created has come to its end, and none has ended the process."""
    threads = encoder.program.threads
    ended = [or_(not_(state.created(thread)), state.through(thread)) for thread in threads]
    return all_of([*ended, not_(state.ended), not_(threads[0].ended_alone)])
