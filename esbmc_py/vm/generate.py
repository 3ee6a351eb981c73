"""Writes Python text for expressions: the common case inline, everything else through `Slow` or a helper.

A register is read once per run of instructions into the Python variable `x<index>`; every assignment goes to the
variable and to the frame's list `r`, so that the list is right at every moment.
"""

from __future__ import annotations

import math
from typing import Any

from ..goto.expressions import (
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
from ..goto.symbols import Storage
from ..goto.types import FloatType, IntType, PointerType, ScalarType
from . import values
from .executable import FunctionCode
from .stops import Slow

DEEPEST_TEXT = 12  # deeper expressions go through variables: Python's parser has little patience with parentheses

HELPERS: dict[str, Any] = {
    "Slow": Slow,
    "DIVIDE": values.divide,
    "REMAINDER": values.remainder,
    "FLOAT32": values.round_to_float32,
    "INT_TO_FLOAT": values.int_to_float,
    "FLOAT_TO_INT": values.float_to_int,
    "NAN": math.nan,
}


class CodeWriter:
    """Text of one run of instructions, with the names it uses."""

    def __init__(self, code: FunctionCode):
        self.code = code
        self.namespace: dict[str, Any] = dict(HELPERS)
        self.lines: list[str] = []
        self.table: list[tuple[int, int]] = []
        self.indent = "    "
        self.position = (0, 0)  # of the instruction being written: its index, how many come before it
        self.cached: set[int] = set()  # registers whose value is in their variable
        self.defined: int = 0  # registers that certainly have a value
        self._names = 0

    def emit(self, text: str) -> None:
        self.lines.append(self.indent + text)
        self.table.append(self.position)

    def fresh(self, prefix: str) -> str:
        self._names += 1
        return f"{prefix}{self._names}"

    def constant(self, value: Any) -> str:
        name = self.fresh("K")
        self.namespace[name] = value
        return name

    # -- registers ---------------------------------------------------------------------------------------------------

    def read_register(self, register: Register) -> str:
        index = register.index
        name = f"x{index}"
        if index not in self.cached:
            self.emit(f"{name} = r[{index}]")
            self.cached.add(index)
        if not self.defined >> index & 1:
            self.emit(f"if {name} is None: raise Slow")
            self.defined |= 1 << index
        return name

    def write_register(self, register: Register, text: str) -> None:
        index = register.index
        self.emit(f"r[{index}] = x{index} = {text}")
        self.cached.add(index)
        self.defined |= 1 << index

    def undefine_register(self, register: Register) -> None:
        self.emit(f"r[{register.index}] = None")
        self.cached.discard(register.index)
        self.defined &= ~(1 << register.index)

    # -- expressions -------------------------------------------------------------------------------------------------

    def value(self, expression: Expression) -> str:
        """Text for a value; parentheses included where needed."""
        return self._value(expression)[0]

    def _value(self, expression: Expression) -> tuple[str, int]:
        text, depth = self._compose(expression)
        if depth > DEEPEST_TEXT:
            name = self.fresh("t")
            self.emit(f"{name} = {text}")
            return name, 0
        return text, depth

    def _compose(self, expression: Expression) -> tuple[str, int]:
        match expression:
            case Const(value=value, type=ctype):
                return self._literal(float(value) if isinstance(ctype, FloatType) else value), 0
            case Register():
                return self.read_register(expression), 0
            case AddressOf():
                return self._address(expression), 0
            case FunctionAddress(name=name):
                return str(self.code.executable.addresses[name]), 0
            case Unary(op=op, operand=operand, type=ctype):
                text, depth = self._value(operand)
                return self._unary(op, text, ctype), depth + 1
            case Binary(left=left, right=right):
                left_text, left_depth = self._value(left)
                right_text, right_depth = self._value(right)
                return self._binary(expression, left_text, right_text), max(left_depth, right_depth) + 2
            case Convert(operand=operand, type=ctype):
                text, depth = self._value(operand)
                return self._convert(text, operand.type, ctype), depth + 2

    def atom(self, expression: Expression) -> str:
        """Text that may be written twice: a variable or a literal."""
        text = self.value(expression)
        return self._atomic(text)

    def _atomic(self, text: str) -> str:
        if text.isidentifier() or text.isdigit():
            return text
        name = self.fresh("t")
        self.emit(f"{name} = {text}")
        return name

    def condition(self, expression: Expression, *, negated: bool = False) -> str:
        """Text that is true iff the value is not 0 (iff it is, when negated)."""
        while isinstance(expression, Unary) and expression.op == "!":
            expression, negated = expression.operand, not negated
        text = self.value(expression)
        return f"not {text}" if negated else text

    def _literal(self, value: values.Value) -> str:
        if isinstance(value, float):
            return self.constant(value)
        return str(value) if value >= 0 else f"({value})"

    def _address(self, expression: AddressOf) -> str:
        symbol = expression.symbol
        match symbol.storage:
            case Storage.GLOBAL:
                return str(self.code.executable.addresses[symbol])
            case Storage.THREAD:
                return f"m.thread_locals[{self.code.executable.thread_local_index[symbol]}]"
            case Storage.LOCAL:
                return f"r[{self.code.local_slot[symbol]}]"

    def wrapped(self, text: str, ctype: IntType | PointerType) -> str:
        """An exact result brought into the type's range."""
        bits = (1 << ctype.width) - 1
        if isinstance(ctype, IntType) and ctype.is_bool:
            return f"({text} != 0)"
        if not ctype.signed:
            return f"({text} & {bits})"
        assert isinstance(ctype, IntType)
        name = self.fresh("z")
        half = 1 << (ctype.width - 1)
        return f"({name} if {-half} <= ({name} := {text}) <= {half - 1} else ({name} + {half} & {bits}) - {half})"

    def _unary(self, op: str, text: str, ctype: ScalarType) -> str:
        if op == "!":
            return f"(not {text})"
        if isinstance(ctype, FloatType):
            return f"(-{text})"
        if op == "-":
            return self.wrapped(f"-{text}", ctype)
        return f"(~{text})" if ctype.signed else self.wrapped(f"~{text}", ctype)

    def _binary(self, expression: Binary, left: str, right: str) -> str:
        op, ctype = expression.op, expression.type
        if op in COMPARISONS:
            return f"({left} {op} {right})"
        if op in OVERFLOWS:
            return self._overflow(op, expression.left.type, left, right)
        if isinstance(ctype, FloatType):
            text = f"({left} {op} {right})"
            return f"FLOAT32{text}" if ctype.width == 32 else text
        match op:
            case "&" | "|" | "^":
                return f"({left} {op} {right})"
            case "<<":
                return self.wrapped(f"({left} << {self._shift_count(right, ctype)})", ctype)
            case ">>":
                return f"({left} >> {self._shift_count(right, ctype)})"
            case "/" | "%":
                return self._division(op, ctype, left, right)
            case _:
                return self.wrapped(f"({left} {op} {right})", ctype)

    def _shift_count(self, text: str, ctype: IntType | PointerType) -> str:
        if text.isdigit():
            return str(int(text) % ctype.width)
        return f"({text} & {ctype.width - 1})"

    def _division(self, op: str, ctype: IntType | PointerType, left: str, right: str) -> str:
        inline, helper = ("//", "DIVIDE") if op == "/" else ("%", "REMAINDER")
        if not ctype.signed:
            return f"({left} {inline} {right})"
        left, right = self._atomic(left), self._atomic(right)
        exact = f"({left} {inline} {right} if {left} >= 0 and {right} > 0 else {helper}({left}, {right}))"
        return self.wrapped(exact, ctype) if op == "/" else exact

    def _overflow(self, op: str, ctype: ScalarType, left: str, right: str) -> str:
        assert not isinstance(ctype, FloatType)
        low, high = (
            (-(1 << ctype.width - 1), (1 << ctype.width - 1) - 1) if ctype.signed else (0, (1 << ctype.width) - 1)
        )
        return f"(not {low} <= {left} {op.removeprefix('overflow')} {right} <= {high})"

    def _convert(self, text: str, source: ScalarType, target: ScalarType) -> str:
        match source, target:
            case FloatType(), FloatType():
                return f"FLOAT32({text})" if target.width < source.width else text
            case FloatType(), _:
                return f"FLOAT_TO_INT({text}, {self.constant(target)})"
            case _, FloatType():
                if target.width == 64:
                    return f"float({text})"
                return f"INT_TO_FLOAT({text}, {self.constant(target)})"
            case _, _:
                return text if _fits(source, target) else self.wrapped(text, target)


def _fits(source: IntType | PointerType, target: IntType | PointerType) -> bool:
    """Is every value of `source` one of `target`?"""
    if isinstance(target, IntType) and target.is_bool:
        return isinstance(source, IntType) and source.is_bool
    if isinstance(source, IntType) and source.is_bool:
        return True
    if source.signed == target.signed:
        return source.width <= target.width
    return target.signed and source.width < target.width
