"""What a solver answers."""

from __future__ import annotations

from typing import TypeAlias

from esbmc_py.goto.deferred import dataclass


@dataclass(frozen=True, slots=True)
class Sat:
    def __str__(self) -> str:
        return "sat"


@dataclass(frozen=True, slots=True)
class Unsat:
    def __str__(self) -> str:
        return "unsat"


@dataclass(frozen=True, slots=True)
class Unknown:
    """No answer; `reason` says what happened, for people."""

    reason: str

    def __str__(self) -> str:
        return f"unknown ({self.reason})"


TOO_MUCH_WORK = Unknown("more work than was allowed")

Result: TypeAlias = Sat | Unsat | Unknown

SAT = Sat()
UNSAT = Unsat()


class SolverError(Exception):
    """The solver cannot be used: it is not installed, its command does not exist, or it was asked out of order."""
