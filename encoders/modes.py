"""The encodings, by name. Each is loaded when it is first asked for: a check needs one of them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from esbmc_py.goto.deferred import dataclass

if TYPE_CHECKING:
    from esbmc_py.goto.program import Program

    from .once.encoder import OnceEncoder
    from .once.formula import OnceFormula
    from .once.operations import BoundedProgram
    from .once.targets import Targets
    from .outcome import Options, Outcome


def _lazy(program: Program, options: Options) -> Outcome:
    from .tree.lazy import check_lazy

    return check_lazy(program, options)


def _schedule(program: Program, options: Options) -> Outcome:
    from .tree.schedule import check_schedule

    return check_schedule(program, options)


def _uw(program: Program, options: Options) -> Outcome:
    from .tree.uw import check_uw

    return check_uw(program, options)


def _sequentialized(program: Program, options: Options) -> Outcome:
    if options.schema == "cseq":
        from .cseq.check import check_cseq

        return check_cseq(program, options)
    from .once.check import check_lazyseq

    return check_lazyseq(program, options)


MODES: dict[str, Callable[[Program, Options], Outcome]] = {
    "lazy": _lazy,
    "schedule": _schedule,
    "uw": _uw,
    "lazyseq": _sequentialized,
}


@dataclass(frozen=True, slots=True)
class Encoded:
    """The formula of the schema once by itself: what `check_lazyseq` would ask a solver."""

    formula: OnceFormula
    encoder: OnceEncoder  # by rounds, or by the order of steps

    @property
    def program(self) -> BoundedProgram:
        """What was encoded: the recorded threads without what is left out."""
        return self.encoder.program

    @property
    def targets(self) -> Targets:
        return self.encoder.targets


def encode(program: Program, options: Options) -> Encoded:
    """Records every thread and encodes the bounds. Raises TooLarge.

    For tests. (For all modes, and with the solver's answers: `esbmc_py.Program.formulas`.)
    """
    from .once.check import _Check

    check = _Check(program, options)
    return Encoded(check._formula, check._encoder)
