"""What attempts within growing bounds hand on to the next: the threads as they were recorded, and perhaps a solver."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from esbmc_py.goto.deferred import dataclass

if TYPE_CHECKING:
    from .shared_solver import SharedSolver
    from .solvers.interface import Solver

_T = TypeVar("_T")


@dataclass(slots=True, eq=False)
class SharedByAttempts:
    """For one program, whose attempts differ in unwinding, rounds and effort alone."""

    unwind: int | None = None
    recording: Any = None  # with that unwinding: whatever the encoding makes of a program
    solver: SharedSolver | None = None

    def recorded(self, unwind: int | None, record: Callable[[], _T]) -> _T:
        """The latest is kept: attempts with the same unwinding follow one another."""
        if self.recording is None or self.unwind != unwind:
            self.unwind, self.recording = unwind, record()
        recording: _T = self.recording
        return recording

    def for_attempt(self, make: Callable[[], Solver], effort: int | None) -> Solver:
        if self.solver is None:
            from .shared_solver import SharedSolver

            self.solver = SharedSolver(make())
        return self.solver.for_attempt(effort)

    def close(self) -> None:
        if self.solver is not None:
            self.solver.solver.close()
