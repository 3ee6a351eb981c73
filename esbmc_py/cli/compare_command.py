"""`smtcb compare`: one program in all modes, side by side."""

from __future__ import annotations

import argparse
import json
import sys
from typing import TYPE_CHECKING, Any

from .bench_options import add_configurations, add_modes
from .exit_codes import ExitCode
from .options import FIRST_INPUT, add_command, add_input_options, count, seconds
from .options_passed_on import input_words
from .problems import UserError
from .progress import ProgressLine

if TYPE_CHECKING:
    from collections.abc import Sequence

    from esbmc_py.experiments.comparison import ComparedAnswer
    from esbmc_py.experiments.configurations import SmtcbConfiguration
    from esbmc_py.experiments.tables import Table
    from esbmc_py.experiments.tasks import TaskBounds

EXAMPLES = """\
  smtcb compare prog.c                              every mode, bounds grow by themselves
  smtcb compare prog.c --contexts 4 --rounds 3      these bounds, each mode takes its own
  smtcb compare prog.c --modes lazy,uw --timeout 60
  smtcb compare prog.c --config z3='--mode lazyseq' --config bw='--mode lazyseq --solver bitwuzla'
  smtcb compare prog.c --latex > table.tex
"""


def add_to(commands: Any) -> None:
    parser = add_command(
        commands,
        "compare",
        execute,
        summary="one program in all modes, side by side",
        description="Checks a program in every mode, one after the other, each in a process of its own,\n"
        "and puts verdicts and costs into a table. Exit status 4: answers that contradict each other.",
        examples=EXAMPLES,
    )
    add_input_options(parser)
    group = parser.add_argument_group("what is compared")
    add_modes(group)
    add_configurations(group)
    group.add_argument("--property", metavar="LIST", help="what to look for, as in smtcb check")
    group.add_argument("--solver", metavar="NAME", help="of all modes, as in smtcb check")
    bounds = parser.add_argument_group("bounds")
    bounds.add_argument("--unwind", type=count, metavar="N", help="loops run N times at most")
    bounds.add_argument("--contexts", type=count, metavar="C", help="context switches, for modes bounded by these")
    bounds.add_argument("--preemptions", type=count, metavar="P", help="the same, for preemptions")
    bounds.add_argument(
        "--rounds", type=count, metavar="K", help="rounds, for modes bounded by these (default: C + 1, if C is given)"
    )
    limits = parser.add_argument_group("limits, for each mode")
    limits.add_argument("--timeout", type=seconds, metavar="S", help="end after so many seconds of processor time")
    limits.add_argument("--memory", type=count, metavar="MB", help="end when this much memory is in use")
    output = parser.add_argument_group("output").add_mutually_exclusive_group()
    for form in ("json", "csv", "md", "latex"):
        output.add_argument(f"--{form}", action="store_true", help=f"print {form} instead of a table for people")
    parser.show_first_what_is_its_own(*FIRST_INPUT)


def execute(options: argparse.Namespace) -> int:
    from esbmc_py.experiments.comparison import comparison_table, disagree, run_one, to_json
    from esbmc_py.experiments.configurations import smtcb_environment
    from esbmc_py.experiments.problems import ExperimentProblem
    from esbmc_py.experiments.processes import ProcessLimits

    _check_files(options)
    try:
        configurations = chosen_configurations(options)
    except ExperimentProblem as problem:
        raise UserError(str(problem)) from None
    entries: list[ComparedAnswer] = []
    interrupted = False
    for_people = not (options.json or options.csv or options.md or options.latex)
    with ProgressLine(wanted=for_people) as progress:
        try:
            for configuration in configurations:
                progress.show(configuration.name)
                command = _command(options, configuration)
                limits = ProcessLimits(options.timeout, options.memory)
                entries.append(run_one(configuration, command, limits, smtcb_environment()))
                _stop_at_bad_input(entries[-1])
        except KeyboardInterrupt:
            if not entries:
                raise
            interrupted = True
    if interrupted:
        print("smtcb: interrupted; this is what is known so far", file=sys.stderr)
    table = comparison_table(", ".join(map(str, options.files)), entries)
    _print(options, table, to_json(entries) if options.json else {})
    status = _status(entries, disagree(entries))
    return ExitCode.UNKNOWN if interrupted and status == ExitCode.SUCCESSFUL else status


def _check_files(options: argparse.Namespace) -> None:
    for file in options.files:
        if str(file) == "-":
            raise UserError("each mode reads the program for itself: put the standard input into a file")
        if not file.exists():
            raise UserError(f"{file}: no such file")


def chosen_configurations(options: argparse.Namespace) -> list[SmtcbConfiguration]:
    from esbmc_py.experiments.configurations import distinct, mode_configurations, parse_configuration

    from .bench_options import check_configuration, mode_list

    own = [parse_configuration(text) for text in options.config]
    for configuration in own:
        check_configuration(configuration)
    modes = [] if own and options.modes is None else mode_list(options.modes)
    configurations = [*mode_configurations(modes, ()), *own]
    distinct(configurations)
    return configurations


def _command(options: argparse.Namespace, configuration: SmtcbConfiguration) -> list[str]:
    from esbmc_py.experiments.configurations import option, smtcb_command

    arguments = input_words(options)
    for name in ("property", "solver"):
        value = getattr(options, name)
        if value is not None and option(configuration.arguments, f"--{name}") is None:
            arguments += [f"--{name}", value]
    bounds = configuration.bound_arguments(_bounds(options))
    return [*smtcb_command(), "check", *arguments, *configuration.arguments, *bounds, "--json"]


def _bounds(options: argparse.Namespace) -> TaskBounds:
    """C + 1 rounds cover C context switches: each stretch of a schedule fits into a round of its own."""
    from esbmc_py.experiments.tasks import TaskBounds

    rounds = options.rounds
    if rounds is None and options.contexts is not None:
        rounds = options.contexts + 1
    return TaskBounds(options.unwind, options.contexts, options.preemptions, rounds)


def _stop_at_bad_input(entry: ComparedAnswer) -> None:
    """What one mode cannot read, no other can."""
    if entry.ended.status == ExitCode.BAD_INPUT:
        raise UserError(entry.ended.errors.strip().removeprefix("smtcb: "))


def _print(options: argparse.Namespace, table: Table, document: dict[str, Any]) -> None:
    from esbmc_py.experiments import tables

    if options.json:
        print(json.dumps(document, indent=1))
    elif options.csv:
        sys.stdout.write(tables.to_csv(table))
    elif options.md:
        sys.stdout.write(tables.to_markdown(table))
    elif options.latex:
        sys.stdout.write(tables.to_latex(table))
    else:
        from .bench_report import print_table

        print_table(table)


def _status(entries: Sequence[ComparedAnswer], disagreement: bool) -> int:
    verdicts = {entry.said for entry in entries}
    if disagreement:
        return ExitCode.DISAGREEMENT
    if "failed" in verdicts:
        return ExitCode.FAILED
    return ExitCode.SUCCESSFUL if verdicts == {"successful"} else ExitCode.UNKNOWN
