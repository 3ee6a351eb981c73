"""Draws control-flow graphs as SVG: one column per function, blocks with their instructions, visible ones in colour."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from .cfg import basic_blocks, block_lines, chosen_functions, edges
from .cfg_layout import Box, CfgLayout, Point, Wire, layered
from .printer import function_header
from .program import Function, Program

CHARACTER, LINE, PADDING, MARGIN, TITLE = 7.3, 16.0, 8.0, 24.0, 30.0
LONGEST_LINE = 90

_STYLE = """
  text { font: 12px ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; white-space: pre; fill: #1f2328 }
  .title { font-weight: bold; font-size: 13px }
  .visible { fill: #b3261e }
  .label { font-size: 11px; fill: #57606a; paint-order: stroke; stroke: white; stroke-width: 3px }
  .block { fill: #f6f8fa; stroke: #8c959f }
  .edge { fill: none; stroke: #57606a; stroke-width: 1.2 }
  .loop { stroke: #0969da }
"""


def to_svg(program: Program, functions: Iterable[str] | None = None, models: bool = False) -> str:
    drawings, x, height = [], MARGIN, 0.0
    for function in chosen_functions(program, functions, models):
        drawing, width, tall = _function(function)
        drawings.append(f'<g transform="translate({x:.1f},{MARGIN})">{drawing}</g>')
        x += width + 2 * MARGIN
        height = max(height, tall)
    width, height = x, height + 2 * MARGIN
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width:.0f}" height="{height:.0f}" '
        f'viewBox="0 0 {width:.0f} {height:.0f}">\n<style>{_STYLE}</style>\n'
        '<defs><marker id="arrow" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8" orient="auto">'
        '<path d="M0,0 L8,4 L0,8 z" fill="#57606a"/></marker></defs>\n'
        '<rect width="100%" height="100%" fill="white"/>\n' + "\n".join(drawings) + "\n</svg>\n"
    )


def _function(function: Function) -> tuple[str, float, float]:
    lines = {block.start: _shortened(block_lines(function, block)) for block in basic_blocks(function)}
    outcomes = {
        (block.start, target): label for block in basic_blocks(function) for target, label in edges(function, block)
    }
    sizes = {
        start: (max(map(len, text)) * CHARACTER + 2 * PADDING, len(text) * LINE + 2 * PADDING)
        for start, text in lines.items()
    }
    layout = layered(sizes, list(outcomes), 0)
    header = function_header(function)
    parts = [f'<text class="title" x="0" y="14">{escape(header)}</text>', f'<g transform="translate(0,{TITLE - 24})">']
    parts += [_wire(wire) for wire in layout.wires]
    labels = [(wire, outcomes[wire.source, wire.target]) for wire in layout.wires]
    parts += [_label(wire, label) for wire, label in labels if label]
    parts += [_block(box, lines[start]) for start, box in layout.boxes.items()]
    parts.append("</g>")
    return "\n".join(parts), max(layout.width, len(header) * CHARACTER * 1.1), _height(layout)


def _height(layout: CfgLayout) -> float:
    return layout.height + TITLE - 24


def _shortened(lines: list[str]) -> list[str]:
    return [line if len(line) <= LONGEST_LINE else line[: LONGEST_LINE - 1] + "…" for line in lines]


def _block(box: Box, lines: list[str]) -> str:
    left = box.x - box.width / 2
    parts = [
        f'<rect class="block" x="{left:.1f}" y="{box.y:.1f}" width="{box.width:.1f}" height="{box.height:.1f}" rx="4"/>'
    ]
    for number, line in enumerate(lines):
        kind = ' class="visible"' if line[4:5] == "*" else ""
        y = box.y + PADDING + LINE * (number + 0.75)
        parts.append(f'<text{kind} x="{left + PADDING:.1f}" y="{y:.1f}">{escape(line)}</text>')
    return "\n".join(parts)


def _wire(wire: Wire) -> str:
    path = _corners(wire.points) if wire.loops else _curve(wire.points)
    kind = "edge loop" if wire.loops else "edge"
    return f'<path class="{kind}" d="{path}" marker-end="url(#arrow)"/>'


def _label(wire: Wire, label: str) -> str:
    """Beside the wire's start, on the outer side."""
    (x, y), (towards, _) = wire.points[:2]
    x, anchor = (x - 5, "end") if towards < x - 1 else (x + 5, "start")
    return f'<text class="label" text-anchor="{anchor}" x="{x:.1f}" y="{y + 13:.1f}">{label}</text>'


def _corners(points: tuple[Point, ...]) -> str:
    return "M" + " L".join(f"{x:.1f},{y:.1f}" for x, y in points)


def _curve(points: tuple[Point, ...]) -> str:
    """Straight down past the blocks of a row, an S between rows."""
    x, y = points[0]
    path = f"M{x:.1f},{y:.1f}"
    for to_x, to_y in points[1:]:
        if abs(to_x - x) < 0.5:
            path += f" L{to_x:.1f},{to_y:.1f}"
        else:
            middle = (y + to_y) / 2
            path += f" C{x:.1f},{middle:.1f} {to_x:.1f},{middle:.1f} {to_x:.1f},{to_y:.1f}"
        x, y = to_x, to_y
    return path
