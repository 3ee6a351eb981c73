"""Sequentialized C of the suite's tasks: does it compile without warnings, and does it mean the same?

    python -m tests.agreement.emitted_c 100              every back end, gcc -Wall -Wextra, tasks spread over the suite
    python -m tests.agreement.emitted_c 40 --verdicts    and: smtcb check seq.c against smtcb check --mode lazyseq
    python -m tests.agreement.emitted_c 1000 --filter 'mutex/*'

Bounds are those of the task (2 rounds, unwinding 2 where it names none). Prints what differs; exit status 1 then.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from esbmc_py.checking.options import CheckOptions
from esbmc_py.experiments.tasks import Task, load_suite, select
from esbmc_py.frontend import load_program
from esbmc_py.goto.program import Program
from esbmc_py.goto.sharing import prepare
from sequentialize.bounds import ProgramBounds
from sequentialize.c_runtime import BACKENDS
from sequentialize.emitter import ProgramTooLarge
from sequentialize.to_c import COptions, to_c

SUITE = Path(__file__).parents[2] / "benchmarks" / "suite"
GCC = ("gcc", "-std=gnu11", "-Wall", "-Wextra", "-fsyntax-only")
IN_C = {"reach", "memory", "division", "overflow", "locks"}  # what sequentialized C asserts


def chosen(count: int, patterns: list[str]) -> list[Task]:
    """Spread evenly over the suite."""
    tasks = [task for task in select(load_suite([SUITE]), patterns) if IN_C.issuperset(task.groups)]
    step = max(1.0, len(tasks) / count)
    return [tasks[int(place * step)] for place in range(min(count, len(tasks)))]


def bounds_of(task: Task) -> tuple[int, int]:
    """Unwinding and rounds."""
    return task.smallest.unwind or 2, task.smallest.rounds or 2


def load(task: Task, options: CheckOptions) -> Program:
    defines = [f"{name}={value}" if value else name for name, value in task.defines]
    return prepare(load_program(list(task.files), defines=defines, arch=task.arch, checks=options.checks))


def emitted(task: Task, backend: str) -> str:
    options = CheckOptions(groups=task.groups)
    unwind, rounds = bounds_of(task)
    made = to_c(load(task, options), ProgramBounds(unwind), COptions(rounds, None, backend, options.properties))
    return made.text


def complaints(text: str, arch: int, folder: Path) -> str:
    path = folder / "sequentialized.c"
    path.write_text(text)
    command = [*GCC, f"-m{arch}", str(path)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return done.stderr if done.returncode or done.stderr else ""


def verdict(arguments: list[str], limit: int) -> str:
    command = [sys.executable, "-m", "esbmc_py", "check", *arguments, "--json", "--timeout", str(limit)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    try:
        answer = json.loads(done.stdout)
    except json.JSONDecodeError:
        return f"no answer: {done.stderr.strip()[-200:]}"
    return str(answer["verdict"])


def verdicts(task: Task, text: str, folder: Path, limit: int) -> tuple[str, str]:
    """Of the program in mode lazyseq, and of the sequential one that was made of it."""
    unwind, rounds = bounds_of(task)
    schema = ["--mode", "lazyseq", "--schema", "cseq", "--rounds", str(rounds), "--unwind", str(unwind)]
    path = folder / "sequentialized.c"
    path.write_text(text)
    arch = ["--arch", "32"] if task.arch == 32 else []
    properties = ["--property", ",".join(task.groups)]
    sequential = [str(path), *arch, *properties, "--mode", "lazyseq", "--rounds", "1", "--unwind", str(rounds + 1)]
    return verdict([*task.arguments, *schema], limit), verdict(sequential, limit)


def problems(task: Task, options: argparse.Namespace, folder: Path, tally: Counter[str]) -> Iterator[str]:
    for backend in options.backends:
        try:
            text = emitted(task, backend)
        except ProgramTooLarge:
            tally["too large"] += 1
            return
        told = complaints(text, task.arch, folder)
        tally["compiled"] += not told
        if told:
            yield f"{task.name}, {backend}:\n{told}"
        if options.verdicts and backend == "generic":
            original, sequential = verdicts(task, text, folder, options.limit)
            if "unknown" in (original, sequential):
                tally["not decided"] += 1
            elif original == sequential:
                tally["same verdict"] += 1
            else:
                yield f"{task.name}: {original}, but its sequential program {sequential}"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("count", type=int)
    parser.add_argument("--filter", action="append", default=[], metavar="NAME")
    parser.add_argument("--backends", type=lambda text: text.split(","), default=list(BACKENDS))
    parser.add_argument("--verdicts", action="store_true", help="of the sequential program, too")
    parser.add_argument("--limit", type=int, default=30, help="seconds for each check (default: 30)")
    options = parser.parse_args()
    tally: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for task in chosen(options.count, options.filter):
            tally["tasks"] += 1
            for problem in problems(task, options, folder, tally):
                tally["problems"] += 1
                print(problem, flush=True)
    print(", ".join(f"{what}: {number}" for what, number in tally.items()))
    return int(tally["problems"] > 0)


if __name__ == "__main__":
    sys.exit(main())
