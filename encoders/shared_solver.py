"""One solver for attempts that follow one another: what each of them asserts is a group of terms under a literal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import field

from esbmc_py.goto.deferred import dataclass
from symex.terms import Term, bool_symbol, not_

from .solvers.answers import Result
from .solvers.interface import Solver
from .solvers.wrapped import WrappedSolver


@dataclass(frozen=True, slots=True)
class Group:
    """Terms that hold where the literal does."""

    literal: Term
    terms: frozenset[Term]


@dataclass(slots=True, eq=False)
class SharedSolver:
    solver: Solver
    groups: list[Group] = field(default_factory=list)
    asserted: set[Term] = field(default_factory=set)

    def for_attempt(self, effort: int | None) -> Solver:
        self.solver.set_effort(effort)
        return AttemptSolver(self)

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
        literal = bool_symbol(f"group!{len(self.groups)}")
        self.solver.assert_when(literal, terms)
        self.groups.append(Group(literal, frozenset(terms)))
        self.asserted.update(terms)
        return literal

    def only(self, literals: Sequence[Term]) -> list[Term]:
        """Assumptions under which these groups hold. Of the others, nothing need be looked at."""
        return [*literals, *(not_(group.literal) for group in self.groups if group.literal not in literals)]


class AttemptSolver(WrappedSolver):
    """What one attempt sees of the solver that all of them use: its own assertions are those under its literals."""

    def __init__(self, shared: SharedSolver) -> None:
        super().__init__(shared.solver)
        self._shared = shared
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
            self._literals += self._shared.hold(self._waiting)
            self._waiting = []

    def check(self, assumptions: Sequence[Term] = ()) -> Result:
        self._hold()
        return self._solver.check((*self._shared.only(self._literals), *assumptions))

    def unsat_core(self) -> list[Term]:
        groups = self._shared.only(self._literals)
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
