"""Tables on the terminal."""

from __future__ import annotations

import argparse
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from rich.console import Console

    from esbmc_py.experiments.records import Results
    from esbmc_py.experiments.tables import Table


def console() -> Console:
    """As wide as the terminal; into a file or pipe, wide enough for any table."""
    from rich.console import Console

    # With its width alone, a console that the environment calls dumb has 80 columns nevertheless.
    width, height = shutil.get_terminal_size((200, 24))
    return Console(width=width, height=height, highlight=False)


def print_table(table: Table) -> None:
    """As it is if it fits, else with rows as columns, else in parts: a screen never cuts off what was asked for."""
    from rich.measure import Measurement
    from rich.text import Text

    from esbmc_py.experiments.tables import split, to_rich, turned

    out = console()

    def fits(part: Table) -> bool:
        return Measurement.get(out, out.options.update(width=10_000), to_rich(part)).minimum <= out.width

    other = turned(table)
    parts = [table] if fits(table) else [other] if fits(other) else split(table, fits)
    for part in parts:
        out.print(to_rich(part))
    for note in table.notes:
        out.print(Text(note, style="bold red" if note.startswith("DISAGREEMENT") else ""))


def check_outputs(options: argparse.Namespace, configurations: Sequence[str]) -> None:
    """What could not be written in the end is told before hours of work. Raises ExperimentProblem."""
    from esbmc_py.experiments import plots
    from esbmc_py.experiments.tables import check_ending

    for name in ("summary", "families", "tasks", "runs"):
        for target in getattr(options, name):
            if target != "-":
                check_ending(Path(target))
    for first, second, _ in options.scatter:
        plots.check_names((first, second), configurations)
    targets = [options.quantile, options.scaling, *(Path(target) for _, _, target in options.scatter)]
    for target in filter(None, targets):
        plots.check_ending(target)
    if any(targets):
        plots.check_installed()


def write_outputs(options: argparse.Namespace, results: Results, paper: Table | None = None) -> None:
    """The tables and plots that were asked for. A paper's table takes the summary's place."""
    from esbmc_py.experiments import summaries
    from esbmc_py.experiments.tables import write_table

    builders = {
        "summary": summaries.summary if paper is None else lambda _: paper,
        "families": summaries.families,
        "tasks": summaries.tasks,
        "runs": summaries.every_run,
    }
    for name, build in builders.items():
        for target in getattr(options, name):
            if target == "-":
                print_table(build(results))
            else:
                write_table(build(results), Path(target))
    _write_plots(options, results)
    if options.html is not None:
        from esbmc_py.experiments.page import page
        from esbmc_py.experiments.tables import write_text

        write_text(options.html, page(results))
    if options.junit is not None:
        from esbmc_py.experiments.junit import junit_text
        from esbmc_py.experiments.tables import write_text

        write_text(options.junit, junit_text(results))


def _write_plots(options: argparse.Namespace, results: Results) -> None:
    if not (options.quantile or options.scatter or options.scaling):
        return
    from esbmc_py.experiments import plots

    if options.quantile is not None:
        plots.write_plot(plots.quantile(results), options.quantile)
    for first, second, target in options.scatter:
        plots.write_plot(plots.scatter(results, first, second), Path(target))
    if options.scaling is not None:
        plots.write_plot(plots.scaling(results), options.scaling)
