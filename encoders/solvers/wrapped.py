"""A solver around another one: what a kind of it does not do otherwise is handed on."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from symex.terms import Term, Value

from .interface import Solver, Statistics


class WrappedSolver:
    def __init__(self, solver: Solver) -> None:
        self._solver = solver

    @property
    def name(self) -> str:
        return self._solver.name

    def assert_when(self, literal: Term, terms: Sequence[Term]) -> None:
        self._solver.assert_when(literal, terms)

    def value(self, term: Term) -> Value:
        return self._solver.value(term)

    def unsat_core(self) -> list[Term]:
        return self._solver.unsat_core()

    def set_timeout(self, milliseconds: int | None) -> None:
        self._solver.set_timeout(milliseconds)

    def set_effort(self, effort: int | None) -> None:
        self._solver.set_effort(effort)

    def interrupt(self) -> None:
        self._solver.interrupt()

    def statistics(self) -> Statistics:
        return self._solver.statistics()

    def dump_smt2(self, assumptions: Sequence[Term] = ()) -> Iterator[str]:
        return self._solver.dump_smt2(assumptions)

    def close(self) -> None:
        self._solver.close()
