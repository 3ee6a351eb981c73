"""What is wrong with the input, told to the person who wrote it: place, source line, caret, and what to do about it."""

from __future__ import annotations

from collections.abc import Mapping

from esbmc_py.goto.symbols import SourceLocation

_WIDEST_LINE = 160  # longer source lines are shown as a window around the caret
_LONGEST = 1_000_000  # what is further right is not shown at all


class SourceError(Exception):
    """The input cannot be processed. `near` is the offending token's text, which lets the caret find its column."""

    def __init__(
        self, message: str, location: SourceLocation | None = None, hint: str | None = None, near: str | None = None
    ) -> None:
        super().__init__(message)
        self.message = message
        self.location = location
        self.hint = hint
        self.near = near
        self.text: str | None = None  # of the file, where that is known: preprocessing may end before others know it

    def __str__(self) -> str:
        return f"{self.location}: error: {self.message}" if self.location else f"error: {self.message}"

    def render(self, sources: Mapping[str, str]) -> str:
        """The message as a compiler would print it; `sources` maps file names to their original text."""
        lines = [str(self)]
        if self.location is not None:
            lines += _excerpt(self.location, sources.get(self.location.file, self.text), self.near)
        if self.hint:
            lines.append(f"  hint: {self.hint}")
        return "\n".join(lines)


class UnreadableInput(SourceError):
    """The file is missing, a directory, not text, or out of proportion."""


class PreprocessorProblem(SourceError):
    """The preprocessor refused the file."""


class MissingInclude(PreprocessorProblem):
    """An #include names a header that is not there."""

    def __init__(self, header: str, location: SourceLocation) -> None:
        hint = f"name its directory with -I DIR; a system header can be added as pthread_models/include/{header}"
        super().__init__(f"cannot find the header '{header}'", location, hint, near=header)


class SyntaxProblem(SourceError):
    """The text is not C (or uses an extension that is not understood)."""


class UnsupportedSyntax(SourceError):
    """Valid for gcc, and refused here by name."""


def _excerpt(location: SourceLocation, text: str | None, near: str | None) -> list[str]:
    """The source line and a caret under the column, or nothing when the line is not known."""
    if text is None or location.line < 1:
        return []
    lines = text.split("\n", location.line)
    if location.line > len(lines):
        return []
    line = "".join(c if c.isprintable() or c == "\t" else "?" for c in lines[location.line - 1].rstrip("\r")[:_LONGEST])
    if not line.strip():
        return []
    if location.column < 1:
        return ["  " + line[:_WIDEST_LINE].expandtabs(4)]
    column = _find_column(line, location.column - 1, near)
    start = max(0, column - _WIDEST_LINE // 2) if len(line) > _WIDEST_LINE else 0
    before, shown = line[start:column].expandtabs(4), line[start : start + _WIDEST_LINE].expandtabs(4)
    return ["  " + shown, "  " + " " * len(before) + "^"]


def _find_column(line: str, column: int, near: str | None) -> int:
    """Where the token stands: preprocessing squeezes blanks, so the recorded column may be left of the real one."""
    if near and not line.startswith(near, column):
        later, earlier = line.find(near, column), line.rfind(near, 0, column)
        found = [place for place in (later, earlier) if place >= 0]
        if found:
            return min(found, key=lambda place: abs(place - column))
    return min(column, len(line))
