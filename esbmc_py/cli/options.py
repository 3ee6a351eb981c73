"""Options that several commands share."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .surroundings_options import add_surroundings_options, surroundings

if TYPE_CHECKING:
    from esbmc_py.frontend import Semantics
    from esbmc_py.goto.program import Program


def add_command(
    commands: Any,
    name: str,
    execute: Callable[[argparse.Namespace], int],
    *,
    summary: str,
    description: str,
    examples: str,
) -> argparse.ArgumentParser:
    """A command's parser, with its examples below its options."""
    parser: argparse.ArgumentParser = commands.add_parser(
        name,
        help=summary,
        description=description,
        epilog=f"examples:\n{examples}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.set_defaults(execute=execute)
    return parser


def add_input_options(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("input")
    group.add_argument("files", nargs="+", type=Path, metavar="FILE", help="C sources (.c), or preprocessed ones (.i)")
    group.add_argument(
        "-I",
        dest="include_dirs",
        action="append",
        type=Path,
        default=[],
        metavar="DIR",
        help="look for headers there, too",
    )
    group.add_argument("-D", dest="defines", action="append", default=[], metavar="NAME[=VALUE]", help="define a macro")
    group.add_argument("--arch", type=int, choices=(32, 64), default=64, help="bits of a pointer (default: 64)")
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
        options.files,
        include_dirs=options.include_dirs,
        defines=options.defines,
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
