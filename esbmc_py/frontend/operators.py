"""Constructors of goto expressions that fold constants: a constant expression is one that became a Const."""

from __future__ import annotations

import math
import operator
import struct
from collections.abc import Callable
from dataclasses import replace

from esbmc_py.goto.addresses import ADDRESS_SPACES
from esbmc_py.goto.expressions import (
    COMPARISONS,
    OVERFLOWS,
    AddressOf,
    Binary,
    Const,
    Convert,
    Expression,
    FunctionAddress,
    Register,
    Unary,
)
from esbmc_py.goto.types import INT, FloatType, IntType, PointerType, ScalarType

from .problems import UnsupportedConstruct

_COMPARE: dict[str, Callable[[float, float], bool]] = {
    "==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip
_EXACT: dict[str, Callable[[int, int], int]] = {
    "+": operator.add, "-": operator.sub, "*": operator.mul, "&": operator.and_, "|": operator.or_, "^": operator.xor,
}  # fmt: skip


def is_true(expression: Expression) -> bool:
    """Certainly not 0."""
    return isinstance(expression, AddressOf | FunctionAddress) or (
        isinstance(expression, Const) and expression.value != 0
    )


def is_false(expression: Expression) -> bool:
    return isinstance(expression, Const) and expression.value == 0


def is_simple(expression: Expression) -> bool:
    """Cheap to write twice."""
    return isinstance(expression, Const | Register | AddressOf | FunctionAddress)


def wrap(value: int, ctype: ScalarType) -> int:
    if isinstance(ctype, PointerType):
        return value & ((1 << ctype.width) - 1)
    assert isinstance(ctype, IntType)
    return ctype.wrap(value)


def round_float(value: float, ctype: FloatType) -> float:
    if ctype.width == 32:
        try:
            rounded: float = struct.unpack("<f", struct.pack("<f", value))[0]
            return rounded
        except OverflowError:
            return math.copysign(math.inf, value)
    return value


def constant(value: int | float, ctype: ScalarType) -> Const:
    """`value` converted to `ctype`."""
    if isinstance(ctype, FloatType):
        try:
            return Const(round_float(float(value), ctype), ctype)
        except OverflowError:
            return Const(math.copysign(math.inf, value), ctype)
    if isinstance(value, float):
        if math.isnan(value) or math.isinf(value):
            return Const(wrap(1 << (ctype.width - 1), ctype), ctype)
        if isinstance(ctype, IntType) and ctype.is_bool:
            return Const(int(value != 0), ctype)
        value = int(value)
    return Const(wrap(value, ctype), ctype)


def _same_values(left: ScalarType, right: ScalarType) -> bool:
    if isinstance(left, IntType) and isinstance(right, IntType) and left.is_bool != right.is_bool:
        return False
    return (
        not isinstance(left, FloatType)
        and not isinstance(right, FloatType)
        and left.width == right.width
        and left.signed == right.signed
    )


def convert(operand: Expression, ctype: ScalarType) -> Expression:
    source = operand.type
    if source == ctype:
        return operand
    if isinstance(ctype, FloatType) and ctype.size > 8 and _is_wide(operand):
        raise UnsupportedConstruct("a number of more than 53 bits as a long double")
    if isinstance(operand, Const):
        return constant(operand.value, ctype)
    if isinstance(ctype, IntType) and ctype.is_bool and isinstance(operand, AddressOf | FunctionAddress):
        return Const(1, ctype)
    if isinstance(operand, Convert) and _same_values(source, ctype):
        return convert(operand.operand, ctype) if not (isinstance(ctype, IntType) and ctype.is_bool) else operand
    return Convert(operand, ctype)


def _is_wide(operand: Expression) -> bool:
    """An integer that a long double holds, but a double, which it is here, may not hold."""
    if not isinstance(operand.type, IntType):
        return False
    if isinstance(operand, Const):
        return int(float(operand.value)) != operand.value
    return max(map(abs, value_range(operand))) > 1 << 53


# Bytes between the beginnings of objects, in what a narrow integer keeps of their addresses: a page, since programs ask
# whether something is aligned like that; less where so few bits are kept that most objects would be alike.
_PAGE, _LINE = 4096, 64


def with_telling_low_bits(address: Expression, width: int) -> Expression:
    """An address whose low bits tell objects apart, as they do on real machines; for integers that are narrower.

    Here, an object's number stands above the offset, so that the low half of the address of any object would be 0. A
    number that travels as a pointer stays what it is, also a negative one.
    """
    bits = address.type.width
    if width >= bits or isinstance(address, Const):
        return address
    whole = IntType(bits, False, "unsigned long")
    value = Convert(address, whole)
    space = ADDRESS_SPACES[bits]
    number = Binary(">>", value, Const(space.offset_bits, INT), whole)
    # neither 0 nor all ones
    is_object = Binary("<", Binary("-", number, Const(1, whole), whole), Const(space.most_objects - 1, whole), INT)
    spacing = Const(_PAGE if width > 16 else _LINE, whole)
    spread = Binary("*", Binary("*", number, spacing, whole), Convert(is_object, whole), whole)
    return Binary("+", value, spread, whole)


def negate(operand: Expression) -> Expression:
    """Logical not, type int."""
    if isinstance(operand, Const):
        return Const(int(operand.value == 0), INT)
    if isinstance(operand, AddressOf | FunctionAddress):
        return Const(0, INT)
    if isinstance(operand, Unary) and operand.op == "!" and _is_truth(operand.operand):
        return operand.operand
    if isinstance(operand, Binary) and operand.op in ("==", "!="):
        return Binary("!=" if operand.op == "==" else "==", operand.left, operand.right, INT)
    return Unary("!", operand, INT)


def _is_truth(expression: Expression) -> bool:
    """0 or 1 of type int."""
    if isinstance(expression, Binary):
        return expression.op in COMPARISONS or expression.op in OVERFLOWS
    return isinstance(expression, Unary) and expression.op == "!"


def truth(operand: Expression) -> Expression:
    """operand != 0, type int."""
    if _is_truth(operand):
        return operand
    if isinstance(operand, Const):
        return Const(int(operand.value != 0), INT)
    if isinstance(operand, AddressOf | FunctionAddress):
        return Const(1, INT)
    return Binary("!=", operand, constant(0, operand.type), INT)


def unary(op: str, operand: Expression) -> Expression:
    if op == "!":
        return negate(operand)
    if isinstance(operand, Const):
        if isinstance(operand.type, FloatType):
            return Const(-operand.value, operand.type)
        value = int(operand.value)
        return Const(wrap(-value if op == "-" else ~value, operand.type), operand.type)
    return Unary(op, operand, operand.type)


def binary(op: str, left: Expression, right: Expression) -> Expression:
    """Operands already have their common type (shifts: the left one's type counts). Folds where that is exact."""
    ctype = left.type
    result = INT if op in COMPARISONS or op in OVERFLOWS else ctype
    if isinstance(left, Const) and isinstance(right, Const):
        folded = _fold(op, left.value, right.value, ctype)
        if folded is not None:
            return Const(folded, result)
    if isinstance(right, Const) and not isinstance(ctype, FloatType):
        if right.value == 0 and op in ("+", "-", "|", "^", "<<", ">>"):
            return left
        if right.value == 1 and op in ("*", "/"):
            return left
        if op in ("+", "-") and isinstance(left, Binary) and left.op == "+" and isinstance(left.right, Const):
            if isinstance(ctype, PointerType) or (isinstance(ctype, IntType) and not ctype.signed):
                delta = int(left.right.value) + (int(right.value) if op == "+" else -int(right.value))
                return _retyped(binary("+", left.left, Const(_signed(delta, ctype), right.type)), ctype)
    if isinstance(left, Const) and left.value == 0 and op == "+" and not isinstance(ctype, FloatType | PointerType):
        return right
    if op in ("==", "!=") and isinstance(right, Const) and right.value == 0 and isinstance(ctype, PointerType):
        if isinstance(left, AddressOf | FunctionAddress):
            return Const(int(op == "!="), INT)
    return Binary(op, left, right, result)


def _signed(value: int, ctype: ScalarType) -> int:
    """An offset as small as possible: pointer arithmetic wraps."""
    assert not isinstance(ctype, FloatType)
    return wrap(value, ctype) if isinstance(ctype, IntType) else IntType(ctype.width, True, "offset").wrap(value)


def _retyped(expression: Expression, ctype: ScalarType) -> Expression:
    """The same value; only pointer types, which differ in their targets, can be exchanged."""
    if expression.type == ctype:
        return expression
    if isinstance(expression, AddressOf | Binary) and isinstance(ctype, PointerType):
        return replace(expression, type=ctype)
    return convert(expression, ctype)


def _fold(op: str, left: float, right: float, ctype: ScalarType) -> int | float | None:
    if op in _COMPARE:
        return int(_COMPARE[op](left, right))
    if isinstance(ctype, FloatType):
        return _fold_float(op, left, right, ctype)
    return _fold_int(op, int(left), int(right), ctype)


def _fold_float(op: str, left: float, right: float, ctype: FloatType) -> float | None:
    left, right = float(left), float(right)
    match op:
        case "+":
            return round_float(left + right, ctype)
        case "-":
            return round_float(left - right, ctype)
        case "*":
            return round_float(left * right, ctype)
        case "/" if right != 0.0:
            return round_float(left / right, ctype)
        case "/":
            if left == 0.0 or math.isnan(left) or math.isnan(right):
                return math.nan
            return math.copysign(math.inf, left) * math.copysign(1.0, right)
        case _:
            return None


def _fold_int(op: str, left: int, right: int, ctype: ScalarType) -> int | None:
    assert not isinstance(ctype, FloatType)
    if op in _EXACT:
        return wrap(_EXACT[op](left, right), ctype)
    if op in OVERFLOWS:
        exact = _EXACT[op[-1]](left, right)
        return int(wrap(exact, ctype) != exact)
    if op in ("/", "%"):
        if right == 0:
            return None
        quotient = abs(left) // abs(right)
        if (left < 0) != (right < 0):
            quotient = -quotient
        return wrap(quotient if op == "/" else left - quotient * right, ctype)
    if op in ("<<", ">>"):
        if not 0 <= right < ctype.width:
            return None
        return wrap(left << right if op == "<<" else left >> right, ctype)
    return None


def value_range(expression: Expression) -> tuple[int, int]:
    """Bounds on an integer expression's value, from its shape alone."""
    ctype = expression.type
    assert isinstance(ctype, IntType)
    match expression:
        case Const(value):
            return int(value), int(value)
        case Convert(operand) if isinstance(operand.type, IntType):
            low, high = value_range(operand)
            if ctype.minimum <= low and high <= ctype.maximum:
                return low, high
        case Unary("!", _):
            return 0, 1
        case Binary(op) if op in COMPARISONS or op in OVERFLOWS:
            return 0, 1
        case Binary("&", _, Const(mask)) if mask >= 0:
            return 0, int(mask)
        case Binary("%", left, Const(modulus)) if modulus > 0:
            return (0 if value_range(left)[0] >= 0 else 1 - int(modulus)), int(modulus) - 1
    return ctype.minimum, ctype.maximum


def cannot_overflow(op: str, left: Expression, right: Expression) -> bool:
    ctype = left.type
    assert isinstance(ctype, IntType)
    (a, b), (c, d) = value_range(left), value_range(right)
    match op:
        case "+":
            low, high = a + c, b + d
        case "-":
            low, high = a - d, b - c
        case _:
            products = (a * c, a * d, b * c, b * d)
            low, high = min(products), max(products)
    return ctype.minimum <= low and high <= ctype.maximum
