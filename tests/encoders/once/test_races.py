"""The schema *once* finds the data races that the machine finds within as many rounds; the machine confirms them."""

from __future__ import annotations

from pathlib import Path

import pytest

from encoders.once.check import check_lazyseq
from encoders.request import Options
from esbmc_py.checking.replay import replay
from esbmc_py.frontend import load_program
from esbmc_py.goto.properties import Property
from esbmc_py.goto.sharing import prepare
from esbmc_py.vm.explore import explore
from tests.agreement.agree import expected, observed

PROGRAMS = sorted((Path(__file__).parents[2] / "programs" / "concurrent").glob("race_*.c"))
RACES = frozenset({Property.RACE})


@pytest.mark.parametrize("path", PROGRAMS, ids=lambda path: path.stem)
@pytest.mark.parametrize("rounds", [1, 2])
def test_the_races_are_those_of_the_machine(path: Path, rounds: int) -> None:
    program = prepare(load_program([path]))
    exploration = explore(program, rounds=rounds, races=True, shortest=False)
    outcome = check_lazyseq(
        program, Options.of(rounds=rounds, unwind=8, properties=RACES, all_violations=True, solver="bitwuzla")
    )
    assert not outcome.unknown and not outcome.unsupported
    races = {identity for identity in expected(exploration) if isinstance(identity, frozenset)}
    assert observed(outcome) == races
    for found in outcome.found:
        assert replay(program, found, RACES) is not None, "the machine does not confirm it"


def test_races_of_one_state_are_all_found() -> None:
    """Within two context switches, who waits to write races with everybody at once."""
    (path,) = (path for path in PROGRAMS if path.stem == "race_among_three")
    program = prepare(load_program([path]))
    exploration = explore(program, contexts=2, races=True, shortest=False)
    options = Options.of(contexts=2, unwind=8, properties=RACES, all_violations=True, solver="bitwuzla")
    assert observed(check_lazyseq(program, options)) == expected(exploration)


def test_a_section_that_reads_on_one_way_only_races_on_that_way_only(tmp_path: Path) -> None:
    """Reads of a global are made once for the whole section; a race needs the way on which the program makes them."""
    path = tmp_path / "p.c"
    path.write_text(
        """#include <pthread.h>
void __VERIFIER_atomic_begin(void); void __VERIFIER_atomic_end(void);
int x, never, seen;
void *reader(void *u) { __VERIFIER_atomic_begin(); if (never) seen = x; __VERIFIER_atomic_end(); return u; }
void *writer(void *u) { x = 1; return u; }
int main(void)
{
    pthread_t a, b;
    pthread_create(&a, 0, reader, 0);
    pthread_create(&b, 0, writer, 0);
    __VERIFIER_atomic_begin(); never = 0; __VERIFIER_atomic_end();
    pthread_join(a, 0); pthread_join(b, 0);
    return seen;
}
"""
    )
    program = prepare(load_program([path]))
    outcome = check_lazyseq(program, Options.of(rounds=2, properties=RACES, all_violations=True, solver="bitwuzla"))
    assert outcome.decided and not outcome.found
