"""From a prepared program to a proof that was checked, or to the reason why there is none."""

from __future__ import annotations

from collections.abc import Callable
from itertools import islice
from typing import TYPE_CHECKING

from encoders.outcome import InvariantLine
from encoders.solvers.cross_check import CrossCheckedSolver, SecondOpinions, other_than
from encoders.solvers.factory import make_solver
from encoders.solvers.interface import Limits, Solver
from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.program import Program
from esbmc_py.goto.properties import Property

from .candidates import Candidates
from .checker import Checker, Problem
from .clauses import Clause
from .ghosts import with_ghosts
from .graph import CannotProve, Graph, Location
from .houdini import Houdini, TooMuch
from .translate import translate

if TYPE_CHECKING:
    from symex.state import Cut, Violation

MOST_WORK = 400_000  # in terms that the solver is given: about twenty seconds
EFFORT = 20_000  # of one question
MOST_REASONS = 4
OTHERS_PROVED = "nothing else that was asked for can go wrong"


@dataclass(frozen=True, slots=True)
class Proof:
    """`unknown` says why there is none. Otherwise every obligation was discharged twice."""

    unknown: tuple[str, ...]
    invariant: tuple[InvariantLine, ...] = ()
    locations: int = 0
    steps: int = 0
    candidates: int = 0
    checks: int = 0
    unknown_functions: tuple[str, ...] = ()


def translation(program: Program, properties: frozenset[Property]) -> Graph:
    """Raises CannotProve."""
    return with_ghosts(translate(program, properties))


def prove(
    program: Program,
    properties: frozenset[Property],
    solver: str = "bitwuzla",
    tell: Callable[[int], None] | None = None,
    most_work: int = MOST_WORK,
    attempts: int = 3,
    opinions: SecondOpinions | None = None,
) -> Proof:
    """`attempts`: with more and more candidates. `opinions`: the check asks two solvers, and tells there."""
    try:
        graph = translation(program, properties)
    except CannotProve as problem:
        return Proof((str(problem),))
    return _Prover(graph, solver, tell, most_work, attempts, opinions).run(program, properties)


class _Prover:
    def __init__(
        self,
        graph: Graph,
        solver: str,
        tell: Callable[[int], None] | None,
        most: int,
        attempts: int,
        opinions: SecondOpinions | None,
    ) -> None:
        self._attempts = attempts
        self._opinions = opinions
        self._graph = graph
        self._solver = solver
        self._tell = tell
        self._most = most
        self._candidates = 0
        self._checks = 0
        self._work = 0

    def run(self, program: Program, properties: frozenset[Property]) -> Proof:
        found = Candidates(self._graph)
        reasons: tuple[str, ...] = ()
        locks, flags = found.of_locks(), found.of_flags()
        attempts = (((found.simple,), locks), ((found.simple,), locks + flags),
                    ((found.simple, found.implications), locks))  # fmt: skip
        for kinds, everywhere in attempts[: self._attempts]:
            candidates = {one: [c for kind in kinds for c in kind(one)] for one in self._graph.locations}
            self._candidates = sum(map(len, candidates.values())) + len(everywhere)
            houdini = Houdini(
                self._graph, candidates, lambda: make_solver(self._solver, Limits(effort=EFFORT)),
                self._most - self._work, self._told, everywhere,
            )  # fmt: skip
            try:
                safe = houdini.run()
                self._work += houdini.work
                reasons = () if safe else _reasons(houdini.open_violations(), houdini.open_cuts())
                stuck = houdini.why_stuck() if Property.DEADLOCK in properties and not reasons else None
                if stuck is not None:
                    reasons = (
                        f"{stuck.location.source}: deadlock: {stuck.reason}",
                        *self._rest(program, properties, houdini),
                    )
                if not reasons:
                    invariant = houdini.needed()
                    self._checks += houdini.checks
                    return self._checked(program, properties, invariant)
            except TooMuch as limit:
                return self._nothing((str(limit), *reasons))
            self._checks += houdini.checks
        return self._nothing(reasons)

    def _rest(self, program: Program, properties: frozenset[Property], houdini: Houdini) -> tuple[str, ...]:
        """Deadlocks are open. Is all else shown?"""
        others = properties - {Property.DEADLOCK}
        rest = self._checked(program, others, houdini.needed())
        return () if rest.unknown else (OTHERS_PROVED,)

    def _told(self, work: int) -> None:
        if self._tell is not None:
            self._tell(self._work + work)

    def _nothing(self, reasons: tuple[str, ...]) -> Proof:
        return Proof(reasons, (), *self._numbers())

    def _numbers(self) -> tuple[int, int, int, int]:
        return len(self._graph.locations), len(self._graph.transitions), self._candidates, self._checks

    def _checked(
        self, program: Program, properties: frozenset[Property], invariant: dict[Location, tuple[Clause, ...]]
    ) -> Proof:
        lines = tuple(
            InvariantLine(location.instance.name, location.source, location.name, str(clause))
            for location, clauses in invariant.items()
            for clause in clauses
        )
        other = other_than(self._solver)
        problems, checks = check_invariant(program, properties, lines_as_invariant(lines), other, self._opinions)
        self._checks += checks
        if problems:
            return self._nothing((f"an invariant was found, and the check rejects it: {problems[0]}",))
        return Proof((), lines, *self._numbers(), self._graph.unknown_functions)


def check_invariant(
    program: Program,
    properties: frozenset[Property],
    invariant: dict[str, list[str]],
    solver: str = "z3",
    opinions: SecondOpinions | None = None,
) -> tuple[list[Problem], int]:
    """What is wrong with it. Raises CannotProve, ClauseProblem."""
    deadlocks = Property.DEADLOCK in properties
    checker = Checker(translation(program, properties), invariant, _judge(solver, opinions), deadlocks=deadlocks)
    problems = list(islice(checker.problems(), MOST_REASONS))
    return problems, checker.checks


def _judge(solver: str, opinions: SecondOpinions | None) -> Solver:
    """With a second opinion, if somebody wants to hear it."""
    if opinions is None:
        return make_solver(solver)
    return CrossCheckedSolver(make_solver(solver), lambda: make_solver(other_than(solver)), opinions)


def lines_as_invariant(lines: tuple[InvariantLine, ...]) -> dict[str, list[str]]:
    found: dict[str, list[str]] = {}
    for line in lines:
        found.setdefault(line.place, []).append(line.clause)
    return found


def _reasons(violations: list[Violation], cuts: list[Cut]) -> tuple[str, ...]:
    """Why it is not proved."""
    told = [f"{one.location}: {one.what}: not excluded by an invariant that was found" for one in cuts]
    told += [f"{one.location}: {one.property}: not excluded by an invariant that was found" for one in violations]
    return tuple(dict.fromkeys(told))[:MOST_REASONS]
