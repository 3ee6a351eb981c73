"""`smtcb bench`: many programs in many configurations, with hard limits, into one file of results."""

from __future__ import annotations

import argparse
import signal
import sys
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .bench_options import add_configurations, add_modes
from .cluster_options import add_cluster_address, add_tls_files, security_of
from .exit_codes import ExitCode
from .options import add_command, count, seconds
from .problems import UserError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from esbmc_py.experiments.campaign import CampaignRun, Running
    from esbmc_py.experiments.configurations import Configuration
    from esbmc_py.experiments.records import Results
    from esbmc_py.experiments.tools import OtherTool

EXAMPLES = """\
  smtcb bench benchmarks/suite --timeout 10 --results all.jsonl        every mode on every task
  smtcb bench benchmarks/suite/cav14 --modes lazy,lazyseq --solvers z3,bitwuzla --html page.html
  smtcb bench benchmarks/suite --config a='--mode lazy' --config b='--mode lazy --no-reduction' --scatter a b ab.svg
  smtcb bench report all.jsonl --summary summary.tex --quantile quantile.pdf
  smtcb bench paper cav14-table1 --timeout 100                         our numbers next to the published ones
  smtcb bench paper icse11-table1 --filter 1 --filter 'micro*' --modes lazy
  smtcb bench benchmarks/suite --cluster tcp://head:8786               on the workers of a Dask cluster

The same command again goes on where it was: what the results file holds is not run again.
"""


def add_to(commands: Any) -> None:
    parser = add_command(
        commands,
        "bench",
        execute,
        summary="many programs in many configurations: results, tables, plots",
        description="Runs configurations over a suite of tasks whose verdicts are known, each run in a process of its\n"
        "own with hard limits. Results are appended to one file as they come.\n"
        "Exit status 4: some verdict is wrong.",
        examples=EXAMPLES,
    )
    parser.add_argument(
        "what",
        nargs="+",
        metavar="SUITE",
        help="folders, task files (.yml) or .set files; or: report RESULTS...; or: paper TABLE",
    )
    _add_run_options(parser)
    _add_output_options(parser)


def _add_run_options(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("configurations")
    add_modes(group)
    group.add_argument("--solvers", metavar="LIST", help="each mode with each of these solvers")
    add_configurations(group)
    group.add_argument(
        "--tools",
        metavar="LIST",
        help="other tools, in addition: names of those that come described (cbmc, esbmc), or TOML files",
    )
    group.add_argument(
        "--strict", action="store_true", help="every check of smtcb with --cross-check: two solvers for each proof"
    )
    group = parser.add_argument_group("tasks")
    group.add_argument(
        "--filter",
        action="append",
        default=[],
        metavar="NAME",
        help="only tasks called so; * is anything (repeatable); for paper: rows, by number or program",
    )
    group.add_argument(
        "--bounds",
        choices=("task", "published", "none"),
        default="task",
        help="those of the task file that show the bug (default), those of the paper, or none: they grow",
    )
    group.add_argument(
        "--suite", type=Path, default=Path("benchmarks/suite"), metavar="DIR", help="for paper: where the tasks are"
    )
    group = parser.add_argument_group("limits, for each run")
    group.add_argument(
        "--timeout", type=seconds, default=60.0, metavar="S", help="seconds of processor time (default: 60)"
    )
    group.add_argument("--memory", type=count, default=4000, metavar="MB", help="megabytes (default: 4000)")
    group.add_argument("--jobs", type=count, default=1, metavar="N", help="runs at the same time (default: 1)")
    group = parser.add_argument_group("on a Dask cluster: as many runs at the same time as it has places")
    add_cluster_address(group)
    add_tls_files(group)
    group = parser.add_argument_group("results")
    group.add_argument(
        "--results",
        type=Path,
        default=Path("smtcb-results.jsonl"),
        metavar="FILE",
        help="where results are appended (default: smtcb-results.jsonl)",
    )
    group.add_argument("--rerun", action="store_true", help="run again what the results file holds already")
    group.add_argument("-q", "--quiet", action="store_true", help="no progress, no table")


def _add_output_options(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("tables: the file's ending says how (.csv, .md, .tex); - is the terminal")
    for name, what in (
        ("summary", "one row for each configuration"),
        ("families", "solved tasks, folder by folder"),
        ("tasks", "one row for each task"),
        ("runs", "one row for each run, with all its numbers"),
    ):
        group.add_argument(f"--{name}", action="append", default=[], metavar="FILE", help=what)
    group = parser.add_argument_group("plots (.svg, .png, .pdf)")
    group.add_argument("--quantile", type=Path, metavar="FILE", help="how many tasks are solved within which time")
    group.add_argument(
        "--scatter",
        nargs=3,
        action="append",
        default=[],
        metavar=("A", "B", "FILE"),
        help="configuration A against B (repeatable)",
    )
    group.add_argument("--scaling", type=Path, metavar="FILE", help="time against parameters of programs")
    group.add_argument("--html", type=Path, metavar="FILE", help="one page with everything")
    group.add_argument(
        "--junit", type=Path, metavar="FILE", help="JUnit XML for a build server: a wrong verdict is a failed test"
    )


def execute(options: argparse.Namespace) -> int:
    from esbmc_py.experiments.problems import ExperimentProblem

    try:
        match options.what:
            case ["report", *files]:
                return _report(options, [Path(file) for file in files] or [options.results])
            case ["paper", *names]:
                return _paper(options, names)
            case suites:
                return _bench(options, [Path(suite) for suite in suites])
    except ExperimentProblem as problem:
        raise UserError(str(problem)) from None


def _bench(options: argparse.Namespace, suites: list[Path]) -> int:
    from esbmc_py.experiments.campaign import plan
    from esbmc_py.experiments.processes import ProcessLimits
    from esbmc_py.experiments.records import read_results
    from esbmc_py.experiments.tasks import load_suite, select

    from .bench_report import check_outputs

    tasks = select(load_suite(suites), options.filter)
    if not tasks:
        raise UserError(f"no task is called {' or '.join(options.filter)}")
    configurations = _configurations(options)
    check_outputs(options, [configuration.name for configuration in configurations])
    runs = plan(tasks, configurations, options.bounds, ProcessLimits(options.timeout, options.memory))
    finished = run_campaign(options, runs)
    status = _show(options, read_results([options.results]).only({run.key for run in runs}))
    return status if finished else ExitCode.UNKNOWN


def _configurations(options: argparse.Namespace) -> list[Configuration]:
    from esbmc_py.experiments.configurations import distinct, mode_configurations, parse_configuration, strict

    from .bench_options import check_configuration, mode_list

    own = [parse_configuration(text) for text in options.config]
    solvers = _names(options.solvers)
    wanted = options.modes is not None or options.solvers is not None
    modes = mode_list(options.modes) if wanted or not own else []
    configurations = [*mode_configurations(modes, solvers), *own]
    if options.strict:
        configurations = [strict(configuration) for configuration in configurations]
    for configuration in configurations:
        check_configuration(configuration)
    return distinct([*configurations, *_tools(options)])


def _tools(options: argparse.Namespace) -> list[OtherTool]:
    """Those that are installed; a note says which are not."""
    from esbmc_py.experiments.processes import ProcessLimits
    from esbmc_py.experiments.tools import installed, load_tool

    limits = ProcessLimits(options.timeout, options.memory)
    there, notes = installed([load_tool(name, limits) for name in _names(options.tools)])
    for note in notes:
        print(f"note: {note}", file=sys.stderr)
    return there


def run_campaign(options: argparse.Namespace, runs: list[CampaignRun]) -> bool:
    """Runs what is not there yet; False if it was interrupted."""
    from esbmc_py.experiments.campaign import Campaign, session_document
    from esbmc_py.experiments.computer import describe_computer, describe_versions
    from esbmc_py.experiments.records import RecordsFile
    from esbmc_py.experiments.tools import tool_versions

    from .bench_progress import BenchProgress

    with _where(options) as (jobs, start), RecordsFile(options.results) as results:
        session = f"{len(results.before.sessions) + 1}"
        with BenchProgress(len(runs), wanted=not options.quiet) as progress:
            campaign = Campaign(
                runs,
                results,
                jobs=jobs,
                session=session,
                start=start,
                watcher=progress,
                rerun=options.rerun,
            )
            versions = {**describe_versions(), **tool_versions(run.configuration for run in runs)}
            if not options.rerun:
                _tell_old(results.before.made_by_others({run.key for run in runs}, versions), options.results)
            if not campaign.left:
                return True
            progress.skip(campaign.already_done)
            settings = {name: getattr(options, name) for name in ("timeout", "memory", "jobs", "bounds")}
            settings["configurations"] = list(dict.fromkeys(run.configuration.name for run in runs))
            command = ["smtcb", *sys.argv[1:]]
            results.session(session_document(session, command, versions, describe_computer(), settings))
            before = signal.signal(signal.SIGTERM, _interrupt)
            try:
                campaign.execute()
                return True
            except KeyboardInterrupt:
                left = f"{campaign.left} runs are left"
                print(f"smtcb: interrupted; {left}: the same command goes on from here", file=sys.stderr)
                return False
            finally:
                signal.signal(signal.SIGTERM, before)


@contextmanager
def _where(options: argparse.Namespace) -> Iterator[tuple[int, Callable[[CampaignRun], Running]]]:
    """How many runs at the same time, and what begins one."""
    from esbmc_py.experiments.campaign import on_this_machine
    from esbmc_py.experiments.configurations import smtcb_environment

    security = security_of(options)
    if options.cluster is None:
        yield max(1, options.jobs), on_this_machine(smtcb_environment())
        return
    from esbmc_py.swarm.bench_runs import ClusterRuns

    runs = ClusterRuns(options.cluster, security)
    try:
        yield runs.size, runs.start
    finally:
        runs.close()


def _tell_old(count: int, file: Path) -> None:
    """Whoever has changed an encoding wants to see what it does now."""
    if count:
        print(
            f"note: {count} results in {file} are of another version of smtcb; --rerun makes them again,"
            " another --results FILE keeps both",
            file=sys.stderr,
        )


def _interrupt(_signal: int, _frame: object) -> None:
    raise KeyboardInterrupt


def _report(options: argparse.Namespace, files: list[Path]) -> int:
    from esbmc_py.experiments.records import Results, read_results
    from esbmc_py.experiments.tasks import name_matches

    results = read_results(files)
    if options.filter:
        chosen = [run for run in results.runs if any(name_matches(run.task, name) for name in options.filter)]
        results = Results(results.sessions, tuple(chosen))
    return _show(options, results)


def _paper(options: argparse.Namespace, names: list[str]) -> int:
    from esbmc_py.experiments.papers import (
        load_paper,
        paper_table,
        paper_tables,
        plan_paper,
        with_configurations,
        with_rows,
    )
    from esbmc_py.experiments.processes import ProcessLimits
    from esbmc_py.experiments.records import read_results

    from .bench_report import check_outputs, print_table, write_outputs

    if len(names) != 1:
        raise UserError(f"paper TABLE: one of {', '.join(paper_tables())}")
    table = with_rows(load_paper(names[0]), options.filter)
    configurations = _paper_configurations(options, table.modes)
    configuration_names = [configuration.name for configuration in configurations]
    check_outputs(options, configuration_names)
    table = with_configurations(table, configuration_names)
    runs = plan_paper(table, options.suite, configurations, ProcessLimits(options.timeout, options.memory))
    finished = run_campaign(options, runs)
    results = read_results([options.results]).only({run.key for run in runs})
    shown = paper_table(table, runs, results)
    if not options.quiet:
        print_table(shown)
    wrong = _tell_wrong(results)
    write_outputs(options, results, paper=shown)
    return ExitCode.DISAGREEMENT if wrong else ExitCode.SUCCESSFUL if finished else ExitCode.UNKNOWN


def _paper_configurations(options: argparse.Namespace, modes: Sequence[str]) -> list[Configuration]:
    """The modes that the table compares, if no others are asked for."""
    from esbmc_py.experiments.configurations import distinct, parse_configuration, strict
    from esbmc_py.experiments.papers import paper_configurations

    from .bench_options import check_configuration, mode_list

    own = [parse_configuration(text) for text in options.config]
    wanted = mode_list(options.modes) if options.modes is not None else [] if own else modes
    configurations = [*paper_configurations(wanted, _names(options.solvers)), *own]
    if options.strict:
        configurations = [strict(configuration) for configuration in configurations]
    for configuration in configurations:
        check_configuration(configuration)
    return distinct([*configurations, *_tools(options)])


def _names(text: str | None) -> list[str]:
    return [name.strip() for name in (text or "").split(",") if name.strip()]


def _tell_wrong(results: Results) -> bool:
    from esbmc_py.experiments.summaries import wrong_runs

    wrong = wrong_runs(results)
    for run in wrong:
        expected = "no bug" if run.expected else "a bug"
        print(f"WRONG: {run.task}, {run.configuration}: {run.verdict} ({run.scope}), but there is {expected}")
    return bool(wrong)


def _show(options: argparse.Namespace, results: Results) -> int:
    from esbmc_py.experiments import summaries

    from .bench_report import print_table, write_outputs

    if not results.runs:
        raise UserError("there are no results yet")
    if not options.quiet:
        print_table(summaries.summary(results))
    wrong = _tell_wrong(results)
    write_outputs(options, results)
    return ExitCode.DISAGREEMENT if wrong else ExitCode.SUCCESSFUL
