"""Tables of the papers: what was published next to what we measure on our renditions of the programs."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from .answers import TaskStatus
from .campaign import CampaignRun
from .configurations import Configuration, SmtcbConfiguration, mode_configurations
from .problems import ExperimentProblem
from .processes import ProcessLimits
from .records import Results, RunRecord
from .tables import Column, Table, TableCell, number, seconds
from .tasks import Task, TaskBounds, load_suite, name_matches

FOLDER = Path(__file__).parent / "papers"


@dataclass(frozen=True, slots=True)
class PaperColumn:
    """A published number, or one of ours: a time, or statistics of the run."""

    title: str
    published: str | None = None
    mode: str | None = None
    statistics: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PaperRow:
    number: int
    program: str
    published: Mapping[str, str]
    bounds: TaskBounds  # of the paper
    threads: int | None = None
    task: str | None = None  # None: not a program of our suite


@dataclass(frozen=True, slots=True)
class PaperTable:
    name: str
    title: str
    modes: tuple[str, ...]
    columns: tuple[PaperColumn, ...]
    rows: tuple[PaperRow, ...]
    notes: tuple[str, ...]


def paper_tables() -> list[str]:
    return sorted(path.stem for path in FOLDER.glob("*.toml"))


def load_paper(name: str) -> PaperTable:
    if name not in paper_tables():
        raise ExperimentProblem(f"there is no table '{name}'; there are {', '.join(paper_tables())}")
    document = tomllib.loads((FOLDER / f"{name}.toml").read_text(encoding="utf-8"))
    columns = tuple(
        PaperColumn(entry["title"], entry.get("published"), entry.get("mode"), tuple(entry.get("statistics", ())))
        for entry in document["column"]
    )
    rows = tuple(
        PaperRow(
            entry["number"],
            entry["program"],
            entry["published"],
            TaskBounds(entry.get("unwind"), entry.get("contexts"), None, entry.get("rounds")),
            entry.get("threads"),
            entry.get("task"),
        )
        for entry in document["row"]
    )
    return PaperTable(name, document["title"], tuple(document["modes"]), columns, rows, tuple(document["notes"]))


def plan_paper(
    table: PaperTable, suite: Path, configurations: Sequence[Configuration], limits: ProcessLimits
) -> list[CampaignRun]:
    """Each row's task within the paper's bounds, in all configurations."""
    tasks = _tasks(table, suite)
    runs = []
    for row in table.rows:
        if row.task is not None:
            task = tasks[row.task]
            bounds = row_bounds(row, task)
            named = replace(task, name=run_name(table, row))
            for configuration in configurations:
                command = configuration.command(named, bounds)
                if command is not None:
                    runs.append(CampaignRun(named, configuration, tuple(command), limits))
    return runs


def paper_configurations(modes: Sequence[str], solvers: Sequence[str]) -> list[SmtcbConfiguration]:
    """With one solver, modes keep their names: a table has one column for each."""
    if len(solvers) > 1:
        raise ExperimentProblem("a paper's table takes one solver")
    made = mode_configurations(modes, solvers)
    return [replace(configuration, name=configuration.mode) for configuration in made]


def with_rows(table: PaperTable, patterns: Sequence[str]) -> PaperTable:
    """Only these rows, by number, or by program or task as `--filter` names tasks; all if nothing is said."""
    if not patterns:
        return table
    rows = tuple(row for row in table.rows if any(_is_called(row, pattern) for pattern in patterns))
    if not rows:
        raise ExperimentProblem(f"{table.name} has no row called {' or '.join(patterns)}")
    return replace(table, rows=rows)


def _is_called(row: PaperRow, pattern: str) -> bool:
    return str(row.number) == pattern or name_matches(row.program, pattern) or name_matches(row.task or "", pattern)


def with_configurations(table: PaperTable, names: Sequence[str]) -> PaperTable:
    """The columns of these configurations; one that the table does not know gets a column for its time."""
    kept = [column for column in table.columns if column.mode is None or column.mode in names]
    known = {column.mode for column in kept}
    added = [PaperColumn(f"ours: {name} (s)", mode=name) for name in names if name not in known]
    return replace(table, columns=(*kept, *added))


def _tasks(table: PaperTable, suite: Path) -> dict[str, Task]:
    wanted = sorted({row.task for row in table.rows if row.task is not None})
    files = {task: suite / f"{task}.yml" for task in wanted}
    missing = [file for file in files.values() if not file.is_file()]
    if missing:
        raise ExperimentProblem("no such task file; --suite says where the tasks are", missing[0])
    return {task: load_suite([file])[0] for task, file in files.items()}


def row_bounds(row: PaperRow, task: Task) -> TaskBounds:
    """The paper's, but no fewer than show the bug at our granularity (every access to shared memory is a step)."""

    def larger(name: str) -> int | None:
        values = [getattr(row.bounds, name), getattr(task.smallest, name)]
        return max((value for value in values if value is not None), default=None)

    return TaskBounds(larger("unwind"), larger("contexts"), None, larger("rounds"))


def run_name(table: PaperTable, row: PaperRow) -> str:
    return f"{table.name}/{row.number}"


def paper_table(table: PaperTable, runs: Sequence[CampaignRun], results: Results) -> Table:
    """Published and own numbers, row by row."""
    latest = results.latest
    bounds = {name for row in table.rows for name in ("contexts", "rounds") if getattr(row.bounds, name) is not None}
    columns = [Column("#"), Column("program", right=False), Column("unwind"), *map(Column, sorted(bounds))]
    columns += [Column(column.title) for column in table.columns]
    by_name = {run.task.name: run.task for run in runs}
    rows = []
    for row in table.rows:
        name = run_name(table, row)
        used = row_bounds(row, by_name[name]) if name in by_name else row.bounds
        cells = [number(row.number), TableCell(row.program)]
        cells += [_bound(getattr(row.bounds, bound), getattr(used, bound)) for bound in ("unwind", *sorted(bounds))]
        cells += [_cell(column, row, latest.get((name, column.mode or ""))) for column in table.columns]
        rows.append(tuple(cells))
    note = "Bounds are the paper's, → ours where more is needed at our granularity. Our times are processor time."
    return Table(table.title, tuple(columns), tuple(rows), (*table.notes, note))


def _bound(published: int | None, used: int | None) -> TableCell:
    if published is None:
        return TableCell("∞" if used is None else f"∞ → {used}")
    return number(published) if used in (None, published) else TableCell(f"{published} → {used}", published)


def _cell(column: PaperColumn, row: PaperRow, run: RunRecord | None) -> TableCell:
    if column.published is not None:
        return TableCell(row.published[column.published])
    if run is None:
        return TableCell("")
    if column.statistics:
        values = [run.memory if name == "memory" else run.statistics.get(name) for name in column.statistics]
        return TableCell("/".join("?" if value is None else f"{value:,.0f}" for value in values))
    if run.status.solved or (run.status is TaskStatus.BOUNDED and run.expected):
        return seconds(run.cpu)
    return TableCell(run.status, tone="bad" if run.status in (TaskStatus.WRONG, TaskStatus.ERROR) else "warn")
