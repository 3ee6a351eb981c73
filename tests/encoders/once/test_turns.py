"""Rounds, contexts and schedules of the schema *once*, and when they cover everything."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from encoders.once.check import check_lazyseq
from encoders.once.turns import by_schedule
from encoders.outcome import Outcome
from encoders.request import LookedFor, Options
from esbmc_py.checking import CheckOptions, OptionProblem
from esbmc_py.checking.modes import mode_of
from esbmc_py.checking.replay import replay
from esbmc_py.frontend import Checks, load_program
from esbmc_py.goto.program import Program
from esbmc_py.goto.properties import Property
from esbmc_py.goto.sharing import prepare
from esbmc_py.vm.explore import explore
from sequentialize.round_patterns import PatternProblem

EXAMPLES = Path(__file__).parents[3] / "examples"


def example(name: str) -> Program:
    return prepare(load_program([EXAMPLES / f"{name}.c"], checks=Checks(overflow=False, shift=False)))


def outcome_of(name: str, **bounds: object) -> Outcome:
    program = example(name)
    outcome = check_lazyseq(program, Options.of(unwind=4, solver="bitwuzla", **bounds))  # type: ignore[arg-type]
    assert not outcome.unknown
    for found in outcome.found:
        assert replay(program, found, LookedFor().properties) is not None, "the machine does not confirm it"
    return outcome


def test_a_schedule_is_read_round_by_round() -> None:
    assert by_schedule("+:2,1: 0 :+").orders == (None, (2, 1), (0,), None)


@pytest.mark.parametrize("text", ["", "+:", "1,,2", "1,1", "a", "+1", "-1"])
def test_a_schedule_that_nobody_can_follow_is_refused(text: str) -> None:
    with pytest.raises(PatternProblem):
        by_schedule(text)
    with pytest.raises(OptionProblem):
        CheckOptions(mode="lazyseq", schedule=text).validate()


def test_a_schedule_bounds_only_the_schema_once() -> None:
    once = CheckOptions(mode="lazyseq", schedule="+:+")
    mode_of(once).validate(once)
    for other in (replace(once, mode="lazy"), replace(once, schema="cseq")):
        with pytest.raises(OptionProblem):
            mode_of(other).validate(other)
    with pytest.raises(OptionProblem):
        CheckOptions(mode="lazyseq", schedule="+:+", rounds=2).validate()


def test_only_threads_that_have_a_turn_move() -> None:
    """The second thread must read before the first has written."""
    assert outcome_of("lost_update", turns="+:1:2:0").found
    assert not outcome_of("lost_update", turns="0:1:2:0").found
    assert not outcome_of("lost_update", turns="+:1,2").found  # main has no turn to see it


def test_a_thread_does_not_begin_before_its_creator_had_its_turn() -> None:
    assert not outcome_of("lost_update", turns="2,1,0:0").found
    assert outcome_of("lost_update", turns="2,1,0:2,1,0:2,1,0:2,1,0").found


@pytest.mark.parametrize("switches", [2, 3, 4, 5])
def test_contexts_are_those_of_the_machine(switches: int) -> None:
    exploration = explore(example("lost_update"), contexts=switches)
    outcome = outcome_of("lost_update", contexts=switches, all_violations=True)
    assert bool(outcome.found) == bool(exploration.findings)
    assert outcome.switches_cut == exploration.bound_hit


def test_enough_rounds_cover_all_schedules() -> None:
    assert outcome_of("lost_update_fixed", rounds=3).switches_cut
    assert not outcome_of("lost_update_fixed", rounds=8).switches_cut


def test_a_deadlock_is_found_in_contexts_too() -> None:
    assert [found.property for found in outcome_of("deadlock", contexts=4).found] == [Property.DEADLOCK]


def test_threads_beyond_the_bound_are_cut() -> None:
    assert any("threads" in place.what for place in outcome_of("lost_update", rounds=2, threads=1).unwinding_cut)
