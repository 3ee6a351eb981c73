"""The order of steps says no more than is asked: who does not meet is not related, what is written over not found."""

from __future__ import annotations

from itertools import combinations, permutations
from pathlib import Path
from random import Random

import pytest

from encoders.once.certainties import holds_anyway
from encoders.once.check import check_lazyseq, encode
from encoders.once.encoder import Encoded
from encoders.once.meetings import chordal
from encoders.request import Options
from esbmc_py.frontend import load_program
from esbmc_py.goto.program import Program
from esbmc_py.goto.properties import Property
from esbmc_py.goto.sharing import prepare
from symex import terms as t
from symex.reset import forget_terms

SUITE = Path(__file__).parents[3] / "benchmarks" / "suite"
ASSERTION = frozenset({Property.ASSERTION})


def loaded(path: Path, *defines: str) -> Program:
    forget_terms()
    return prepare(load_program([path], defines=defines))


def symbols_of(encoded: Encoded, kind: str) -> set[str]:
    formula = encoded.formula
    asked = [failure.condition for failure in formula.failures]
    return {str(one.payload) for one in t.symbols(*formula.constraints, *asked) if str(one.payload).startswith(kind)}


def has_a_circle_without_a_shortcut(pairs: frozenset[tuple[int, int]], nodes: int) -> bool:
    def related(one: int, other: int) -> bool:
        return (min(one, other), max(one, other)) in pairs

    for length in range(4, nodes + 1):
        for circle in permutations(range(nodes), length):
            edges = {frozenset((circle[place - 1], circle[place])) for place in range(length)}
            if all(related(*edge) for edge in edges) and not any(
                related(*two) for two in combinations(circle, 2) if frozenset(two) not in edges
            ):
                return True
    return False


@pytest.mark.parametrize("seed", range(12))
def test_shortcuts_leave_no_circle_without_one(seed: int) -> None:
    random = Random(seed)
    pairs = {pair for pair in combinations(range(6), 2) if random.random() < 0.5}
    made = chordal(pairs)
    assert pairs <= made
    assert not has_a_circle_without_a_shortcut(made, 6)


def test_a_circle_gets_shortcuts_and_a_star_none() -> None:
    assert len(chordal({(0, 1), (1, 2), (2, 3), (3, 4), (0, 4)})) == 7
    assert chordal({(0, 1), (0, 2), (0, 3)}) == {(0, 1), (0, 2), (0, 3)}


COUPLES = """
#include <assert.h>
#include <pthread.h>
int x[2];
static void *add(void *at) { x[(long)at]++; x[(long)at]++; return at; }
int main(void) {
    pthread_t threads[4];
    for (long i = 0; i < 4; i++) pthread_create(&threads[i], NULL, add, (void *)(i / 2));
    for (int i = 0; i < 4; i++) pthread_join(threads[i], NULL);
    assert(x[0] + x[1] >= LEAST);
}
"""


@pytest.mark.parametrize(("least", "found"), [(4, False), (5, True)])
def test_threads_that_share_nothing_are_not_related(least: int, found: bool, tmp_path: Path) -> None:
    path = tmp_path / "p.c"
    path.write_text(COUPLES)
    program = loaded(path, f"LEAST={least}")
    related = {
        tuple(int(step.split(".")[0]) for step in name.split("!")[1:])
        for name in symbols_of(encode(program, Options.of(unwind=1, properties=ASSERTION)), "before!")
    }
    assert {pair for pair in related if 0 not in pair} == {(1, 2), (3, 4)}  # main waits for all of them
    outcome = check_lazyseq(program, Options.of(unwind=1, properties=ASSERTION, solver="bitwuzla"))
    assert bool(outcome.found) is found and not outcome.unknown


def test_after_joins_the_last_write_of_each_thread_is_found() -> None:
    program = loaded(SUITE / "icse11" / "micro.c", "THREADS=3", "STATEMENTS=20")
    found = symbols_of(encode(program, Options.of(unwind=1, properties=ASSERTION)), "from!")
    assert len([name for name in found if "!1!0!" in name and not name.endswith("start")]) == 3  # of object 1


NESTED = """
#include <assert.h>
#include <pthread.h>
int x;
static void *add(void *u) { x++; x++; return u; }
static void *start(void *u) {
    pthread_t thread;
    pthread_create(&thread, NULL, add, NULL);
    pthread_join(thread, NULL);
    return u;
}
int main(void) {
    pthread_t thread;
    pthread_create(&thread, NULL, start, NULL);
    pthread_join(thread, NULL);
    x++;
    assert(x == 3);
}
"""


def test_who_joined_a_thread_that_had_joined_another_comes_after_both(tmp_path: Path) -> None:
    path = tmp_path / "p.c"
    path.write_text(NESTED)
    outcome = check_lazyseq(loaded(path), Options.of(unwind=1, properties=ASSERTION, solver="bitwuzla"))
    assert not outcome.found and not outcome.unknown and not outcome.switches_cut


def test_a_section_after_a_wait_is_one_step_also_in_a_loop() -> None:
    """That the wait changes something is certain: it gives the lock back."""
    program = loaded(SUITE / "spin08" / "message_queue.c", "SENDERS=1", "MESSAGES=1", "CAPACITY=1")
    encoded = encode(program, Options.of(unwind=2, properties=ASSERTION))
    receiver = encoded.steps.lines[2]
    assert not [
        step for step in receiver if step.blocks[0].location.file.endswith("message_queue.c") and step.first > 0
    ]


def test_what_the_path_has_made_sure_of_holds_anyway() -> None:
    p, q, r = (t.bool_symbol(name) for name in "pqr")
    path = t.and_(r, t.and_(p, q))
    assert holds_anyway(t.implies(path, t.or_(t.and_(p, q), t.bool_symbol("s"))))
    assert not holds_anyway(t.implies(t.and_(r, p), t.or_(t.and_(p, q), t.bool_symbol("s"))))
    assert holds_anyway(t.TRUE)
    assert not holds_anyway(p)
