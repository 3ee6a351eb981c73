"""smtcb from Python: `esbmc_py.check("prog.c", mode="lazy")` is what `smtcb check prog.c` does.

    check    looks for violations; the answer prints as the command prints it
    compare  one program in several modes: a table of answers
    Program  a program to look at: goto program, reachability tree, formulas, bounded and sequential program

docs/tutorial.ipynb shows them. Names are imported when they are first used: whoever wants the front end alone need not
wait for solvers.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .checking import Bounds, CheckOptions, CheckResult, Counterexample, OptionProblem, Scope, Verdict, check
    from .checking.options import ExplicitOptions
    from .frontend import LoadProblem, Semantics
    from .frontend.surroundings import Surroundings
    from .programs import Program
    from .result_table import ResultTable, compare

# Where each of them is.
_MODULES = {
    "check": "checking",
    "compare": "result_table",
    "Program": "programs",
    "CheckOptions": "checking",
    "CheckResult": "checking",
    "ResultTable": "result_table",
    "Verdict": "checking",
    "Scope": "checking",
    "Bounds": "checking",
    "Counterexample": "checking",
    "ExplicitOptions": "checking.options",
    "Semantics": "frontend",
    "Surroundings": "frontend.surroundings",
    "OptionProblem": "checking",
    "LoadProblem": "frontend",
}

__all__ = [
    "Bounds",
    "CheckOptions",
    "CheckResult",
    "Counterexample",
    "ExplicitOptions",
    "LoadProblem",
    "OptionProblem",
    "Program",
    "ResultTable",
    "Scope",
    "Semantics",
    "Surroundings",
    "Verdict",
    "check",
    "compare",
]


def __getattr__(name: str) -> Any:
    if name in _MODULES:
        return getattr(import_module(f".{_MODULES[name]}", __name__), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*__all__, *(name for name in globals() if name.startswith("__"))})
