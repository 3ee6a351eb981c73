"""`smtcb sequentialize`: a sequential program that does what a concurrent one does within bounds."""

from __future__ import annotations

import argparse
import re
import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .exit_codes import ExitCode
from .options import FIRST_INPUT, add_command, add_input_options, add_output_options, count, semantics, source_files
from .problems import UserError
from .surroundings_options import refuse_graphs
from .text_files import write_text

if TYPE_CHECKING:
    from encoders.request import Options
    from esbmc_py.goto.program import Program
    from sequentialize.bounds import ProgramBounds
    from sequentialize.to_c import CProgram

EXAMPLES = """\
  smtcb sequentialize prog.c --unwind 2 --rounds 3 -o seq.c      sequential C, for any checker
  smtcb sequentialize prog.c --schedule '1,2:+' -o seq.c         two rounds, the first with threads 1 and 2 only
  smtcb sequentialize prog.c --rounds 3 -o seq.c --choices bug   and what makes seq.c run into a violation:
  gcc seq.c -o seq && ./seq bug
  smtcb sequentialize prog.c --rounds 3 --html seq.html          both programs side by side, turn by turn
  smtcb sequentialize prog.c --backend cbmc --run                check it with CBMC
  smtcb sequentialize prog.c --show number                       the bounded program, visible statements numbered
"""


def add_to(commands: Any) -> None:
    parser = add_command(
        commands,
        "sequentialize",
        execute,
        summary="write a sequential program that does the same, as C",
        description="Makes a program bounded (calls inlined, loops unwound, a copy of its routine for each thread)\n"
        "and sequential, by lazy sequentialization (TOPLAS 2021).",
        examples=EXAMPLES,
    )
    add_input_options(parser)
    bounds = parser.add_argument_group("bounds")
    bounds.add_argument("--unwind", type=count, metavar="U", help="loops whose end is not in sight run U times at most")
    bounds.add_argument("--threads", type=count, metavar="N", help="at most N threads are created")
    rounds = bounds.add_mutually_exclusive_group()
    rounds.add_argument("--rounds", type=count, default=2, metavar="K", help="rounds of all threads (default: 2)")
    rounds.add_argument("--schedule", metavar="S", help="rounds with some threads only: '1,2:+' (+: all, main is 0)")
    parser.add_argument("--property", metavar="LIST", help="groups of properties, as for smtcb check")
    output = add_output_options(parser)
    output.add_argument("--backend", default="generic", metavar="NAME", help="generic, cbmc, esbmc or klee")
    output.add_argument("-o", dest="output", type=Path, metavar="FILE", help="write the C program there")
    output.add_argument("--linemap", action="store_true", help="print which source line each line of it comes from")
    output.add_argument("--choices", type=Path, metavar="FILE", help="look for a violation, write what leads to it")
    output.add_argument(
        "--html", type=Path, metavar="FILE", help="look for a violation; a page with both programs, turn by turn"
    )
    output.add_argument("--run", action="store_true", help="check it with the back end (cbmc), explain the answer")
    output.add_argument("--show", metavar="PASS", help="the program after a pass: inline, unwind, threads or number")
    parser.show_first_what_is_its_own(*FIRST_INPUT)


def execute(options: argparse.Namespace) -> int:
    refuse_graphs(options)
    from sequentialize.bounds import ProgramBounds
    from sequentialize.emitter import ProgramTooLarge

    program = _load(options)
    bounds = ProgramBounds(options.unwind)
    if options.threads is not None:
        bounds = replace(bounds, threads=options.threads)
    try:
        if options.show is not None:
            return _show(program, bounds, options)
        return _write_c(program, bounds, options)
    except ProgramTooLarge as problem:
        raise UserError(f"{problem}: lower the bounds") from None


def _groups(options: argparse.Namespace) -> tuple[str, ...]:
    from esbmc_py.checking.options import DEFAULT_GROUPS, OptionProblem, parse_groups

    try:
        return DEFAULT_GROUPS if options.property is None else parse_groups(options.property)
    except OptionProblem as problem:
        raise UserError(str(problem)) from None


def _load(options: argparse.Namespace) -> Program:
    """With the checks in it that the properties ask for, and no others."""
    from esbmc_py.checking.options import CheckOptions
    from esbmc_py.frontend import load_program
    from esbmc_py.goto.sharing import prepare

    return prepare(
        load_program(
            source_files(options),
            arch=options.arch,
            checks=CheckOptions(groups=_groups(options)).checks,
            semantics=semantics(options),
        ),
        heap_seen="leak" in _groups(options),
    )


def _show(program: Program, bounds: ProgramBounds, options: argparse.Namespace) -> int:
    from esbmc_py.goto.printer import print_program
    from sequentialize.show import PASSES, after_pass

    if options.show not in PASSES:
        raise UserError(f"--show {options.show}: there is no such pass; there are {', '.join(PASSES)}")
    shown = after_pass(program, bounds, options.show)
    sys.stdout.write(print_program(shown, models=True, verbose=options.verbose))
    return ExitCode.SUCCESSFUL


def _write_c(program: Program, bounds: ProgramBounds, options: argparse.Namespace) -> int:
    made = _translate(program, bounds, options)
    warnings = [
        f"{where}: warning: not supported, executions end here: {what}"
        for what, where in made.left_out
        if not _is_far_off(what, len(made.threads))
    ]
    for warning in dict.fromkeys(warnings) if not options.quiet else ():
        print(warning, file=sys.stderr)
    if options.output is not None:
        write_text(options.output, made.text, "C program")
    if options.linemap:
        _print_linemap(made)
    elif options.output is None and not options.run and options.choices is None and options.html is None:
        sys.stdout.write(made.text)
    if options.html is not None:
        _write_page(program, made, bounds, options)
    if options.choices is not None:
        return _find_choices(program, bounds, options)
    if options.run:
        from .backends import run_backend

        return run_backend(options.backend, program, made)
    return ExitCode.SUCCESSFUL


def _is_far_off(limit: str, threads: int) -> bool:
    """A limit of the library on how many threads there are, and the program has fewer."""
    found = re.match(r"more than (\d+) threads", limit)
    return found is not None and threads <= int(found[1])


def _translate(program: Program, bounds: ProgramBounds, options: argparse.Namespace) -> CProgram:
    from esbmc_py.checking.options import CheckOptions
    from sequentialize.c_runtime import BACKENDS
    from sequentialize.round_patterns import PatternProblem
    from sequentialize.to_c import COptions, to_c

    if options.backend not in BACKENDS:
        raise UserError(f"there is no back end '{options.backend}'; there are {', '.join(BACKENDS)}")
    properties = CheckOptions(groups=_groups(options)).properties
    wanted = COptions(options.rounds, options.schedule, options.backend, properties)
    try:
        return to_c(program, bounds, wanted)
    except PatternProblem as problem:
        raise UserError(f"--schedule: {problem}") from None


def _print_linemap(made: CProgram) -> None:
    for number, location in enumerate(made.lines, 1):
        if location is not None and location.line:
            print(f"{number}: {location}")


def _write_page(program: Program, made: CProgram, bounds: ProgramBounds, options: argparse.Namespace) -> None:
    from encoders.cseq.check import turns_of_violation
    from esbmc_py.pages.sequential import page

    if options.schedule is not None:
        raise UserError("--html goes with --rounds, not with --schedule")
    outcome, turns = turns_of_violation(program, _question(bounds, options))
    found = outcome.found[0] if outcome.found else None
    write_text(options.html, page(program, made, options.rounds, turns if found is not None else (), found), "page")
    if not options.quiet:
        what = "no violation" if found is None else f"{found.location}: {found.property}: {found.message}"
        print(f"{options.html}: {len(made.threads)} threads, {options.rounds} rounds; {what}")


def _question(bounds: ProgramBounds, options: argparse.Namespace) -> Options:
    from encoders.request import Options
    from esbmc_py.checking.options import CheckOptions

    properties = CheckOptions(groups=_groups(options)).properties
    return Options.of(unwind=bounds.unwind, rounds=options.rounds, threads=bounds.threads, properties=properties)


def _find_choices(program: Program, bounds: ProgramBounds, options: argparse.Namespace) -> int:
    """The same question to our own solver, and its answer in the C program's words."""
    from encoders.cseq.check import choices_of_violation

    if options.schedule is not None:
        raise UserError("--choices goes with --rounds, not with --schedule")
    outcome, choices = choices_of_violation(program, _question(bounds, options))
    if choices is None:
        print("no violation within these bounds" if outcome.decided else "not decided: " + "; ".join(outcome.unknown))
        return ExitCode.SUCCESSFUL if outcome.decided else ExitCode.UNKNOWN
    write_text(options.choices, "\n".join(choices) + "\n", "choices")
    found = outcome.found[0]
    print(f"{options.choices} leads to {found.location}: {found.property}: {found.message}")
    return ExitCode.FAILED
