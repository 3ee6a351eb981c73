"""Formulas: reading them, and automata against what formulas mean."""

from __future__ import annotations

from random import Random

import pytest

from explicit_state.liveness.automaton import automaton_for
from explicit_state.liveness.formula import (
    And,
    FormulaProblem,
    Next,
    Not,
    Or,
    Proposition,
    Until,
    always,
    at_some_time,
    equivalent,
    implies,
    parse,
    weak_until,
)  # fmt: skip
from explicit_state.liveness.lassos import holds

from .formulas import accepts, random_formula

P, Q, R = (Proposition(name) for name in "pqr")


@pytest.mark.parametrize(
    ("text", "meaning"),
    [
        ("G (p -> F q)", always(implies(P, at_some_time(Q)))),
        ("[]<> p", always(at_some_time(P))),
        ("p U q U r", Until(P, Until(Q, R))),
        ("p && q || !r", Or(And(P, Q), Not(R))),
        ("p -> q -> r", implies(P, implies(Q, R))),
        ("p <-> X q", equivalent(P, Next(Q))),
        ("p W {a[1] == 2 && (q || r)}", weak_until(P, Proposition("a[1] == 2 && (q || r)"))),
        ("F G{x}", at_some_time(always(Proposition("x")))),
    ],
)
def test_formulas_are_read(text: str, meaning: object) -> None:
    assert parse(text) == meaning


@pytest.mark.parametrize(
    ("text", "column"),
    [("G (p ->", 7), ("p q", 2), ("{x", 0), ("p $ q", 2), ("(p", 2), ("{}", 0), ("", 0), ("p U U q", 4)],
)
def test_what_is_no_formula_is_told_with_its_place(text: str, column: int) -> None:
    with pytest.raises(FormulaProblem) as problem:
        parse(text)
    assert str(problem.value).splitlines()[-1] == "  " + " " * column + "^"


@pytest.mark.parametrize("seed", range(20))
def test_automata_accept_what_formulas_mean(seed: int) -> None:
    random = Random(seed)
    for _ in range(50):
        formula = random_formula(random, (P, Q, R), random.randint(1, 4))
        automaton = automaton_for(formula)
        for _ in range(4):
            states = [frozenset(one for one in (P, Q, R) if random.random() < 0.5) for _ in range(random.randint(1, 6))]
            again = random.randrange(len(states))
            assert accepts(automaton, states, again) == holds(formula, states, again), (formula, states, again)
