"""What an expression means, computed on Python numbers: floats by exact fractions, from the definition of rounding."""

from __future__ import annotations

import math
import struct
from fractions import Fraction
from typing import Any

Expression = tuple[Any, ...]
_TESTS = ["=", "bvult", "bvule", "bvslt", "bvsle", "bvsaddo", "bvssubo", "bvsmulo", "bvumulo"]


def bits_of(value: float, width: int) -> int:
    """The bits of the float nearest to `value`, by exact arithmetic on fractions."""
    if math.isnan(value):
        return 0x7FC00000 if width == 32 else 0x7FF8000000000000
    if width == 64:
        return int(struct.unpack("<Q", struct.pack("<d", value))[0])
    if math.isinf(value) or value == 0:
        return int(struct.unpack("<I", struct.pack("<f", value))[0])
    return nearest(Fraction(value), 32)


def nearest(value: Fraction, width: int, negative_zero: bool = False) -> int:
    """Round to nearest even, from the definition: find the two neighbours in units of the last place."""
    precision, least_exponent, bias = (24, -149, 127) if width == 32 else (53, -1074, 1023)
    sign = 1 << (width - 1) if value < 0 or (value == 0 and negative_zero) else 0
    magnitude = abs(value)
    if magnitude == 0:
        return sign
    exponent = magnitude.numerator.bit_length() - magnitude.denominator.bit_length()
    if Fraction(2) ** exponent > magnitude:
        exponent -= 1
    unit = max(exponent - precision + 1, least_exponent)
    scaled = magnitude / Fraction(2) ** unit
    whole = scaled.numerator // scaled.denominator
    rest = scaled - whole
    if rest > Fraction(1, 2) or (rest == Fraction(1, 2) and whole % 2):
        whole += 1
    if whole >= 1 << precision:
        whole, unit = whole >> 1, unit + 1
    if unit + precision - 1 > bias:
        return sign | ((1 << (width - precision)) - 1) << (precision - 1)
    if whole < 1 << (precision - 1):
        return sign | whole
    return sign | (unit + precision - 1 + bias) << (precision - 1) | (whole - (1 << (precision - 1)))


def _float(bits: int, width: int) -> float:
    layout = ("<I", "<f") if width == 32 else ("<Q", "<d")
    return float(struct.unpack(layout[1], struct.pack(layout[0], bits))[0])


def _signed(value: int, width: int) -> int:
    return value - (1 << width) if value >= 1 << (width - 1) else value


def width_of(expression: Expression) -> int:
    """The width of a bit-vector or float (negative); 0 for a boolean."""
    match expression:
        case ("const" | "symbol", _, width):
            return int(width)
        case ("extract", high, low, _):
            return int(high) - int(low) + 1
        case ("zero_extend" | "sign_extend" | "fp.to_sbv" | "fp.to_ubv", width, _):
            return int(width)
        case ("fp.from_signed" | "fp.from_unsigned" | "fp.convert", width, _):
            return -int(width)
        case ("fp.from_bits" | "fp.to_bits", inner):
            return -width_of(inner)
        case ("concat", upper, lower):
            return width_of(upper) + width_of(lower)
        case ("select", *_):
            return 5
        case ("and" | "or" | "not", *_):
            return 0
        case (op, *_) if op in _TESTS or op.startswith("fp.is") or op in ("fp.lt", "fp.leq", "fp.eq"):
            return 0
        case (*_, last):
            return width_of(last)
    raise AssertionError(expression)


def meaning(expression: Expression, environment: dict[str, Any]) -> Any:
    """The value: bool, int, the bits of a float, or a tuple of elements for an array."""
    match expression:
        case ("const", value, width):
            return bits_of(_float(value, -width), -width) if width < 0 else value
        case ("symbol", name, _):
            return environment[name]
        case ("array", name):
            return environment[name]
        case ("not", inner):
            return not meaning(inner, environment)
        case ("ite", condition, then, otherwise):
            return meaning(then if meaning(condition, environment) else otherwise, environment)
        case ("extract", high, low, inner):
            return (meaning(inner, environment) >> low) % (1 << (high - low + 1))
        case ("zero_extend", _, inner):
            return meaning(inner, environment)
        case ("sign_extend", width, inner):
            return _signed(meaning(inner, environment), width_of(inner)) % (1 << width)
        case ("concat", upper, lower):
            return meaning(upper, environment) * (1 << width_of(lower)) + meaning(lower, environment)
        case ("select", array, index):
            return meaning(array, environment)[meaning(index, environment)]
        case ("store", array, index, value):
            elements = list(meaning(array, environment))
            elements[meaning(index, environment)] = meaning(value, environment)
            return tuple(elements)
        case ("const_array", index, value):
            return (meaning(value, environment),) * (1 << index)
        case (op, *operands) if op.startswith("fp."):
            return _float_meaning(op, operands, environment)
        case (op, *operands):
            width = width_of(operands[0])
            return _meaning(op, [meaning(operand, environment) for operand in operands], width)
    raise AssertionError(expression)


def _meaning(op: str, values: list[Any], width: int) -> Any:
    a, b = values[0], values[-1]
    if op in ("and", "or", "="):
        return {"and": a and b, "or": a or b, "=": a == b}[op]
    top = 1 << width
    if op in _TESTS:
        return _comparison(op, a, b, width)
    if op in ("bvudiv", "bvurem", "bvsdiv", "bvsrem"):
        return _division(op, a, b, width)
    match op:
        case "bvadd":
            return (a + b) % top
        case "bvsub":
            return (a - b) % top
        case "bvmul":
            return (a * b) % top
        case "bvneg":
            return -a % top
        case "bvnot":
            return top - 1 - a
        case "bvand":
            return a & b
        case "bvor":
            return a | b
        case "bvxor":
            return a ^ b
        case "bvshl":
            return a * 2**b % top if b < width else 0
        case "bvlshr":
            return a // 2**b if b < width else 0
        case "bvashr":
            return (_signed(a, width) // 2 ** min(b, width)) % top
    raise AssertionError(op)


def _division(op: str, a: int, b: int, width: int) -> int:
    top = 1 << width
    if b == 0:
        quotients = {"bvudiv": -1, "bvsdiv": -1 if _signed(a, width) >= 0 else 1}
        return quotients.get(op, a) % top
    x, y = (a, b) if op.startswith("bvu") else (_signed(a, width), _signed(b, width))
    quotient = math.trunc(Fraction(x, y))
    return (quotient if op.endswith("div") else x - y * quotient) % top


def _comparison(op: str, a: int, b: int, width: int) -> bool:
    x, y = _signed(a, width), _signed(b, width)
    match op:
        case "bvult":
            return a < b
        case "bvule":
            return a <= b
        case "bvslt":
            return x < y
        case "bvsle":
            return x <= y
        case "bvumulo":
            return a * b >= 1 << width
    exact = {"bvsaddo": x + y, "bvssubo": x - y, "bvsmulo": x * y}[op]
    return not -(1 << width) // 2 <= exact < (1 << width) // 2


def _float_meaning(op: str, operands: list[Any], environment: dict[str, Any]) -> Any:
    inner = operands[-1]
    width = abs(width_of(inner))
    last = meaning(inner, environment)
    match op:
        case "fp.from_bits":
            return bits_of(_float(last, width), width)
        case "fp.to_bits":
            return last
        case "fp.from_signed":
            return nearest(Fraction(_signed(last, width)), operands[0])
        case "fp.from_unsigned":
            return nearest(Fraction(last), operands[0])
    value = _float(last, width)
    match op:
        case "fp.convert":
            return bits_of(value, operands[0])
        case "fp.to_sbv" | "fp.to_ubv":
            return _integer(value, operands[0], op == "fp.to_sbv")
        case "fp.isNaN":
            return math.isnan(value)
        case "fp.isInfinite":
            return math.isinf(value)
        case "fp.isZero":
            return value == 0
        case "fp.isNegative":
            return not math.isnan(value) and math.copysign(1, value) < 0
        case "fp.neg":
            return bits_of(-value, width)
        case "fp.abs":
            return bits_of(abs(value), width)
        case "fp.sqrt":
            return _square_root(value, width)
        case "fp.roundToIntegral":
            return _whole(value, operands[0], width)
    first = _float(meaning(operands[0], environment), width)
    match op:
        case "fp.lt":
            return first < value
        case "fp.leq":
            return first <= value
        case "fp.eq":
            return first == value
    return _arithmetic(op, first, value, width)


def _integer(value: float, width: int, is_signed: bool) -> int:
    low, high = (-(1 << (width - 1)), (1 << (width - 1)) - 1) if is_signed else (0, (1 << width) - 1)
    outside = low if is_signed else high
    if math.isnan(value) or math.isinf(value) or not low <= math.trunc(value) <= high:
        return outside % (1 << width)
    return math.trunc(value) % (1 << width)


def _whole(value: float, mode: str, width: int) -> int:
    if math.isnan(value) or math.isinf(value):
        return bits_of(value, width)
    exact = Fraction(value)
    rounded = {"RNE": round, "RTZ": math.trunc, "RTN": math.floor, "RTP": math.ceil}[mode](exact)
    return nearest(Fraction(rounded), width, negative_zero=math.copysign(1, value) < 0)


def _square_root(value: float, width: int) -> int:
    if math.isnan(value) or value < 0:
        return bits_of(math.nan, width)
    if value == 0 or math.isinf(value):
        return bits_of(value, width)
    exact = Fraction(value)
    scale = 1 << 1200  # far more digits than are kept; a tie cannot occur in a square root
    root = math.isqrt(exact.numerator * scale**2 // exact.denominator)
    approximation = Fraction(root, scale)
    if approximation * approximation != exact:
        approximation += Fraction(1, 2 * scale)
    return nearest(approximation, width)


def _arithmetic(op: str, a: float, b: float, width: int) -> int:
    finite = math.isfinite(a) and math.isfinite(b)
    if not finite or (op == "fp.div" and b == 0):
        return bits_of(_with_infinities(op, a, b), width)
    x, y = Fraction(a), Fraction(b)
    negative = math.copysign(1, a) * math.copysign(1, b) < 0
    match op:
        case "fp.add":
            return nearest(x + y, width, negative_zero=a == b == 0 and math.copysign(1, a) + math.copysign(1, b) < 0)
        case "fp.sub":
            return nearest(x - y, width, negative_zero=a == b == 0 and math.copysign(1, a) - math.copysign(1, b) < 0)
        case "fp.mul":
            return _signed_result(nearest(abs(x * y), width), negative, width)
        case _:
            return _signed_result(nearest(abs(x / y), width), negative, width)


def _signed_result(bits: int, negative: bool, width: int) -> int:
    return bits | 1 << (width - 1) if negative else bits


def _with_infinities(op: str, a: float, b: float) -> float:
    if op == "fp.div":
        if math.isnan(a) or math.isnan(b) or (math.isinf(a) and math.isinf(b)) or (a == 0 and b == 0):
            return math.nan
        sign = math.copysign(1, a) * math.copysign(1, b)
        return math.copysign(0.0 if math.isinf(b) else math.inf, sign)
    return {"fp.add": a + b, "fp.sub": a - b, "fp.mul": a * b}[op]
