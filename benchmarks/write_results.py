"""Writes docs/results.md and its plots from results files that `smtcb bench` and `smtcb bench paper` have filled.

    python -m benchmarks.write_results suite.jsonl --papers papers.jsonl

Everything in the page comes from the files; run it again after another campaign.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from esbmc_py.experiments import plots, summaries
from esbmc_py.experiments.answers import Status
from esbmc_py.experiments.papers import load_paper, paper_configurations, paper_table, paper_tables, plan_paper
from esbmc_py.experiments.processes import Limits
from esbmc_py.experiments.records import Results, read_results
from esbmc_py.experiments.scaling import curves
from esbmc_py.experiments.tables import Cell, Column, Table, to_markdown
from esbmc_py.experiments.tasks import load_suite

INTRODUCTION = """\
# Results

Every mode on {extent} of [the suite](benchmarks.md), written by `python -m benchmarks.write_results` from the results
file. How to repeat it, in slices if need be (an interrupted campaign goes on where it was):

```sh
smtcb bench benchmarks/suite --timeout {timeout:g} --memory {memory} --results suite.jsonl
for table in icse11-table1 icse11-table2 cav14-table1 toplas21-table4; do
    smtcb bench paper $table --timeout 60 --results papers.jsonl
done
python -m benchmarks.write_results suite.jsonl --papers papers.jsonl
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
    text = "\n".join(sections(results, folder, extent(results, options.suite)))
    if options.papers is not None:
        text += "\n" + "\n".join(paper_sections(read_results([options.papers]), options.suite))
    (options.docs / "results.md").write_text(text.rstrip() + "\n")
    return 0


def extent(results: Results, suite: Path) -> str:
    """How much of the suite was run; a task that only some configurations have met is not counted."""
    latest, names = results.latest, results.configurations
    done = [task for task in results.tasks if all((task, name) in latest for name in names)]
    everything = len(load_suite([suite]))
    return "all tasks" if len(done) == everything else f"{len(done)} of the {everything} tasks"


def sections(results: Results, folder: Path, how_much: str) -> Iterator[str]:
    settings = results.sessions[-1]["options"]
    yield INTRODUCTION.format(timeout=settings["timeout"], memory=settings["memory"], extent=how_much)
    yield "## Where\n"
    yield from machines(results.sessions)
    yield "\n## Summary\n"
    yield to_markdown(summaries.summary(results))
    yield from wrong_and_errors(results)
    yield "## By family\n"
    yield to_markdown(summaries.families(results))
    yield "## Plots\n"
    yield from pictures(results, folder)
    yield "## What nobody solves\n"
    yield from unsolved(results)


def machines(sessions: tuple[dict[str, Any], ...]) -> Iterator[str]:
    told = set()
    for session in sessions:
        machine, versions = session["machine"], session["versions"]
        line = (
            f"- {machine['processor']}, {machine['cores']} cores, {machine['system']}, Python {machine['python']}; "
            + ", ".join(f"{name} {value}" for name, value in versions.items())
            + f"; {session['options']['jobs']} at a time"
        )
        if line not in told:
            told.add(line)
            yield line


def wrong_and_errors(results: Results) -> Iterator[str]:
    for status, title in ((Status.WRONG, "Wrong answers"), (Status.ERROR, "Errors")):
        runs = [run for run in results.latest.values() if run.status is status]
        yield f"## {title}\n"
        if not runs:
            yield "None.\n"
            continue
        rows = [
            (Cell(run.task), Cell(run.configuration), Cell(run.verdict), Cell(run.reason or run.scope)) for run in runs
        ]
        columns = [Column(title, right=False) for title in ("task", "configuration", "verdict", "why")]
        yield to_markdown(Table("", tuple(columns), tuple(rows)))


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
        yield f"{len(tasks)} tasks are solved by no mode within the limits:\n"
        yield to_markdown(summaries.tasks(results, tasks))
    else:
        yield "Every task is solved by some mode.\n"


def paper_sections(results: Results, suite: Path) -> Iterator[str]:
    yield "# The papers' tables\n"
    for name in paper_tables():
        table = load_paper(name)
        runs = plan_paper(table, suite, paper_configurations(table.modes, []), Limits())
        if any(run.task.name == result.task for run in runs for result in results.runs):
            yield f"## {table.title}\n"
            yield to_markdown(paper_table(table, runs, results))


if __name__ == "__main__":
    sys.exit(main())
