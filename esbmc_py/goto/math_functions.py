"""The functions of math.h on numbers, through Python's. Where Python raises, C returns a NaN or an infinity.

The concrete machine and, where all arguments are known, the symbolic modes compute the same values. Functions
that are exact and easy to say in C are models (`pthread_models/library/math.c`).
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

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


def _round_half_even(value: float) -> float:
    return math.copysign(float(round(abs(value))), value)


def _fused(a: float, b: float, c: float) -> float:
    if not all(map(math.isfinite, (a, b, c))):
        return a * b + c
    from fractions import Fraction

    exact = Fraction(a) * Fraction(b) + Fraction(c)
    return a * b + c if exact == 0 else exact.numerator / exact.denominator


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
    "rint": _finite_only(_round_half_even),
    "nearbyint": _finite_only(_round_half_even),
    "fmod": math.fmod,
    "remainder": math.remainder,
    "hypot": math.hypot,
    "fma": _fused,
    "erf": math.erf,
    "erfc": math.erfc,
    "tgamma": math.gamma,
    "lgamma": math.lgamma,
}
REAL_FUNCTIONS: dict[str, Function] = {
    name + suffix: function for name, function in _REAL.items() for suffix in ("", "f", "l")
}

_SEVERAL = {"pow": 2, "atan2": 2, "fmod": 2, "remainder": 2, "hypot": 2, "fma": 3}
# how many numbers they take
MATH_PARAMETERS: dict[str, int] = {name + suffix: _SEVERAL.get(name, 1) for name in _REAL for suffix in ("", "f", "l")}


def real_function(name: str, arguments: Sequence[float]) -> float:
    """The value of a function in `REAL_FUNCTIONS`, as a double: the caller rounds it to its type."""
    try:
        return float(REAL_FUNCTIONS[name](*arguments))
    except ValueError:
        return math.nan
    except OverflowError:
        return -math.inf if arguments[0] < 0 and "exp" not in name else math.inf
