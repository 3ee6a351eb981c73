"""Swarms give the same verdicts as one process: on tasks of the suite, cut into windows, or into words.

    python -m tests.agreement.swarm_agree                100 tasks, evenly among all; every fourth also in contexts
    python -m tests.agreement.swarm_agree 20 'cav14/*'   20 of these
    python -m tests.agreement.swarm_agree 20 --dask      on a Dask cluster of this machine, too

Both are asked within the same bounds. Compared are the verdict, whether it is for all executions, and what was cut off.
Tasks that one of the two does not decide in time are counted apart.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from esbmc_py.checking.api import check
from esbmc_py.checking.options import CheckOptions
from esbmc_py.checking.results import CheckResult, Verdict
from esbmc_py.experiments.tasks import Task, load_suite, select
from esbmc_py.frontend.source_file import SourceFile
from esbmc_py.swarm.api import check_by_swarm
from esbmc_py.swarm.mode import SwarmOptions
from esbmc_py.swarm.on_dask import Workplace

SUITE = Path(__file__).parents[2] / "benchmarks" / "suite"


@dataclass(frozen=True)
class Compared:
    word: str  # agrees, differs, undecided
    says: str


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("count", nargs="?", type=int, default=100)
    parser.add_argument("tasks", nargs="*", help="patterns of names (default: all)")
    parser.add_argument("--timeout", type=float, default=10.0, help="seconds for each answer (default: 10)")
    parser.add_argument("--dask", action="store_true")
    options = parser.parse_args()
    tasks = select(load_suite([SUITE]), options.tasks)
    counts: Counter[str] = Counter()
    for number, task in enumerate(evenly(tasks, options.count)):
        bounds = ("rounds", "contexts") if number % 4 == 0 else ("rounds",)
        for compared in compare(task, bounds, options.timeout, dask=options.dask):
            counts[compared.word] += 1
            print(f"{compared.word:10} {task.name}: {compared.says}", flush=True)
    print(dict(counts))
    return 1 if counts["differs"] else 0


def evenly(tasks: list[Task], count: int) -> list[Task]:
    """Every so many-th."""
    step = max(1.0, len(tasks) / count)
    return [tasks[int(index * step)] for index in range(min(count, len(tasks)))]


def compare(task: Task, bounds: Sequence[str], timeout: float, *, dask: bool = False) -> list[Compared]:
    """Within each of these bounds."""
    places = [SwarmOptions(6, local=1)] + ([SwarmOptions(6, place=Workplace(workers=2))] if dask else [])
    within = {"rounds": min(task.smallest.rounds or 2, 4), "contexts": min(task.smallest.contexts or 2, 4)}
    asked = [_asked(task, timeout, **{name: within[name]}) for name in bounds]
    return [_compare(task, one, place) for one in asked for place in places]


def _asked(task: Task, timeout: float, *, rounds: int | None = None, contexts: int | None = None) -> CheckOptions:
    return CheckOptions(
        mode="lazyseq",
        unwind=task.smallest.unwind or 2,
        rounds=rounds,
        contexts=contexts,
        groups=task.groups,
        arch=task.arch,
        timeout=timeout,
    )


def _compare(task: Task, options: CheckOptions, place: SwarmOptions) -> Compared:
    defines = tuple(f"{name}={value}" if value else name for name, value in task.defines)
    files = [SourceFile(path, defines=defines) for path in task.files]
    alone = check(files, options)
    cut = check_by_swarm(files, options, place)
    says = f"{options.bounds}: {_answer(alone)} alone, {_answer(cut)} by a swarm"
    if Verdict.UNKNOWN in (alone.verdict, cut.verdict) and alone.verdict is not cut.verdict:
        return Compared("undecided", f"{says}: {'; '.join((*alone.scope.unknown, *cut.scope.unknown))[:120]}")
    if task.expected is True and cut.verdict is Verdict.FAILED:
        return Compared("differs", f"{says}, and the task is right")
    return Compared("agrees" if _answer(alone) == _answer(cut) else "differs", says)


def _answer(result: CheckResult) -> str:
    """What has to be the same."""
    if result.verdict is not Verdict.SUCCESSFUL:
        return str(result.verdict)
    loops = sorted({place.location for place in result.scope.unwinding_cut}, key=str)
    return f"{result.verdict} ({'complete' if result.complete else f'cut: {result.scope.switches_cut}, {len(loops)}'})"


if __name__ == "__main__":
    sys.exit(main())
