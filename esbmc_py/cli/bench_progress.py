"""How far a campaign is: bars on a terminal, a line now and then elsewhere."""

from __future__ import annotations

import sys
import time
from collections import Counter
from types import TracebackType
from typing import TYPE_CHECKING

from esbmc_py.experiments.campaign import CampaignRun, Watcher
from esbmc_py.experiments.records import RunRecord

if TYPE_CHECKING:
    from rich.progress import Progress, TaskID

_LINE_SECONDS = 30.0
_REFRESH_SECONDS = 0.2


class BenchProgress(Watcher):
    """One bar for everything, one for each run that is going on.

    Painted from the loop that watches the processes, without a thread: forking is safer so.
    """

    def __init__(self, total: int, *, wanted: bool) -> None:
        self._wanted = wanted
        self._total = total
        self._done = 0
        self._counts: Counter[str] = Counter()
        self._bars: dict[str, TaskID] = {}
        self._progress: Progress | None = None
        self._painted = self._told = time.monotonic()
        if wanted and sys.stderr.isatty():
            self._progress = _make_progress()
            self._overall = self._progress.add_task("all", total=total, what="")

    def skip(self, count: int) -> None:
        """Those that the results hold already."""
        self._done += count
        if self._progress is not None:
            self._progress.update(self._overall, completed=self._done)
        elif self._wanted and count:
            print(f"{count} of {self._total} runs are there already", file=sys.stderr)

    def started(self, run: CampaignRun) -> None:
        if self._progress is not None:
            name = f"{run.task.name} {run.configuration.name}"
            limit = run.limits.timeout
            self._bars[name] = self._progress.add_task(name, total=limit, what="")

    def ended(self, run: CampaignRun, record: RunRecord) -> None:
        self._done += 1
        self._counts[record.status] += 1
        if self._progress is not None:
            self._progress.remove_task(self._bars.pop(f"{run.task.name} {run.configuration.name}"))
            self._progress.update(self._overall, completed=self._done, what=self._counted())

    def tick(self) -> None:
        now = time.monotonic()
        if self._progress is not None and now - self._painted > _REFRESH_SECONDS:
            for bar in self._bars.values():
                self._progress.update(bar, advance=now - self._painted)
            self._painted = now
            self._progress.refresh()
        elif self._progress is None and self._wanted and now - self._told > _LINE_SECONDS:
            self._told = now
            print(f"{self._done} of {self._total} runs: {self._counted()}", file=sys.stderr, flush=True)

    def _counted(self) -> str:
        return ", ".join(f"{count} {status}" for status, count in self._counts.most_common())

    def __enter__(self) -> BenchProgress:
        if self._progress is not None:
            self._progress.start()
        return self

    def __exit__(
        self, _kind: type[BaseException] | None, _error: BaseException | None, _trace: TracebackType | None
    ) -> None:
        if self._progress is not None:
            self._progress.stop()


def _make_progress() -> Progress:
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeElapsedColumn(),
        TextColumn("{task.fields[what]}", style="dim"),
        console=Console(stderr=True),
        auto_refresh=False,
        transient=True,
    )
