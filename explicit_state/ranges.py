"""Which values of an input get past the assumptions that follow it.

`x = nondet(); assume(x >= 0 && x <= 7);` leaves eight values of four billion. From the input on, we follow copies of
it through jumps, branches and assumptions, with the range of values that can be there; anything else ends the way, and
what is left of the range is possible. On these ways nothing can go wrong and nothing is written to memory, so that the
values that fail an assumption are no executions at all.
"""

from __future__ import annotations

from dataclasses import replace

from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.expressions import Binary, Const, Convert, Expression, Register, Unary
from esbmc_py.goto.instructions import Assign, Assume, Branch, Goto, Instruction
from esbmc_py.goto.types import IntType

MOST_STEPS = 300

_NEGATED = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}
_MIRRORED = {"==": "==", "!=": "!=", "<": ">", ">": "<", "<=": ">=", ">=": "<="}


@dataclass(frozen=True, slots=True)
class ValueRange:
    low: int
    high: int

    def part(self, op: str, bound: int) -> list[ValueRange]:
        """Where `value op bound` holds."""
        match op:
            case "==":
                parts = [ValueRange(max(self.low, bound), min(self.high, bound))]
            case "!=":
                parts = [
                    ValueRange(self.low, min(self.high, bound - 1)),
                    ValueRange(max(self.low, bound + 1), self.high),
                ]
            case "<" | "<=":
                parts = [ValueRange(self.low, min(self.high, bound - (op == "<")))]
            case _:
                parts = [ValueRange(max(self.low, bound + (op == ">")), self.high)]
        return [part for part in parts if part.low <= part.high]


@dataclass(frozen=True, slots=True)
class _Way:
    index: int
    values: ValueRange
    copies: frozenset[int]  # registers that hold the input
    constants: tuple[tuple[int, int], ...] = ()  # registers that hold something known


def possible_values(instructions: list[Instruction], index: int, target: Register, ctype: IntType) -> list[ValueRange]:
    """The ranges that the input taken at `index` may be in; all of its type's, if nothing is known about it."""
    found: list[ValueRange] = []
    ways = [_Way(index + 1, ValueRange(ctype.minimum, ctype.maximum), frozenset({target.index}))]
    for _ in range(MOST_STEPS):
        if not ways:
            break
        way = ways.pop()
        following = _follow(instructions[way.index], way)
        if following is None:
            found.append(way.values)
        else:
            ways += following
    return found + [way.values for way in ways]


def _follow(instruction: Instruction, way: _Way) -> list[_Way] | None:
    """Where it goes on; None where we do not follow."""
    match instruction:
        case Goto(target=target):
            return [replace(way, index=target)]
        case Assign(target=target, value=value) if not _divides(value):
            return [_assign(way, target.index, value)]
        case Assume(condition=condition):
            parts = _split(condition, way)
            return None if parts is None else [replace(way, index=way.index + 1, values=part) for part in parts[0]]
        case Branch(condition=condition, target=jump):
            parts = _split(condition, way)
            if parts is None:
                return None
            taken = [replace(way, index=jump, values=part) for part in parts[0]]
            return taken + [replace(way, index=way.index + 1, values=part) for part in parts[1]]
        case _:
            return None


def _divides(expression: Expression) -> bool:
    match expression:
        case Binary(op=op, left=left, right=right):
            return op in ("/", "%") or _divides(left) or _divides(right)
        case Unary(operand=operand) | Convert(operand=operand):
            return _divides(operand)
        case _:
            return False


def _assign(way: _Way, target: int, value: Expression) -> _Way:
    copies = way.copies - {target}
    constants = tuple(pair for pair in way.constants if pair[0] != target)
    if _is_input(value, way):
        copies |= {target}
    elif isinstance(value, Const) and isinstance(value.value, int):
        constants += ((target, value.value),)
    return _Way(way.index + 1, way.values, copies, constants)


def _is_input(expression: Expression, way: _Way) -> bool:
    """Is it the input, or a conversion that does not change any value of the range?"""
    while isinstance(expression, Convert):
        ctype = expression.type
        if not isinstance(ctype, IntType) or ctype.is_bool:
            return False
        if not (ctype.minimum <= way.values.low and way.values.high <= ctype.maximum):
            return False
        expression = expression.operand
    return isinstance(expression, Register) and expression.index in way.copies


def _split(condition: Expression, way: _Way) -> tuple[list[ValueRange], list[ValueRange]] | None:
    """Where a condition holds and where it does not; None if that is not so simple."""
    match condition:
        case Unary(op="!", operand=operand):
            parts = _split(operand, way)
            return None if parts is None else (parts[1], parts[0])
        case Convert(operand=Binary() | Unary(op="!") as operand):
            return _split(operand, way)
        case Binary(op=op, left=left, right=right) if op in _NEGATED:
            return _compare(op, left, right, way)
    return _compare("!=", condition, Const(0, condition.type), way)


def _compare(
    op: str, left: Expression, right: Expression, way: _Way
) -> tuple[list[ValueRange], list[ValueRange]] | None:
    left_value, right_value = _known(left, way), _known(right, way)
    if left_value is not None and right_value is not None:
        return ([way.values], []) if ValueRange(left_value, left_value).part(op, right_value) else ([], [way.values])
    if right_value is not None and _is_input(left, way):
        return way.values.part(op, right_value), way.values.part(_NEGATED[op], right_value)
    if left_value is not None and _is_input(right, way):
        return _compare(_MIRRORED[op], right, left, way)
    if right_value == 0 and op in ("==", "!=") and isinstance(left, Binary | Unary | Convert):
        inner = left if not isinstance(left, Convert) else left.operand
        if isinstance(inner, Binary) and inner.op in _NEGATED:
            parts = _split(inner, way)
            return parts if parts is None or op == "!=" else (parts[1], parts[0])
    return None


def _known(expression: Expression, way: _Way) -> int | None:
    match expression:
        case Const(value=int() as value):
            return value
        case Register(index=index):
            return dict(way.constants).get(index)
        case _:
            return None
