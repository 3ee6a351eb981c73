"""Texts of files whose names a source tells: `#line 1 "name"` can name any file, and not all are for reports."""

from __future__ import annotations

from pathlib import Path

from .source_file import STANDARD_INPUT_NAME

# A byte that is no UTF-8 becomes a character for private use. Python's own choice, a surrogate, cannot be printed.
_BYTES = range(0x80, 0x100)
_KEPT = {0xDC00 + byte: 0xEF00 + byte for byte in _BYTES}
_GIVEN_BACK = {0xEF00 + byte: 0xDC00 + byte for byte in _BYTES}
_SHOWN = {0xEF00 + byte: byte for byte in _BYTES}


def decode(data: bytes) -> str:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        text = data.decode("utf-8-sig", "surrogateescape").translate(_KEPT)
    return text.replace("\r\n", "\n").replace("\r", "\n")


def encode(text: str) -> bytes:
    """The bytes that `decode` has read, also those that are no UTF-8: a literal consists of them."""
    return text.translate(_GIVEN_BACK).encode("utf-8", "surrogateescape")


def shown(text: str) -> str:
    """For people: most files that are not in UTF-8 are in Latin-1."""
    return text if text.isascii() else text.translate(_SHOWN)


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
            return shown(decode(path.read_bytes()))
        except (OSError, ValueError):
            return None
