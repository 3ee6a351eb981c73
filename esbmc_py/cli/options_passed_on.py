"""Options as they were given, as words of another command line: `smtcb compare` passes on what the program is."""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from .options import add_input_options


def input_words(options: argparse.Namespace) -> list[str]:
    """All input options that are not what they are by default. A new option is passed on without being named here."""
    parser = argparse.ArgumentParser(add_help=False)
    add_input_options(parser)
    return [word for action in parser._actions for word in _words(action, getattr(options, action.dest))]


def _words(action: argparse.Action, value: object) -> Iterator[str]:
    if value == action.default:
        return
    if not action.option_strings:  # the files
        yield from map(str, value if isinstance(value, list) else [value])
    elif action.nargs == 0:
        yield action.option_strings[0]
    else:
        for one in value if isinstance(value, list) else [value]:
            yield from _option(action.option_strings[0], "=".join(one) if isinstance(one, tuple) else str(one))


def _option(name: str, value: str) -> Iterator[str]:
    """In one word where the value may begin with a dash."""
    if name.startswith("--"):
        yield f"{name}={value}"
    elif len(name) == 2:
        yield f"{name}{value}"
    else:
        yield from (name, value)
