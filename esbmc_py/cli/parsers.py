"""Argument parsers with a short help and a full one, and messages that say what was meant."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

from .colors import paint_error
from .exit_codes import ExitCode
from .suggestions import did_you_mean, with_suggestion

# Groups of options that commands share and that few people need.
_RARE_GROUPS = frozenset(("meaning", "surroundings", "a function instead of main", "mode explicit"))
_WIDEST = 100


class CommandParser(argparse.ArgumentParser):
    """`--help` fits on a screen if `show_first` says what everybody needs; `--help-all` has everything."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self._first: frozenset[str] | None = None

    def show_first(self, *names: str, examples: int = 5) -> None:
        """The options, and the names of positional arguments, that the short help has."""
        self._first = frozenset(("--help-all", *names))
        self._examples = examples
        self.add_argument("--help-all", action=_FullHelp, help="show all options, also those for research")

    def show_first_what_is_its_own(self, *names: str) -> None:
        """The same for commands with few options of their own: these, and the names."""
        groups = [group for group in self._action_groups if group.title not in (*_RARE_GROUPS, "input")]
        own = [one for group in groups for one in group._group_actions if one.dest != "help"]
        self.show_first(*names, *(name for one in own for name in one.option_strings))

    def format_help(self) -> str:
        return super().format_help() if self._first is None else self._short_help(self._first)

    def _short_help(self, first: frozenset[str]) -> str:
        shown = [one for one in self._actions if first.intersection((*one.option_strings, one.dest))]
        rows = [(_spelled(one), _brief(one.help or "")) for one in shown if one.help != argparse.SUPPRESS]
        width = min(26, max(len(left) for left, _ in rows))
        lines = [f"usage: {self.prog} [options] FILE...", "", self.description or "", ""]
        lines += [f"  {left:<{width}}  {right}" for left, right in rows]
        examples = (self.epilog or "").split("\n")
        return "\n".join([*lines, "", *examples[: self._examples + 1]]).rstrip() + "\n"

    def format_full_help(self) -> str:
        return super().format_help()

    def option_names(self) -> list[str]:
        return [name for one in self._actions for name in one.option_strings]

    def error(self, message: str) -> NoReturn:
        """One line, and where to read more: the usage of a command with eighty options helps nobody."""
        text = f"{self.prog}: error: {with_suggestion(message)} ({self.prog} --help)"
        print(paint_error(text), file=sys.stderr)
        sys.exit(ExitCode.BAD_INPUT)

    def refuse_unknown(self, words: Sequence[str]) -> NoReturn:
        word = next((word for word in words if word.startswith("-")), words[0])
        name = word.partition("=")[0]
        if not word.startswith("-"):
            self.error(f"there is nothing that '{word}' could mean here")
        self.error(f"there is no option {name}{did_you_mean(name, self.option_names())}")


def _spelled(action: argparse.Action) -> str:
    metavar = action.metavar if isinstance(action.metavar, str) else ""
    if not action.option_strings:
        return metavar or action.dest
    names = ", ".join(action.option_strings)
    if action.nargs == 0:
        return names
    return f"{names} {metavar or '|'.join(map(str, action.choices or ()))}"


def _brief(text: str) -> str:
    """The first thing that it says."""
    text = text.partition(";")[0].replace("%%", "%")
    return text if len(text) <= _WIDEST else text[: _WIDEST - 3].rsplit(" ", 1)[0] + " ..."


class _FullHelp(argparse.Action):
    def __init__(self, option_strings: list[str], dest: str, **settings: Any) -> None:
        super().__init__(option_strings, argparse.SUPPRESS, nargs=0, default=argparse.SUPPRESS, help=settings["help"])

    def __call__(self, parser: argparse.ArgumentParser, *_arguments: Any, **_named: Any) -> NoReturn:
        assert isinstance(parser, CommandParser)
        sys.stdout.write(parser.format_full_help())
        parser.exit()
