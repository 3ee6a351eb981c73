"""IEEE 754 binary32 and binary64 on bit patterns: exact, round to nearest even unless said otherwise.

Binary32 operations are computed in binary64 and rounded once more. For + - * / and the square root that is the same as
rounding once (binary64 has more than twice binary32's precision plus two bits); where it is not (integers to
binary32), the value is prepared so that it is. There is one NaN, as in SMT-LIB; its bits are those of `nan`.
"""

from __future__ import annotations

import math
import struct

ROUNDING_MODES = ("RNE", "RTZ", "RTN", "RTP")


def nan(width: int) -> int:
    return 0x7FC00000 if width == 32 else 0x7FF8000000000000


def infinity(width: int, negative: bool = False) -> int:
    magnitude = 0x7F800000 if width == 32 else 0x7FF0000000000000
    return magnitude | sign_bit(width) if negative else magnitude


def sign_bit(width: int) -> int:
    return 1 << (width - 1)


def is_nan(bits: int, width: int) -> bool:
    return bits & ~sign_bit(width) > infinity(width)


def is_infinite(bits: int, width: int) -> bool:
    return bits & ~sign_bit(width) == infinity(width)


def is_zero(bits: int, width: int) -> bool:
    return bits & ~sign_bit(width) == 0


def is_negative(bits: int, width: int) -> bool:
    """The sign bit; a NaN has none."""
    return bits >= sign_bit(width) and not is_nan(bits, width)


def canonical(bits: int, width: int) -> int:
    return nan(width) if is_nan(bits, width) else bits


def to_python(bits: int, width: int) -> float:
    if width == 32:
        return float(struct.unpack("<f", bits.to_bytes(4, "little"))[0])
    return float(struct.unpack("<d", bits.to_bytes(8, "little"))[0])


def from_python(value: float, width: int) -> int:
    if value != value:
        return nan(width)
    if width == 64:
        return int.from_bytes(struct.pack("<d", value), "little")
    try:
        return int.from_bytes(struct.pack("<f", value), "little")
    except OverflowError:
        return infinity(32, value < 0)


def add(a: int, b: int, width: int) -> int:
    return from_python(to_python(a, width) + to_python(b, width), width)


def sub(a: int, b: int, width: int) -> int:
    return from_python(to_python(a, width) - to_python(b, width), width)


def mul(a: int, b: int, width: int) -> int:
    return from_python(to_python(a, width) * to_python(b, width), width)


def div(a: int, b: int, width: int) -> int:
    if not is_zero(b, width):
        return from_python(to_python(a, width) / to_python(b, width), width)
    if is_zero(a, width) or is_nan(a, width):
        return nan(width)
    return infinity(width, bool((a ^ b) & sign_bit(width)))


def sqrt(a: int, width: int) -> int:
    value = to_python(a, width)
    return from_python(math.sqrt(value), width) if value >= 0 else nan(width)


def neg(a: int, width: int) -> int:
    return nan(width) if is_nan(a, width) else a ^ sign_bit(width)


def absolute(a: int, width: int) -> int:
    return nan(width) if is_nan(a, width) else a & ~sign_bit(width)


def round_to_integral(a: int, width: int, mode: str) -> int:
    if is_nan(a, width) or is_infinite(a, width) or is_zero(a, width):
        return canonical(a, width)
    value = to_python(a, width)
    match mode:
        case "RNE":
            whole = round(value)
        case "RTZ":
            whole = math.trunc(value)
        case "RTN":
            whole = math.floor(value)
        case _:
            whole = math.ceil(value)
    return from_python(math.copysign(float(whole), value), width)


def less(a: int, b: int, width: int) -> bool:
    return to_python(a, width) < to_python(b, width)


def less_or_equal(a: int, b: int, width: int) -> bool:
    return to_python(a, width) <= to_python(b, width)


def equal(a: int, b: int, width: int) -> bool:
    """IEEE equality: zeros are equal, a NaN equals nothing."""
    return to_python(a, width) == to_python(b, width)


def from_int(value: int, width: int) -> int:
    """The nearest float. `value` is any mathematical integer."""
    magnitude = abs(value)
    excess = magnitude.bit_length() - 40
    if width == 32 and excess > 0:
        # Keep 40 bits, which binary64 holds exactly, and let the lowest tell whether there was more below.
        kept, lost = magnitude >> excess, magnitude & ((1 << excess) - 1)
        magnitude = (kept | (lost != 0)) << excess
    try:
        return from_python(float(-magnitude if value < 0 else magnitude), width)
    except OverflowError:
        return infinity(width, value < 0)


def to_int(bits: int, width: int) -> int:
    """Truncated toward zero. `bits` is finite."""
    return math.trunc(to_python(bits, width))


def convert(bits: int, source: int, target: int) -> int:
    return from_python(to_python(bits, source), target)
