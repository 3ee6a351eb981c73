"""Expressions of the goto program: pure, scalar, over registers and constants. None of them reads memory.

Semantics, for every consumer alike:
- A value of integer type is a mathematical integer within the type's range; of pointer type, an unsigned integer (see
  `addresses`); of float type, an IEEE number.
- `Binary` on integers and pointers computes exactly and wraps to `type` (`IntType.wrap`); both operands have `type`'s
  width, except for shifts, whose right operand may have any integer type. Division and remainder truncate toward zero.
  `>>` on a signed type is arithmetic. A shift count outside 0..width-1, or a division by zero, never gets here in a
  program whose checks are on; where it does, x86 semantics (count modulo width) and a violation, respectively.
- A comparison has type int, value 0 or 1; its operands have one common type (signedness decides).
- `overflow+ overflow- overflow*` have type int: 1 iff the exact result does not fit the operands' (signed) type.
- `Convert` is C's conversion: wraps to integers, `!= 0` to `_Bool`, truncates floats toward zero, rounds to nearest.
"""

from __future__ import annotations

from typing import TypeAlias

from esbmc_py.goto.deferred import dataclass

from .symbols import Symbol
from .types import PointerType, ScalarType

ARITHMETIC = frozenset({"+", "-", "*", "/", "%", "<<", ">>", "&", "|", "^"})
COMPARISONS = frozenset({"==", "!=", "<", "<=", ">", ">="})
OVERFLOWS = frozenset({"overflow+", "overflow-", "overflow*"})


@dataclass(frozen=True, slots=True)
class Const:
    value: int | float
    type: ScalarType


@dataclass(frozen=True, slots=True)
class Register:
    """A scalar local variable or temporary whose address nobody takes. `index` is its place in the frame."""

    index: int
    name: str
    type: ScalarType


@dataclass(frozen=True, slots=True)
class AddressOf:
    """The address of an object with a name: a global, a thread-local (of the executing thread) or a local in memory."""

    symbol: Symbol
    type: PointerType


@dataclass(frozen=True, slots=True)
class FunctionAddress:
    name: str
    type: PointerType  # to FunctionType


@dataclass(frozen=True, slots=True)
class Unary:
    op: str  # "-", "~" keep the operand's type; "!" has type int (operand == 0)
    operand: Expression
    type: ScalarType


@dataclass(frozen=True, slots=True)
class Binary:
    op: str
    left: Expression
    right: Expression
    type: ScalarType


@dataclass(frozen=True, slots=True)
class Convert:
    operand: Expression
    type: ScalarType


Expression: TypeAlias = Const | Register | AddressOf | FunctionAddress | Unary | Binary | Convert
