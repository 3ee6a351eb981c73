"""Numbers about an attempt: what it looked at, and what that cost."""

from __future__ import annotations

from esbmc_py.goto.deferred import dataclass


@dataclass(slots=True)
class Statistics:
    """Times are in seconds. What an encoding does not have stays 0. Who counts changes it; whoever gets it does not."""

    nodes: int = 0  # of the reachability tree
    states: int = 0  # different ones, of an explicit-state search
    transitions: int = 0  # between them
    candidates: int = 0  # for clauses of an invariant
    steps: int = 0  # of the symbolic executor; of an explicit-state search, those that the machine had to make; of
    # executions at random, instructions
    interleavings: int = 0  # ways from the root to an end
    failing: int = 0  # of these, those that violate a property
    pruned_infeasible: int = 0
    pruned_seen: int = 0
    deepest: int = 0
    threads: int = 0
    formula_nodes: int = 0  # terms in the formulas that were given to the solver
    selections: int = 0  # thread selection variables ts_i (schedule, uw)
    iterations: int = 0  # uw
    control_literals: int = 0  # uw
    released_literals: int = 0  # uw
    solver_checks: int = 0
    solver_variables: int = 0  # Boolean ones, and clauses: inside the solver, where it tells
    solver_clauses: int = 0
    exploration_time: float = 0.0
    solver_time: float = 0.0
