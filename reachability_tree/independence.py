"""Steps that concern nobody else, so that no other order needs to be looked at.

A thread begins at a place that need not be visible. Its first step then executes invisible instructions only: it
reads and writes nothing that another thread may touch, so it commutes with every step of every other thread, now and
later. If moreover it can neither fail, nor wait, nor be pruned, nor start threads (which get their numbers in order),
then every execution from here on has an equivalent one that makes this step first: {thread} is a persistent set.
"""

from __future__ import annotations

from symex.state import State, Step
from symex.terms import FALSE


def moves_alone(state: State, step: Step) -> bool:
    """Whether a step that began with an invisible instruction can go first without loss."""
    if step.violations or step.cuts or step.blocked is not FALSE or len(step.successors) != 1:
        return False
    successor = step.successors[0]
    return successor.path is state.path and not successor.halted and len(successor.threads) == len(state.threads)
