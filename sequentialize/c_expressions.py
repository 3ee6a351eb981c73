"""Expressions of the goto program as C text that means the same.

Addresses become places (`a[i]`, `p->next`) where one of exactly the accessed type stands there; elsewhere they are sums
of bytes with a cast.
"""

from __future__ import annotations

import re
from collections.abc import Callable

from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.escaping import symbols_in
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
from esbmc_py.goto.symbols import Symbol
from esbmc_py.goto.types import ArrayType, CType, IntType, PointerType, StructType, size_of, unqualified

from .c_types import CTypes, constant_of

_OVERFLOW = {"overflow+": "add", "overflow-": "sub", "overflow*": "mul"}
_PLAIN = re.compile(r"&?\w[\w.\[\]]*(->\w[\w.\[\]]*)*|OVERFLOWS\(.*\)")
_Term = tuple[Expression, int]


@dataclass(frozen=True, slots=True)
class CExpressions:
    types: CTypes
    register: Callable[[Register], str]
    symbol: Callable[[Symbol], str]
    function: Callable[[str], str]

    def write(self, expression: Expression) -> str:
        """A text of the expression's type, to be used anywhere."""
        match expression:
            case Register():
                return self.register(expression)
            case Const():
                text = constant_of(expression)
                return f"({text})" if text.startswith("-") else text
            case AddressOf() | Binary(type=PointerType()):
                return self.address(expression)
            case FunctionAddress(name, ctype):
                return f"({self.types.declaration(ctype)}){self.function(name)}"
            case Unary(op, operand, ctype):
                return self.narrowed(f"{op}{self.atom(operand)}", ctype if op != "!" else None)
            case Convert(operand, IntType(width=width, signed=signed)) if width not in (8, 16, 32, 64, 128):
                return _bits(self.atom(operand), width, signed)
            case Convert(operand, ctype):
                if self.types.same(operand.type, ctype):
                    return self.write(operand)
                return f"({self.types.declaration(ctype)}){self.atom(operand)}"
            case Binary(op, left, right) if op in OVERFLOWS:
                name = self.types.declaration(left.type)
                return f"OVERFLOWS({_OVERFLOW[op]}, {name}, {self.write(left)}, {self.write(right)})"
            case Binary(op, left, right) if op in COMPARISONS:
                return f"{self.atom(left)} {op} {self.operand(right, left)}"
            case Binary(op, left, right, ctype):
                return self.narrowed(f"{self.atom(left)} {op} {self.atom(right)}", ctype)

    def atom(self, expression: Expression) -> str:
        """With parentheses if it is more than one thing."""
        text = self.write(expression)
        return text if isinstance(expression, Register | Const) or _PLAIN.fullmatch(text) else f"({text})"

    def operand(self, right: Expression, left: Expression) -> str:
        """The other side of a comparison: of pointers, with the first's type."""
        pointers = isinstance(left.type, PointerType) and isinstance(right.type, PointerType)
        null = isinstance(right, Const) and right.value == 0
        if pointers and not null and not self.types.same(left.type, right.type):
            return f"({self.types.declaration(left.type)}){self.atom(right)}"
        return self.atom(right)

    def narrowed(self, text: str, ctype: CType | None) -> str:
        """C computes with int at least."""
        if isinstance(ctype, IntType) and ctype.width < 32:
            return f"({self.types.declaration(ctype)})({text})"
        return text

    def assigned(self, value: Expression, ctype: CType) -> str:
        """A value for something of this type: C converts numbers by itself, pointers not."""
        if isinstance(value, Const) and value.value == 0:
            return self.write(value)
        if isinstance(ctype, PointerType) != isinstance(value.type, PointerType) or (
            isinstance(ctype, PointerType) and not self.types.same(value.type, ctype)
        ):
            return f"({self.types.declaration(ctype)}){self.atom(value)}"
        return self.write(value)

    # -- addresses and places -------------------------------------------------------------------------------------

    def address(self, expression: Expression) -> str:
        """Of the pointer's type."""
        assert isinstance(expression.type, PointerType)
        target = unqualified(expression.type.target)
        if not isinstance(target, IntType | PointerType | StructType):
            return self.bytes(expression)
        place = self.place(expression, target)
        if place is None:
            return self.bytes(expression)
        constant = any(symbol.constant for symbol in symbols_in(expression))
        return f"({self.types.declaration(expression.type)}){address_of(place)}" if constant else address_of(place)

    def bytes(self, expression: Expression) -> str:
        cast = self.types.declaration(expression.type)
        match expression:
            case AddressOf(symbol):
                return f"({cast}){address_of(self.symbol(symbol))}"
            case Binary(op, left, right):
                return f"({cast})((char *){self.atom(left)} {op} {self.atom(right)})"
            case _:
                return f"({cast}){self.atom(expression)}"

    def lvalue(self, address: Expression, ctype: CType) -> str:
        """What stands at an address, as something of this type."""
        place = self.place(address, ctype)
        if place is not None:
            return place
        pointer = self.types.declaration(PointerType(ctype, 8))
        if isinstance(address.type, PointerType) and self.types.same(address.type.target, ctype):
            return f"*{self.atom(address)}"
        return f"*({pointer}){self.atom(address)}"

    def place(self, address: Expression, wanted: CType) -> str | None:
        base, offset, terms = _sum(address)
        match base:
            case AddressOf(symbol):
                path = self.path(symbol.type, offset, terms, wanted)
                return None if path is None else self.symbol(symbol) + path
            case Register(type=PointerType(target)) if size_of(target) and not isinstance(target, ArrayType):
                text, size = self.register(base), size_of(target)
                if not terms and 0 <= offset < size:
                    path = self.path(target, offset, terms, wanted)
                    if path == "":
                        return f"*{text}"
                    return f"{text}->{path[1:]}" if path is not None and path.startswith(".") else None
                return None
            case _:
                return None

    def path(self, ctype: CType, offset: int, terms: list[_Term], wanted: CType) -> str | None:
        ctype = unqualified(ctype)
        if not offset and not terms and self.types.same(ctype, wanted):
            return ""
        match ctype:
            case ArrayType(element) if size_of(element):
                size = size_of(element)
                here = [term for term, scale in terms if scale == size]
                rest = [term for term in terms if term[1] != size]
                number, remainder = divmod(offset, size)
                if len(here) > 1 or number < 0 or (not here and number >= (ctype.count or 0)):
                    return None
                inner = self.path(element, remainder, rest, wanted)
                return None if inner is None else f"[{self.index(here, number)}]{inner}"
            case StructType() if not terms or not ctype.is_union:
                for index, member in enumerate(ctype.members or ()):
                    if member.bit_width is None and member.offset <= offset < member.offset + size_of(member.type):
                        inner = self.path(member.type, offset - member.offset, terms, wanted)
                        if inner is not None:
                            return f".{member.name or f'anonymous_{index}'}{inner}"
        return None

    def index(self, here: list[Expression], number: int) -> str:
        if not here:
            return str(number)
        return self.write(here[0]) if not number else f"{self.atom(here[0])} + {number}"


def _bits(text: str, width: int, signed: bool) -> str:
    """The value of a bit-field of this width."""
    if not signed:
        return f"({text} & {hex((1 << width) - 1)}ULL)"
    rest = 64 - width
    return f"((long long)((unsigned long long){text} << {rest}) >> {rest})"


def address_of(place: str) -> str:
    """`&x`; of `(*x)`, which is how a local on the heap is called, x."""
    return place[2:-1] if place.startswith("(*") and place.endswith(")") and "." not in place else f"&{place}"


def _sum(expression: Expression) -> tuple[Expression, int, list[_Term]]:
    """An address as base + offset + Σ term × scale, in bytes."""
    offset, terms = 0, []
    while True:
        match expression:
            case Binary(op="+", left=left, right=Const(value), type=PointerType()):
                offset += int(value)
                expression = left
            case Binary(op="-", left=left, right=Const(value), type=PointerType()):
                offset -= int(value)
                expression = left
            case Binary(op="+", left=left, right=Binary(op="*", left=term, right=Const(scale)), type=PointerType()):
                terms.append((term, int(scale)))
                expression = left
            case Convert(operand=AddressOf() | Convert() | Binary() as inner, type=PointerType()) if isinstance(
                inner.type, PointerType
            ):
                expression = inner
            case _:
                return expression, offset, terms
