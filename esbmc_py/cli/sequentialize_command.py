"""`smtcb sequentialize`: a sequential program that does what a concurrent one does within bounds."""

from __future__ import annotations

import argparse
import sys
from typing import Any

from .exit_codes import ExitCode
from .options import add_command, add_input_options, add_output_options, count, load_prepared
from .problems import UserError

EXAMPLES = """\
  smtcb sequentialize prog.c --show number      the bounded program, its visible statements numbered
"""


def add_to(commands: Any) -> None:
    parser = add_command(
        commands,
        "sequentialize",
        execute,
        summary="print a bounded or sequential version of the program",
        description="Makes a program bounded (calls inlined, loops unwound, a copy of its routine for each thread)\n"
        "and sequential, by lazy sequentialization.",
        examples=EXAMPLES,
    )
    add_input_options(parser)
    bounds = parser.add_argument_group("bounds")
    bounds.add_argument("--unwind", type=count, metavar="U", help="loops whose end is not in sight run U times at most")
    bounds.add_argument("--threads", type=count, metavar="N", help="at most N threads are created")
    output = add_output_options(parser)
    output.add_argument("--show", metavar="PASS", help="the program after a pass: inline, unwind, threads or number")


def execute(options: argparse.Namespace) -> int:
    from dataclasses import replace

    from sequentialize.bounds import ProgramBounds
    from sequentialize.emitter import TooLarge
    from sequentialize.show import PASSES, after_pass

    if options.show not in PASSES:
        raise UserError(f"--show {options.show}: there is no such pass; there are {', '.join(PASSES)}")
    program = load_prepared(options)
    bounds = ProgramBounds(options.unwind)
    if options.threads is not None:
        bounds = replace(bounds, threads=options.threads)
    try:
        shown = after_pass(program, bounds, options.show)
    except TooLarge as problem:
        raise UserError(f"{problem}: lower the bounds") from None
    from esbmc_py.goto.printer import print_program

    sys.stdout.write(print_program(shown, models=True, verbose=options.verbose))
    return ExitCode.SUCCESSFUL
