"""C's integer types and the usual arithmetic conversions on x86-64, as far as generated programs need them.

Deliberately independent of the front end: the simulation of generated programs is a second opinion.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class CInteger:
    name: str
    width: int
    signed: bool

    def wrap(self, value: int) -> int:
        if self.name == "_Bool":
            return int(value != 0)
        value &= (1 << self.width) - 1
        return value - (1 << self.width) if self.signed and value >> (self.width - 1) else value

    @property
    def suffix(self) -> str:
        """Of a constant of this type."""
        return ("" if self.signed else "u") + ("l" if self.width == 64 else "")


INT = CInteger("int", 32, True)
UNSIGNED = CInteger("unsigned", 32, False)
LONG = CInteger("long", 64, True)
BOOL = CInteger("_Bool", 8, False)
CHAR = CInteger("char", 8, True)
TYPES = (
    INT,
    UNSIGNED,
    CHAR,
    CInteger("unsigned char", 8, False),
    CInteger("short", 16, True),
    CInteger("unsigned short", 16, False),
    LONG,
    CInteger("unsigned long", 64, False),
    BOOL,
)


def promoted(ctype: CInteger) -> CInteger:
    return INT if ctype.width < INT.width else ctype


def common(left: CInteger, right: CInteger) -> CInteger:
    left, right = promoted(left), promoted(right)
    if left.width != right.width:
        return max(left, right, key=lambda ctype: ctype.width)
    return right if left.signed else left


def divide(left: int, right: int) -> int:
    quotient = abs(left) // abs(right)
    return quotient if (left < 0) == (right < 0) else -quotient


def remainder(left: int, right: int) -> int:
    return left - divide(left, right) * right


ARITHMETIC: dict[str, Callable[[int, int], int]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": divide,
    "%": remainder,
    "&": operator.and_,
    "|": operator.or_,
    "^": operator.xor,
    "<<": operator.lshift,
    ">>": operator.rshift,
}

COMPARISONS: dict[str, Callable[[int, int], bool]] = {
    "==": operator.eq,
    "!=": operator.ne,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
