"""Changes of a text."""

from __future__ import annotations

import difflib
import re
from collections import Counter
from collections.abc import Iterable, Sequence

from esbmc_py.goto.deferred import dataclass


@dataclass(frozen=True, slots=True)
class Edit:
    """Replaces what stands between two places. `origin`: where the new text stood before, if it was moved."""

    begin: int
    end: int
    text: str
    origin: int | None = None


class Overlap(Exception):
    """Two edits change the same text."""


class Edited:
    """A text after some edits, and where its places have come from."""

    def __init__(self, text: str, edits: Sequence[Edit]) -> None:
        self.text = ""
        self._pieces: list[tuple[int, int, bool]] = []  # begin here, place in the old text, is it text of the old one?
        at = 0
        # At one place, what ends there comes before what begins there: a section ends before the next one begins.
        for edit in sorted(dict.fromkeys(edits), key=lambda one: (one.begin, one.end)):
            if edit.begin < at:
                raise Overlap
            self._add(text[at : edit.begin], at, old=True)
            origin = edit.origin if edit.origin is not None else edit.begin
            self._add(edit.text, origin, old=edit.origin is not None)
            at = edit.end
        self._add(text[at:], at, old=True)

    def _add(self, text: str, origin: int, *, old: bool) -> None:
        self._pieces.append((len(self.text), origin, old))
        self.text += text

    def keeps(self, place: int) -> bool:
        """Is what stood there in the old text still there?"""
        following = [*self._pieces[1:], (len(self.text), 0, False)]
        return any(
            old and origin <= place < origin + after[0] - begin
            for (begin, origin, old), after in zip(self._pieces, following, strict=True)
        )

    def origin(self, place: int) -> int:
        """Where it stood in the old text; of what is new: where it was put."""
        begin, origin, old = next(piece for piece in reversed(self._pieces) if piece[0] <= place)
        return origin + (place - begin) if old else origin


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


_OWN_LINE = re.compile(r"\b(?:if|for|while|else)\b[^\n]*\n[^\S\n]*\{")  # a brace that stands alone
_SAME_LINE = re.compile(r"\b(?:if|for|while|else)\b[^\n]*\{[^\S\n]*\n")


def in_braces(text: str, begin: int, end: int, before: Sequence[str], after: Sequence[str]) -> list[Edit]:
    """What is alone behind an `if`, with more before and after it: a block, in the style of the file."""
    start = text.rfind("\n", 0, begin) + 1
    indent = text[start:begin]
    head = text[:start].rstrip()
    outer = _indent_of(head)
    follows = text[end:].lstrip()
    own_line = not indent.strip() and text[end:].partition("\n")[0].strip() == ""
    commented = "//" in head.rpartition("\n")[2] or head.endswith("*/")
    if not own_line or commented or len(outer) >= len(indent) or re.match(r"else\b", follows):
        inner = " ".join((*before, text[begin:end], *after))
        return [Edit(begin, end, f"{{ {inner} }}")]
    alone = len(_OWN_LINE.findall(text)) > len(_SAME_LINE.findall(text))
    opening = f"\n{outer}{{" if alone else " {"
    return [
        Edit(len(head), len(head), opening),
        Edit(begin, begin, "".join(f"{line}\n{indent}" for line in before)),
        Edit(end, end, "".join(f"\n{indent}{line}" for line in after) + f"\n{outer}}}"),
    ]


def _indent_of(head: str) -> str:
    """Of the last line."""
    line = head.rpartition("\n")[2]
    return line[: len(line) - len(line.lstrip())]


def without_statement(text: str, begin: int, end: int) -> Edit:
    """With its line, if nothing else stands there."""
    first, last = lines_of(text, begin, end)
    return Edit(first, last, "") if not (text[first:begin] + text[end:last]).strip() else Edit(begin, end, "")


def moved(text: str, begin: int, end: int, to: int) -> tuple[Edit, Edit]:
    """Whole lines from here to there; both places are begins of lines."""
    return Edit(begin, end, ""), Edit(to, to, text[begin:end], begin)


def lines_of(text: str, begin: int, end: int) -> tuple[int, int]:
    """The whole lines in which something stands."""
    first = text.rfind("\n", 0, begin) + 1
    last = text.find("\n", end)
    return first, len(text) if last < 0 else last + 1


def changed_lines(before: str, after: str) -> Counter[str]:
    """Lines that go, and lines that come, each with its sign."""
    lines = difflib.unified_diff(before.splitlines(), after.splitlines(), n=0, lineterm="")
    return Counter(line for line in lines if not line.startswith("@@"))


def diff(before: str, after: str, name: str) -> str:
    lines: Iterable[str] = difflib.unified_diff(
        before.splitlines(keepends=True), after.splitlines(keepends=True), f"a/{name}", f"b/{name}"
    )
    return "".join(line if line.endswith("\n") else f"{line}\n\\ No newline at end of file\n" for line in lines)
