"""Options about a function that is checked without a main."""

from __future__ import annotations

import argparse
from collections.abc import Sequence


def add_function_options(parser: argparse.ArgumentParser, names: Sequence[str]) -> None:
    group = parser.add_argument_group("a function instead of main")
    group.add_argument(
        *names,
        dest="entry",
        metavar="NAME",
        help="check this function, with any arguments; pointers lead to objects of their own, char pointers to texts",
    )
    group.add_argument(
        "--arbitrary-globals", action="store_true", help="global variables hold anything when the function is called"
    )
    group.add_argument("--null-arguments", action="store_true", help="pointers may be null, too")
    group.add_argument(
        "--argument-elements",
        type=int,
        default=1,
        metavar="N",
        help="pointers lead to arrays of N objects (default: 1)",
    )
