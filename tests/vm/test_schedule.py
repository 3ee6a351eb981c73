"""Schedules as files, and where nondeterministic values come from."""

from __future__ import annotations

import math
from random import Random

import pytest

from esbmc_py.goto.types import BOOL, CHAR, INT, FloatType
from esbmc_py.vm import Schedule, ScheduleProblem
from esbmc_py.vm.inputs import EnumeratedInputs, RunInputs, random_value
from esbmc_py.vm.schedule import switches

DOUBLE = FloatType(64, 8, "double")


def test_a_schedule_survives_its_file() -> None:
    schedule = Schedule((0, 1, 1, 0), (3, -1, 0.5, math.inf, -math.inf))
    assert Schedule.parse(schedule.to_json()) == schedule
    assert math.isnan(Schedule.parse(Schedule((), (math.nan,)).to_json()).inputs[0])


def test_both_parts_of_a_file_are_optional() -> None:
    assert Schedule.parse("{}") == Schedule()
    assert Schedule.parse('{"inputs": [true]}') == Schedule((), (1,))


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "1:1: not JSON"),
        ('{"threads": [0,]}', "not JSON"),
        ("[]", "a schedule is an object"),
        ('{"thread": []}', "a schedule is an object"),
        ('{"threads": [-1]}', '"threads" is a list of thread numbers'),
        ('{"threads": [true]}', '"threads" is a list of thread numbers'),
        ('{"threads": 3}', '"threads" is a list of thread numbers'),
        ('{"inputs": ["x"]}', '"x" is not one'),
        ('{"inputs": {}}', '"inputs" is a list of numbers'),
        ("[" * 100_000, "nested too deeply"),
    ],
)
def test_a_file_that_is_no_schedule_says_why(text: str, message: str) -> None:
    with pytest.raises(ScheduleProblem) as problem:
        Schedule.parse(text)
    assert message in str(problem.value)


def test_switches_are_counted_between_different_threads() -> None:
    assert switches(()) == 0
    assert switches((0, 0, 1, 1, 0)) == 2


def test_given_inputs_come_first_and_fit_their_type() -> None:
    inputs = RunInputs([300, 7, 2.5], Random(0))
    assert [inputs.choose(CHAR), inputs.choose(BOOL), inputs.choose(INT)] == [44, 1, 2]
    inputs.rewind(1)
    assert inputs.choose(INT) == 7
    assert inputs.used == [44, 7]


def test_random_inputs_lie_within_their_type() -> None:
    random = Random(1)
    for ctype in (CHAR, BOOL, INT):
        assert all(ctype.minimum <= random_value(random, ctype) <= ctype.maximum for _ in range(500))
    assert all(isinstance(random_value(random, DOUBLE), float) for _ in range(50))


def test_random_texts_are_often_numbers() -> None:
    random = Random(2)
    texts = [bytes(int(random_value(random, CHAR)) % 256 for _ in range(2)) for _ in range(200)]
    assert sum(text.isdigit() for text in texts) > 50
    assert len(set(texts)) > 100


def test_enumeration_takes_every_combination_once() -> None:
    inputs = EnumeratedInputs(256)
    seen = []
    while True:
        first = inputs.choose(BOOL)
        if first:
            inputs.choose(BOOL)
        seen.append(inputs.chosen())
        if not inputs.advance():
            break
    assert seen == [(0,), (1, 0), (1, 1)]
    assert not inputs.sampled


def test_a_schedule_says_of_which_steps_it_is() -> None:
    """Those of a program with points for leaks, and those of sequentialized programs in endless loops."""
    schedule = Schedule((0, 1), (), eager=True, heap_points=True, through_loops=True)
    assert Schedule.parse(schedule.to_json()) == schedule
    assert "heap_points" not in Schedule((0, 1)).to_json()
