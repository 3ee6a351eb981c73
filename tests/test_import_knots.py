"""Modules that import each other in a circle are understood together or not at all: there are none."""

from __future__ import annotations

from pathlib import Path

from tests.import_graph import import_graph, knots, mutual_pairs

# Imports inside of functions that close a circle, and why they stay.
LATE = {
    ("esbmc_py.goto.program", "esbmc_py.goto.printer"): "a program prints itself",
    ("symex.terms.nodes", "symex.terms.notation"): "a term prints itself",
    ("esbmc_py.checking.results", "esbmc_py.checking.report.answer"): "an answer prints itself",
    ("reachability_tree.plain_tree", "reachability_tree.drawing"): "a tree draws itself",
    ("esbmc_py.vm.executable", "esbmc_py.vm.compile"): "code that is executed often is compiled",
    ("esbmc_py.vm.core", "esbmc_py.vm.lost"): "the machine looks for lost memory at its end",
    ("esbmc_py.checking.modes", "esbmc_py.checking.team"): "mode auto is a mode, and asks the others",
}


def test_no_modules_import_each_other_in_a_circle() -> None:
    """Whoever needs what imports it hands over a callable, or a protocol (`esbmc_py/frontend/function_parts.py`)."""
    assert knots(import_graph()) == []


def test_imports_inside_of_functions_close_no_other_circles_than_those_that_are_named() -> None:
    graph = import_graph(in_functions=True)
    for module, late in LATE:
        graph[module].remove(late)
    assert knots(graph) == []
    for module, late in LATE:
        assert knots({**graph, module: {*graph[module], late}}), f"{module} needs no exception any more"


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
    assert knots(import_graph(tmp_path, ("p",), in_functions=True)) == [["p.a", "p.b", "p.c"], ["p.d", "p.e"]]
