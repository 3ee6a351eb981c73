"""How long the executions are that are shown: context switches, steps, events, inputs; and seconds of the processor.

    python -m benchmarks.trace_lengths [--mode MODE] examples/*.c

Programs in which nothing is found are left out.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterable
from itertools import groupby

import esbmc_py
from esbmc_py.checking.results import Counterexample

_COLUMNS = ("switches", "steps", "events", "inputs", "seconds")


def lengths(found: Counterexample) -> tuple[int, int, int, int]:
    threads = found.schedule.threads
    turns = [thread for thread, _ in groupby((0, *threads))]
    return len(turns) - 1, len(threads), len(found.events), len(found.schedule.inputs)


def main() -> None:
    arguments = argparse.ArgumentParser()
    arguments.add_argument("--mode", default="random")
    arguments.add_argument("paths", nargs="+")
    given = arguments.parse_args()
    print("  ".join(f"{column:>8}" for column in _COLUMNS))
    sums: list[float] = [0] * len(_COLUMNS)
    for path in given.paths:
        begun = time.process_time()
        try:
            result = esbmc_py.check(path, mode=given.mode)
        except esbmc_py.LoadProblem as error:
            print(f"{path}: {error}", file=sys.stderr)
            continue
        seconds = time.process_time() - begun
        for found in result.counterexamples:
            row = *lengths(found), seconds
            sums = [one + other for one, other in zip(sums, row, strict=True)]
            print(*_text(row), path, sep="  ", flush=True)
    print(*_text(sums), "together", sep="  ")


def _text(row: Iterable[float]) -> list[str]:
    return [f"{value:8.2f}" if isinstance(value, float) else f"{value:8}" for value in row]


if __name__ == "__main__":
    main()
