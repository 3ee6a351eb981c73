"""What `--prp` names: an SV-COMP property file."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

from .problems import UserError
from .text_files import read_text

T = TypeVar("T")


def read_property_file(path: Path, parse: Callable[[str], T]) -> T:
    """`parse` raises ValueError for what it does not know."""
    try:
        return parse(read_text(path, "property file"))
    except ValueError as problem:
        raise UserError(f"{path}: {problem}") from None
