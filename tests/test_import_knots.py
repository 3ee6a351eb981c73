"""Modules that import each other in a circle are understood together or not at all: these are, and no others."""

from __future__ import annotations

from pathlib import Path

from tests.import_graph import import_graph, knots, mutual_pairs

# Lower these when a knot gets smaller. Whoever would have to raise one should hand over a callable or a protocol.
LARGEST = {"esbmc_py.frontend": [7]}
MOST_PAIRS = 7


def test_no_knot_of_imports_is_new_or_has_grown() -> None:
    found: dict[str, list[int]] = {}
    for knot in knots(import_graph()):
        packages = {module.rpartition(".")[0] for module in knot}
        assert len(packages) == 1, f"a knot across packages: {knot}"
        found.setdefault(packages.pop(), []).append(len(knot))
    assert found.keys() <= LARGEST.keys(), found
    for package, sizes in found.items():
        allowed = LARGEST[package]
        assert len(sizes) <= len(allowed) and all(map(int.__le__, sizes, allowed)), (package, sizes)


def test_no_more_modules_import_each_other() -> None:
    pairs = mutual_pairs(import_graph())
    assert len(pairs) <= MOST_PAIRS, pairs


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
