"""The options of `smtcb check` that only mode `explicit` understands."""

from __future__ import annotations

import argparse
import re
from pathlib import Path
from typing import TYPE_CHECKING

from .options import count
from .text_files import read_text

if TYPE_CHECKING:
    from esbmc_py.checking.options import ExplicitOptions


def add_explicit_options(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("mode explicit")
    _add_search(group)
    _add_questions(group)


def _add_search(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--reduction",
        choices=("none", "global-access", "superstep"),
        default="superstep",
        help="where threads may be switched: at every access to memory, at those to shared memory, or where supersteps "
        "end (default)",
    )
    group.add_argument(
        "--order", choices=("dfs", "bfs"), default="dfs", help="depth first (default), or breadth first: shortest ways"
    )

    group.add_argument(
        "--values",
        type=value_range,
        action="append",
        default=[],
        metavar="NAME=0..7",
        help="the input with this name (of its variable or function) takes these values only (repeatable)",
    )
    group.add_argument(
        "--bitstate",
        type=count,
        metavar="MB",
        help="two bits for each state, in so much memory: misses some states",
    )


def _add_questions(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--invariant",
        action="append",
        default=[],
        metavar="FUNCTION",
        help="a function of the program that must not return 0 after any step (repeatable)",
    )
    group.add_argument(
        "--abstract",
        metavar="FUNCTION",
        help="states for which this function gives the same to smtcb_abstract_bytes(p, n) are taken for the same",
    )
    group.add_argument(
        "--compiled-reads",
        action="store_true",
        help="what an optimising compiler may do to variables that are neither volatile nor atomic: use a value again "
        "that was read before, read before a loop what the loop does not write",
    )
    group.add_argument(
        "--ltl",
        action="append",
        default=[],
        metavar="FORMULA",
        help="must hold in all executions: G F X U R W ! && || -> <->, names of globals and of functions without "
        "parameters, C expressions in braces: 'G (wants -> F {turn == 1})' (repeatable)",
    )
    group.add_argument(
        "--ltl-file",
        type=Path,
        action="append",
        default=[],
        metavar="FILE",
        help="one formula a line; # begins a comment",
    )
    group.add_argument(
        "--fair",
        choices=("weak", "none"),
        default="weak",
        help="executions without an end that count for --ltl, livelock, termination and starvation: those in which a "
        "thread that can always move does so at last (default), or all",
    )


def value_range(text: str) -> tuple[str, range]:
    """`x=0..7`, or `x=3`."""
    found = re.fullmatch(r"\s*([^=]+?)\s*=\s*(-?\d+)(?:\s*\.\.\s*(-?\d+))?\s*", text)
    if found is None or (found[3] is not None and int(found[3]) < int(found[2])):
        raise argparse.ArgumentTypeError(f"'{text}' is not of the form NAME=0..7")
    return found[1], range(int(found[2]), int(found[3] or found[2]) + 1)


def explicit_options(options: argparse.Namespace) -> ExplicitOptions:
    from esbmc_py.checking.options import ExplicitOptions

    return ExplicitOptions(
        "none" if options.no_reduction else options.reduction,
        options.order,
        dict(options.values),
        options.bitstate,
        tuple(options.invariant),
        options.abstract,
        options.compiled_reads,
        (*options.ltl, *(formula for path in options.ltl_file for formula in _formulas_in(path))),
        options.fair == "weak",
    )


def _formulas_in(path: Path) -> list[str]:
    lines = read_text(path, "formulas").splitlines()
    return [formula for line in lines if (formula := line.split("#")[0].strip())]
