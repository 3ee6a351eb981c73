"""Switches around the statement that is being lowered: their cases, and the tests that choose among them."""

from __future__ import annotations

from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.expressions import Const, Expression
from esbmc_py.goto.symbols import SourceLocation
from esbmc_py.goto.types import INT, IntType

from .builder import FunctionBuilder
from .operators import binary
from .problems import TypeProblem


@dataclass(slots=True)
class Switch:
    cases: list[tuple[int, int, int]]  # low, high, label
    default: int | None
    type: IntType


class SwitchStatements:
    def __init__(self, builder: FunctionBuilder) -> None:
        self._builder = builder
        self._around: list[Switch] = []

    def begin(self, ctype: IntType) -> Switch:
        self._around.append(Switch([], None, ctype))
        return self._around[-1]

    def end(self) -> None:
        self._around.pop()

    def require(self, what: str, location: SourceLocation) -> None:
        if not self._around:
            raise TypeProblem(f"a {what} label outside a switch", location)

    def case(self, low: int, high: int, location: SourceLocation) -> None:
        """The statements that follow are those of the innermost switch for the values from `low` to `high`."""
        switch, label = self._around[-1], self._placed()
        low, high = switch.type.wrap(low), switch.type.wrap(high)
        if any(low <= other_high and other_low <= high for other_low, other_high, _ in switch.cases) and low <= high:
            raise TypeProblem("duplicate case value", location)
        switch.cases.append((low, high, label))

    def default(self) -> None:
        self._around[-1].default = self._placed()

    def _placed(self) -> int:
        label = self._builder.label()
        self._builder.place_label(label)
        return label

    def choose(self, switch: Switch, value: Expression, end: int) -> None:
        """The tests, one after the other; who fits nowhere goes to the end."""
        for low, high, label in switch.cases:
            self._test(value, low, high, label)
        if switch.default is not None:
            self._builder.far_goto(switch.default)
        else:
            self._builder.goto(end)

    def _test(self, value: Expression, low: int, high: int, label: int) -> None:
        builder, ctype = self._builder, value.type
        if low == high:
            condition = binary("==", value, Const(low, ctype))
        else:
            condition = binary("&", binary(">=", value, Const(low, ctype)), binary("<=", value, Const(high, ctype)))
        if isinstance(condition, Const) and not condition.value:
            return
        if not builder.enters_scopes(label):
            builder.branch(condition, label)
            return
        skip = builder.label()
        builder.branch(binary("==", condition, Const(0, INT)), skip)
        builder.far_goto(label)
        builder.place_label(skip)
