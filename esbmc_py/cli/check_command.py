"""`smtcb check`: looks for violations symbolically, within bounds that are given or that grow."""

from __future__ import annotations

import argparse
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from encoders.levers import LEVERS

from .coverage_file import coverage_file
from .exchange_options import add_exchange_options, check_exchange_options
from .explicit_options import add_explicit_options, explicit_options
from .listed_options import add_listed_options, listed_settings
from .options import (
    FIRST_INPUT,
    add_command,
    add_input_options,
    add_output_options,
    names,
    semantics,
    source_files,
)
from .problems import UserError
from .progress import ProgressLine
from .property_file import read_property_file

if TYPE_CHECKING:
    from encoders.outcome import Statistics
    from esbmc_py.checking import CheckOptions

EXAMPLES = """\
  smtcb check prog.c                            bounds grow until there is a bug or nothing is left out
  smtcb check prog.c --timeout 60 --stats       for a minute at most; what it cost
  smtcb check prog.c --contexts 4 --unwind 3    within these bounds
  smtcb check prog.c --unwind-at prog.c:12:8    the loop in line 12 eight times at most
  smtcb check prog.c --mode uw --solver bitwuzla
  smtcb check prog.c --property reach,deadlock  what to look for
  smtcb check prog.c --all-violations           everything, not only the first
  smtcb check prog.c --html answer.html         a page with a lane for each thread, to step through
  smtcb check prog.c --coverage reached.html    which lines were reached, by which threads
  smtcb check prog.c --witness bug.yml          for other tools, and for smtcb validate
  smtcb check prog.c --sarif bug.sarif          for code scanning
  smtcb check prog.c --save-schedule bug.json && smtcb run --schedule bug.json --trace prog.c
"""

_LEAST = 0.05  # seconds that a check has, however late it begins

# Beside the input: what everybody needs. The rest is in --help-all.
FIRST = (
    "--mode", "--unwind", "--contexts", "--property", "--all-violations", "--timeout", "--memory", "--json", "--quiet",
    "--verbose", "--color", "--trace", "--explain", "--stats", "--html", "--save-schedule",
)  # fmt: skip


def add_to(commands: Any) -> None:
    parser = add_command(
        commands,
        "check",
        execute,
        summary="look for bugs in all interleavings, for all inputs",
        description="Checks a program symbolically: for all inputs, in all interleavings of its threads, in bounds.\n"
        "Those that are not given grow until there is a bug, until nothing is left out, or until the time is up.\n"
        "Every counterexample has been replayed in the concrete machine.",
        examples=EXAMPLES,
    )
    add_input_options(parser)
    _add_search_options(parser)
    add_property_options(parser)
    add_explicit_options(parser)
    add_listed_options(parser.add_argument_group("limits"), "limits")
    output = add_output_options(parser)
    add_answer_options(output)
    add_listed_options(output, "output")
    output.add_argument(
        "--coverage",
        type=coverage_file,
        metavar="FILE",
        help="write which lines and branches were reached, per thread: FILE.html, FILE.json, FILE.info or FILE.lcov",
    )
    parser.show_first(*FIRST_INPUT, *FIRST)


def add_answer_options(output: argparse._ArgumentGroup) -> None:
    """How an answer is shown, and where it is written."""
    output.add_argument(
        "--trace",
        choices=("short", "full"),
        default="short",
        help="of an execution, show what matters for the violation (default), or everything",
    )
    output.add_argument(
        "--explain",
        action="store_true",
        help="say why: the kind of mistake, the accesses, and the orders that it cannot happen without (takes seconds)",
    )
    output.add_argument(
        "--shortest",
        action="store_true",
        help="look for the execution with the fewest context switches, then the fewest steps (may take a minute)",
    )
    output.add_argument("--stats", action="store_true", help="print what it cost (with --json: always)")
    output.add_argument(
        "--html", type=Path, metavar="FILE", help="write a page that shows the answer, and executions step by step"
    )
    output.add_argument(
        "--save-schedule", type=Path, metavar="FILE", help="write the first counterexample's schedule, for smtcb run"
    )
    add_exchange_options(output)
    output.add_argument(
        "--save-invariant",
        type=Path,
        metavar="FILE",
        help="write the invariant of a proof (mode prove), for smtcb prove-check",
    )


def _add_search_options(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("search")
    add_listed_options(group, "search")
    group.add_argument(
        "--no-reduction", action="store_true", help="visit the plain tree: leave nothing out that is redundant"
    )
    group.add_argument(
        "--without",
        type=names,
        default=(),
        metavar="LIST",
        help="switch off reductions of the tree (infeasible, seen, independent, sleep, persistent, overwritten) or of "
        f"mode explicit (critical-sections, futures, idle-values), or levers of lazyseq ({', '.join(LEVERS)}), by "
        "name; --no-narrowing is short for --without narrowing",
    )
    for lever in LEVERS:
        group.add_argument(
            f"--no-{lever}", action="append_const", dest="levers_off", const=lever, help=argparse.SUPPRESS
        )


def add_property_options(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("properties")
    which = group.add_mutually_exclusive_group()
    which.add_argument(
        "--property",
        metavar="LIST",
        help="of reach, memory, division, overflow, conversion, locks, deadlock, race, leak, memtrack, atomicity, "
        "signal-safety, termination, livelock, starvation; or all (default: reach,memory,division,locks,deadlock)",
    )
    which.add_argument("--prp", type=Path, metavar="FILE", help="an SV-COMP property file says what to look for")
    add_listed_options(group, "properties")


def execute(options: argparse.Namespace) -> int:
    from esbmc_py.checking import OptionProblem, check
    from esbmc_py.checking.options import DEFAULT_MODE

    from .check_report import report

    check_exchange_options(options)
    with ProgressLine(wanted=not (options.quiet or options.json)) as progress:

        def show(bounds: str, statistics: Statistics) -> None:
            progress.show(progress_text(options.mode or DEFAULT_MODE, bounds, statistics))

        try:
            result = check(source_files(options), check_options(options, show))
        except OptionProblem as problem:
            raise UserError(str(problem)) from None
    return report(result, options)


def progress_text(mode: str, bounds: str, statistics: Statistics) -> str:
    numbers = {
        "nodes": statistics.nodes,
        "interleavings": statistics.interleavings,
        "states": statistics.states,
        "transitions": statistics.transitions,
        "terms in the formula": statistics.formula_nodes,
        "solver checks": statistics.solver_checks,
    }
    shown = ", ".join(f"{number:,} {what}" for what, number in numbers.items() if number)
    return f"{mode}, {bounds}" + (f": {shown}" if shown else "")


def check_options(options: argparse.Namespace, show: Any) -> CheckOptions:
    from esbmc_py.checking import CheckOptions

    settings = listed_settings(options)
    if (ends_at := getattr(options, "ends_at", None)) is not None:
        settings["timeout"] = max(_LEAST, ends_at - time.monotonic())  # to import what checks has taken some of it
    return CheckOptions(
        **settings,
        groups=groups_of(options),
        reduction=not options.no_reduction,
        without=(*options.without, *(options.levers_off or ())),
        arch=options.arch,
        semantics=semantics(options),
        progress=show,
        covered=getattr(options, "covered", None),  # where somebody watches who may have to answer instead
        explicit=explicit_options(options),
        coverage=options.coverage is not None,
    )


def groups_of(options: argparse.Namespace) -> tuple[str, ...]:
    from esbmc_py.checking.options import DEFAULT_GROUPS, parse_groups, parse_property_file

    if options.property is not None:
        groups = parse_groups(options.property)
        if options.wraps and "overflow" in groups:
            raise UserError("-fwrapv defines signed overflow: there is nothing to look for (leave overflow out)")
        return groups
    if options.prp is None:
        return DEFAULT_GROUPS
    return read_property_file(options.prp, parse_property_file)
