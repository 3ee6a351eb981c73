"""Columns as the programmer counts them.

Preprocessing keeps the lines of a source but not its columns: an expanded macro moves whatever follows it on its line.
Where a line was changed, its tokens are laid beside those of the source line. A token that stands in both has the
source's column; what a macro was expanded to has the column of the macro's name.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

_WORD = re.compile(r'"(?:[^"\\]|\\.)*"|\'(?:[^\'\\]|\\.)*\'|[\w$]+|[^\s\w$]')
_MOST_WORDS = 300  # of a line; comparing takes quadratic time


class Columns:
    """The columns of source files, given their texts."""

    def __init__(self, sources: Mapping[str, str] | None = None) -> None:
        self._sources = sources or {}
        self._lines: dict[str, list[str]] = {}

    def of_line(self, file: str, number: int, line: str) -> Sequence[int] | None:
        """For each column of a preprocessed line, from 0, the source's, from 1. None: they are the same."""
        source = self._source_line(file, number)
        if source is None or line.rstrip() == source.rstrip() or _stands_in(line, source):
            return None
        return _aligned(line, source)

    def _source_line(self, file: str, number: int) -> str | None:
        lines = self._lines.get(file)
        if lines is None:
            lines = self._lines[file] = self._sources.get(file, "").split("\n")
        return lines[number - 1] if 0 < number <= len(lines) else None


def _stands_in(line: str, source: str) -> bool:
    """Whether all that is left of the source line stands where it stood: what nobody uses is cut out before parsing."""
    return all(source.startswith(word[0], word.start()) for word in _WORD.finditer(line))


def _aligned(line: str, source: str) -> Sequence[int] | None:
    ours, theirs = list(_WORD.finditer(line)), list(_WORD.finditer(source))
    if not ours or not theirs or max(len(ours), len(theirs)) > _MOST_WORDS:
        return None
    from difflib import SequenceMatcher  # for lines in which macros were expanded

    columns = [0] * len(line)
    matcher = SequenceMatcher(None, [word[0] for word in ours], [word[0] for word in theirs], autojunk=False)
    for tag, first, last, start, _ in matcher.get_opcodes():
        for index in range(first, last):
            origin = theirs[min(start + (index - first if tag == "equal" else 0), len(theirs) - 1)].start()
            for position in range(ours[index].start(), ours[index].end()):
                columns[position] = origin + 1
    return columns
