"""One lock after another is taken at once, where nobody could tell; who could tell is noticed."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from esbmc_py.goto.program import Program
from esbmc_py.goto.properties import Property
from esbmc_py.vm import explore
from explicit_state import SearchOptions, search
from explicit_state.lock_order import LockOrder
from tests.agreement.agree import load_text
from tests.agreement.explicit_agree import compare
from tests.generator.nested_locks import nested_locks

from .loading import prepared

PROGRAM = """
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
pthread_mutex_t k = PTHREAD_MUTEX_INITIALIZER, m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
pthread_cond_t c = PTHREAD_COND_INITIALIZER;
sem_t r, s;
int x, y;
#define LOCK(l) pthread_mutex_lock(&l);
#define UNLOCK(l) pthread_mutex_unlock(&l);
#define BOTH LOCK(m) x++; LOCK(n) y++; UNLOCK(m) UNLOCK(n)
#define EACH LOCK(m) UNLOCK(m) LOCK(n) UNLOCK(n)
void *one(void *a) { BOTH sem_post(&r); sem_post(&r); BOTH return a; }
%s
int main(void) {
    pthread_t t, u, v;
    %s
    pthread_create(&t, 0, one, 0);
    pthread_create(&u, 0, other, 0);
    pthread_create(&v, 0, third, 0);
    %s
    pthread_join(t, 0);
    pthread_join(u, 0);
    pthread_join(v, 0);
    return 0;
}
"""

ONES = "void *other(void *a) { BOTH BOTH return a; } void *third(void *a) { BOTH BOTH return a; }"


def begins(*bodies: str) -> str:
    """When `one` has taken both locks once: by then it is relied on that nobody takes them in another order."""
    return "".join(
        f"void *{name}(void *a) {{ sem_wait(&r); {body} return a; }}\n"
        for name, body in zip(("other", "third"), bodies, strict=True)
    )


# Somebody can tell that `one` has the first lock and not yet the second one, in each of them in another way.
NOTICED = {
    "a circle": (begins("LOCK(n) LOCK(m) UNLOCK(m) UNLOCK(n)", "EACH"), "", ""),
    "a circle of three": (
        begins("LOCK(n) LOCK(k) UNLOCK(k) UNLOCK(n)", "LOCK(k) LOCK(m) UNLOCK(m) UNLOCK(k)"),
        "",
        "",
    ),
    "a circle with a lock that main took while it was alone": (
        begins("LOCK(m) LOCK(k) UNLOCK(k) UNLOCK(m)", "EACH"),
        "LOCK(k)",
        "LOCK(m) UNLOCK(m) UNLOCK(k)",
    ),
    "a lock is tried": (
        begins("if (pthread_mutex_trylock(&m)) { assert(pthread_mutex_trylock(&n)); } else UNLOCK(m)", ""),
        "",
        "",
    ),
    "a lock is destroyed": (begins("pthread_mutex_destroy(&m);", ""), "", ""),
    "nobody gives the second lock back": (begins("LOCK(n) sem_wait(&s); UNLOCK(n)", "LOCK(m) UNLOCK(m)"), "", ""),
    "a wait that gives the second lock back": (
        begins(
            "LOCK(n) if (y < 3) pthread_cond_wait(&c, &n); UNLOCK(n)",
            "LOCK(m) LOCK(n) pthread_cond_signal(&c); UNLOCK(n) UNLOCK(m)",
        ),
        "",
        "",
    ),
    "something in between": (
        begins(
            "LOCK(m) sem_post(&s); LOCK(n) y = 9; UNLOCK(n) UNLOCK(m)",
            "sem_wait(&s); LOCK(n) assert(y == 9); UNLOCK(n)",
        ),
        "",
        "",
    ),
    "a join in between": (
        begins("LOCK(n) LOCK(k) UNLOCK(k) UNLOCK(n)", "EACH"),
        "",
        "LOCK(k) pthread_join(u, 0); UNLOCK(k) return 0;",
    ),
}


def program(parts: tuple[str, str, str], folder: Path) -> Program:
    return prepared(PROGRAM % parts, folder)


@pytest.mark.parametrize("parts", NOTICED.values(), ids=NOTICED)
def test_what_others_notice_is_still_found(parts: tuple[str, str, str], tmp_path: Path) -> None:
    checked = program(parts, tmp_path)
    wanted = frozenset(Property) - {Property.LOST, Property.LEAK}
    judge = explore(checked, shortest=False, races=True)
    result = search(checked, SearchOptions(properties=wanted, all_violations=True))
    assert {one.property for one in judge.findings} == {one.property for one in result.findings} != set()


def test_locks_taken_one_after_another_make_no_states(tmp_path: Path) -> None:
    checked = program((ONES, "", ""), tmp_path)
    result = search(checked, SearchOptions(futures=None))
    assert result.complete
    assert not result.findings
    # three threads with two critical sections each, every one of them a single step: at most so many places
    assert result.counts.states <= 4 * 4 * 4 + 20


def test_an_order_with_a_circle_is_not_relied_on() -> None:
    order = LockOrder()
    assert order.note({"a"}, "b")
    assert order.may_rely({"a"}, "b")
    assert order.note({"b"}, "c")
    assert not order.note({"c"}, "a")
    order.forget_reliance()
    assert not order.may_rely({"a"}, "b")
    assert order.may_rely({"a"}, "d")


@pytest.mark.parametrize("seed", range(6))
def test_generated_programs_with_locks_inside_locks_have_all_their_violations(seed: int) -> None:
    assert not list(compare(load_text(nested_locks(seed)), seed // 2, Counter(), quick=True))
