"""Dropping what a program never uses before it is parsed.

A text preprocessed against glibc declares thousands of things that the program never mentions. A declaration is kept if
it can be reached, by name, from the definitions that make up the program. All kinds of names count as one kind, so a
member called `index` keeps the function `index`: that costs a little time and is never wrong.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator
from itertools import compress

from esbmc_py.goto.symbols import SourceLocation

from .gnu_lexer import STRING
from .outline import Chunk, Outline, outline

_WORDS = re.compile(r"[A-Za-z_]\w*")
_PRAGMA = re.compile(r"#(?![ \t]*(?:line\b|[0-9]))")


def prune(text: str, extra_roots: Iterable[str] = (), only_roots: bool = False) -> str:
    """The text without the top-level declarations that nothing uses; what stays keeps its line numbers.

    Roots are the definitions in the text and `extra_roots`, or with `only_roots` just the latter.
    """
    found = outline(text)
    if not found.balanced:
        return text  # the parser will say where it goes wrong
    kept = _reachable(found, set(extra_roots), only_roots)
    if all(kept):
        return text
    return _write(text, found, kept)


def pieces(text: str) -> Iterator[tuple[Chunk, str, tuple[int, ...]]]:
    """The declarations of a text that has no pragmas, each with its text and the numbers of those that it needs."""
    found = outline(text)
    assert found.balanced
    assert not any(_PRAGMA.match(line) for _, line in found.tokens.directives), "a pragma holds for what follows"
    declaring: dict[str, set[int]] = {}
    for index, chunk in enumerate(found.chunks):
        for name in chunk.names:
            declaring.setdefault(name, set()).add(index)
    for index, chunk in enumerate(found.chunks):
        needed = set().union(*(declaring[name] for name in _mentions(found, chunk) & declaring.keys())) - {index}
        start, end = _extent(found, chunk)
        yield chunk, _marker(found.tokens.location(chunk.start)) + text[start:end], tuple(sorted(needed))


def defined_functions(text: str) -> set[str]:
    """The functions that have a body in the text."""
    return {chunk.function for chunk in outline(text).chunks if chunk.function is not None}


def exported_functions(text: str) -> set[str]:
    """Those of them that other files see."""
    return {chunk.function for chunk in outline(text).chunks if chunk.function is not None and not chunk.static}


def mentioned_names(text: str) -> set[str]:
    """The identifiers that a program mentions but the functions that it defines.

    Declarations that `prune` would drop do not count: a prototype in a header is no use of the function.
    """
    found = outline(text)
    kept = _reachable(found, set(), only_roots=False)
    names: set[str] = set()
    for chunk in compress(found.chunks, kept):
        names |= _mentions(found, chunk)
    return {name for name in names if name[0].isalpha() or name[0] in "_$"} - defined_functions(text)


def _reachable(found: Outline, extra_roots: set[str], only_roots: bool) -> list[bool]:
    declaring: dict[str, list[int]] = {}
    kept = [False] * len(found.chunks)
    pending: list[int] = []

    def keep(index: int) -> None:
        if not kept[index]:
            kept[index] = True
            pending.append(index)

    for index, chunk in enumerate(found.chunks):
        for name in chunk.names:
            declaring.setdefault(name, []).append(index)
        if chunk.always or (chunk.root and not only_roots) or not extra_roots.isdisjoint(chunk.names):
            keep(index)
    while pending:
        for name in _mentions(found, found.chunks[pending.pop()]) & declaring.keys():
            for index in declaring.pop(name):
                keep(index)
    return kept


def _mentions(found: Outline, chunk: Chunk) -> set[str]:
    values, kinds = found.tokens.values, found.tokens.kinds
    names = set(values[chunk.start : chunk.end])
    if not names.isdisjoint(("alias", "__alias__", "asm", "__asm", "__asm__", "weakref", "__weakref__", "ifunc")):
        for index in range(chunk.start, chunk.end):
            if kinds[index] == STRING:
                names.update(_WORDS.findall(values[index]))
    return names


def _write(text: str, found: Outline, kept: list[bool]) -> str:
    """The kept chunks; after a gap a line marker says where the text goes on."""
    tokens = found.tokens
    pragmas = deque((position, line) for position, line in tokens.directives if _PRAGMA.match(line))
    pieces: list[str] = []
    position, contiguous = 0, True  # how far the text has been read, and whether it was written up to there
    for chunk, keep in zip(found.chunks, kept, strict=True):
        start, end = _extent(found, chunk)
        # Pragmas stay even where declarations go: they hold for what follows.
        while pragmas and pragmas[0][0] < (start if keep else end):
            _, line = pragmas.popleft()
            if not (keep and contiguous):
                pieces.append(f"\n{line}\n")
        while pragmas and pragmas[0][0] < end:
            pragmas.popleft()
        if keep:
            pieces.append(text[position:end] if contiguous else _marker(tokens.location(chunk.start)) + text[start:end])
        position, contiguous = end, keep
    return "".join(pieces) + "\n"


def _extent(found: Outline, chunk: Chunk) -> tuple[int, int]:
    tokens, last = found.tokens, chunk.end - 1
    return tokens.positions[chunk.start], tokens.positions[last] + len(tokens.values[last])


def _marker(place: SourceLocation) -> str:
    """A line marker and the blanks that put the next token where it stood; a text without markers has no file name."""
    name = place.file.replace("\\", "\\\\").replace('"', '\\"')
    return f"\n# {place.line}" + (f' "{name}"' if name else "") + "\n" + " " * (place.column - 1)
