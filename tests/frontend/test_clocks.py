"""Clocks: which of them may go back, and on whose request."""

from __future__ import annotations

import pytest

from esbmc_py import check
from esbmc_py.checking import Verdict
from esbmc_py.frontend.semantics import Semantics
from esbmc_py.frontend.surroundings import Surroundings

MODES = ("lazy", "schedule", "uw", "lazyseq")
STEPS = Semantics(surroundings=Surroundings(clock_steps=True))
LOOKS_TWICE = """
#include <assert.h>
#include <time.h>
int main(void)
{{
    struct timespec first, second;
    clock_gettime({clock}, &first);
    clock_gettime({clock}, &second);
    assert(second.tv_sec >= first.tv_sec && second.tv_nsec < 1000000000);
    return 0;
}}
"""


@pytest.mark.parametrize("mode", MODES)
def test_the_time_of_day_goes_back_on_request_only(mode: str) -> None:
    program = LOOKS_TWICE.format(clock="CLOCK_REALTIME")
    without = check(program, mode=mode)
    assert without.complete
    assert any("do not go back" in line for line in without.scope.lines())
    assert check(program, mode=mode, semantics=STEPS).verdict is Verdict.FAILED


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("clock", ["CLOCK_MONOTONIC", "CLOCK_BOOTTIME", "CLOCK_PROCESS_CPUTIME_ID"])
def test_other_clocks_never_go_back(clock: str, mode: str) -> None:
    assert check(LOOKS_TWICE.format(clock=clock), mode=mode, semantics=STEPS).complete


def test_sleeping_is_no_step_where_nobody_looks_at_a_clock() -> None:
    """The clocks are linked, but no execution touches them."""
    program = """
    #include <assert.h>
    #include <pthread.h>
    #include <unistd.h>
    int x;
    static void *f(void *p) { sleep(1); x = 1; return p; }
    int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); sleep(1); pthread_join(t, 0); assert(x); return 0; }
    """
    without = ("critical-sections", "futures")  # what is guessed to come first leaves out states by other rules
    slept = check(program, mode="explicit", without=without)
    awake = check(program.replace("sleep(1);", ""), mode="explicit", without=without)
    assert slept.complete and slept.scope.lines() == ["all executions"]
    assert slept.statistics.states == awake.statistics.states
