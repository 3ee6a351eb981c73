"""Simplified terms mean what was written: against plain arithmetic on Python numbers, and against both solvers."""

from __future__ import annotations

import os

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from encoders.solvers import UNSAT, make_solver
from symex import terms as t
from symex.terms.nodes import make

from .expressions import Expression, Maker, assignment_for, built, equals_value, unsimplified
from .meaning import meaning

WIDTHS = st.one_of(st.integers(1, 4), st.integers(1, 64))
FLOAT_WIDTHS = st.sampled_from([32, 64])
DATA = st.binary(min_size=60, max_size=160)  # what is not used is ignored, what is missing is 0
SOLVERS = ["z3", "bitwuzla"]
EFFORT = int(os.environ.get("SMTCB_TERM_EXAMPLES", "1"))


@pytest.fixture(autouse=True)
def fresh_terms() -> None:
    """Other tests use the same names for other sorts."""
    t.reset()


def examples(count: int) -> settings:
    return settings(max_examples=count * EFFORT, deadline=None)


def check_by_arithmetic(maker: Maker, expression: Expression) -> None:
    term = built(expression)
    environment = maker.environment(expression)
    assert t.evaluate(term, assignment_for(term, environment)) == meaning(expression, environment)


@examples(500)
@given(WIDTHS, DATA)
def test_a_bit_vector_has_the_value_that_arithmetic_gives(width: int, data: bytes) -> None:
    maker = Maker(data)
    check_by_arithmetic(maker, maker.bit_vector(width, 5))


@examples(500)
@given(WIDTHS, DATA)
def test_a_boolean_has_the_value_that_logic_gives(width: int, data: bytes) -> None:
    maker = Maker(data)
    check_by_arithmetic(maker, maker.boolean(width, 6))


@examples(500)
@given(FLOAT_WIDTHS, DATA)
def test_floats_are_exact_to_the_last_bit(width: int, data: bytes) -> None:
    maker = Maker(data)
    check_by_arithmetic(maker, maker.float_result(width, 3))


@examples(300)
@given(DATA)
def test_a_read_sees_the_last_write_to_its_index(data: bytes) -> None:
    maker = Maker(data)
    check_by_arithmetic(maker, maker.read(4))


@pytest.mark.parametrize("name", SOLVERS)
@examples(80)
@given(width=st.integers(1, 5), data=DATA)
def test_no_assignment_tells_a_simplified_term_from_what_was_written(name: str, width: int, data: bytes) -> None:
    expression = Maker(data).boolean(width, 5)
    written, simplified = unsimplified(expression), built(expression)
    solver = make_solver(name)
    solver.assert_(make("not", (make("=", (written, simplified), t.BOOL),), t.BOOL))
    assert solver.check() == UNSAT


def check_with_solver(name: str, maker: Maker, expression: Expression) -> None:
    """The solver agrees that the term has its value where the symbols have theirs."""
    term = built(expression)
    environment = maker.environment(expression)
    solver = make_solver(name)
    for symbol in t.symbols(term):
        solver.assert_(equals_value(symbol, environment[symbol.payload]))
    assert solver.check([t.not_(equals_value(term, meaning(expression, environment)))]) == UNSAT


@pytest.mark.parametrize("name", SOLVERS)
@examples(80)
@given(width=WIDTHS, data=DATA)
def test_solvers_agree_on_bit_vectors(name: str, width: int, data: bytes) -> None:
    maker = Maker(data)
    check_with_solver(name, maker, maker.bit_vector(width, 4))


@pytest.mark.parametrize("name", SOLVERS)
@examples(80)
@given(width=FLOAT_WIDTHS, data=DATA)
def test_solvers_agree_on_floats(name: str, width: int, data: bytes) -> None:
    maker = Maker(data)
    check_with_solver(name, maker, maker.float_result(width, 2))


@pytest.mark.parametrize("name", SOLVERS)
@examples(60)
@given(data=DATA)
def test_solvers_agree_on_arrays(name: str, data: bytes) -> None:
    maker = Maker(data)
    check_with_solver(name, maker, maker.read(4))
