"""The formula of the schema once by itself: what `check_lazyseq` would ask a solver. For tests, and to be looked at.

(For all modes, and with the solver's answers: `esbmc_py.Program.formulas`.)
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from esbmc_py.goto.deferred import dataclass

from .outcome import Options

if TYPE_CHECKING:
    from esbmc_py.goto.program import Program

    from .once.encoder import OnceEncoder
    from .once.formula import OnceFormula
    from .once.operations import BoundedProgram
    from .once.targets import Targets


@dataclass(frozen=True, slots=True)
class Encoded:
    formula: OnceFormula
    encoder: OnceEncoder  # by rounds, or by the order of steps

    @property
    def program(self) -> BoundedProgram:
        """What was encoded: the recorded threads without what is left out."""
        return self.encoder.program

    @property
    def targets(self) -> Targets:
        return self.encoder.targets


def encode(program: Program, options: Options | None = None) -> Encoded:
    """Records every thread and encodes the bounds. Raises TooLarge."""
    from .once.check import _Check

    check = _Check(program, options or Options())
    return Encoded(check._formula, check._encoder)
