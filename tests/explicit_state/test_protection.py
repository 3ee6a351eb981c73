"""Critical sections are run through at once, where nobody could tell; guesses that do not hold are taken back."""

from __future__ import annotations

from pathlib import Path

import pytest

from esbmc_py.goto.properties import Property
from esbmc_py.vm import explore
from explicit_state import SearchOptions, search

from .loading import prepared, suite_program

PROGRAM = """
#include <assert.h>
#include <pthread.h>
#include <string.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
int x, y, z;
%s
int main(void) {
    pthread_t t, u;
    pthread_create(&t, 0, one, 0);
    pthread_create(&u, 0, other, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    return 0;
}
"""

ONE = "void *one(void *a) { pthread_mutex_lock(&m); x = 1; y = 1; x = 0; pthread_mutex_unlock(&m); return a; }\n"

# Inside the critical section of `one`, x is 1 for a while: `other` can tell, each time in another way.
NOTICED = {
    "without a lock": "void *other(void *a) { int v = x; assert(v == 0); return a; }",
    "with another lock": """
void *other(void *a) { pthread_mutex_lock(&n); int v = x; pthread_mutex_unlock(&n); assert(v == 0); return a; }""",
    "first with the lock, then without": """
void *other(void *a) {
    pthread_mutex_lock(&m); x = x; pthread_mutex_unlock(&m);
    int v = x;
    assert(v == 0);
    return a;
}""",
    "only after y was written": "void *other(void *a) { if (y) { int v = x; assert(v == 0); } return a; }",
    "lock taken away": """
void *other(void *a) { pthread_mutex_init(&m, 0); pthread_mutex_lock(&m); assert(x == 0); return a; }""",
    "lock overwritten": """
void *other(void *a) { memset(&m, 0, sizeof m); pthread_mutex_lock(&m); assert(x == 0); return a; }""",
    "lock tried": """
void *other(void *a) { if (pthread_mutex_trylock(&m)) { int v = x; assert(v == 0); } return a; }""",
}


def found(findings: object) -> set[Property]:
    return {finding.property for finding in findings}  # type: ignore[attr-defined]


@pytest.mark.parametrize("body", NOTICED.values(), ids=NOTICED)
def test_what_others_notice_of_a_critical_section_is_found(body: str, tmp_path: Path) -> None:
    program = prepared(PROGRAM.replace("%s", ONE + body), tmp_path)
    result = search(program, SearchOptions(all_violations=True))
    expected = found(explore(program, shortest=False, races=True).findings)
    assert Property.ASSERTION in expected
    assert found(result.findings) == expected


def test_what_the_last_thread_notices_of_one_that_has_ended_is_found(tmp_path: Path) -> None:
    """Once y is written, all that `one` still does comes first: main is alone when it sees x, but need not be."""
    text = """
#include <assert.h>
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x, y;
void *one(void *a) { pthread_mutex_lock(&m); y = 1; x = 1; x = 0; pthread_mutex_unlock(&m); return a; }
int main(void) {
    pthread_t t;
    pthread_create(&t, 0, one, 0);
    if (y) { int v = x; assert(v == 0); }
    pthread_mutex_lock(&m);
    pthread_mutex_unlock(&m);
    pthread_join(t, 0);
    return 0;
}
"""
    program = prepared(text, tmp_path)
    expected = found(explore(program, shortest=False, races=True).findings)
    assert Property.ASSERTION in expected
    assert found(search(program, SearchOptions(all_violations=True)).findings) == expected


def test_a_guess_that_does_not_hold_makes_the_search_begin_again(tmp_path: Path) -> None:
    late = """
void *other(void *a) {
    pthread_mutex_lock(&m); z = x + y; pthread_mutex_unlock(&m);
    pthread_mutex_lock(&n); pthread_mutex_unlock(&n);
    assert(x == 0);
    return a;
}"""
    program = prepared(PROGRAM.replace("%s", ONE + late), tmp_path)
    result = search(program, SearchOptions(properties=frozenset({Property.ASSERTION}), all_violations=True))
    assert found(result.findings) == {Property.ASSERTION}
    assert result.counts.restarts > 0


@pytest.mark.parametrize("fixed", [(), ("FIXED",)])
def test_critical_sections_take_fewer_states(fixed: tuple[str, ...]) -> None:
    program = suite_program("deadlock/traffic.c", "CARS=4", *fixed)
    whole, plain = (search(program, SearchOptions(critical_sections=chosen)) for chosen in (True, False))
    assert found(whole.findings) == found(plain.findings) == (set() if fixed else {Property.DEADLOCK})
    assert whole.counts.states < plain.counts.states
