"""Bounds of a bit-vector term, read off its top few operations. Cheap and sound, not tight."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from .choices import values
from .concrete import mask, signed
from .nodes import Term

Range: TypeAlias = tuple[int, int] | None  # None: nothing is known

_DEPTH = 3


def unsigned_range(term: Term, depth: int = _DEPTH) -> tuple[int, int]:
    """(lowest, highest) value of `term` read as an unsigned number."""
    if term.op == "const":
        return term.payload, term.payload
    rule = _UNSIGNED.get(term.op)
    found = rule(term, depth - 1) if rule is not None and depth else None
    return found if found is not None else (0, (1 << term.width) - 1)


def signed_range(term: Term, depth: int = _DEPTH) -> tuple[int, int]:
    """(lowest, highest) value of `term` read as a two's complement number."""
    if term.op == "const":
        value = signed(term.payload, term.width)
        return value, value
    limit = 1 << (term.width - 1)
    rule = _SIGNED.get(term.op)
    found = rule(term, depth - 1) if rule is not None and depth else None
    if found is None:
        lowest, highest = unsigned_range(term, depth)
        return (lowest, highest) if highest < limit else (-limit, limit - 1)
    return found


def _of_zero_extension(term: Term, depth: int) -> Range:
    return unsigned_range(term.args[0], depth)


def _of_choice(term: Term, depth: int) -> Range:
    possible = values(term)
    if possible is not None:
        return min(possible), max(possible)
    if depth < 1:
        return None
    left = unsigned_range(term.args[1], depth - 1)  # choices between sums of choices: not worth the walk
    if left == (0, mask(term.width)):
        return None
    right = unsigned_range(term.args[2], depth - 1)
    return min(left[0], right[0]), max(left[1], right[1])


def _of_and(term: Term, depth: int) -> Range:
    left, right = term.args
    return 0, min(unsigned_range(left, depth)[1], unsigned_range(right, depth)[1])


def _of_or(term: Term, depth: int) -> Range:
    left, right = term.args
    return 0, mask(max(unsigned_range(left, depth)[1], unsigned_range(right, depth)[1]).bit_length())


def _of_remainder(term: Term, depth: int) -> Range:
    dividend, divisor = unsigned_range(term.args[0], depth), unsigned_range(term.args[1], depth)
    return 0, min(dividend[1], divisor[1] - 1) if divisor[0] > 0 else dividend[1]


def _of_quotient(term: Term, depth: int) -> Range:
    divisor = unsigned_range(term.args[1], depth)
    return (0, unsigned_range(term.args[0], depth)[1] // divisor[0]) if divisor[0] > 0 else None


def _of_sum(term: Term, depth: int) -> Range:
    left, top = unsigned_range(term.args[0], depth), mask(term.width)
    if left[1] == top:
        return None
    right = unsigned_range(term.args[1], depth)
    return (left[0] + right[0], left[1] + right[1]) if left[1] + right[1] <= top else None


def _of_product(term: Term, depth: int) -> Range:
    left, top = unsigned_range(term.args[0], depth), mask(term.width)
    if left[1] == top:
        return None
    right = unsigned_range(term.args[1], depth)
    return (left[0] * right[0], left[1] * right[1]) if left[1] * right[1] <= top else None


def _of_left_shift(term: Term, depth: int) -> Range:
    count = unsigned_range(term.args[1], depth)
    if count[1] >= term.width:
        return None
    value = unsigned_range(term.args[0], depth)
    return (value[0] << count[0], value[1] << count[1]) if value[1] << count[1] <= mask(term.width) else None


_UNSIGNED: dict[str, Callable[[Term, int], Range]] = {
    "zero_extend": _of_zero_extension,
    "ite": _of_choice,
    "bvand": _of_and,
    "bvor": _of_or,
    "bvxor": _of_or,
    "bvurem": _of_remainder,
    "bvudiv": _of_quotient,
    "bvadd": _of_sum,
    "bvmul": _of_product,
    "bvshl": _of_left_shift,
}


def _of_sign_extension(term: Term, depth: int) -> Range:
    return signed_range(term.args[0], depth)


def _of_signed_choice(term: Term, depth: int) -> Range:
    possible = values(term)
    if possible is not None:
        readings = [signed(value, term.width) for value in possible]
        return min(readings), max(readings)
    if depth < 1:
        return None
    left = signed_range(term.args[1], depth - 1)
    if left == _everything(term):
        return None
    right = signed_range(term.args[2], depth - 1)
    return min(left[0], right[0]), max(left[1], right[1])


def _of_signed_sum(term: Term, depth: int) -> Range:
    left, (least, greatest) = signed_range(term.args[0], depth), _everything(term)
    if left == (least, greatest):
        return None
    right = signed_range(term.args[1], depth)
    lowest, highest = left[0] + right[0], left[1] + right[1]
    return (lowest, highest) if least <= lowest and highest <= greatest else None


def _of_signed_product(term: Term, depth: int) -> Range:
    left, (least, greatest) = signed_range(term.args[0], depth), _everything(term)
    if left == (least, greatest):
        return None
    right = signed_range(term.args[1], depth)
    corners = [one * other for one in left for other in right]
    return (min(corners), max(corners)) if least <= min(corners) and max(corners) <= greatest else None


def _of_negation(term: Term, depth: int) -> Range:
    lowest, highest = signed_range(term.args[0], depth)
    return (-highest, -lowest) if lowest > _everything(term)[0] else None


def _everything(term: Term) -> tuple[int, int]:
    limit = 1 << (term.width - 1)
    return -limit, limit - 1


_SIGNED: dict[str, Callable[[Term, int], Range]] = {
    "sign_extend": _of_sign_extension,
    "ite": _of_signed_choice,
    "bvadd": _of_signed_sum,
    "bvmul": _of_signed_product,
    "bvneg": _of_negation,
}
