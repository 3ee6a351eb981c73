"""Loops that go round a known number of times are unwound at once, also where their threads wait in them."""

from __future__ import annotations

from pathlib import Path

import pytest

from encoders.once.check import check_lazyseq
from encoders.once.record import Wanted, record
from encoders.outcome import Outcome
from encoders.request import Options
from esbmc_py.frontend import load_program
from esbmc_py.goto.program import Program
from esbmc_py.goto.properties import Property
from esbmc_py.goto.sharing import prepare
from symex.loop_bounds import LoopBounds

HEAD = """#include <assert.h>
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int x, stop;
"""
STARTS = """pthread_t t[16];
for (int i = 0; i < 16; i++) if (pthread_create(&t[i], 0, work, 0) != 0) return 1;
for (int i = 0; i < 16; i++) pthread_join(t[i], 0);"""
LOCKED = "pthread_mutex_lock(&m); x++; pthread_mutex_unlock(&m);"
ONE = "pthread_t t; pthread_create(&t, 0, work, 0); pthread_join(t, 0);"


def program_of(work: str, main: str, folder: Path) -> Program:
    path = folder / "program.c"
    body = f"{HEAD}void *work(void *unused) {{ {work} return unused; }}\nint main(void) {{ {main} return 0; }}\n"
    path.write_text(body)
    return prepare(load_program([path]))


def checked(work: str, main: str, folder: Path) -> Outcome:
    asked = frozenset({Property.ASSERTION})
    options = Options.of(unwind=1, rounds=2, properties=asked, solver="bitwuzla")
    return check_lazyseq(program_of(work, main, folder), options)


def test_sixteen_threads_are_started_and_joined(tmp_path: Path) -> None:
    recorded = record(program_of(LOCKED, STARTS, tmp_path), Wanted(LoopBounds(unwind=1))).program
    assert len(recorded.threads) == 17
    assert not any(thread.bounds for thread in recorded.threads)


def test_what_comes_after_all_rounds_is_found(tmp_path: Path) -> None:
    outcome = checked(LOCKED, f"{STARTS} assert(x != 16);", tmp_path)
    assert [found.property for found in outcome.found] == [Property.ASSERTION]


@pytest.mark.parametrize(
    "loop",
    [
        "for (int i = 0; i < 5; i++) { BODY }",
        "int i = 0; do { BODY } while (++i < 5);",
        "int i = 5; while (i-- > 0) { BODY }",
        "for (int i = 0;; i++) { if (i == 5) break; BODY }",
    ],
    ids=["for", "do", "while", "break"],
)
def test_rounds_under_a_lock_are_all_there(loop: str, tmp_path: Path) -> None:
    loop = loop.replace("BODY", LOCKED)
    outcome = checked(loop, f"{ONE} assert(x == 5);", tmp_path)
    assert not outcome.found and not outcome.unwinding_cut and not outcome.unknown
    assert checked(loop, f"{ONE} assert(x != 5);", tmp_path).found


@pytest.mark.parametrize(
    "loop",
    [
        "for (int i = 0; i < 5 && !stop; i++) { BODY }",
        "for (int i = 0; i < 5; i++) { if (stop) return 0; BODY }",
        "for (int i = 0; i < 5; i++) { BODY if (x > 7) i--; }",
        "for (int i = 0; i < 1000; i++) { BODY }",
        "for (;;) { BODY }",
    ],
    ids=["another test", "a way out", "not always on", "very long", "endless"],
)
def test_others_are_cut_and_that_is_told(loop: str, tmp_path: Path) -> None:
    main = f"pthread_t t; pthread_create(&t, 0, work, 0); stop = 1; {LOCKED.replace('x++', 'x = 9')}"
    outcome = checked(loop.replace("BODY", LOCKED), main, tmp_path)
    assert [place.what for place in outcome.unwinding_cut] == ["loop bound 1"]
