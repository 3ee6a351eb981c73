"""Sleep sets (Godefroid 1996): of two orders of steps that commute, one is enough.

When everything that follows from thread t's step at a node has been looked at, t is put to *sleep* at the later
children of this node: there, t's step would lead to what was seen already, only in another order. t wakes up when a
step is made that does not commute with its own. Every state of the tree is still met, if by fewer ways: so no deadlock
is lost, and nothing that goes wrong in a step, since a sleeping thread's step does what it did where it was looked at.

Where states seen before are left out, the published rule holds: a state that was met with t asleep, and is met again
with t awake, is visited once more for t alone (see `seen`). The order must be depth first.

Under a bound on context switches, the order that is kept must not need more switches than the one that is left out. It
does not if t is the *active* thread: its step at the end of t's present turn, instead of at the beginning of a later
turn, makes that later turn shorter and no turn longer. (Another thread's step would be a turn of its own.) So there
only the active thread is put to sleep, and a state is visited again in full if t was asleep at all earlier visits: t's
step might need one switch more than what it stands for. Under a bound on preemptions nobody sleeps: a step that is made
earlier may let a thread go on that would have been left for free.
"""

from __future__ import annotations

from collections.abc import Mapping
from enum import Enum, auto

from .bounds import ScheduleBound
from .footprints import Move
from .node import EVERYBODY_AWAKE


class Sleepers(Enum):
    """Who is put to sleep when all that follows from its step at a node has been looked at."""

    NOBODY = auto()
    ACTIVE = auto()
    EVERYBODY = auto()


def sleepers(bound: ScheduleBound) -> Sleepers:
    if not bound.bounded:
        return Sleepers.EVERYBODY
    return Sleepers.NOBODY if bound.preemptions_only else Sleepers.ACTIVE


def still_asleep(asleep: Mapping[int, Move], move: Move) -> Mapping[int, Move]:
    """Those who sleep on after a step."""
    if not asleep:
        return EVERYBODY_AWAKE
    footprint = move.footprint
    return {number: sleeper for number, sleeper in asleep.items() if footprint.commutes_with(sleeper.footprint)}
