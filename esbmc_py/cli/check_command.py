"""`smtcb check`: looks for violations symbolically, within bounds that are given or that grow."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import TYPE_CHECKING, Any

from encoders.levers import LEVERS
from encoders.variants import VARIANTS

from .coverage_file import coverage_file
from .explicit_options import add_explicit_options, explicit_options
from .options import (
    FIRST_INPUT,
    add_command,
    add_input_options,
    add_output_options,
    count,
    loop_bound,
    names,
    seconds,
    semantics,
    source_files,
)
from .problems import UserError
from .progress import ProgressLine

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
  smtcb check prog.c --save-schedule bug.json && smtcb run --schedule bug.json --trace prog.c
"""


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
    _add_property_options(parser)
    add_explicit_options(parser)
    limits = parser.add_argument_group("limits")
    limits.add_argument("--timeout", type=seconds, metavar="S", help="end after so many seconds")
    limits.add_argument("--jobs", type=count, metavar="N", help="processors for mode auto (default: all there are)")
    limits.add_argument("--memory", type=count, metavar="MB", help="end when this much memory is in use")
    output = add_output_options(parser)
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
        "--dump-smt2", type=Path, metavar="FILE", help="write all that the solver is asked, as SMT-LIB 2"
    )
    output.add_argument(
        "--html", type=Path, metavar="FILE", help="write a page that shows the answer, and executions step by step"
    )
    output.add_argument(
        "--coverage",
        type=coverage_file,
        metavar="FILE",
        help="write which lines and branches were reached, per thread: FILE.html, FILE.json or FILE.info (lcov)",
    )
    output.add_argument(
        "--save-schedule", type=Path, metavar="FILE", help="write the first counterexample's schedule, for smtcb run"
    )
    parser.show_first(*FIRST_INPUT, *FIRST)


def _add_search_options(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("search")
    group.add_argument(
        "--mode",
        default="auto",
        metavar="MODE",
        help="auto: lazy, lazyseq and explicit beside each other, the first answer counts (default); lazy: one "
        "interleaving after the other; schedule: all in one formula; uw: that, starting from few; lazyseq: lazy "
        "sequentialization; explicit: all concrete states; random: some executions",
    )
    group.add_argument("--unwind", type=count, metavar="N", help="loops whose end is not in sight run N times at most")
    group.add_argument(
        "--unwind-at",
        type=loop_bound,
        action="append",
        default=[],
        metavar="FILE:LINE:N",
        help="a bound of its own for the loop there (repeatable)",
    )
    bound = group.add_mutually_exclusive_group()
    bound.add_argument("--contexts", type=count, metavar="C", help="at most C context switches")
    bound.add_argument("--preemptions", type=count, metavar="P", help="at most P switches away from a running thread")
    bound.add_argument(
        "--schedule",
        metavar="ROUNDS",
        help="rounds of some threads (mode lazyseq): '+:2,1' is one of all and one of thread 2, then 1; main is 0",
    )
    bound.add_argument("--rounds", type=count, metavar="K", help="K rounds of all threads (mode lazyseq)")
    group.add_argument(
        "--schema",
        default="once",
        metavar="NAME",
        help="of lazyseq: once, which encodes local work once (default), or cseq, the published one",
    )
    group.add_argument(
        "--positions",
        choices=("order", "bitvector"),
        default="order",
        help="of the schema once: a truth value for each place where a thread may stand (default), or numbers",
    )
    group.add_argument("--threads", type=count, metavar="N", help="at most N threads are created (mode lazyseq)")
    group.add_argument(
        "--solver",
        default="auto",
        metavar="NAME",
        help="z3, bitwuzla, bitwuzla:preprocessing (simplifies first), or smtlib:COMMAND for any other "
        "(default: bitwuzla for lazyseq, z3 for the others)",
    )
    group.add_argument("--all-violations", action="store_true", help="go on after the first violation")
    group.add_argument(
        "--no-reduction", action="store_true", help="visit the plain tree: leave nothing out that is redundant"
    )
    group.add_argument(
        "--without",
        type=names,
        default=(),
        metavar="LIST",
        help="switch off reductions of the tree (infeasible, seen, independent, sleep, persistent, overwritten) or of "
        f"mode explicit (critical-sections, futures), or levers of lazyseq ({', '.join(LEVERS)}), by name; "
        "--no-narrowing is short for --without narrowing",
    )
    for lever in LEVERS:
        group.add_argument(
            f"--no-{lever}", action="append_const", dest="levers_off", const=lever, help=argparse.SUPPRESS
        )
    group.add_argument(
        "--variant",
        type=names,
        default=(),
        metavar="LIST",
        help="; ".join(
            ["variants of the encoding, for experiments", *(f"{n} ({text})" for n, text in VARIANTS.items())]
        ),
    )
    group.add_argument("--seed", type=count, default=0, metavar="N", help="of the solver (default: 0)")


def _add_property_options(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("properties")
    which = group.add_mutually_exclusive_group()
    which.add_argument(
        "--property",
        metavar="LIST",
        help="of reach, memory, division, overflow, conversion, locks, deadlock, race, leak, memtrack, atomicity; or "
        "all (default: reach,memory,division,locks,deadlock)",
    )
    group.add_argument(
        "--happens-before",
        action="store_true",
        help="with --property race: two accesses that nothing orders are a race, also where they are not next to each "
        "other (relaxed atomics that publish plain data); not with --schema cseq",
    )
    group.add_argument(
        "--gcc-shifts",
        action="store_true",
        help="left shifts of negative numbers and into the sign bit are no violations of overflow: C11 leaves them "
        "undefined, gcc defines them",
    )
    which.add_argument("--prp", type=Path, metavar="FILE", help="an SV-COMP property file says what to look for")


def execute(options: argparse.Namespace) -> int:
    from esbmc_py.checking import OptionProblem, check

    from .check_report import report

    with ProgressLine(wanted=not (options.quiet or options.json)) as progress:

        def show(bounds: str, statistics: Statistics) -> None:
            progress.show(progress_text(options.mode, bounds, statistics))

        try:
            result = check(source_files(options), _check_options(options, show))
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


def _check_options(options: argparse.Namespace, show: Any) -> CheckOptions:
    from esbmc_py.checking import CheckOptions

    return CheckOptions(
        mode=options.mode,
        unwind=options.unwind,
        unwind_at=dict(options.unwind_at),
        contexts=options.contexts,
        preemptions=options.preemptions,
        rounds=options.rounds,
        schedule=options.schedule,
        schema=options.schema,
        positions=options.positions,
        threads=options.threads,
        groups=_groups(options),
        happens_before=options.happens_before,
        gcc_shifts=options.gcc_shifts,
        solver=options.solver,
        timeout=options.timeout,
        memory=options.memory,
        jobs=options.jobs,
        all_violations=options.all_violations,
        reduction=not options.no_reduction,
        without=(*options.without, *(options.levers_off or ())),
        seed=options.seed,
        variants=options.variant,
        arch=options.arch,
        semantics=semantics(options),
        dump_smt2=options.dump_smt2,
        progress=show,
        explicit=explicit_options(options),
        coverage=options.coverage is not None,
    )


def _groups(options: argparse.Namespace) -> tuple[str, ...]:
    from esbmc_py.checking.options import DEFAULT_GROUPS, parse_groups, parse_property_file

    if options.property is not None:
        groups = parse_groups(options.property)
        if options.wraps and "overflow" in groups:
            raise UserError("-fwrapv defines signed overflow: there is nothing to look for (leave overflow out)")
        return groups
    if options.prp is None:
        return DEFAULT_GROUPS
    try:
        return parse_property_file(options.prp.read_text())
    except (OSError, UnicodeDecodeError) as problem:
        reason = problem.strerror if isinstance(problem, OSError) else "not a text file"
        raise UserError(f"{options.prp}: cannot read the property file: {reason}") from None
    except ValueError as problem:
        raise UserError(f"{options.prp}: {problem}") from None
