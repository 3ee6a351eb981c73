"""The tree as JSON, dot, SVG and networkx graph, and the command that writes it."""

from __future__ import annotations

import itertools
import json
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

from reachability_tree.drawing import node_lines, to_dot, to_svg
from reachability_tree.plain_tree import DrawnTree, draw
from tests.conftest import Finished
from tests.reachability_tree.building import HEADER, LOST_UPDATE, PLAIN, tree_of

FAILING = "int main(void) { int y = __VERIFIER_nondet_int(); assert(y != 5); return 0; }"


def drawn(text: str, most: int = 1000, **bounds: int) -> DrawnTree:
    tree = tree_of(text, PLAIN, **bounds)
    return draw(tree, tree.executor.program, most)


def test_every_node_but_the_root_has_an_earlier_parent() -> None:
    tree = drawn(LOST_UPDATE, contexts=2)
    assert tree.nodes[0].parent is None
    assert all(node.parent is not None and node.parent < node.number for node in tree.nodes[1:])


def test_leaves_tell_how_they_end() -> None:
    tree = drawn(FAILING)
    verdicts = [node.verdict for node in tree.nodes if node.verdict]
    assert any(verdict.startswith("violation: assertion: y != 5") for verdict in verdicts)
    assert "finished" in verdicts
    violating = next(node for node in tree.nodes if node.verdict.startswith("violation"))
    assert violating.guard != "true"


def test_a_large_tree_is_cut_with_a_note() -> None:
    tree = drawn(LOST_UPDATE, 20)
    assert len(tree.nodes) == 20
    assert tree.note == "the tree is larger: these are its first 20 nodes"
    assert tree.note in to_svg(tree)
    assert tree.note in to_dot(tree)
    assert tree.to_json()["complete"] is False


def test_the_drawing_is_well_formed_and_holds_every_line() -> None:
    tree = drawn(FAILING)
    texts = [element.text for element in ElementTree.fromstring(to_svg(tree)).iter() if element.tag.endswith("text")]
    assert texts == [line for node in tree.nodes for line in node_lines(node)]


def test_boxes_of_a_row_do_not_overlap() -> None:
    root = ElementTree.fromstring(to_svg(drawn(LOST_UPDATE, 200, contexts=3)))
    boxes = [element.attrib for element in root.iter() if "box" in element.attrib.get("class", "")]
    rows: dict[str, list[tuple[float, float]]] = {}
    for box in boxes:
        rows.setdefault(box["y"], []).append((float(box["x"]), float(box["x"]) + float(box["width"])))
    for row in rows.values():
        row.sort()
        assert all(end <= start for (_, end), (start, _) in itertools.pairwise(row))


def test_the_graph_is_a_tree() -> None:
    import networkx

    graph = drawn(LOST_UPDATE, contexts=2).to_graph()
    assert networkx.is_arborescence(graph)
    assert graph.nodes[1]["thread"] == 0


def test_the_command_writes_all_formats(
    smtcb: Callable[..., Finished], source: Callable[..., Path], tmp_path: Path
) -> None:
    prog = source(HEADER + LOST_UPDATE)
    files = [tmp_path / f"tree.{kind}" for kind in ("dot", "svg", "json")]
    done = smtcb("tree", prog, "--contexts", 2, "--dot", files[0], "--svg", files[1], "--json", files[2])
    assert done.status == 0
    assert all(file.exists() for file in files)
    nodes = json.loads(files[2].read_text())["nodes"]
    assert f"{len(nodes)} nodes" in done.output


def test_the_command_wants_to_know_where_to_write(smtcb: Callable[..., Finished], source: Callable[..., Path]) -> None:
    done = smtcb("tree", source("int main(void) { return 0; }"))
    assert done.status == 2
    assert "--svg FILE" in done.errors


def test_a_file_that_cannot_be_written_is_a_users_problem(
    smtcb: Callable[..., Finished], source: Callable[..., Path], tmp_path: Path
) -> None:
    done = smtcb("tree", source("int main(void) { return 0; }"), "--svg", tmp_path / "nowhere" / "tree.svg")
    assert done.status == 2
    assert "cannot write the tree" in done.errors
