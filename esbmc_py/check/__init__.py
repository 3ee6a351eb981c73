"""Checking a program: options, bounds, verdict and scope, replayed counterexamples. `esbmc_py.check` is `run_check`."""

from .api import check
from .options import CheckOptions
from .results import CheckResult, Counterexample, Verdict

__all__ = ["CheckOptions", "CheckResult", "Counterexample", "Verdict", "check"]
