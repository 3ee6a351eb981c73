"""The functions of math.h, through Python's. Where Python raises, C returns a NaN or an infinity."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from fractions import Fraction
from typing import Any

from ..goto.types import FloatType
from .external import ExternalCall
from .interpret import store
from .values import Value, pack, round_to_float32

_DOUBLE = FloatType(64, 8, "double")

Function = Callable[..., float]


def _finite_only(function: Function) -> Function:
    """Python refuses infinite arguments where C knows the answer: the argument itself."""
    return lambda value, *rest: function(value, *rest) if math.isfinite(value) else value


def _logarithm(function: Function) -> Function:
    return lambda value: -math.inf if value == 0.0 else function(value)


def _power(base: float, exponent: float) -> float:
    try:
        return math.pow(base, exponent)
    except OverflowError:
        return -math.inf if base < 0 and exponent % 2 == 1 else math.inf
    except ValueError:
        if base == 0.0:  # to a negative power
            return math.copysign(math.inf, base) if exponent % 2 == 1 else math.inf
        return math.nan


def _round_away(value: float) -> float:
    return math.copysign(math.floor(abs(value) + 0.5) if abs(value) < 1 << 52 else abs(value), value)


def _round_half_even(value: float) -> float:
    return math.copysign(float(round(abs(value))), value)


def _fused(a: float, b: float, c: float) -> float:
    if not all(map(math.isfinite, (a, b, c))):
        return a * b + c
    exact = Fraction(a) * Fraction(b) + Fraction(c)
    return a * b + c if exact == 0 else exact.numerator / exact.denominator


def _minimum(left: float, right: float) -> float:
    return right if math.isnan(left) else left if math.isnan(right) else min(left, right)


def _maximum(left: float, right: float) -> float:
    return right if math.isnan(left) else left if math.isnan(right) else max(left, right)


def _positive_difference(left: float, right: float) -> float:
    return left - right if left > right else math.nan if math.isnan(left) or math.isnan(right) else 0.0


def _scale(value: float, exponent: float) -> float:
    return math.ldexp(value, int(exponent))


# name → function on doubles; for each there are variants for float (…f) and long double (…l)
_REAL: dict[str, Function] = {
    "sqrt": math.sqrt,
    "cbrt": math.cbrt,
    "pow": _power,
    "exp": math.exp,
    "exp2": math.exp2,
    "expm1": math.expm1,
    "log": _logarithm(math.log),
    "log2": _logarithm(math.log2),
    "log10": _logarithm(math.log10),
    "log1p": lambda value: -math.inf if value == -1.0 else math.log1p(value),
    "sin": math.sin,
    "cos": math.cos,
    "tan": math.tan,
    "asin": math.asin,
    "acos": math.acos,
    "atan": math.atan,
    "atan2": math.atan2,
    "sinh": math.sinh,
    "cosh": math.cosh,
    "tanh": math.tanh,
    "asinh": math.asinh,
    "acosh": math.acosh,
    "atanh": math.atanh,
    "fabs": math.fabs,
    "floor": _finite_only(lambda value: math.copysign(float(math.floor(value)), value)),
    "ceil": _finite_only(lambda value: math.copysign(float(math.ceil(value)), value)),
    "trunc": _finite_only(lambda value: math.copysign(float(math.trunc(value)), value)),
    "round": _finite_only(_round_away),
    "rint": _finite_only(_round_half_even),
    "nearbyint": _finite_only(_round_half_even),
    "fmod": math.fmod,
    "remainder": math.remainder,
    "hypot": math.hypot,
    "fmin": _minimum,
    "fmax": _maximum,
    "fdim": _positive_difference,
    "fma": _fused,
    "copysign": math.copysign,
    "ldexp": _scale,
    "scalbn": _scale,
    "scalbln": _scale,
    "erf": math.erf,
    "erfc": math.erfc,
    "tgamma": math.gamma,
    "lgamma": math.lgamma,
}


def _real(function: Function, narrow: bool) -> Callable[[ExternalCall], Value]:
    def intrinsic(call: ExternalCall) -> float:
        try:
            result = float(function(*map(float, call.arguments)))
        except ValueError:
            return math.nan
        except OverflowError:
            result = -math.inf if call.arguments[0] < 0 and "exp" not in call.name else math.inf
        return round_to_float32(result) if narrow else result

    return intrinsic


def _to_integer(rounding: Function) -> Callable[[ExternalCall], Value]:
    """lround and its kin: what does not fit becomes the most negative number, as on x86."""

    def intrinsic(call: ExternalCall) -> int:
        value = float(call.arguments[0])
        bits = 64 if call.name.startswith(("ll", "__builtin_ll")) else call.machine.executable.space.pointer_bits
        rounded = int(rounding(value)) if math.isfinite(value) else 1 << 64
        return rounded if -(1 << bits - 1) <= rounded < 1 << bits - 1 else -(1 << bits - 1)

    return intrinsic


def _frexp(call: ExternalCall) -> float:
    mantissa, exponent = math.frexp(float(call.arguments[0]))
    store(call.machine, call.arguments[1], exponent.to_bytes(4, "little", signed=True), "the exponent")
    return mantissa


def _modf(narrow: bool) -> Callable[[ExternalCall], Value]:
    def intrinsic(call: ExternalCall) -> float:
        fraction, whole = math.modf(float(call.arguments[0]))
        ctype = FloatType(32, 4, "float") if narrow else _DOUBLE
        store(call.machine, call.arguments[1], pack(ctype, whole), "the whole part")
        return fraction

    return intrinsic


def _test(predicate: Callable[[float], Any]) -> Callable[[ExternalCall], Value]:
    return lambda call: int(predicate(float(call.arguments[0])))


def _infinite_sign(value: float) -> int:
    return 0 if not math.isinf(value) else 1 if value > 0 else -1


_TESTS: dict[str, Callable[[ExternalCall], Value]] = {
    "isnan": _test(math.isnan),
    "isinf": _test(_infinite_sign),
    "isinf_sign": _test(_infinite_sign),
    "isnormal": _test(lambda value: math.isfinite(value) and abs(value) >= 2.0**-1022),
    "finite": _test(math.isfinite),
    "isfinite": _test(math.isfinite),
    "signbit": _test(lambda value: math.copysign(1.0, value) < 0),
}


def _comparison(predicate: Callable[[float, float], bool]) -> Callable[[ExternalCall], Value]:
    return lambda call: int(predicate(float(call.arguments[0]), float(call.arguments[1])))


_COMPARISONS: dict[str, Callable[[ExternalCall], Value]] = {
    "isgreater": _comparison(operator.gt),
    "isgreaterequal": _comparison(operator.ge),
    "isless": _comparison(operator.lt),
    "islessequal": _comparison(operator.le),
    "islessgreater": _comparison(lambda left, right: left < right or left > right),
    "isunordered": _comparison(lambda left, right: math.isnan(left) or math.isnan(right)),
}


def _all_functions() -> dict[str, Callable[[ExternalCall], Value]]:
    functions = dict(_COMPARISONS)
    for suffix in ("", "f", "l"):
        narrow = suffix == "f"
        for name, function in _REAL.items():
            functions[name + suffix] = _real(function, narrow)
        for prefix in ("l", "ll"):
            functions[f"{prefix}round{suffix}"] = _to_integer(_round_away)
            functions[f"{prefix}rint{suffix}"] = _to_integer(_round_half_even)
        functions[f"frexp{suffix}"] = _frexp
        functions[f"modf{suffix}"] = _modf(narrow)
        for name, test in _TESTS.items():
            functions[name + suffix] = functions[f"__{name}{suffix}"] = test
    functions["nan"] = functions["nanf"] = functions["nanl"] = lambda call: math.nan
    return functions


MATH_FUNCTIONS = _all_functions()
