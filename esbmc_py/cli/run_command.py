"""`smtcb run`: one execution in the concrete machine, or all of them."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .coverage_file import coverage_file
from .exit_codes import ExitCode
from .options import FIRST_INPUT, add_command, add_input_options, add_output_options, count, load_prepared, semantics
from .problems import UserError
from .surroundings_options import refuse_graphs

if TYPE_CHECKING:
    from esbmc_py.frontend import Semantics
    from esbmc_py.goto.program import Program
    from esbmc_py.vm.schedule import Schedule

EXAMPLES = """\
  smtcb run prog.c                              one execution, threads scheduled at random
  smtcb run prog.c --seed 7 --trace             another one, step by step
  smtcb run prog.c -- -v 7                      as ./prog -v 7
  smtcb run prog.c --inputs 1,-5,0.5            with these nondeterministic values
  smtcb run --explore prog.c                    all executions
  smtcb run --explore --contexts 2 prog.c       all with at most two context switches
  smtcb run --explore --races prog.c            look for data races, too
  smtcb run --explore --save-schedule bug.json prog.c
  smtcb run --schedule bug.json --trace prog.c  the same execution again
"""

EXPLORING = (
    "contexts",
    "preemptions",
    "rounds",
    "max_states",
    "max_seconds",
    "races",
    "happens_before",
    "save_schedule",
    "coverage",
)
SINGLE = ("seed", "schedule", "inputs", "trace", "max_steps")


def add_to(commands: Any) -> None:
    parser = add_command(
        commands,
        "run",
        execute,
        summary="run a program in the concrete machine: once, or in all interleavings (--explore)",
        description="Runs a program in the concrete machine, once under a random schedule, or with --explore in all\n"
        "interleavings of its threads and for all values of small nondeterministic inputs.",
        examples=EXAMPLES,
    )
    add_input_options(parser)
    once = parser.add_argument_group("one execution")
    once.add_argument("--seed", type=count, metavar="N", help="of the random scheduler (default: 0)")
    once.add_argument("--schedule", type=Path, metavar="FILE", help="follow a schedule that --save-schedule wrote")
    once.add_argument("--inputs", metavar="V,V,...", help="the first nondeterministic values")
    once.add_argument("--trace", action="store_true", default=None, help="print every step")
    once.add_argument("--max-steps", type=count, metavar="N", help="end after so many steps")
    every = parser.add_argument_group("all executions")
    every.add_argument("--explore", action="store_true", help="visit all interleavings")
    bound = every.add_mutually_exclusive_group()
    bound.add_argument("--contexts", type=count, metavar="C", help="at most C context switches")
    bound.add_argument("--preemptions", type=count, metavar="P", help="at most P switches away from a running thread")
    bound.add_argument("--rounds", type=count, metavar="K", help="K rounds in which each thread gets one turn")
    every.add_argument("--races", action="store_true", default=None, help="report data races, too")
    every.add_argument(
        "--happens-before",
        action="store_true",
        default=None,
        help="with --races: two accesses that nothing orders are a race also where they are not next to each other",
    )
    every.add_argument("--max-states", type=count, metavar="N", help="give up after so many states")
    every.add_argument("--max-seconds", type=count, metavar="S", help="give up after so many seconds")
    every.add_argument(
        "--save-schedule", type=Path, metavar="FILE", help="write the first counterexample's schedule, for --schedule"
    )
    every.add_argument(
        "--coverage",
        type=coverage_file,
        metavar="FILE",
        help="write which lines and branches were reached, per thread: FILE.html, FILE.json, FILE.info or FILE.lcov",
    )
    parser.add_argument(
        "--atomicity",
        action="store_true",
        help="interference with blocks that are expected to be atomic is a violation",
    )
    unfreed = parser.add_mutually_exclusive_group()
    unfreed.add_argument("--leaks", action="store_true", help="memory that is not freed at the end is a violation")
    unfreed.add_argument("--lost", action="store_true", help="the same, only if nothing points to that memory any more")
    add_output_options(parser)
    parser.show_first_what_is_its_own(*FIRST_INPUT)


def execute(options: argparse.Namespace) -> int:
    refuse_graphs(options)
    _reject_mixtures(options)
    if options.explore:
        from .explore_report import explore_and_report

        meaning = _meaning(options, None)
        program = _loaded(options, meaning, heap_seen=options.leaks)
        return explore_and_report(program, options, meaning)
    schedule = _schedule(options)
    inputs = _inputs(options.inputs)
    compiled_reads = schedule is not None and schedule.compiled_reads
    heap_seen = options.leaks if schedule is None else schedule.heap_points
    program = _loaded(options, _meaning(options, schedule), compiled_reads=compiled_reads, heap_seen=heap_seen)
    return _run_once(program, options, schedule, inputs)


def _meaning(options: argparse.Namespace, schedule: Schedule | None) -> Semantics:
    """One execution is called as a shell would call it, or as the schedule says. All executions: with anything.

    Nobody outside sends signals to the one that a shell calls, unless that is asked for, and what it prints is printed.
    """
    meaning = semantics(options)
    given = meaning.surroundings
    if options.explore:
        given = replace(given, likely_texts=True)
    elif schedule is not None:
        if schedule.surroundings is not None and options.args is not None:
            raise UserError("the schedule says how the program is called: arguments do not go together with it")
        from .schedule_file import with_surroundings

        return with_surroundings(meaning, schedule, options.schedule)
    else:
        signals = options.signals or 0
        arguments = given.arguments or ()
        given = replace(
            given,
            arguments=arguments,
            open_environment=False,
            signals=signals,
            timers_go_on=True,
            output_may_fail=False,
            any_order=False,
        )
    return replace(meaning, surroundings=given)


def _loaded(
    options: argparse.Namespace, meaning: Semantics, *, compiled_reads: bool = False, heap_seen: bool = False
) -> Program:
    program = load_prepared(
        options,
        compiled_reads=compiled_reads,
        pointers_in_memory=options.lost,
        heap_seen=heap_seen,
        meaning=meaning,
    )
    if not options.atomicity:
        return program
    from esbmc_py.goto.expected_blocks import watch_blocks

    return watch_blocks(program)


def _reject_mixtures(options: argparse.Namespace) -> None:
    """Options that say nothing about what was asked for are mistakes."""
    strangers = SINGLE if options.explore else EXPLORING
    for name in strangers:
        if getattr(options, name) is not None:
            relation = "does not go together with" if options.explore else "needs"
            raise UserError(f"--{name.replace('_', '-')} {relation} --explore")
    for name in ("races", "atomicity", "lost"):
        if options.memory_model != "sc" and getattr(options, name):
            raise UserError(f"--{name} is not supported under --memory-model {options.memory_model}")
    if options.happens_before and not options.races:
        raise UserError("--happens-before says what a race is: it needs --races")


def _schedule(options: argparse.Namespace) -> Schedule | None:
    if options.schedule is None:
        return None
    from .schedule_file import read_schedule

    return read_schedule(options.schedule)


def _inputs(text: str | None) -> list[int | float] | None:
    """`1,-5,0x10,'a',0.5`"""
    if text is None:
        return None
    return [_input(part.strip()) for part in text.split(",") if part.strip()]


def _input(text: str) -> int | float:
    try:
        return int(text, 0)
    except ValueError:
        pass
    try:
        return float(text)
    except ValueError:
        raise UserError(f"--inputs: '{text}' is not a number") from None


def _run_once(
    program: Program, options: argparse.Namespace, schedule: Schedule | None, inputs: Sequence[int | float] | None
) -> int:
    from esbmc_py.checking.report.trace_text import TraceCollector
    from esbmc_py.vm.run import run

    from .run_report import RunReport

    def show(stream: str, text: str) -> None:
        target = sys.stdout if stream == "stdout" else sys.stderr
        target.write(text)

    result = run(
        program,
        seed=options.seed or 0,
        schedule=schedule,
        inputs=inputs,
        on_output=None if options.json else show,
        max_steps=options.max_steps,
        leaks=options.leaks,
        lost=options.lost,
        choose_again=schedule is None,
    )
    collector = TraceCollector() if options.trace else None
    if collector is not None:
        run(
            program,
            schedule=result.schedule,
            trace=collector,
            max_steps=result.steps,
            leaks=options.leaks,
            lost=options.lost,
        )
    report = RunReport(program, result, collector)
    if options.json:
        report.print_json()
    else:
        sys.stdout.flush()
        report.print_text(quiet=options.quiet, verbose=options.verbose)
    return ExitCode(report.exit_code)
