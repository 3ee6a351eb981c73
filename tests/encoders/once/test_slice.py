"""Slicing: accesses that nothing which is asked depends on are left out; what is asked stays what it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from encoders.levers import ALL_LEVERS
from encoders.once.check import check_lazyseq, encode
from encoders.once.operations import Read, Write
from encoders.request import ALL_PROPERTIES, ON_REQUEST, Options
from esbmc_py.checking.replay import replay
from esbmc_py.frontend import load_program
from esbmc_py.goto.program import Program
from esbmc_py.goto.properties import Property
from esbmc_py.goto.sharing import prepare
from symex.memory import describe

USUAL = ALL_PROPERTIES - ON_REQUEST
PROGRAM = """
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
int x, y, statistic;
int *p;
static void *one(void *u) { ONE return u; }
static void *other(void *u) { OTHER return u; }
int main(void) {
    pthread_t a, b;
    p = malloc(sizeof *p);
    *p = 0;
    pthread_create(&a, NULL, one, NULL); pthread_create(&b, NULL, other, NULL);
    pthread_join(a, NULL); pthread_join(b, NULL);
    assert(ASSERTED);
    return 0;
}
"""


def threads(folder: Path, one: str, other: str, asserted: str) -> Program:
    path = folder / "p.c"
    text = PROGRAM.replace("ONE", one).replace("OTHER", other).replace("ASSERTED", asserted)
    path.write_text(text)
    return prepare(load_program([path]))


def violated(program: Program, properties: frozenset[Property] = USUAL, without: str = "") -> set[Property]:
    """Each confirmed by the machine."""
    levers = ALL_LEVERS - {without}
    outcome = check_lazyseq(
        program, Options.of(unwind=3, solver="bitwuzla", properties=properties, levers=levers, all_violations=True)
    )
    assert not outcome.unknown and not outcome.unsupported
    assert all(replay(program, found, properties) is not None for found in outcome.found)
    return {found.property for found in outcome.found}


def accessed(program: Program, properties: frozenset[Property] = USUAL) -> set[str]:
    """Objects that threads access in what is encoded."""
    targets = encode(program, Options.of(unwind=3, properties=properties)).final.places.targets
    return {
        describe(targets.program.numbering, target.number)
        for _, _, operation in targets.operations()
        if isinstance(operation, Read | Write)
        for target in targets.of(operation)
    }


def test_what_nobody_asks_for_is_left_out(tmp_path: Path) -> None:
    program = threads(tmp_path, "statistic++; x++;", "statistic++; x++;", "x == 2")
    assert not any("statistic" in name for name in accessed(program))
    assert violated(program) == violated(program, without="slicing") == {Property.ASSERTION}


def test_what_flows_into_what_is_asked_is_kept(tmp_path: Path) -> None:
    """From statistic to y, to x."""
    program = threads(tmp_path, "statistic = 1; statistic = 0;", "y = statistic; x = y;", "x == 0")
    assert any("statistic" in name for name in accessed(program))
    assert violated(program) == {Property.ASSERTION}


def test_what_decides_where_a_thread_goes_is_kept(tmp_path: Path) -> None:
    program = threads(tmp_path, "statistic = 1; statistic = 0;", "if (statistic) x = 1;", "x == 0")
    assert violated(program) == {Property.ASSERTION}


@pytest.mark.parametrize(
    ("one", "other", "prop"),
    [
        ("free(p);", "y = *p;", Property.FREED),
        ("free(p);", "*p = 1;", Property.FREED),
        ("p = NULL;", "y = *p;", Property.NULL),
        ("free(p);", "free(p);", Property.DOUBLE_FREE),
    ],
)
def test_accesses_that_may_fail_are_kept(one: str, other: str, prop: Property, tmp_path: Path) -> None:
    """Though nobody asks for what they read or write."""
    program = threads(tmp_path, one, other, "1")
    assert violated(program) == violated(program, without="slicing")
    assert prop in violated(program)


def test_races_are_about_every_access(tmp_path: Path) -> None:
    program = threads(tmp_path, "statistic = 1;", "statistic = 2;", "1")
    races = frozenset({Property.RACE})
    assert any("statistic" in name for name in accessed(program, races))
    assert not any("statistic" in name for name in accessed(program))
    assert violated(program, races) == {Property.RACE}
