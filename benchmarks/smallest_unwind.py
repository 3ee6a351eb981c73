"""Finds the smallest unwinding that shows the bug of each task within its context switches and within its rounds.

    python -m benchmarks.smallest_unwind benchmarks/suite/cav14          prints what it finds
    python -m benchmarks.smallest_unwind benchmarks/suite --write        and writes it into the task files

Tasks that have the number already are left alone.
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path

import esbmc_py
from esbmc_py.checking import Verdict
from esbmc_py.experiments.tasks import Task, load_suite

UNWINDS = (1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 26, 27, 32, 64, 98, 99, 100)


def smallest(task: Task, mode: str, seconds: float, **bound: int) -> int | None:
    """None: not found in time, or not with any of these."""
    defines = tuple(f"{name}={value}" if value else name for name, value in task.defines)
    for unwind in UNWINDS:
        result = esbmc_py.check(
            task.files, mode=mode, unwind=unwind, groups=task.groups, defines=defines, arch=task.arch, timeout=seconds,
            solver="bitwuzla", **bound,
        )  # fmt: skip
        if result.verdict is Verdict.FAILED:
            return unwind
        if result.verdict is Verdict.UNKNOWN or not result.scope.unwinding_cut:
            return None
    return None


def smallest_for(task: Task, seconds: float) -> int | None:
    """One number that does for both bounds."""
    found = []
    if task.smallest.rounds is not None:
        found.append(smallest(task, "lazyseq", seconds, rounds=task.smallest.rounds))
    if task.smallest.contexts is not None:
        found.append(smallest(task, "lazy", seconds, contexts=task.smallest.contexts))
    known = [number for number in found if number is not None]
    return max(known) if known and len(known) == len(found) else None


def write(file: Path, unwind: int) -> None:
    text = file.read_text()
    file.write_text(re.sub(r"^smtcb:\n", f"smtcb:\n  unwind: {unwind}\n", text, count=1, flags=re.MULTILINE))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("suite", type=Path)
    parser.add_argument("--seconds", type=float, default=20.0, help="for one attempt")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    missing = 0
    for file in sorted(options.suite.rglob("*.yml")):
        tasks = [task for task in load_suite([file]) if task.expected is False and task.smallest.unwind is None]
        if not tasks or not (tasks[0].smallest.contexts or tasks[0].smallest.rounds):
            continue
        unwinds = [smallest_for(task, options.seconds) for task in tasks]
        if None in unwinds:
            missing += 1
            print(f"{file}: not found", flush=True)
            continue
        unwind = max(number for number in unwinds if number is not None)
        print(f"{file}: {unwind}", flush=True)
        if options.write:
            write(file, unwind)
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
