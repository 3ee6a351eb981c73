"""Walks over the graph, however deep; SMT-LIB text; the leaves of pointers."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from encoders.solvers import UNSAT, make_solver
from esbmc_py.goto.addresses import ADDRESS_SPACES
from symex import terms as t
from symex.pointers import leaves
from symex.terms import bv

from .expressions import Maker, built

SPACE = ADDRESS_SPACES[64]


@pytest.fixture(autouse=True)
def fresh_terms() -> None:
    """A name has one sort for good: what one test calls x is nothing to the next."""
    t.reset()


def v(name: str, width: int = 32) -> t.Term:
    return t.symbol(name, width)


def b(name: str) -> t.Term:
    return t.bool_symbol(name)


def chain(length: int) -> t.Term:
    """x, then + y and xor z in turn, `length` times."""
    term = v("x")
    for i in range(length):
        term = t.bvadd(term, v("y")) if i % 2 else t.bvxor(term, v("z"))
    return term


# --- walks ----------------------------------------------------------------------------------------------------------


def test_arguments_come_before_the_terms_they_are_in() -> None:
    order = t.topological([chain(10)])
    place = {term.id: i for i, term in enumerate(order)}
    assert all(place[arg.id] < place[term.id] for term in order for arg in term.args)
    assert len(place) == len(order) == t.size(chain(10))


def test_a_term_two_hundred_thousand_levels_deep_is_walked_evaluated_substituted_and_printed() -> None:
    deep = chain(200_000)
    assert [symbol.payload for symbol in t.symbols(deep)] == [symbol.payload for symbol in t.symbols(chain(2))]
    assert t.evaluate(deep, {v("y"): 1}) == 100_000
    assert t.substitute(deep, {v("z"): bv(0, 32), v("y"): bv(2, 32)}) is t.bvadd(v("x"), bv(200_000, 32))
    text = list(t.script([t.eq(deep, bv(0, 32))]))
    assert max(map(len, text)) < 5000


def test_a_comparison_with_a_deep_tree_of_choices_does_not_recurse() -> None:
    tree, sums = bv(0, 32), bv(0, 32)
    for i in range(20_000):
        tree = t.ite(b(f"c{i}"), bv(i % 5, 32), tree)
        sums = t.ite(b(f"c{i}"), bv(0, 32), t.bvadd(sums, v("y")))
    assert t.evaluate(t.eq(tree, bv(3, 32)), {b("c8"): True}) is True
    assert t.evaluate(t.ult(tree, bv(3, 32)), {b("c8"): True}) is False
    counter = v("x")
    for i in range(5_000):
        counter = t.ite(b(f"c{i}"), bv(0, 32), t.bvadd(counter, bv(1, 32)))
    assert t.evaluate(t.eq(counter, bv(4_000, 32)), {b("c999"): True}) is True
    assert t.evaluate(t.extract(sums, 7, 0), {v("y"): 1}) == 20_000 % 256


def test_substitution_is_simultaneous_and_simplifies() -> None:
    term = t.bvsub(v("x"), v("y"))
    assert t.substitute(term, {v("x"): v("y"), v("y"): v("x")}) is t.bvsub(v("y"), v("x"))
    assert t.substitute(term, {v("x"): v("y")}) is bv(0, 32)


@settings(max_examples=200, deadline=None)
@given(st.integers(1, 64), st.binary(min_size=60, max_size=160))
def test_rebuilding_a_term_gives_the_term_or_a_simpler_one_of_its_value(width: int, data: bytes) -> None:
    maker = Maker(data)
    term = built(maker.boolean(width, 4))
    fresh = {symbol: t.symbol(f"again {symbol.payload}", symbol.width) for symbol in t.symbols(term)}
    there = t.substitute(term, fresh)
    back = t.substitute(there, {new: old for old, new in fresh.items()})
    values = {symbol: maker.number(max(symbol.width, 1)) for symbol in fresh}
    assignment = {symbol: bool(value % 2) if symbol.width == 0 else value for symbol, value in values.items()}
    assert t.evaluate(back, assignment) == t.evaluate(term, assignment)


def test_a_slice_keeps_what_is_connected_to_the_goal() -> None:
    near, far, apart = t.ult(v("x"), v("y")), t.ult(v("y"), v("z")), t.ult(v("p"), v("q"))
    assert t.slice_constraints([near, far, apart], [t.eq(v("x"), bv(1, 32))]) == [near, far]
    assert t.slice_constraints([near, t.FALSE], [t.eq(v("p"), bv(1, 32))]) == [t.FALSE]


# --- text -----------------------------------------------------------------------------------------------------------


def test_what_is_used_twice_is_written_once() -> None:
    shared = t.bvmul(v("x"), v("y"))
    text = "\n".join(t.script([t.ult(shared, v("z")), t.ult(v("z"), t.bvadd(shared, v("x")))]))
    assert text.count("bvmul") == 1 and text.count("define-fun") == 1


def test_the_logic_is_the_smallest_that_fits() -> None:
    array, number = v("array", t.array_width(8, 8)), v("float", t.FLOAT32)
    assert t.logic([b("c")]) == "QF_BV"
    assert t.logic([t.eq(t.select(array, v("byte", 8)), bv(0, 8))]) == "QF_ABV"
    assert t.logic([t.fp_is_nan(number)]) == "QF_BVFP"
    assert t.logic([t.fp_is_nan(number), t.eq(t.select(array, v("byte", 8)), bv(0, 8))]) == "QF_ABVFP"


@pytest.mark.parametrize("kind", ["boolean", "float", "array"])
def test_z3_and_bitwuzla_read_what_is_written(kind: str) -> None:
    import bitwuzla
    import z3

    for seed in range(40):
        maker = Maker(bytes((seed * 31 + i * 17 + i * i) % 256 for i in range(120)))
        match kind:
            case "boolean":
                expression = maker.boolean(8, 5)
            case "float":
                expression = maker.float_test(32, 2)
            case _:
                expression = ("=", maker.read(3), ("const", 1, 5))
        text = "\n".join(t.script([built(expression)], comment="a test"))
        z3.Solver().from_string(text)
        manager, options = bitwuzla.TermManager(), bitwuzla.Options()
        bitwuzla.Parser(manager, options).parse(text, True, False)


def test_a_term_shows_itself_briefly() -> None:
    assert repr(t.bvadd(v("x"), bv(1, 8 * 4))) == "(bvadd x #x00000001)"
    assert len(repr(chain(1000))) < 200


# --- pointers -------------------------------------------------------------------------------------------------------


def address(number: int, offset: int = 0) -> t.Term:
    return bv(SPACE.join(number, offset), 64)


def test_the_objects_of_a_pointer_are_read_off_its_choices() -> None:
    pointer = t.bvadd(t.ite(b("c"), address(3), t.ite(b("d"), address(5, 8), address(0))), bv(4, 64))
    found = [(leaf.object, leaf.offset, leaf.guard) for leaf in leaves(pointer, SPACE)]
    c, d = b("c"), b("d")
    assert found == [
        (0, bv(4, 64), t.and_(t.not_(c), t.not_(d))),
        (3, bv(4, 64), c),
        (5, bv(12, 64), t.and_(t.not_(c), d)),
    ]


def test_symbolic_offsets_stay_with_their_object() -> None:
    index = t.shl(t.sext(v("i32"), 64), bv(2, 64))
    pointer = t.bvadd(t.ite(b("c"), t.bvadd(address(3), index), address(4)), bv(16, 64))
    first, second = leaves(pointer, SPACE)
    assert (first.object, first.offset, first.guard) == (3, t.bvadd(index, bv(16, 64)), b("c"))
    assert (second.object, second.offset) == (4, bv(16, 64))
    below = leaves(t.bvsub(address(7, 8), index), SPACE)
    assert [(leaf.object, leaf.offset) for leaf in below] == [(7, t.bvsub(bv(8, 64), index))]


def test_a_pointer_below_its_object_still_belongs_to_it() -> None:
    assert [(leaf.object, leaf.offset) for leaf in leaves(address(3, -4), SPACE)] == [(3, bv(-4, 64))]
    assert [(leaf.object, leaf.offset) for leaf in leaves(bv(-4, 64), SPACE)] == [(0, bv(-4, 64))]


def test_an_integer_from_elsewhere_has_no_object() -> None:
    pointer = t.ite(b("c"), address(2), t.bvadd(v("wild", 64), bv(8, 64)))
    assert [(leaf.object, leaf.offset) for leaf in leaves(pointer, SPACE)] == [
        (None, t.bvadd(v("wild", 64), bv(8, 64))),
        (2, bv(0, 64)),
    ]


def test_leaves_of_a_shared_choice_are_found_once_and_cover_everything() -> None:
    pointer = address(1)
    for i in range(200):
        pointer = t.ite(b(f"p{i}"), t.ite(b(f"q{i}"), address(2 + i % 3), pointer), pointer)
    found = leaves(pointer, SPACE)
    assert [leaf.object for leaf in found] == [1, 2, 3, 4]
    solver = make_solver("bitwuzla")
    solver.assert_(t.not_(t.any_of(leaf.guard for leaf in found)))
    assert solver.check() == UNSAT
    together = make_solver("bitwuzla")
    together.assert_(t.ne(pointer, t.ite(found[1].guard, address(2), pointer)))
    assert together.check() == UNSAT
