"""Which modules import each other, in knots: sets of modules of which each needs all others.

    python -m tests.import_graph          prints the knots, largest first

Imports at the level of a module count, those for type checkers alone too: who reads a module has to look there. Imports
inside of functions do not, unless they are asked for.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGES = (
    "esbmc_py",
    "symex",
    "reachability_tree",
    "encoders",
    "pthread_models",
    "sequentialize",
    "explicit_state",
    "prove",
)

Graph = dict[str, set[str]]


def import_graph(root: Path = ROOT, packages: tuple[str, ...] = PACKAGES, *, in_functions: bool = False) -> Graph:
    files = {_name(path.relative_to(root)): path for package in packages for path in (root / package).rglob("*.py")}
    return {
        name: {found for found in _imported(name, path, files.keys(), in_functions) if found != name}
        for name, path in files.items()
    }


def _name(path: Path) -> str:
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _imported(name: str, path: Path, modules: AbstractSet[str], in_functions: bool) -> Iterator[str]:
    package = name if path.stem == "__init__" else name.rpartition(".")[0]
    for node in _imports(ast.parse(path.read_text(encoding="utf-8")), in_functions):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names if alias.name in modules)
            continue
        base = node.module or ""
        if node.level:
            above = package.split(".")[: len(package.split(".")) - node.level + 1]
            base = ".".join([*above, *([node.module] if node.module else [])])
        for alias in node.names:
            inner = f"{base}.{alias.name}"
            if inner in modules:
                yield inner
            elif base in modules:
                yield base


def _imports(tree: ast.AST, in_functions: bool) -> Iterator[ast.Import | ast.ImportFrom]:
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Import | ast.ImportFrom):
            yield node
        elif in_functions or not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda):
            yield from _imports(node, in_functions)


def knots(graph: Graph) -> list[list[str]]:
    """Strongly connected components of more than one module, largest first (Tarjan)."""
    numbers: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[list[str]] = []

    def visit(module: str) -> None:
        numbers[module] = low[module] = len(numbers)
        stack.append(module)
        for other in sorted(graph[module]):
            if other not in numbers:
                visit(other)
                low[module] = min(low[module], low[other])
            elif other in stack:
                low[module] = min(low[module], numbers[other])
        if low[module] == numbers[module]:
            place = stack.index(module)
            if len(stack) - place > 1:
                found.append(sorted(stack[place:]))
            del stack[place:]

    for module in sorted(graph):
        if module not in numbers:
            visit(module)
    return sorted(found, key=lambda knot: (-len(knot), knot))


def mutual_pairs(graph: Graph) -> list[tuple[str, str]]:
    return sorted(
        (one, other) for one, others in graph.items() for other in others if one < other and one in graph[other]
    )


def main() -> None:
    graph = import_graph()
    pairs = mutual_pairs(graph)
    print(f"{len(graph)} modules, {len(pairs)} mutual pairs")
    for knot in knots(graph):
        print(f"{len(knot)}: {', '.join(knot)}")
        for one, other in pairs:
            if one in knot:
                print(f"    {one} <-> {other}")


if __name__ == "__main__":
    main()
