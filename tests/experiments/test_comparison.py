"""What `smtcb compare` says about answers side by side."""

from __future__ import annotations

from esbmc_py.cli.compare_command import _status
from esbmc_py.cli.exit_codes import ExitCode
from esbmc_py.experiments.answers import Answer
from esbmc_py.experiments.comparison import ComparedAnswer, comparison_table, disagree, to_json
from esbmc_py.experiments.configurations import SmtcbConfiguration
from esbmc_py.experiments.processes import Ended

FOUND = Answer("failed", bounds={"rounds": 3}, schedule=(0, 1, 0, 2), found="assertion a.c:3")
FEW = Answer("successful", bounds={"contexts": 2}, switches_cut=True)
ENOUGH = Answer("successful", bounds={"contexts": 3}, switches_cut=True)


def entry(mode: str, answer: Answer, limit: str | None = None) -> ComparedAnswer:
    configuration = SmtcbConfiguration(mode, ("--mode", mode))
    return ComparedAnswer(configuration, answer, Ended(0, limit, 1.0, 2.0, 30.0, "", ""))


def test_a_counterexample_where_another_found_none_is_red_and_has_its_exit_status() -> None:
    entries = [entry("lazyseq", FOUND), entry("lazy", ENOUGH)]
    table = comparison_table("a.c", entries)
    assert disagree(entries)
    assert [row[1].tone for row in table.rows] == ["bad", "bad"]
    assert table.notes[0].startswith("DISAGREEMENT")
    assert to_json(entries)["disagreement"] is True
    assert _status(entries, disagree(entries)) == ExitCode.DISAGREEMENT == 4


def test_a_counterexample_beyond_the_bounds_of_another_is_no_disagreement() -> None:
    entries = [entry("lazyseq", FOUND), entry("lazy", FEW)]
    table = comparison_table("a.c", entries)
    assert [row[1].tone for row in table.rows] == ["", ""]
    assert "do not contradict each other" in table.notes[0]
    assert _status(entries, disagree(entries)) == ExitCode.FAILED


def test_the_meaning_of_bounds_is_told_for_the_modes_that_took_part() -> None:
    both = " ".join(comparison_table("a.c", [entry("lazyseq", FOUND), entry("uw", FOUND)]).notes)
    assert "uw: bounded by context switches" in both
    assert "lazyseq: bounded by rounds" in both
    assert "rounds" not in " ".join(comparison_table("a.c", [entry("uw", FOUND)]).notes)


def test_what_nobody_asked_for_is_told_once() -> None:
    silent = Answer("successful", complete=True, looked_for=("reach", "memory"), not_looked_for="deadlocks (…)")
    notes = comparison_table("a.c", [entry("lazy", silent), entry("uw", silent)]).notes
    assert notes[:2] == ("looked for: reach, memory", "not looked for: deadlocks (…)")


def test_a_limit_is_told_in_place_of_a_verdict() -> None:
    entries = [entry("lazy", Answer("none"), "memory"), entry("uw", ENOUGH)]
    assert [row[1].text for row in comparison_table("a.c", entries).rows] == ["memory", "successful"]
    assert _status(entries, disagree(entries)) == ExitCode.UNKNOWN


def test_numbers_that_no_mode_has_take_no_column() -> None:
    counted = Answer("successful", complete=True, statistics={"interleavings": 12345, "iterations": 0})
    table = comparison_table("a.c", [entry("lazy", counted)])
    assert [column.title for column in table.columns][-1] == "interleavings"
    assert table.rows[0][-1].text == "12,345"
    assert table.rows[0][2].text == "all executions"


def test_the_scope_names_the_bounds_that_left_something_out() -> None:
    loops_end = Answer("successful", bounds={"unwind": 1024, "contexts": 3}, switches_cut=True)
    threads = Answer("successful", bounds={"unwind": 1, "rounds": 2}, unwinding_cut=True, limit_cut=True)
    table = comparison_table("a.c", [entry("lazy", loops_end), entry("lazyseq", threads)])
    assert [row[2].text for row in table.rows] == ["within contexts 3", "within unwind 1, a limit of smtcb"]
