"""Changes that do not matter: they are made as meant, and a contradiction would be noticed."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.agreement.metamorphic import CHANGES, answers, contradictions, renamed, reordered, split, with_idle_thread
from tests.conftest import ROOT

TEXT = (ROOT / "examples" / "lost_update.c").read_text()


def test_names_change_and_texts_do_not() -> None:
    changed = renamed('int x; /* x */\nvoid *f(void *p) { x++; puts("x f"); return p; }\nint main(void) { f(0); }\n')
    assert "int x_renamed; /* x */" in changed
    assert "void *f_renamed(void *p) { x_renamed++;" in changed
    assert '"x f"' in changed
    assert "int main(void) { f_renamed(0); }" in changed


def test_declarations_that_need_each_other_stay() -> None:
    assert reordered("int a;\nint b;\nint c[sizeof b];\n") == "int b;\nint a;\nint c[sizeof b];\n"


def test_statements_are_split() -> None:
    assert split("    x++;\n    y -= a + 1;\n") == "    x = x + 1;\n    y = y - (a + 1);\n"
    assert "x++" in split("_Atomic int x;\n    x++;\n")


def test_a_thread_that_does_nothing_is_added() -> None:
    assert with_idle_thread(TEXT).count("pthread_create") == TEXT.count("pthread_create") + 1


@pytest.mark.parametrize("name", ["lost_update.c", "lost_update_fixed.c"])
def test_changes_that_do_not_matter_do_not(name: str) -> None:
    path = ROOT / "examples" / name
    found = answers(path, path.stem, (), "explicit", 60)
    assert len(found) >= len(CHANGES)
    assert "unknown" not in found.values()
    assert list(contradictions(found)) == []


def test_a_contradiction_is_noticed(tmp_path: Path) -> None:
    assert list(contradictions({"as it is": "failed", "renamed": "successful"}))
    assert list(contradictions({"as it is": "failed", "renamed": "refused"}))
    assert list(contradictions({"as it is": "unknown", "bounds 1": "failed", "bounds 2": "successful"}))
    assert list(contradictions({"as it is": "successful", "bounds 1": "failed"}))
    assert not list(contradictions({"as it is": "unknown", "renamed": "failed", "bounds 1": "successful in bounds"}))
