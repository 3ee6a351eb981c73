"""Where things stand in the files that were given: statements, calls, and lines of preprocessed files."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from functools import cached_property
from pathlib import Path, PurePath

from esbmc_py.fixing.statements import Statement, Unreadable, body_at, offset_of
from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.instructions import Dead, Goto
from esbmc_py.goto.program import Function, Program
from esbmc_py.goto.symbols import SourceLocation

_MARKER = re.compile(r'^[ \t]*#[ \t]*(?:line[ \t]+)?(\d+)(?:[ \t]+"((?:\\.|[^"\\])*)")?')

_SIGNS = re.compile(r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|[()\[\]{}?:;,]')

_BRANCHES = re.compile(r"\b(?:if|while|for|switch|do)\b")


@dataclass(frozen=True, slots=True)
class LineOnDisk:
    """A line of a file as it is on the disk."""

    file: str
    line: int
    column: int


class FileMap:
    """Preprocessed files have line markers: the front end speaks of lines that these name, witnesses of the others."""

    def __init__(self, texts: Mapping[str, str]):
        """`texts`: the files that were given, by name."""
        self.files = tuple(texts)
        self._presumed: dict[tuple[str, int], tuple[str, int]] = {}
        self._physical: dict[tuple[str, int], tuple[str, int]] = {}
        for name, text in texts.items():
            self._read(name, text)

    def _read(self, name: str, text: str) -> None:
        if not re.search(r"^[ \t]*#[ \t]*(?:line[ \t]+)?\d", text, re.MULTILINE):
            return
        file, number = name, 1
        for physical, line in enumerate(text.split("\n"), 1):
            marker = _MARKER.match(line)
            if marker is not None:
                file, number = (marker[2] if marker[2] is not None else file), int(marker[1][:9])
                continue
            self._presumed[name, physical] = file, number
            self._physical.setdefault((file, number), (name, physical))
            number += 1

    def physical(self, location: SourceLocation) -> LineOnDisk:
        file, line = self._physical.get((location.file, location.line), (location.file, location.line))
        return LineOnDisk(file, line, location.column)

    def presumed(self, file: str, line: int) -> tuple[str, int]:
        """`file` as a witness names it: perhaps from another folder, perhaps the one that a marker names."""
        known = next((name for name in self.files if PurePath(name).name == PurePath(file).name), None)
        if known is None:
            return file, line
        return self._presumed.get((known, line), (known, line))


class FunctionText:
    """The statements of a function in the text of its file."""

    def __init__(self, program: Program, function: Function):
        self.function = function
        self.file = function.location.file
        self.text = program.sources.get(self.file, "")

    @cached_property
    def _starts(self) -> list[int]:
        starts = [0]
        for match in re.finditer("\n", self.text):
            starts.append(match.end())
        return starts

    @cached_property
    def body(self) -> Statement | None:
        try:
            return body_at(self.text, offset_of(self.text, self.function.location.line, 1))
        except (Unreadable, ValueError, RecursionError):
            return None

    @cached_property
    def statements(self) -> list[Statement]:
        """All but blocks and labels, outer ones first."""
        if self.body is None:
            return []
        return [one for one in self.body.inside() if one.keyword not in ("{", "label")]

    def offset(self, location: SourceLocation) -> int | None:
        if location.file != self.file or not 0 < location.line <= len(self._starts):
            return None
        return self._starts[location.line - 1] + max(location.column, 1) - 1

    def location(self, offset: int) -> SourceLocation:
        line = self.text.count("\n", 0, offset) + 1
        return SourceLocation(self.file, line, offset - self._starts[line - 1] + 1)

    def statement_at(self, location: SourceLocation) -> Statement | None:
        """The innermost one that contains the place."""
        at = self.offset(location)
        if at is None:
            return None
        around = [one for one in self.statements if one.begin <= at < one.end]
        return max(around, key=lambda one: one.begin, default=None)

    def start_of(self, location: SourceLocation) -> SourceLocation:
        """Where the statement begins that contains the place; the place itself if that cannot be told."""
        found = self.statement_at(location)
        return location if found is None else self.location(found.begin)

    @cached_property
    def entries(self) -> dict[int, SourceLocation]:
        """The first instruction of each statement, and where that begins. (Rounds of a loop do not begin it again.)"""
        found: dict[SourceLocation, int] = {}
        for index, instruction in enumerate(self.function.instructions):
            if not isinstance(instruction, Dead | Goto):  # ends of blocks and of rounds
                found.setdefault(self.start_of(instruction.location), index)
        return {index: start for start, index in found.items()}

    def cases(self, switch: Statement) -> tuple[str, list[str]] | None:
        """The operand of a `switch`, and its labels. None: its labels are not told apart from those of another one."""
        text = self.text[switch.begin : switch.end]
        closing = self.closing(self.location(switch.begin))
        end = None if closing is None else self.offset(closing)
        if end is None:
            return None
        inner = [one for part in switch.parts for one in part.inside() if one.keyword == "switch"]
        for one in reversed(inner):
            begin, until = one.begin - switch.begin, one.end - switch.begin
            text = text[:begin] + " " * (until - begin) + text[until:]
        labels = re.findall(r"\bcase\b\s*([^:]+?)\s*:", text)
        if any("..." in label or "?" in label for label in labels):
            return None
        return self.text[switch.begin : end].partition("(")[2], labels

    def arms(self, location: SourceLocation) -> tuple[int, int, int] | None:
        """Where `?` and its `:` stand, and where the expression ends: for the `?` there, or the first in the line."""
        begin = self.offset(SourceLocation(location.file, location.line, 1))
        if begin is None:
            return None
        line = self.text[begin : (self.text + "\n").index("\n", begin)]
        question = begin + (location.column - 1 if location.column else line.find("?"))
        if not location.column and _BRANCHES.search(self.text, begin, max(begin, question)):
            return None
        if not begin <= question < begin + len(line) or self.text[question] != "?":
            return None
        colon = self._end_of_arm(question + 1)
        if self.text[colon : colon + 1] != ":":
            return None
        return question, colon, self._end_of_arm(colon + 1)

    def _end_of_arm(self, begin: int) -> int:
        """Where an operand of `?:` ends: before a `:` that is not its own, or what closes or ends the expression."""
        depth = inner = 0
        for sign in _SIGNS.finditer(self.text, begin):
            match sign[0]:
                case "(" | "[" | "{":
                    depth += 1
                case ")" | "]" | "}" if depth:
                    depth -= 1
                case "?" if not depth:
                    inner += 1
                case ":" if not depth and inner:
                    inner -= 1
                case ")" | "]" | "}" | ";" | "," | ":" if not depth:
                    return sign.start()
        return len(self.text)

    def names(self, location: SourceLocation, name: str) -> bool:
        """Does the name stand there?"""
        at = self.offset(location)
        return at is not None and re.compile(rf"{re.escape(name)}\b").match(self.text, at) is not None

    def closing(self, location: SourceLocation) -> SourceLocation | None:
        """The right parenthesis of the call that begins at the place."""
        at = self.offset(location)
        if at is None:
            return None
        opening = re.compile(r"[A-Za-z_]\w*\s*\(").match(self.text, at)
        if opening is None:
            return None
        depth = 0
        for sign in re.compile(r'"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'|[()]').finditer(
            self.text, opening.end() - 1
        ):
            depth += {"(": 1, ")": -1}.get(sign[0], 0)
            if depth == 0:
                return self.location(sign.start())
        return None


class SourceMap:
    """All user functions of a program."""

    def __init__(self, program: Program, files: FileMap):
        self.program = program
        self.files = files
        self._texts: dict[str, FunctionText] = {}

    def of(self, function: str) -> FunctionText:
        if function not in self._texts:
            self._texts[function] = FunctionText(self.program, self.program.functions[function])
        return self._texts[function]

    def user_functions(self) -> list[Function]:
        return [one for one in self.program.functions.values() if not one.is_model and one.location.line > 0]


def file_map(paths: Iterable[Path]) -> FileMap:
    return FileMap({str(path): _text(path) for path in paths})


def _text(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace")
    except OSError:
        return ""
