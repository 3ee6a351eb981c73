"""Races by happens-before: what orders two accesses, and what does not."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from esbmc_py import check
from esbmc_py.checking import Verdict
from esbmc_py.goto.properties import Property
from esbmc_py.vm.explore import explore
from tests.agreement.agree import load_text
from tests.agreement.order_agree import disagreements
from tests.conftest import Finished
from tests.verdicts import load_expected

PUBLISHES = """
#include <pthread.h>
#include <stdatomic.h>
int data;
atomic_int ready;
static void *gives(void *argument) {{ data = 42; {store} return argument; }}
int main(void)
{{
    pthread_t thread;
    pthread_create(&thread, 0, gives, 0);
    if ({load})
        data++;
    pthread_join(thread, 0);
    data = 3;
    return 0;
}}
"""
STORES = {
    "relaxed": "atomic_store_explicit(&ready, 1, memory_order_relaxed);",
    "release": "atomic_store_explicit(&ready, 1, memory_order_release);",
    "seq_cst": "ready = 1;",
    "relaxed_add": "atomic_fetch_add_explicit(&ready, 1, memory_order_relaxed);",
    "release_add": "atomic_fetch_add_explicit(&ready, 1, memory_order_release);",
    "released_then_relaxed": "atomic_store_explicit(&ready, 1, memory_order_release);"
    "atomic_store_explicit(&ready, 2, memory_order_relaxed);",
    "released_then_added": "atomic_store_explicit(&ready, 1, memory_order_release);"
    "atomic_fetch_add_explicit(&ready, 1, memory_order_relaxed);",
}
LOADS = {
    "relaxed": "atomic_load_explicit(&ready, memory_order_relaxed)",
    "acquire": "atomic_load_explicit(&ready, memory_order_acquire)",
    "seq_cst": "ready",
    "acquire_exchange": "atomic_exchange_explicit(&ready, 0, memory_order_acquire)",
    "relaxed_exchange": "atomic_exchange_explicit(&ready, 0, memory_order_relaxed)",
}
RELAXED_STORES = {"relaxed", "relaxed_add"}
RELAXED_LOADS = {"relaxed", "relaxed_exchange"}
SYNCHRONISED = [
    "race_mutex", "race_semaphore_order", "race_barrier", "race_rwlock", "race_joined", "condition_handover", "once",
    "c11_threads", "spin_lock", "atomic_section",
]  # fmt: skip
CONCURRENT = Path(__file__).parent.parent / "programs" / "concurrent"
BY_ORDER = sorted((CONCURRENT.parent / "order").glob("*.c"))


def races(text: str, *, happens_before: bool) -> int:
    found = explore(load_text(text), races=True, happens_before=happens_before)
    assert found.complete
    assert {finding.property for finding in found.findings} <= {Property.RACE}
    return len(found.findings)


@pytest.mark.parametrize("store", STORES)
@pytest.mark.parametrize("load", LOADS)
def test_only_a_release_and_an_acquire_order(store: str, load: str) -> None:
    text = PUBLISHES.format(store=STORES[store], load=LOADS[load])
    assert races(text, happens_before=False) == 0  # the two accesses are never next to each other
    ordered = store not in RELAXED_STORES and load not in RELAXED_LOADS
    assert (races(text, happens_before=True) == 0) == ordered


def test_a_fence_makes_relaxed_operations_order() -> None:
    store = "atomic_thread_fence(memory_order_release); " + STORES["relaxed"]
    load = f"{LOADS['relaxed']} && (atomic_thread_fence(memory_order_acquire), 1)"
    assert races(PUBLISHES.format(store=store, load=load), happens_before=True) == 0


@pytest.mark.parametrize("name", SYNCHRONISED)
def test_synchronisation_orders(name: str) -> None:
    program = load_expected(CONCURRENT / f"{name}.c")
    assert not explore(program, races=True, happens_before=True).findings


@pytest.mark.parametrize("name", ["race_plain", "race_flag", "race_one_side_locked", "race_free_and_use"])
def test_what_races_next_to_each_other_races(name: str) -> None:
    program = load_expected(CONCURRENT / f"{name}.c")
    found = explore(program, races=True, happens_before=True).findings
    assert Property.RACE in {finding.property for finding in found}


def test_a_lock_of_ones_own_that_is_released_by_a_plain_store_orders_nothing() -> None:
    program = load_expected(CONCURRENT / "atomic_section_assume.c")
    assert not explore(program, races=True).findings
    assert explore(program, races=True, happens_before=True).findings


def test_neighbours_do_not_order_for_each_other() -> None:
    text = PUBLISHES.replace("atomic_int ready;", "struct {{ atomic_int ready, other; }} flags;")
    stored, loaded = STORES["release"].replace("ready", "flags.ready"), LOADS["acquire"].replace("ready", "flags.other")
    signal = "atomic_store_explicit(&flags.other, 1, memory_order_relaxed);"
    assert races(text.format(store=stored + signal, load=loaded), happens_before=True) > 0


def test_locals_that_come_after_one_another_have_nothing_to_do_with_each_other() -> None:
    """They lie at the same address."""
    text = """
    #include <pthread.h>
    static void *writes(void *argument) { *(int *)argument = 1; return 0; }
    static void starts(void)
    {
        int local;
        pthread_t thread;
        pthread_create(&thread, 0, writes, &local);
        pthread_join(thread, 0);
    }
    int main(void) { starts(); starts(); return 0; }
    """
    assert races(text, happens_before=True) == 0


@pytest.mark.parametrize("path", BY_ORDER, ids=lambda path: path.stem)
def test_accesses_that_an_execution_keeps_apart_are_no_race_of_the_other_kind(path: Path) -> None:
    assert not explore(load_expected(path), races=True).findings


@pytest.mark.parametrize("seed", range(8))
def test_all_modes_find_the_races_that_the_machine_finds(seed: int) -> None:
    assert list(disagreements(seed, ["lazy", "schedule", "uw", "lazyseq"], Counter())) == []


def test_mode_explicit_decides_it_and_the_machine_confirms() -> None:
    racy = PUBLISHES.format(store=STORES["relaxed"], load=LOADS["relaxed"])
    result = check(racy, mode="explicit", groups=("race",), happens_before=True)
    assert result.verdict is Verdict.FAILED
    ordered = PUBLISHES.format(store=STORES["release"], load=LOADS["acquire"])
    assert check(ordered, mode="explicit", groups=("race",), happens_before=True).complete


REFUSED = {
    "says what a race is: it needs property race": ("--mode", "explicit"),
    "not supported by the schema cseq": ("--mode", "lazyseq", "--schema", "cseq", "--property", "race"),
}


@pytest.mark.parametrize("message", REFUSED)
def test_who_cannot_decide_it_says_so(
    smtcb: Callable[..., Finished], source: Callable[..., Path], message: str
) -> None:
    finished = smtcb("check", source("int main(void) { return 0; }"), "--happens-before", *REFUSED[message])
    assert finished.status == 2
    assert message in finished.errors
