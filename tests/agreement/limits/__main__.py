"""Do limits hold, in every command, mode, solver and stage?

    python -m tests.agreement.limits --results FILE             200 runs; resumable
    python -m tests.agreement.limits --results FILE --runs 400
    python -m tests.agreement.limits --only 'fix' --kind SIGINT  those whose command has this in it
    python -m tests.agreement.limits --report FILE              the table

Each run is a command that takes long, and one of: `--timeout T` (it ends by 1.1 T + 1 s), `--memory M` (its processes
never have more than 1.1 M together), Ctrl-C or SIGTERM at a random moment (it ends within 2 s). After each, no process
is left, and nothing lies in its temporary directory. No answer may be a traceback, or tell of an internal error.
"""

from __future__ import annotations

import argparse
import json
import random
import signal
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path

from .watch import Seen, watch
from .works import PROGRAMS, Work, works

KINDS = ("timeout", "memory", "SIGINT", "SIGTERM")
PATIENCE = 60.0  # seconds beyond which a run is killed
ENDS_AFTER_SIGNAL = 2.0
STARTS_WITHIN = 0.3
DEFECTS = ("Traceback (most recent call last)", "internal error", "defect of smtcb")


@dataclass(frozen=True, slots=True)
class Run:
    number: int
    work: Work
    kind: str
    amount: float  # seconds, or megabytes


@dataclass(frozen=True, slots=True)
class Result:
    number: int
    command: str
    kind: str
    amount: float
    status: int | None
    seconds: float
    after_signal: float
    memory: float
    problems: list[str]


def runs(count: int) -> Iterator[Run]:
    """Each work comes with each kind of end, in turn; amounts are random, and the same each time."""
    pairs = [(work, kind) for kind in KINDS for work in works() if _has(work, kind)]
    random.Random(1).shuffle(pairs)
    for number in range(count):
        work, kind = pairs[number % len(pairs)]
        chance = random.Random(number)
        if kind == "timeout":
            amount = float(chance.choice((1, 2, 3, 5, 8)))
        elif kind == "memory":
            amount = float(chance.choice((150, 200, 300, 500)))
        else:
            amount = round(chance.choice((1, 6)) * chance.random(), 2)
        yield Run(number, work, kind, amount)


def _has(work: Work, kind: str) -> bool:
    return bool({"timeout": work.time_option, "memory": work.memory_option}.get(kind, "yes"))


def carried_out(run: Run, folder: Path) -> Result:
    words = [word.replace("{}", str(folder)) for word in run.work.words]
    if run.kind == "timeout":
        seen = watch([*words, run.work.time_option, f"{run.amount:g}"], patience=PATIENCE)
    elif run.kind == "memory":
        # Some time, too: not all of this work needs memory.
        more = [
            run.work.memory_option,
            f"{run.amount:g}",
            *([run.work.time_option, "10"] if run.work.time_option else []),
        ]
        seen = watch([*words, *more], patience=PATIENCE * run.work.questions)
    else:
        number = signal.Signals[run.kind]
        seen = watch(words, patience=PATIENCE, signal_after=(number, run.amount), group=number == signal.SIGINT)
    problems = list(problems_of(run, seen))
    return Result(
        run.number, str(run.work), run.kind, run.amount, seen.status,
        round(seen.seconds, 2), round(seen.after_signal, 2), round(seen.memory, 1), problems,
    )  # fmt: skip


def problems_of(run: Run, seen: Seen) -> Iterator[str]:
    if seen.status is None:
        yield "did not end"
    elif seen.status < 0 and not _before_the_start(run, seen):
        yield f"killed by signal {-seen.status}"
    if run.kind == "timeout" and seen.seconds > allowed_seconds(run):
        yield f"{seen.seconds:.1f} s, {allowed_seconds(run):.1f} allowed"
    if run.kind == "memory" and seen.memory > 1.1 * run.amount:
        yield f"{seen.memory:.0f} MB, {1.1 * run.amount:.0f} allowed"
    if run.kind in ("SIGINT", "SIGTERM") and seen.after_signal > ENDS_AFTER_SIGNAL:
        yield f"{seen.after_signal:.1f} s after the signal"
    if seen.processes_left:
        yield f"processes left: {'; '.join(seen.processes_left)}"
    if seen.files_left:
        yield f"{len(seen.files_left)} files left: {', '.join(seen.files_left[:3])}"
    for defect in DEFECTS if not _before_the_start(run, seen) else ():
        if defect in seen.output or defect in seen.errors:
            yield f"says {defect!r}: {seen.errors.strip()[-200:]}"
            break


def _before_the_start(run: Run, seen: Seen) -> bool:
    """While Python itself starts, a signal ends it as it ends any program in Python."""
    ends_by_signal = run.kind in ("SIGINT", "SIGTERM") and run.amount < STARTS_WITHIN
    return ends_by_signal and seen.status in (-signal.SIGINT, -signal.SIGTERM, 1) and not seen.output


def allowed_seconds(run: Run) -> float:
    """For each question that has the limit to itself."""
    return run.work.questions * (1.1 * run.amount + 1)


def table(results: list[Result]) -> str:
    rows = ["| command | limit | runs | held | worst |", "|---|---|---|---|---|"]
    groups: dict[tuple[str, str], list[Result]] = defaultdict(list)
    for result in results:
        groups[_command(result), result.kind].append(result)
    for (command, kind), own in sorted(groups.items()):
        held = sum(not result.problems for result in own)
        rows.append(f"| {command} | {kind} | {len(own)} | {held} | {_worst(kind, own)} |")
    rows.append(f"| all | | {len(results)} | {sum(not result.problems for result in results)} | |")
    return "\n".join(rows)


def _command(result: Result) -> str:
    words = result.command.split()
    mode = words[words.index("--mode") + 1] if "--mode" in words else ""
    return f"{words[0]} {mode}".strip()


def _worst(kind: str, own: list[Result]) -> str:
    if kind == "timeout":
        return f"{max(result.seconds - result.amount for result in own):.1f} s beyond T"
    if kind == "memory":
        return f"{max(result.memory / result.amount for result in own):.2f} M"
    return f"{max(result.after_signal for result in own):.1f} s"


def _known(path: Path | None) -> dict[int, Result]:
    if path is None or not path.exists():
        return {}
    results = [Result(**json.loads(line)) for line in path.read_text().splitlines()]
    return {result.number: result for result in results}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--runs", type=int, default=200)
    parser.add_argument("--results", type=Path, help="results are added to this file; what is in it is not run again")
    parser.add_argument("--only", default="", help="commands that have this in them")
    parser.add_argument("--kind", choices=KINDS)
    parser.add_argument("--failed", action="store_true", help="run those of the results again that did not hold")
    parser.add_argument("--report", type=Path, help="the table of a file with results")
    options = parser.parse_args()
    if options.report:
        print(table([*_known(options.report).values()]))
        return 0
    known = _known(options.results)
    with tempfile.TemporaryDirectory(prefix="limits-programs") as folder:
        for name, text in PROGRAMS.items():
            (Path(folder) / f"{name}.c").write_text(text())
        for run in runs(options.runs):
            if options.only not in str(run.work) or options.kind not in (None, run.kind):
                continue
            if run.number in known and not (options.failed and known[run.number].problems):
                continue
            result = known[run.number] = carried_out(run, Path(folder))
            what = "; ".join(result.problems) or "held"
            print(
                f"{run.number} {run.kind} {run.amount:g} {run.work}: {result.seconds} s, {result.memory} MB: {what}",
                flush=True,
            )
            if options.results:
                with options.results.open("a") as stream:
                    stream.write(json.dumps(asdict(result)) + "\n")
    print(table([*known.values()]))
    return int(any(result.problems for result in known.values()))


if __name__ == "__main__":
    sys.exit(main())
