"""Where statements begin and end in C text as people write it: no preprocessor, no syntax tree, only their shapes."""

from __future__ import annotations

import re
from collections.abc import Iterator

from esbmc_py.goto.deferred import dataclass

_SKIPPED = re.compile(r"(?:\s+|//[^\n]*|/\*.*?\*/|(?<=\n)[ \t]*#(?:\\\n|[^\n])*)+", re.DOTALL)
_OPAQUE = re.compile(r"""//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'""", re.DOTALL)
_WORD = re.compile(r"[A-Za-z_]\w*")
_LABEL = re.compile(r"(?:case\b[^:;{}?]*|default\s*|[A-Za-z_]\w*\s*):(?!:)")
_JUMPS = ("return", "goto")


class Unreadable(Exception):
    """Text that does not have the shape of statements (macros may hide it)."""


@dataclass(frozen=True, slots=True)
class Statement:
    begin: int
    end: int  # first character after it
    keyword: str  # "{", "if", "while", ..., or nothing: an expression or a declaration
    parts: tuple[Statement, ...] = ()

    def inside(self) -> Iterator[Statement]:
        """This one and all in it."""
        yield self
        for part in self.parts:
            yield from part.inside()


def body_at(text: str, offset: int) -> Statement:
    """Of the function whose name stands there: its block."""
    at = _closing(text, text.index("(", offset)) + 1
    at = text.index("{", at)
    return _statement(text, at)


def offset_of(text: str, line: int, column: int) -> int:
    at = 0
    for _ in range(line - 1):
        at = text.index("\n", at) + 1
    return at + column - 1


def _statement(text: str, at: int) -> Statement:
    at = _skip(text, at)
    found = _WORD.match(text, at)
    word = found[0] if found else ""
    if text[at : at + 1] == "{":
        return _block(text, at)
    if word in ("if", "while", "for", "switch"):
        body = _statement(text, _closing(text, text.index("(", at)) + 1)
        parts = [body]
        after = _skip(text, body.end)
        if word == "if" and re.match(r"else\b", text[after:]):
            parts.append(_statement(text, after + len("else")))
        return Statement(at, parts[-1].end, word, tuple(parts))
    if word == "do":
        body = _statement(text, at + 2)
        return Statement(at, _semicolon(text, body.end), word, (body,))
    if ((label := _LABEL.match(text, at)) is not None and word != "default") or word in ("case", "default"):
        label = _LABEL.match(text, at)
        if label is None:
            raise Unreadable
        follows = _statement(text, label.end())
        return Statement(at, follows.end, "label", (follows,))
    return Statement(at, _semicolon(text, at), word if word in (*_JUMPS, "break", "continue") else "")


def _block(text: str, at: int) -> Statement:
    parts, begin = [], at
    at = _skip(text, at + 1)
    while text[at : at + 1] != "}":
        if at >= len(text):
            raise Unreadable
        parts.append(_statement(text, at))
        at = _skip(text, parts[-1].end)
    return Statement(begin, at + 1, "{", tuple(parts))


def _skip(text: str, at: int) -> int:
    found = _SKIPPED.match(text, at)
    return found.end() if found else at


def _closing(text: str, at: int) -> int:
    """Of the bracket there: the place of its partner."""
    depth = 0
    for place, sign in _signs(text, at):
        depth += (sign in "([{") - (sign in ")]}")
        if depth == 0:
            return place
    raise Unreadable


def _semicolon(text: str, at: int) -> int:
    """After the next one that is in no brackets."""
    depth = 0
    for place, sign in _signs(text, at):
        depth += (sign in "([{") - (sign in ")]}")
        if depth < 0:
            break
        if depth == 0 and sign == ";":
            return place + 1
    raise Unreadable


def _signs(text: str, at: int) -> Iterator[tuple[int, str]]:
    """Characters that are in no comment and no literal."""
    while at < len(text):
        opaque = _OPAQUE.match(text, at) if text[at] in "/\"'" else None
        if opaque is not None:
            at = opaque.end()
            continue
        yield at, text[at]
        at += 1
