"""A violation that was not asked about ends an execution: what other threads do before it must not be lost silently."""

from __future__ import annotations

import pytest

import esbmc_py
from esbmc_py.checking import Verdict
from tests.conftest import ROOT

PROGRAMS = ROOT / "tests" / "programs" / "concurrent"
PROGRAM = """#include <assert.h>
#include <pthread.h>
int x, zero, *null;
void *worker(void *unused) { SHARED; FAILING; return 0; }
int main(void) {
    pthread_t thread;
    pthread_create(&thread, 0, worker, 0);
    assert(x == 0);
    pthread_join(thread, 0);
    return 0;
}
"""
MODES = ("lazy", "schedule", "uw", "explicit", "lazyseq")
FAILING = ("*null = 1", "zero = 1 / zero", "__builtin_memset(null, 1, 1)")


def program(shared: str, failing: str) -> str:
    return PROGRAM.replace("SHARED", shared).replace("FAILING", failing)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("failing", FAILING)
def test_it_is_not_said_that_no_assertion_fails(failing: str, mode: str) -> None:
    result = esbmc_py.check(program("x = 1", failing), mode=mode, groups=("reach",))
    assert result.verdict is not Verdict.SUCCESSFUL


@pytest.mark.parametrize("failing", FAILING)
def test_nor_in_schema_cseq(failing: str) -> None:
    result = esbmc_py.check(program("x = 1", failing), mode="lazyseq", schema="cseq", rounds=2, groups=("reach",))
    assert result.verdict is not Verdict.SUCCESSFUL


def test_in_schema_cseq_main_alone_is_seen_by_nobody() -> None:
    text = program("x = 0", "if (null) *null = 1").replace("pthread_t thread;", "pthread_t thread; if (x) *null = 2;")
    result = esbmc_py.check(text, mode="lazyseq", schema="cseq", rounds=2, groups=("reach",))
    assert result.verdict is Verdict.SUCCESSFUL


@pytest.mark.parametrize("mode", ("lazy", "schedule", "uw", "lazyseq"))
def test_where_nothing_was_changed_before_nothing_is_lost(mode: str) -> None:
    result = esbmc_py.check(program("int seen = x", "*null = 1"), mode=mode, groups=("reach",))
    assert result.verdict is Verdict.SUCCESSFUL
    assert result.complete


@pytest.mark.parametrize("mode", MODES)
def test_where_it_does_not_happen_everything_is_followed(mode: str) -> None:
    result = esbmc_py.check(program("x = 0", "if (null) *null = 1"), mode=mode, groups=("reach",))
    assert result.verdict is Verdict.SUCCESSFUL
    assert result.complete


@pytest.mark.parametrize("mode", MODES)
def test_a_thread_that_joins_itself_keeps_nobody_from_failing(mode: str) -> None:
    result = esbmc_py.check(PROGRAMS / "joins_itself_others_go_on.c", mode=mode)
    assert result.verdict is Verdict.FAILED


IN_OWN_SECTION = "__VERIFIER_atomic_begin(); WORK; __VERIFIER_atomic_end()"
OF_THE_LIBRARY = "pthread_mutex_t own = PTHREAD_MUTEX_INITIALIZER; x = 1; pthread_mutex_unlock(&own)"


@pytest.mark.parametrize("mode", ("lazy", "cseq", "explicit"))
@pytest.mark.parametrize("failing", (f"x = 1; {IN_OWN_SECTION.replace('WORK', '*(int *)unused = 1')}", OF_THE_LIBRARY))
def test_a_section_of_ones_own_does_not_hide_what_came_before_it(failing: str, mode: str) -> None:
    """In the same step, since the section itself concerns nobody else."""
    text = "void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);\n" + program("", failing)
    asked = {"mode": "lazyseq", "schema": "cseq", "rounds": 2} if mode == "cseq" else {"mode": mode}
    assert esbmc_py.check(text, groups=("reach",), **asked).verdict is not Verdict.SUCCESSFUL


def test_the_step_that_starts_the_first_thread_may_fail() -> None:
    text = program("assert(0)", "").replace("assert(x == 0)", "*null = 1")
    assert esbmc_py.check(text, mode="explicit", groups=("reach",)).verdict is not Verdict.SUCCESSFUL


@pytest.mark.parametrize("mode", ("lazy", "cseq", "once"))
@pytest.mark.parametrize("before, inside, verdict", (("x = 1; ", "", "FAILED"), ("", "x = 1; ", "SUCCESSFUL")))
def test_a_bound_in_a_section_hides_no_more_than_the_section(before: str, inside: str, verdict: str, mode: str) -> None:
    """A loop that no bound sees the end of: the section is not made, and what came before it is seen."""
    endless = IN_OWN_SECTION.replace("WORK", inside + "while (__VERIFIER_nondet_int()); x = 0")
    text = "void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);\nint __VERIFIER_nondet_int(void);\n"
    asked = {"mode": "lazyseq", "schema": mode, "rounds": 2} if mode != "lazy" else {"mode": mode}
    result = esbmc_py.check(text + program(before, endless), unwind=2, **asked)
    assert result.verdict is Verdict[verdict]
