"""What an assumption ends is one step with the read before it: for data races, that must make no difference."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace
from pathlib import Path

import pytest

from esbmc_py.goto.instructions import Assume
from esbmc_py.goto.program import Program
from esbmc_py.vm.explore import explore
from esbmc_py.vm.findings import DataRace
from tests.verdicts import load_expected

PROGRAMS = Path(__file__).parent.parent / "programs" / "concurrent"
ASSUMING = sorted(path for path in PROGRAMS.glob("*.c") if "__VERIFIER_assume(" in path.read_text())


def with_assumptions_as_steps(program: Program) -> Program:
    """A switch point before every assumption: where one does not hold, its step has touched nothing but itself."""
    functions = {
        name: replace(
            function,
            instructions=[
                replace(instruction, visible=True) if isinstance(instruction, Assume) else instruction
                for instruction in function.instructions
            ],
        )
        for name, function in program.functions.items()
    }
    return replace(program, functions=functions)


def races_in(program: Program) -> set[Hashable]:
    found = explore(program, races=True, shortest=False).findings
    races = [finding.what for finding in found if isinstance(finding.what, DataRace)]
    return {frozenset((side.location, side.write) for side in (race.first, race.second)) for race in races}


@pytest.mark.parametrize("path", ASSUMING, ids=lambda path: path.stem)
def test_a_read_before_an_assumption_races_as_if_it_were_a_step_of_its_own(path: Path) -> None:
    program = load_expected(path)
    assert races_in(program) == races_in(with_assumptions_as_steps(program))
