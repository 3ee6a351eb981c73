"""Every outcome of very small programs, the machine that believes nobody, and binaries: a few seeds."""

from __future__ import annotations

import os
import shutil
from argparse import Namespace
from collections import Counter

import pytest

from tests.agreement import everywhere_agree, native_agree, outcomes_agree

needs_gcc = pytest.mark.skipif(
    shutil.which("gcc") is None or os.uname().machine != "x86_64", reason="needs gcc, on a machine of this kind"
)


@pytest.mark.parametrize("seed", [9, 12])
@pytest.mark.parametrize("engine", ["lazy", "lazyseq", "explicit"])
def test_modes_come_to_exactly_the_outcomes_of_the_machine(engine: str, seed: int) -> None:
    tally: Counter[str] = Counter()
    ask = Namespace(engines=engine, kind="outcomes", states=outcomes_agree.MOST_STATES, quick=False)
    assert not list(outcomes_agree.disagreements(seed, ask, tally))
    assert tally[f"{engine}: compared"]


@pytest.mark.parametrize("seed", [0, 5])
def test_a_switch_before_every_instruction_shows_nothing_new(seed: int) -> None:
    tally: Counter[str] = Counter()
    options = Namespace(kinds="endless,library", size=2, states=30_000)
    assert not list(everywhere_agree.disagreements(seed, options, tally))
    assert not tally["too large"]


@needs_gcc
@pytest.mark.parametrize(("kind", "seed"), [("everyday", 2), ("everyday", 8), ("outcomes", 3)])
def test_what_a_binary_comes_to_the_machine_comes_to(kind: str, seed: int) -> None:
    tally: Counter[str] = Counter()
    assert not list(native_agree.disagreements(kind, seed, Namespace(compiler="gcc", runs=8), tally))
    assert tally["compared"] and tally["ends that binaries come to"]


@needs_gcc
def test_a_machine_that_comes_to_nothing_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(native_agree, "told_by", lambda exploration: frozenset())
    assert list(native_agree.disagreements("everyday", 3, Namespace(compiler="gcc", runs=2), Counter()))
