"""`smtcb sarif`: the findings of several programs in one file."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import Any

from .exit_codes import ExitCode
from .options import add_command
from .problems import UserError
from .text_files import read_text, write_text

EXAMPLES = """\
  smtcb check a.c --sarif a.sarif; smtcb check b.c --sarif b.sarif; smtcb sarif a.sarif b.sarif -o all.sarif
"""


def add_to(commands: Any) -> None:
    parser = add_command(
        commands,
        "sarif",
        execute,
        summary="put the findings of several programs into one SARIF file",
        description="Puts what several runs of smtcb check --sarif have written into one file with one run, which is\n"
        "what code scanning wants. A finding that is in several of them is told once.",
        examples=EXAMPLES,
    )
    parser.add_argument("files", nargs="+", type=Path, metavar="FILE", help="SARIF files that smtcb wrote")
    parser.add_argument("-o", "--output", type=Path, required=True, metavar="FILE", help="where to write all of them")


def execute(options: argparse.Namespace) -> int:
    from esbmc_py.exchange.sarif_merge import SarifProblem, merged

    documents = []
    for path in options.files:
        try:
            documents.append(json.loads(read_text(path, "SARIF file")))
        except (ValueError, RecursionError):
            raise UserError(f"{path}: not JSON") from None
    try:
        text = json.dumps(merged(documents), indent=1) + "\n"
    except SarifProblem as problem:
        raise UserError(f"{options.files[problem.number]}: not a SARIF file that smtcb wrote") from None
    write_text(options.output, text, "SARIF file")
    return ExitCode.SUCCESSFUL
