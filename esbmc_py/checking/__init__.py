"""Checking a program: options, bounds, verdict and scope, replayed counterexamples. `esbmc_py.check` is `check`."""

from .api import check, check_program
from .options import CheckOptions, OptionProblem
from .results import Bounds, CheckResult, Counterexample, Scope, Verdict

__all__ = [
    "Bounds",
    "CheckOptions",
    "CheckResult",
    "Counterexample",
    "OptionProblem",
    "Scope",
    "Verdict",
    "check",
    "check_program",
]
