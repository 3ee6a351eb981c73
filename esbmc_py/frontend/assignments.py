"""What writes to places: assignments, `x += e`, `x++`, and which values a place takes."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Any, Protocol

from esbmc_py.goto.expressions import Const, Convert, Expression
from esbmc_py.goto.symbols import OpenOrder
from esbmc_py.goto.types import (
    INT,
    ArrayType,
    CType,
    FloatType,
    FunctionType,
    IntType,
    PointerType,
    ScalarType,
    StructType,
    VoidType,
    unqualified,
)

from .architecture import is_handle
from .arithmetic import Arithmetic
from .builder import FunctionBuilder
from .evaluation_order import EvaluationOrder
from .operators import negate, with_telling_low_bits
from .problems import TypeProblem, location_of
from .scopes import MemoryPlace, Place, RegisterPlace, Value
from .syntax_nodes import c_ast

INCREMENTS = {"++": "+", "--": "-", "p++": "+", "p--": "-"}


class AssignmentOperands(Protocol):
    """What is needed of expressions."""

    def place(self, node: Any) -> Place: ...

    def rvalue(self, node: Any) -> Expression: ...

    def aggregate(self, node: Any) -> MemoryPlace: ...

    def operate(self, op: str, left: Expression, right: Expression, node: Any) -> Expression: ...

    def pointer_add(
        self, op: str, pointer: Expression, index: Expression, node: Any, *, kept: bool = False
    ) -> Expression: ...


class Assignments:
    def __init__(
        self,
        builder: FunctionBuilder,
        arithmetic: Arithmetic,
        operands: AssignmentOperands,
        order: EvaluationOrder,
        takes_addresses_apart: Callable[[], bool],
    ) -> None:
        self._order = order
        self._builder = builder
        self._takes_addresses_apart = takes_addresses_apart
        self._architecture = builder.architecture
        self._arithmetic = arithmetic
        self._operands = operands

    def assign(self, node: c_ast.Assignment) -> Value:
        if node.op != "=":
            return self._compound(node)
        place, value = self._sides(node)
        self._builder.location = location_of(node)
        if isinstance(value, MemoryPlace):
            assert isinstance(place, MemoryPlace)
            self._builder.copy(place, value)
            return place
        value = self._require_assignable(value, unqualified(place.type), node)
        return self._builder.store(place, self._arithmetic.converted_for(place, value))

    def _sides(self, node: c_ast.Assignment) -> tuple[Place, Expression | MemoryPlace]:
        """Where the object is, and what it is given: in both orders where they disturb each other."""
        if self._order.matters_for(node.lvalue, node.rvalue):
            with self._builder.discarded():
                place = self._operands.place(node.lvalue)
            if isinstance(place, MemoryPlace):
                return self._sides_in_some_order(place.type, node)
        place = self._operands.place(node.lvalue)
        if node.op != "=":
            place = self._settled(place)
        return place, self._right_side(place.type, node)

    def _sides_in_some_order(
        self, ctype: CType, node: c_ast.Assignment
    ) -> tuple[MemoryPlace, Expression | MemoryPlace]:
        sides: list[Callable[[], Expression | MemoryPlace]] = [
            partial(self._place_in_memory, node.lvalue),
            partial(self._right_side, ctype, node),
        ]
        place, value = self._order.evaluate(OpenOrder.ASSIGNMENTS, node, sides)
        assert isinstance(place, MemoryPlace)
        return place, value

    def _place_in_memory(self, node: c_ast.Node) -> MemoryPlace:
        place = self._operands.place(node)
        assert isinstance(place, MemoryPlace)
        return place

    def _right_side(self, ctype: CType, node: c_ast.Assignment) -> Expression | MemoryPlace:
        if node.op == "=" and isinstance(unqualified(ctype), StructType):
            return self._operands.aggregate(node.rvalue)
        if isinstance(unqualified(ctype), ArrayType):
            raise TypeProblem("cannot assign to an array", location_of(node))
        return self._operands.rvalue(node.rvalue)

    def _compound(self, node: c_ast.Assignment) -> Expression:
        op = node.op[:-1]
        place, right = self._sides(node)
        assert isinstance(right, Expression)
        self._builder.location = location_of(node)

        def compute(current: Expression) -> Expression:
            return self._operands.operate(op, current, right, node)

        return self._update(place, compute)

    def increment(self, node: c_ast.UnaryOp) -> Expression:
        place = self._settled(self._operands.place(node.expr))
        op = INCREMENTS[node.op]
        old: Expression | None = None

        def compute(current: Expression) -> Expression:
            nonlocal old
            if node.op[0] == "p":
                old = current
                if isinstance(place, RegisterPlace):
                    old = self._builder.temporary(current.type, place.text)
                    self._builder.assign(old, current)
            return self._step(op, current, node)

        new = self._update(place, compute)
        return old if old is not None else new

    def _step(self, op: str, current: Expression, node: Any) -> Expression:
        if isinstance(current.type, PointerType):
            return self._operands.pointer_add(op, current, Const(1, INT), node)
        amount = Const(1.0, current.type) if isinstance(current.type, FloatType) else Const(1, INT)
        if isinstance(current.type, IntType) and current.type.is_bool:
            return Const(1, INT) if op == "+" else negate(current)
        return self._arithmetic.binary(op, current, amount, node)

    def _update(self, place: Place, compute: Callable[[Expression], Expression]) -> Expression:
        """Read, compute, write: one atomic section for an _Atomic object, separate accesses otherwise."""
        if isinstance(place, MemoryPlace) and place.atomic:
            with self._builder.atomic():
                return self._updated(place, compute)
        return self._updated(place, compute)

    def _updated(self, place: Place, compute: Callable[[Expression], Expression]) -> Expression:
        value = compute(self._builder.load(place))
        return self._builder.store(place, self._arithmetic.converted_for(place, value))

    def _settled(self, place: Place) -> Place:
        """A place whose address is computed once although it is read and written."""
        if isinstance(place, RegisterPlace):
            return place
        return replace(place, address=self._builder.settle(place.address, "address"))

    def assignable(self, value: Expression, ctype: CType, node: Any) -> Expression:
        """`value` converted as if by assignment; what gcc rejects is rejected."""
        return self._arithmetic.converted(self._require_assignable(value, ctype, node), ctype)  # type: ignore[arg-type]

    def _require_assignable(self, value: Expression, ctype: CType, node: Any) -> Expression:
        if isinstance(ctype, StructType | VoidType | ArrayType | FunctionType):
            raise TypeProblem(f"cannot convert '{value.type}' to '{ctype}'", location_of(node))
        target: ScalarType = ctype  # type: ignore[assignment]
        if isinstance(target, PointerType) != isinstance(value.type, PointerType):
            if isinstance(target, FloatType) or isinstance(value.type, FloatType):
                raise TypeProblem(f"cannot convert '{value.type}' to '{ctype}'", location_of(node))
        return self.with_telling_low_bits(value, target)

    def with_telling_low_bits(self, value: Expression, ctype: ScalarType) -> Expression:
        """A value that becomes an integer of that type; it may be an address, also one in a wide integer.

        The handle of a thread is the address of what the library keeps of it.
        """
        if not isinstance(ctype, IntType) or ctype.is_bool or ctype.width >= self._architecture.pointer_size * 8:
            return value
        source = value
        while isinstance(source, Convert) and source.type.width >= self._architecture.pointer_size * 8:
            source = source.operand
        if not (isinstance(source.type, PointerType) or is_handle(source.type)):
            return value
        if self._takes_addresses_apart():
            return value  # they may be put together again
        return with_telling_low_bits(self._builder.settle(source, "address"), ctype.width)
