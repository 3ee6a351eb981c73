"""Recursion is bounded as loops are: a thread that comes to the bound stops there, and all others go on."""

from __future__ import annotations

from typing import Any

import pytest

from esbmc_py import check
from esbmc_py.checking.results import Verdict

MODES: dict[str, dict[str, Any]] = {
    "lazy": {"mode": "lazy"},
    "schedule": {"mode": "schedule"},
    "uw": {"mode": "uw"},
    "once": {"mode": "lazyseq"},
    "cseq": {"mode": "lazyseq", "schema": "cseq", "rounds": 2},
}

ON_AN_UNKNOWN_NUMBER = """
#include <assert.h>
#include <pthread.h>
int __VERIFIER_nondet_int(void);
int x;
static int depth(int n) { return n <= 0 ? 0 : 1 + depth(n - 1); }
static void *other(void *unused) { assert(CLAIM); return unused; }
int main(void)
{
    pthread_t thread;
    BEFORE
    pthread_create(&thread, 0, other, 0);
    x = 1;
    assert(depth(__VERIFIER_nondet_int()) <= 2);
    return 0;
}
"""
WAITING = """
#include <assert.h>
#include <pthread.h>
int x, flag;
static int wait_for_flag(void) { return flag ? 1 : wait_for_flag(); }
static void *other(void *unused) { assert(x == 0); return unused; }
int main(void)
{
    pthread_t thread;
    pthread_create(&thread, 0, other, 0);
    x = 1;
    return wait_for_flag();
}
"""


def program(claim: str, before: str = "") -> str:
    return ON_AN_UNKNOWN_NUMBER.replace("CLAIM", claim).replace("BEFORE", before)


@pytest.mark.parametrize("mode", MODES)
def test_nothing_is_found_within_the_bound_and_the_scope_names_it(mode: str) -> None:
    result = check(program("x >= 0"), unwind=2, **MODES[mode])
    assert result.verdict is Verdict.SUCCESSFUL
    assert not result.complete
    assert "recursion bound 2" in str(result)


@pytest.mark.parametrize("mode", MODES)
def test_what_needs_one_call_more_is_found_within_three(mode: str) -> None:
    assert check(program("x >= 0"), unwind=3, **MODES[mode]).verdict is Verdict.FAILED


@pytest.mark.parametrize("mode", MODES)
def test_others_go_on_beside_a_recursion_without_end(mode: str) -> None:
    assert check(WAITING, unwind=1, **MODES[mode]).verdict is Verdict.FAILED


@pytest.mark.parametrize("mode", MODES)
def test_a_thread_that_is_alone_comes_to_the_bound_too(mode: str) -> None:
    result = check(program("x >= 0", before="depth(__VERIFIER_nondet_int());"), unwind=2, **MODES[mode])
    assert not result.complete


@pytest.mark.parametrize("mode", ("lazy", "schedule", "uw", "once"))
def test_a_recursion_whose_end_is_known_runs_to_it(mode: str) -> None:
    text = """
    #include <assert.h>
    static int product(int n) { return n <= 1 ? 1 : n * product(n - 1); }
    int main(void) { assert(product(10) == 3628800); return 0; }
    """
    assert check(text, unwind=2, **MODES[mode]).complete


def test_bounds_grow_without_one() -> None:
    result = check(program("x >= 0").replace("<= 2", "!= 4"), mode="lazy")
    assert result.verdict is Verdict.FAILED
