"""Checking a program: options, bounds, verdict and scope, replayed counterexamples. `esbmc_py.check` is `check`.

Names are imported when they are first used: `smtcb run` shows executions as `smtcb check` does, and needs no solver.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
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

_MODULES = {
    **dict.fromkeys(("check", "check_program"), "api"),
    **dict.fromkeys(("CheckOptions", "OptionProblem"), "options"),
    **dict.fromkeys(("Bounds", "CheckResult", "Counterexample", "Scope", "Verdict"), "results"),
}


def __getattr__(name: str) -> Any:
    if name in _MODULES:
        return getattr(import_module(f".{_MODULES[name]}", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
