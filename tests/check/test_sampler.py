"""Executions at random that go on beside other engines, or as long as there is time."""

from __future__ import annotations

from itertools import islice
from random import Random as RandomNumbers

import pytest

import esbmc_py
from encoders.outcome import Outcome, Statistics
from encoders.request import Options
from esbmc_py.checking import Verdict
from esbmc_py.checking.modes import AtFirst, Explicit, Lazy, LazySeq
from esbmc_py.checking.random_runs import check_at_random, luby, sample
from esbmc_py.goto.program import Program
from esbmc_py.programs import Program as Source
from esbmc_py.vm.priorities import PriorityOrder

DEEP = """
#include <assert.h>
#include <pthread.h>
int first, second, wrong;
static void *one(void *a) {
    for (int i = 0; i < 20; i++) first++;
    if (second == 7) { first = 0; if (second == 8) wrong = 1; }
    return a;
}
static void *two(void *a) { for (int i = 0; i < 20; i++) second++; return a; }
int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, one, 0);
    pthread_create(&u, 0, two, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    assert(!wrong);
}
"""


def test_who_goes_on_finds_what_a_moment_does_not_show() -> None:
    program = Source(DEEP).goto
    assert not check_at_random(program, Options()).found
    longer = sample(program, Options.of(seed=10_000_000, timeout=120))
    assert longer.found
    assert longer.statistics.interleavings > 100


def test_an_execution_without_choices_is_made_once() -> None:
    program = Source("int main(void) { return 0; }\n").goto
    assert sample(program, Options()).statistics.interleavings == 1


def test_arguments_are_choices_too() -> None:
    """Most calls of a program end where it tells how it is used, before there are threads."""
    called = "int main(void) {", "int main(int argc, char **argv) { if (argc < 3) return 2;"
    program = Source(DEEP.replace("== 7", "< 30").replace("== 8", "< 30").replace(*called)).goto
    found = sample(program, Options.of(timeout=120, seed=3)).found
    assert found


def test_short_executions_are_tried_often_and_long_ones_now_and_then() -> None:
    assert [luby(number) for number in range(1, 16)] == [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8]


def _picks(order: PriorityOrder, steps: int) -> list[int]:
    picked = []
    for step in range(steps):
        assert order.prescribed(step) is None
        picked.append(order.pick([0, 1, 2], 0))
    return picked


def test_priorities_change_at_three_steps_at_most() -> None:
    for seed in range(50):
        picked = _picks(PriorityOrder(RandomNumbers(seed), 30, 30), 30)
        assert sum(one != next_ for one, next_ in zip(picked, islice(picked, 1, None), strict=False)) <= 3


def test_a_thread_that_goes_on_and_on_may_wait_for_another_one() -> None:
    order = PriorityOrder(RandomNumbers(0), 1, 1)
    assert set(_picks(order, 1000)) == {0, 1, 2}


def deaf(*_: object) -> Outcome:
    import time

    time.sleep(600)
    raise AssertionError("nobody waits for so long")


def nothing_at_first(_self: AtFirst, _program: Program, _request: Options, _options: object) -> Outcome:
    return Outcome("random", (), False, (), (), ("nothing",), (), Statistics(interleavings=1))


def test_beside_engines_that_come_to_no_end_the_search_at_random_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    for mode in (Explicit, LazySeq, Lazy):
        monkeypatch.setattr(mode, "check", deaf)
    monkeypatch.setattr(AtFirst, "check", nothing_at_first)
    result = esbmc_py.check(DEEP.replace("== 7", "< 30").replace("== 8", "< 30"), jobs=4)
    assert result.verdict is Verdict.FAILED
    assert result.engine == "random"
