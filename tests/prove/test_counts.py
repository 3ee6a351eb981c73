"""Counts of threads: which locations count is part of the proof, and the checker believes none of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from esbmc_py.frontend import load_program
from esbmc_py.goto.program import Program
from esbmc_py.goto.properties import GROUPS
from esbmc_py.goto.sharing import prepare
from esbmc_py.goto.types import IntType
from prove.clauses import ClauseProblem, parse_clause
from prove.ghosts import with_counts
from prove.proof import check_invariant, lines_as_invariant, prove, translation
from prove.variables import Variable
from symex.terms import array_width, bv, symbol

PROGRAMS = Path(__file__).parent / "programs"
REACH = GROUPS["reach"]
UNSIGNED = IntType(32, False, "unsigned int")
LONG = IntType(64, False, "unsigned long")


@pytest.fixture(scope="module")
def places() -> Program:
    return prepare(load_program([PROGRAMS / "places_many.c"]))


@pytest.fixture(scope="module")
def invariant(places: Program) -> dict[str, list[str]]:
    proof = prove(places, REACH)
    assert proof.unknown == ()
    return lines_as_invariant(proof.invariant)


def test_threads_that_passed_a_semaphore_are_counted(invariant: dict[str, list[str]]) -> None:
    clauses = {clause for found in invariant.values() for clause in found}
    assert "places.__value == 2 - threads(1)" in clauses
    assert "self in threads(1)" in clauses


def test_a_location_that_should_count_and_does_not_is_found(places: Program, invariant: dict[str, list[str]]) -> None:
    counted = [place for place, found in invariant.items() if "self in threads(1)" in found]
    assert len(counted) > 2
    for place in counted:
        fewer = [one for one in invariant[place] if one != "self in threads(1)"]
        assert check_invariant(places, REACH, {**invariant, place: fewer})[0]


def test_a_location_that_counts_and_should_not_is_found(places: Program, invariant: dict[str, list[str]]) -> None:
    for place, found in invariant.items():
        if "self in threads(1)" not in found:
            assert check_invariant(places, REACH, {**invariant, place: ["self in threads(1)", *found]})[0]


def test_before_there_are_others_nobody_is_counted(places: Program) -> None:
    start = translation(places, REACH).start
    with pytest.raises(ClauseProblem, match="no other threads"):
        check_invariant(places, REACH, {start.name: ["self in threads(1)"]})


def test_a_step_changes_the_counts_of_where_it_begins_and_ends(places: Program) -> None:
    graph = translation(places, REACH)
    several = frozenset(one for one in graph.locations if not one.alone)
    counted = with_counts(graph, {"threads(1)": several})
    (count,) = counted.counts
    for step in counted.transitions:
        value = step.shared.get(count.variable)
        if step.source.alone:
            assert value is (bv(2, 32) if step.started else None)  # main and the first one
        elif step.started:
            assert str(value) == "(bvadd |g!threads(1)| #x00000001)"
        elif step.arrival is None:
            assert str(value) == "(bvadd |g!threads(1)| #xffffffff)"
        else:
            assert value is None


def variables() -> dict[str, Variable]:
    taker = Variable("taker(x)", symbol("g!taker(x)", array_width(32, 64)), None, True, ghost=True)
    count = Variable("threads(1)", symbol("g!threads(1)", 32), UNSIGNED, True, ghost=True, counts=True)
    numbers = [Variable(name, symbol(name, 32), UNSIGNED, True) for name in ("x", "y", "a[3]")]
    return {one.name: one for one in (*numbers, taker, count, Variable("long", symbol("long", 64), LONG, True))}


@pytest.mark.parametrize(
    "text",
    [
        "x - y < threads(1)",
        "x == 3 - threads(1)",
        "x + y == threads(1) - 2",
        "taker(x)[y] == self",
        "taker(x)[a[3]] != self || x == 1",
        "taker(x)[0] == self",
        "a[3] == x + 1",
        "long == threads(1)",
        "long - threads(1) <= 7",
        "x == long",
        "x < long + 1",
    ],
)
def test_clauses_are_read_as_they_are_written(text: str) -> None:
    clause = parse_clause(text, variables(), symbol("x!self", 64))
    assert str(clause) == text
    assert parse_clause(str(clause), variables(), symbol("x!self", 64)).term is clause.term


@pytest.mark.parametrize("text", ["x - long == 1", "taker(x)[long] == self", "self == x", "taker(x) == 0"])
def test_what_does_not_fit_together_is_no_clause(text: str) -> None:
    with pytest.raises(ClauseProblem):
        parse_clause(text, variables(), symbol("x!self", 64))
