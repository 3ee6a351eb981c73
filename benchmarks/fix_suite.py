"""Fixes for the tasks of the suite whose verdict is known to be false.

    python -m benchmarks.fix_suite                       the patterns: patterns/, deadlock/, mutex/, lockfree/
    python -m benchmarks.fix_suite 'heap/*' --timeout 20 --explore
    python -m benchmarks.fix_suite --explore --results fixes.jsonl      goes on where it was interrupted
    python -m benchmarks.fix_suite --suite benchmarks/users --keep fixed/
    python -m benchmarks.fix_suite --suite benchmarks/users --judge fixed/

A fix counts if a check finds nothing any more. With --explore two others are asked as well: another mode, and the
machine, which looks at all executions of what was fixed, as far as it comes in a minute. --judge asks them about
programs that --keep has left. One process for each task.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

from esbmc_py import check
from esbmc_py.checking.options import CheckOptions
from esbmc_py.checking.results import Verdict
from esbmc_py.experiments.tasks import Task, load_suite, select
from esbmc_py.fixing.search import Fixer
from esbmc_py.frontend.load import load_program
from esbmc_py.goto.sharing import prepare
from esbmc_py.vm.explore import explore

from .resuming import Results

SUITE = Path(__file__).parent / "suite"
PATTERNS = ("patterns/*", "deadlock/*", "mutex/*", "lockfree/*")
_OTHERS = ("lazyseq", "lazy")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tasks", nargs="*", help="patterns of names (default: the patterns of the suite)")
    parser.add_argument("--suite", type=Path, default=SUITE, help="where the tasks are (default: the suite)")
    parser.add_argument("--timeout", type=float, default=20.0, help="seconds for each check (default: 20)")
    parser.add_argument("--limit", type=float, default=300.0, help="seconds for each task (default: 300)")
    parser.add_argument("--explore", action="store_true", help="ask another mode and the machine, too")
    parser.add_argument("--keep", type=Path, metavar="DIR", help="leave the fixed programs there")
    parser.add_argument("--judge", type=Path, metavar="DIR", help="only ask about the fixed programs there")
    parser.add_argument("--results", type=Path, metavar="FILE", help="what is there is not done again")
    parser.add_argument("--alone", action="store_true", help=argparse.SUPPRESS)
    options = parser.parse_args()
    wanted = options.tasks or (PATTERNS if options.suite == SUITE else ())
    tasks = [
        one for one in select(load_suite([options.suite]), wanted) if one.expected is False and len(one.files) == 1
    ]
    if options.alone:
        word, what = _fix(tasks[0], options) if options.judge is None else _judge(tasks[0], options)
        print(f"{word}\t{what}")
        return 0
    counts: Counter[str] = Counter()
    results = Results(options.results)
    for task in tasks:
        known = results.known(task.name)
        if known is None:
            begun = time.monotonic()
            word, what = _in_a_process(task, options)
            known = [word, f"{time.monotonic() - begun:6.1f} s  {what}"]
            results.add(task.name, known)
        counts[known[0]] += 1
        print(f"{known[0]:10} {task.name:42} {known[1]}", flush=True)
    print(dict(counts))
    return 1 if counts["WRONG"] else 0


def _in_a_process(task: Task, options: argparse.Namespace) -> tuple[str, str]:
    """So that one that takes too long is ended."""
    command = [sys.executable, "-m", "benchmarks.fix_suite", "--alone", task.name, "--suite", str(options.suite)]
    command += ["--timeout", str(options.timeout), *(["--explore"] if options.explore else [])]
    command += ["--keep", str(options.keep)] if options.keep else []
    command += ["--judge", str(options.judge)] if options.judge else []
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=options.limit, check=False)
    except subprocess.TimeoutExpired:
        return "time-up", f"after {options.limit:g} s"
    if done.returncode != 0 or "\t" not in done.stdout:
        return "DEFECT", (done.stderr.strip().splitlines() or ["nothing was said"])[-1]
    word, _, what = done.stdout.strip().splitlines()[-1].partition("\t")
    return word, what


def _settings(task: Task, timeout: float) -> CheckOptions:
    return CheckOptions(
        groups=tuple(dict.fromkeys((*task.groups, "deadlock"))),
        timeout=timeout,
        arch=task.arch,
        defines=tuple(f"{name}={value}" if value else name for name, value in task.defines),
    )


def _kept(task: Task, folder: Path) -> Path:
    return folder / f"{task.name.replace('/', '-')}.c"


def _fix(task: Task, options: argparse.Namespace) -> tuple[str, str]:
    settings = _settings(task, options.timeout)
    fixing = Fixer(task.files[0], settings, each=options.timeout, tell=lambda one: print(one, flush=True)).run(1)
    if fixing.before.verdict is not Verdict.FAILED:
        return "not-found", str(fixing.before.verdict)
    effort = f"{fixing.tried} tried, {fixing.counterexamples} counterexamples"
    if not fixing.fixes:
        return "no-fix", f"{effort}, {fixing.unknown} unknown"
    first = fixing.fixes[0]
    if options.keep:
        options.keep.mkdir(parents=True, exist_ok=True)
        _kept(task, options.keep).write_text(first.text)
    judged = _judged(first.text, settings, task) if options.explore else ""
    told = "" if first.races is not None else ", races"
    told += f", lines {', '.join(map(str, first.lost))} lost" if first.lost else ""
    word = "open" if not first.proven else "WRONG" if judged.startswith("finds") else "fixed"
    return word, f"{first.fix.what} ({effort}{told}){judged and f'; {judged}'}"


def _judge(task: Task, options: argparse.Namespace) -> tuple[str, str]:
    path = _kept(task, options.judge)
    if not path.exists():
        return "not-there", ""
    judged = _judged(path.read_text(), _settings(task, options.timeout), task)
    return ("WRONG" if judged.startswith("finds") else "right"), judged


def _judged(text: str, settings: CheckOptions, task: Task) -> str:
    """What other modes and the machine say about the program that was fixed."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / task.files[0].name
        path.write_text(text)
        folders = (task.files[0].parent,)
        said = []
        for mode in _OTHERS:
            answer = check(path, settings, mode=mode, include_dirs=folders)
            if answer.verdict is Verdict.FAILED:
                return f"finds something: {mode}: {answer.counterexamples[0].what}"
            said.append(f"{mode}: {answer.verdict}")
            if answer.verdict is Verdict.SUCCESSFUL:
                break
        program = load_program([path], include_dirs=folders, defines=settings.defines, checks=settings.checks)
        races = "race" in settings.groups
        seen = explore(prepare(program), max_seconds=60, max_states=300_000, races=races)
        asked = [one for one in seen.findings if one.property in settings.properties]
        if asked:
            return f"finds something: machine: {asked[0].what}"
        states = f"{seen.states:,} states"
        return ", ".join((*said, f"machine: {'all' if not seen.incomplete else 'part'} of it, {states}"))


if __name__ == "__main__":
    sys.exit(main())
