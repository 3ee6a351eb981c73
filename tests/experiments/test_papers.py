"""The papers' tables: every row that names a task has one, and published numbers stand beside ours."""

from __future__ import annotations

from pathlib import Path

import pytest

from esbmc_py.experiments.answers import Answer
from esbmc_py.experiments.campaign import make_record
from esbmc_py.experiments.papers import (
    PaperRow,
    load_paper,
    paper_configurations,
    paper_table,
    paper_tables,
    plan_paper,
    with_configurations,
    with_rows,
)
from esbmc_py.experiments.problems import ExperimentProblem
from esbmc_py.experiments.processes import Ended, ProcessLimits
from esbmc_py.experiments.records import Results
from esbmc_py.experiments.tables import to_markdown
from esbmc_py.experiments.tasks import read_task_file

SUITE = Path(__file__).parents[2] / "benchmarks" / "suite"


@pytest.mark.parametrize("name", paper_tables())
def test_every_row_can_be_run_and_shown(name: str) -> None:
    table = load_paper(name)
    runs = plan_paper(table, SUITE, paper_configurations(table.modes, []), ProcessLimits(1.0, 1000))
    ours = [row for row in table.rows if row.task is not None]
    assert len(runs) == len(ours) * len(table.modes)
    assert len({run.task.name for run in runs}) == len(ours)
    shown = paper_table(table, runs, Results((), ()))
    assert [row[1].text for row in shown.rows] == [row.program for row in table.rows]


def test_there_are_the_four_tables_of_the_papers() -> None:
    assert paper_tables() == ["cav14-table1", "icse11-table1", "icse11-table2", "toplas21-table4"]


def test_bounds_are_the_papers_but_enough_for_our_granularity() -> None:
    table = load_paper("icse11-table1")
    runs = plan_paper(table, SUITE, paper_configurations(table.modes, []), ProcessLimits(1.0, 1000))
    ninth = next(run for run in runs if run.task.name == "icse11-table1/6" and run.configuration.name == "lazy")
    assert ninth.command[-4:-1] == ("6", "--contexts", "9")


def test_our_numbers_stand_beside_the_published_ones() -> None:
    table = load_paper("icse11-table1")
    runs = plan_paper(table, SUITE, paper_configurations(table.modes, []), ProcessLimits(1.0, 1000))
    first = runs[0]
    record = make_record(first, Ended(1, None, 0.25, 0.3, 50.0, "", ""), "1", "now")
    text = to_markdown(paper_table(table, runs, Results((), (record,))))
    assert "reorder_3_bad (2,1)" in text
    assert "1/29" in text
    assert "**error**" in text  # a run without an answer is not hidden
    assert Answer("none").verdict == record.verdict


def test_rows_are_chosen_by_number_program_or_task() -> None:
    table = load_paper("icse11-table1")
    assert [row.number for row in with_rows(table, ["1", "micro_3*", "wronglock-1-4-bad"]).rows] == [1, 12, 17, 18]
    assert with_rows(table, []) == table
    with pytest.raises(ExperimentProblem, match="icse11-table1 has no row called 99"):
        with_rows(table, ["99"])


def test_columns_follow_the_configurations() -> None:
    """Those of modes that did not run are left out, another configuration's time gets a column."""
    titles = [column.title for column in with_configurations(load_paper("cav14-table1"), ["lazy", "cseq"]).columns]
    assert titles[-2:] == ["ours: lazy (s)", "ours: cseq (s)"]
    assert "ours: lazyseq (s)" not in titles


def test_an_unknown_table_is_named_with_those_that_exist() -> None:
    with pytest.raises(ExperimentProblem, match="there is no table 'x'; there are cav14-table1"):
        load_paper("x")


@pytest.mark.parametrize("name", paper_tables())
def test_rows_and_task_files_tell_the_same_published_bounds(name: str) -> None:
    """Both were typed from the papers; a task in several rows has the context bound of the first."""
    first: dict[str, PaperRow] = {}
    for row in load_paper(name).rows:
        if row.task is not None:
            first.setdefault(row.task, row)
    for task, row in first.items():
        (loaded, *_) = read_task_file(SUITE / f"{task}.yml")
        told = loaded.published
        assert told.rounds == row.bounds.rounds
        assert told.contexts == row.bounds.contexts
        assert told.unwind in (row.bounds.unwind, None)
