"""What a thread touches alone while it lives is its own, and what a joiner does to it afterwards disturbs nobody."""

from __future__ import annotations

from pathlib import Path

import pytest

from esbmc_py.goto.properties import Property
from esbmc_py.vm import explore
from explicit_state import SearchOptions, search

from .loading import prepared

PROGRAM = """
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdlib.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
pthread_t t, u, v;
int mine, done;
int *address;
%s
"""

# Somebody comes near while the thread that seems to be alone there lives.
NOTICED = {
    "before the join": """
void *one(void *a) { mine = 1; mine = 0; return a; }
int main(void) {
    pthread_create(&t, 0, one, 0); pthread_create(&u, 0, one, 0);
    pthread_join(u, 0); assert(mine == 0); pthread_join(t, 0);
}""",
    "while another thread joins it": """
void *one(void *a) { mine = 1; mine = 0; return a; }
void *joiner(void *a) { pthread_join(t, 0); done = 1; return a; }
void *other(void *a) { assert(mine == 0); return a; }
int main(void) {
    pthread_create(&t, 0, one, 0); pthread_create(&u, 0, joiner, 0); pthread_create(&v, 0, other, 0);
    pthread_join(u, 0); pthread_join(v, 0);
}""",
    "before and after the join": """
void *one(void *a) { mine = 1; mine = 0; return a; }
void *idle(void *a) { done++; done++; return a; }
int main(void) {
    pthread_create(&u, 0, idle, 0); pthread_create(&t, 0, one, 0);
    int early = mine;
    pthread_join(t, 0); int late = mine; pthread_join(u, 0);
    assert(late == 0); assert(early == 0);
}""",
    "one of two that join, perhaps": """
void *one(void *a) { mine = 1; mine = 0; return a; }
void *other(void *a) { if (done) { pthread_join(t, 0); } else { assert(mine == 0); } return a; }
void *third(void *a) { done = 1; return a; }
int main(void) {
    pthread_create(&t, 0, one, 0); pthread_create(&u, 0, other, 0); pthread_create(&v, 0, third, 0);
    pthread_join(u, 0); pthread_join(v, 0);
}""",
    "a mutex destroyed after one of two was joined": """
void *one(void *a) { pthread_mutex_lock(&m); mine++; pthread_mutex_unlock(&m); return a; }
int main(void) {
    pthread_create(&t, 0, one, 0); pthread_create(&u, 0, one, 0);
    pthread_join(t, 0); pthread_mutex_destroy(&m); pthread_join(u, 0);
}""",
    "a mutex in the heap freed after one of two was joined": """
struct box { pthread_mutex_t lock; int x; } *box;
void *one(void *a) { pthread_mutex_lock(&box->lock); box->x++; pthread_mutex_unlock(&box->lock); return a; }
int main(void) {
    box = malloc(sizeof *box); pthread_mutex_init(&box->lock, 0);
    pthread_create(&t, 0, one, 0); pthread_create(&u, 0, one, 0);
    pthread_join(t, 0); free(box); pthread_join(u, 0);
}""",
    "a mutex tried by one who never waits for it": """
void *one(void *a) { pthread_mutex_lock(&m); pthread_mutex_unlock(&m); return a; }
int main(void) {
    pthread_create(&t, 0, one, 0); pthread_create(&u, 0, one, 0);
    pthread_join(u, 0); assert(pthread_mutex_trylock(&m) == 0); pthread_join(t, 0);
}""",
    "a thread-local variable of one that may have ended": """
_Thread_local int local;
void *one(void *a) { address = &local; done = 1; return a; }
int main(void) {
    pthread_create(&t, 0, one, 0); pthread_create(&u, 0, one, 0);
    pthread_join(u, 0);
    if (done) *address = 1;
    pthread_join(t, 0);
}""",
    "a mutex destroyed by the one that is told": """
void *one(void *a) { pthread_mutex_lock(&m); done = 1; pthread_mutex_unlock(&m); return a; }
void *other(void *a) { if (done) pthread_mutex_destroy(&m); return a; }
int main(void) {
    pthread_create(&t, 0, one, 0); pthread_create(&u, 0, other, 0);
    pthread_join(t, 0); pthread_join(u, 0); assert(done);
}""",
    "a semaphore destroyed after one of two was joined": """
sem_t s;
void *one(void *a) { sem_post(&s); return a; }
int main(void) {
    sem_init(&s, 0, 0);
    pthread_create(&t, 0, one, 0); pthread_create(&u, 0, one, 0);
    sem_wait(&s); pthread_join(t, 0); sem_destroy(&s); pthread_join(u, 0);
}""",
}

# Nobody does.
UNNOTICED = {
    "results and arguments": (
        """
int results[3], arguments[3];
void *work(void *a) {
    int i = *(int *)a;
    pthread_mutex_lock(&m); mine++; results[i]++; pthread_mutex_unlock(&m);
    results[i]++; results[i]++;
    return a;
}
int main(void) {
    pthread_t threads[3];
    for (int i = 0; i < 3; i++) { arguments[i] = i; pthread_create(&threads[i], 0, work, &arguments[i]); }
    for (int i = 0; i < 3; i++) { pthread_join(threads[i], 0); assert(results[i] == 3); }
    pthread_mutex_destroy(&m);
}""",
        25,
    ),
}


def found(findings: object) -> set[Property]:
    return {finding.property for finding in findings}  # type: ignore[attr-defined]


@pytest.mark.parametrize("body", NOTICED.values(), ids=NOTICED)
def test_what_is_noticed_of_a_living_thread_is_found(body: str, tmp_path: Path) -> None:
    program = prepared(PROGRAM.replace("%s", body), tmp_path)
    expected = found(explore(program, shortest=False, races=True).findings)
    assert expected
    for futures in (0, 300):
        result = search(program, SearchOptions(all_violations=True, futures=futures))
        assert found(result.findings) == expected


@pytest.mark.parametrize(("body", "most"), UNNOTICED.values(), ids=UNNOTICED)
def test_what_threads_touch_alone_is_done_at_once(body: str, most: int, tmp_path: Path) -> None:
    program = prepared(PROGRAM.replace("%s", body), tmp_path)
    result = search(program, SearchOptions(properties=frozenset({Property.ASSERTION, Property.DEADLOCK})))
    assert not result.findings and not result.incomplete
    assert result.counts.states <= most
