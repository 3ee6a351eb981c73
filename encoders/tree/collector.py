"""What an encoding has learnt so far; in the end, its outcome."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from dataclasses import field, replace

from encoders.inputs import Evaluate, inputs_of
from encoders.outcome import Found, Outcome, Place, Statistics, assumed_of_order, race_identity
from encoders.request import Options
from encoders.solvers.answers import SolverError
from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.garbage import collection_paused
from esbmc_py.goto.program import Program
from esbmc_py.goto.properties import Property
from reachability_tree.bounds import schedule_bound
from reachability_tree.events import End, Ending, Event, Occurrence, OccurrenceKind
from reachability_tree.footprints import WatchingExecutor
from reachability_tree.node import schedule_of
from reachability_tree.walk import Feasible, LeftOut, ReachabilityTree, nobody_asks
from symex.loop_bounds import LoopBounds
from symex.terms import Term, and_, size

from .paths import Clock, OutOfTime


def make_tree(
    program: Program, options: Options, feasible: Feasible | None, left_out: LeftOut = nobody_asks
) -> ReachabilityTree:
    bounds = LoopBounds(unwind=options.bounds.unwind, unwind_at=dict(options.unwind_at))
    by_order = options.looked_for.happens_before and Property.RACE in options.looked_for.properties
    executor = WatchingExecutor(program, bounds, options.looked_for.properties, options.coverage, notes_order=by_order)
    return ReachabilityTree(
        executor,
        schedule_bound(options.bounds.contexts, options.bounds.preemptions),
        options.encoding.reductions,
        feasible,
        deadlocks=Property.DEADLOCK in options.looked_for.properties,
        races=Property.RACE in options.looked_for.properties,
        by_order=by_order,
        left_out=left_out,
    )


def identity(occurrence: Occurrence) -> Hashable:
    """Two occurrences with the same identity are one finding."""
    if occurrence.waiting:
        return occurrence.local, frozenset((waiting.location, waiting.reason) for waiting in occurrence.waiting)
    if occurrence.sides:
        return race_identity(occurrence.sides)
    return occurrence.property, occurrence.location


@dataclass(slots=True, eq=False)
class Collector:
    mode: str
    tree: ReachabilityTree
    options: Options
    clock: Clock
    found: dict[Hashable, Found] = field(default_factory=dict)
    switches_cut: bool = False
    unwinding_cut: dict[Place, None] = field(default_factory=dict)
    unsupported: dict[Place, None] = field(default_factory=dict)
    unknown: dict[str, None] = field(default_factory=dict)
    counted: Statistics = field(default_factory=lambda: Statistics(threads=1))  # beside the tree and the clock
    formulas: dict[Term, None] = field(default_factory=dict)
    solver_size: dict[str, int] = field(default_factory=dict)

    def events(self) -> Iterator[Event]:
        """The walk through the tree; every now and then it looks at the clock and tells how things stand."""
        with collection_paused():  # states have no cycles
            yield from self.tree.walk(self._heartbeat)

    def _heartbeat(self) -> None:
        self.clock.check()
        self.tell(count_formula=False)

    def tell(self, *, count_formula: bool) -> None:
        """How things stand, if somebody wants to know. Counting a formula takes a while."""
        if self.options.progress is not None:
            self.options.progress(self.statistics(count_formula=count_formula))

    def end(self, end: End) -> None:
        self.counted.interleavings += 1
        self.counted.threads = max(self.counted.threads, len(end.node.state.threads))
        if end.ending is Ending.DEADLOCK and Property.DEADLOCK in self.options.looked_for.properties:
            self.counted.failing += 1

    def left_out(self, occurrence: Occurrence) -> None:
        """A feasible execution goes where the bounds, or what we can execute, end."""
        place = Place(occurrence.message, occurrence.location)
        match occurrence.kind:
            case OccurrenceKind.SWITCH:
                self.switches_cut = True
                self.tree.switch_was_cut()
            case OccurrenceKind.UNWINDING:
                self.unwinding_cut[place] = None
            case _:
                self.unsupported[place] = None

    def is_known(self, occurrence: Occurrence) -> bool:
        """Whether finding this would tell nothing new."""
        match occurrence.kind:
            case OccurrenceKind.VIOLATION:
                return identity(occurrence) in self.found
            case OccurrenceKind.SWITCH:
                return self.switches_cut
            case OccurrenceKind.UNWINDING:
                return Place(occurrence.message, occurrence.location) in self.unwinding_cut
            case OccurrenceKind.UNSUPPORTED:
                return Place(occurrence.message, occurrence.location) in self.unsupported

    def violation(self, occurrence: Occurrence, evaluate: Evaluate) -> None:
        """`evaluate` gives values in a model in which the violation happens."""
        assert occurrence.property is not None
        key = identity(occurrence)
        if key not in self.found:
            formula = and_(occurrence.path, occurrence.guard)
            self.found[key] = Found(
                occurrence.property,
                occurrence.message,
                occurrence.location,
                occurrence.thread,
                schedule_of(occurrence.steps),
                inputs_of(occurrence.log, formula, evaluate),
                waiting=occurrence.waiting,
                sides=occurrence.sides,
                local=occurrence.local,
                apart=occurrence.apart,
            )

    def statistics(self, *, count_formula: bool = True) -> Statistics:
        counts = self.tree.counts
        return replace(
            self.counted,
            nodes=counts.nodes,
            steps=counts.steps,
            pruned_infeasible=counts.infeasible,
            pruned_seen=counts.seen,
            deepest=counts.deepest,
            formula_nodes=size(*self.formulas) if count_formula and self.formulas else 0,
            exploration_time=max(0.0, self.clock.elapsed - self.clock.in_solver),
            solver_time=self.clock.in_solver,
            **self.solver_size,
        )

    @contextmanager
    def noting_the_end(self) -> Iterator[None]:
        """What ends a search too early is a reason why the answer is unknown; what was found before counts."""
        try:
            yield
        except OutOfTime:
            self.unknown["out of time"] = None
        except KeyboardInterrupt:
            self.unknown["interrupted"] = None
        except SolverError as error:
            self.unknown[str(error)] = None

    def outcome(self) -> Outcome:
        return Outcome(
            self.mode,
            tuple(self.found.values()),
            self.switches_cut,
            tuple(self.unwinding_cut),
            tuple(self.unsupported),
            tuple(self.unknown),
            tuple(self.tree.executor.unknown_functions),
            self.statistics(),
            assumed_of_order(self.tree.executor.program, self.options),
        )
