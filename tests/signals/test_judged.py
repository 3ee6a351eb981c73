"""Programs with handlers against a machine that tries every place at which a signal can come."""

from __future__ import annotations

from pathlib import Path

import pytest

from encoders.request import Options
from esbmc_py.frontend import load_program
from esbmc_py.frontend.semantics import Semantics
from esbmc_py.frontend.surroundings import Surroundings
from esbmc_py.goto.program import Program
from esbmc_py.goto.sharing import prepare
from esbmc_py.vm.explore import explore
from tests.asking import ask
from tests.signals.programs import OUTCOMES, SignalProgram, generate, outcomes
from tests.verdicts import confirmed_lines, lines_of

SEEDS = range(30)
SEEDS_OF_MODES = (0, 3, 5, 8)


def loaded(program: SignalProgram, folder: Path) -> Program:
    path = folder / "program.c"
    path.write_text(program.judged(), encoding="utf-8")
    return prepare(load_program([path], semantics=Semantics(surroundings=Surroundings(signals=program.signals))))


def told_by(lines: frozenset[int] | set[int], program: SignalProgram) -> set[int]:
    """The outcomes whose assertions stand in these lines."""
    text = program.judged().splitlines()
    return {int(text[line - 1].rsplit("// ")[1]) for line in lines}


@pytest.mark.parametrize("seed", SEEDS)
def test_the_machine_finds_exactly_the_possible_outcomes(seed: int, tmp_path: Path) -> None:
    program = generate(seed)
    exploration = explore(loaded(program, tmp_path), shortest=False)
    assert not exploration.unsupported
    assert not exploration.incomplete
    found = {line for finding in exploration.findings for line in lines_of(finding.what)}
    assert told_by(found, program) == outcomes(program)


@pytest.mark.parametrize("mode", ["lazy", "lazyseq"])
@pytest.mark.parametrize("seed", SEEDS_OF_MODES)
def test_a_mode_finds_exactly_the_possible_outcomes(seed: int, mode: str, tmp_path: Path) -> None:
    program = generate(seed, single=True)
    prepared = loaded(program, tmp_path)
    solver = "bitwuzla" if mode == "lazyseq" else "z3"
    options = Options.of(unwind=3, all_violations=True, solver=solver)
    outcome = ask(mode, prepared, options)
    assert not outcome.unknown
    assert not outcome.unwinding_cut
    lines = confirmed_lines(outcome, prepared, options.looked_for.properties)
    assert told_by(lines, program) == outcomes(program)


def test_generated_programs_differ_in_what_signals_do() -> None:
    """A judge that finds one outcome everywhere would judge nothing."""
    sizes = [len(outcomes(generate(seed))) for seed in SEEDS]
    assert max(sizes) <= OUTCOMES
    assert sum(size > 1 for size in sizes) > len(sizes) // 2
