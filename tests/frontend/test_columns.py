"""Places are those of the source, whatever macros were expanded before them on the same line."""

from __future__ import annotations

from pathlib import Path

import pytest

from esbmc_py.frontend import load_program
from esbmc_py.frontend.columns import Columns
from esbmc_py.frontend.load import LoadProblem
from esbmc_py.goto.instructions import Store

MACROS = "#define MIN(a, b) ((a) < (b) ? (a) : (b))\n#define NOTHING\n"


def place_of_store(line: str, tmp_path: Path) -> int:
    path = tmp_path / "p.c"
    path.write_text(f"{MACROS}int x, y, *p = &x;\n{line}\n")
    stores = [
        instruction
        for instruction in load_program([path]).functions["main"].instructions
        if isinstance(instruction, Store)
    ]
    assert stores[-1].location.line == 4
    return stores[-1].location.column


@pytest.mark.parametrize(
    "line",
    [
        "int main(void) { *p = 1; return 0; }",
        "int main(void) { y = MIN(x, 3); *p = 1; return 0; }",
        "int main(void) { NOTHING y = MIN(x, MIN(y, 2));\t*p = 1; return 0; }",
        "int main(void) { y = x /* MIN(x, y) */; *p = 1; return 0; }",
        "int main(void) { y = 2; *p = MIN(x, y); return 0; }",
    ],
)
def test_an_assignment_is_where_its_sign_is(line: str, tmp_path: Path) -> None:
    assert place_of_store(line, tmp_path) == line.index("*p =") + len("*p =")


def test_what_a_macro_was_expanded_to_is_where_its_name_is(tmp_path: Path) -> None:
    line = "int main(void) { y = MIN(x, 3); SET(*p, 1); return 0; }"
    path = tmp_path / "p.c"
    path.write_text(f"{MACROS}#define SET(a, b) a = b\nint x, y, *p = &x;\n{line}\n")
    *_, store = (one for one in load_program([path]).functions["main"].instructions if isinstance(one, Store))
    assert line.index("SET") < store.location.column <= line.index("1);") + 1


def test_the_caret_of_an_error_is_under_it(tmp_path: Path) -> None:
    line = "int main(void) { x = MIN(x, MIN(x, 3)); return nowhere; }"
    path = tmp_path / "p.c"
    path.write_text(f"{MACROS}int x;\n{line}\n")
    with pytest.raises(LoadProblem) as problem:
        load_program([path])
    message, shown, caret = problem.value.render().split("\n")[:3]
    assert f"p.c:4:{line.index('nowhere') + 1}:" in message
    assert caret.index("^") == shown.index("nowhere")


def test_a_line_that_was_not_changed_or_is_not_known_keeps_its_columns() -> None:
    columns = Columns({"p.c": "int x; int unused; int y;\n"})
    assert columns.of_line("p.c", 1, "int x; int unused; int y;  ") is None
    assert columns.of_line("p.c", 1, "                   int y;") is None
    assert columns.of_line("p.c", 7, "int z;") is None
    assert columns.of_line("other.c", 1, "int z;") is None
