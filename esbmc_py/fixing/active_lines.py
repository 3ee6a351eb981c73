"""Which lines of a file the preprocessor takes: `#ifdef` hides statements from the compiler, so also from us."""

from __future__ import annotations

import re
import tempfile
from pathlib import Path

from esbmc_py.checking.options import CheckOptions
from esbmc_py.frontend.errors import SourceError
from esbmc_py.frontend.preprocess import preprocess

_CONDITIONAL = re.compile(r"[ \t]*#[ \t]*(if|ifdef|ifndef|elif|else|endif)\b")
_DIRECTIVE = re.compile(r"[ \t]*#")
_MARK = "smtcb_branch_{}_begins"


def active_text(text: str, path: Path, options: CheckOptions) -> str:
    """The text with blanks where directives and lines that are left out stand: offsets stay."""
    branches = branch_of_lines(text)
    taken = _taken(text, path, options)
    lines, shown = text.splitlines(keepends=True), []
    continued = False
    for line, branch in zip(lines, branches, strict=True):
        directive = continued or _DIRECTIVE.match(line) is not None
        continued = directive and line.rstrip("\r\n").endswith("\\")
        shown.append(_blank(line) if directive or not all(one in taken for one in branch) else line)
    return "".join(shown)


def branch_of_lines(text: str) -> list[tuple[int, ...]]:
    """For each line the branches of conditionals around it, each named by the line that begins it."""
    around: list[int] = []
    found = []
    for number, line in enumerate(text.splitlines()):
        directive = _CONDITIONAL.match(line)
        if directive is not None and directive[1] in ("elif", "else", "endif") and around:
            around.pop()
        found.append(tuple(around))
        if directive is not None and directive[1] != "endif":
            around.append(number)
    return found


def _taken(text: str, path: Path, options: CheckOptions) -> set[int]:
    """Branches that are compiled: a mark in each of them shows which."""
    marked = []
    for number, line in enumerate(text.splitlines()):
        marked.append(line)
        directive = _CONDITIONAL.match(line)
        if directive is not None and directive[1] != "endif":
            marked.append(_MARK.format(number))
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / path.name
        copy.write_text("\n".join(marked) + "\n", encoding="utf-8")
        try:
            seen = preprocess(copy, include_dirs=options.include_dirs, defines=options.defines, arch=options.arch).text
        except SourceError:
            seen = "\n".join(marked)
    return {int(one) for one in re.findall(_MARK.format(r"(\d+)"), seen)}


def _blank(line: str) -> str:
    return re.sub(r"[^\r\n]", " ", line)
