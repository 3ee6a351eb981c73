"""Colours on a terminal: for people, never in what programs read.

`--color` decides; without it, colours are for terminals alone, and for none where NO_COLOR is set (no-color.org).
"""

from __future__ import annotations

import os
import sys
from typing import TextIO

SETTINGS = ("auto", "always", "never")
_CODES = {"bold": "1", "dim": "2", "red": "1;31", "green": "1;32", "yellow": "1;33", "blue": "34"}

_setting = "auto"


def choose(setting: str) -> None:
    """What the command line says; it holds for all that is printed."""
    global _setting
    _setting = setting


def are_wanted(stream: TextIO) -> bool:
    if _setting != "auto":
        return _setting == "always"
    if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb":
        return False
    return stream.isatty()


def paint(text: str, style: str, stream: TextIO | None = None) -> str:
    """The text as it is to be printed on the stream (standard output)."""
    if not text or not are_wanted(stream or sys.stdout):
        return text
    return f"\033[{_CODES[style]}m{text}\033[0m"


def paint_verdict(headline: str) -> str:
    """VERIFICATION SUCCESSFUL and its kin."""
    styles = {"SUCCESSFUL": "green", "FAILED": "red", "UNKNOWN": "yellow"}
    return paint(headline, next((style for word, style in styles.items() if word in headline), "bold"))


def paint_error(text: str) -> str:
    """A message about the input, with its line, its caret and a hint, for the standard error."""
    lines = []
    for number, line in enumerate(text.split("\n")):
        if number == 0 and "error: " in line:
            place, _, message = line.partition("error: ")
            line = f"{paint(place, 'bold', sys.stderr)}{paint('error: ', 'red', sys.stderr)}{message}"
        elif line.strip() == "^":
            line = paint(line, "green", sys.stderr)
        elif line.startswith("  hint: "):
            line = f"  {paint('hint:', 'yellow', sys.stderr)}{line.removeprefix('  hint:')}"
        lines.append(line)
    return "\n".join(lines)
