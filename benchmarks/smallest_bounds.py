"""Finds the smallest bounds that show the bug of each task: context switches, rounds, and the unwinding for these.

    python -m benchmarks.smallest_bounds benchmarks/suite/cav14          prints what it finds
    python -m benchmarks.smallest_bounds benchmarks/suite --write        and writes it into the task files

Context switches are counted by mode explicit, rounds by lazyseq. The unwinding is one number that does for `lazy`
within the context switches and for `lazyseq` within the rounds. Numbers that a task has already are left alone.
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path
from typing import Any

import esbmc_py
from esbmc_py.checking import CheckResult, Verdict
from esbmc_py.experiments.tasks import Task, load_suite

UNWINDS = (1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 26, 27, 32, 64, 98, 99, 100)
MOST_CONTEXTS = 24
MOST_ROUNDS = 12


def check(task: Task, mode: str, seconds: float, **bounds: Any) -> CheckResult:
    defines = tuple(f"{name}={value}" if value else name for name, value in task.defines)
    return esbmc_py.check(
        task.files, mode=mode, groups=task.groups, defines=defines, arch=task.arch, timeout=seconds, **bounds
    )


def smallest(task: Task, bound: str, mode: str, most: int, seconds: float) -> int | None:
    """The smallest value of a bound with which a mode finds the bug; None: not known."""
    for value in range(1, most + 1):
        result = check(task, mode, seconds, **{bound: value})
        if result.verdict is Verdict.FAILED:
            return value
        if result.verdict is Verdict.UNKNOWN or result.scope.unfinished is not None:
            return None
    return None


def smallest_unwind(task: Task, mode: str, seconds: float, **bound: int) -> int | None:
    for unwind in UNWINDS:
        result = check(task, mode, seconds, unwind=unwind, **bound)
        if result.verdict is Verdict.FAILED:
            return unwind
        if result.verdict is Verdict.UNKNOWN or not result.scope.unwinding_cut:
            return None
    return None


def bounds_of(task: Task, seconds: float) -> dict[str, int | None]:
    """All three, those that were known included."""
    contexts = task.smallest.contexts or smallest(task, "contexts", "explicit", MOST_CONTEXTS, seconds)
    rounds = task.smallest.rounds or smallest(task, "rounds", "lazyseq", MOST_ROUNDS, seconds)
    unwind = task.smallest.unwind
    if unwind is None and contexts is not None and rounds is not None:
        found = [
            smallest_unwind(task, "lazyseq", seconds, rounds=rounds),
            smallest_unwind(task, "lazy", seconds, contexts=contexts),
        ]
        known = [number for number in found if number is not None]
        unwind = max(known) if len(known) == len(found) else None
    return {"unwind": unwind, "contexts": contexts, "rounds": rounds}


def write(file: Path, bounds: dict[str, int]) -> None:
    text = file.read_text()
    for name in bounds:
        text = re.sub(rf"^  {name}: .*\n", "", text, flags=re.MULTILINE)
    lines = "".join(f"  {name}: {value}\n" for name, value in bounds.items())
    file.write_text(re.sub(r"^smtcb:\n", f"smtcb:\n{lines}", text, count=1, flags=re.MULTILINE))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("suite", type=Path)
    parser.add_argument("--seconds", type=float, default=20.0, help="for one attempt")
    parser.add_argument("--write", action="store_true")
    options = parser.parse_args()
    missing = 0
    for file in [options.suite] if options.suite.is_file() else sorted(options.suite.rglob("*.yml")):
        for task in load_suite([file]):
            known = (task.smallest.unwind, task.smallest.contexts, task.smallest.rounds)
            if task.expected is not False or None not in known:
                continue
            bounds = bounds_of(task, options.seconds)
            print(f"{file}: {', '.join(f'{name} {value}' for name, value in bounds.items())}", flush=True)
            missing += None in bounds.values()
            if options.write:
                write(file, {name: value for name, value in bounds.items() if value is not None})
    return 1 if missing else 0


if __name__ == "__main__":
    sys.exit(main())
