"""Programs that read bytes from outside, judged by gcc and by the machine that reads them one by one: a few seeds."""

from __future__ import annotations

import shutil
from collections import Counter

import pytest

from tests.agreement import input_agree


@pytest.mark.skipif(shutil.which("gcc") is None, reason="gcc is the judge")
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_modes_come_to_the_verdict_of_gcc(seed: int) -> None:
    tally: Counter[str] = Counter()
    assert not list(input_agree.disagreements(seed, ["lazy", "lazyseq"], False, tally))
    assert not tally["lazy: unknown"] and not tally["lazyseq: unknown"]


def test_two_threads_that_read_come_to_the_verdict_of_the_machine() -> None:
    tally: Counter[str] = Counter()
    assert not list(input_agree.disagreements(1, ["lazy", "lazyseq"], True, tally))
    assert not tally["too large"]
