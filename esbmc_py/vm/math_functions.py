"""The functions of math.h that the machine executes itself."""

from __future__ import annotations

import math
import operator
from collections.abc import Callable
from typing import Any

from ..goto.math_functions import REAL_FUNCTIONS, real_function
from .external_call import ExternalCall
from .values import Value, round_to_float32


def _real(name: str) -> Callable[[ExternalCall], Value]:
    def intrinsic(call: ExternalCall) -> float:
        result = real_function(name, [float(argument) for argument in call.arguments])
        return round_to_float32(result) if name.endswith("f") and name != "erf" else result

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
    functions |= {name: _real(name) for name in REAL_FUNCTIONS}
    for suffix in ("", "f", "l"):
        for name, test in _TESTS.items():
            functions[name + suffix] = functions[f"__{name}{suffix}"] = test
    functions["nan"] = functions["nanf"] = functions["nanl"] = lambda call: math.nan
    return functions


MATH_FUNCTIONS = _all_functions()
