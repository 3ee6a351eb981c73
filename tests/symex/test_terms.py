"""What the constructors simplify, and what a model checker relies on."""

from __future__ import annotations

import pytest

from symex import terms as t
from symex.terms import FALSE, TRUE, bv


@pytest.fixture(autouse=True)
def fresh_terms() -> None:
    """A name has one sort for good: what one test calls x is nothing to the next."""
    t.reset()


def v(name: str, width: int = 32) -> t.Term:
    return t.symbol(name, width)


def b(name: str) -> t.Term:
    return t.bool_symbol(name)


X, Y, Z = "x", "y", "z"


# --- identity -------------------------------------------------------------------------------------------------------


def test_equal_terms_are_identical() -> None:
    assert t.bvadd(v(X), v(Y)) is t.bvadd(v(Y), v(X))
    assert t.and_(b("c"), b("d")) is t.and_(b("d"), b("c"))
    assert bv(-1, 8) is bv(255, 8)
    assert bv(1, 8) is not bv(1, 16)


def test_a_name_belongs_to_one_sort() -> None:
    v("only 32 bits")
    with pytest.raises(t.SortError):
        v("only 32 bits", 8)


@pytest.mark.parametrize("build", [t.bvadd, t.ult, t.eq, t.concat, t.bvsub, t.sdiv])
def test_sorts_must_fit(build: object) -> None:
    with pytest.raises(t.SortError):
        build(v(X), b("c"))  # type: ignore[operator]


def test_terms_that_nobody_needs_are_dropped_and_others_stay() -> None:
    t.reset()
    kept = t.bvadd(v(X), bv(7, 32))
    for i in range(100):
        t.bvmul(kept, t.bvadd(v(Y), bv(i, 32)))
    assert t.live_terms() > 200
    t.drop_unused()
    assert t.live_terms() <= 4  # x, 7, their sum; y's name went with it
    assert t.bvadd(v(X), bv(7, 32)) is kept


def test_after_a_reset_terms_are_numbered_as_in_a_new_process() -> None:
    t.reset()
    first = t.bvadd(v(X), v(Y)).id
    t.reset()
    assert t.bvadd(v(X), v(Y)).id == first


# --- booleans -------------------------------------------------------------------------------------------------------


def test_guards_of_both_branches_join_to_the_guard_before_them() -> None:
    guard, condition = t.and_(b("g"), b("h")), b("c")
    assert t.or_(t.and_(guard, condition), t.and_(guard, t.not_(condition))) is guard


def test_a_guard_is_not_repeated() -> None:
    guard = t.and_(t.and_(b("g"), b("h")), b("i"))
    assert t.and_(guard, b("g")) is guard
    assert t.and_(guard, t.not_(b("h"))) is FALSE


def test_absorption_and_its_dual() -> None:
    c, d = b("c"), b("d")
    assert t.and_(c, t.or_(c, d)) is c
    assert t.or_(c, t.and_(c, d)) is c
    assert t.and_(c, t.or_(t.not_(c), d)) is t.and_(c, d)
    assert t.or_(c, t.and_(t.not_(c), d)) is t.or_(c, d)


def test_a_variable_has_one_value() -> None:
    one, two = t.eq(v(X), bv(1, 32)), t.eq(v(X), bv(2, 32))
    assert t.and_(one, two) is FALSE
    assert t.and_(one, t.not_(two)) is one


def test_opposite_comparisons_are_complementary() -> None:
    assert t.and_(t.ult(v(X), v(Y)), t.uge(v(X), v(Y))) is FALSE
    assert t.or_(t.slt(v(X), v(Y)), t.sle(v(Y), v(X))) is TRUE


def test_large_conjunctions_are_shallow() -> None:
    parts = [b(f"p{i}") for i in range(1000)]
    whole = t.all_of(parts)
    depth, memo = 0, dict[int, int]()
    depth = t.fold(whole, lambda term: 1 + max((memo[arg.id] for arg in term.args), default=0), memo)
    assert depth <= 12
    assert t.all_of([]) is TRUE and t.any_of([]) is FALSE


# --- choices --------------------------------------------------------------------------------------------------------


def test_a_c_comparison_tested_against_zero_is_the_comparison() -> None:
    condition = t.slt(v(X), v(Y))
    flag = t.ite(condition, bv(1, 32), bv(0, 32))
    assert t.eq(flag, bv(0, 32)) is t.not_(condition)
    assert t.ne(t.sext(flag, 64), bv(0, 64)) is condition
    assert t.eq(t.extract(flag, 7, 0), bv(1, 8)) is condition


def test_a_value_that_no_branch_has_is_not_compared() -> None:
    tree = t.ite(b("c"), bv(1, 32), t.ite(b("d"), bv(2, 32), bv(3, 32)))
    assert t.eq(tree, bv(4, 32)) is FALSE
    assert t.ult(tree, bv(4, 32)) is TRUE
    assert t.eq(tree, bv(2, 32)) is t.and_(t.not_(b("c")), b("d"))
    assert t.values(tree) == {1, 2, 3}


def test_nested_choices_on_one_condition_collapse() -> None:
    c, d = b("c"), b("d")
    assert t.ite(c, t.ite(c, v(X), v(Y)), v(Z)) is t.ite(c, v(X), v(Z))
    assert t.ite(c, v(X), t.ite(c, v(Y), v(Z))) is t.ite(c, v(X), v(Z))
    assert t.ite(t.and_(c, d), t.ite(c, v(X), v(Y)), v(Z)) is t.ite(t.and_(c, d), v(X), v(Z))
    assert t.ite(c, v(X), t.ite(d, v(X), v(Y))) is t.ite(t.or_(c, d), v(X), v(Y))
    assert t.ite(t.not_(c), v(X), v(Y)) is t.ite(c, v(Y), v(X))


def test_what_a_condition_says_is_used_in_its_branch() -> None:
    assert t.ite(t.eq(v(X), v(Y)), v(X), v(Y)) is v(Y)
    assert t.ite(t.eq(v(X), bv(3, 32)), v(X), v(Y)) is t.ite(t.eq(v(X), bv(3, 32)), bv(3, 32), v(Y))


# --- arithmetic -----------------------------------------------------------------------------------------------------


def test_constants_are_gathered() -> None:
    assert t.bvadd(t.bvadd(v(X), bv(3, 32)), bv(4, 32)) is t.bvadd(v(X), bv(7, 32))
    assert t.bvsub(t.bvadd(v(X), bv(3, 32)), bv(3, 32)) is v(X)
    assert t.bvsub(t.bvadd(v(X), bv(8, 32)), t.bvadd(v(X), bv(4, 32))) is bv(4, 32)
    assert t.eq(t.bvadd(v(X), bv(1, 32)), bv(5, 32)) is t.eq(v(X), bv(4, 32))
    assert t.eq(t.bvadd(v(X), bv(1, 32)), t.bvadd(v(X), bv(2, 32))) is FALSE


def test_division_by_a_power_of_two_needs_no_divider() -> None:
    assert t.udiv(v(X), bv(8, 32)) is t.lshr(v(X), bv(3, 32))
    assert t.urem(v(X), bv(8, 32)) is t.bvand(v(X), bv(7, 32))
    assert t.sdiv(t.zext(v("byte", 8), 32), bv(16, 32)) is t.lshr(t.zext(v("byte", 8), 32), bv(4, 32))


def test_promoted_operands_cannot_overflow() -> None:
    short, other = t.sext(v("s", 16), 32), t.sext(v("r", 16), 32)
    assert t.saddo(short, other) is FALSE
    assert t.ssubo(short, other) is FALSE
    assert t.smulo(short, other) is FALSE
    assert t.saddo(v(X), v(Y)) is not FALSE


def test_overflow_by_a_constant_is_a_comparison() -> None:
    assert t.saddo(v(X), bv(1, 32)) is t.slt(bv(0x7FFFFFFE, 32), v(X))
    assert t.ssubo(v(X), bv(1, 32)) is t.slt(v(X), bv(0x80000001, 32))


def test_promotion_is_undone_where_it_does_not_matter() -> None:
    byte, other = v("byte", 8), v("other byte", 8)
    promoted = t.bvadd(t.zext(byte, 32), t.zext(other, 32))
    assert t.extract(promoted, 7, 0) is t.bvadd(byte, other)
    assert t.eq(t.zext(byte, 32), bv(300, 32)) is FALSE
    assert t.ult(t.zext(byte, 32), bv(256, 32)) is TRUE
    assert t.slt(t.zext(byte, 32), bv(0, 32)) is FALSE


# --- bytes ----------------------------------------------------------------------------------------------------------


def test_bytes_put_together_again_are_the_value() -> None:
    pieces = [t.extract(v(X), 8 * i + 7, 8 * i) for i in range(4)]
    whole = pieces[0]
    for piece in pieces[1:]:
        whole = t.concat(piece, whole)
    assert whole is v(X)
    assert t.extract(t.concat(v(X), v(Y)), 47, 40) is t.extract(v(X), 15, 8)


def test_a_bit_field_is_read_as_it_was_written() -> None:
    unit, value = v("unit"), v("value", 3)
    written = t.bvor(t.bvand(unit, bv(~0x38, 32)), t.shl(t.zext(value, 32), bv(3, 32)))
    assert t.extract(written, 5, 3) is value
    assert t.extract(written, 2, 0) is t.extract(unit, 2, 0)


def test_bits_that_a_mask_rules_out_are_not_compared() -> None:
    masked, filled = t.bvand(v(X), bv(0xF0, 32)), t.bvor(v(X), bv(0xF0, 32))
    assert t.eq(masked, bv(0x01, 32)) is FALSE and t.eq(masked, bv(0x10, 32)) is not FALSE
    assert t.eq(filled, bv(0x01, 32)) is FALSE and t.eq(filled, bv(0xF1, 32)) is not FALSE


# --- arrays ---------------------------------------------------------------------------------------------------------


def test_a_read_goes_past_writes_to_other_indices() -> None:
    array = v("array", t.array_width(32, 8))
    written = t.store(t.store(array, v("index"), bv(1, 8)), t.bvadd(v("index"), bv(1, 32)), bv(2, 8))
    assert t.select(written, v("index")) is bv(1, 8)
    assert t.select(written, t.bvadd(v("index"), bv(2, 32))) is t.select(array, t.bvadd(v("index"), bv(2, 32)))
    assert t.select(t.const_array(32, bv(9, 8)), v("j")) is bv(9, 8)
    assert t.store(array, v("index"), t.select(array, v("index"))) is array


# --- floats ---------------------------------------------------------------------------------------------------------


def test_floats_keep_the_sign_of_zero_and_have_one_nan() -> None:
    zero, minus_zero, nan = t.fp(0.0, 32), t.fp(-0.0, 32), t.fp(float("nan"), 32)
    assert zero is not minus_zero
    assert t.fp_eq(zero, minus_zero) is TRUE and t.eq(zero, minus_zero) is FALSE
    assert t.fp_eq(nan, nan) is FALSE and t.eq(nan, nan) is TRUE
    assert t.fp_const(0xFFC12345, 32) is nan
    f = v("float", t.FLOAT32)
    assert t.fp_eq(f, f) is t.not_(t.fp_is_nan(f))
    assert t.fp_add(f, minus_zero) is f and t.fp_add(f, zero) is not f


def test_an_integer_is_rounded_once() -> None:
    just_above_half = (1 << 63) + (1 << 39) + 1
    assert t.fp_from_unsigned(bv(just_above_half, 64), 32) is t.fp_const(0x5F000001, 32)
    assert t.fp_from_unsigned(bv(just_above_half - 1, 64), 32) is t.fp_const(0x5F000000, 32)
    assert t.fp_from_signed(bv(-(2**60) - 2**36 - 1, 64), 32) is t.fp_const(0xDD800001, 32)


@pytest.mark.parametrize("width", [8, 16, 25, 32, 54, 64])
@pytest.mark.parametrize("source", [32, 64])
def test_the_greatest_and_least_floats_that_fit_an_integer(source: int, width: int) -> None:
    least, top = -(1 << (width - 1)), 1 << (width - 1)
    below, above = t.fp(float(least), source), t.fp(float(top), source)
    assert t.fp_fits(below, width, True) is TRUE
    assert t.fp_fits(above, width, True) is FALSE
    assert t.fp_fits(t.fp_const(below.payload + 1, source), width, True) is t.boolean(
        width < (25 if source == 32 else 54)
    )
    assert t.fp_fits(t.fp_const(above.payload - 1, source), width, True) is TRUE


def test_a_float_that_goes_through_memory_is_itself() -> None:
    f = v("float", t.FLOAT32)
    assert t.fp_from_bits(t.fp_to_bits(f)) is f
    assert t.fp_convert(t.fp_convert(f, 64), 32) is f


def test_what_does_not_fit_an_integer_has_a_value_all_the_same() -> None:
    assert t.fp_to_signed(t.fp(1e10, 64), 32) is bv(1 << 31, 32)
    assert t.fp_to_signed(t.fp(float("nan"), 64), 32) is bv(1 << 31, 32)
    assert t.fp_to_signed(t.fp(-2147483648.9, 64), 32) is bv(1 << 31, 32)
    assert t.fp_to_unsigned(t.fp(-0.5, 64), 8) is bv(0, 8)
    assert t.fp_to_unsigned(t.fp(255.9, 64), 8) is bv(255, 8)
