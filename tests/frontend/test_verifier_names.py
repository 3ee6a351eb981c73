"""Names that other verifiers give meaning to."""

from __future__ import annotations

from pathlib import Path

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
