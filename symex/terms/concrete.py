"""What the bit-vector operations compute on integers in 0..2**width-1: SMT-LIB's meaning, division by zero included."""

from __future__ import annotations


def mask(width: int) -> int:
    return (1 << width) - 1


def signed(value: int, width: int) -> int:
    """The two's complement reading of `value`."""
    return value - (1 << width) if value >> (width - 1) else value


def add(a: int, b: int, width: int) -> int:
    return (a + b) & mask(width)


def sub(a: int, b: int, width: int) -> int:
    return (a - b) & mask(width)


def mul(a: int, b: int, width: int) -> int:
    return (a * b) & mask(width)


def udiv(a: int, b: int, width: int) -> int:
    return a // b if b else mask(width)


def urem(a: int, b: int, _width: int) -> int:
    return a % b if b else a


def _truncated(a: int, b: int) -> int:
    quotient = abs(a) // abs(b)
    return -quotient if (a < 0) != (b < 0) else quotient


def sdiv(a: int, b: int, width: int) -> int:
    x, y = signed(a, width), signed(b, width)
    if not y:
        return 1 if x < 0 else mask(width)
    return _truncated(x, y) & mask(width)


def srem(a: int, b: int, width: int) -> int:
    x, y = signed(a, width), signed(b, width)
    return (x - y * _truncated(x, y)) & mask(width) if y else a


def band(a: int, b: int, _width: int) -> int:
    return a & b


def bor(a: int, b: int, _width: int) -> int:
    return a | b


def bxor(a: int, b: int, _width: int) -> int:
    return a ^ b


def shl(a: int, b: int, width: int) -> int:
    return (a << b) & mask(width) if b < width else 0


def lshr(a: int, b: int, width: int) -> int:
    return a >> b if b < width else 0


def ashr(a: int, b: int, width: int) -> int:
    return (signed(a, width) >> min(b, width)) & mask(width)


def ult(a: int, b: int, _width: int) -> bool:
    return a < b


def slt(a: int, b: int, width: int) -> bool:
    return signed(a, width) < signed(b, width)


def _fits(value: int, width: int) -> bool:
    return -(1 << (width - 1)) <= value < 1 << (width - 1)


def saddo(a: int, b: int, width: int) -> bool:
    return not _fits(signed(a, width) + signed(b, width), width)


def ssubo(a: int, b: int, width: int) -> bool:
    return not _fits(signed(a, width) - signed(b, width), width)


def smulo(a: int, b: int, width: int) -> bool:
    return not _fits(signed(a, width) * signed(b, width), width)


def umulo(a: int, b: int, width: int) -> bool:
    return a * b > mask(width)


def sext(a: int, width: int, extra: int) -> int:
    return signed(a, width) & mask(width + extra)
