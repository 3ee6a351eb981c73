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
