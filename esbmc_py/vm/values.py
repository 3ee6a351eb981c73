"""Arithmetic of C values: what one operator does to one or two values, and how values lie in memory.

The functions here are the semantics; the compiler (`generate`) writes the same thing inline for the common cases.
"""

from __future__ import annotations

import math
import operator
import struct
from collections.abc import Callable
from functools import cache
from typing import Any, Protocol, TypeAlias

from esbmc_py.goto.deferred import dataclass

from ..goto.types import FloatType, IntType, PointerType, ScalarType

Value: TypeAlias = int | float

_FLOAT32 = struct.Struct("<f")


class ScalarLayout(Protocol):
    """What `struct.Struct` offers for one scalar."""

    @property
    def size(self) -> int: ...

    def pack(self, value: Any, /) -> bytes: ...

    def pack_into(self, buffer: Any, offset: int, value: Any, /) -> None: ...

    def unpack_from(self, buffer: bytes | bytearray, offset: int = 0, /) -> tuple[Any, ...]: ...


def as_signed(bits: int, size: int) -> int:
    """Of a store whose type nobody knows any more: small negative numbers look like that."""
    return bits - (1 << 8 * size) if bits >> (8 * size - 1) else bits


@dataclass(frozen=True, slots=True)
class OddInteger:
    """An integer of 3, 5, 6, 7 or 16 bytes: storage units of packed bit-fields, wide integers."""

    size: int
    signed: bool

    def pack(self, value: int, /) -> bytes:
        return value.to_bytes(self.size, "little", signed=self.signed)

    def pack_into(self, buffer: bytearray, offset: int, value: int, /) -> None:
        if offset + self.size > len(buffer):
            raise struct.error
        buffer[offset : offset + self.size] = self.pack(value)

    def unpack_from(self, buffer: bytes | bytearray, offset: int = 0, /) -> tuple[int]:
        if offset + self.size > len(buffer):
            raise struct.error
        return (int.from_bytes(buffer[offset : offset + self.size], "little", signed=self.signed),)


@cache
def layout(ctype: ScalarType) -> ScalarLayout:
    """The bytes of a scalar in memory. A long double is a double with padding that reads and writes as zero."""
    match ctype:
        case FloatType(width=32):
            return _FLOAT32
        case FloatType(size=size):
            return struct.Struct("<d" if size == 8 else f"<d{size - 8}x")
        case IntType() if ctype.is_bool:
            return struct.Struct("<?")
        case IntType() | PointerType():
            letter = {1: "b", 2: "h", 4: "i", 8: "q"}.get(ctype.size)
            if letter is None:
                return OddInteger(ctype.size, ctype.signed)
            return struct.Struct("<" + (letter if ctype.signed else letter.upper()))


def one_nan(value: Value) -> Value:
    """The value itself, unless it is a NaN: there is one NaN, since which one Python computes is a matter of luck."""
    return value if value == value else math.nan


def pack(ctype: ScalarType, value: Value) -> bytes:
    """The bytes of a value in memory."""
    return layout(ctype).pack(one_nan(value))


def wrap(ctype: IntType | PointerType, value: int) -> int:
    """The value of this type that is congruent to `value`."""
    if isinstance(ctype, IntType):
        return ctype.wrap(value)
    return value & ((1 << ctype.width) - 1)


def round_to_float32(value: float) -> float:
    """The nearest 32-bit float."""
    try:
        rounded: float = _FLOAT32.unpack(_FLOAT32.pack(value))[0]
    except OverflowError:
        return math.copysign(math.inf, value)
    return rounded


def round_to(ctype: FloatType, value: float) -> float:
    return round_to_float32(value) if ctype.width == 32 else value


def int_to_float(value: int, ctype: FloatType) -> float:
    """Rounds once: an integer beyond 53 bits must not be rounded to double on its way to float."""
    if ctype.width == 64 or -(1 << 53) <= value <= 1 << 53:
        return round_to(ctype, float(value))
    shift = abs(value).bit_length() - 53
    sticky = 1 if abs(value) & ((1 << shift) - 1) else 0
    head = (abs(value) >> shift) | sticky  # round to odd: the second rounding then sees which side it is on
    return round_to_float32(math.copysign(math.ldexp(head, shift), value))


def float_to_int(value: float, ctype: IntType | PointerType) -> int:
    """Truncates toward zero. What does not fit is undefined in C; this is what x86 does (and gcc, at run time)."""
    if isinstance(ctype, IntType) and ctype.is_bool:
        return int(value != 0)
    register = _register_for(ctype)
    if math.isfinite(value) and register.minimum <= int(value) <= register.maximum:
        return wrap(ctype, int(value))
    return wrap(ctype, -(1 << (register.width - 1)))


def _register_for(ctype: IntType | PointerType) -> IntType:
    if ctype.width < 32 or (ctype.width == 32 and ctype.signed):
        return IntType(32, True, "int")
    return IntType(64, ctype.signed or ctype.width < 64, "long")


def convert(value: Value, source: ScalarType, target: ScalarType) -> Value:
    """C's conversion of `value`, which has type `source`, to `target`."""
    if isinstance(target, FloatType):
        return round_to(target, value) if isinstance(source, FloatType) else int_to_float(int(value), target)
    return float_to_int(value, target) if isinstance(source, FloatType) else wrap(target, int(value))


def coerce(value: Value, target: ScalarType) -> Value:
    """The value that `target` holds when `value` comes from outside the program (inputs, mismatched calls)."""
    if isinstance(target, FloatType):
        return round_to(target, float(value))
    return float_to_int(value, target) if isinstance(value, float) else wrap(target, value)


def divide(left: int, right: int) -> int:
    """Truncates toward zero, as C does and Python does not."""
    quotient = abs(left) // abs(right)
    return quotient if (left < 0) == (right < 0) else -quotient


def remainder(left: int, right: int) -> int:
    """Has the sign of `left`, as in C."""
    return left - right * divide(left, right)


def divide_floats(left: float, right: float) -> float:
    """IEEE division, by zero included."""
    if right != 0.0:
        return left / right
    if left == 0.0 or math.isnan(left):
        return math.nan
    return math.copysign(math.inf, left) * math.copysign(1.0, right)


_EXACT: dict[str, Callable[[Any, Any], Any]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": divide,
    "%": remainder,
    "&": operator.and_,
    "|": operator.or_,
    "^": operator.xor,
}

_COMPARE: dict[str, Callable[[Any, Any], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def float_arithmetic(op: str, ctype: FloatType, left: float, right: float) -> float:
    return round_to(ctype, divide_floats(left, right) if op == "/" else _EXACT[op](left, right))


def int_arithmetic(op: str, ctype: IntType | PointerType, left: int, right: int) -> int:
    """Exact, then wrapped. Raises ZeroDivisionError."""
    if op == "<<":
        return wrap(ctype, left << (right % ctype.width))
    if op == ">>":
        return wrap(ctype, left >> (right % ctype.width))
    return wrap(ctype, _EXACT[op](left, right))


def compare(op: str, left: Value, right: Value) -> bool:
    holds: bool = _COMPARE[op](left, right)
    return holds


def overflows(op: str, ctype: IntType | PointerType, left: int, right: int) -> bool:
    """Whether the exact result does not fit. `op` is "overflow+" and so on."""
    exact: int = _EXACT[op[-1]](left, right)
    return wrap(ctype, exact) != exact
