"""Options of `smtcb check` that are listed in `esbmc_py.cli.option_list`: added to the parser, and read back."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from pathlib import Path
from typing import Any

from .option_list import OPTIONS, Option, OptionKind, options_of
from .options import count, loop_bound, names, seconds

_READERS: dict[OptionKind, Callable[[str], Any]] = {
    OptionKind.COUNT: count,
    OptionKind.SECONDS: seconds,
    OptionKind.WORD: str,
    OptionKind.WORDS: names,
    OptionKind.FILE: Path,
}


def add_listed_options(group: argparse._ArgumentGroup, heading: str) -> None:
    exclusive = None
    for option in options_of(heading):
        if option.excludes_others:
            exclusive = exclusive or group.add_mutually_exclusive_group()
            _add(exclusive, option)
        else:
            _add(group, option)


def add_named_options(group: argparse._ActionsContainer, wanted: tuple[str, ...]) -> None:
    """For a command that takes some of them."""
    for option in OPTIONS:
        if option.name in wanted:
            _add(group, option)


def _add(group: argparse._ActionsContainer, option: Option) -> None:
    """What is not given is left out of the namespace's values: `CheckOptions` has the defaults."""
    words: dict[str, Any] = {"dest": option.name, "help": option.help}
    match option.kind:
        case OptionKind.FLAG:
            group.add_argument(option.flag, action="store_true", **words)
        case OptionKind.LOOP:
            group.add_argument(
                option.flag, type=loop_bound, action="append", default=[], metavar=option.metavar, **words
            )
        case _:
            reader = _READERS[option.kind]
            group.add_argument(option.flag, type=reader, metavar=option.metavar, choices=option.choices, **words)


def listed_settings(options: argparse.Namespace) -> dict[str, Any]:
    """Those that were given, as settings of `CheckOptions`."""
    given = {option.name: getattr(options, option.name, None) for option in OPTIONS}
    settings = {name: value for name, value in given.items() if value not in (None, [])}
    if "unwind_at" in settings:
        settings["unwind_at"] = dict(settings["unwind_at"])
    return settings
