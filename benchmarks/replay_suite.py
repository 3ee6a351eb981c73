"""Replays the counterexamples of the suite on real binaries: of every task whose verdict is known to be false.

    python -m benchmarks.replay_suite                          all of them, at -O0 and at -O2
    python -m benchmarks.replay_suite 'patterns/*' -O2 --times 5
    python -m benchmarks.replay_suite --results replays.jsonl  goes on where it was interrupted

A task is *shown* if the process ends in the same violation each time. The others are listed with what happened instead.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from esbmc_py import check
from esbmc_py.checking.options import CheckOptions
from esbmc_py.checking.random_runs import executions_that_end_in
from esbmc_py.checking.results import CheckResult
from esbmc_py.experiments.tasks import Task, load_suite, select
from esbmc_py.frontend.source_file import SourceFile
from esbmc_py.native.build import NativeSource
from esbmc_py.native.problems import ReplayProblem
from esbmc_py.native.replay import another_that_shows_it, prepare
from esbmc_py.native.verdict import NativeVerdict, cannot_show

from .resuming import Results

SUITE = Path(__file__).parent / "suite"
_SECONDS_FOR_ANOTHER = 8.0  # counterexample, if the binary goes another way with the first
LEVELS = ("-O0", "-O2")


@dataclass(frozen=True)
class Outcome:
    word: str  # shown, other (it went another way), not-shown (no process can), not-built, no-counterexample
    says: tuple[str, ...] = ()
    seconds: float = 0.0


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tasks", nargs="*", help="patterns of names (default: all)")
    parser.add_argument("--suite", type=Path, default=SUITE)
    parser.add_argument("--times", type=int, default=3, help="runs of each binary (default: 3)")
    parser.add_argument("--timeout", type=float, default=60.0, help="seconds to find a counterexample (default: 60)")
    parser.add_argument("-O", dest="level", choices=("0", "2"), help="only this level")
    parser.add_argument("--results", type=Path, metavar="FILE", help="what is there is not done again")
    options = parser.parse_args()
    results = Results(options.results)
    levels = LEVELS if options.level is None else (f"-O{options.level}",)
    counts: Counter[tuple[str, str]] = Counter()
    for task in select(load_suite([options.suite]), options.tasks):
        if task.expected is False:
            known = {level: words for level in levels if (words := results.known(f"{task.name} {level}"))}
            outcomes = {level: _outcome(words) for level, words in known.items()}
            if len(outcomes) < len(levels):
                outcomes = _replay(task, levels, options.times, options.timeout)
                for level, outcome in outcomes.items():
                    results.add(f"{task.name} {level}", _words(outcome))
            for level, outcome in outcomes.items():
                counts[level, outcome.word] += 1
                _print(task, level, outcome)
    for level in levels:
        print(level, {word: number for (where, word), number in sorted(counts.items()) if where == level})
    return 0


def _words(outcome: Outcome) -> list[str]:
    return [outcome.word, str(outcome.seconds), *outcome.says]


def _outcome(words: list[str]) -> Outcome:
    return Outcome(words[0], tuple(words[2:]), float(words[1]))


def _replay(task: Task, levels: tuple[str, ...], times: int, timeout: float) -> dict[str, Outcome]:
    defines = tuple(f"{name}={value}" if value else name for name, value in task.defines)
    sources = [SourceFile(path, defines=defines) for path in task.files]
    result = check(sources, CheckOptions(groups=task.groups, timeout=timeout, arch=task.arch))
    if not result.counterexamples:
        return dict.fromkeys(levels, Outcome("no-counterexample", (str(result.verdict),)))
    flags = tuple(f"-D{define}" for define in defines)
    native = [NativeSource(path, flags) for path in task.files]
    with tempfile.TemporaryDirectory() as folder:
        return {level: _once(result, native, Path(folder), level, times) for level in levels}


def _once(result: CheckResult, native: list[NativeSource], folder: Path, level: str, times: int) -> Outcome:
    found = result.counterexamples[0]
    reason = cannot_show(found.what)
    if reason:
        return Outcome("not-shown", (reason,))
    started = time.monotonic()
    try:
        prepared = prepare(result.program, found.schedule, found.what, native, folder, optimisation=level)
        if not prepared.run().agrees:
            others = executions_that_end_in(result.program, found.what, _SECONDS_FOR_ANOTHER)
            prepared = another_that_shows_it(prepared, result.program, others) or prepared
        verdicts = [prepared.run() for _ in range(times)]
    except ReplayProblem as problem:
        return Outcome("not-built", (str(problem),))
    others = [verdict for verdict in verdicts if not verdict.agrees]
    seconds = time.monotonic() - started
    if not others:
        return Outcome("shown", verdicts[0].says, seconds)
    return Outcome("other", (str(found.what), *_told(others, times)), seconds)


def _told(others: list[NativeVerdict], times: int) -> tuple[str, ...]:
    return (f"{len(others)} of {times} times:", *others[0].says)


def _print(task: Task, level: str, outcome: Outcome) -> None:
    print(f"{outcome.word:10} {level} {outcome.seconds:5.1f} s  {task.name}")
    if outcome.word != "shown":
        for line in outcome.says:
            print(f"    {line}")
    sys.stdout.flush()


if __name__ == "__main__":
    sys.exit(main())
