"""Everyday C, snippet by snippet, against gcc: the machine prints what gcc's program prints, and the modes assert it.

A snippet shows its results with the functions of `show.h`, one number each. Compiled by gcc it prints them. The machine
must print the same. With the numbers as EXPECTED, the snippet asserts them instead, and every mode must agree.
"""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

import esbmc_py
from esbmc_py.checking import Verdict
from esbmc_py.frontend import load_program
from esbmc_py.frontend.checks import NO_CHECKS
from esbmc_py.goto.sharing import prepare
from esbmc_py.vm.run import Status, run
from tests.conftest import needs_gcc

SNIPPETS = Path(__file__).parent / "snippets"
PATHS = sorted(SNIPPETS.glob("*.c"))
MODES = ("lazy", "lazyseq", "explicit")


def shown_by_gcc(path: Path, folder: Path) -> tuple[str, int]:
    binary = folder / "binary"
    command = ["gcc", "-w", "-std=gnu11", "-fwrapv", "-pthread", path, "-o", binary, "-lm"]
    subprocess.run(command, check=True)
    finished = subprocess.run([binary], capture_output=True, text=True, check=False, timeout=60)
    return finished.stdout, finished.returncode


def constant(number: str) -> str:
    return "(-9223372036854775807LL - 1)" if number == "-9223372036854775808" else f"{number}LL"


@needs_gcc
@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_the_machine_shows_what_gcc_shows(path: Path, tmp_path: Path) -> None:
    result = run(prepare(load_program([path], checks=NO_CHECKS)))
    assert result.status is Status.EXITED, result
    assert (result.output, result.exit_status) == shown_by_gcc(path, tmp_path)


@needs_gcc
@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("path", PATHS[::3], ids=lambda path: path.stem)
def test_the_modes_agree_with_gcc(path: Path, mode: str, tmp_path: Path) -> None:
    output, _ = shown_by_gcc(path, tmp_path)
    expected = ",".join(constant(number) for number in output.split())
    result = esbmc_py.check(path, mode=mode, defines=(f"EXPECTED={expected}",))
    assert result.verdict is Verdict.SUCCESSFUL
    wrong = ",".join([*map(constant, output.split()[:-1]), "123456789LL"])
    result = esbmc_py.check(path, mode=mode, defines=(f"EXPECTED={wrong}",))
    assert result.verdict is Verdict.FAILED
