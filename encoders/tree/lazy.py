"""The lazy encoding (ICSE 2011 §3.2, figure 3): every interleaving is checked by itself, as soon as it is there.

The walk keeps the values that are known as numbers, so most conditions are constant and no solver is asked. What is not
constant is decided by one incremental solver whose stack follows the walk.
"""

from __future__ import annotations

from encoders.outcome import Options, Outcome
from esbmc_py.goto.program import Program
from reachability_tree.events import End, Kind, Occurrence
from symex.terms import TRUE, Term, Value, evaluate

from .collector import Collector, make_tree
from .paths import Clock, PathSolver, is_sat


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
            collector.solver_checks = paths.checks
            collector.formulas = paths.asked
            collector.unknown.update(paths.unknown)
            paths.close()
            collector.solver_size = paths.size
    return collector.outcome()


def _walk(collector: Collector, paths: PathSolver) -> None:
    for event in collector.events():
        match event:
            case End():
                collector.end(event)
            case Occurrence(kind=Kind.VIOLATION):
                if _violates(collector, paths, event) and not collector.options.all_violations:
                    return
            case Occurrence():
                if not collector.is_known(event) and is_sat(paths.decide(event.condition, event.guard)):
                    collector.left_out(event)


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
        collector.failing += 1
    return True


def _any_values(term: Term) -> Value:
    """Where nothing is asked of the inputs, zeros do."""
    return evaluate(term, {})
