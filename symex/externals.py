"""Functions without a body: output does nothing, arithmetic on known floats is computed, the rest returns anything."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from esbmc_py.goto.instructions import Call
from esbmc_py.goto.math_functions import REAL_FUNCTIONS, real_function
from esbmc_py.goto.types import FloatType, ScalarType

from . import terms as t
from .operations import bits_of, float_of, float_term
from .terms import TRUE
from .values import Value, known

if TYPE_CHECKING:
    from .run import Run

# What the concrete machine prints: its results are no inputs.
OUTPUT = frozenset(
    {
        "printf", "fprintf", "puts", "putchar", "putc", "fputc", "fputs", "fflush", "perror", "vprintf", "vfprintf",
        "dprintf", "vdprintf", "fwrite", "write", "putchar_unlocked", "puts_unlocked", "fputs_unlocked",
        "putc_unlocked", "fputc_unlocked", "fwrite_unlocked", "fflush_unlocked", "_IO_putc", "__printf_chk",
        "__fprintf_chk",
    }
)  # fmt: skip
_CHARACTERS = frozenset({"putchar", "putc", "fputc", "putchar_unlocked", "putc_unlocked", "fputc_unlocked", "_IO_putc"})
WRITES_MEMORY = frozenset(
    {
        "sprintf", "snprintf", "vsprintf", "vsnprintf", "asprintf", "vasprintf", "__sprintf_chk", "__snprintf_chk",
        "scanf", "fscanf", "sscanf",
    }
)  # fmt: skip

_EXACT: dict[str, Callable[[t.Term], t.Term]] = {
    "fabs": t.fp_abs,
    "sqrt": t.fp_sqrt,
    "floor": lambda value: t.fp_round(value, "RTN"),
    "ceil": lambda value: t.fp_round(value, "RTP"),
    "trunc": lambda value: t.fp_round(value, "RTZ"),
    "rint": lambda value: t.fp_round(value, "RNE"),
    "nearbyint": lambda value: t.fp_round(value, "RNE"),
}
_SYMBOLIC = {name + suffix: function for name, function in _EXACT.items() for suffix in ("", "f", "l")}


def call_external(run: Run, name: str, values: list[Value], types: list[ScalarType], call: Call) -> Value | None:
    target = call.target
    name = name.removeprefix("__builtin_")
    if name in WRITES_MEMORY:
        run.unsupported(TRUE, f"{name}(), which writes memory")
        return 0
    if target is None:
        if name not in OUTPUT:
            run.executor.unknown_functions[name] = None
        return None
    if isinstance(target.type, FloatType):
        computed = _float_function(name, values, types, target.type.width)
        if computed is not None:
            return computed
        if name in REAL_FUNCTIONS:
            run.unsupported(TRUE, f"{name}() of a value that is not known")
            return 0
    if name in OUTPUT:
        return _printed(run, name, values, target.type)
    run.executor.unknown_functions[name] = None
    return run.fresh_of(target.type)


def _printed(run: Run, name: str, values: list[Value], ctype: ScalarType) -> Value:
    """What an output function returns; how much printf prints is not known."""
    if name in _CHARACTERS and values[0].__class__ is int:
        return values[0] & 255
    if name.startswith("fflush"):
        return 0
    if name.startswith("fputs"):
        return 1
    if name == "write":
        return values[2]
    if name.startswith("fwrite") and values[1].__class__ is int:
        return values[2] if values[1] else 0
    return run.free_choice(ctype.width)


def _float_function(name: str, values: list[Value], types: list[ScalarType], width: int) -> Value | None:
    if name in _SYMBOLIC and len(values) == 1:
        return known(t.fp_to_bits(_SYMBOLIC[name](float_term(values[0], width))))
    if name not in REAL_FUNCTIONS or not all(value.__class__ is int for value in values):
        return None
    numbers = [
        float_of(value, ctype.width) if isinstance(ctype, FloatType) else float(value)  # type: ignore[arg-type]
        for value, ctype in zip(values, types, strict=True)
    ]
    return bits_of(real_function(name, numbers), width)
