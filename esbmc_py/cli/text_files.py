"""Files that options name: what is said where one cannot be read or written."""

from __future__ import annotations

from pathlib import Path

from .problems import UserError


def read_text(path: Path, what: str) -> str:
    try:
        return path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as problem:
        reason = problem.strerror if isinstance(problem, OSError) else "not a text file"
        raise UserError(f"{path}: cannot read the {what}: {reason}") from None


def write_text(path: Path, text: str, what: str) -> None:
    try:
        path.write_text(text, encoding="utf-8")
    except OSError as problem:
        raise UserError(f"{path}: cannot write the {what}: {problem.strerror}") from None


def require_writable(path: Path, what: str) -> None:
    """The file is there afterwards, empty if it was not there before."""
    try:
        with path.open("a"):
            pass
    except OSError as problem:
        raise UserError(f"{path}: cannot write the {what}: {problem.strerror}") from None
