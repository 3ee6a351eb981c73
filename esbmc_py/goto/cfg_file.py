"""A control-flow graph as a file."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from .cfg import to_dot
from .cfg_svg import to_svg
from .program import Program


def write_cfg(program: Program, path: Path, functions: Iterable[str] | None = None, models: bool = False) -> None:
    """Writes `.dot` (or `.gv`) text or an `.svg` drawing, as the file's name says."""
    match path.suffix.lower():
        case ".dot" | ".gv":
            text = to_dot(program, functions, models)
        case ".svg":
            text = to_svg(program, functions, models)
        case _:
            raise ValueError(f"{path}: a control-flow graph is written as .svg or .dot")
    path.write_text(text, encoding="utf-8")
