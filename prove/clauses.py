"""Clauses of invariants: disjunctions of comparisons, as terms and as C text, and read from text again."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import TypeAlias

from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.types import IntType, ScalarType
from symex.terms import (
    Term,
    any_of,
    boolean,
    bv,
    bvadd,
    bvmul,
    bvsub,
    concat,
    eq,
    extract,
    iff,
    ne,
    not_,
    select,
    sext,
    sle,
    slt,
    ule,
    ult,
    zext,
)
from symex.terms.sorts import element_bits, index_bits, is_array

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
    """Variables that are added or taken away, and a constant: bit-vectors, which wrap around."""

    plus: tuple[Variable, ...]
    minus: tuple[Variable, ...] = ()
    constant: int = 0

    @property
    def variables(self) -> tuple[Variable, ...]:
        return (*self.plus, *self.minus)

    def __str__(self) -> str:
        parts = [f"+ {one}" for one in self.plus] + [f"- {one}" for one in self.minus]
        if not self.plus:
            return " ".join([str(self.constant), *parts])
        if self.constant:
            parts.append(f"{'+' if self.constant > 0 else '-'} {abs(self.constant)}")
        return " ".join(parts).removeprefix("+ ")


@dataclass(frozen=True, slots=True)
class Word:
    """A pointer in an array of bytes, which is an array of pointers to the program."""

    array: Variable
    index: Variable | int

    @property
    def variables(self) -> tuple[Variable, ...]:
        return (self.array, self.index) if isinstance(self.index, Variable) else (self.array,)

    @property
    def width(self) -> int:
        return self.array.pointer_bits

    @property
    def term(self) -> Term:
        bits, size = index_bits(self.array.width), self.width // 8
        index = self.index.symbol if isinstance(self.index, Variable) else bv(self.index, bits)
        begin = bvmul(bv(size, bits), index if index.width <= bits else extract(index, bits - 1, 0))
        result = select(self.array.symbol, begin)
        for position in range(1, size):
            result = concat(select(self.array.symbol, bvadd(begin, bv(position, bits))), result)
        return result

    def __str__(self) -> str:
        return f"word({self.array})[{self.index}]"


@dataclass(frozen=True, slots=True)
class Element:
    """Of an array: the thread that took a variable away from a value, or a part of an object of a pool."""

    array: Variable
    index: Variable | Self | Word | int

    @property
    def variables(self) -> tuple[Variable, ...]:
        match self.index:
            case Variable():
                return (self.array, self.index)
            case Word():
                return (self.array, *self.index.variables)
            case _:
                return (self.array,)

    def __str__(self) -> str:
        return f"{self.array}[{self.index}]"


Side: TypeAlias = Variable | Sum | Element | Word  # what can stand on the left
Operand: TypeAlias = Side | Self | int

_SIGNED = {"<": slt, "<=": sle}
_UNSIGNED = {"<": ult, "<=": ule}


@dataclass(frozen=True, slots=True)
class Comparison:
    """`left` gives the type; sums are unsigned there. Operators: == != < <= > >=."""

    left: Side
    op: str
    right: Operand

    @property
    def term(self) -> Term:
        width = _common_width(self.left, self.right)
        left, right = _term(self.left, width), _term(self.right, width)
        if width == 0:
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
        return frozenset(
            variable for one in self.comparisons for side in (one.left, one.right) for variable in variables_of(side)
        )


def variables_of(operand: Operand) -> tuple[Variable, ...]:
    if isinstance(operand, Variable):
        return (operand,)
    return operand.variables if isinstance(operand, Sum | Element | Word) else ()


def type_of(side: Side) -> ScalarType | None:
    """Sums have none."""
    match side:
        case Variable():
            return side.type
        case Element(array):
            return array.element
        case Sum() | Word():
            return None


def is_signed(side: Side) -> bool:
    ctype = type_of(side)
    return isinstance(ctype, IntType) and ctype.signed


def width_of_side(side: Side) -> int:
    if isinstance(side, Word):
        return side.width
    if isinstance(side, Sum):
        return max(one.width for one in side.variables)
    return element_bits(side.array.width) if isinstance(side, Element) else side.width


def _term(operand: Operand, width: int) -> Term:
    match operand:
        case Variable():
            return _widened(operand, width)
        case Self(term):
            return term
        case Sum(plus, minus, constant):
            term = bv(constant, width)
            for one in plus:
                term = bvadd(_widened(one, width), term)
            for one in minus:
                term = bvsub(term, _widened(one, width))
            return term
        case Element(array, index):
            return select(array.symbol, _index(index, index_bits(array.width)))
        case Word():
            return operand.term
        case int():
            return boolean(bool(operand)) if width == 0 else bv(operand, width)


def _index(index: Variable | Self | Word | int, bits: int) -> Term:
    match index:
        case Word():
            return index.term
        case Variable():
            return index.symbol
        case Self(term):
            return term
        case int():
            return bv(index, bits)


def _common_width(left: Side, right: Operand) -> int:
    """Numbers can be compared with wider ones."""
    width = width_of_side(left)
    if isinstance(right, Variable | Sum | Element) and width > 0:
        return max(width, width_of_side(right))
    return width


def _widened(variable: Variable, width: int) -> Term:
    if not _can_be_widened(variable, width):
        return variable.symbol
    signed = isinstance(variable.type, IntType) and variable.type.signed and not variable.counts
    return (sext if signed else zext)(variable.symbol, width)


def _can_be_widened(variable: Variable, width: int) -> bool:
    return 0 < variable.width < width and (variable.counts or isinstance(variable.type, IntType))


def unit(left: Side, op: str, right: Operand) -> Clause:
    return Clause((Comparison(left, op, right),))


_COMPARISON = re.compile(r"^(?P<left>.+?)\s*(?P<op>==|!=|<=|>=|<|>)\s*(?P<right>.+)$")
_SIGN = re.compile(r"\s*([+-])\s*")
_ELEMENT = re.compile(r"^(?P<array>.+)\[(?P<index>word\(.+\)\[[^\[\]]+\]|[^\[\]]+(\[\d+\][^\[\]]*)*)\]$")
_WORD = re.compile(r"^word\((?P<array>[^()]+)\)\[(?P<index>[^\[\]]+)\]$")
_NUMBER = re.compile(r"^-?\d+$")


def parse_clause(text: str, variables: Mapping[str, Variable], itself: Term) -> Clause:
    """Raises ClauseProblem. Names are those of the variables; `self` is the thread."""
    return Clause(tuple(_parse_comparison(part.strip(), variables, itself) for part in text.split("||")))


def _parse_comparison(text: str, variables: Mapping[str, Variable], itself: Term) -> Comparison:
    found = _COMPARISON.match(text)
    if found is None:
        raise ClauseProblem(f"'{text}' is no comparison (==, !=, <, <=, >, >=)")
    left = _parse_operand(found["left"].strip(), variables, itself)
    if isinstance(left, int | Self):
        raise ClauseProblem(f"'{text}' has no variable on its left side")
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
    found = _parse_word(text, variables) or _parse_element(text, variables, itself) or _parse_sum(text, variables)
    if found is None:
        raise ClauseProblem(f"there is no variable '{text}'; there are {_some(variables)}")
    return found


def _parse_word(text: str, variables: Mapping[str, Variable]) -> Word | None:
    found = _WORD.match(text)
    array = None if found is None else variables.get(found["array"])
    if found is None or array is None or not is_array(array.width) or element_bits(array.width) != 8 or array.element:
        return None
    if _NUMBER.match(found["index"]):
        return Word(array, int(found["index"]))
    index = variables.get(found["index"])
    return Word(array, index) if index is not None and index.width >= index_bits(array.width) else None


def _parse_element(text: str, variables: Mapping[str, Variable], itself: Term) -> Element | None:
    found = _ELEMENT.match(text)
    array = None if found is None else variables.get(found["array"])
    if found is None or array is None or not is_array(array.width) or not (array.ghost or array.element):
        return None
    if found["index"] == "self":
        return Element(array, Self(itself)) if itself.width == index_bits(array.width) else None
    if _NUMBER.match(found["index"]):
        return Element(array, int(found["index"]))
    word = _parse_word(found["index"], variables)
    if word is not None:
        return Element(array, word) if word.width == index_bits(array.width) else None
    index = variables.get(found["index"])
    return Element(array, index) if index is not None and index.width == index_bits(array.width) else None


def _parse_sum(text: str, variables: Mapping[str, Variable]) -> Sum | None:
    lead, text = ("-", text[1:]) if text.startswith("-") else ("+", text)
    first, *rest = _SIGN.split(text)
    plus: list[Variable] = []
    minus: list[Variable] = []
    constant = 0
    for sign, part in [(lead, first), *zip(rest[::2], rest[1::2], strict=True)]:
        if _NUMBER.match(part):
            constant += int(part) if sign == "+" else -int(part)
        elif part in variables:
            (plus if sign == "+" else minus).append(variables[part])
        else:
            return None
    return Sum(tuple(plus), tuple(minus), constant) if plus or minus else None


def _require_width(text: str, left: Side, right: Operand) -> None:
    """All of one width; numbers may be narrower."""
    width = _common_width(left, right)
    sides = [one for one in (left, right) if not isinstance(one, Element | Word)]
    every = [one for side in sides for one in variables_of(side)]
    widths = {one.width for one in every if not _can_be_widened(one, width)}
    for one in sides:
        if isinstance(one, Sum) and len({term.width for term in one.variables if not term.counts}) > 1:
            raise ClauseProblem(f"'{text}' adds numbers of different widths")
    widths |= {width_of_side(one) for one in (left, right) if isinstance(one, Element | Word)}
    widths |= {right.term.width} if isinstance(right, Self) else set()
    if widths - {width} or width < 0 or (width == 0 and not isinstance(left, Variable)):
        raise ClauseProblem(f"'{text}' compares values of different widths")


def _some(variables: Mapping[str, Variable]) -> str:
    names: Sequence[str] = sorted(variables)
    return ", ".join(names[:12]) + (", ..." if len(names) > 12 else "")
