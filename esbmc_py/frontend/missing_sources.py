"""Functions without a body that a file beside the program defines: somebody forgot to name that file."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from .errors import SourceError
from .source_file import STANDARD_INPUT, SourceFile

_MOST_FILES = 400
_LARGEST = 1_000_000


class MissingSource(SourceError):
    """The program is not all there."""


def require_siblings(files: Iterable[Path | str | SourceFile], outside: Iterable[str]) -> None:
    """Raises MissingSource if a C file without a main, in the same folder, defines one of these functions."""
    names = list(outside)
    given = [Path(str(file.path if isinstance(file, SourceFile) else file)) for file in files]
    if not names or not given or any(str(path) == STANDARD_INPUT for path in given):
        return
    for path, text in _siblings(given):
        for name in names:
            if _defines(text, name) and not _defines(text, "main"):
                caller = next((one for one in given if _mentions(one, name)), given[0])
                raise MissingSource(
                    f"{caller} calls {name}, which {path.name} beside it defines",
                    hint=f"add {path} to the command; or --external {name}=havoc if it is to stay without a body",
                )


def _siblings(given: list[Path]) -> Iterator[tuple[Path, str]]:
    known = {path.resolve() for path in given}
    for folder in dict.fromkeys(path.parent for path in given):
        try:
            beside = sorted(path for path in folder.glob("*.c") if path.resolve() not in known)
        except OSError:
            continue
        for path in beside[:_MOST_FILES]:
            try:
                if path.is_file() and path.stat().st_size <= _LARGEST:
                    yield path, path.read_text(encoding="utf-8", errors="replace")
            except OSError:
                continue


def _mentions(path: Path, name: str) -> bool:
    try:
        return re.search(rf"\b{re.escape(name)}\s*\(", path.read_text(encoding="utf-8", errors="replace")) is not None
    except OSError:
        return False


def _defines(text: str, name: str) -> bool:
    """By its shape: at the beginning of a line, behind a type, with a body, and not static."""
    if name not in text:
        return False
    shape = rf"^(?!\s*(?:static|return|else)\b)[A-Za-z_][\w \t*]*[ \t*\n]{re.escape(name)}\s*\([^;{{}}]*\)\s*\{{"
    return re.search(shape, text, re.MULTILINE) is not None
