"""Tables, plots and the page, made from results."""

from __future__ import annotations

import json
import re
from argparse import Namespace
from html.parser import HTMLParser
from pathlib import Path

import pytest

from benchmarks import write_results
from esbmc_py.cli.bench_report import print_table
from esbmc_py.experiments import plots, summaries
from esbmc_py.experiments.answers import TaskStatus
from esbmc_py.experiments.page import page
from esbmc_py.experiments.problems import ExperimentProblem
from esbmc_py.experiments.records import Results, RunRecord
from esbmc_py.experiments.scaling import curves
from esbmc_py.experiments.tables import Column, Table, TableCell, to_csv, to_html, to_latex, to_markdown

Capture = pytest.CaptureFixture[str]


def run(task: str, configuration: str, status: TaskStatus, cpu: float, parameter: int = 1) -> RunRecord:
    return RunRecord(
        task=task,
        family="cav14",
        program="fib.c",
        looked_for="reach",
        expected=False,
        parameters={"N": str(parameter), "BAD": ""},
        configuration=configuration,
        arguments=["smtcb", "check", "<fib.c>"],
        fingerprint="0",
        session="1",
        started="now",
        status=status,
        verdict="failed",
        complete=False,
        scope="</script> & more",
        bounds={},
        found="",
        reason="",
        cpu=cpu,
        wall=cpu,
        memory=50.0,
        exit_status=1,
        statistics={"nodes": 7},
    )


SESSION = {
    "session": "1",
    "command": ["smtcb", "bench", "benchmarks/suite", "--config", "a_b=--mode uw", "--results", "/tmp/r.jsonl"],
    "versions": {"smtcb": "1"},
    "machine": {"processor": "x", "cores": 2, "memory_mb": 1, "system": "s", "python": "3"},
    "options": {"timeout": 10.0, "memory": 1, "jobs": 1, "bounds": "task"},
}
RESULTS = Results(
    (SESSION,),
    (
        *(run(f"fib-{n}", "lazy", TaskStatus.FOUND, 0.5 * n, n) for n in (1, 2, 3)),
        *(run(f"fib-{n}", "a_b", TaskStatus.FOUND, 0.2 * n, n) for n in (1, 2)),
        run("fib-3", "a_b", TaskStatus.WRONG, 1.0, 3),
    ),
)


def test_the_summary_counts_what_happened() -> None:
    table = summaries.summary(RESULTS)
    titles = [column.title for column in table.columns]
    rows = [dict(zip(titles, [cell.text for cell in row], strict=True)) for row in table.rows]
    assert [(row["configuration"], row["solved"], row["wrong"]) for row in rows] == [
        ("lazy", "3", "0"),
        ("a_b", "2", "1"),
    ]
    assert rows[0]["common (s)"] == "1.50"  # fib-1 and fib-2 only: the other one does not solve fib-3


def test_the_last_run_of_a_task_counts() -> None:
    again = Results((SESSION,), (*RESULTS.runs, run("fib-3", "a_b", TaskStatus.FOUND, 9.0, 3)))
    assert summaries.wrong_runs(RESULTS)
    assert not summaries.wrong_runs(again)


def test_each_form_of_a_table_escapes_what_it_must() -> None:
    table = Table(
        "t", (Column("a_b"), Column("c|d")), ((TableCell("50%", 0.5), TableCell("x<y & z", tone="bad")),), ("note",)
    )
    assert to_csv(table) == "a_b,c|d\n0.5,x<y & z\n"
    assert "c\\|d" in to_markdown(table)
    assert r"a\_b & c|d \\" in to_latex(table) and r"50\% & \textbf{x<y \& z}" in to_latex(table)
    assert "x&lt;y &amp; z" in to_html(table) and 'data-v="0.5"' in to_html(table)


@pytest.mark.parametrize("width", [60, 80, 200])
def test_on_a_narrow_screen_nothing_is_left_out(width: int, monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    table = summaries.summary(RESULTS)
    print_table(table)
    text = capsys.readouterr().out
    assert all(len(line) <= width for line in text.splitlines())
    assert all(word in text for column in table.columns for word in column.title.split())
    assert all(row[0].text in text for row in table.rows)


def test_a_dumb_terminal_has_its_own_width(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    for name, value in {"COLUMNS": "200", "TERM": "dumb", "FORCE_COLOR": "1"}.items():
        monkeypatch.setenv(name, value)
    print_table(Table("title", tuple(Column(f"column{n}") for n in range(12)), ()))
    assert "column0   column1" in capsys.readouterr().out


def test_a_table_that_fits_neither_way_comes_in_parts(monkeypatch: pytest.MonkeyPatch, capsys: Capture) -> None:
    """Each with the names of the rows; no number is lost."""
    columns = (Column("#"), Column("program", right=False), *(Column(f"column{n}") for n in range(12)))
    rows = tuple(
        (TableCell(f"{r}"), TableCell(f"row{r}"), *(TableCell(f"r{r}c{n}") for n in range(12))) for r in range(30)
    )
    monkeypatch.setenv("COLUMNS", "60")
    print_table(Table("title", columns, rows))
    text = capsys.readouterr().out
    assert all(len(line) <= 60 for line in text.splitlines())
    assert all(text.count(cell.text + " ") == 1 for row in rows for cell in row[2:])
    assert text.count("row7 ") == text.count("program") > 1
    assert text.count("title") == 1


def test_scaling_curves_are_found_by_their_macros() -> None:
    (curve,) = curves(RESULTS)
    assert curve.parameter == "N"
    assert list(curve.tasks) == [1, 2, 3]
    assert "BAD" in curve.title


@pytest.mark.parametrize("ending", plots.FORMATS)
def test_plots_are_written_in_the_form_that_the_name_says(tmp_path: Path, ending: str) -> None:
    pytest.importorskip("matplotlib")
    starts = {".svg": b"<?xml", ".png": b"\x89PNG", ".pdf": b"%PDF"}
    for name, figure in (
        ("quantile", plots.quantile(RESULTS)),
        ("scatter", plots.scatter(RESULTS, "lazy", "a_b")),
        ("scaling", plots.scaling(RESULTS)),
    ):
        path = tmp_path / f"{name}{ending}"
        plots.write_plot(figure, path)
        assert path.read_bytes().startswith(starts[ending])


def test_plots_say_what_is_missing(tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    with pytest.raises(ExperimentProblem, match="no results of a configuration 'uw'; there are lazy, a_b"):
        plots.scatter(RESULTS, "lazy", "uw")
    with pytest.raises(ExperimentProblem, match=r"plots end in \.svg, \.png, \.pdf"):
        plots.write_plot(plots.quantile(RESULTS), tmp_path / "plot.gif")


class Tags(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.addresses: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.addresses += [value or "" for name, value in attrs if name in ("src", "href", "xlink:href")]
        if tag not in ("meta", "input", "br"):
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.addresses += [value or "" for name, value in attrs if name in ("src", "href", "xlink:href")]

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def test_the_page_is_well_formed_and_needs_no_network() -> None:
    pytest.importorskip("matplotlib")
    text = page(RESULTS)
    tags = Tags()
    tags.feed(text)
    assert tags.open == []
    assert [address for address in tags.addresses if not address.startswith("#")] == []
    data = re.search(r'id="data">(.*?)</script>', text, re.DOTALL)
    assert data is not None
    assert json.loads(data[1])["configurations"] == ["lazy", "a_b"]
    assert "Wrong answers" in text


def test_the_page_says_first_whether_a_verdict_is_wrong() -> None:
    pytest.importorskip("matplotlib")
    right = Results((SESSION,), tuple(run for run in RESULTS.runs if run.status is not TaskStatus.WRONG))
    assert '<b class="bad">WRONG VERDICTS: 1</b>' in page(RESULTS)
    assert '<b class="good">no wrong verdict</b>' in page(right)


def test_the_results_page_counts_what_it_claims(tmp_path: Path) -> None:
    """docs/results.md: nothing in it is written by hand."""
    pytest.importorskip("matplotlib")
    right = Results((SESSION,), tuple(run for run in RESULTS.runs if run.status is not TaskStatus.WRONG))
    good = "\n".join(write_results.sections(right, tmp_path, "all tasks", "smtcb bench"))
    assert "No wrong verdict in 5 runs: 5 settle their task, 0 find nothing" in good
    assert "| lazy | 1 | fib-3 |" in good  # which the other one does not solve
    bad = "\n".join(write_results.sections(RESULTS, tmp_path, "all tasks", "smtcb bench"))
    assert "**1 of 6 runs gave a wrong verdict.**" in bad
    assert "| fib-3 | a_b | failed |" in bad
    options = Namespace(results=[Path("/tmp/r.jsonl")], papers=None)
    assert write_results.commands(RESULTS, None, options).splitlines() == [
        "smtcb bench benchmarks/suite --config 'a_b=--mode uw' --results r.jsonl",
        "python -m benchmarks.write_results r.jsonl",
    ]
    assert (tmp_path / "quantile.svg").stat().st_size < 100_000
