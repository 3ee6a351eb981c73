"""The checker believes nobody: wrong invariants are rejected, whoever wrote them."""

from __future__ import annotations

from pathlib import Path

import pytest

from esbmc_py.frontend import load_program
from esbmc_py.goto.program import Program
from esbmc_py.goto.properties import GROUPS
from esbmc_py.goto.sharing import prepare
from prove.clauses import ClauseProblem
from prove.proof import check_invariant, lines_as_invariant, prove

PROGRAMS = Path(__file__).parent / "programs"
REACH = GROUPS["reach"]


def program(name: str) -> Program:
    return prepare(load_program([PROGRAMS / name]))


@pytest.fixture(scope="module")
def guard() -> Program:
    return program("guard_endless.c")


@pytest.fixture(scope="module")
def invariant(guard: Program) -> dict[str, list[str]]:
    proof = prove(guard, REACH)
    assert proof.unknown == ()
    return lines_as_invariant(proof.invariant)


def test_what_the_search_finds_passes(guard: Program, invariant: dict[str, list[str]]) -> None:
    assert check_invariant(guard, REACH, invariant)[0] == []


def test_without_the_other_solver_it_is_the_same(guard: Program, invariant: dict[str, list[str]]) -> None:
    assert check_invariant(guard, REACH, invariant, "bitwuzla")[0] == []


def test_nothing_proves_nothing(guard: Program) -> None:
    problems, _ = check_invariant(guard, REACH, {})
    assert any("assertion" in str(problem) for problem in problems)


def test_each_clause_that_is_kept_is_needed_or_follows_from_others(
    guard: Program, invariant: dict[str, list[str]]
) -> None:
    """Without all that is said about the lock, the proof fails."""
    weaker = {place: [one for one in found if "__owner" not in one] for place, found in invariant.items()}
    assert check_invariant(guard, REACH, weaker)[0]


def test_a_clause_that_does_not_hold_is_found(guard: Program, invariant: dict[str, list[str]]) -> None:
    place = next(iter(invariant))
    wrong = {**invariant, place: [*invariant[place], "inside == 7"]}
    assert check_invariant(guard, REACH, wrong)[0]


def test_an_invariant_of_another_program_is_told_so(invariant: dict[str, list[str]]) -> None:
    with pytest.raises(ClauseProblem, match="there is no"):
        check_invariant(program("counter_many.c"), REACH, {"nowhere": ["x == 1"]})
    with pytest.raises(ClauseProblem, match="no variable 'inside'"):
        place = "worker|0|worker:0"
        check_invariant(program("counter_endless.c"), REACH, {place: ["inside == 1"]})


def test_a_thread_that_ends_keeps_what_was_promised(tmp_path: Path) -> None:
    """The last step of a thread changes what others rely on: no promise survives that."""
    path = tmp_path / "last.c"
    path.write_text(
        """
        #include <assert.h>
        #include <pthread.h>
        int x, go;
        void __VERIFIER_atomic_begin(void);
        void __VERIFIER_atomic_end(void);
        void *last(void *p) { __VERIFIER_atomic_begin(); x = 1; pthread_exit(0); }
        int main(void) { pthread_t t; pthread_create(&t, 0, last, 0); assert(x == 0); return 0; }
        """
    )
    assert prove(prepare(load_program([path])), REACH).unknown


JOINS = """
#include <pthread.h>
void *worker(void *p) { return p; }
int main(void)
{
    pthread_t t[100];
    for (int i = 0; i < 100; i++) pthread_create(&t[i], 0, worker, 0);
    for (int i = 0; i < 100; i++) pthread_join(t[i], 0);
    return 0;
}
"""


@pytest.mark.more
def test_what_is_said_of_the_elements_of_an_array_is_checked(tmp_path: Path) -> None:
    path = tmp_path / "prog.c"
    path.write_text(JOINS)
    joins = prepare(load_program([path]))
    found = lines_as_invariant(prove(joins, GROUPS["locks"], attempts=2).invariant)
    weaker = {place: [one for one in every if "order(threads)" not in one] for place, every in found.items()}
    assert check_invariant(joins, GROUPS["locks"], weaker)[0]
    last = next(place for place, every in reversed(found.items()) if any("any()" in one for one in every))
    wrong = {**found, last: [*found[last], "joined(threads) == 0"]}
    assert check_invariant(joins, GROUPS["locks"], wrong)[0]
