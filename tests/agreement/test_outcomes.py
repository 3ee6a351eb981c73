"""Every outcome of very small programs, and the machine that believes nobody: a few seeds."""

from __future__ import annotations

from argparse import Namespace
from collections import Counter

import pytest

from tests.agreement import everywhere_agree, outcomes_agree


@pytest.mark.parametrize("seed", [9, 12])
@pytest.mark.parametrize("engine", ["lazy", "lazyseq", "explicit"])
def test_modes_come_to_exactly_the_outcomes_of_the_machine(engine: str, seed: int) -> None:
    tally: Counter[str] = Counter()
    assert not list(outcomes_agree.disagreements(seed, Namespace(engines=engine), tally))
    assert tally[f"{engine}: compared"]


@pytest.mark.parametrize("seed", [0, 5])
def test_a_switch_before_every_instruction_shows_nothing_new(seed: int) -> None:
    tally: Counter[str] = Counter()
    options = Namespace(kinds="endless,library", size=2, states=30_000)
    assert not list(everywhere_agree.disagreements(seed, options, tally))
    assert not tally["too large"]
