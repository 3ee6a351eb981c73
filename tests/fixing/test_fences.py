"""The cheapest set of fences that makes a program right under its memory model."""

from __future__ import annotations

from pathlib import Path

from esbmc_py.checking.options import CheckOptions
from esbmc_py.fixing.search import Fixer, Fixing
from esbmc_py.frontend.semantics import Semantics
from esbmc_py.frontend.surroundings import Surroundings

LITMUS = Path(__file__).parent.parent / "litmus"


def fixed(path: Path, model: str, mode: str) -> Fixing:
    semantics = Semantics(surroundings=Surroundings(memory_model=model))
    return Fixer(path, CheckOptions(mode=mode, semantics=semantics), each=60).run(most=1)


def test_store_buffering_needs_a_fence_in_both_threads() -> None:
    found = fixed(LITMUS / "SB.c", "tso", "explicit").fixes[0]
    assert found.fix.what == "a fence (seq_cst) before line 17; a fence (seq_cst) before line 26"


def test_message_passing_needs_a_weaker_fence_under_pso() -> None:
    """In one thread only: loads are not put off."""
    found = fixed(LITMUS / "MP.c", "pso", "explicit").fixes[0]
    assert found.fix.what == "a fence (release) before line 15"


def test_under_rc11_stronger_orders_are_cheaper(tmp_path: Path) -> None:
    path = tmp_path / "mp.c"
    path.write_text("""
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static int data;
static atomic_int ready;
static void *writer(void *unused) {
    data = 1;
    atomic_store_explicit(&ready, 1, memory_order_relaxed);
    return unused;
}
int main(void) {
    pthread_t one;
    pthread_create(&one, 0, writer, 0);
    if (atomic_load_explicit(&ready, memory_order_relaxed))
        assert(data == 1);
    return 0;
}
""")
    found = fixed(path, "rc11", "lazyseq").fixes[0]
    assert found.fix.what == "release at line 9; acquire at line 15" and found.races is not None
