"""Bounds of a bounded program, and how a place where one was reached is marked."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field

from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.instructions import Unsupported
from esbmc_py.goto.symbols import SourceLocation

DEFAULT_UNWIND = 4


@dataclass(frozen=True, slots=True)
class ProgramBounds:
    """`unwind`: how often a loop's body runs whose end is not in sight, and how deep a function calls itself."""

    unwind: int | None = None
    unwind_at: Mapping[tuple[str, int], int] = field(default_factory=dict)  # (file, line) of a loop → bound
    threads: int = 63  # how many are created at most

    def of_loop(self, location: SourceLocation) -> int:
        return self.unwind_at.get((location.file, location.line), self.recursion)

    @property
    def recursion(self) -> int:
        """Something must end what is copied; where no bound is given, the scope tells if this one was reached."""
        return DEFAULT_UNWIND if self.unwind is None else self.unwind


def bound_reached(what: str, location: SourceLocation) -> Unsupported:
    """Executions that get here are beyond the bounds: they end, and the scope of the answer says so."""
    return Unsupported(what, location, is_bound=True)
