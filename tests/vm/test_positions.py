"""Compiled code of different places may read the same; where an exception came from must not be mixed up."""

from __future__ import annotations

from pathlib import Path

from esbmc_py.frontend import load_program
from esbmc_py.goto.instructions import Halt
from esbmc_py.goto.sharing import prepare
from esbmc_py.vm.compile import RunCompiler
from esbmc_py.vm.executable import Executable

TEXT = """
void __smtcb_abort(int status);
static void first(void) { __smtcb_abort(3); }
static int second(int x) { x++; x *= 2; __smtcb_abort(3); return x; }
int main(void) { first(); return second(1); }
"""


def test_equal_code_of_two_places_keeps_both_places(tmp_path: Path) -> None:
    path = tmp_path / "program.c"
    path.write_text(TEXT)
    executable = Executable(prepare(load_program([path])))
    places = {}
    for name in ("first", "second"):
        code = executable.codes[name]
        start = next(index for index, one in enumerate(code.instructions) if isinstance(one, Halt))
        run = RunCompiler(code, start).compile()
        places[name] = (run, start)
    (first, here), (second, there) = places["first"], places["second"]
    assert here != there
    assert first.__code__ == second.__code__  # as far as Python is concerned
    assert executable.line_tables[id(first.__code__)][1][0] == (here, 0)
    assert executable.line_tables[id(second.__code__)][1][0] == (there, 0)
