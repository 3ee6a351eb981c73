"""How far loops are followed."""

from __future__ import annotations

from dataclasses import field

from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.symbols import SourceLocation


@dataclass(frozen=True, slots=True)
class LoopBounds:
    """`unwind`: how often the body of a loop runs whose end is not in sight; None for no bound."""

    unwind: int | None = None
    unwind_at: dict[tuple[str, int], int] = field(default_factory=dict)  # (file, line) → bound
    known_iterations: int = 100_000  # even a loop that is sure to end must do so in so many iterations
    step_instructions: int = 5_000_000

    def at(self, location: SourceLocation) -> int | None:
        """Of the loop that begins there."""
        return self.unwind_at.get((location.file, location.line), self.unwind)
