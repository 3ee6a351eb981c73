"""Changes of a text."""

from __future__ import annotations

import difflib
from collections.abc import Iterable

from esbmc_py.goto.deferred import dataclass


@dataclass(frozen=True, slots=True)
class Edit:
    """Replaces what stands between two places."""

    begin: int
    end: int
    text: str


@dataclass(frozen=True, slots=True)
class Fix:
    """What is changed, in words, and how much that is: the smaller, the better."""

    what: str
    edits: tuple[Edit, ...]
    cost: int

    def applied(self, text: str) -> str:
        for edit in sorted(self.edits, key=lambda one: (one.begin, one.end), reverse=True):
            text = text[: edit.begin] + edit.text + text[edit.end :]
        return text


def line_before(text: str, at: int, line: str) -> Edit:
    """A line of its own, indented as the one there; in front of what stands there if that does not begin its line."""
    begin = text.rfind("\n", 0, at) + 1
    space = text[begin:at]
    return Edit(begin, begin, f"{space}{line}\n") if not space.strip() else Edit(at, at, f"{line} ")


def line_after(text: str, begin: int, end: int, line: str) -> Edit:
    """After what ends there and has begun at `begin`, by which it is indented; a comment on the same line stays."""
    start = text.rfind("\n", 0, begin) + 1
    space = text[start:begin]
    rest = text.find("\n", end)
    rest = len(text) if rest < 0 else rest
    behind = text[end:rest].strip()
    if space.strip() or (behind and not behind.startswith(("//", "/*"))):
        return Edit(end, end, f" {line}")
    return Edit(rest, rest, f"\n{space}{line}")


def moved(text: str, begin: int, end: int, to: int) -> tuple[Edit, Edit]:
    """Whole lines from here to there; both places are begins of lines."""
    return Edit(begin, end, ""), Edit(to, to, text[begin:end])


def lines_of(text: str, begin: int, end: int) -> tuple[int, int]:
    """The whole lines in which something stands."""
    first = text.rfind("\n", 0, begin) + 1
    last = text.find("\n", end)
    return first, len(text) if last < 0 else last + 1


def diff(before: str, after: str, name: str) -> str:
    lines: Iterable[str] = difflib.unified_diff(
        before.splitlines(keepends=True), after.splitlines(keepends=True), f"a/{name}", f"b/{name}"
    )
    return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)
