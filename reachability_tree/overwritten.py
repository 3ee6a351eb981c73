"""Stores that nobody sees: no switch is needed after a store that changed nothing, if the thread overwrites it next.

Let thread t make a step e that stores what is there already, and let its next step f store to the same place. Whatever
the others do after e and before f, they can do before e, too: memory is the same, and t makes e and f in one turn when
it comes back, which leaves what f alone would have left. No switch is added. So after e, t goes on alone.

Both steps must have the same footprint: what lets e come earlier in a turn (see `sleep`) lets f, too. The place must be
a global variable, which lives for ever, so that e can go wrong at no later time either.
"""

from __future__ import annotations

from symex.state import State
from symex.terms import FALSE

from .footprints import Move


def is_silent_store(state: State, move: Move) -> bool:
    """The step is a store (and what is invisible after it) that leaves memory and path condition as they were."""
    step, footprint = move.step, move.footprint
    if footprint.stored is None or footprint.touches_path or footprint.concerns_everything:
        return False
    if step.violations or step.cuts or step.blocked is not FALSE or len(step.successors) != 1:
        return False
    after = step.successors[0]
    if after.path is not state.path or len(after.threads) != len(state.threads) or after.log is not state.log:
        return False
    return all(after.memory.get(number) is state.memory.get(number) for number in footprint.objects)


def overwrites(following: Move, move: Move) -> bool:
    """The following step stores to the same place, and both concern the same memory."""
    first, second = move.footprint, following.footprint
    return first.stored == second.stored and first.touched == second.touched and first.changed == second.changed
