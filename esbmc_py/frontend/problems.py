"""What the typing and lowering of C can complain about, and where."""

from __future__ import annotations

from typing import Any

from esbmc_py.goto.symbols import NOWHERE, SourceLocation

from .errors import SourceError


class TypeProblem(SourceError):
    """The program breaks a rule of C's types or names."""


class UnsupportedConstruct(SourceError):
    """Valid C that cannot be executed here. Becomes an `Unsupported` instruction where an execution would reach it."""


def location_of(node: Any) -> SourceLocation:
    coord = getattr(node, "coord", None)
    if coord is None:
        return NOWHERE
    return SourceLocation(coord.file or "<input>", coord.line, coord.column or 0)
