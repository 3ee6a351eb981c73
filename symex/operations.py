"""C's operators on symbolic values: functions of bit patterns that compute when they can and build a term else.

`binary_operation` and its kin return such a function, specialised for the operand's type, once per expression.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Callable

from esbmc_py.goto.types import FloatType, IntType, PointerType, ScalarType

from . import terms as t
from .terms import Term
from .values import Condition, Value, as_term, decided, is_nonzero, known, signed, truth_value

Unary = Callable[[Value], Value]
Binary = Callable[[Value, Value], Value]
Comparison = Callable[[Value, Value], Condition]


class DivisionByZero(Exception):
    """An integer division by a known zero: no value at all. Programs with checks never get here."""


# -- floats as bit patterns -------------------------------------------------------------------------------------------


def bits_of(value: float, width: int) -> int:
    if width == 64:
        return int.from_bytes(struct.pack("<d", value), "little")
    try:
        return int.from_bytes(struct.pack("<f", value), "little")
    except OverflowError:
        return int.from_bytes(struct.pack("<f", math.copysign(math.inf, value)), "little")


def float_of(bits: int, width: int) -> float:
    number: float = struct.unpack("<d" if width == 64 else "<f", bits.to_bytes(width // 8, "little"))[0]
    return number


def float_term(value: Value, width: int) -> Term:
    return t.fp_from_bits(as_term(value, width))


def _float_binary(op: str, width: int) -> Binary:
    build = {"+": t.fp_add, "-": t.fp_sub, "*": t.fp_mul, "/": t.fp_div}[op]

    def operate(left: Value, right: Value) -> Value:
        return known(t.fp_to_bits(build(float_term(left, width), float_term(right, width))))

    return operate


def _float_compare(op: str, width: int) -> Comparison:
    def compare(left: Value, right: Value) -> Condition:
        a, b = float_term(left, width), float_term(right, width)
        match op:
            case "==":
                return decided(t.fp_eq(a, b))
            case "!=":
                return decided(t.not_(t.fp_eq(a, b)))
            case "<":
                return decided(t.fp_lt(a, b))
            case "<=":
                return decided(t.fp_le(a, b))
            case ">":
                return decided(t.fp_lt(b, a))
            case _:
                return decided(t.fp_le(b, a))

    return compare


# -- integers and pointers --------------------------------------------------------------------------------------------


def _simple(width: int, compute: Callable[[int, int], int], build: Callable[[Term, Term], Term]) -> Binary:
    mask = (1 << width) - 1

    def operate(left: Value, right: Value) -> Value:
        if left.__class__ is int and right.__class__ is int:
            return compute(left, right) & mask
        return known(build(as_term(left, width), as_term(right, width)))

    return operate


def _division(op: str, width: int, is_signed: bool) -> Binary:
    build = {("/", True): t.sdiv, ("/", False): t.udiv, ("%", True): t.srem, ("%", False): t.urem}[op, is_signed]
    mask = (1 << width) - 1

    def operate(left: Value, right: Value) -> Value:
        if right.__class__ is int and right == 0:
            raise DivisionByZero
        if left.__class__ is int and right.__class__ is int:
            a, b = (signed(left, width), signed(right, width)) if is_signed else (left, right)
            quotient = abs(a) // abs(b)
            if (a < 0) != (b < 0):
                quotient = -quotient
            return (quotient if op == "/" else a - quotient * b) & mask
        return known(build(as_term(left, width), as_term(right, width)))

    return operate


def _shift(op: str, width: int, is_signed: bool, count_width: int) -> Binary:
    """x86 semantics: the count is taken modulo the width (a count outside is a violation already)."""
    mask = (1 << width) - 1
    build = t.shl if op == "<<" else (t.ashr if is_signed else t.lshr)

    def operate(left: Value, right: Value) -> Value:
        if left.__class__ is int and right.__class__ is int:
            count = right & (width - 1) if width in (32, 64) else right % width
            if op == "<<":
                return (left << count) & mask
            value = signed(left, width) if is_signed else left
            return (value >> count) & mask
        count_term = as_term(right, count_width)
        if count_width < width:
            count_term = t.zext(count_term, width)
        elif count_width > width:
            count_term = t.extract(count_term, width - 1, 0)
        if width in (32, 64):
            count_term = t.bvand(count_term, t.bv(width - 1, width))
        return known(build(as_term(left, width), count_term))

    return operate


def binary_operation(op: str, ctype: ScalarType, right_type: ScalarType) -> Binary:
    """`ctype` is the type of the left operand and of the result."""
    if isinstance(ctype, FloatType):
        return _float_binary(op, ctype.width)
    width, is_signed = ctype.width, ctype.signed
    match op:
        case "+":
            return _simple(width, lambda a, b: a + b, t.bvadd)
        case "-":
            return _simple(width, lambda a, b: a - b, t.bvsub)
        case "*":
            return _simple(width, lambda a, b: a * b, t.bvmul)
        case "&":
            return _simple(width, lambda a, b: a & b, t.bvand)
        case "|":
            return _simple(width, lambda a, b: a | b, t.bvor)
        case "^":
            return _simple(width, lambda a, b: a ^ b, t.bvxor)
        case "/" | "%":
            return _division(op, width, is_signed)
        case "<<" | ">>":
            return _shift(op, width, is_signed, right_type.width)
        case _:
            raise AssertionError(f"no such operator: {op}")


def _int_compare(op: str, width: int, is_signed: bool) -> Comparison:
    flip = 1 << (width - 1) if is_signed else 0  # turns a signed comparison of patterns into an unsigned one
    less, less_equal = (t.slt, t.sle) if is_signed else (t.ult, t.ule)

    def compare(left: Value, right: Value) -> Condition:
        if left.__class__ is int and right.__class__ is int:
            match op:
                case "==":
                    return left == right
                case "!=":
                    return left != right
                case "<":
                    return (left ^ flip) < (right ^ flip)
                case "<=":
                    return (left ^ flip) <= (right ^ flip)
                case ">":
                    return (left ^ flip) > (right ^ flip)
                case _:
                    return (left ^ flip) >= (right ^ flip)
        a, b = as_term(left, width), as_term(right, width)
        match op:
            case "==":
                return decided(t.eq(a, b))
            case "!=":
                return decided(t.ne(a, b))
            case "<":
                return decided(less(a, b))
            case "<=":
                return decided(less_equal(a, b))
            case ">":
                return decided(less(b, a))
            case _:
                return decided(less_equal(b, a))

    return compare


def comparison(op: str, ctype: ScalarType) -> Comparison:
    if isinstance(ctype, FloatType):
        return _float_compare(op, ctype.width)
    return _int_compare(op, ctype.width, ctype.signed)


def overflow(op: str, ctype: ScalarType) -> Comparison:
    """Does the exact result not fit? Only signed types are asked about."""
    assert not isinstance(ctype, FloatType)
    width, is_signed = ctype.width, ctype.signed
    compute: Callable[[int, int], int] = {
        "overflow+": lambda a, b: a + b,
        "overflow-": lambda a, b: a - b,
        "overflow*": lambda a, b: a * b,
    }[op]
    table = {
        ("overflow+", True): t.saddo,
        ("overflow-", True): t.ssubo,
        ("overflow*", True): t.smulo,
        ("overflow+", False): t.uaddo,
        ("overflow-", False): t.usubo,
        ("overflow*", False): t.umulo,
    }
    build = table[op, is_signed]
    low, high = (-(1 << (width - 1)), (1 << (width - 1)) - 1) if is_signed else (0, (1 << width) - 1)

    def overflows(left: Value, right: Value) -> Condition:
        if left.__class__ is int and right.__class__ is int:
            a, b = (signed(left, width), signed(right, width)) if is_signed else (left, right)
            return not low <= compute(a, b) <= high
        return decided(build(as_term(left, width), as_term(right, width)))

    return overflows


def unary_operation(op: str, ctype: ScalarType) -> Unary:
    width = ctype.width
    if isinstance(ctype, FloatType):
        sign = 1 << (width - 1)

        def negate_float(value: Value) -> Value:
            if value.__class__ is int:
                return value ^ sign
            return known(t.fp_to_bits(t.fp_neg(float_term(value, width))))

        return negate_float
    mask = (1 << width) - 1
    if op == "-":
        return lambda value: -value & mask if value.__class__ is int else known(t.bvneg(value))  # type: ignore
    return lambda value: ~value & mask if value.__class__ is int else known(t.bvnot(value))  # type: ignore


# -- conversions ------------------------------------------------------------------------------------------------------


def conversion(source: ScalarType, target: ScalarType) -> Unary | None:
    """None where the bit pattern stays as it is."""
    if isinstance(target, IntType) and target.is_bool:
        if isinstance(source, IntType) and source.is_bool:
            return None
        test = _float_nonzero(source.width) if isinstance(source, FloatType) else None
        width = source.width
        if test is not None:
            return lambda value: truth_value(test(value), 8)
        return lambda value: truth_value(is_nonzero(value, width), 8)
    match source, target:
        case FloatType(), FloatType():
            return _float_to_float(source.width, target.width)
        case FloatType(), IntType() | PointerType():
            return _float_to_int(source.width, target.width, target.signed)
        case IntType() | PointerType(), FloatType():
            return _int_to_float(source.width, source.signed, target.width)
        case IntType() | PointerType(), IntType() | PointerType():
            return _int_to_int(source.width, source.signed, target.width)
        case _:
            raise AssertionError(f"no conversion from {source} to {target}")


def _float_nonzero(width: int) -> Callable[[Value], Condition]:
    def test(value: Value) -> Condition:
        if value.__class__ is int:
            return float_of(value, width) != 0
        return decided(t.not_(t.fp_is_zero(float_term(value, width))))

    return test


def _int_to_int(source: int, is_signed: bool, target: int) -> Unary | None:
    if source == target:
        return None
    mask = (1 << target) - 1
    if target < source:
        return lambda value: value & mask if value.__class__ is int else known(t.extract(value, target - 1, 0))  # type: ignore
    if not is_signed:
        return lambda value: value if value.__class__ is int else known(t.zext(value, target))  # type: ignore
    return lambda value: (signed(value, source) & mask) if value.__class__ is int else known(t.sext(value, target))  # type: ignore


def _float_to_float(source: int, target: int) -> Unary | None:
    if source == target:
        return None

    def convert(value: Value) -> Value:
        return known(t.fp_to_bits(t.fp_convert(float_term(value, source), target)))

    return convert


def _float_to_int(source: int, target: int, is_signed: bool) -> Unary:
    def convert(value: Value) -> Value:
        if value.__class__ is int:
            number = float_of(value, source)
            if math.isnan(number) or math.isinf(number):
                return 1 << (target - 1)
            return int(number) & ((1 << target) - 1)
        build = t.fp_to_signed if is_signed else t.fp_to_unsigned
        return known(build(float_term(value, source), target))

    return convert


def _int_to_float(source: int, is_signed: bool, target: int) -> Unary:
    def convert(value: Value) -> Value:
        build = t.fp_from_signed if is_signed else t.fp_from_unsigned
        return known(t.fp_to_bits(build(as_term(value, source), target)))

    return convert
