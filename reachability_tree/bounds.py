"""Bounds on schedules: how many context switches, or preemptions, a path may have."""

from __future__ import annotations

from esbmc_py.goto.deferred import dataclass
from symex.terms import FALSE, TRUE, Term, not_


@dataclass(frozen=True, slots=True)
class ScheduleBound:
    """At most `most` context switches (None: any number); or preemptions: switches away from a thread that could go on.

    The first step is a switch if it is not main's.
    """

    most: int | None = None
    preemptions_only: bool = False

    @property
    def bounded(self) -> bool:
        return self.most is not None

    def moves(self, active: int, used: int, thread: int, active_blocked: Term) -> list[tuple[Term, int]]:
        """The conditions under which `thread` may move, each with what is used then.

        `active_blocked` says when the active thread cannot go on: a switch is no preemption there. Where that depends
        on values, the two cases are told apart.
        """
        if thread == active or self.most is None:
            return [(TRUE, used)]
        cases = [(TRUE, used + 1)]
        if self.preemptions_only:
            cases = [(active_blocked, used), (not_(active_blocked), used + 1)]
        return [(condition, cost) for condition, cost in cases if condition is not FALSE and cost <= self.most]

    def forbidden(self, active: int, used: int, thread: int, active_blocked: Term) -> Term:
        """The condition under which the bound keeps `thread` from moving."""
        if thread == active or self.most is None or used < self.most:
            return FALSE
        return not_(active_blocked) if self.preemptions_only else TRUE


def schedule_bound(contexts: int | None, preemptions: int | None) -> ScheduleBound:
    if contexts is not None and preemptions is not None:
        raise ValueError("choose one of the bounds contexts and preemptions")
    if preemptions is not None:
        return ScheduleBound(preemptions, preemptions_only=True)
    return ScheduleBound(contexts)
