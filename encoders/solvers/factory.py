"""Solvers by name."""

from __future__ import annotations

from .answers import SolverError
from .interface import NO_LIMITS, Limits, Solver


def solver_names() -> list[str]:
    """What `make_solver` takes, for help texts."""
    return ["z3", "bitwuzla", "bitwuzla:preprocessing", "smtlib:COMMAND"]


def make_solver(name: str = "z3", limits: Limits = NO_LIMITS) -> Solver:
    """`z3`, `bitwuzla`, or `smtlib:COMMAND` for any solver that reads SMT-LIB 2 from its standard input.

    `bitwuzla:preprocessing` simplifies formulas before it makes clauses of them.
    """
    kind, _, command = name.partition(":")
    try:
        if kind == "z3" and not command:
            from .z3_solver import Z3Solver

            return Z3Solver(limits)
        if kind == "bitwuzla" and command in ("", "preprocessing"):
            from .bitwuzla_solver import BitwuzlaSolver

            return BitwuzlaSolver(limits, preprocessing=bool(command))
    except ImportError as error:
        raise SolverError(f"the solver {kind} is not installed ({error}); pip install {_PACKAGES[kind]}") from error
    if kind == "smtlib" and command.strip():
        from .smtlib_solver import SmtLibSolver

        return SmtLibSolver(command, limits)
    raise SolverError(f"no solver {name!r}: choose one of {', '.join(solver_names())}")


_PACKAGES = {"z3": "z3-solver", "bitwuzla": "bitwuzla"}
