"""The options of `smtcb check` that only mode `explicit` understands."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from esbmc_py.checking.options import ExplicitOptions


def add_explicit_options(parser: argparse.ArgumentParser) -> None:
    group = parser.add_argument_group("mode explicit")
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


def explicit_options(options: argparse.Namespace) -> ExplicitOptions:
    from esbmc_py.checking.options import ExplicitOptions

    return ExplicitOptions("none" if options.no_reduction else options.reduction, options.order)
