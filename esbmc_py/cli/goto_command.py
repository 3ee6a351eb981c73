"""`smtcb goto`: the goto program, to read beside the source."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .exit_codes import ExitCode
from .options import add_command, add_input_options, add_output_options, load_prepared
from .problems import UserError

if TYPE_CHECKING:
    from esbmc_py.goto.program import Program

EXAMPLES = """\
  smtcb goto prog.c                       the functions of prog.c
  smtcb goto prog.c --function worker     one function
  smtcb goto prog.c --library             with the models of pthread_mutex_lock and so on
  smtcb goto prog.c --json                for tools
  smtcb goto prog.c --cfg prog.svg        draw the control flow (or prog.dot)
"""


def add_to(commands: Any) -> None:
    parser = add_command(
        commands,
        "goto",
        execute,
        summary="print the goto program",
        description="Prints the goto program: what every other command works on. An access that other threads may\n"
        "see is marked with a star; a context switch can happen before each of those.",
        examples=EXAMPLES,
    )
    add_input_options(parser, function=("--entry",))
    group = add_output_options(parser)
    group.add_argument("--function", action="append", metavar="NAME", help="print only this function (repeatable)")
    group.add_argument("--library", action="store_true", help="print the library models that the program uses, too")
    group.add_argument("--cfg", type=Path, metavar="FILE", help="draw the control-flow graphs to FILE (.svg or .dot)")
    parser.show_first_what_is_its_own("files", "-I", "-D", "--project")


def execute(options: argparse.Namespace) -> int:
    if options.cfg is not None and options.cfg.suffix not in (".svg", ".dot"):
        raise UserError(f"--cfg {options.cfg}: the name must end in .svg or .dot")
    program = load_prepared(options)
    functions = _selected(program, options)
    if options.cfg is not None:
        _draw(program, functions, options)
    elif options.json:
        import json

        from esbmc_py.goto.to_json import program_to_json

        json.dump(program_to_json(program, functions=functions, models=options.library), sys.stdout, indent=1)
        print()
    else:
        from esbmc_py.goto.printer import print_program
        from esbmc_py.goto.sharing import sharing_notes

        notes = sharing_notes(program) if options.verbose and functions is None else ""
        text = print_program(program, functions, options.library, options.verbose, notes)
        sys.stdout.write(text)
    return ExitCode.SUCCESSFUL


def _selected(program: Program, options: argparse.Namespace) -> list[str] | None:
    """The functions asked for; None if all."""
    if options.function is None:
        return None
    for name in options.function:
        if name not in program.functions:
            own = sorted(name for name, function in program.functions.items() if not function.is_model)
            raise UserError(f"there is no function '{name}'; the program's own are: {', '.join(own)}")
    return list(options.function)


def _draw(program: Program, functions: list[str] | None, options: argparse.Namespace) -> None:
    from esbmc_py.goto.cfg_file import write_cfg

    try:
        write_cfg(program, options.cfg, functions, options.library)
    except OSError as problem:
        raise UserError(f"{options.cfg}: cannot write the graph: {problem.strerror}") from None
    if not options.quiet:
        print(f"{options.cfg} shows the control flow")
