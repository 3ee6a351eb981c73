"""The reachability tree as a page: zoom, pan, open and close subtrees, and what each node is made of."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from esbmc_py.goto.program import Program
from reachability_tree.plain_tree import DrawnNode, DrawnTree

from .filling import page as filled_page

FOLDER = Path(__file__).parent


def page(tree: DrawnTree, program: Program, *, bounds: str = "", reduced: bool = True) -> str:
    used = {thread.file for node in tree.nodes for thread in node.threads if thread.file}
    sources = {name: text for name, text in program.sources.items() if name in used} or dict(program.sources)
    names = ", ".join(Path(name).name for name in sources)
    data = {
        "program": names,
        "note": tree.note,
        "bounds": bounds,
        "reduced": reduced,
        "nodes": [_node(node) for node in tree.nodes],
        "sources": sources,
    }
    return filled_page(FOLDER, "tree", f"Reachability tree · {names}", data)


def _node(node: DrawnNode) -> dict[str, Any]:
    return {
        "parent": node.parent,
        "thread": node.thread,
        "contexts": node.contexts,
        "formula": node.formula,
        "values": node.values,
        "verdict": node.verdict,
        "cut": [[one.thread, one.why] for one in node.left_out],
        "threads": [[one.location, one.source, one.rule, one.file, one.line] for one in node.threads],
    }
