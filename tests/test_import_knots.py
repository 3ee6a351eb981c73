"""Modules that import each other in a circle are understood together or not at all: there are none."""

from __future__ import annotations

from pathlib import Path

from tests.import_graph import import_graph, knots, mutual_pairs


def test_no_modules_import_each_other_in_a_circle() -> None:
    """Whoever needs what imports it hands over a callable, or a protocol (`esbmc_py/frontend/function_parts.py`)."""
    assert knots(import_graph()) == []


def test_circles_are_seen(tmp_path: Path) -> None:
    """Also those that only type checkers see; not those inside of functions."""
    package = tmp_path / "p"
    package.mkdir()
    (package / "__init__.py").write_text("")
    (package / "a.py").write_text("from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from .b import B\n")
    (package / "b.py").write_text("from . import c\n")
    (package / "c.py").write_text("import p.a\n")
    (package / "d.py").write_text("from p.a import A\ndef f():\n    from p.e import E\n")
    (package / "e.py").write_text("from .d import D\n")
    graph = import_graph(tmp_path, ("p",))
    assert knots(graph) == [["p.a", "p.b", "p.c"]]
    assert mutual_pairs(graph) == []
