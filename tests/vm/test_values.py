"""Arithmetic as C has it, checked against facts known from elsewhere."""

from __future__ import annotations

import math
import struct

import pytest
from hypothesis import given
from hypothesis import strategies as st

from esbmc_py.goto.types import BOOL, CHAR, INT, UNSIGNED, FloatType, IntType
from esbmc_py.vm.values import (
    convert,
    divide,
    divide_floats,
    float_to_int,
    int_arithmetic,
    int_to_float,
    layout,
    overflows,
    remainder,
    round_to_float32,
)

FLOAT = FloatType(32, 4, "float")
DOUBLE = FloatType(64, 8, "double")
LONG = IntType(64, True, "long")
ULONG = IntType(64, False, "unsigned long")


@given(st.integers(-50, 50), st.integers(-9, 9).filter(bool))
def test_division_truncates_toward_zero(left: int, right: int) -> None:
    assert divide(left, right) == math.trunc(left / right)
    assert divide(left, right) * right + remainder(left, right) == left


@pytest.mark.parametrize(
    ("op", "ctype", "left", "right", "result"),
    [
        ("+", INT, 2**31 - 1, 1, -(2**31)),
        ("-", UNSIGNED, 0, 1, 2**32 - 1),
        ("*", LONG, 2**62, 2, -(2**63)),
        ("/", INT, -(2**31), -1, -(2**31)),
        ("%", INT, -7, 3, -1),
        ("<<", INT, 1, 31, -(2**31)),
        ("<<", INT, 1, 33, 2),
        (">>", INT, -8, 1, -4),
        (">>", UNSIGNED, 2**32 - 8, 1, 2**31 - 4),
        ("^", INT, -1, 5, -6),
    ],
)
def test_integer_arithmetic_wraps(op: str, ctype: IntType, left: int, right: int, result: int) -> None:
    assert int_arithmetic(op, ctype, left, right) == result


def test_overflow_is_told_from_the_exact_result() -> None:
    assert overflows("overflow+", INT, 2**31 - 1, 1)
    assert not overflows("overflow-", INT, -1, 2**31 - 1)
    assert overflows("overflow*", INT, 2**16, 2**15)


@pytest.mark.parametrize(
    ("value", "source", "target", "result"),
    [
        (300, INT, CHAR, 44),
        (-1, INT, UNSIGNED, 2**32 - 1),
        (256, INT, BOOL, 1),
        (0.5, DOUBLE, BOOL, 1),
        (-2.9, DOUBLE, INT, -2),
        (3e9, DOUBLE, UNSIGNED, 3_000_000_000),
        (2**53 + 1, LONG, DOUBLE, float(2**53)),
        (16777217, INT, FLOAT, 16777216.0),
        (0.1, DOUBLE, FLOAT, struct.unpack("f", struct.pack("f", 0.1))[0]),
    ],
)
def test_conversions(value: float, source: IntType, target: IntType, result: float) -> None:
    assert convert(value, source, target) == result


@pytest.mark.parametrize(
    ("value", "ctype", "result"),
    [(1e20, INT, -(2**31)), (math.nan, INT, -(2**31)), (1e30, LONG, -(2**63)), (300.0, CHAR, 44)],
)
def test_floats_that_do_not_fit_convert_as_on_x86(value: float, ctype: IntType, result: int) -> None:
    assert float_to_int(value, ctype) == result


def test_an_integer_is_rounded_to_float_once() -> None:
    # 2**60 + 2**36 + 1 lies just above the middle between two floats; as a double it would be the middle itself
    value = 2**60 + 2**36 + 1
    assert int_to_float(value, FLOAT) == float(2**60 + 2**37)
    assert int_to_float(-value, FLOAT) == -float(2**60 + 2**37)


def test_floats_beyond_the_largest_are_infinite() -> None:
    assert round_to_float32(1e39) == math.inf
    assert round_to_float32(-1e39) == -math.inf


def test_division_of_floats_by_zero_is_ieee() -> None:
    assert divide_floats(1.0, 0.0) == math.inf
    assert divide_floats(1.0, -0.0) == -math.inf
    assert math.isnan(divide_floats(0.0, 0.0))


@given(st.integers(-(2**63), 2**63 - 1))
def test_integers_lie_in_memory_little_endian(value: int) -> None:
    assert layout(LONG).pack(value) == value.to_bytes(8, "little", signed=True)
    assert layout(ULONG).unpack_from(layout(LONG).pack(value))[0] == value % 2**64
