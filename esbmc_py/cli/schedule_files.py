"""The schedule of a counterexample in a file, for `smtcb run --schedule`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from .text_files import write_text

if TYPE_CHECKING:
    from esbmc_py.checking.report.traces import Trace


def save_first_schedule(traces: Sequence[Trace], path: Path) -> None:
    if traces:
        write_text(path, traces[0].schedule.to_json() + "\n", "schedule")


def print_where_schedule_is(traces: Sequence[Trace], path: Path) -> None:
    print(f"\n{path} holds the schedule" if traces else "\nthere is no schedule to save")
