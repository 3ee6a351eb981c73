"""The user's file: read so that what is not changed can be written back byte by byte."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from esbmc_py.goto.deferred import dataclass


class NotWritten(Exception):
    """The file is as it was."""


@dataclass(frozen=True, slots=True)
class SourceText:
    """`text` has line feeds at the ends of lines, whatever the file has."""

    text: str
    encoding: str = "utf-8"
    carriage_returns: bool = False

    @classmethod
    def read(cls, path: Path) -> SourceText:
        """Raises OSError."""
        data = path.read_bytes()
        try:
            text, encoding = data.decode("utf-8"), "utf-8"
        except UnicodeDecodeError:
            text, encoding = data.decode("latin-1"), "latin-1"
        returns = "\r\n" in text and "\n" not in text.replace("\r\n", "")
        return cls(text.replace("\r\n", "\n") if returns else text, encoding, returns)

    def as_written(self, text: str) -> str:
        return text.replace("\n", "\r\n") if self.carriage_returns else text

    def to_bytes(self, text: str) -> bytes:
        return self.as_written(text).encode(self.encoding)


def replace_file(path: Path, backup: Path, old: bytes, new: bytes) -> None:
    """Writes the old text to a file that was not there, then the new one in one step. Raises NotWritten."""
    try:
        if path.read_bytes() != old:
            raise NotWritten(f"{path}: was changed in the meantime, and nothing is overwritten")
        with backup.open("xb") as kept:
            kept.write(old)
    except FileExistsError:
        raise NotWritten(f"{backup}: is there already, and nothing is overwritten") from None
    except OSError as problem:
        raise NotWritten(f"{backup}: cannot be written: {problem.strerror}; {path} is as it was") from None
    try:
        _replace(path, new)
    except OSError as problem:
        backup.unlink(missing_ok=True)
        raise NotWritten(f"{path}: cannot be changed: {problem.strerror}; it is as it was") from None


def _replace(path: Path, new: bytes) -> None:
    target = path.resolve()  # a link stays one
    if not os.access(target, os.W_OK):
        raise PermissionError(13, "permission denied")
    number, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name[:40]}.")
    try:
        with os.fdopen(number, "wb") as stream:
            stream.write(new)
        Path(name).chmod(target.stat().st_mode & 0o7777)
        Path(name).replace(target)
    except OSError:
        Path(name).unlink(missing_ok=True)
        raise
