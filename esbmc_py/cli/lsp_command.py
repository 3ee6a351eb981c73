"""`smtcb lsp`: diagnostics in an editor."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from .exit_codes import ExitCode
from .options import add_command, seconds
from .problems import UserError

EXAMPLES = """\
  smtcb lsp                                     an editor starts it and speaks to it on the standard streams
  smtcb lsp --timeout 30 --property reach,race
  smtcb lsp --project build/compile_commands.json
"""


def add_to(commands: Any) -> None:
    parser = add_command(
        commands,
        "lsp",
        execute,
        summary="a language server: diagnostics in an editor",
        description="Checks C files when they are opened and saved, and shows what is found as diagnostics, with the\n"
        "steps of the execution as related locations. The next save ends a check that is under way.\n"
        "Needs pygls: pip install 'smtcb[lsp]'.",
        examples=EXAMPLES,
    )
    parser.add_argument(
        "--timeout", type=seconds, default=10.0, metavar="S", help="seconds for each check (default: 10)"
    )
    parser.add_argument(
        "--project", type=Path, metavar="DB", help="the compile_commands.json (default: the one above the file)"
    )
    parser.add_argument("--property", metavar="LIST", help="what to look for, as smtcb check has it")
    parser.add_argument("--mode", metavar="MODE", help="as smtcb check has it")


def execute(options: argparse.Namespace) -> int:
    from esbmc_py.checking.options import OptionProblem, parse_groups

    try:
        from esbmc_py.exchange.lsp_server import LspOptions, serve
    except ImportError:
        raise UserError("the language server needs pygls: pip install 'smtcb[lsp]'") from None
    more: list[str] = []
    if options.property is not None:
        try:
            parse_groups(options.property)
        except OptionProblem as problem:
            raise UserError(str(problem)) from None
        more += ["--property", options.property]
    if options.mode is not None:
        more += ["--mode", options.mode]
    if options.project is not None and not options.project.is_file():
        raise UserError(f"{options.project}: there is no such file")
    project = None if options.project is None else options.project.resolve()
    serve(LspOptions(options.timeout, project, tuple(more)))
    return ExitCode.SUCCESSFUL
