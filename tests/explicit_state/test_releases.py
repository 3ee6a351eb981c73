"""Steps that give something back come first, where nobody could tell; where somebody could, they do not."""

from __future__ import annotations

from pathlib import Path

import pytest

from esbmc_py.goto.properties import Property
from esbmc_py.vm import explore
from explicit_state import SearchOptions, search

from .loading import prepared, suite_program

CLASSICS = {"philosophers": "THREADS", "transfer": "ACCOUNTS", "traffic": "CARS", "printers": "TASKS", "chefs": "CHEFS"}

TWO_THREADS = """
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#include <string.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
sem_t s;
pthread_t t, u;
%s
int main(void) {
    sem_init(&s, 0, 0);
    pthread_create(&t, 0, one, 0);
    pthread_create(&u, 0, other, 0);
    pthread_join(u, 0);
    return 0;
}
"""

# What the other thread does tells whether the step was made already: found only if it may come later.
NOTICED = {
    "a handle that is written": """
void *one(void *a) { assert(u != 0); return a; }
void *other(void *a) { return a; }
""",
    "trylock": """
void *one(void *a) { pthread_mutex_lock(&m); pthread_mutex_unlock(&m); return a; }
void *other(void *a) { assert(pthread_mutex_trylock(&m) == 0); return a; }
""",
    "destroy": """
void *one(void *a) { pthread_mutex_lock(&m); pthread_mutex_unlock(&m); return a; }
void *other(void *a) { pthread_mutex_destroy(&m); return a; }
""",
    "initialisation": """
void *one(void *a) { pthread_mutex_lock(&m); pthread_mutex_unlock(&m); return a; }
void *other(void *a) { pthread_mutex_init(&m, 0); return a; }
""",
    "raw bytes": """
void *one(void *a) { pthread_mutex_lock(&m); pthread_mutex_unlock(&m); return a; }
void *other(void *a) { memset(&m, 0, sizeof m); return a; }
""",
    "structure copy": """
pthread_mutex_t copy = PTHREAD_MUTEX_INITIALIZER;
void *one(void *a) { pthread_mutex_lock(&m); pthread_mutex_unlock(&m); return a; }
void *other(void *a) { m = copy; return a; }
""",
    "semaphore's value": """
void *one(void *a) { sem_post(&s); return a; }
void *other(void *a) { int v; sem_getvalue(&s, &v); assert(v == 1); return a; }
""",
    "semaphore tried": """
void *one(void *a) { sem_post(&s); return a; }
void *other(void *a) { assert(sem_trywait(&s) == 0); return a; }
""",
    "join tried": """
void *one(void *a) { return a; }
void *other(void *a) { assert(pthread_tryjoin_np(t, 0) == 0); return a; }
""",
    "local that dies": """
int *p;
void *one(void *a) { int x = 1; p = &x; pthread_mutex_lock(&m); pthread_mutex_unlock(&m); return a; }
void *other(void *a) { int *q = p; if (q) { int v = *q; assert(v != 1); } return a; }
""",
    "thread-local object that dies": """
_Thread_local int x;
int *p;
void *one(void *a) { p = &x; return a; }
void *other(void *a) { int *q = p; if (q) { int v = *q; assert(v != 0); } return a; }
""",
}


def properties_of(findings: object) -> set[Property]:
    return {finding.property for finding in findings}  # type: ignore[attr-defined]


@pytest.mark.parametrize("body", NOTICED.values(), ids=NOTICED)
def test_a_step_that_somebody_notices_may_come_later(body: str, tmp_path: Path) -> None:
    program = prepared(TWO_THREADS.replace("%s", body), tmp_path)
    everything = frozenset(Property) - {Property.RACE, Property.LEAK}
    found = search(program, SearchOptions(properties=everything, all_violations=True))
    expected = properties_of(explore(program, shortest=False).findings)
    assert expected & {Property.ASSERTION, Property.LOCK}
    assert properties_of(found.findings) == expected


@pytest.mark.parametrize("name", CLASSICS)
def test_a_classic_deadlock_is_found_and_its_repair_proven(name: str) -> None:
    size = f"{CLASSICS[name]}=4"
    broken = search(suite_program(f"deadlock/{name}.c", size))
    assert properties_of(broken.findings) == {Property.DEADLOCK}
    repaired = search(suite_program(f"deadlock/{name}.c", size, "FIXED"))
    assert not repaired.findings and not repaired.incomplete


def test_seven_philosophers_take_few_states() -> None:
    result = search(suite_program("deadlock/philosophers.c", "THREADS=7", "FIXED"))
    assert not result.findings
    assert result.counts.states < 15_000
