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


def surroundings(options: argparse.Namespace) -> Surroundings:
    from esbmc_py.frontend.surroundings import Surroundings

    return Surroundings(spurious_wakeups=options.spurious_wakeups)
