"""Clauses of invariants: disjunctions of comparisons, as terms and as C text, and read from text again."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TypeAlias

from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.types import IntType
from symex.terms import Term, any_of, boolean, bv, bvadd, eq, iff, ne, not_, sle, slt, ule, ult

from .variables import Variable


class ClauseProblem(ValueError):
    """A text that is no clause."""


@dataclass(frozen=True, slots=True)
class Self:
    """The thread that the invariant is about. `term` is its address."""

    term: Term

    def __str__(self) -> str:
        return "self"


@dataclass(frozen=True, slots=True)
class Sum:
    variable: Variable
    plus: int

    def __str__(self) -> str:
        return f"{self.variable} {'+' if self.plus >= 0 else '-'} {abs(self.plus)}"


Operand: TypeAlias = Variable | Self | Sum | int

_SIGNED = {"<": slt, "<=": sle}
_UNSIGNED = {"<": ult, "<=": ule}


@dataclass(frozen=True, slots=True)
class Comparison:
    """`left` gives the type. Operators: == != < <= > >=."""

    left: Variable
    op: str
    right: Operand

    @property
    def term(self) -> Term:
        left, right = self.left.symbol, self._right()
        if left.width == 0:
            equal = iff(left, right)
            return equal if self.op == "==" else not_(equal)
        if self.op == "==":
            return eq(left, right)
        if self.op == "!=":
            return ne(left, right)
        table = _SIGNED if is_signed(self.left) else _UNSIGNED
        if self.op in (">", ">="):
            return table["<" if self.op == ">" else "<="](right, left)
        return table[self.op](left, right)

    def _right(self) -> Term:
        width = self.left.width
        match self.right:
            case Variable():
                return self.right.symbol
            case Self(term):
                return term
            case Sum(variable, plus):
                return bvadd(variable.symbol, bv(plus, width))
            case int():
                return boolean(bool(self.right)) if width == 0 else bv(self.right, width)

    def __str__(self) -> str:
        return f"{self.left} {self.op} {self.right}"


@dataclass(frozen=True, slots=True)
class Clause:
    comparisons: tuple[Comparison, ...]

    @property
    def term(self) -> Term:
        return any_of([one.term for one in self.comparisons])

    def __str__(self) -> str:
        return " || ".join(map(str, self.comparisons))

    @property
    def variables(self) -> frozenset[Variable]:
        found: set[Variable] = set()
        for one in self.comparisons:
            found.add(one.left)
            if isinstance(one.right, Variable):
                found.add(one.right)
            elif isinstance(one.right, Sum):
                found.add(one.right.variable)
        return frozenset(found)


def is_signed(variable: Variable) -> bool:
    return isinstance(variable.type, IntType) and variable.type.signed


def unit(left: Variable, op: str, right: Operand) -> Clause:
    return Clause((Comparison(left, op, right),))


_COMPARISON = re.compile(r"^(?P<left>.+?)\s*(?P<op>==|!=|<=|>=|<|>)\s*(?P<right>.+)$")
_SUM = re.compile(r"^(?P<name>.+?)\s*(?P<sign>[+-])\s*(?P<number>\d+)$")
_NUMBER = re.compile(r"^-?\d+$")


def parse_clause(text: str, variables: Mapping[str, Variable], itself: Term) -> Clause:
    """Raises ClauseProblem. Names are those of the variables; `self` is the thread."""
    return Clause(tuple(_parse_comparison(part.strip(), variables, itself) for part in text.split("||")))


def _parse_comparison(text: str, variables: Mapping[str, Variable], itself: Term) -> Comparison:
    found = _COMPARISON.match(text)
    if found is None:
        raise ClauseProblem(f"'{text}' is no comparison (==, !=, <, <=, >, >=)")
    left = variables.get(found["left"].strip())
    if left is None:
        raise ClauseProblem(f"there is no variable '{found['left'].strip()}'; there are {_some(variables)}")
    right = _parse_operand(found["right"].strip(), variables, itself)
    _require_width(text, left, right)
    return Comparison(left, found["op"], right)


def _parse_operand(text: str, variables: Mapping[str, Variable], itself: Term) -> Operand:
    if _NUMBER.match(text):
        return int(text)
    if text == "self":
        return Self(itself)
    if text in variables:
        return variables[text]
    found = _SUM.match(text)
    if found is not None and found["name"] in variables:
        number = int(found["number"])
        return Sum(variables[found["name"]], number if found["sign"] == "+" else -number)
    raise ClauseProblem(f"there is no variable '{text}'; there are {_some(variables)}")


def _require_width(text: str, left: Variable, right: Operand) -> None:
    widths = {left.width}
    if isinstance(right, Variable | Self):
        widths.add(right.term.width if isinstance(right, Self) else right.width)
    elif isinstance(right, Sum):
        widths.add(right.variable.width)
    if len(widths) > 1 or left.width < 0:
        raise ClauseProblem(f"'{text}' compares values of different widths")


def _some(variables: Mapping[str, Variable]) -> str:
    names: Sequence[str] = sorted(variables)
    return ", ".join(names[:12]) + (", ..." if len(names) > 12 else "")
