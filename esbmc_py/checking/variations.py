"""Mode explicit in several processes: the same search in different orders, and the first that settles it.

The first stays with a thread as long as it can, the second switches as soon as it can. The third goes breadth first if
the first goes depth first, or the other way round. The others are like the second, with threads in other orders. Each
alone would come to the same verdict.
"""

from __future__ import annotations

from collections.abc import Callable

from encoders.outcome import Outcome, Statistics

from .forked import ForkedCrew
from .instances import Decided

_POLL = 0.2


def first_settled(work: Callable[[int], Outcome], jobs: int) -> Outcome:
    """`work` answers in an order of this number; that of 0 is the ordinary one."""
    crew = ForkedCrew(work, jobs)
    unsettled: dict[int, Outcome] = {}
    try:
        crew.begin({number: number for number in range(jobs)})
        while len(unsettled) < jobs:
            for event in crew.wait(_POLL):
                if isinstance(event, Decided):
                    if event.outcome.decided:
                        return event.outcome
                    unsettled[event.number] = event.outcome
                else:
                    unsettled[event.number] = Outcome("explicit", (), False, (), (), (event.why,), (), Statistics())
    finally:
        crew.close()
    return unsettled[0]
