"""What nobody asked about: a race that an execution has is told beside the answer, and changes nothing else."""

from __future__ import annotations

import pytest

import esbmc_py
from esbmc_py import Verdict
from esbmc_py.checking.unasked import not_looked_for

COUNT = """
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct node { TYPE hits; } *shared;
atomic_int ready;
pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
void *count(void *unused)
{
    LOCK;
    shared->hits++;
    UNLOCK;
    return NULL;
}
int main(void)
{
    pthread_t one, two;
    shared = calloc(1, sizeof *shared);
    pthread_create(&one, NULL, count, NULL);
    pthread_create(&two, NULL, count, NULL);
    pthread_join(one, NULL);
    pthread_join(two, NULL);
    return shared->hits > 2;
}
"""
PUBLISHED = """
#include <pthread.h>
#include <stdatomic.h>
int data;
atomic_int ready;
void *make(void *unused)
{
    data = 1;
    atomic_store_explicit(&ready, 1, ORDER);
    return NULL;
}
int main(void)
{
    pthread_t maker;
    pthread_create(&maker, NULL, make, NULL);
    while (!atomic_load_explicit(&ready, memory_order_acquire))
        continue;
    return data - 1;
}
"""
PLAIN = ("TYPE=int", "LOCK", "UNLOCK")
LOCKED = ("TYPE=int", "LOCK=pthread_mutex_lock(&lock)", "UNLOCK=pthread_mutex_unlock(&lock)")


def said(text: str, *defines: str, **settings: object) -> str:
    result = esbmc_py.check(text, defines=defines, **settings)
    assert result.verdict is Verdict.SUCCESSFUL
    return not_looked_for(result)


def test_a_race_that_nobody_asked_about_is_told_beside_the_answer() -> None:
    told = said(COUNT, *PLAIN)
    assert told.startswith("data races, and there is one: thread 1 ")
    assert "shared->hits at program.c:11:5, thread 2 " in told
    assert told.endswith(" it at program.c:11:5 (--property race tells how)")


def test_the_race_is_one_when_it_is_asked_about() -> None:
    found = esbmc_py.check(COUNT, defines=PLAIN, groups=("race",))
    assert found.verdict is Verdict.FAILED


@pytest.mark.parametrize("defines", [LOCKED, ("TYPE=atomic_int", "LOCK", "UNLOCK")], ids=["locked", "atomic"])
def test_without_a_race_none_is_told(defines: tuple[str, ...]) -> None:
    assert "there is one" not in said(COUNT, *defines)


def test_what_a_relaxed_store_publishes_is_in_a_race_that_nothing_orders() -> None:
    assert "data races, and there is one: " in said(PUBLISHED, "ORDER=memory_order_relaxed")
    assert "there is one" not in said(PUBLISHED, "ORDER=memory_order_release")


@pytest.mark.parametrize("mode", ["auto", "lazy", "lazyseq", "explicit"])
def test_it_is_found_without_any_other_option_when_races_are_asked_about(mode: str) -> None:
    found = esbmc_py.check(PUBLISHED, defines=["ORDER=memory_order_relaxed"], groups=("race",), mode=mode)
    assert "data-race: data" in found.found[0]


def test_a_mode_that_looks_at_neighbours_only_does_not_say_that_there_is_none() -> None:
    bounds = {"mode": "lazyseq", "schema": "cseq", "rounds": 2, "unwind": 2}
    relaxed, released = (
        esbmc_py.check(PUBLISHED, defines=[f"ORDER=memory_order_{order}"], groups=("race",), **bounds)
        for order in ("relaxed", "release")
    )
    assert (relaxed.verdict, released.verdict) == (Verdict.UNKNOWN, Verdict.SUCCESSFUL)
    assert "races of accesses that nothing orders" in relaxed.scope.unknown[0]


def test_a_mode_of_its_own_looks_for_what_it_was_asked_for_only() -> None:
    assert "there is one" not in said(COUNT, *PLAIN, mode="lazy")
