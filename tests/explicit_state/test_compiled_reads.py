from __future__ import annotations

from pathlib import Path

import pytest

import esbmc_py
from esbmc_py.checking import Verdict
from esbmc_py.checking.options import ExplicitOptions
from esbmc_py.vm.schedule import Schedule

PETERSON = Path(__file__).parents[2] / "benchmarks" / "explicit" / "peterson.c"
COMPILED = ExplicitOptions(compiled_reads=True)


@pytest.mark.parametrize("reduction", ["none", "global-access", "superstep"])
@pytest.mark.parametrize(
    ("defines", "compiled", "verdict"),
    [
        ((), False, Verdict.SUCCESSFUL),
        (("MISSING_VOLATILE",), False, Verdict.SUCCESSFUL),
        ((), True, Verdict.SUCCESSFUL),
        (("MISSING_VOLATILE",), True, Verdict.FAILED),
    ],
)
def test_petersons_algorithm_needs_volatile_once_a_compiler_has_been_at_it(
    defines: tuple[str, ...], compiled: bool, verdict: Verdict, reduction: str
) -> None:
    explicit = ExplicitOptions(reduction, compiled_reads=compiled, invariants=("check_exclusion",))
    result = esbmc_py.check(PETERSON, mode="explicit", defines=defines, explicit=explicit)
    assert result.verdict is verdict


def verdict(body: str, *, shared: str = "int x, y;", explicit: ExplicitOptions = COMPILED) -> Verdict:
    text = f"""
        #include <assert.h>
        #include <pthread.h>
        #include <stdatomic.h>
        {shared}
        pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
        void *writer(void *a) {{
            pthread_mutex_lock(&m);
            x = 1;
            pthread_mutex_unlock(&m);
            return 0;
        }}
        int main(void) {{
            pthread_t t;
            pthread_create(&t, 0, writer, 0);
            {body}
            return 0;
        }}
    """
    return esbmc_py.check(text, mode="explicit", explicit=explicit).verdict


def test_a_value_that_was_read_may_be_used_again_but_need_not() -> None:
    assert verdict("int a = x; int b = x; int c = x; assert(!(a == 0 && b == 0 && c == 1));") is Verdict.FAILED
    # once the new value has been seen, the old one is gone
    assert verdict("int a = x; int b = x; int c = x; assert(!(b == 1 && c == 0));") is Verdict.SUCCESSFUL


def test_a_lock_makes_a_thread_look_again() -> None:
    again = "int a = x; pthread_join(t, 0); int b = x; assert(b == 1);"
    assert verdict(again) is Verdict.SUCCESSFUL
    spin = "int a = x; while (y == 0) { if (x == 1) y = 1; else y = 2; } pthread_join(t, 0); assert(y == 1 || a == 0);"
    assert verdict(spin) is Verdict.SUCCESSFUL


@pytest.mark.parametrize(
    ("shared", "expected"), [("int x, y;", Verdict.FAILED), ("volatile int x; int y;", Verdict.SUCCESSFUL)]
)
def test_what_a_loop_does_not_write_may_be_read_before_it(shared: str, expected: Verdict) -> None:
    """In the source, y is written before x is read; a read that was moved out of the loop comes first."""
    text = f"""
        #include <assert.h>
        #include <pthread.h>
        {shared}
        volatile int other;
        void *writer(void *a) {{ x = 1; if (y == 0) other = 1; return 0; }}
        int main(void) {{
            pthread_t t;
            pthread_create(&t, 0, writer, 0);
            int seen = 0;
            for (int i = 0; i < 1; i++) {{ y = 1; seen = x; }}
            pthread_join(t, 0);
            assert(!(other == 1 && seen == 0));
            return 0;
        }}
    """
    assert esbmc_py.check(text, mode="explicit", explicit=COMPILED).verdict is expected


def test_the_schedule_says_that_reads_were_compiled() -> None:
    explicit = ExplicitOptions(compiled_reads=True, invariants=("check_exclusion",))
    result = esbmc_py.check(PETERSON, mode="explicit", defines=("MISSING_VOLATILE",), explicit=explicit)
    schedule = result.counterexamples[0].schedule
    assert schedule.compiled_reads
    assert Schedule.parse(schedule.to_json()) == schedule
