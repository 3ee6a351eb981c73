"""Mode auto against the best single mode, task by task.

    python -m benchmarks.auto_table --run --every 5 --results auto.jsonl   each fifth task, then the table
    python -m benchmarks.auto_table --run --every 5 --first 1 --results auto.jsonl         and the next of each five
    python -m benchmarks.auto_table --run --results auto.jsonl             all of them: takes hours
    python -m benchmarks.auto_table --results auto.jsonl                   the table alone

Each single mode may take `--timeout` seconds of processor time. Auto works on two processors, so it may take twice as
many. Compared are seconds on the clock: to be run on a machine that does nothing else. On a busy one, `--by-processor`
compares processor time, that of auto divided by two: what it would be if both processors were at work throughout.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from esbmc_py.experiments.records import Results, RunRecord, read_results
from esbmc_py.experiments.summaries import session_text
from esbmc_py.experiments.tasks import load_suite

MODES = ("lazy", "lazyseq", "explicit")
AUTO = "auto"
PROCESSORS = 2
MOST = 1.3  # times the best single mode's time
NOTHING = 0.2  # seconds that do not count: the engines are started, and have to be heard
WORST = 25  # rows


@dataclass(frozen=True, slots=True)
class Row:
    task: str
    mode: str  # the best one
    best: float
    auto: float | None  # None: not settled

    @property
    def ratio(self) -> float:
        return float("inf") if self.auto is None else self.auto / self.best

    @property
    def is_slow(self) -> bool:
        return self.auto is None or self.auto > MOST * self.best + NOTHING


def rows(results: Results, *, by_processor: bool) -> Iterator[Row]:
    """Of the tasks that some single mode settles."""
    latest = results.latest
    for task in results.tasks:
        auto = latest.get((task, AUTO))
        single = [run for name in MODES if (run := latest.get((task, name))) is not None and run.status.solved]
        if auto is not None and single:
            best = min(single, key=lambda run: _seconds(run, by_processor))
            seconds = _seconds(auto, by_processor) if auto.status.solved else None
            yield Row(task, best.configuration, _seconds(best, by_processor), seconds)


def _seconds(run: RunRecord, by_processor: bool) -> float:
    if not by_processor:
        return run.wall
    return run.cpu / (PROCESSORS if run.configuration == AUTO else 1)


def page(results: Results, found: list[Row], *, by_processor: bool) -> Iterator[str]:
    what = "processor time (auto's divided by two)" if by_processor else "seconds on the clock"
    settled = [row for row in found if row.auto is not None]
    ratios = sorted(row.ratio for row in settled)
    yield "# Auto against the best single mode\n"
    yield "Written by `python -m benchmarks.auto_table`; without bounds, " + what + ".\n"
    for session in results.sessions[-2:]:
        yield f"- {session_text(session)}"
    yield ""
    yield f"- tasks that some single mode settles: {len(found)}; of these auto settles {len(settled)}"
    if ratios:
        yield f"- auto's time over that of the best mode for the task: median {median(ratios):.2f}"
    slow = [row for row in found if row.is_slow]
    yield f"- more than {MOST} times as long (and {NOTHING} s): {len(slow)}\n"
    yield f"The worst {min(WORST, len(found))}:\n"
    yield "| task | best | s | auto | ratio |"
    yield "|---|---|---:|---:|---:|"
    order = sorted(found, key=lambda row: (-row.is_slow, -row.ratio))
    for row in order[:WORST]:
        auto = "–" if row.auto is None else f"{row.auto:.2f}"
        ratio = "–" if row.auto is None else f"{row.ratio:.2f}"
        yield f"| {row.task} | {row.mode} | {row.best:.2f} | {auto} | {ratio} |"


def run(suite: Path, every: int, first: int, timeout: float, results: Path) -> None:
    names = [task.name for task in load_suite([suite])][first::every]
    filters = [word for name in names for word in ("--filter", name)] if every > 1 else []
    for modes, limit in ((",".join(MODES), timeout), (AUTO, PROCESSORS * timeout)):
        command = [sys.executable, "-m", "esbmc_py", "bench", str(suite), "--bounds", "none", "--modes", modes]
        command += ["--timeout", str(limit), "--results", str(results), "--quiet", *filters]
        subprocess.run(command, check=True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--results", type=Path, required=True)
    parser.add_argument("--run", action="store_true", help="fill the results file first; goes on where it was")
    parser.add_argument("--suite", type=Path, default=Path("benchmarks/suite"))
    parser.add_argument("--every", type=int, default=1, metavar="N", help="each N-th task")
    parser.add_argument("--first", type=int, default=0, metavar="M", help="with --every: begin with task number M (0)")
    parser.add_argument("--timeout", type=float, default=10.0)
    parser.add_argument("--by-processor", action="store_true", help="compare processor time")
    options = parser.parse_args()
    if options.run:
        run(options.suite, options.every, options.first, options.timeout, options.results)
    results = read_results([options.results])
    found = list(rows(results, by_processor=options.by_processor))
    print("\n".join(page(results, found, by_processor=options.by_processor)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
