"""What attempts within growing bounds hand on to the next: the threads as they were recorded, and perhaps a solver."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import field
from typing import Any, TypeVar

from esbmc_py.goto.deferred import dataclass
from symex.terms import Term, bool_symbol, not_

from .solvers.interface import Solver
from .solvers.results import Result
from .solvers.wrapped import WrappedSolver

_T = TypeVar("_T")


@dataclass(frozen=True, slots=True)
class Group:
    """Terms that hold where the literal does."""

    literal: Term
    terms: frozenset[Term]


@dataclass(slots=True, eq=False)
class Kept:
    """For one program, whose attempts differ in unwinding, rounds and effort alone."""

    unwind: int | None = None
    recording: Any = None  # with that unwinding: whatever the encoding makes of a program
    solver: Solver | None = None
    groups: list[Group] = field(default_factory=list)
    asserted: set[Term] = field(default_factory=set)

    def recorded(self, unwind: int | None, record: Callable[[], _T]) -> _T:
        """The latest is kept: attempts with the same unwinding follow one another."""
        if self.recording is None or self.unwind != unwind:
            self.unwind, self.recording = unwind, record()
        recording: _T = self.recording
        return recording

    def for_attempt(self, make: Callable[[], Solver], effort: int | None) -> Solver:
        if self.solver is None:
            self.solver = make()
        self.solver.set_effort(effort)
        return AttemptSolver(self, self.solver)

    def hold(self, terms: Sequence[Term]) -> list[Term]:
        """Literals under which the terms hold, and nothing else does. What earlier attempts asserted has theirs."""
        open_ = dict.fromkeys(terms)
        literals = []
        for group in self.groups:
            if group.terms <= open_.keys():
                literals.append(group.literal)
                open_ = {term: None for term in open_ if term not in group.terms}
        again = [term for term in open_ if term in self.asserted]  # other attempts may have these, too
        new = [term for term in open_ if term not in self.asserted]
        return literals + [self._new_group(some) for some in (again, new) if some]

    def _new_group(self, terms: list[Term]) -> Term:
        assert self.solver is not None
        literal = bool_symbol(f"group!{len(self.groups)}")
        self.solver.assert_when(literal, terms)
        self.groups.append(Group(literal, frozenset(terms)))
        self.asserted.update(terms)
        return literal

    def only(self, literals: Sequence[Term]) -> list[Term]:
        """Assumptions under which these groups hold. Of the others, nothing need be looked at."""
        return [*literals, *(not_(group.literal) for group in self.groups if group.literal not in literals)]

    def close(self) -> None:
        if self.solver is not None:
            self.solver.close()


class AttemptSolver(WrappedSolver):
    """What one attempt sees of the solver that all of them use: its own assertions are those under its literals."""

    def __init__(self, kept: Kept, solver: Solver) -> None:
        super().__init__(solver)
        self._kept = kept
        self._literals: list[Term] = []
        self._waiting: list[Term] = []
        self._levels = 0

    def assert_(self, term: Term) -> None:
        if self._levels:
            self._solver.assert_(term)
        else:
            self._waiting.append(term)

    def _hold(self) -> None:
        if self._waiting:
            self._literals += self._kept.hold(self._waiting)
            self._waiting = []

    def check(self, assumptions: Sequence[Term] = ()) -> Result:
        self._hold()
        return self._solver.check((*self._kept.only(self._literals), *assumptions))

    def unsat_core(self) -> list[Term]:
        groups = self._kept.only(self._literals)
        return [term for term in self._solver.unsat_core() if term not in groups]

    def push(self) -> None:
        self._hold()
        self._levels += 1
        self._solver.push()

    def pop(self, levels: int = 1) -> None:
        self._solver.pop(levels)
        self._levels -= levels

    def dump_smt2(self, assumptions: Sequence[Term] = ()) -> Iterator[str]:
        return self._solver.dump_smt2((*self._literals, *assumptions))

    def close(self) -> None:
        """The solver stays, for the next attempt."""
        self.pop(self._levels)
