"""The lazy encoding (ICSE 2011 §3.2, figure 3): every interleaving is checked by itself, as soon as it is there.

The walk keeps the values that are known as numbers, so most conditions are constant and no solver is asked. What is not
constant is decided by one incremental solver whose stack follows the walk.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeGuard

from encoders.outcome import Outcome
from encoders.request import Options
from esbmc_py.goto.program import Program
from reachability_tree.events import End, Event, Occurrence, OccurrenceKind
from symex.terms import TRUE, Term, Value, any_of, evaluate

from .collector import Collector, make_tree
from .paths import Clock, PathSolver, is_sat, is_unsat


def check_lazy(program: Program, options: Options | None = None) -> Outcome:
    """Walks the tree until the first violation, or (`all_violations`) to its end."""
    options = options or Options()
    clock = Clock(options.timeout)
    paths = PathSolver(options, clock)
    collector = Collector("lazy", make_tree(program, options, paths.feasible), options, clock)
    with collector.noting_the_end():
        try:
            _walk(collector, paths)
        finally:
            collector.counted.solver_checks = paths.checks
            collector.formulas = paths.asked
            collector.unknown.update(paths.unknown)
            paths.close()
            collector.solver_size = paths.size
    return collector.outcome()


_FEW = 4  # violations of one step that are decided one after the other


def _walk(collector: Collector, paths: PathSolver) -> None:
    for event in _without_impossible_ones(collector.events(), paths):
        match event:
            case End():
                collector.end(event)
            case Occurrence(kind=OccurrenceKind.VIOLATION):
                if _violates(collector, paths, event) and not collector.options.looked_for.all_violations:
                    return
            case Occurrence():
                if not collector.is_known(event) and is_sat(paths.decide(event.condition, event.guard)):
                    collector.left_out(event)


def _without_impossible_ones(events: Iterator[Event], paths: PathSolver) -> Iterator[Event]:
    """Where a step has many possible violations, as after many accesses through unknown pointers, most often none of
    them happens: they are decided together. (After the violations of a step comes its end, so nothing is looked at too
    early.)"""
    group: list[Occurrence] = []
    for event in events:
        if group and not (_is_of_a_step(event) and event.steps is group[0].steps):
            yield from _possible(group, paths)
            group = []
        if _is_of_a_step(event):
            group.append(event)
        else:
            yield event


def _is_of_a_step(event: Event) -> TypeGuard[Occurrence]:
    return isinstance(event, Occurrence) and event.kind is OccurrenceKind.VIOLATION and not event.is_of_state()


def _possible(group: list[Occurrence], paths: PathSolver) -> Iterator[Occurrence]:
    """A few, one of which may happen; in their order."""
    if len(group) <= _FEW:
        yield from group
    elif not is_unsat(paths.decide(group[0].condition, any_of([one.guard for one in group]))):
        middle = len(group) // 2
        yield from _possible(group[:middle], paths)
        yield from _possible(group[middle:], paths)


def _violates(collector: Collector, paths: PathSolver, occurrence: Occurrence) -> bool:
    """Decides a violation, and keeps it if it is one."""
    if occurrence.guard is TRUE and occurrence.path is TRUE:
        collector.violation(occurrence, _any_values)
    elif collector.is_known(occurrence):
        return True
    elif is_sat(paths.decide(occurrence.condition, occurrence.guard)):
        solver = paths.model()
        collector.violation(occurrence, _any_values if solver is None else solver.value)
    else:
        return False
    if not occurrence.is_of_state():
        collector.counted.failing += 1
    return True


def _any_values(term: Term) -> Value:
    """Where nothing is asked of the inputs, zeros do."""
    return evaluate(term, {})
