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
    """Where a node of the syntax tree stands; what is made up on the way has no place."""
    coord = getattr(node, "coord", None)
    return coord if isinstance(coord, SourceLocation) else NOWHERE
