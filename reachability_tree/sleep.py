"""Sleep sets (Godefroid 1996): of two orders of steps that commute, one is enough.

When everything that follows from thread t's step at a node has been looked at, t is put to *sleep* at the later
children of this node: there, t's step would lead to what was seen already, only in another order. t wakes up when a
step is made that does not commute with its own. Every state of the tree is still met, if by fewer ways: so no deadlock
is lost, and nothing that goes wrong in a step, since a sleeping thread's step does what it did where it was looked at.

Where states seen before are left out, the published rule holds: a state that was met with t asleep, and is met again
with t awake, is visited once more for t alone (see `seen`). The order must be depth first.

Under a bound on switches, the order that is kept may need more switches than the one that is left out. So there nobody
sleeps.
"""

from __future__ import annotations

from collections.abc import Mapping

from .footprints import Move
from .node import EVERYBODY_AWAKE


def still_asleep(asleep: Mapping[int, Move], move: Move) -> Mapping[int, Move]:
    """Those who sleep on after a step."""
    if not asleep:
        return EVERYBODY_AWAKE
    footprint = move.footprint
    return {number: sleeper for number, sleeper in asleep.items() if footprint.commutes_with(sleeper.footprint)}
