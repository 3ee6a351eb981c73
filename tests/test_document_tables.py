"""Tables in documents say what the code says: keys of JSON, rules, bounds, properties, what is in which module."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

import pytest

import esbmc_py
from esbmc_py.checking.modes import find_mode, mode_names
from esbmc_py.checking.options import DEFAULT_GROUPS
from esbmc_py.goto.instructions import Instruction
from esbmc_py.goto.properties import GROUPS
from esbmc_py.goto.to_json import program_to_json
from esbmc_py.traces import deadlocks, explain, patterns
from reachability_tree.rules import Rule, rule_of

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted(DOCS.glob("*.md"))]
LOST_UPDATE = ROOT / "examples" / "lost_update.c"


def section(page: str, heading: str) -> str:
    """Below a heading, up to the next one of any depth."""
    text = (DOCS / page).read_text()
    return re.split(r"^#+ ", text.partition(f" {heading}\n")[2], maxsplit=1, flags=re.MULTILINE)[0]


def rows(text: str) -> list[list[str]]:
    return [
        [cell.strip() for cell in row.strip("| ").split(" | ")] for row in text.splitlines() if row.startswith("| ")
    ]


def quoted(text: str) -> set[str]:
    return set(re.findall(r"`(\w[\w-]*)`", text))


def test_the_page_has_every_key_of_the_answer() -> None:
    answer = esbmc_py.check(LOST_UPDATE, mode="lazy").to_json()
    said = quoted(section("check.md", "JSON"))
    keys = {*answer, *answer["scope"], *answer["statistics"], *answer["coverage"]}
    assert keys <= said, keys - said
    assert {*answer["statistics"]["times"], *answer["coverage"]["lines"]} <= said


def test_the_page_has_every_key_of_a_goto_program() -> None:
    said = quoted(section("goto.md", "JSON"))
    program = program_to_json(esbmc_py.Program(LOST_UPDATE).goto)
    count = program["functions"]["count"]
    keys = {*program, *count, *program["globals"][0]} | {"kind", "text", "location", "visible"}
    assert keys <= said, keys - said
    assert {*count["instructions"][0]} >= {"kind", "text", "location", "visible"}


def test_every_instruction_stands_at_its_rule() -> None:
    table = {
        row[0].split()[0]: row[1]
        for row in rows(section("reachability_tree.md", "A step is a sequence of rule applications"))
    }
    kinds = get_args(Instruction)
    assert len(kinds) > 20
    for kind in kinds:
        rule = rule_of(object.__new__(kind))
        assert re.search(rf"\b{kind.__name__}\b", table[str(rule)]), f"{kind.__name__} goes by {rule}"
    assert {str(rule) for rule in Rule} <= set(table)


def test_the_bounds_of_each_mode_are_those_of_the_table() -> None:
    said: dict[str, set[str]] = {}
    for names, bounds in rows(section("check.md", "Bounds and deepening")):
        for name in quoted(names) - {"once", "cseq"}:
            key = name if "cseq" not in names else "cseq"
            said[key] = set(re.findall(r"`--(\w+)`", bounds))
    ours = {name for name in mode_names() if type(find_mode(name)).__module__.startswith("esbmc_py.")} - {"auto"}
    assert {name: set(find_mode(name).bounds) for name in ours} == {name: said[name] for name in ours}
    assert said["cseq"] == set(find_mode("lazyseq", "cseq").bounds)


def test_every_group_of_properties_is_explained() -> None:
    table = {name: row[-1] for row in rows((DOCS / "properties.md").read_text()) for name in quoted(row[0])}
    assert set(GROUPS) <= set(table), set(GROUPS) - set(table)
    assert {group for group in GROUPS if table[group] == "yes"} == set(DEFAULT_GROUPS)


def test_every_kind_of_mistake_is_named() -> None:
    text = section("traces.md", "Why: `smtcb check --explain`")
    kinds = {
        value
        for module in (patterns, deadlocks)
        for name, value in vars(module).items()
        if name.isupper() and isinstance(value, str) and not name.startswith(("_", "WAITS"))
    } | {explain.RACE, explain.WEAK, explain.INTERRUPTED}
    assert len(kinds) > 15
    assert {kind for kind in kinds if kind not in text} == set()


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_what_a_module_is_said_to_have_is_there(page: Path) -> None:
    """`name` (`module.py`), `name` in `module.py`."""
    text = re.sub(r"^\s*```.*?^\s*```\s*$", "", page.read_text(), flags=re.MULTILINE | re.DOTALL)
    for name, module in re.findall(r"`([\w.]+)`(?: \(| in )`((?:\w+/)*\w+\.py)`", text):
        if not name.endswith((".py", ".c")):
            found = [path.read_text() for path in ROOT.rglob(module) if ".ci" not in path.parts]
            last = name.rpartition(".")[2]
            assert any(re.search(rf"\b{re.escape(last)}\b", one) for one in found), f"{name} is not in {module}"
