"""Texts of files whose names a source tells: `#line 1 "name"` can name any file, and not all are for reports."""

from __future__ import annotations

from pathlib import Path

from .source_file import STANDARD_INPUT_NAME


def decode(data: bytes) -> str:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("latin-1")
    return text.replace("\r\n", "\n").replace("\r", "\n")


class NamedTexts:
    """Only what lies below directories that the user has named: the file's own, those of headers, the current one."""

    def __init__(self, main: str, include_dirs: tuple[str, ...]) -> None:
        self._main = main
        own = () if main == STANDARD_INPUT_NAME else (Path(main).parent,)
        self._roots = [directory.resolve() for directory in (Path(), *own, *map(Path, include_dirs))]

    def read(self, name: str) -> str | None:
        """None: it is elsewhere, or cannot be read."""
        try:
            path = Path(name).resolve()
            if name != self._main and not any(path.is_relative_to(root) for root in self._roots):
                return None
            return decode(path.read_bytes())
        except (OSError, ValueError):
            return None
