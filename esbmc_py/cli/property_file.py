"""What `--prp` names: an SV-COMP property file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from .problems import UserError

T = TypeVar("T")


def read_property_file(path: Path, parse: Callable[[str], T]) -> T:
    """`parse` raises ValueError for what it does not know."""
    try:
        return parse(path.read_text())
    except (OSError, UnicodeDecodeError) as problem:
        reason = problem.strerror if isinstance(problem, OSError) else "not a text file"
        raise UserError(f"{path}: cannot read the property file: {reason}") from None
    except ValueError as problem:
        raise UserError(f"{path}: {problem}") from None
