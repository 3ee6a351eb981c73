"""The encodings by name."""

from __future__ import annotations

from collections.abc import Callable

from esbmc_py.goto.program import Program

from .lazy import check_lazy
from .results import Options, Outcome

MODES: dict[str, Callable[[Program, Options], Outcome]] = {"lazy": check_lazy}
