"""Types as operands: `_Generic`, `__builtin_types_compatible_p` and `offsetof`."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Protocol

from esbmc_py.goto.expressions import Const, Expression
from esbmc_py.goto.types import (
    INT,
    VOID,
    ArrayType,
    CType,
    FunctionType,
    IntType,
    PointerType,
    StructType,
    is_scalar,
    unqualified,
)

from . import gnu_ast
from .architecture import Architecture, is_handle
from .builder import FunctionBuilder
from .operators import binary, convert
from .problems import TypeProblem, UnsupportedConstruct, location_of
from .scopes import MemoryPlace, RegisterPlace, Value, size_expression
from .syntax_nodes import c_ast


class OperandTypes(Protocol):
    """What is needed of expressions."""

    def lower(self, node: Any) -> Value: ...

    def rvalue(self, node: Any) -> Expression: ...

    def value_of(self, value: Value, node: Any) -> Expression: ...


class TypeOperands:
    def __init__(self, builder: FunctionBuilder, operands: OperandTypes, read_type: Callable[[Any], CType]) -> None:
        self._builder = builder
        self._architecture = builder.architecture
        self._operands = operands
        self._read_type = read_type

    def generic(self, node: gnu_ast.GenericSelection) -> Value:
        with self._builder.discarded():
            value = self._operands.lower(node.control)
            control: CType = VOID if value is None else self._type_of(value, node)
        default = None
        for typename, expression in node.associations:
            if typename is None:
                default = expression
            elif compatible(unqualified(self._read_type(typename)), control):
                return self._operands.lower(expression)
        if default is None:
            raise TypeProblem(f"_Generic has no association for '{control}'", location_of(node))
        return self._operands.lower(default)

    def _type_of(self, value: Value, node: Any) -> CType:
        if isinstance(value, MemoryPlace) and isinstance(value.type, StructType):
            return value.type
        if isinstance(value, RegisterPlace):
            return unqualified(value.type)
        if isinstance(value, MemoryPlace) and is_scalar(value.type) and value.bits is None:
            return value.type
        return self._operands.value_of(value, node).type

    def types_compatible(self, node: gnu_ast.TypesCompatible) -> Value:
        left = unqualified(self._read_type(node.left))
        right = unqualified(self._read_type(node.right))
        return Const(int(compatible(left, right)), INT)

    def offsetof(self, node: gnu_ast.Offsetof) -> Value:
        ctype = unqualified(self._read_type(node.type))
        base = MemoryPlace(Const(0, self._architecture.pointer(ctype)), ctype, "")
        place = self._designated(base, node.designator)
        return convert(place.address, self._architecture.size_t)

    def _designated(self, base: MemoryPlace, node: Any) -> MemoryPlace:
        match node:
            case c_ast.ID(name=name):
                return self._builder.member(base, name)
            case c_ast.StructRef(name=inner, field=field):
                return self._builder.member(self._designated(base, inner), field.name)
            case c_ast.ArrayRef(name=inner, subscript=subscript):
                place = self._designated(base, inner)
                if not isinstance(place.type, ArrayType):
                    raise TypeProblem("subscripted member is not an array", location_of(node))
                size = size_expression(place.type.element, self._architecture.size_t)
                offset = scaled(self._operands.rvalue(subscript), size, self._architecture)
                return replace(place, address=binary("+", place.address, offset), type=unqualified(place.type.element))
            case _:
                raise UnsupportedConstruct("this form of offsetof", location_of(node))


def scaled(index: Expression, size: Expression, architecture: Architecture) -> Expression:
    """How many bytes so many elements are, as the difference of two pointers."""
    return binary("*", convert(index, architecture.ptrdiff_t), convert(size, architecture.ptrdiff_t))


def compatible(left: CType, right: CType) -> bool:
    match left, right:
        case PointerType(a), PointerType(b):
            return compatible(a, b)
        case ArrayType(a, n), ArrayType(b, m):
            return compatible(a, b) and (n is None or m is None or n == m)
        case FunctionType(), FunctionType():
            if not compatible(left.result, right.result):
                return False
            if not (left.prototyped and right.prototyped):
                return True
            return (
                left.variadic == right.variadic
                and len(left.parameters) == len(right.parameters)
                and all(map(compatible, left.parameters, right.parameters))
            )
        case IntType(), IntType() if is_handle(left) or is_handle(right):
            return (left.width, left.signed) == (right.width, right.signed)
        case IntType(), IntType() if _is_enumeration(left) != _is_enumeration(right):
            number, width = (right, left.width) if _is_enumeration(left) else (left, right.width)
            return number.name in _OF_ENUMERATIONS and (number.width, left.signed) == (width, right.signed)
        case _:
            return left == right


# An enumeration is compatible with one of these, as gcc chooses: that of its width, without a sign if it needs none.
_OF_ENUMERATIONS = frozenset(f"{sign}{name}" for sign in ("", "unsigned ") for name in ("short", "int", "long")) | {
    "signed char",
    "unsigned char",
}


def _is_enumeration(ctype: IntType) -> bool:
    return ctype.name.startswith("enum ")
