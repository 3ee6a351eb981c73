"""Choices: conditions that jump, `&&` and `||` as values, and the conditional operator.

Constant conditions cause no control flow, so that constant expressions stay constant.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from esbmc_py.goto.expressions import Const, Expression
from esbmc_py.goto.instructions import Assign
from esbmc_py.goto.types import (
    INT,
    CType,
    PointerType,
    QualifiedType,
    ScalarType,
    StructType,
    VoidType,
    unqualified,
)

from . import gnu_ast
from .architecture import usual_conversion
from .evaluating import Evaluating, FunctionAround
from .operators import convert, is_false, is_true, negate, truth
from .place_text import place_text
from .problems import TypeProblem, location_of
from .scopes import EnumConstant, MemoryPlace, RegisterPlace, Value
from .syntax_nodes import c_ast

_PLACES = (RegisterPlace, MemoryPlace)


class Choices:
    def __init__(self, lowering: FunctionAround, expressions: Evaluating) -> None:
        self._expressions = expressions
        self._builder = lowering.builder
        self._architecture = lowering.architecture

    def test(self, node: Any, if_true: int, if_false: int, *, next_label: int) -> None:
        """The condition of a statement: jumps as `condition` does. An atomic one is decided first, and jumps then."""
        if not self._builder.sections.wanted:
            self.condition(node, if_true, if_false, next_label=next_label)
            return
        with self._builder.sections.statement():
            value = self._expressions.rvalue(node)
        self._jump(value, if_true, if_false, next_label)

    def condition(self, node: Any, if_true: int, if_false: int, *, next_label: int) -> None:
        """Jumps to one of two labels; `next_label` is the one that the caller places right behind."""
        self._builder.location = location_of(node)
        match node:
            case c_ast.UnaryOp(op="!", expr=operand):
                self.condition(operand, if_false, if_true, next_label=next_label)
            case c_ast.BinaryOp(op="&&" | "||" as op, left=left, right=right):
                middle = self._builder.label()
                if op == "&&":
                    self.condition(left, middle, if_false, next_label=middle)
                else:
                    self.condition(left, if_true, middle, next_label=middle)
                self._builder.place_label(middle)
                self.condition(right, if_true, if_false, next_label=next_label)
            case _:
                self._jump(self._expressions.rvalue(node), if_true, if_false, next_label)

    def _jump(self, value: Expression, if_true: int, if_false: int, next_label: int) -> None:
        if is_true(value) or is_false(value):
            target = if_true if is_true(value) else if_false
            if target != next_label:
                self._builder.goto(target)
            return
        if next_label == if_true:
            self._builder.branch(negate(value), if_false)
            return
        self._builder.branch(truth(value), if_true)
        if next_label != if_false:
            self._builder.goto(if_false)

    def logical(self, node: c_ast.BinaryOp) -> Expression:
        left = self._constant_truth(node.left)
        if left is not None:  # decided already: no control flow, so that constant expressions stay constant
            if left == (node.op == "||"):
                return Const(int(left), INT)
            return truth(self._expressions.rvalue(node.right))
        builder = self._builder
        yes, no, end = builder.label(), builder.label(), builder.label()
        result = builder.temporary(INT, "truth")
        self.condition(node, yes, no, next_label=yes)
        builder.place_label(yes)
        builder.assign(result, Const(1, INT))
        builder.goto(end)
        builder.place_label(no)
        builder.assign(result, Const(0, INT))
        builder.place_label(end)
        return result

    def _constant_truth(self, node: Any) -> bool | None:
        """The truth of a condition that is a constant expression by its syntax."""
        if not self._is_constant_syntax(node):
            return None
        value = self._expressions.rvalue(node)
        return is_true(value) if isinstance(value, Const) else None

    def _is_constant_syntax(self, node: Any) -> bool:
        match node:
            case c_ast.Constant():
                return not node.value.endswith('"')
            case c_ast.UnaryOp(op="sizeof" | "_Alignof" | "__alignof__"):
                return isinstance(node.expr, c_ast.Typename)
            case c_ast.UnaryOp(op="!" | "-" | "+" | "~", expr=operand) | c_ast.Cast(expr=operand):
                return self._is_constant_syntax(operand)
            case c_ast.BinaryOp(left=left, right=right):
                return self._is_constant_syntax(left) and self._is_constant_syntax(right)
            case c_ast.TernaryOp(cond=condition, iftrue=first, iffalse=second):
                return all(map(self._is_constant_syntax, (condition, first, second)))
            case c_ast.ID(name=name):
                return isinstance(self._builder.scope.lookup(name), EnumConstant)
            case gnu_ast.TypesCompatible() | gnu_ast.Offsetof():
                return True
            case c_ast.FuncCall(name=c_ast.ID(name="__builtin_constant_p" | "__builtin_choose_expr")):
                return True
            case _:
                return False

    def conditional(self, node: c_ast.TernaryOp) -> Value:
        if node.iftrue is None:
            return self._elvis(node)
        decided = self._constant_truth(node.cond)
        if decided is not None:
            return self._decided(node, decided)
        builder = self._builder
        yes, no, end = builder.label(), builder.label(), builder.label()
        self.condition(node.cond, yes, no, next_label=yes)
        builder.place_label(yes)
        first = self._arm(node.iftrue)
        slot = self._keep_for_now(first)
        builder.goto(end)
        builder.place_label(no)
        second = self._arm(node.iffalse)
        result = self._join(first, second, slot, node)
        builder.place_label(end)
        return result

    def _keep_for_now(self, first: Value) -> int:
        """Assigns the first arm to a register of its own type, at the returned index: the common type comes later."""
        if isinstance(first, MemoryPlace):
            first = self._expressions.retype(first.address, self._architecture.pointer(first.type))
        if first is not None:
            assert not isinstance(first, RegisterPlace)
            chosen = self._builder.temporary(first.type, "chosen")
            self._builder.assign(chosen, convert(first, chosen.type))
        return len(self._builder.code) - 1

    def _arm(self, node: Any) -> Value:
        value = self._expressions.lower(node)
        if isinstance(value, MemoryPlace) and isinstance(value.type, StructType):
            return value
        return None if value is None else self._expressions.value_of(value, node)

    def _join(self, first: Value, second: Value, slot: int, node: Any) -> Value:
        """The conditional's value; what the first arm assigned at `slot` is adapted to the common type."""
        if first is None or second is None:
            return None
        kept = self._builder.code[slot]
        assert isinstance(kept, Assign)
        if isinstance(first, MemoryPlace) or isinstance(second, MemoryPlace):
            if not (isinstance(first, MemoryPlace) and isinstance(second, MemoryPlace) and first.type == second.type):
                raise TypeProblem("the arms of ?: have incompatible types", location_of(node))
            self._builder.assign(
                kept.target, self._expressions.retype(second.address, self._architecture.pointer(first.type))
            )
            return MemoryPlace(kept.target, first.type, place_text(node))
        assert not isinstance(second, RegisterPlace)
        common = self._common_type(kept.value, second)
        result = kept.target
        if common != result.type:
            result = self._builder.temporary(common, "chosen")
            self._builder.code[slot] = Assign(result, convert(kept.value, result.type), kept.location)
        self._builder.assign(result, convert(convert(second, common), result.type))
        return result

    def _common_type(self, first: Expression, second: Expression) -> ScalarType:
        left, right = first.type, second.type
        if isinstance(left, PointerType) and isinstance(right, PointerType):
            if _is_null_constant(first):
                return right
            return left if _is_null_constant(second) else self._architecture.pointer(_either(left.target, right.target))
        if isinstance(left, PointerType) or isinstance(right, PointerType):
            return left if isinstance(left, PointerType) else right
        return usual_conversion(left, right)

    def _decided(self, node: c_ast.TernaryOp, decided: bool) -> Value:
        taken, other = (node.iftrue, node.iffalse) if decided else (node.iffalse, node.iftrue)
        with self._builder.discarded():
            dropped = self._arm(other)
        value = self._arm(taken)
        if value is None or dropped is None or isinstance(value, MemoryPlace):
            return value
        assert not isinstance(value, RegisterPlace) and not isinstance(dropped, RegisterPlace | MemoryPlace)
        first, second = (value, dropped) if decided else (dropped, value)
        return convert(value, self._common_type(first, second))

    def _elvis(self, node: c_ast.TernaryOp) -> Expression:
        """`a ?: b`: a is evaluated once."""
        builder = self._builder
        first = builder.settle(self._expressions.rvalue(node.cond))
        slot = self._keep_for_now(first)
        end = builder.label()
        builder.branch(truth(first), end)
        second = self._expressions.rvalue(node.iffalse)
        result = self._join(first, second, slot, node)
        builder.place_label(end)
        assert result is not None and not isinstance(result, _PLACES)
        return result


def _is_null_constant(value: Expression) -> bool:
    """`(void *)0`; neither `(int *)0` nor `(const void *)0`."""
    return isinstance(value.type, PointerType) and isinstance(value.type.target, VoidType) and is_false(value)


def _either(left: CType, right: CType) -> CType:
    """What a pointer leads to that may be any of two: void if one does, with the qualifiers of both."""
    chosen = right if isinstance(unqualified(right), VoidType) else left
    sides = [one for one in (left, right) if isinstance(one, QualifiedType)]
    const, volatile = any(one.const for one in sides), any(one.volatile for one in sides)
    if not const and not volatile:
        return chosen
    qualified = chosen if isinstance(chosen, QualifiedType) else QualifiedType(chosen)
    return replace(qualified, const=const, volatile=volatile)
