"""C's arithmetic on scalars that are not pointers: conversions, operators, and the checks that go with them."""

from __future__ import annotations

from typing import Any

from esbmc_py.goto.expressions import COMPARISONS, Binary, Const, Expression
from esbmc_py.goto.properties import Property
from esbmc_py.goto.types import INT, UNSIGNED, FloatType, IntType, PointerType, ScalarType, unqualified

from .architecture import field_type, promote, storable, usual_conversion
from .builder import FunctionBuilder
from .operators import binary, cannot_overflow, convert, unary, value_range
from .problems import TypeProblem, UnsupportedConstruct, location_of
from .scopes import MemoryPlace, Place


class Arithmetic:
    def __init__(self, builder: FunctionBuilder) -> None:
        self._builder = builder

    def converted(self, value: Expression, ctype: ScalarType) -> Expression:
        """A conversion that nobody asked for by a cast; checked for lost values where that is asked for."""
        if self._checks_conversions and isinstance(value.type, IntType) and isinstance(ctype, IntType):
            if not ctype.is_bool:
                value = self._builder.settle(value)
                self._require_fits(value, ctype)
        return convert(value, ctype)

    def converted_for(self, place: Place, value: Expression) -> Expression:
        """A value on its way to a place, which may be narrower than its type."""
        ctype = unqualified(place.type)
        field = place.bits if isinstance(place, MemoryPlace) else None
        if field is not None and self._checks_conversions and isinstance(value.type, IntType):
            assert isinstance(ctype, IntType) and field.bit_width is not None
            value = self._builder.settle(value)
            self._require_fits(value, field_type(ctype, field.bit_width))
        return self.converted(value, ctype)  # type: ignore[arg-type]

    @property
    def _checks_conversions(self) -> bool:
        """Not in the library: its conversions are meant."""
        return self._builder.checks.conversion and not self._builder.is_model

    def _require_fits(self, value: Expression, ctype: IntType) -> None:
        low, high = value_range(value)
        if isinstance(value, Const) and -(1 << ctype.width - 1) <= value.value < 1 << ctype.width:
            return  # `unsigned all = -1;` and `char c = 0xff;` say what they mean
        if ctype.minimum <= low and high <= ctype.maximum:
            return
        back = convert(convert(value, ctype), value.type)
        same: Expression = Binary("==", back, value, INT)
        assert isinstance(value.type, IntType)
        if value.type.signed != ctype.signed and value.type.width <= ctype.width:
            signed_side = value if value.type.signed else convert(value, ctype)
            same = binary(">=", signed_side, Const(0, signed_side.type))
        self._builder.require(same, Property.CONVERSION, f"conversion from '{value.type}' to '{ctype}' loses the value")

    def unary(self, op: str, operand: Expression, node: Any) -> Expression:
        ctype = operand.type
        if isinstance(ctype, PointerType) or (op == "~" and isinstance(ctype, FloatType)):
            raise TypeProblem(f"wrong type argument to unary {op}: '{ctype}'", location_of(node))
        self._reject_long_double(ctype, node)
        promoted = promote(ctype)
        value = convert(operand, storable(promoted))
        if op == "+":
            return convert(value, promoted)
        if op == "-" and isinstance(value.type, IntType):
            zero = Const(0, value.type)
            value = self._checked("-", zero, value)[1]
        return unary(op, value) if op == "!" else convert(unary(op, value), promoted)

    def binary(self, op: str, left: Expression, right: Expression, node: Any) -> Expression:
        if isinstance(left.type, PointerType) or isinstance(right.type, PointerType):
            raise TypeProblem(f"invalid operands to {op}: '{left.type}' and '{right.type}'", location_of(node))
        if op in ("<<", ">>"):
            return self._shift(op, left, right, node)
        common = usual_conversion(left.type, right.type)
        if isinstance(common, FloatType) and op in ("%", "&", "|", "^"):
            raise TypeProblem(f"invalid operands to {op}: '{left.type}' and '{right.type}'", location_of(node))
        if op not in COMPARISONS:
            self._reject_long_double(common, node)
        held = storable(common)
        left, right = convert(self.converted(left, common), held), convert(self.converted(right, common), held)
        if isinstance(common, IntType):
            if op in ("/", "%"):
                left, right = self._checked_division(op, left, right)
            elif op in ("+", "-", "*"):
                left, right = self._checked(op, left, right)
        value = binary(op, left, right)
        return value if op in COMPARISONS else convert(value, common)

    def _reject_long_double(self, ctype: ScalarType, node: Any) -> None:
        if isinstance(ctype, FloatType) and ctype.size > 8:
            raise UnsupportedConstruct("arithmetic in long double", location_of(node))

    def _checked(self, op: str, left: Expression, right: Expression) -> tuple[Expression, Expression]:
        """Signed +, -, * must not overflow."""
        ctype = left.type
        assert isinstance(ctype, IntType)
        if not ctype.signed or not self._builder.checks.overflow or cannot_overflow(op, left, right):
            return left, right
        left, right = self._builder.settle(left), self._builder.settle(right)
        overflows = binary(f"overflow{op}", left, right)
        self._builder.require(unary("!", overflows), Property.OVERFLOW, f"signed overflow in {op}")
        return left, right

    def _checked_division(self, op: str, left: Expression, right: Expression) -> tuple[Expression, Expression]:
        checks, ctype = self._builder.checks, left.type
        assert isinstance(ctype, IntType)
        if isinstance(right, Const) and right.value not in (0, -1):
            return left, right
        if checks.division or checks.overflow:
            left, right = self._builder.settle(left), self._builder.settle(right)
        if checks.division:
            self._builder.require(binary("!=", right, Const(0, ctype)), Property.DIVISION, f"division by zero in {op}")
        if ctype.signed and (checks.overflow or checks.division):
            self._require_quotient(op, left, right)
        return left, right

    def _require_quotient(self, op: str, left: Expression, right: Expression) -> None:
        """The processor traps where it does not fit, as it does for zero: whoever fears the one fears the other."""
        assert isinstance(left.type, IntType)
        not_minimum = binary("!=", left, Const(left.type.minimum, left.type))
        not_minus_one = binary("!=", right, Const(-1, right.type))
        fits = binary("|", not_minimum, not_minus_one)
        if self._builder.checks.overflow:
            self._builder.require(fits, Property.OVERFLOW, f"signed overflow in {op}")
        else:
            what = f"the smallest number is divided by -1 in {op}: the result does not fit"
            self._builder.require(fits, Property.DIVISION, what)

    def _shift(self, op: str, left: Expression, right: Expression, node: Any) -> Expression:
        if isinstance(left.type, FloatType) or isinstance(right.type, FloatType):
            raise TypeProblem(f"invalid operands to {op}: '{left.type}' and '{right.type}'", location_of(node))
        promoted = promote(left.type)
        left, right = convert(left, storable(promoted)), convert(right, storable(promote(right.type)))
        assert isinstance(left.type, IntType) and isinstance(right.type, IntType)
        if self._builder.checks.shift:
            low, high = value_range(right)
            if low < 0 or high >= left.type.width:
                right = self._builder.settle(right)
                wide = UNSIGNED if right.type.width <= 32 else IntType(right.type.width, False, "unsigned long")
                inside = binary("<", convert(right, wide), Const(left.type.width, wide))
                self._builder.require(inside, Property.SHIFT, f"shift by a count outside 0..{left.type.width - 1}")
        if op == "<<" and left.type.signed and self._checks_shifted_values:
            left, right = self._checked_left_shift(left, right)
        return convert(binary(op, left, right), promoted)

    @property
    def _checks_shifted_values(self) -> bool:
        return self._builder.checks.shifted_value and not self._builder.is_model

    def _checked_left_shift(self, left: Expression, right: Expression) -> tuple[Expression, Expression]:
        """C11 6.5.7: of negative numbers, and of others beyond the largest one, it is undefined."""
        ctype = left.type
        assert isinstance(ctype, IntType)
        (low, high), (_, most) = value_range(left), value_range(right)
        if low >= 0 and most < ctype.width and high << max(most, 0) <= ctype.maximum:
            return left, right
        left, right = self._builder.settle(left), self._builder.settle(right)
        if low < 0:
            not_negative = binary(">=", left, Const(0, ctype))
            self._builder.require(not_negative, Property.SHIFT, "left shift of a negative number")
        fits = binary("<=", left, binary(">>", Const(ctype.maximum, ctype), right))
        self._builder.require(fits, Property.SHIFT, "left shift beyond the largest number of its type")
        return left, right
