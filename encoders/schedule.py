"""Schedule recording (ICSE 2011 §3.3): the whole tree in one formula, and the solver chooses the schedule.

The tree is built without asking the solver: children are left out only if their condition is constantly false. Each
violation is guarded by the schedule that leads to it, ts_1 = j_1 ∧ ts_2 = j_2 ∧ ...; paths share the guards of what
they have in common. Satisfying the disjunction means choosing a schedule, and inputs, that violate a property.
"""

from __future__ import annotations

from esbmc_py.goto.program import Program

from .collect import Collector, make_tree
from .paths import Clock, OutOfTime
from .results import Options, Outcome
from .solvers.results import Sat, SolverError
from .whole_tree import TimedSolver, WholeTree, build, decide_left_out, disjunction, take_violations


def check_schedule(program: Program, options: Options | None = None) -> Outcome:
    options = options or Options()
    clock = Clock(options.timeout)
    collector = Collector("schedule", make_tree(program, options, None), options, clock)
    try:
        tree = build(collector)
        collector.selections = tree.selection.variables
        timed = TimedSolver(collector, clock)
        try:
            _solve(tree, timed)
            decide_left_out(tree, timed)
        finally:
            timed.close()
    except OutOfTime:
        collector.unknown["out of time"] = None
    except KeyboardInterrupt:
        collector.unknown["interrupted"] = None
    except SolverError as error:
        collector.unknown[str(error)] = None
    return collector.outcome()


def _solve(tree: WholeTree, timed: TimedSolver) -> None:
    """One check; with all violations asked for, one more for what each leaves open."""
    waiting = tree.violations
    while waiting:
        formula = disjunction([candidate.formula for candidate in waiting])
        timed.collector.formulas[formula] = None
        if not isinstance(timed.check([formula]), Sat):
            return
        waiting = take_violations(waiting, timed)
