"""One word, one thing: a public class has its name for itself. Exceptions stand in the glossary, with the reason."""

from __future__ import annotations

import ast
import re
from collections import defaultdict
from functools import cache
from pathlib import Path

from tests.import_graph import PACKAGES, ROOT

# A judge shares nothing with what it judges; two modes do not know each other; C's, LTL's and benchexec's own words.
SHARED = {
    "Access": 2,
    "Event": 2,
    "ExecutionGraph": 2,
    "Footprint": 2,
    "FunctionCode": 2,
    "Order": 2,
    "Program": 2,
    "Scope": 2,
    "Tool": 2,
    "Violation": 2,
}


@cache
def all_classes() -> list[tuple[Path, ast.ClassDef]]:
    return [
        (path, node)
        for path in sorted(path for package in PACKAGES for path in (ROOT / package).rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.ClassDef)
    ]


def public_classes() -> dict[str, list[str]]:
    found = defaultdict(list)
    for path, node in all_classes():
        if not node.name.startswith("_"):
            found[node.name].append(f"{path.relative_to(ROOT)}:{node.lineno}")
    return found


def test_the_name_of_a_class_stands_for_one_class() -> None:
    taken = {name: places for name, places in public_classes().items() if len(places) > SHARED.get(name, 1)}
    assert not taken, f"give one of them its adjective, or say in docs/glossary.md why both stay: {taken}"


def test_the_glossary_says_why_a_name_is_shared() -> None:
    table = (ROOT / "docs/glossary.md").read_text().partition("## Words with two meanings")[2]
    rows = [row.split("|")[1] for row in table.splitlines() if row.startswith("|")]
    explained = {word.strip() for row in rows for word in row.split(",")}
    assert SHARED.keys() <= explained, SHARED.keys() - explained


def test_no_exception_is_left_over() -> None:
    classes = public_classes()
    assert {name: len(classes[name]) for name in SHARED} == SHARED


def test_every_module_says_in_its_first_line_what_it_is_about() -> None:
    silent = [
        str(path.relative_to(ROOT))
        for package in PACKAGES
        for path in (ROOT / package).rglob("*.py")
        if (text := path.read_text(encoding="utf-8")).strip() and not text.startswith('"""')
    ]
    assert not silent


def test_what_comments_refer_to_is_there() -> None:
    """`see NAME`: a module, or something that is defined."""
    paths = [path for package in PACKAGES for path in (ROOT / package).rglob("*.py")]
    texts = {path: path.read_text(encoding="utf-8") for path in paths}
    defined = {path.stem for path in paths} | {path.parent.name for path in paths}
    for text in texts.values():
        defined.update(re.findall(r"(?:def |class |self\.)(\w+)", text))
    referred = [(path, name) for path, text in texts.items() for name in re.findall(r"\bsee `([a-z_]\w+)`", text)]
    assert len(referred) > 20
    assert not [(str(path.relative_to(ROOT)), name) for path, name in referred if name not in defined]


def test_no_class_replaces_a_private_method_of_another_module() -> None:
    """What is replaced has a public name, or is abstract: whoever changes it sees that others depend on it."""
    classes = {node.name: (path, node) for path, node in all_classes()}

    def bases(node: ast.ClassDef) -> list[str]:
        named = [base.value if isinstance(base, ast.Subscript) else base for base in node.bases]
        return [base.id for base in named if isinstance(base, ast.Name)]

    def private(node: ast.ClassDef) -> set[str]:
        methods = {one.name for one in node.body if isinstance(one, ast.FunctionDef)}
        return {name for name in methods if name.startswith("_") and not name.endswith("__")}

    def replaced(node: ast.ClassDef, path: Path, wanted: set[str]) -> set[str]:
        found: set[str] = set()
        for name in bases(node):
            where, base = classes.get(name, (path, None))
            if base is not None:
                here = set() if where == path or "ABC" in bases(base) else wanted & private(base)
                found |= here | replaced(base, path, wanted)
        return found

    broken = {name: found for name, (path, node) in classes.items() if (found := replaced(node, path, private(node)))}
    assert not broken
