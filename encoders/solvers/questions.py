"""What solvers were asked, as terms: to be looked at after the answer."""

from __future__ import annotations

from collections.abc import Sequence

from esbmc_py.goto.deferred import dataclass
from symex.terms import Term, implies, script

from .answers import Result
from .interface import Solver
from .wrapped import WrappedSolver


@dataclass(frozen=True, slots=True)
class Question:
    """Do the terms, under the assumptions, hold together?"""

    terms: tuple[Term, ...]
    assumptions: tuple[Term, ...]
    result: Result

    def __repr__(self) -> str:
        return f"<question of {len(self.terms)} terms and {len(self.assumptions)} assumptions: {self.result}>"

    def to_smt2(self) -> str:
        return "\n".join(script(self.terms, assumptions=self.assumptions, comment=f"answer: {self.result}")) + "\n"


class RecordingSolver(WrappedSolver):
    """Does what the solver does, and keeps what was asked of it."""

    def __init__(self, solver: Solver, questions: list[Question]) -> None:
        super().__init__(solver)
        self._questions = questions
        self._terms: list[Term] = []
        self._marks: list[int] = []

    def assert_(self, term: Term) -> None:
        self._terms.append(term)
        self._solver.assert_(term)

    def assert_when(self, literal: Term, terms: Sequence[Term]) -> None:
        self._terms += [implies(literal, term) for term in terms]
        self._solver.assert_when(literal, terms)

    def check(self, assumptions: Sequence[Term] = ()) -> Result:
        result = self._solver.check(assumptions)
        self._questions.append(Question(tuple(self._terms), tuple(assumptions), result))
        return result

    def push(self) -> None:
        self._marks.append(len(self._terms))
        self._solver.push()

    def pop(self, levels: int = 1) -> None:
        self._solver.pop(levels)
        if levels:
            del self._terms[self._marks[-levels] :]
            del self._marks[-levels:]
