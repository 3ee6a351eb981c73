"""Every schedule within the bounds is in an instance: by brute force where schedules are few."""

from __future__ import annotations

from itertools import pairwise, product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from encoders.cutting import cut, cut_words, sample, schedules
from encoders.instances import Instance, ThreadBirth, ThreadLine

PLAIN = (ThreadLine(3), ThreadLine(2))
BORN = (ThreadLine(2), ThreadLine(3, ThreadBirth(0, 0)), ThreadLine(2, ThreadBirth(1, 1)))


def holds(instance: Instance, schedule: tuple[tuple[int, ...], ...]) -> bool:
    pairs = zip(instance.windows, schedule, strict=True)
    return all(steps in window for row, own in pairs for window, steps in zip(row, own, strict=True))


@pytest.mark.parametrize("lines", [PLAIN, BORN], ids=["plain", "born"])
@pytest.mark.parametrize("rounds", [1, 2, 3])
@pytest.mark.parametrize("count", [1, 2, 3, 7, 40])
def test_every_schedule_is_in_exactly_one_instance(lines: tuple[ThreadLine, ...], rounds: int, count: int) -> None:
    instances = cut(lines, rounds, count)
    for schedule in schedules(lines, rounds):
        assert sum(holds(one, schedule) for one in instances) == 1, schedule


@settings(max_examples=40, deadline=None)
@given(st.lists(st.integers(0, 3), min_size=1, max_size=3), st.integers(1, 3), st.integers(1, 60), st.booleans())
def test_every_schedule_of_any_threads_is_in_exactly_one_instance(
    steps: list[int], rounds: int, count: int, born: bool
) -> None:
    lines = [
        ThreadLine(number, ThreadBirth(0, 0) if born and thread and steps[0] else None)
        for thread, number in enumerate(steps)
    ]
    instances = cut(lines, rounds, count)
    for schedule in schedules(lines, rounds):
        assert sum(holds(one, schedule) for one in instances) == 1, schedule


def test_as_many_instances_as_asked_for() -> None:
    lines = (ThreadLine(5), *[ThreadLine(72, ThreadBirth(0, 0))] * 3)
    for count in (1, 2, 16, 100):
        assert len(cut(lines, 4, count)) == count


def test_no_more_instances_than_schedules() -> None:
    everything = list(schedules(BORN, 2))
    assert len(cut(BORN, 2, 10_000)) == len(everything)


def test_the_same_cut_every_time() -> None:
    assert cut(BORN, 3, 20) == cut(BORN, 3, 20)


@pytest.mark.parametrize("contexts", [0, 1, 3])
@pytest.mark.parametrize("count", [1, 2, 5, 30])
def test_every_order_of_threads_fits_a_word(contexts: int, count: int) -> None:
    """Contexts in which nobody moves come last (None), neighbours are different: every execution has such a form."""
    instances = cut_words((ThreadLine(1),) * 3, contexts, count)
    for order in product((0, 1, 2, None), repeat=contexts + 1):
        moving = [thread for thread in order if thread is not None]
        if list(order[: len(moving)]) != moving or any(a == b for a, b in pairwise(moving)):
            continue
        assert any(all(a == b for a, b in zip(moving, one.word, strict=False)) for one in instances), order


def test_words_are_no_longer_than_there_are_contexts() -> None:
    assert max(len(one.word) for one in cut_words((ThreadLine(1),) * 3, 2, 1000)) == 3


def test_a_sample_has_different_instances_of_the_cut() -> None:
    whole = cut(BORN, 2, 8)
    taken = sample(BORN, 2, 5, 8, seed=1)
    assert len(set(taken)) == len(taken) == 5
    assert taken == sample(BORN, 2, 5, 8, seed=1)
    assert taken != sample(BORN, 2, 5, 8, seed=2)
    for schedule in schedules(BORN, 2):  # its boxes are boxes: a schedule is in one at most
        assert sum(holds(one, schedule) for one in taken) <= 1
        assert sum(holds(one, schedule) for one in whole) == 1


def test_a_sample_of_very_many_is_quick() -> None:
    lines = (ThreadLine(5), *[ThreadLine(500, ThreadBirth(0, 0))] * 4)
    assert len(sample(lines, 6, 20, 10**9, seed=0)) == 20


def test_an_instance_says_what_is_special_about_it() -> None:
    assert [str(one) for one in cut((ThreadLine(1), ThreadLine(4)), 2, 2)] == [
        "thread 1 at 0-1/4 after round 1",
        "thread 1 at 2-4/4 after round 1",
    ]
    assert str(cut(PLAIN, 2, 1)[0]) == "all schedules within the bounds"
