"""Goto expressions, compiled to closures over a frame's registers."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from esbmc_py.goto.addresses import AddressSpace
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
from esbmc_py.goto.operands import origin_of
from esbmc_py.goto.symbols import Storage, Symbol
from esbmc_py.goto.types import FloatType, ScalarType

from .operations import binary_operation, bits_of, comparison, conversion, overflow, unary_operation
from .terms import not_, or_
from .values import Condition, Value, decided, is_nonzero, truth_value

Registers: TypeAlias = Sequence[Any]  # of values; None where one is undefined
Evaluate: TypeAlias = Callable[[Registers], Value]
Test: TypeAlias = Callable[[Registers], Condition]


class ExpressionCompiler:
    """Addresses of static objects are constants; those of locals and thread-locals are kept in extra registers,
    at the places that `slots` tells."""

    def __init__(self, space: AddressSpace, addresses: dict[Symbol | str, int], slots: dict[Symbol, int]) -> None:
        self._space = space
        self._addresses = addresses
        self._slots = slots

    def value(self, expression: Expression) -> Evaluate:
        match expression:
            case Const(value=number, type=ctype):
                return _constant(constant_bits(number, ctype))
            case Register(index=index):
                return lambda registers: registers[index]
            case AddressOf(symbol=symbol):
                if symbol.storage is Storage.GLOBAL:
                    return _constant(self._addresses[symbol])
                slot = self._slots[symbol]
                return lambda registers: registers[slot]
            case FunctionAddress(name=name):
                return _constant(self._addresses[name])
            case Unary(op="!"):
                test, width = self.test(expression), expression.type.width
                return lambda registers: truth_value(test(registers), width)
            case Unary(op=op, operand=operand):
                operate, inner = unary_operation(op, expression.type), self.value(operand)
                return lambda registers: operate(inner(registers))
            case Convert(operand=operand, type=ctype):
                inner, change = self.value(operand), conversion(operand.type, ctype)
                return inner if change is None else lambda registers: change(inner(registers))
            case Binary(op=op) if op in COMPARISONS or op in OVERFLOWS:
                test, width = self.test(expression), expression.type.width
                return lambda registers: truth_value(test(registers), width)
            case Binary(op=op, left=left, right=right, type=ctype):
                return self._binary(binary_operation(op, ctype, right.type), left, right)

    def place(self, expression: Expression) -> Evaluate:
        """The address of an access. (Where it is a term, what it is added to says which object is meant.)"""
        evaluate, origin = self.value(expression), origin_of(expression)
        if origin is None:
            return evaluate
        begin, reached = self.value(origin), self._space.reached

        def where(registers: Registers) -> Value:
            address, begun = evaluate(registers), begin(registers)
            known = address.__class__ is int and begun.__class__ is int
            return reached(begun, address) if known else address  # type: ignore[arg-type]

        return where

    def _binary(self, operate: Callable[[Value, Value], Value], left: Expression, right: Expression) -> Evaluate:
        if isinstance(right, Const):
            first, known = self.value(left), constant_bits(right.value, right.type)
            return lambda registers: operate(first(registers), known)
        first, second = self.value(left), self.value(right)
        return lambda registers: operate(first(registers), second(registers))

    def test(self, expression: Expression) -> Test:
        """Whether the expression is not 0."""
        match expression:
            case Unary(op="!", operand=operand):
                inner = self.test(operand)
                return lambda registers: _not(inner(registers))
            case Binary(op=op, left=left, right=right) if op in COMPARISONS or op in OVERFLOWS:
                compare = comparison(op, left.type) if op in COMPARISONS else overflow(op, left.type)
                first, second = self.value(left), self.value(right)
                return lambda registers: compare(first(registers), second(registers))
            case Binary(op="|", left=left, right=right):  # not 0 where one of the two is not
                either, other = self.test(left), self.test(right)
                return lambda registers: _or(either(registers), other(registers))
            case _:
                if isinstance(expression.type, FloatType):
                    compare = comparison("!=", expression.type)
                    number = self.value(expression)
                    return lambda registers: compare(number(registers), 0)
                evaluate, width = self.value(expression), expression.type.width
                return lambda registers: is_nonzero(evaluate(registers), width)


def _constant(bits: int) -> Evaluate:
    return lambda registers: bits


def _not(condition: Condition) -> Condition:
    if condition is True:
        return False
    if condition is False:
        return True
    return decided(not_(condition))


def _or(first: Condition, second: Condition) -> Condition:
    if first is True or second is True:
        return True
    if first is False:
        return second
    return first if second is False else decided(or_(first, second))


def constant_bits(number: int | float, ctype: ScalarType) -> int:
    if isinstance(ctype, FloatType):
        return bits_of(float(number), ctype.width)
    return int(number) & ((1 << ctype.width) - 1)
