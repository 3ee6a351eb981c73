"""Draws the packages, who imports whom, and the way of data, as read from the sources.

    python -m benchmarks.package_picture                  writes docs/packages.svg
    python -m benchmarks.package_picture --list           prints who imports whom

A room is a package, or a folder of a package that has a page of its own. Of the imports those are drawn that do not
follow from others: if A imports B and B imports C, no line is drawn from A to C. The way of data is told here, stage by
stage, and held against the sources: a stage's class must be there, and the room that makes it must know it.
`tests/test_documents.py` fails if the picture is out of date.
"""

from __future__ import annotations

import argparse
import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from html import escape
from pathlib import Path

ROOT = Path(__file__).parents[1]
PICTURE = ROOT / "docs" / "packages.svg"

# From top to bottom, each with its place from left to right: who stands further up may import what stands further down.
ROWS: tuple[dict[str, int], ...] = (
    {"esbmc_py": 76},
    {"esbmc_py.cli": 76},
    {"esbmc_py.swarm": 46, "esbmc_py.exchange": 70},
    {"esbmc_py.experiments": 58, "esbmc_py.fixing": 76, "esbmc_py.native": 94},
    {"esbmc_py.checking": 76},
    {"esbmc_py.play": 91},
    {"esbmc_py.pages": 76},
    {"encoders.tree": 12, "encoders.once": 35, "encoders.cseq": 58, "prove": 76},
    {"encoders": 24},
    {"reachability_tree": 12, "encoders.solvers": 35, "sequentialize": 58, "esbmc_py.traces": 91},
    {"symex": 24, "esbmc_py.frontend": 76, "explicit_state": 91},
    {"symex.terms": 35, "esbmc_py.vm": 91},
    {"esbmc_py.goto": 50, "pthread_models": 76},
)
ROOMS = tuple(room for row in ROWS for room in row)
PACKAGES = tuple(dict.fromkeys(room.split(".")[0] for room in ROOMS))

Edge = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Stage:
    """What is there after a room has done its work: a class of a module."""

    what: str
    made_by: str
    module: str
    name: str


# From left to right; stages in the same place are alternatives.
WAY_OF_DATA = (
    (Stage("goto program", "esbmc_py.frontend", "esbmc_py.goto.program", "Program"),),
    (
        Stage("tree of states", "reachability_tree", "reachability_tree.node", "Node"),
        Stage("recorded threads", "encoders.once", "encoders.once.operations", "BoundedProgram"),
        Stage("sequential program", "sequentialize", "sequentialize.cseq", "Sequentialized"),
    ),
    (Stage("formula", "encoders", "symex.terms.nodes", "Term"),),
    (Stage("model, or none", "encoders.solvers", "encoders.solvers.answers", "Sat"),),
    (
        Stage("schedule, inputs", "encoders", "encoders.outcome", "Outcome"),
        Stage("the same, from states", "explicit_state", "explicit_state.search_result", "SearchResult"),
    ),
    (Stage("replay", "esbmc_py.checking", "esbmc_py.vm.schedule", "Schedule"),),
    (Stage("verdict, scope", "esbmc_py.checking", "esbmc_py.checking.results", "CheckResult"),),
)


def room_of(module: str) -> str:
    """The longest room that the module's name begins with."""
    parts = module.split(".")
    names = (".".join(parts[:count]) for count in range(len(parts), 0, -1))
    return next(name for name in names if name in ROOMS)


def imported(path: Path) -> Iterator[str]:
    """Full names of what a file imports, wherever in it."""
    package = path.relative_to(ROOT).parent.parts
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else ()
            module = ".".join((*above, *([node.module] if node.module else [])))
            yield from (f"{module}.{alias.name}" for alias in node.names)


@cache
def edges() -> list[Edge]:
    """Who imports whom, without those inside a room."""
    found = set()
    for package in PACKAGES:
        for path in (ROOT / package).rglob("*.py"):
            room = room_of(".".join(path.relative_to(ROOT).with_suffix("").parts))
            for name in imported(path):
                if name.split(".")[0] in PACKAGES and room_of(name) != room:
                    found.add((room, room_of(name)))
    return sorted(found)


def upwards(found: list[Edge]) -> list[Edge]:
    """Imports against the order of the rows: there should be none."""
    level = {room: number for number, row in enumerate(ROWS) for room in row}
    return [(above, below) for above, below in found if level[above] >= level[below]]


def not_implied(found: list[Edge]) -> list[Edge]:
    """Without those that follow from others: the transitive reduction."""

    def leads(start: str, end: str, without: Edge) -> bool:
        return any(
            (above, below) != without and above == start and (below == end or leads(below, end, without))
            for above, below in found
        )

    return [edge for edge in found if not leads(*edge, edge)]


def broken_stages(found: list[Edge]) -> list[str]:
    """Stages of the way of data that the sources do not know."""
    problems = []
    for stage in (one for place in WAY_OF_DATA for one in place):
        path = ROOT / f"{stage.module.replace('.', '/')}.py"
        names = {node.name for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.ClassDef)}
        if stage.name not in names:
            problems.append(f"{stage.module} has no class {stage.name}")
        home = room_of(stage.module)
        if home != stage.made_by and (stage.made_by, home) not in found:
            problems.append(f"{stage.made_by} does not import {home}, where {stage.name} is")
    return problems


# -- drawing ----------------------------------------------------------------------------------------------------

WIDTH, ROW_HEIGHT, BOX_WIDTH, BOX_HEIGHT = 1200, 70, 168, 34
TOP = 290
DATA_TITLE = "The way of data, and what makes each; below one another: alternatives"
PACKAGES_TITLE = "Packages: an arrow leads to what is imported; arrows that follow from others are left out"


def places() -> dict[str, tuple[int, int]]:
    """The middle of each room's box."""
    return {
        room: (WIDTH * percent // 100, TOP + level * ROW_HEIGHT)
        for level, row in enumerate(ROWS)
        for room, percent in row.items()
    }


def text(x: int, y: int, words: str, style: str = "") -> str:
    return f'<text x="{x}" y="{y}" text-anchor="middle" {style}>{escape(words)}</text>'


def box(x: int, y: int, width: int, words: str, fill: str) -> list[str]:
    corner = f'x="{x - width // 2}" y="{y - BOX_HEIGHT // 2}"'
    shape = f'<rect {corner} width="{width}" height="{BOX_HEIGHT}" rx="6" fill="{fill}" stroke="#456"/>'
    return [shape, text(x, y + 5, words)]


def line(start: tuple[int, int], end: tuple[int, int]) -> str:
    (x1, y1), (x2, y2) = (start[0], start[1] + BOX_HEIGHT // 2), (end[0], end[1] - BOX_HEIGHT // 2)
    bend = f"C {x1} {y1 + 40} {x2} {y2 - 40} {x2} {y2}"
    return f'<path d="M {x1} {y1} {bend}" fill="none" stroke="#789" marker-end="url(#tip)"/>'


def way_of_data() -> list[str]:
    step = WIDTH // (len(WAY_OF_DATA) + 1)
    lines = box(step // 2, 50, step - 20, "C text", "#fff3d6")
    for number, stages in enumerate(WAY_OF_DATA, 1):
        x = step * number + step // 2
        lines.append(f'<path d="M {x - step // 2 - 9} 50 h 18" stroke="#a60" marker-end="url(#tip)"/>')
        for y, stage in zip(range(50, 300, 64), stages, strict=False):
            lines += box(x, y, step - 20, stage.what, "#fff3d6")
            lines.append(text(x, y + 32, stage.made_by.removeprefix("esbmc_py."), 'fill="#a60"'))
    return lines


def picture() -> str:
    found = edges()
    where = places()
    lines = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {TOP + len(ROWS) * ROW_HEIGHT}" '
        'font-family="sans-serif" font-size="12">',
        "<desc>Who imports whom:",
        *(f"{above} imports {below}" for above, below in found),
        "</desc>",
        '<defs><marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" orient="auto">'
        '<path d="M 0 0 L 8 4 L 0 8 z" fill="#567"/></marker></defs>',
        '<rect width="100%" height="100%" fill="white"/>',
        text(WIDTH // 2, 20, DATA_TITLE),
        *way_of_data(),
        text(WIDTH // 2, TOP - 40, PACKAGES_TITLE),
        *(line(where[above], where[below]) for above, below in not_implied(found)),
    ]
    for room, (x, y) in where.items():
        lines += box(x, y, BOX_WIDTH, room, "#e3eefa")
    return "\n".join([*lines, "</svg>", ""])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--list", action="store_true", help="print who imports whom, and write nothing")
    if parser.parse_args().list:
        print("\n".join(f"{above} -> {below}" for above, below in edges()))
    else:
        PICTURE.write_text(picture())


if __name__ == "__main__":
    main()
