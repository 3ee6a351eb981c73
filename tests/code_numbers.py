"""How the code is built, in numbers: what a reader has to know at the same time.

python -m tests.code_numbers              of this checkout
python -m tests.code_numbers FOLDER       of another one, to compare with
"""

from __future__ import annotations

import ast
import re
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from statistics import median

from tests.import_graph import PACKAGES, ROOT, import_graph, knots, mutual_pairs

MODES = {"auto", "lazy", "schedule", "uw", "lazyseq", "explicit", "random", "prove", "cseq", "once"}
COLLIDED = ("Block", "Access", "Target", "ScheduleProblem", "Enough", "Kind")
LONG = 600  # lines of a module
MANY = 10  # values that are handed on under their own names


def main() -> None:
    root = Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT
    packages = tuple(name for name in PACKAGES if (root / name).is_dir())
    texts = {path.relative_to(root): path.read_text() for name in packages for path in (root / name).rglob("*.py")}
    nodes = [(path, node) for path, text in texts.items() for node in ast.walk(ast.parse(text))]
    functions = [node for _, node in nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
    classes = Counter(node.name for _, node in nodes if isinstance(node, ast.ClassDef))
    lengths = sorted((node.end_lineno or 0) - node.lineno + 1 for node in functions)
    lines = {path: len(text.splitlines()) for path, text in texts.items()}
    graph = import_graph(root, packages)

    print(f"{len(texts)} modules, {sum(lines.values()):,} lines, {len(functions):,} functions")
    print(f"lines of a function: median {median(lengths):g}, longest {lengths[-1]}")
    print(f"lines of a module: median {median(lines.values()):g}, longest {max(lines.values())}")
    print(f"modules of more than {LONG} lines: {sum(count > LONG for count in lines.values())}")
    print(
        f"functions with the type of their result: {sum(f.returns is not None for f in functions) / len(functions):.1%}"
    )
    print(f"pairs of modules that import each other: {len(mutual_pairs(graph))}")
    print(f"knots of imports: {', '.join(str(len(knot)) for knot in knots(graph))}")
    late = import_graph(root, packages, in_functions=True)
    print(f"with imports inside of functions: {', '.join(str(len(knot)) for knot in knots(late))}")
    print(f"classes of one name: {', '.join(f'{name} {classes[name]}' for name in COLLIDED)}")
    shared = [name for name, count in classes.items() if count > 1 and not name.startswith("_")]
    print(f"names that several public classes have: {len(shared)}")
    print(f"modules called results.py: {sum(path.name == 'results.py' for path in texts)}")
    asserted = sum(len(re.findall(r"assert self\._current is not None", text)) for text in texts.values())
    print(f"assert self._current is not None: {asserted}")
    print(f"a mode compared by its name: {sum(1 for _, node in nodes for _ in _compared_modes(node))}")
    copied = sorted(sum(1 for _ in _handed_on(node)) for _, node in nodes if isinstance(node, ast.Call))
    print(f"calls that hand on {MANY} values or more one by one: {[count for count in copied if count >= MANY]}")


def _compared_modes(node: ast.AST) -> Iterator[str]:
    if isinstance(node, ast.Compare):
        text = ast.unparse(node)
        named = {one.value for one in ast.walk(node) if isinstance(one, ast.Constant) and isinstance(one.value, str)}
        if named & MODES and re.search(r"\bmode\b", text):
            yield text


def _handed_on(node: ast.Call) -> Iterator[str]:
    """`name=source.name`."""
    for word in node.keywords:
        if word.arg is not None and isinstance(word.value, ast.Attribute) and word.value.attr == word.arg:
            yield word.arg


if __name__ == "__main__":
    main()
