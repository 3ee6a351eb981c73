"""The whole tree as one formula (ICSE 2011 §3.3, formula 2): every interleaving guarded by its schedule."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import field

from encoders.outcome import Outcome
from encoders.request import Options
from encoders.solvers.answers import Result, Sat, Unknown
from encoders.solvers.interface import Solver
from encoders.solvers.size import solver_size
from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.program import Program
from reachability_tree.events import End, Occurrence, OccurrenceKind
from reachability_tree.node import StepsFromRoot
from symex.terms import FALSE, TRUE, Term, and_, or_

from .collector import Collector, identity, make_tree
from .paths import Clock
from .selection import ThreadSelection


@dataclass(frozen=True, slots=True, eq=False)
class Candidate:
    """Something that happens if the solver finds values and a schedule for `formula`."""

    occurrence: Occurrence
    formula: Term


@dataclass(slots=True, eq=False)
class WholeTree:
    """All that can happen anywhere in the tree, collected without asking a solver anything."""

    selection: ThreadSelection = field(default_factory=ThreadSelection)
    violations: list[Candidate] = field(default_factory=list)
    left_out: list[Candidate] = field(default_factory=list)
    first: StepsFromRoot | None = None  # the first interleaving


def check_whole_tree(
    mode: str, program: Program, options: Options, search: Callable[[WholeTree, TimedSolver], None]
) -> Outcome:
    """Builds the tree, lets `search` find its violations, then says what the tree leaves out."""
    clock = Clock(options.timeout)
    collector = Collector(mode, make_tree(program, options, None), options, clock)
    with collector.noting_the_end():
        tree = build(collector)
        collector.counted.selections = tree.selection.variables
        timed = TimedSolver(collector, clock)
        try:
            search(tree, timed)
            decide_left_out(tree, timed)
        finally:
            timed.close()
    return collector.outcome()


def build(collector: Collector) -> WholeTree:
    tree = WholeTree()
    known: set[Term] = set()
    for event in collector.events():
        match event:
            case End():
                collector.end(event)
                if tree.first is None:
                    tree.first = event.steps
            case Occurrence():
                _add(tree, collector, event, known)
    return tree


def _add(tree: WholeTree, collector: Collector, event: Occurrence, known: set[Term]) -> None:
    condition = and_(event.path, event.guard)
    if condition is FALSE:
        return
    if event.kind is OccurrenceKind.VIOLATION:
        if not event.is_of_state():
            collector.counted.failing += 1
        tree.violations.append(Candidate(event, and_(tree.selection.guard(event.steps), condition)))
    elif condition is TRUE:
        collector.left_out(event)
    elif not collector.is_known(event) and condition not in known:
        # what is left out needs no schedule: the tree has one for every path
        known.add(condition)
        tree.left_out.append(Candidate(event, condition))


def disjunction(formulas: list[Term]) -> Term:
    """Balanced, so that its depth is the logarithm of its size."""
    level = formulas or [FALSE]
    while len(level) > 1:
        level = [or_(*level[i : i + 2]) if i + 1 < len(level) else level[i] for i in range(0, len(level), 2)]
    return level[0]


class TimedSolver:
    """A solver whose time is taken, and whose giving up is noted."""

    def __init__(self, collector: Collector, clock: Clock) -> None:
        self.collector = collector
        self.clock = clock
        self._solver: Solver | None = None

    @property
    def solver(self) -> Solver:
        """Started when it is first needed: a tree without candidates needs none."""
        if self._solver is None:
            self._solver = self.collector.options.make_solver()
        return self._solver

    def close(self) -> None:
        if self._solver is not None:
            self.collector.solver_size = solver_size(self._solver)
            self._solver.close()

    def check(self, assumptions: list[Term]) -> Result:
        self.clock.check()
        self.collector.counted.solver_checks += 1
        if self.collector.counted.solver_checks == 1:
            self.collector.tell(count_formula=True)
        begun = time.monotonic()
        self.solver.set_timeout(self.clock.remaining_milliseconds())
        result = self.solver.check(assumptions)
        self.clock.in_solver += time.monotonic() - begun
        if isinstance(result, Unknown):
            self.clock.check()
            self.collector.unknown[f"the solver {self.solver.name} gave up: {result.reason}"] = None
        return result


def happening(candidates: list[Candidate], solver: Solver) -> Iterator[Candidate]:
    """Those that the solver's model makes happen."""
    return (candidate for candidate in candidates if solver.value(candidate.formula))


def decide_left_out(tree: WholeTree, timed: TimedSolver) -> None:
    """Which of the cuts can be reached. The paths are those of the tree, so no schedule needs to be chosen."""
    waiting = [candidate for candidate in tree.left_out if not timed.collector.is_known(candidate.occurrence)]
    while waiting:
        formula = disjunction([candidate.formula for candidate in waiting])
        timed.collector.formulas[formula] = None
        if not isinstance(timed.check([formula]), Sat):
            return
        for candidate in list(happening(waiting, timed.solver)):
            timed.collector.left_out(candidate.occurrence)
        waiting = [candidate for candidate in waiting if not timed.collector.is_known(candidate.occurrence)]


def take_violations(candidates: list[Candidate], timed: TimedSolver) -> list[Candidate]:
    """Keeps the violations of the solver's model; returns the candidates that are still open."""
    collector = timed.collector
    for candidate in list(happening(candidates, timed.solver)):
        collector.violation(candidate.occurrence, timed.solver.value)
        if not collector.options.looked_for.all_violations:
            return []
    return [candidate for candidate in candidates if identity(candidate.occurrence) not in collector.found]
