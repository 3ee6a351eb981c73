"""Turns in the formula of the schema *once*: who does not move in a round, and whether more rounds would tell more."""

from __future__ import annotations

from itertools import combinations

from symex.terms import Term, all_of, and_, any_of, implies, not_

from .final import FinalState
from .operations import BoundedProgram, BoundedThread
from .positions import Positions
from .turns import Turns


def moves(positions: Positions, thread: BoundedThread, round_: int) -> Term:
    return any_of([and_(positions.passes(thread, block, round_), block.guard) for block in thread.blocks])


def keep_to_turns(program: BoundedProgram, positions: Positions, turns: Turns) -> list[Term]:
    """What the order of the rounds asks for beyond what the order of encoding does."""
    threads = program.threads
    found: list[Term] = []
    for round_ in range(turns.rounds):
        order = list(turns.order(round_, len(threads)))
        for thread in threads:
            if thread.number not in order:
                # it may pass what is not on its path: in the end it has to (see `Positions.in_order`)
                found.append(not_(moves(positions, thread, round_)))
            elif thread.parent in order and order.index(thread.parent) > order.index(thread.number) and thread.blocks:
                # its creator comes later in this round
                begins = positions.passes(thread, thread.blocks[0], round_)
                found.append(implies(begins, positions.created(thread, round_)))
        if turns.alone:
            moving = [moves(positions, thread, round_) for thread in threads]
            found += [not_(and_(one, other)) for one, other in combinations(moving, 2)]
    return found


def more_rounds_tell_more(
    program: BoundedProgram, positions: Positions, turns: Turns, state: FinalState, broken: Term
) -> Term:
    """There is an execution that uses all rounds, and a thread that could move next but not in the last round.

    An execution is put into the earliest rounds that it fits in, so that one that was let idle does not count: who
    moves first in a round could not have moved in the round before, since somebody moved there who comes later.
    """
    threads = program.threads
    moving = [[moves(positions, thread, round_) for thread in threads] for round_ in range(turns.rounds)]

    def moved_later(number: int, round_: int) -> Term:
        """Somebody moved in the round who does not come before this thread."""
        others = range(len(threads)) if turns.alone else range(number + 1, len(threads))
        return any_of([moving[round_][other] for other in others if other != number])

    early = []
    for round_ in range(1, turns.rounds):
        for thread in threads:
            number = thread.number
            earlier = any_of([] if turns.alone else moving[round_][:number])
            first = and_(moving[round_][number], not_(earlier))
            early.append(implies(first, moved_later(number, round_ - 1)))
    wanting = []
    for thread in threads:
        too_late = moved_later(thread.number, turns.rounds - 1)
        wanting.append(and_(too_late, state.can_move(thread)))
    return all_of([*early, any_of(wanting), not_(state.ended), not_(broken)])
