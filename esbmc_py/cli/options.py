"""Options that several commands share."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .colors import SETTINGS
from .function_options import add_function_options
from .parsers import CommandParser
from .surroundings_options import add_surroundings_options, surroundings

if TYPE_CHECKING:
    from esbmc_py.frontend import Semantics
    from esbmc_py.frontend.source_file import SourceFile
    from esbmc_py.goto.program import Program


def add_command(
    commands: Any,
    name: str,
    execute: Callable[[argparse.Namespace], int],
    *,
    summary: str,
    description: str,
    examples: str,
) -> CommandParser:
    """A command's parser, with its examples below its options."""
    parser: CommandParser = commands.add_parser(
        name,
        help=summary,
        description=description,
        epilog=f"examples:\n{examples}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.set_defaults(execute=execute, parser=parser)
    return parser


# What the short help of a command that loads a program has of these.
FIRST_INPUT = ("files", "-I", "-D", "--project", "--function", "--args")


def add_input_options(parser: argparse.ArgumentParser, *, function: Sequence[str] = ("--function", "--entry")) -> None:
    """`function`: the names of the option that says where the program begins."""
    group = parser.add_argument_group("input")
    group.add_argument(
        "files",
        nargs="*",
        type=Path,
        default=[],
        metavar="FILE",
        help="C sources (.c), preprocessed ones (.i), or - for the standard input; gcc's flags are understood",
    )
    group.add_argument(
        "-I", dest="include_dirs", action="append", default=[], metavar="DIR", help="look for headers there, too"
    )
    group.add_argument("-D", dest="defines", action="append", default=[], metavar="NAME[=VALUE]", help="define a macro")
    group.add_argument("-U", dest="undefines", action="append", default=[], metavar="NAME", help="undefine a macro")
    group.add_argument(
        "-include", dest="includes", action="append", default=[], metavar="FILE", help="read this header first"
    )
    group.add_argument("-fwrapv", dest="wraps", action="store_true", help=argparse.SUPPRESS)
    group.add_argument(
        "--project",
        type=Path,
        metavar="DB",
        help="take the program from a compile_commands.json; FILE says which, if it has several main functions",
    )
    group.add_argument("--arch", type=int, choices=(32, 64), default=64, help="bits of a pointer (default: 64)")
    add_function_options(parser, function)
    meaning = parser.add_argument_group("meaning")
    meaning.add_argument(
        "--atomic-statements",
        action="store_true",
        help="a statement is one step, as in the literature (default: each access to shared memory is one)",
    )
    meaning.add_argument(
        "--models", type=Path, metavar="DIR", help="functions in DIR/*.c replace the library's models of that name"
    )
    add_surroundings_options(parser)


def add_output_options(parser: argparse.ArgumentParser) -> argparse._ArgumentGroup:
    group = parser.add_argument_group("output")
    group.add_argument("--json", action="store_true", help="print one JSON document instead of text")
    group.add_argument(
        "--color", choices=SETTINGS, default="auto", help="colours; auto: on a terminal, unless NO_COLOR is set"
    )
    loudness = group.add_mutually_exclusive_group()
    loudness.add_argument("-q", "--quiet", action="store_true", help="print only what was asked for")
    loudness.add_argument("-v", "--verbose", action="store_true", help="print more")
    return group


def count(text: str) -> int:
    """An argument that counts something."""
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"'{text}' is not a number of 0 or more")
    return int(text)


def names(text: str) -> tuple[str, ...]:
    """An argument that is a list of names, separated by commas."""
    return tuple(name.strip() for name in text.split(",") if name.strip())


def loop_bound(text: str) -> tuple[tuple[str, int], int]:
    """`prog.c:12:3`: the loop in line 12 of prog.c at most three times."""
    parts = text.rsplit(":", 2)
    if len(parts) != 3 or not parts[0] or not parts[1].isdecimal() or not parts[2].isdecimal():
        raise argparse.ArgumentTypeError(f"'{text}' is not FILE:LINE:N")
    return (parts[0], int(parts[1])), int(parts[2])


def seconds(text: str) -> float:
    """An argument that is a time."""
    try:
        value = float(text)
    except ValueError:
        value = -1.0
    if not 0 < value < float("inf"):
        raise argparse.ArgumentTypeError(f"'{text}' is not a number of seconds")
    return value


def source_files(options: argparse.Namespace) -> list[SourceFile]:
    """The files of the program, each with its own flags."""
    from .input_files import source_files

    return source_files(options)


def semantics(options: argparse.Namespace) -> Semantics:
    from esbmc_py.frontend import Semantics

    return Semantics(options.atomic_statements, surroundings(options), options.models)


def load_prepared(
    options: argparse.Namespace,
    *,
    compiled_reads: bool = False,
    pointers_in_memory: bool = False,
    heap_seen: bool = False,
    meaning: Semantics | None = None,
) -> Program:
    """The goto program that the input options ask for, with its visible accesses marked. Prints warnings."""
    from esbmc_py.frontend import load
    from esbmc_py.frontend.checks import Checks
    from esbmc_py.goto.sharing import prepare

    loaded = load(
        source_files(options),
        arch=options.arch,
        checks=Checks(leaks=heap_seen),
        semantics=replace(meaning or semantics(options), pointers_in_memory=pointers_in_memory),
    )
    if not options.quiet:
        for warning in loaded.warnings:
            print(warning, file=sys.stderr)
    if compiled_reads:
        from esbmc_py.vm.compiled_reads import hoisted

        return prepare(hoisted(loaded.program), heap_seen=heap_seen)
    return prepare(loaded.program, heap_seen=heap_seen)
