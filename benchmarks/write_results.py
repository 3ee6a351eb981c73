"""Writes docs/results.md and its plots from results files that `smtcb bench` and `smtcb bench paper` have filled.

    python -m benchmarks.write_results suite.jsonl --papers papers.jsonl

Everything in the page comes from the files; run it again after another campaign.
"""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Iterator
from pathlib import Path

from esbmc_py.experiments import plots, summaries
from esbmc_py.experiments.answers import TaskStatus
from esbmc_py.experiments.papers import (
    load_paper,
    paper_configurations,
    paper_table,
    paper_tables,
    plan_paper,
    with_configurations,
)
from esbmc_py.experiments.processes import ProcessLimits
from esbmc_py.experiments.records import Results, read_results
from esbmc_py.experiments.scaling import curves
from esbmc_py.experiments.tables import Column, Table, TableCell, number, to_markdown
from esbmc_py.experiments.tasks import load_suite

INTRODUCTION = """\
# Results

Every mode on {extent} of [the suite](benchmarks.md). This page and its plots are written by
`python -m benchmarks.write_results` from the results files that these commands made (an interrupted campaign goes on
where it was, so they can be run in slices):

```sh
{commands}
```

Tasks with a bug are checked within the smallest bounds that are known to show it (context switches, or rounds for
`lazyseq`); tasks without one with bounds that grow until nothing is left out. Times are processor time, limits are on
processor time, too. `timeout` is told as such, whatever the run had covered by then.
"""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("results", type=Path, nargs="+")
    parser.add_argument("--papers", type=Path, help="results of `smtcb bench paper`")
    parser.add_argument("--suite", type=Path, default=Path("benchmarks/suite"))
    parser.add_argument("--docs", type=Path, default=Path("docs"))
    options = parser.parse_args()
    results = read_results(options.results)
    folder = options.docs / "results"
    papers = None if options.papers is None else read_results([options.papers])
    text = "\n".join(sections(results, folder, extent(results, options.suite), commands(results, papers, options)))
    if papers is not None:
        text += "\n" + "\n".join(paper_sections(papers, options.suite))
    (options.docs / "results.md").write_text(text.rstrip() + "\n")
    return 0


def commands(results: Results, papers: Results | None, options: argparse.Namespace) -> str:
    """What was typed, as the files tell; the same command in several sessions once."""
    sessions = [*results.sessions, *(papers.sessions if papers is not None else ())]
    lines = dict.fromkeys(shlex.join(map(_short, session["command"])) for session in sessions)
    words = ["python", "-m", "benchmarks.write_results", *(path.name for path in options.results)]
    words += ["--papers", options.papers.name] if papers is not None else []
    return "\n".join([*lines, " ".join(words)])


def _short(word: str) -> str:
    """Where the files were on this machine is of no use on another."""
    return Path(word).name if word.startswith("/") else word


def extent(results: Results, suite: Path) -> str:
    """How much of the suite was run; a task that only some configurations have met is not counted."""
    latest, names = results.latest, results.configurations
    done = [task for task in results.tasks if all((task, name) in latest for name in names)]
    everything = len(load_suite([suite]))
    return "all tasks" if len(done) == everything else f"{len(done)} of the {everything} tasks"


def sections(results: Results, folder: Path, how_much: str, how: str) -> Iterator[str]:
    yield INTRODUCTION.format(extent=how_much, commands=how)
    yield from (f"- {text}\n" for text in dict.fromkeys(map(summaries.session_text, results.sessions)))
    yield "## Summary\n"
    yield verdicts(results)
    yield to_markdown(summaries.summary(results))
    yield from wrong_and_errors(results)
    yield "## By family\n"
    yield to_markdown(summaries.families(results))
    yield "## Plots\n"
    yield from pictures(results, folder)
    yield "## What times out\n"
    yield to_markdown(timeouts(results))
    yield "## Solved by one mode only\n"
    yield to_markdown(alone(results))
    yield "## Solved by none\n"
    yield from unsolved(results)


def verdicts(results: Results) -> str:
    """The claim that matters most, counted."""
    latest = results.latest.values()
    wrong, answers = len(summaries.wrong_runs(results)), sum(run.status.solved for run in latest)
    bounded = sum(run.status is TaskStatus.BOUNDED for run in latest)
    if wrong:
        return f"**{wrong} of {len(latest)} runs gave a wrong verdict.**\n"
    return (
        f"No wrong verdict in {len(latest):,} runs: {answers:,} settle their task, {bounded:,} find nothing within"
        f" bounds that leave something out, {len(latest) - answers - bounded:,} give no answer.\n"
    )


def timeouts(results: Results) -> Table:
    """Runs without an answer in time, of all, for each family and mode."""
    names, latest = results.configurations, results.latest.values()
    rows = []
    for family in sorted({run.family for run in latest}):
        cells = []
        for name in names:
            runs = [run for run in latest if run.family == family and run.configuration == name]
            late = sum(run.status is TaskStatus.TIMEOUT for run in runs)
            cells.append(TableCell(f"{late}/{len(runs)}" if late else "–"))
        rows.append((TableCell(family), *cells))
    return Table("", (Column("family", right=False), *map(Column, names)), tuple(rows))


def alone(results: Results) -> Table:
    latest, names = results.latest, results.configurations
    found: dict[str, list[str]] = {name: [] for name in names}
    for task in results.tasks:
        solvers = [name for name in names if (run := latest.get((task, name))) and run.status.solved]
        if len(solvers) == 1:
            found[solvers[0]].append(task)
    rows = [(TableCell(name), number(len(tasks)), TableCell(", ".join(tasks))) for name, tasks in found.items()]
    return Table("", (Column("mode", right=False), Column("tasks"), Column("which", right=False)), tuple(rows))


def wrong_and_errors(results: Results) -> Iterator[str]:
    for status, title in ((TaskStatus.WRONG, "Wrong answers"), (TaskStatus.ERROR, "Errors")):
        runs = [run for run in results.latest.values() if run.status is status]
        if runs:
            rows = [(run.task, run.configuration, run.verdict, run.reason or run.scope) for run in runs]
            columns = [Column(title, right=False) for title in ("task", "configuration", "verdict", "why")]
            yield f"## {title}\n"
            yield to_markdown(Table("", tuple(columns), tuple(tuple(map(TableCell, row)) for row in rows)))


def pictures(results: Results, folder: Path) -> Iterator[str]:
    plots.write_plot(plots.quantile(results), folder / "quantile.svg")
    yield "How many tasks are solved within how much time each (further right and lower is better):\n"
    yield "![quantiles](results/quantile.svg)\n"
    names = results.configurations
    for first, second in (("lazy", "lazyseq"), ("lazy", "schedule"), ("schedule", "uw"), ("lazy", "explicit")):
        if first in names and second in names:
            plots.write_plot(plots.scatter(results, first, second), folder / f"{first}-{second}.svg")
            yield f"![{first} against {second}](results/{first}-{second}.svg)\n"
    if curves(results):
        plots.write_plot(plots.scaling(results), folder / "scaling.svg")
        yield "Time against the parameter of a program:\n"
        yield "![scaling](results/scaling.svg)\n"


def unsolved(results: Results) -> Iterator[str]:
    latest, names = results.latest, results.configurations
    tasks = [
        task
        for task in results.tasks
        if not any((run := latest.get((task, name))) and run.status.solved for name in names)
    ]
    if tasks:
        yield f"{len(tasks)} of {len(results.tasks)} tasks are solved by no mode within the limits:\n"
        yield to_markdown(summaries.tasks(results, tasks))
    else:
        yield "Every task is solved by some mode.\n"


def paper_sections(results: Results, suite: Path) -> Iterator[str]:
    yield "## The papers' tables\n"
    for name in paper_tables():
        table = load_paper(name)
        tried = list(dict.fromkeys(run.configuration for run in results.runs if run.task.startswith(f"{name}/")))
        if tried:
            runs = plan_paper(table, suite, paper_configurations(table.modes, []), ProcessLimits())
            table = with_configurations(table, tried)
            yield f"### {table.title}\n"
            yield to_markdown(paper_table(table, runs, results))


if __name__ == "__main__":
    sys.exit(main())
