"""Draws reachability trees: as text for graphviz, or as SVG by ourselves.

A node shows the thread that made the last step, the context number, where every thread stands, and the guard. Switches
are red edges; leaves are coloured by how their interleaving ends.
"""

from __future__ import annotations

from html import escape

from esbmc_py.goto.deferred import dataclass

from .plain_tree import DrawnNode, DrawnTree

LONGEST_LINE = 56
_CHARACTER, _LINE, _PADDING, _MARGIN, _COLUMN_GAP, _ROW_GAP = 7.0, 15.0, 7.0, 24.0, 18.0, 34.0

_PAGE = 1900.0, 1300.0  # of which a page across shows so much that letters are 2 mm high

_STYLE = """
  text { font: 11.5px ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; white-space: pre; fill: #1f2328 }
  .head { font-weight: bold }
  .note { font-size: 13px; fill: #b3261e }
  .box { fill: #f6f8fa; stroke: #8c959f }
  .finished { fill: #dafbe1; stroke: #1a7f37 }
  .violation, .deadlock { fill: #ffebe9; stroke: #b3261e }
  .infeasible { stroke-dasharray: 4 3 }
  .unwinding, .unsupported, .bound { fill: #fff8c5; stroke: #9a6700 }
  .edge { fill: none; stroke: #57606a; stroke-width: 1.2 }
  .switch { stroke: #b3261e; stroke-dasharray: 5 3 }
"""


def node_lines(node: DrawnNode) -> list[str]:
    """What a drawn node says."""
    thread = "start" if node.thread is None else f"thread {node.thread}"
    lines = [f"ν{node.number}: {thread}, context {node.contexts}"]
    for view in node.threads:
        rule = f" [{view.rule}]" if view.rule else ""
        lines.append(f"t{view.number} {view.location}{rule} {view.source}".rstrip())
    if node.guard != "true":
        lines.append(f"if {node.guard}")
    if node.verdict:
        lines.append(node.verdict)
    return [line if len(line) <= LONGEST_LINE else line[: LONGEST_LINE - 1] + "…" for line in lines]


def to_dot(tree: DrawnTree) -> str:
    lines = ["digraph reachability_tree {", '  node [shape=box, fontname="monospace", fontsize=10];']
    if tree.note:
        lines.append(f'  label="{_escaped(tree.note)}";')
    for node in tree.nodes:
        text = "".join(_escaped(line) + r"\l" for line in node_lines(node))
        colour = _DOT_COLOURS.get(_ending(node), "")
        lines.append(f'  {node.number} [label="{text}"{colour}];')
    for node in tree.nodes:
        if node.parent is not None:
            style = ' [color="#b3261e", style=dashed]' if _switches(tree, node) else ""
            lines.append(f"  {node.parent} -> {node.number}{style};")
    return "\n".join([*lines, "}"]) + "\n"


_DOT_COLOURS = {
    "finished": ', style=filled, fillcolor="#dafbe1"',
    "violation": ', style=filled, fillcolor="#ffebe9"',
    "deadlock": ', style=filled, fillcolor="#ffebe9"',
    "unwinding": ', style=filled, fillcolor="#fff8c5"',
    "unsupported": ', style=filled, fillcolor="#fff8c5"',
    "bound": ', style=filled, fillcolor="#fff8c5"',
}


def _ending(node: DrawnNode) -> str:
    return node.verdict.partition(":")[0]


def _switches(tree: DrawnTree, node: DrawnNode) -> bool:
    return node.parent is not None and node.contexts > tree.nodes[node.parent].contexts


def _escaped(text: str) -> str:
    return text.replace("\\", "\\\\").replace('"', '\\"')


# -- SVG --------------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Drawing:
    svg: str
    width: float
    height: float

    @property
    def fits_a_page(self) -> bool:
        """Can it be read when it is printed across one page?"""
        return self.width <= _PAGE[0] and self.height <= _PAGE[1]


def to_svg(tree: DrawnTree) -> str:
    return drawing(tree).svg


def drawing(tree: DrawnTree) -> Drawing:
    """It takes the width that there is, window or page, up to its own: the root is always in view."""
    lines = {node.number: node_lines(node) for node in tree.nodes}
    widths = {number: max(map(len, text)) * _CHARACTER + 2 * _PADDING for number, text in lines.items()}
    middles, right = _columns(tree, widths)
    tops, bottom = _rows(tree, lines)
    parts = [_edge(tree, node, middles, tops, lines) for node in tree.nodes if node.parent is not None]
    parts += [_box(node, lines[node.number], middles, tops, widths) for node in tree.nodes]
    if tree.note:
        parts.append(f'<text class="note" x="{_MARGIN}" y="16">{escape(tree.note)}</text>')
    width, height = right + _MARGIN, bottom + _MARGIN
    text = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" '
        f'style="width:100%;max-width:{width:.0f}px;height:auto">\n<style>{_STYLE}</style>\n'
        '<rect width="100%" height="100%" fill="white"/>\n' + "\n".join(parts) + "\n</svg>\n"
    )
    return Drawing(text, width, height)


def _columns(tree: DrawnTree, widths: dict[int, float]) -> tuple[dict[int, float], float]:
    """The middle of every node: leaves from left to right, parents above the middle of their children.

    Children have larger numbers than their parent, so going backwards meets them first. A subtree never gets narrower
    than its widest node, so nothing overlaps.
    """
    children = tree.children()
    spans: dict[int, float] = {}
    for node in reversed(tree.nodes):
        spans[node.number] = max(widths[node.number], _together(children[node.number], spans))
    middles = {0: _MARGIN + spans[0] / 2}
    for node in tree.nodes:
        left = middles[node.number] - _together(children[node.number], spans) / 2
        for child in children[node.number]:
            middles[child] = left + spans[child] / 2
            left += spans[child] + _COLUMN_GAP
    return middles, _MARGIN + spans[0]


def _together(children: list[int], spans: dict[int, float]) -> float:
    return sum(spans[child] for child in children) + _COLUMN_GAP * max(0, len(children) - 1)


def _rows(tree: DrawnTree, lines: dict[int, list[str]]) -> tuple[dict[int, float], float]:
    """The top of every node: one row per distance from the root, as high as its highest node."""
    depths: dict[int, int] = {}
    heights: list[float] = []
    for node in tree.nodes:
        depth = 0 if node.parent is None else depths[node.parent] + 1
        depths[node.number] = depth
        if depth == len(heights):
            heights.append(0.0)
        heights[depth] = max(heights[depth], _height(lines[node.number]))
    starts, y = [], _MARGIN + 8
    for height in heights:
        starts.append(y)
        y += height + _ROW_GAP
    return {number: starts[depth] for number, depth in depths.items()}, y - _ROW_GAP


def _height(lines: list[str]) -> float:
    return len(lines) * _LINE + 2 * _PADDING


def _edge(
    tree: DrawnTree, node: DrawnNode, middles: dict[int, float], tops: dict[int, float], lines: dict[int, list[str]]
) -> str:
    assert node.parent is not None
    x1, y1 = middles[node.parent], tops[node.parent] + _height(lines[node.parent])
    x2, y2 = middles[node.number], tops[node.number]
    half = (y1 + y2) / 2
    kind = "edge switch" if _switches(tree, node) else "edge"
    return f'<path class="{kind}" d="M{x1:.1f},{y1:.1f} C{x1:.1f},{half:.1f} {x2:.1f},{half:.1f} {x2:.1f},{y2:.1f}"/>'


def _box(
    node: DrawnNode, lines: list[str], middles: dict[int, float], tops: dict[int, float], widths: dict[int, float]
) -> str:
    left, top = middles[node.number] - widths[node.number] / 2, tops[node.number]
    parts = [
        f'<rect class="box {_ending(node)}" x="{left:.1f}" y="{top:.1f}" width="{widths[node.number]:.1f}" '
        f'height="{_height(lines):.1f}" rx="4"/>'
    ]
    for place, line in enumerate(lines):
        kind = ' class="head"' if place == 0 else ""
        y = top + _PADDING + _LINE * (place + 0.75)
        parts.append(f'<text{kind} x="{left + _PADDING:.1f}" y="{y:.1f}">{escape(line)}</text>')
    return "\n".join(parts)
