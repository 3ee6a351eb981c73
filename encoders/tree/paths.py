"""One incremental solver that follows a walk through the tree: path conditions are pushed and popped along the way."""

from __future__ import annotations

import time
from dataclasses import field

from encoders.request import Options
from encoders.solvers.answers import SAT, UNSAT, Result, Sat, Unknown, Unsat
from encoders.solvers.interface import Solver
from encoders.solvers.size import solver_size
from esbmc_py.goto.deferred import dataclass
from reachability_tree.node import PathCondition
from symex.terms import FALSE, TRUE, Term


class OutOfTime(Exception):
    """The time that the user gave is used up."""


@dataclass(slots=True)
class Clock:
    """The time there is, and where it went."""

    timeout: float | None
    started: float = field(default_factory=time.monotonic)
    in_solver: float = 0.0

    @property
    def elapsed(self) -> float:
        return time.monotonic() - self.started

    def check(self) -> None:
        if self.timeout is not None and self.elapsed > self.timeout:
            raise OutOfTime

    def remaining_milliseconds(self) -> int | None:
        if self.timeout is None:
            return None
        return max(1, int((self.timeout - self.elapsed) * 1000))


class PathSolver:
    """Decides conditions at nodes. Constant ones never get to the solver, which is started when it is first needed."""

    def __init__(self, options: Options, clock: Clock) -> None:
        self._options = options
        self._clock = clock
        self._solver: Solver | None = None
        self.size: dict[str, int] = {}  # of the formula in the solver, when it was closed
        self._stack: list[PathCondition] = []
        self._known: dict[Term, bool] = {}
        self.checks = 0
        self.asked: dict[Term, None] = {}
        self.unknown: dict[str, None] = {}

    def feasible(self, path: PathCondition) -> bool:
        """Whether some values satisfy a path condition; if the solver cannot tell, they may."""
        known = self._known.get(path.term)
        if known is None:
            known = not isinstance(self._ask(path, TRUE), Unsat)
            self._known[path.term] = known
        return known

    def decide(self, path: PathCondition | None, guard: Term) -> Result:
        """Whether `guard` can hold at the end of a path."""
        if guard is FALSE:
            return UNSAT
        if path is None and guard is TRUE:
            return SAT
        result = self._ask(path, guard)
        if isinstance(result, Unknown):
            self.unknown[f"the solver {self._options.solving.solver} gave up: {result.reason}"] = None
        return result

    def _ask(self, path: PathCondition | None, guard: Term) -> Result:
        begun = time.monotonic()
        solver = self._started()
        self._follow(solver, path)
        self.checks += 1
        self.asked[guard if path is None else path.term] = None
        solver.set_timeout(self._clock.remaining_milliseconds())
        result = solver.check([guard])
        self._clock.in_solver += time.monotonic() - begun
        if isinstance(result, Unknown):
            self._clock.check()
        return result

    def model(self) -> Solver | None:
        """The solver, whose last check was sat; None if it was never asked: then any values do."""
        return self._solver

    def _started(self) -> Solver:
        if self._solver is None:
            self._solver = self._options.make_solver()
        return self._solver

    def _follow(self, solver: Solver, path: PathCondition | None) -> None:
        """Makes the solver's stack that of the path: pops what is not on it, pushes the rest."""
        missing: list[PathCondition] = []
        while path is not None and (path.depth > len(self._stack) or self._stack[path.depth - 1] is not path):
            missing.append(path)
            path = path.earlier
        depth = 0 if path is None else path.depth
        if depth < len(self._stack):
            solver.pop(len(self._stack) - depth)
            del self._stack[depth:]
        for entry in reversed(missing):
            solver.push()
            solver.assert_(entry.term)
            self._stack.append(entry)

    def close(self) -> None:
        if self._solver is not None:
            self.size = solver_size(self._solver)
            self._solver.close()
            self._solver = None


def is_sat(result: Result) -> bool:
    return isinstance(result, Sat)


def is_unsat(result: Result) -> bool:
    return isinstance(result, Unsat)
