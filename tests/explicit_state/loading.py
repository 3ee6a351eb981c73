"""C text to prepared programs."""

from __future__ import annotations

from pathlib import Path

from esbmc_py.frontend import load_program
from esbmc_py.goto.program import Program
from esbmc_py.goto.sharing import prepare

SUITE = Path(__file__).parents[2] / "benchmarks" / "suite"


def prepared(text: str, folder: Path) -> Program:
    path = folder / "prog.c"
    path.write_text(text)
    return prepare(load_program([path]))


def suite_program(name: str, *defines: str) -> Program:
    return prepare(load_program([SUITE / name], defines=defines))
