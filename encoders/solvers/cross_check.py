"""A second opinion: what one solver finds unsatisfiable, another one is asked as well.

A model needs none: the machine runs it. But "unsatisfiable" is a word that everybody believes. So it counts only if
both say it; otherwise the answer is unknown, and if the other one says "satisfiable", one of them has a defect.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import field

from esbmc_py.goto.deferred import dataclass
from symex.terms import Term

from .answers import Result, Sat, Unknown, Unsat
from .interface import Solver
from .wrapped import WrappedSolver

_MORE_EFFORT = 10  # times as much work as the first solver may do: it may be the one that is better at it


@dataclass(slots=True)
class SecondOpinions:
    """How often another solver was asked, and where it said something else."""

    confirmed: int = 0
    differences: list[str] = field(default_factory=list)


def other_than(name: str) -> str:
    """The name of a solver of another make."""
    return "z3" if name.partition(":")[0] == "bitwuzla" else "bitwuzla"


class CrossCheckedSolver(WrappedSolver):
    """Does what the solver does; `second` hears of it when it is needed."""

    def __init__(self, solver: Solver, second: Callable[[], Solver], opinions: SecondOpinions) -> None:
        super().__init__(solver)
        self._make_second = second
        self._second: Solver | None = None
        self._opinions = opinions
        self._untold: list[Callable[[Solver], None]] = []  # what the second solver does not know yet
        self._untold_pushes: list[int] = []  # where in it a level begins
        self._assumptions: tuple[Term, ...] = ()
        self._deadline: float | None = None
        self._effort: int | None = None

    # --- what both know -------------------------------------------------------------------------------------------

    def assert_(self, term: Term) -> None:
        self._solver.assert_(term)
        self._untold.append(lambda second: second.assert_(term))

    def assert_when(self, literal: Term, terms: Sequence[Term]) -> None:
        self._solver.assert_when(literal, terms)
        self._untold.append(lambda second: second.assert_when(literal, terms))

    def push(self) -> None:
        self._solver.push()
        self._untold_pushes.append(len(self._untold))
        self._untold.append(lambda second: second.push())

    def pop(self, levels: int = 1) -> None:
        self._solver.pop(levels)
        for _ in range(levels):
            if self._untold_pushes:  # it never heard of that level
                del self._untold[self._untold_pushes.pop() :]
            else:
                self._untold.append(lambda second: second.pop())

    def set_timeout(self, milliseconds: int | None) -> None:
        self._deadline = None if milliseconds is None else time.monotonic() + milliseconds / 1000
        self._solver.set_timeout(milliseconds)

    def set_effort(self, effort: int | None) -> None:
        self._effort = effort
        self._solver.set_effort(effort)

    def interrupt(self) -> None:
        self._solver.interrupt()
        if self._second is not None:
            self._second.interrupt()

    def close(self) -> None:
        self._solver.close()
        if self._second is not None:
            self._second.close()

    # --- questions ------------------------------------------------------------------------------------------------

    def check(self, assumptions: Sequence[Term] = ()) -> Result:
        self._assumptions = tuple(assumptions)
        result = self._solver.check(assumptions)
        return self._confirmed(assumptions, "the question") if isinstance(result, Unsat) else result

    def unsat_core(self) -> list[Term]:
        """All assumptions are one, too, if the other solver does not agree with a smaller one."""
        core = self._solver.unsat_core()
        if len(core) < len(set(self._assumptions)) and not isinstance(self._confirmed(core, "its core"), Unsat):
            return list(self._assumptions)
        return core

    def _confirmed(self, assumptions: Sequence[Term], what: str) -> Result:
        second = self._told()
        answer = second.check(assumptions)
        if isinstance(answer, Unsat):
            self._opinions.confirmed += 1
            return answer
        if isinstance(answer, Sat):
            difference = f"the solvers disagree: {self.name} finds {what} unsatisfiable, {second.name} satisfiable"
            self._opinions.differences.append(difference)
            return Unknown(difference)
        return Unknown(
            f"{self.name} finds {what} unsatisfiable, and {second.name} does not confirm it: {answer.reason}"
        )

    def _told(self) -> Solver:
        if self._second is None:
            self._second = self._make_second()
        for tell in self._untold:
            tell(self._second)
        self._untold.clear()
        self._untold_pushes.clear()
        self._second.set_effort(None if self._effort is None else _MORE_EFFORT * self._effort)
        left = None if self._deadline is None else max(1, int((self._deadline - time.monotonic()) * 1000))
        self._second.set_timeout(left)
        return self._second
