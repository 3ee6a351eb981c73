"""What solvers were asked, as one SMT-LIB 2 file that another solver can read."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TextIO

from esbmc_py.goto.deferred import dataclass
from symex.terms import Printer, Term, implies

from .answers import Result, Sat, Unsat
from .interface import Solver
from .wrapped import WrappedSolver

LOGIC = "QF_ABVFP"  # has all that terms can be made of


@dataclass(slots=True)
class Transcript:
    """Solvers come one after the other; each begins with an empty stack."""

    file: TextIO
    solvers: int = 0
    questions: int = 0

    def comment(self, text: str) -> None:
        self.file.writelines(f"; {line}\n" for line in text.splitlines())

    def begin(self, solver: str) -> None:
        if self.solvers:
            self.write("(reset)")
        self.solvers += 1
        self.comment(f"asked of {solver}")
        self.write(f"(set-logic {LOGIC})")

    def write(self, command: str) -> None:
        self.file.write(f"{command}\n")

    def close(self) -> None:
        if not self.questions:
            self.comment("no question was left for a solver")
        self.file.close()


class TranscribedSolver(WrappedSolver):
    """Does what the solver does, and writes it down. A check has a level of its own, and its answer as status."""

    def __init__(self, solver: Solver, transcript: Transcript) -> None:
        super().__init__(solver)
        self._transcript = transcript
        self._printer = Printer()
        self._marks: list[int] = []
        transcript.begin(solver.name)

    def assert_(self, term: Term) -> None:
        self._write_assertion(term)
        self._solver.assert_(term)

    def assert_when(self, literal: Term, terms: Sequence[Term]) -> None:
        for term in terms:
            self._write_assertion(implies(literal, term))
        self._solver.assert_when(literal, terms)

    def check(self, assumptions: Sequence[Term] = ()) -> Result:
        self._write_push()
        for term in assumptions:
            self._write_assertion(term)
        try:
            result = self._solver.check(assumptions)
            if isinstance(result, Sat | Unsat):
                self._transcript.write(f"(set-info :status {result})")
        finally:
            self._transcript.write("(check-sat)")
            self._transcript.questions += 1
            self._write_pop(1)
        return result

    def push(self) -> None:
        self._write_push()
        self._solver.push()

    def pop(self, levels: int = 1) -> None:
        self._solver.pop(levels)
        self._write_pop(levels)

    def _write_assertion(self, term: Term) -> None:
        for command in self._printer.commands([term]):
            self._transcript.write(command)
        self._transcript.write(f"(assert {self._printer.text(term)})")

    def _write_push(self) -> None:
        self._marks.append(self._printer.mark())
        self._transcript.write("(push 1)")

    def _write_pop(self, levels: int) -> None:
        if levels:
            self._printer.forget(self._marks[-levels])
            del self._marks[-levels:]
            self._transcript.write(f"(pop {levels})")
