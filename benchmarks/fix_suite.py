"""Fixes for the tasks of the suite whose verdict is known to be false.

    python -m benchmarks.fix_suite                       those in patterns/
    python -m benchmarks.fix_suite 'deadlock/*' 'mutex/*' --timeout 20 --explore

A fix counts if a check finds nothing any more. With --explore, the machine looks at all executions of what was fixed
as well, and a second mode is asked.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from esbmc_py import check
from esbmc_py.checking.options import CheckOptions
from esbmc_py.checking.results import Verdict
from esbmc_py.experiments.tasks import Task, load_suite, select
from esbmc_py.fixing.search import Fixer, Fixing
from esbmc_py.frontend.load import load_program
from esbmc_py.goto.sharing import prepare
from esbmc_py.vm.explore import explore

SUITE = Path(__file__).parent / "suite"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tasks", nargs="*", default=["patterns/*"], help="patterns of names (default: patterns/*)")
    parser.add_argument("--timeout", type=float, default=20.0, help="seconds for each check (default: 20)")
    parser.add_argument("--explore", action="store_true")
    options = parser.parse_args()
    counts: Counter[str] = Counter()
    for task in select(load_suite([SUITE]), options.tasks):
        if task.expected is False and len(task.files) == 1:
            begun = time.monotonic()
            word, what = _fix(task, options.timeout, explored=options.explore)
            counts[word] += 1
            print(f"{word:12} {task.name:50} {time.monotonic() - begun:6.1f} s  {what}", flush=True)
    print(dict(counts))
    return 1 if counts["WRONG"] else 0


def _fix(task: Task, timeout: float, *, explored: bool) -> tuple[str, str]:
    settings = CheckOptions(
        groups=tuple(dict.fromkeys((*task.groups, "deadlock"))),
        timeout=timeout,
        arch=task.arch,
        defines=tuple(f"{name}={value}" if value else name for name, value in task.defines),
    )
    fixing = Fixer(task.files[0], settings, each=timeout).run(1)
    if fixing.before.verdict is not Verdict.FAILED:
        return "not-found", str(fixing.before.verdict)
    if not fixing.fixes:
        return "no-fix", f"{fixing.tried} tried"
    first = fixing.fixes[0]
    wrong = _disagrees(fixing, settings, task) if explored else ""
    races = "" if first.races is not None else " (races)"
    return ("WRONG", wrong) if wrong else ("fixed", f"{first.fix.what}{races}")


def _disagrees(fixing: Fixing, settings: CheckOptions, task: Task) -> str:
    """What another mode, or the machine, finds in the program that was fixed."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / task.files[0].name
        path.write_text(fixing.fixes[0].text)
        again = check(path, settings, mode="lazy", include_dirs=(task.files[0].parent,))
        if again.verdict is Verdict.FAILED:
            return "lazy finds something"
        folders = (task.files[0].parent,)
        program = load_program([path], include_dirs=folders, defines=settings.defines, checks=settings.checks)
        found = explore(prepare(program), max_seconds=60, max_states=300_000).findings
        asked = [one for one in found if one.property in settings.properties]
        return f"the machine finds {asked[0].what}" if asked else ""


if __name__ == "__main__":
    sys.exit(main())
