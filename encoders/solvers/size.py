"""How large a formula became inside the solver, where the solver tells."""

from __future__ import annotations

from encoders.solvers import Solver


def solver_size(solver: Solver) -> dict[str, int]:
    """Fields of `Statistics`: Boolean variables and clauses that the solver made so far."""
    known = solver.statistics()
    return {f"solver_{name}": int(known[name]) for name in ("variables", "clauses") if name in known}
