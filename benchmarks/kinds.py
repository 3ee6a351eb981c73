"""Is the kind of mistake named rightly? Checks bad tasks of the suite with `--explain` and compares with what is known.

    python -m benchmarks.kinds                            all bad tasks that suite/kinds.toml has
    python -m benchmarks.kinds 'patterns/*'               some of them
    python -m benchmarks.kinds --results kinds.jsonl      goes on where it was interrupted

Printed: right, wrong kind, no kind (nothing is claimed), WRONG OBJECT; then how many of each.
"""

from __future__ import annotations

import argparse
import fnmatch
import re
import tomllib
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from esbmc_py.checking import CheckOptions, check
from esbmc_py.experiments.tasks import Task, load_suite, select
from esbmc_py.traces.explain import Explanation, explain

from .resuming import Results

SUITE = Path(__file__).parent / "suite"
SECONDS = 30.0
_NAME = re.compile(r"[A-Za-z_]\w*")


@dataclass(frozen=True, slots=True)
class Mistake:
    kinds: tuple[str, ...]
    objects: tuple[str, ...]


def known() -> dict[str, Mistake]:
    with (SUITE / "kinds.toml").open("rb") as file:
        return {name: Mistake(tuple(one["kinds"]), tuple(one["objects"])) for name, one in tomllib.load(file).items()}


def judged_tasks() -> list[tuple[Task, Mistake]]:
    found = []
    for task in load_suite([SUITE]):
        fitting = [mistake for name, mistake in known().items() if fnmatch.fnmatchcase(task.name, name)]
        if task.expected is False and fitting:
            found.append((task, fitting[-1]))
    return found


def judgement(explanation: Explanation | None, mistake: Mistake) -> str:
    if explanation is None or not explanation.objects:
        return "no kind"
    roots = [_NAME.search(name) for name in explanation.objects]
    if not all(root is not None and root[0] in mistake.objects for root in roots):
        return "WRONG OBJECT"
    return "right" if explanation.kind in mistake.kinds else "wrong kind"


def explained(task: Task, seconds: float = SECONDS) -> Explanation | None:
    """None: no bug was found in that time, or no explanation."""
    options = CheckOptions(
        groups=task.groups,
        defines=tuple(f"{name}={value}" if value else name for name, value in task.defines),
        arch=task.arch,
        timeout=seconds,
        jobs=1,
    )
    result = check([str(file) for file in task.files], options)
    for found in result.counterexamples[:1]:
        return explain(result.program, found.events, found.schedule, found.what)
    return None


def _named(explanation: Explanation) -> str:
    return f"{explanation.kind}: {', '.join(explanation.objects)}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tasks", nargs="*", help="names of tasks, with * and ?")
    parser.add_argument("--seconds", type=float, default=SECONDS, help="for each check (default: 30)")
    parser.add_argument("--results", type=Path, metavar="FILE", help="what is there is not asked again")
    options = parser.parse_args()
    counts: Counter[str] = Counter()
    results = Results(options.results)
    judged = {task.name: (task, mistake) for task, mistake in judged_tasks()}
    for task in select([task for task, _ in judged.values()], options.tasks):
        known = results.known(task.name)
        if known is None:
            explanation = explained(task, options.seconds)
            named = "no explanation" if explanation is None else _named(explanation)
            known = [judgement(explanation, judged[task.name][1]), named]
            results.add(task.name, known)
        counts[known[0]] += 1
        print(f"{known[0]:<13} {task.name:<50} {known[1]}", flush=True)
    print(f"\n{dict(counts)}: {counts['right']} of {counts.total()} are right")


if __name__ == "__main__":
    main()
