from __future__ import annotations

import esbmc_py
from esbmc_py.checking import Verdict
from esbmc_py.checking.options import ExplicitOptions
from explicit_state import Reduction, SearchOptions, search
from explicit_state.visited import BitState

from .loading import SUITE, suite_program

ROBOTS = SUITE / "spin08" / "robots.c"


def test_bitstate_visits_the_same_states_when_there_is_room() -> None:
    program = suite_program("spin08/robots.c", "N=2")
    exact = search(program, SearchOptions(reduction=Reduction.GLOBAL_ACCESS))
    bits = search(program, SearchOptions(reduction=Reduction.GLOBAL_ACCESS, bitstate=4))
    assert bits.counts.states == exact.counts.states
    assert bits.coverage is not None and bits.coverage > 0.999


def test_an_answer_from_bitstate_is_never_about_all_executions() -> None:
    result = esbmc_py.check(ROBOTS, mode="explicit", defines=("N=2",), explicit=ExplicitOptions(bitstate=4))
    assert result.verdict is Verdict.SUCCESSFUL
    assert not result.complete
    assert "% of the states were visited (an estimate)" in "\n".join(result.scope.lines())


def test_when_the_bits_fill_up_the_estimate_of_the_coverage_falls() -> None:
    states = BitState(1)
    states._size = 1000
    new = sum(states.add(b"%d" % number) for number in range(1000))
    assert new < 1000
    assert abs(states.coverage - new / 1000) < 0.1


def test_with_a_bound_bitstate_keeps_accounts_apart() -> None:
    program = suite_program("spin08/robots.c", "N=2", "BAD")
    assert search(program, SearchOptions(preemptions=1, bitstate=4)).findings


def test_a_memory_limit_ends_the_search_as_unknown() -> None:
    result = esbmc_py.check(ROBOTS, mode="explicit", defines=("N=5",), memory=1)
    assert result.verdict is Verdict.UNKNOWN
    assert "more than 1 MB of memory" in result.scope.unknown
    assert result.statistics.states > 0
