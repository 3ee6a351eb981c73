"""The sequential programs in tests/programs/features print what gcc makes them print."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

from esbmc_py.frontend import load_program
from esbmc_py.frontend.semantics import Semantics
from esbmc_py.frontend.surroundings import Surroundings
from esbmc_py.goto.sharing import prepare
from esbmc_py.vm.run import run
from tests.conftest import needs_gcc

FEATURES = Path(__file__).parent / "programs" / "features"
# Called without arguments, and what is printed comes out.
CLOSED = Semantics(surroundings=Surroundings(arguments=(), open_environment=False, output_may_fail=False))
ARCHITECTURES = {".expected": 64, ".expected32": 32}
EXPECTATIONS = sorted(path for path in FEATURES.iterdir() if path.suffix in ARCHITECTURES)


@pytest.mark.parametrize("expectation", EXPECTATIONS, ids=lambda path: path.name)
def test_the_machine_runs_it_as_gcc_does(expectation: Path) -> None:
    source = expectation.with_suffix(".c")
    result = run(prepare(load_program([source], arch=ARCHITECTURES[expectation.suffix], semantics=CLOSED)))
    assert result.violation is None
    assert f"{result.output}exit {result.exit_status}\n" == expectation.read_text()


@needs_gcc
@pytest.mark.parametrize("expectation", sorted(FEATURES.glob("*.expected")), ids=lambda path: path.name)
def test_gcc_agrees_with_what_is_written_down(expectation: Path, tmp_path: Path) -> None:
    binary = tmp_path / "binary"
    command = ["gcc", "-w", "-std=gnu11", "-fwrapv", "-pthread", expectation.with_suffix(".c"), "-o", binary, "-lm"]
    subprocess.run(command, check=True)
    finished = subprocess.run([binary], capture_output=True, text=True, check=False, timeout=60)
    assert f"{finished.stdout}exit {finished.returncode}\n" == expectation.read_text()
