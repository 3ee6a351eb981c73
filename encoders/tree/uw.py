"""Under-approximation and widening (ICSE 2011 §3.4, figure 5).

The formula is that of schedule recording. A control literal cl_ij stands for "thread j may make the i-th step":
ts_i = j → cl_ij. At first all are assumed false but those of the first interleaving; where the solver's proof of
unsatisfiability needs one of these assumptions, it is dropped, and the formula is checked again.
"""

from __future__ import annotations

from encoders.outcome import Outcome
from encoders.request import Options
from encoders.solvers.answers import Sat, Unsat
from esbmc_py.goto.program import Program
from reachability_tree.node import walk_back
from symex.terms import Term, bool_symbol, implies, not_

from .whole_tree import TimedSolver, WholeTree, check_whole_tree, disjunction, take_violations


def check_uw(program: Program, options: Options | None = None) -> Outcome:
    return check_whole_tree("uw", program, options or Options(), _widen)


def _widen(tree: WholeTree, timed: TimedSolver) -> None:
    collector = timed.collector
    literals = {choice: bool_symbol(f"cl!{choice[0]}!{choice[1]}") for choice in tree.selection.choices}
    collector.counted.control_literals = len(literals)
    if not tree.violations:
        return
    for choice, literal in literals.items():  # step 1
        timed.solver.assert_(implies(tree.selection.choices[choice], literal))
    first = {(step.length, step.thread) for step in walk_back(tree.first)}
    forbidden = {not_(literal): None for choice, literal in literals.items() if choice not in first}  # step 2
    waiting = tree.violations
    while waiting:
        formula = disjunction([candidate.formula for candidate in waiting])
        collector.formulas[formula] = None
        collector.counted.iterations += 1
        result = timed.check([formula, *forbidden])  # step 3
        if isinstance(result, Sat):
            waiting = take_violations(waiting, timed)
            continue
        needed = _needed(timed, forbidden) if isinstance(result, Unsat) else []
        if "uw-step" in collector.options.encoding.variants:
            needed = _whole_steps(needed, literals)
        if not needed:  # step 4
            return
        before = len(forbidden)
        for term in needed:  # step 5
            forbidden.pop(term, None)
        collector.counted.released_literals += before - len(forbidden)


def _needed(timed: TimedSolver, forbidden: dict[Term, None]) -> list[Term]:
    """The assumptions on the schedule that the proof of unsatisfiability uses."""
    return [term for term in timed.solver.unsat_core() if term in forbidden]


def _whole_steps(needed: list[Term], literals: dict[tuple[int, int], Term]) -> list[Term]:
    """All literals of the steps that occur: the solver may then choose any thread there."""
    steps = {step for (step, _), literal in literals.items() if not_(literal) in needed}
    return [not_(literal) for (step, _), literal in literals.items() if step in steps]
