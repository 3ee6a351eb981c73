"""Schedule recording (ICSE 2011 §3.3): the whole tree in one formula, and the solver chooses the schedule.

The tree is built without asking the solver: children are left out only if their condition is constantly false. Each
violation is guarded by the schedule that leads to it, ts_1 = j_1 ∧ ts_2 = j_2 ∧ ...; paths share the guards of what
they have in common. Satisfying the disjunction means choosing a schedule, and inputs, that violate a property.
"""

from __future__ import annotations

from encoders.outcome import Outcome
from encoders.request import Options
from encoders.solvers.answers import Sat
from esbmc_py.goto.program import Program

from .whole_tree import TimedSolver, WholeTree, check_whole_tree, disjunction, take_violations


def check_schedule(program: Program, options: Options | None = None) -> Outcome:
    return check_whole_tree("schedule", program, options or Options(), _solve)


def _solve(tree: WholeTree, timed: TimedSolver) -> None:
    """One check; with all violations asked for, one more for what each leaves open."""
    waiting = tree.violations
    while waiting:
        formula = disjunction([candidate.formula for candidate in waiting])
        timed.collector.formulas[formula] = None
        if not isinstance(timed.check([formula]), Sat):
            return
        waiting = take_violations(waiting, timed)
