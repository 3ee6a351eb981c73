"""What `smtcb compare` and `smtcb bench` have in common: which configurations are meant."""

from __future__ import annotations

import argparse
import contextlib
import io
from typing import TYPE_CHECKING

from .problems import UserError

if TYPE_CHECKING:
    from esbmc_py.experiments.configurations import SmtcbConfiguration


def add_modes(group: argparse._ArgumentGroup) -> None:
    group.add_argument("--modes", metavar="LIST", help="modes, with commas between (default: all)")


def add_configurations(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--config",
        action="append",
        default=[],
        metavar="NAME='OPTIONS'",
        help="smtcb check with these options (repeatable); alone, or in addition to --modes",
    )


def mode_list(text: str | None) -> list[str]:
    """`lazy,uw`; all modes if nothing is said."""
    from esbmc_py.checking.modes import engine_names, mode_names

    known = mode_names()
    if text is None:
        return list(engine_names())
    names = [name.strip() for name in text.split(",") if name.strip()]
    for name in names:
        if name not in known:
            raise UserError(f"there is no mode '{name}'; there are {', '.join(known)}")
    if not names:
        raise UserError("--modes names no mode")
    return list(dict.fromkeys(names))


def check_configuration(configuration: SmtcbConfiguration) -> None:
    """Options that `smtcb check` does not know are found before anything runs."""
    from .main import build_parser

    said = io.StringIO()
    try:
        with contextlib.redirect_stderr(said), contextlib.redirect_stdout(said):
            build_parser().parse_args(["check", "program.c", *configuration.arguments])
    except SystemExit:
        reason = said.getvalue().strip().splitlines()[-1:] or ["not options of smtcb check"]
        raise UserError(
            f"configuration '{configuration.name}': {reason[0].partition('error: ')[2] or reason[0]}"
        ) from None
    mode_list(configuration.mode)
