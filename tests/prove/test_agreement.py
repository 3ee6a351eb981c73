"""Samples of `python -m tests.agreement.prove_agree` and `python -m tests.agreement.prove_states`."""

from __future__ import annotations

import shutil

import pytest

from prove.object_table import ObjectTable
from tests.agreement.prove_agree import BAD, all_asked, compared, program_text
from tests.agreement.prove_arguments import verdict
from tests.agreement.prove_states import walk_all

from .test_attacks import ATTACKS, version


@pytest.mark.parametrize("seed", [10, 302, 306, 310, 314])
def test_what_is_proved_the_machine_does_not_refute(seed: int) -> None:
    assert compared(seed) in ("proved", "proved (not all explored)", "open")


@pytest.mark.parametrize("seed", [3, pytest.param(4, marks=pytest.mark.more)])
def test_values_after_joins_are_proved_and_those_of_mutants_are_not(seed: int) -> None:
    told = {one.mutant: one.verdict for one in all_asked(seed, "relays")}
    assert told[-1].startswith("proved")
    assert "bug" in told.values()
    assert not any(verdict.startswith(BAD) for verdict in told.values())


@pytest.mark.parametrize("source", ["routines", "generator"])
@pytest.mark.parametrize("seed", [3, 4, 5])
def test_what_the_translation_takes_as_known_is_so_in_the_machine(seed: int, source: str) -> None:
    assert walk_all(program_text(seed, source), seed) == "same"


@pytest.mark.parametrize("name", ["dangling_heap_at_start", "dangling_local_at_start"])
def test_random_executions_notice_what_is_wrong_in_a_translation(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The mistake that the translation once made."""
    (path,) = [path for path in ATTACKS if path.stem == name]
    assert walk_all(version(path, "unsafe"), 1) == "same"
    monkeypatch.setattr(ObjectTable, "may_have_died", lambda *_: False)
    assert walk_all(version(path, "unsafe"), 1).startswith("DIFFERS")


@pytest.mark.more
@pytest.mark.skipif(shutil.which("gcc") is None, reason="gcc is not installed")
@pytest.mark.parametrize("seed", range(6))
def test_what_is_proved_of_programs_with_arguments_does_not_fail_when_it_is_executed(seed: int) -> None:
    assert verdict(seed)[0] in ("proved", "open", "fails")


@pytest.mark.parametrize("seed", [1001])
def test_what_is_proved_of_threads_that_wait_for_signals_the_machine_does_not_refute(seed: int) -> None:
    assert compared(seed, "monitors") in ("proved", "open")
    assert compared(seed, "monitors", 1) in ("bug", "open")
