"""`smtcb prove-check`: is what a file says really an invariant, and does it prove the program?"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

from .exit_codes import ExitCode
from .options import FIRST_INPUT, add_command, add_input_options, add_output_options, semantics, source_files
from .problems import UserError
from .text_files import read_text

EXAMPLES = """\
  smtcb check prog.c --mode prove --save-invariant proof.json
  smtcb prove-check prog.c proof.json             every obligation is asked again
  smtcb prove-check prog.c proof.json --property reach
"""


def add_to(commands: Any) -> None:
    parser = add_command(
        commands,
        "prove-check",
        execute,
        summary="check a proof: an invariant from a file",
        description="Checks that the invariant in a file is one, and that nothing goes wrong where it holds.\n"
        "The file is what smtcb check --mode prove --save-invariant writes; it may be written by hand.",
        examples=EXAMPLES,
    )
    add_input_options(parser)
    group = parser.add_argument_group("properties")
    group.add_argument("--property", metavar="LIST", help="what is to be proved (default: what the file says)")
    add_output_options(parser)
    parser.show_first_what_is_its_own(*FIRST_INPUT)


def execute(options: argparse.Namespace) -> int:
    from esbmc_py.checking import CheckOptions, OptionProblem
    from esbmc_py.checking.options import parse_groups
    from esbmc_py.checking.saved_invariants import InvariantProblem, check_document, read_document

    path = _invariant_file(options)
    try:
        groups, invariant = read_document(read_text(path, "invariant"))
        if options.property is not None:
            groups = parse_groups(options.property)
        settings = CheckOptions(mode="prove", groups=groups, arch=options.arch, semantics=semantics(options),
                                include_dirs=tuple(options.include_dirs), defines=tuple(options.defines))  # fmt: skip
        problems = check_document(source_files(options), settings, invariant)
    except InvariantProblem as problem:
        raise UserError(f"{path}: {problem}") from None
    except OptionProblem as problem:
        raise UserError(str(problem)) from None
    return _report(problems, groups, options)


def _report(problems: list[str], groups: tuple[str, ...], options: argparse.Namespace) -> int:
    if options.json:
        import json

        print(json.dumps({"proved": not problems, "properties": list(groups), "problems": problems}, indent=1))
    elif problems:
        print("NOT PROVED")
        print("\n".join(f"  {one}" for one in problems))
    else:
        print("PROVED: all executions, any number of threads and iterations")
        print(f"  {', '.join(groups)}")
    return ExitCode.UNKNOWN if problems else ExitCode.SUCCESSFUL


def _invariant_file(options: argparse.Namespace) -> Path:
    """The one that is no C file; the others are the program."""
    found = [one for one in options.files if str(one).endswith(".json")]
    if len(found) != 1:
        raise UserError("name a C program and one file.json with its invariant: smtcb prove-check prog.c proof.json")
    options.files = [one for one in options.files if one not in found]
    return Path(str(found[0]))
