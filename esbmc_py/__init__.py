"""smtcb from Python: `esbmc_py.check("prog.c", mode="lazy")` is what `smtcb check prog.c` does.

Names are imported when they are first used: whoever wants the front end alone need not wait for solvers.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .checking import CheckOptions, CheckResult, Verdict, check

__all__ = ["CheckOptions", "CheckResult", "Verdict", "check"]


def __getattr__(name: str) -> Any:
    if name in __all__:
        from . import checking

        return getattr(checking, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
