"""Argument parsers with a short help and a full one, and messages that say what was meant."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NoReturn

from .exit_codes import ExitCode
from .suggestions import did_you_mean, with_suggestion


class CommandParser(argparse.ArgumentParser):
    """`--help` shows what everybody needs (all, unless `show_first` says what that is), `--help-all` everything."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings)
        self._first: frozenset[str] | None = None

    def show_first(self, *names: str) -> None:
        """The options, and the names of positional arguments, that the short help has."""
        self._first = frozenset(("-h", "--help-all", *names))
        self.add_argument("--help-all", action=_FullHelp, help="show all options, also those for research")

    def format_help(self) -> str:
        if self._first is None:
            return super().format_help()
        with self._hidden(self._first):
            return super().format_help()

    @contextmanager
    def _hidden(self, first: frozenset[str]) -> Iterator[None]:
        rest = [one for one in self._actions if not first.intersection((*one.option_strings, one.dest))]
        before = [one.help for one in rest]
        for one in rest:
            one.help = argparse.SUPPRESS
        try:
            yield
        finally:
            for one, text in zip(rest, before, strict=True):
                one.help = text

    def format_full_help(self) -> str:
        return super().format_help()

    def option_names(self) -> list[str]:
        return [name for one in self._actions for name in one.option_strings]

    def error(self, message: str) -> NoReturn:
        """One line, and where to read more: the usage of a command with eighty options helps nobody."""
        print(f"{self.prog}: error: {with_suggestion(message)} ({self.prog} --help)", file=sys.stderr)
        sys.exit(ExitCode.BAD_INPUT)

    def refuse_unknown(self, words: Sequence[str]) -> NoReturn:
        word = next((word for word in words if word.startswith("-")), words[0])
        name = word.partition("=")[0]
        if not word.startswith("-"):
            self.error(f"there is nothing that '{word}' could mean here")
        self.error(f"there is no option {name}{did_you_mean(name, self.option_names())}")


class _FullHelp(argparse.Action):
    def __init__(self, option_strings: list[str], dest: str, **settings: Any) -> None:
        super().__init__(option_strings, argparse.SUPPRESS, nargs=0, default=argparse.SUPPRESS, help=settings["help"])

    def __call__(self, parser: argparse.ArgumentParser, *_arguments: Any, **_named: Any) -> NoReturn:
        assert isinstance(parser, CommandParser)
        sys.stdout.write(parser.format_full_help())
        parser.exit()
