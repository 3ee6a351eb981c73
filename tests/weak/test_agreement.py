"""The program with its buffers written out can do exactly what a machine with buffers can do."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.weak.judge import outcomes, with_model, without_buffers
from tests.weak.programs import Author

SEEDS = [*range(6), *(pytest.param(seed, marks=pytest.mark.more) for seed in range(6, 25))]


@pytest.mark.parametrize("seed", SEEDS)
def test_generated_programs_end_as_on_a_machine_with_buffers(seed: int, tmp_path: Path) -> None:
    path = tmp_path / "program.c"
    path.write_text(Author(seed).text(), encoding="utf-8")
    before = outcomes(with_model(path, "sc"), None)
    for model in ("tso", "pso"):
        written_out = outcomes(with_model(path, model), None)
        assert written_out == outcomes(without_buffers(path, model), model)
        assert before <= written_out  # a weaker model takes nothing away
        before = written_out
