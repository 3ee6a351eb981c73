"""Witnesses go round: every counterexample of a suite is written in each format, and judged again.

    python -m tests.agreement.witnesses benchmarks/suite                   all tasks that have a bug
    python -m tests.agreement.witnesses benchmarks/suite --filter 'mutex/*' --timeout 20
    python -m tests.agreement.witnesses benchmarks/suite --unchanged       two formats, nothing changed
    python -m tests.agreement.witnesses benchmarks/suite --every 4 --results FILE     every fourth task; resumable

What is written must be confirmed. The same with one waypoint changed must be rejected, or be confirmed by an execution
of its own (which `smtcb validate` has replayed): then what it says is true, too.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path

from esbmc_py.checking import CheckOptions, CheckResult, check
from esbmc_py.exchange.reading import read_witness
from esbmc_py.exchange.validate import Judgement, Settings, Validation, validate
from esbmc_py.exchange.witness import Constraint, Segment, ViolationWitness, Waypoint
from esbmc_py.exchange.write import WitnessRequest, why_no_witness, witness_text
from esbmc_py.exchange.yaml_writer import violation_yaml
from esbmc_py.experiments.tasks import Task, load_suite, select
from esbmc_py.frontend.source_file import SourceFile

FORMATS = (("2.2", ".yml"), ("2.1", ".yml"), ("2.0", ".yml"), ("1.0", ".graphml"))


@dataclass(frozen=True, slots=True)
class Row:
    """What became of one witness."""

    task: str
    what: str  # the format, or what was changed
    judgement: str
    reason: str
    seconds: float


def sources_of(task: Task) -> list[SourceFile]:
    defines = tuple(f"{name}={value}" if value else name for name, value in task.defines)
    return [SourceFile(path, defines=defines) for path in task.files]


def found(task: Task, timeout: float) -> CheckResult:
    """As a user would ask; where that finds nothing in time, within the rounds that the task names."""
    result = _checked(task, timeout, ("unwind", "contexts"))
    if result.counterexamples or task.smallest.rounds is None:
        return result
    return _checked(task, timeout, ("unwind", "rounds"), mode="lazyseq")


def _checked(task: Task, timeout: float, bounds: Sequence[str], mode: str = "auto") -> CheckResult:
    named = {name: getattr(task.smallest, name) for name in bounds}
    given = {name: value for name, value in named.items() if value is not None}
    options = CheckOptions(groups=task.groups, arch=task.arch, timeout=timeout, jobs=1, mode=mode, **given)
    return check(sources_of(task), options)


def rows(
    task: Task, timeout: float, formats: Sequence[tuple[str, str]] = FORMATS, *, changed: bool = True
) -> Iterator[Row]:
    begun = time.monotonic()
    result = found(task, timeout)
    if not result.counterexamples:
        yield Row(task.name, "check", "nothing found", result.scope.lines()[0], time.monotonic() - begun)
        return
    why = why_no_witness(result)
    if why:
        yield Row(task.name, "check", "no witness", why, time.monotonic() - begun)
        return
    with tempfile.TemporaryDirectory() as folder:
        for version, suffix in formats:
            path = Path(folder) / f"{version}{suffix}"
            request = WitnessRequest(task.files, version if suffix == ".yml" else "2.2", task.arch)
            path.write_text(witness_text(result, request, suffix))
            yield _row(task, version, path, timeout)
        path = Path(folder) / "2.2.yml"
        if changed and path.exists():
            yield from _changed(task, path, timeout)


def _changed(task: Task, path: Path, timeout: float) -> Iterator[Row]:
    witness = read_witness(path)
    assert isinstance(witness, ViolationWitness)
    for name, changed in changes(witness):
        other = path.with_name("changed.yml")
        other.write_text(violation_yaml(changed))
        yield _row(task, name, other, timeout)


def changes(witness: ViolationWitness) -> Iterator[tuple[str, ViolationWitness]]:
    """One waypoint at a time: another value, another thread, another place, another order."""
    segments = witness.segments
    for number, segment in enumerate(segments[:-1]):
        constraint = segment.waypoints[0].constraint
        if constraint is not None and "==" in constraint.value:
            left = constraint.value.partition("==")[0]
            other = replace(segment.waypoints[0], constraint=Constraint(f"{left}== 12345", constraint.format))
            yield "changed value", _with(witness, number, other)
            break
    middle = segments[len(segments) // 2].waypoints[0]
    if middle.thread is not None:
        yield "changed thread", _with(witness, len(segments) // 2, replace(middle, thread=middle.thread + 1))
    target = segments[-1].waypoints[0]
    line = target.position.line - 1 or 2
    yield (
        "changed target",
        _with(witness, len(segments) - 1, replace(target, position=replace(target.position, line=line))),
    )
    if len(segments) > 2:
        swapped = (*segments[:-3], segments[-2], segments[-3], segments[-1])
        if segments[-2] != segments[-3]:
            yield "changed order", ViolationWitness(witness.metadata, swapped)


def _with(witness: ViolationWitness, number: int, waypoint: Waypoint) -> ViolationWitness:
    segments = list(witness.segments)
    segments[number] = Segment((waypoint, *segments[number].waypoints[1:]))
    return ViolationWitness(witness.metadata, tuple(segments))


def _row(task: Task, what: str, path: Path, timeout: float) -> Row:
    begun = time.monotonic()
    options = CheckOptions(arch=task.arch, jobs=1)
    validation: Validation = validate(sources_of(task), path, Settings(options, timeout=timeout))
    return Row(task.name, what, str(validation.judgement), validation.reason, time.monotonic() - begun)


def is_right(row: Row) -> bool:
    if row.what.startswith("changed"):
        return row.judgement in (Judgement.REJECTED, Judgement.CONFIRMED)
    return row.judgement in (Judgement.CONFIRMED, "nothing found", "no witness")


def campaign(tasks: Sequence[Task], options: argparse.Namespace) -> Iterator[tuple[Task, Row]]:
    known = read_results(options.results)
    formats = FORMATS[::3] if options.unchanged else FORMATS
    for task in tasks:
        if task.name not in known:
            known[task.name] = list(rows(task, options.timeout, formats, changed=not options.unchanged))
            if options.results is not None:
                with options.results.open("a", encoding="utf-8") as results:
                    results.write(json.dumps([asdict(row) for row in known[task.name]]) + "\n")
        yield from ((task, row) for row in known[task.name])


def read_results(path: Path | None) -> dict[str, list[Row]]:
    """By task. A line is written when a task is done."""
    if path is None or not path.exists():
        return {}
    lines = [line for line in path.read_text(encoding="utf-8").splitlines() if line.endswith("]")]
    done = [[Row(**row) for row in json.loads(line)] for line in lines]
    return {one[0].task: one for one in done if one}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("suite", nargs="+", type=Path)
    parser.add_argument("--filter", action="append", default=[])
    parser.add_argument("--timeout", type=float, default=10.0)
    parser.add_argument("--unchanged", action="store_true")
    parser.add_argument("--every", type=int, default=1, help="only every n-th task")
    parser.add_argument("--results", type=Path, help="rows are added to this file; its tasks are not asked again")
    options = parser.parse_args()
    tasks = [task for task in select(load_suite(options.suite), options.filter) if task.expected is False]
    tasks = tasks[:: options.every]
    counts: Counter[tuple[str, str]] = Counter()
    wrong = 0
    for task, row in campaign(tasks, options):
        counts[row.what, row.judgement] += 1
        wrong += not is_right(row)
        if not is_right(row) or row.what == "check":
            print(f"{task.name}: {row.what}: {row.judgement} ({row.reason}) after {row.seconds:.1f} s", flush=True)
    for (what, judgement), count in sorted(counts.items()):
        print(f"{what:16} {judgement:14} {count:5}")
    print(f"{len(tasks)} tasks, {wrong} witnesses not as they should be")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
