"""From a prepared program to a proof that was checked, or to the reason why there is none."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice

from encoders.outcome import InvariantLine
from encoders.solvers.cross_check import CrossCheckedSolver, SecondOpinions, other_than
from encoders.solvers.factory import make_solver
from encoders.solvers.interface import Limits, Solver
from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.program import Program
from esbmc_py.goto.properties import Property

from .candidates import Candidates, not_said_yet
from .checker import Checker, Problem
from .clauses import Clause
from .counting import Counting, Summing
from .ghosts import with_ghosts
from .goals import Goals
from .graph import CannotProve, Graph, Location
from .houdini import Houdini, TooMuch
from .loop_claims import loop_claims
from .monitor_candidates import MonitorCandidates
from .stacks import place_in_program
from .translate import translate

MOST_WORK = 800_000  # in terms that the solver is given: about twenty seconds
EFFORT = 20_000  # of one question
MOST_REASONS = 4
NOT_EXCLUDED = "not excluded by an invariant that was found"
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
    loop_claims: tuple[InvariantLine, ...] = ()  # what C can say of it, at the heads of loops


def translation(
    program: Program, properties: frozenset[Property], worked: Callable[[int], None] = lambda work: None
) -> Graph:
    """Raises CannotProve, and what `worked` raises."""
    return with_ghosts(translate(program, properties, worked))


def prove(
    program: Program,
    properties: frozenset[Property],
    solver: str = "bitwuzla",
    tell: Callable[[int], None] | None = None,
    most_work: int = MOST_WORK,
    attempts: int = 6,
    opinions: SecondOpinions | None = None,
) -> Proof:
    """`attempts`: with more and more candidates. `opinions`: the check asks two solvers, and tells there."""
    account = _Account(most_work, tell)
    try:
        graph = translation(program, properties, account.worked)
    except (CannotProve, TooMuch) as problem:
        return Proof((str(problem),))
    return _Prover(graph, solver, account, attempts, opinions).run(program, properties)


@dataclass(slots=True, eq=False)
class _Account:
    """The work that was done, of that which may be done."""

    most: int
    tell: Callable[[int], None] | None
    done: int = 0

    def worked(self, work: int) -> None:
        self.done += work
        self.told(0)
        if self.done > self.most:
            raise TooMuch("looking at all steps takes more work than is allowed")

    def told(self, more: int) -> None:
        if self.tell is not None:
            self.tell(self.done + more)


@dataclass(frozen=True, slots=True, eq=False)
class _Attempt:
    """Candidates of each location, and at all locations."""

    graph: Graph
    kinds: tuple[Callable[[Location], list[Clause]], ...]
    everywhere: list[Clause]


class _Prover:
    def __init__(
        self, graph: Graph, solver: str, account: _Account, attempts: int, opinions: SecondOpinions | None
    ) -> None:
        self._attempts = attempts
        self._opinions = opinions
        self._graph = graph
        self._solver = solver
        self._account = account
        self._candidates = 0
        self._checks = 0

    def run(self, program: Program, properties: frozenset[Property]) -> Proof:
        reasons: tuple[str, ...] = ()
        nearly: tuple[str, ...] = ()  # if only deadlocks are open: no other attempt came so far
        known: dict[Location, list[Clause]] = {}
        for number, attempt in enumerate(islice(self._all_attempts(known), self._attempts)):
            houdini = self._houdini(attempt, known)
            try:
                safe = houdini.run(to_the_end=number == 0 and self._attempts > 1)
                self._account.done += houdini.work
                reasons = () if safe else self._reasons(houdini)
                stuck = houdini.why_stuck() if Property.DEADLOCK in properties and not reasons else None
                if stuck is not None:
                    reasons = (
                        f"{stuck.location.source}: deadlock: {stuck.reason}",
                        *self._rest(program, properties, houdini),
                    )
                    nearly = reasons
                if not reasons:
                    invariant = houdini.needed()
                    self._checks += houdini.checks
                    return self._checked(program, properties, attempt.graph, invariant)
            except TooMuch as limit:
                return self._nothing(nearly or (str(limit), *reasons))
            self._checks += houdini.checks
            if number == 0:
                known.update(houdini.left())
        return self._nothing(nearly or reasons)

    def _all_attempts(self, known: Mapping[Location, Sequence[Clause]]) -> Iterator[_Attempt]:
        """With more and more candidates. `known`: what holds, as soon as that was found out."""
        graph = self._graph
        found = Candidates(graph)
        goals = Goals(graph)
        locks = found.of_locks()
        yield _Attempt(graph, (found.simple, goals.at), locks)
        monitors = MonitorCandidates(graph, known)
        if monitors.is_worth_while:
            yield _Attempt(graph, (monitors.at,), monitors.everywhere())
        counting = Counting(graph, known)
        if counting.is_worth_while:
            more = counting.candidates
            yield _Attempt(
                counting.graph,
                (more.simple, Goals(counting.graph).at, counting.at),
                counting.everywhere() + more.of_locks(),
            )
        threads = found.of_threads()
        if threads:
            yield _Attempt(graph, (found.simple, goals.at), locks + threads)
        summing = Summing(graph, known)
        if summing.is_worth_while:
            more = summing.candidates
            yield _Attempt(
                summing.graph,
                (more.simple, Goals(summing.graph).at),
                summing.everywhere() + more.of_locks() + more.of_threads(),
            )
        yield _Attempt(graph, (found.simple, goals.at), locks + found.of_flags())
        yield _Attempt(graph, (found.simple, goals.at, found.implications), locks)

    def _houdini(self, attempt: _Attempt, known: dict[Location, list[Clause]]) -> Houdini:
        locations = attempt.graph.locations
        candidates = {
            one: not_said_yet((c for kind in attempt.kinds for c in kind(one)), known.get(one, ())) for one in locations
        }
        everywhere = attempt.everywhere
        among_others = [set(known[one]) for one in locations if one in known and not one.alone]
        if among_others:
            everywhere = not_said_yet(everywhere, set.intersection(*among_others))
        self._candidates = sum(map(len, candidates.values())) + len(everywhere)
        return Houdini(
            attempt.graph, candidates, lambda: make_solver(self._solver, Limits(effort=EFFORT)),
            self._account.most - self._account.done, self._account.told, everywhere,
        )  # fmt: skip

    def _rest(self, program: Program, properties: frozenset[Property], houdini: Houdini) -> tuple[str, ...]:
        """Deadlocks are open. Is all else shown?"""
        others = properties - {Property.DEADLOCK}
        rest = self._checked(program, others, houdini.graph, houdini.needed())
        return () if rest.unknown else (OTHERS_PROVED,)

    def _reasons(self, houdini: Houdini) -> tuple[str, ...]:
        """Why it is not proved."""
        found = [(at, one.location, one.what) for at, one in houdini.open_cuts()]
        found += [(at, one.location, one.property) for at, one in houdini.open_violations()]
        told = (
            f"{place_in_program(self._graph.program, location, at.source)}: {what}: {NOT_EXCLUDED}"
            for at, location, what in found
        )
        return tuple(dict.fromkeys(told))[:MOST_REASONS]

    def _nothing(self, reasons: tuple[str, ...]) -> Proof:
        return Proof(reasons, (), *self._numbers())

    def _numbers(self) -> tuple[int, int, int, int]:
        return len(self._graph.locations), len(self._graph.transitions), self._candidates, self._checks

    def _checked(
        self,
        program: Program,
        properties: frozenset[Property],
        graph: Graph,
        invariant: dict[Location, tuple[Clause, ...]],
    ) -> Proof:
        lines = tuple(
            InvariantLine(location.instance.name, location.source, location.name, text)
            for location, texts in _as_text(graph, invariant).items()
            for text in texts
        )
        other = other_than(self._solver)
        problems, checks = check_invariant(program, properties, lines_as_invariant(lines), other, self._opinions)
        self._checks += checks
        if problems:
            return self._nothing((f"an invariant was found, and the check rejects it: {problems[0]}",))
        claims = loop_claims(self._graph, invariant)
        return Proof((), lines, *self._numbers(), self._graph.unknown_functions, claims)


def _as_text(graph: Graph, invariant: dict[Location, tuple[Clause, ...]]) -> dict[Location, list[str]]:
    """With what tells which locations count, of those counts that clauses speak of."""
    used = {variable for clauses in invariant.values() for one in clauses for variable in one.variables}
    counts = [one for one in graph.counts if one.variable in used]
    return {
        location: [*(f"self in {one.variable}" for one in counts if location in one.places), *map(str, clauses)]
        for location, clauses in invariant.items()
    }


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
