"""Threads that wait for one another in a circle are found even if another one runs for ever."""

from __future__ import annotations

from pathlib import Path

import pytest

from esbmc_py.goto.properties import Property
from esbmc_py.vm import explore
from esbmc_py.vm.findings import Deadlock
from explicit_state import Reduction, SearchOptions, search

from .loading import prepared

PROGRAM = """
#include <pthread.h>
pthread_mutex_t a = PTHREAD_MUTEX_INITIALIZER, b = PTHREAD_MUTEX_INITIALIZER, c = PTHREAD_MUTEX_INITIALIZER;
int x;
volatile int stop;
static void *forwards(void *unused) {
    pthread_mutex_lock(&a); pthread_mutex_lock(&b); pthread_mutex_unlock(&b); pthread_mutex_unlock(&a);
    return NULL;
}
static void *backwards(void *unused) {
    pthread_mutex_lock(&b); pthread_mutex_lock(&a); pthread_mutex_unlock(&a); pthread_mutex_unlock(&b);
    return NULL;
}
static void *third(void *unused) { FOREVER return NULL; }
int main(void) {
    pthread_t p, q, r;
    pthread_create(&p, NULL, forwards, NULL);
    pthread_create(&q, NULL, backwards, NULL);
    pthread_create(&r, NULL, third, NULL);
    x = 2;
    END
}
"""
FOREVER = [
    "for (;;) x = 1 - x;",
    "for (;;) { pthread_mutex_lock(&c); x = !x; pthread_mutex_unlock(&c); }",
    "for (;;) if (!pthread_mutex_trylock(&a)) pthread_mutex_unlock(&a);",
    "while (!stop);",
]


@pytest.mark.parametrize("reduction", [Reduction.GLOBAL_ACCESS, Reduction.SUPERSTEP])
@pytest.mark.parametrize("end", ["pthread_join(r, NULL);", "pthread_exit(NULL);", "return 0;"])
@pytest.mark.parametrize("forever", FOREVER)
def test_a_local_deadlock_is_found_beside_a_thread_that_never_ends(
    forever: str, end: str, reduction: Reduction, tmp_path: Path
) -> None:
    program = prepared(PROGRAM.replace("FOREVER", forever).replace("END", end), tmp_path)
    options = SearchOptions(reduction=reduction, properties=frozenset({Property.DEADLOCK}), all_violations=True)
    (finding,) = search(program, options).findings
    assert isinstance(finding.what, Deadlock)
    assert finding.what.local
    assert [one.thread for one in finding.what.blocked] == [1, 2]


def test_who_holds_a_lock_is_not_mistaken_where_threads_are_started_in_another_order(tmp_path: Path) -> None:
    """Main and a thread start one thread each: what one of the two is called on one path, the other is on another."""
    text = """
#include <pthread.h>
pthread_mutex_t g = PTHREAD_MUTEX_INITIALIZER;
pthread_t t, u, v, w;
int x;
static void *locks(void *a) { pthread_mutex_lock(&g); x++; pthread_mutex_unlock(&g); return a; }
static void *starts(void *a) {
    pthread_mutex_lock(&g); x++; pthread_mutex_unlock(&g);
    pthread_create(&u, 0, locks, 0);
    pthread_join(u, 0);
    return a;
}
int main(void) {
    pthread_create(&t, 0, starts, 0);
    pthread_mutex_lock(&g); x++; pthread_mutex_unlock(&g);
    pthread_create(&v, 0, locks, 0);
    pthread_create(&w, 0, locks, 0);
    pthread_join(t, 0);
    pthread_join(v, 0);
}"""
    program = prepared(text, tmp_path)
    assert not explore(program, shortest=False).findings
    for reduction in (Reduction.SUPERSTEP, Reduction.GLOBAL_ACCESS):
        properties = frozenset({Property.DEADLOCK})
        assert not search(program, SearchOptions(reduction, properties=properties, all_violations=True)).findings
