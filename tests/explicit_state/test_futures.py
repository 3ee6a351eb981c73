"""Steps that nobody will notice any more come first; what was thought to be out of sight and is not is found."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from esbmc_py.goto.properties import Property
from esbmc_py.vm import explore
from explicit_state import SearchOptions, search
from explicit_state.futures import Futures

from .loading import prepared, suite_program

PROGRAM = """
#include <assert.h>
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
int x, flag, other_flag;
void *one(void *a) { x = 1; x = 0; return a; }
void *setter(void *a) { other_flag = 0; flag = 1; return a; }
%s
int main(void) {
    pthread_t t, u, v;
    pthread_create(&t, 0, one, 0);
    pthread_create(&u, 0, other, 0);
    pthread_create(&v, 0, setter, 0);
    pthread_join(t, 0);
    pthread_join(u, 0);
    pthread_join(v, 0);
    return 0;
}
"""

# `one` sets x for a moment: `other` sees it on a way that is not the first one to be looked at.
NOTICED = {
    "on a branch": "void *other(void *a) { if (flag) assert(x == 0); return a; }",
    "on a branch of a branch": """
void *other(void *a) { if (flag) { other_flag = 1; if (flag) assert(x == 0); } return a; }""",
    "after a wait": """
void *other(void *a) {
    pthread_mutex_lock(&m); int seen = flag; pthread_mutex_unlock(&m);
    if (seen) { pthread_mutex_lock(&n); int v = x; pthread_mutex_unlock(&n); assert(v == 0); }
    return a;
}""",
    "in a thread of its own": """
void *late(void *a) { assert(x == 0); return a; }
void *other(void *a) {
    pthread_t t;
    if (flag) { pthread_create(&t, 0, late, 0); pthread_join(t, 0); }
    return a;
}""",
    "while somebody goes round for ever": """
void *other(void *a) {
    if (flag) assert(x == 0);
    for (;;) other_flag = !other_flag;
}""",
    "after somebody who goes round for ever": """
void *reader(void *a) { assert(x == 0); return a; }
void *other(void *a) {
    pthread_t t;
    pthread_create(&t, 0, reader, 0);
    for (;;) other_flag = !other_flag;
}""",
    "by a write": """
void *other(void *a) { if (flag) { int before = x; x = 5; assert(before == 0); } return a; }""",
}


def found(findings: object) -> set[Property]:
    return {finding.property for finding in findings}  # type: ignore[attr-defined]


@pytest.mark.parametrize("patience", [0, 5])
@pytest.mark.parametrize("body", NOTICED.values(), ids=NOTICED)
def test_what_others_notice_at_last_is_found(body: str, patience: int, tmp_path: Path) -> None:
    program = prepared(PROGRAM.replace("%s", body), tmp_path)
    expected = found(explore(program, shortest=False, races=True).findings)
    assert Property.ASSERTION in expected
    result = search(program, SearchOptions(all_violations=True, futures=patience))
    assert found(result.findings) == expected


@pytest.mark.parametrize("body", NOTICED.values(), ids=NOTICED)
def test_guesses_that_do_not_hold_are_taken_back(body: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Futures, "reckless", True)
    program = prepared(PROGRAM.replace("%s", body), tmp_path)
    wanted = SearchOptions(
        properties=frozenset({Property.ASSERTION}), all_violations=True, critical_sections=False
    )  # which begins again for reasons of its own
    whole, plain = (search(program, replace(wanted, futures=futures)) for futures in (0, None))
    assert found(whole.findings) == found(plain.findings) == {Property.ASSERTION}
    assert whole.counts.restarts > plain.counts.restarts or "reader" in body


@pytest.mark.parametrize("fixed", [(), ("FIXED",)])
def test_a_lock_that_nobody_else_will_ask_for_is_taken_at_once(fixed: tuple[str, ...]) -> None:
    program = suite_program("deadlock/traffic.c", "CARS=4", *fixed)
    whole, plain = (search(program, SearchOptions(futures=futures)) for futures in (50, None))
    assert found(whole.findings) == found(plain.findings) == (set() if fixed else {Property.DEADLOCK})
    assert whole.counts.states < plain.counts.states
