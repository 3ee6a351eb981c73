"""Asks a solver one question after the other, until the time is up, and keeps count of what that cost."""

from __future__ import annotations

import time

from symex.terms import FALSE, Term

from .solvers.answers import Sat, Unknown
from .solvers.interface import Solver


class Asking:
    def __init__(self, started: float, timeout: float | None) -> None:
        """`started` by the clock that does not go back, `timeout` in seconds from then."""
        self._deadline = None if timeout is None else started + timeout
        self.unknown: list[str] = []  # why something could not be decided
        self.checks = 0
        self.solver_time = 0.0

    def note(self, reason: str) -> None:
        if reason not in self.unknown:
            self.unknown.append(reason)

    def ask(self, solver: Solver, question: Term) -> bool:
        """Is there an execution with this? An answer that cannot be had is noted, and taken as no.

        If so, the caller reads the model and pops.
        """
        if question is FALSE:
            return False
        if self._deadline is not None:
            left = self._deadline - time.monotonic()
            if left <= 0:
                self.note("out of time")
                return False
            solver.set_timeout(int(left * 1000) + 1)
        started = time.monotonic()
        solver.push()
        solver.assert_(question)
        result = solver.check()
        self.checks += 1
        self.solver_time += time.monotonic() - started
        if isinstance(result, Sat):
            return True
        solver.pop()
        if isinstance(result, Unknown):
            self.note(result.reason)
        return False
