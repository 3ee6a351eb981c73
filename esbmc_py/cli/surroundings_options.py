"""Options about what the program runs in; every command that loads a program has them."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from esbmc_py.frontend.surroundings import Surroundings

MOST_SIGNALS = 16


def add_surroundings_options(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("surroundings")
    group.add_argument(
        "--spurious-wakeups", action="store_true", help="waits for condition variables may end without a signal"
    )
    group.add_argument(
        "--signals",
        type=_signals,
        default=1,
        metavar="N",
        help="at most N signals from outside interrupt the program's threads (default: 1)",
    )


def _signals(text: str) -> int:
    if not (text.isdecimal() and int(text) <= MOST_SIGNALS):
        raise argparse.ArgumentTypeError(f"'{text}' is not a number from 0 to {MOST_SIGNALS}")
    return int(text)


def surroundings(options: argparse.Namespace) -> Surroundings:
    from esbmc_py.frontend.surroundings import Surroundings

    return Surroundings(spurious_wakeups=options.spurious_wakeups, signals=options.signals)
