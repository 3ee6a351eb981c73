"""Options about what the program runs in; every command that loads a program has them."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from esbmc_py.frontend.surroundings import Surroundings


def add_surroundings_options(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("surroundings")
    group.add_argument(
        "--spurious-wakeups", action="store_true", help="waits for condition variables may end without a signal"
    )
    group.add_argument(
        "--clock-steps", action="store_true", help="the time of day may be set while the program runs, also back"
    )
    group.add_argument(
        "--external",
        action="append",
        default=[],
        type=_external,
        metavar="NAME=WHAT",
        help="what a function without a body may do ('*': all of them): havoc (write what its arguments lead to, call "
        "what it was handed, return anything; the default), returns or pure (return anything)",
    )


def _external(text: str) -> tuple[str, str]:
    from esbmc_py.frontend.surroundings import ASSUMPTIONS

    name, _, what = text.partition("=")
    if not name or what not in ASSUMPTIONS:
        raise argparse.ArgumentTypeError(f"'{text}' is not NAME={'|'.join(ASSUMPTIONS)}")
    return name, what


def surroundings(options: argparse.Namespace) -> Surroundings:
    from esbmc_py.frontend.surroundings import Surroundings

    return Surroundings(
        spurious_wakeups=options.spurious_wakeups,
        clock_steps=options.clock_steps,
        externals=tuple(options.external),
    )
