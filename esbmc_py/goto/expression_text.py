"""Expressions and types as C text, with no more parentheses and casts than it takes to read them.

Addresses are written as the programmer would: `&a[i]`, `&p->next`. Where no such name fits, they are sums of bytes.
With `exact`, all arithmetic on addresses and all conversions are shown as they are.
"""

from __future__ import annotations

from collections.abc import Sequence

from esbmc_py.goto.deferred import dataclass

from .expressions import OVERFLOWS, AddressOf, Binary, Const, Convert, Expression, FunctionAddress, Register, Unary
from .types import (
    ArrayType,
    CType,
    FloatType,
    FunctionType,
    IntType,
    PointerType,
    QualifiedType,
    ScalarType,
    StructType,
    size_of,
    unqualified,
)

_PRECEDENCE = {"*": 12, "/": 12, "%": 12, "+": 11, "-": 11, "<<": 10, ">>": 10, "<": 9, "<=": 9, ">": 9, ">=": 9}
_PRECEDENCE |= {"==": 8, "!=": 8, "&": 7, "^": 6, "|": 5}
_POSTFIX, _UNARY = 15, 14


def expression_text(expression: Expression, *, exact: bool = False) -> str:
    return _Writer(exact).write(expression)[0]


def declaration_text(ctype: CType, name: str) -> str:
    """`int (*f)(void)`, `char *argv[3]`: the type written around the name."""
    match ctype:
        case PointerType(target):
            inner = f"*{name}"
            return declaration_text(target, f"({inner})" if isinstance(target, ArrayType | FunctionType) else inner)
        case ArrayType(element, count):
            return declaration_text(element, f"{name}[{'' if count is None else count}]")
        case FunctionType(result):
            return declaration_text(result, f"{name}({ctype.parameter_text})")
        case QualifiedType(PointerType(target), atomic, volatile):
            qualifiers = "_Atomic " * atomic + "volatile " * volatile
            return declaration_text(PointerType(target, 0), qualifiers + name)
        case _:
            return f"{ctype} {name}" if name else str(ctype)


@dataclass(frozen=True, slots=True)
class _Writer:
    exact: bool

    def write(self, expression: Expression) -> tuple[str, int]:
        """The text and how tightly its outermost operator binds."""
        match expression:
            case Register():
                return expression.name, _POSTFIX
            case Const(value, ctype):
                return constant_text(value, ctype)
            case AddressOf(symbol):
                return f"&{symbol.name}", _UNARY
            case FunctionAddress(name):
                return name, _POSTFIX
            case Unary(op, operand):
                text = self.inside(operand, _UNARY)
                return f"{op} {text}" if op == "-" and text.startswith("-") else op + text, _UNARY
            case Convert(operand, ctype):
                return self.conversion(operand, ctype)
            case Binary(op, left, right) if op in OVERFLOWS:
                return f"overflow({self.write(left)[0]} {op[-1]} {self.write(right)[0]})", _POSTFIX
            case Binary(op, left, right, ctype):
                if not self.exact and isinstance(ctype, PointerType):
                    named = self.place(expression, ctype)
                    if named is not None:
                        return named, _UNARY
                return self.operation(op, left, right)

    def inside(self, expression: Expression, at_least: int) -> str:
        text, binding = self.write(expression)
        return text if binding >= at_least else f"({text})"

    def operation(self, op: str, left: Expression, right: Expression) -> tuple[str, int]:
        if op == "+" and isinstance(right, Const) and isinstance(right.value, int) and right.value < 0:
            op, right = "-", Const(-right.value, right.type)
        binding = _PRECEDENCE[op]
        return f"{self.inside(left, binding)} {op} {self.inside(right, binding + 1)}", binding

    def conversion(self, operand: Expression, ctype: ScalarType) -> tuple[str, int]:
        if not self.exact and _is_plain(operand.type, ctype):
            return self.write(operand)
        return f"({ctype}){self.inside(operand, _UNARY)}", _UNARY

    # Addresses as places

    def place(self, expression: Expression, ctype: PointerType) -> str | None:
        base, constant, terms = _sum(expression)
        match base:
            case AddressOf(symbol):
                path = self.path(symbol.type, constant, terms, ctype.target)
                return None if path is None else f"&{symbol.name}{path}"
            case _ if isinstance(base.type, PointerType) and size_of(base.type.target):
                text = self.inside(base, _POSTFIX)
                element = size_of(base.type.target)
                if terms or not 0 <= constant < element:
                    path = self.path(ArrayType(base.type.target, None), constant, terms, ctype.target)
                    return None if path is None else f"&{text}{path}"
                path = self.path(base.type.target, constant, terms, ctype.target)
                return f"&{text}->{path[1:]}" if path is not None and path.startswith(".") else None
            case _:
                return None

    def path(self, ctype: CType, constant: int, terms: Sequence[tuple[Expression, int]], wanted: CType) -> str | None:
        """`[i].next`: the part of a `ctype` that stands at this offset and looks like `wanted`."""
        ctype = unqualified(ctype)
        if (
            not constant
            and not terms
            and (ctype == unqualified(wanted) or not isinstance(ctype, ArrayType | StructType))
        ):
            return ""
        match ctype:
            case ArrayType(element) if size_of(element):
                size = size_of(element)
                here = [term for term, scale in terms if scale == size]
                rest = [(term, scale) for term, scale in terms if scale != size]
                if len(here) > 1:
                    return None
                number, remainder = divmod(constant, size)
                index = self.index(here, number)
                inner = self.path(element, remainder, rest, wanted)
                return None if inner is None else f"[{index}]{inner}"
            case StructType():
                for member in ctype.members or ():
                    if member.bit_width is None and member.offset <= constant < member.offset + size_of(member.type):
                        inner = self.path(member.type, constant - member.offset, terms, wanted)
                        if inner is not None:
                            return inner if member.name is None else f".{member.name}{inner}"
        return None

    def index(self, terms: list[Expression], number: int) -> str:
        if not terms:
            return str(number)
        if not number:
            return self.write(terms[0])[0]
        return f"{self.inside(terms[0], _PRECEDENCE['+'])} {'+' if number > 0 else '-'} {abs(number)}"


def _sum(expression: Expression) -> tuple[Expression, int, list[tuple[Expression, int]]]:
    """A pointer as base + constant + Σ term × scale."""
    constant, terms = 0, []
    while isinstance(expression, Binary) and expression.op in ("+", "-") and isinstance(expression.type, PointerType):
        sign = 1 if expression.op == "+" else -1
        added = expression.right
        if isinstance(added, Const):
            constant += sign * int(added.value)
        elif isinstance(added, Binary) and added.op == "*" and isinstance(added.right, Const) and sign > 0:
            terms.append((added.left, int(added.right.value)))
        elif sign > 0:
            terms.append((added, 1))
        else:
            return expression, constant, terms
        expression = expression.left
    if isinstance(expression, Convert) and isinstance(expression.operand, AddressOf):
        expression = expression.operand
    return expression, constant, terms


def constant_text(value: float, ctype: ScalarType) -> tuple[str, int]:
    match ctype:
        case PointerType() if value == 0:
            return "NULL", _POSTFIX
        case PointerType():
            return hex(int(value)), _POSTFIX
        case FloatType():
            text = repr(float(value))
        case _:
            text = str(int(value))
    return text, _UNARY if text.startswith("-") else _POSTFIX


def _is_plain(source: ScalarType, target: ScalarType) -> bool:
    """Does the conversion keep every value, so that the reader need not see it?"""
    match source, target:
        case PointerType(), PointerType():
            return True
        case IntType(), IntType():
            return target.minimum <= source.minimum and source.maximum <= target.maximum
        case FloatType(), FloatType():
            return source.width <= target.width
        case _:
            return False
