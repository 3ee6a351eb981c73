"""Names that other verifiers give meaning to."""

from __future__ import annotations

from pathlib import Path

import pytest

from esbmc_py import check
from esbmc_py.frontend import load
from esbmc_py.goto.instructions import Unsupported


def program(tmp_path: Path, text: str):
    path = tmp_path / "program.c"
    path.write_text(text)
    return load([path]).program


def test_cbmc_spells_thread_local_and_bool_its_own_way(tmp_path):
    loaded = program(tmp_path, "__CPROVER_thread_local int x; __CPROVER_bool b; int main(void) { return x + b; }")
    assert any(symbol.name == "x" for symbol in loaded.thread_locals)


def test_an_uninterpreted_function_is_not_just_any_function(tmp_path):
    loaded = program(
        tmp_path, "int __CPROVER_uninterpreted_f(int); int main(void) { return __CPROVER_uninterpreted_f(1); }"
    )
    assert any(isinstance(i, Unsupported) for i in loaded.functions["main"].instructions)


@pytest.mark.parametrize("name", ["__ESBMC_same_object", "__CPROVER_same_object", "__VERIFIER_same_object"])
def test_a_name_of_another_checker_is_not_just_any_function(name: str) -> None:
    """What it returns is not arbitrary there: the assertion may well hold."""
    text = f"#include <assert.h>\nint x; int main(void) {{ assert({name}(&x, &x)); return 0; }}"
    answer = check(text, mode="lazy")
    assert answer.verdict == "unknown"
    assert f"{name}, which means something to another checker" in str(answer)
    mine = f"int {name}(int *a, int *b) {{ return a == b; }}\n"
    assert check(mine + text, mode="lazy").verdict == "successful"


def test_what_another_checker_says_to_itself_is_nothing_but_its_arguments() -> None:
    text = '#include <assert.h>\nint x; int main(void) { __CPROVER_input("x", x++); __ESBMC_yield(); assert(x == 1); }'
    assert check(text, mode="lazy").verdict == "successful"


def test_what_another_checker_calls_unreachable_must_not_be_reached() -> None:
    text = "int nondet_int(void);\nint main(void) { if (nondet_int() == 5) __ESBMC_unreachable(); return 0; }"
    assert check(text, mode="lazy").found == ["program.c:2:41: reach-error: __ESBMC_unreachable is called (thread 0)"]
