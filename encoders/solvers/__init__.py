"""SMT solvers behind one interface. A solver is imported when it is first asked for."""

from .answers import SAT, UNSAT, Result, Sat, SolverError, Unknown, Unsat
from .factory import make_solver, solver_names
from .interface import Limits, Solver, Statistics

__all__ = [
    "SAT",
    "UNSAT",
    "Limits",
    "Result",
    "Sat",
    "Solver",
    "SolverError",
    "Statistics",
    "Unknown",
    "Unsat",
    "make_solver",
    "solver_names",
]
