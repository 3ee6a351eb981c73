"""Tables of a campaign: per configuration, per family, per task, and every run with all its numbers."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from statistics import median
from typing import Any

from .answers import TaskStatus
from .records import Results, RunRecord
from .tables import Column, Table, TableCell, Tone, number, seconds

_TONES: dict[TaskStatus, Tone] = {
    TaskStatus.WRONG: "bad",
    TaskStatus.ERROR: "bad",
    TaskStatus.TIMEOUT: "warn",
    TaskStatus.MEMORY: "warn",
    TaskStatus.UNKNOWN: "warn",
    TaskStatus.BOUNDED: "dim",
}
_ALWAYS = (TaskStatus.FOUND, TaskStatus.PROVED, TaskStatus.BOUNDED, TaskStatus.TIMEOUT, TaskStatus.WRONG)
STATISTICS = (
    "threads",
    "visible_operations",
    "nodes",
    "states",
    "interleavings",
    "failing",
    "iterations",
    "formula_nodes",
    "solver_variables",
    "solver_clauses",
    "solver_checks",
)


def summary(results: Results) -> Table:
    """One row per configuration. What never happened has no column, but for what must not happen."""
    latest = results.latest
    seen = {run.status for run in latest.values()}
    statuses = [status for status in TaskStatus if status in _ALWAYS or status in seen]
    columns = [Column("configuration", right=False), Column("tasks"), Column("solved"), *map(Column, statuses)]
    columns += [Column("common (s)"), Column("median (s)"), Column("peak (MB)")]
    common = solved_by_all(results)
    rows = []
    for name in results.configurations:
        runs = [run for (_, configuration), run in latest.items() if configuration == name]
        solved = [run for run in runs if run.status.solved]
        shared = [latest[task, name].cpu for task in common]
        rows.append(
            (
                TableCell(name),
                number(len(runs)),
                number(len(solved)),
                *(_counted(runs, status) for status in statuses),
                seconds(sum(shared)),
                seconds(median(run.cpu for run in solved) if solved else None),
                number(max((run.memory for run in runs), default=None)),
            )
        )
    note = (
        "found: a bug that is there; proved: no bug in all executions; bounded: none within bounds that leave"
        f" something out. Times are processor time; common: of the {len(common)} tasks that all configurations solve."
    )
    return Table("Summary", tuple(columns), tuple(rows), (note,))


def solved_by_all(results: Results) -> list[str]:
    latest, names = results.latest, results.configurations
    return [
        task for task in results.tasks if all((run := latest.get((task, name))) and run.status.solved for name in names)
    ]


def _counted(runs: Sequence[RunRecord], status: TaskStatus) -> TableCell:
    count = sum(run.status is status for run in runs)
    bad = count and status in (TaskStatus.WRONG, TaskStatus.ERROR)
    return TableCell(str(count), count, "bad" if bad else "" if count else "dim")


def families(results: Results) -> Table:
    """Solved tasks, folder by folder."""
    names = results.configurations
    folders = sorted({run.family for run in results.runs})
    rows = []
    for folder in folders:
        runs = [run for run in results.latest.values() if run.family == folder]
        cells = []
        for name in names:
            mine = [run for run in runs if run.configuration == name]
            solved = sum(run.status.solved for run in mine)
            cells.append(TableCell(f"{solved}/{len(mine)}", solved))
        rows.append((TableCell(folder), *cells))
    return Table("Solved, by family", (Column("family", right=False), *map(Column, names)), tuple(rows))


def tasks(results: Results, only: Iterable[str] | None = None) -> Table:
    """One row per task: what each configuration said, and its processor time."""
    names, latest = results.configurations, results.latest
    rows = []
    for task in results.tasks if only is None else only:
        runs = [latest.get((task, name)) for name in names]
        expected = next(run.expected for run in runs if run is not None)
        right = "?" if expected is None else "safe" if expected else "bug"
        rows.append((TableCell(task), TableCell(right), *(_outcome(run) for run in runs)))
    columns = (Column("task", right=False), Column("expected", right=False), *map(Column, names))
    note = "Seconds of processor time where the task was solved; else what happened."
    return Table("Tasks", columns, tuple(rows), (note,))


def _outcome(run: RunRecord | None) -> TableCell:
    if run is None:
        return TableCell("")
    if run.status.solved:
        return seconds(run.cpu)
    # Sorted by time, what was not solved comes last.
    return TableCell(run.status, tone=_TONES.get(run.status, ""), place=1e9 + list(TaskStatus).index(run.status))


def every_run(results: Results) -> Table:
    """For spreadsheets and scripts."""
    titles = ["task", "family", "property", "expected", "configuration", "status", "verdict", "complete", "scope"]
    titles += ["found", "reason", "cpu_s", "wall_s", "memory_mb", "encoding_s", "solving_s", *STATISTICS]
    rows = []
    for run in results.latest.values():
        texts = [run.task, run.family, run.looked_for, _truth(run.expected), run.configuration, run.status, run.verdict]
        texts += [_truth(run.complete), run.scope, run.found, run.reason]
        times = run.statistics.get("times", {})
        numbers = [run.cpu, run.wall, run.memory, times.get("exploration"), times.get("solving")]
        numbers += [run.statistics.get(name) for name in STATISTICS]
        rows.append(
            (*map(TableCell, texts), *(TableCell("" if value is None else str(value), value) for value in numbers))
        )
    columns = [Column(title, right=index >= 11) for index, title in enumerate(titles)]
    return Table("Runs", tuple(columns), tuple(rows))


def _truth(value: bool | None) -> str:
    return "" if value is None else str(value).lower()


def wrong_runs(results: Results) -> list[RunRecord]:
    return [run for run in results.latest.values() if run.status is TaskStatus.WRONG]


def session_text(session: Mapping[str, Any]) -> str:
    """Who ran it: the machine, versions, limits."""
    machine, options = session["machine"], session["options"]
    memory = machine["memory_mb"]
    parts = [
        f"{machine['processor']}, {machine['cores']} cores" + (f", {memory:,} MB" if memory else ""),
        f"{machine['system']}, Python {machine['python']}",
        ", ".join(f"{name} {value}" for name, value in session["versions"].items()),
        f"{options['timeout']:g} s of processor time and {options['memory']:,} MB for a run",
        f"{options['jobs']} at a time",
        {"task": "the tasks' bounds", "published": "the papers' bounds", "none": "no bounds"}[options["bounds"]],
    ]
    return "; ".join(parts)
