"""`smtcb validate`: judges a witness, whoever wrote it."""

from __future__ import annotations

import argparse
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .colors import paint
from .exit_codes import ExitCode
from .options import (
    FIRST_INPUT,
    add_command,
    add_input_options,
    add_output_options,
    seconds,
    semantics,
    source_files,
)
from .problems import UserError
from .property_file import read_property_file

if TYPE_CHECKING:
    from esbmc_py.exchange.validate import Validation
    from esbmc_py.goto.properties import Property

EXAMPLES = """\
  smtcb check prog.c --witness bug.yml ; smtcb validate prog.c --witness bug.yml
  smtcb validate prog.i --witness witness.graphml --prp unreach-call.prp
  smtcb validate prog.c --witness bug.yml --timeout 300 --quiet
  smtcb validate prog.c --witness old.yml --ignore-hash     of another version of the file
"""


def add_to(commands: Any) -> None:
    parser = add_command(
        commands,
        "validate",
        execute,
        summary="judge a witness: does it describe what it claims?",
        description="Reads a witness (GraphML 1.0, YAML 2.0 to 2.2) of any tool and looks for an execution that it\n"
        "describes. What the witness does not say, the search fills in. The answer is CONFIRMED with an\n"
        "execution that was replayed, REJECTED if there is none, or UNKNOWN.\n"
        "Exit status: 0 confirmed, 1 rejected, 3 unknown, 2 bad input or a witness of another program.",
        examples=EXAMPLES,
    )
    add_input_options(parser)
    group = parser.add_argument_group("witness")
    group.add_argument("--witness", type=Path, metavar="FILE", required=True, help="the witness")
    which = group.add_mutually_exclusive_group()
    which.add_argument("--prp", type=Path, metavar="FILE", help="the SV-COMP property file that it is about")
    which.add_argument("--property", metavar="LIST", help="the same in smtcb's words (default: as the witness says)")
    group.add_argument(
        "--ignore-hash", action="store_true", help="try it also if it was written for another version of the file"
    )
    group.add_argument(
        "--timeout", type=seconds, default=60.0, metavar="S", help="end after so many seconds (default: 60)"
    )
    add_output_options(parser)
    parser.show_first_what_is_its_own(*FIRST_INPUT)


def execute(options: argparse.Namespace) -> int:
    from esbmc_py.checking import CheckOptions, OptionProblem
    from esbmc_py.exchange.problems import WitnessProblem
    from esbmc_py.exchange.validate import Settings, validate

    try:
        checks = CheckOptions(arch=options.arch, semantics=semantics(options))
        settings = Settings(checks, _asked(options), options.timeout, options.ignore_hash)
        validation = validate(source_files(options), options.witness, settings)
    except WitnessProblem as problem:
        raise UserError(f"{options.witness}: {problem}") from None
    except OptionProblem as problem:
        raise UserError(str(problem)) from None
    if options.json:
        print(json.dumps(_document(validation), indent=1))
    else:
        _print(validation, options)
    return {
        "confirmed": ExitCode.SUCCESSFUL,
        "rejected": ExitCode.FAILED,
        "unknown": ExitCode.UNKNOWN,
    }[validation.judgement]


def _asked(options: argparse.Namespace) -> frozenset[Property] | None:
    from esbmc_py.checking.options import parse_groups
    from esbmc_py.exchange.specifications import properties_of
    from esbmc_py.goto.properties import GROUPS

    if options.property is not None:
        return frozenset(one for group in parse_groups(options.property) for one in GROUPS[group])
    if options.prp is None:
        return None
    return read_property_file(options.prp, properties_of)


def _print(validation: Validation, options: argparse.Namespace) -> None:
    style = {"confirmed": "green", "rejected": "red"}.get(validation.judgement, "yellow")
    print(paint(f"WITNESS {validation.judgement.upper()}", style))
    if options.quiet:
        return
    print(f"reason: {validation.reason}")
    data = validation.metadata
    kind = "correctness" if validation.correctness else "a violation"
    print(f"witness: of {kind}, version {data.version}, by {f'{data.producer} {data.producer_version}'.strip()}")
    print(f"property: {', '.join(validation.properties)}")
    for note in validation.notes:
        print(f"note: {note}")
    if validation.found is not None and validation.program is not None:
        from esbmc_py.checking.report.traces import replayed, summary

        found = validation.found
        trace = replayed(validation.program, found.what, found.schedule, found.events, found.invocation)
        print(f"\n{summary(found.what)}")
        print(trace.text(everything=options.verbose))


def _document(validation: Validation) -> dict[str, Any]:
    from esbmc_py.checking.report.traces import replayed

    document: dict[str, Any] = {
        "witness": str(validation.judgement),
        "reason": validation.reason,
        "kind": "correctness" if validation.correctness else "violation",
        "version": validation.metadata.version,
        "producer": f"{validation.metadata.producer} {validation.metadata.producer_version}".strip(),
        "properties": list(validation.properties),
        "waypoints": validation.waypoints,
        "reached": validation.reached,
        "states": validation.states,
        "notes": list(validation.notes),
    }
    if validation.found is not None and validation.program is not None:
        found = validation.found
        trace = replayed(validation.program, found.what, found.schedule, found.events, found.invocation)
        document["finding"] = trace.to_json()
    return document
