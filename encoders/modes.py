"""The encodings, by name."""

from __future__ import annotations

from collections.abc import Callable

from esbmc_py.goto.program import Program

from .cseq.check import check_cseq
from .once.check import check_lazyseq
from .outcome import Options, Outcome
from .tree.lazy import check_lazy
from .tree.schedule import check_schedule
from .tree.uw import check_uw


def check_sequentialized(program: Program, options: Options) -> Outcome:
    return (check_cseq if options.schema == "cseq" else check_lazyseq)(program, options)


MODES: dict[str, Callable[[Program, Options], Outcome]] = {
    "lazy": check_lazy,
    "schedule": check_schedule,
    "uw": check_uw,
    "lazyseq": check_sequentialized,
}
