"""Bounds of a bit-vector term, read off its top few operations. Cheap and sound, not tight."""

from __future__ import annotations

from .choices import values
from .concrete import mask, signed
from .nodes import Term

_DEPTH = 3


def unsigned_range(term: Term, depth: int = _DEPTH) -> tuple[int, int]:
    """(lowest, highest) value of `term` read as an unsigned number."""
    width = term.width
    if term.op == "const":
        return term.payload, term.payload
    if depth == 0:
        return 0, mask(width)
    match term.op:
        case "zero_extend":
            return unsigned_range(term.args[0], depth - 1)
        case "ite":
            return _range_of_choice(term, depth)
        case "bvand":
            return 0, min(unsigned_range(arg, depth - 1)[1] for arg in term.args)
        case "bvor" | "bvxor":
            highest = max(unsigned_range(arg, depth - 1)[1] for arg in term.args)
            return 0, mask(highest.bit_length())
        case "bvurem":
            dividend, divisor = (unsigned_range(arg, depth - 1) for arg in term.args)
            return 0, min(dividend[1], divisor[1] - 1) if divisor[0] > 0 else dividend[1]
        case "bvudiv":
            dividend, divisor = (unsigned_range(arg, depth - 1) for arg in term.args)
            return (0, dividend[1] // divisor[0]) if divisor[0] > 0 else (0, mask(width))
        case "bvadd":
            return _exact(*(_sum(*(unsigned_range(arg, depth - 1) for arg in term.args))), width)
        case "bvmul":
            left, right = (unsigned_range(arg, depth - 1) for arg in term.args)
            return _exact(left[0] * right[0], left[1] * right[1], width)
        case "bvshl":
            value, count = (unsigned_range(arg, depth - 1) for arg in term.args)
            return _exact(value[0] << count[0], value[1] << count[1], width) if count[1] < width else (0, mask(width))
        case _:
            return 0, mask(width)


def _sum(left: tuple[int, int], right: tuple[int, int]) -> tuple[int, int]:
    return left[0] + right[0], left[1] + right[1]


def _exact(lowest: int, highest: int, width: int) -> tuple[int, int]:
    return (lowest, highest) if highest <= mask(width) else (0, mask(width))


def _range_of_choice(term: Term, depth: int) -> tuple[int, int]:
    possible = values(term)
    if possible is not None:
        return min(possible), max(possible)
    left, right = unsigned_range(term.args[1], depth - 1), unsigned_range(term.args[2], depth - 1)
    return min(left[0], right[0]), max(left[1], right[1])


def signed_range(term: Term, depth: int = _DEPTH) -> tuple[int, int]:
    """(lowest, highest) value of `term` read as a two's complement number."""
    width = term.width
    limit = 1 << (width - 1)
    if term.op == "const":
        value = signed(term.payload, width)
        return value, value
    if depth == 0:
        return -limit, limit - 1
    match term.op:
        case "sign_extend":
            return signed_range(term.args[0], depth - 1)
        case "ite":
            possible = values(term)
            if possible is not None:
                readings = [signed(value, width) for value in possible]
                return min(readings), max(readings)
            left, right = signed_range(term.args[1], depth - 1), signed_range(term.args[2], depth - 1)
            return min(left[0], right[0]), max(left[1], right[1])
        case "bvadd":
            left, right = (signed_range(arg, depth - 1) for arg in term.args)
            lowest, highest = _sum(left, right)
            return (lowest, highest) if -limit <= lowest and highest < limit else (-limit, limit - 1)
        case "bvneg":
            lowest, highest = signed_range(term.args[0], depth - 1)
            return (-highest, -lowest) if lowest > -limit else (-limit, limit - 1)
        case _:
            lowest, highest = unsigned_range(term, depth)
            return (lowest, highest) if highest < limit else (-limit, limit - 1)
