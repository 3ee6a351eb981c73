"""Very small programs: whole checks against the concrete machine."""

from __future__ import annotations

import pytest

from esbmc_py.vm.run import run
from esbmc_py.vm.schedule import Schedule
from tests.agreement.agree import load_text
from tests.agreement.small_agree import ask

MODES = ["lazy", "schedule", "uw", "lazyseq", "explicit"]


SEEDS = {"endless": (7, 8, 10, 12, 13, 14), "library": range(8)}
LONG = {("library", seed) for seed in (1, 4, 7)}  # as long as all others together: `--more` has them


@pytest.mark.parametrize(
    ("kind", "seed"),
    [
        pytest.param(kind, seed, marks=pytest.mark.more if (kind, seed) in LONG else ())
        for kind, seeds in SEEDS.items()
        for seed in seeds
    ],
)
def test_no_mode_contradicts_the_machine(kind: str, seed: int) -> None:
    told = {one.mode: one.verdict for one in ask(kind, seed, MODES, None if seed % 2 and kind == "endless" else 5)}
    assert not any(verdict.startswith("WRONG") for verdict in told.values()), told


def test_a_run_that_follows_a_found_schedule_ends_with_its_instructions() -> None:
    program = load_text("int main(void) { for (unsigned i = 0;; i++) { } }")
    found = run(program, schedule=Schedule((0, 0), eager=True), max_instructions=1000)
    assert found.instructions < 2000
