"""The schedule of a counterexample in a file, for `smtcb run --schedule`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from .problems import UserError

if TYPE_CHECKING:
    from esbmc_py.checking.report.traces import Trace


def save_first_schedule(traces: Sequence[Trace], path: Path) -> None:
    if not traces:
        return
    try:
        path.write_text(traces[0].schedule.to_json() + "\n")
    except OSError as problem:
        raise UserError(f"{path}: cannot write the schedule: {problem.strerror}") from None


def print_where_schedule_is(traces: Sequence[Trace], path: Path) -> None:
    print(f"\n{path} holds the schedule" if traces else "\nthere is no schedule to save")
