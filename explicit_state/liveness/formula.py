"""Formulas of linear temporal logic: what they are made of, how they are read, and their negation normal form.

    G p, [] p     always               p U q   p until q (and q comes)
    F p, <> p     at some time         p W q   p until q, or always
    X p           in the next state    p R q   q until p and q both hold, or always (also V)
    !p  p && q  p || q  p -> q  p <-> q  true  false

A proposition is a name (of a function without parameters, or a global), or a C expression in braces.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import TypeAlias

from esbmc_py.goto.deferred import dataclass


class FormulaProblem(Exception):
    """A text that is no formula; says where."""

    def __init__(self, what: str, text: str, column: int) -> None:
        super().__init__(f"{what}\n  {text}\n  {' ' * column}^")


@dataclass(frozen=True, slots=True)
class Constant:
    value: bool


@dataclass(frozen=True, slots=True)
class Proposition:
    text: str  # a name, or a C expression


@dataclass(frozen=True, slots=True)
class Not:
    operand: Formula


@dataclass(frozen=True, slots=True)
class And:
    left: Formula
    right: Formula


@dataclass(frozen=True, slots=True)
class Or:
    left: Formula
    right: Formula


@dataclass(frozen=True, slots=True)
class Next:
    operand: Formula


@dataclass(frozen=True, slots=True)
class Until:
    left: Formula
    right: Formula


@dataclass(frozen=True, slots=True)
class Release:
    left: Formula
    right: Formula


Formula: TypeAlias = Constant | Proposition | Not | And | Or | Next | Until | Release
Binary: TypeAlias = And | Or | Until | Release

TRUE, FALSE = Constant(True), Constant(False)


def always(operand: Formula) -> Formula:
    return Release(FALSE, operand)


def at_some_time(operand: Formula) -> Formula:
    return Until(TRUE, operand)


def implies(left: Formula, right: Formula) -> Formula:
    return Or(Not(left), right)


def equivalent(left: Formula, right: Formula) -> Formula:
    return Or(And(left, right), And(Not(left), Not(right)))


def weak_until(left: Formula, right: Formula) -> Formula:
    return Release(right, Or(left, right))


def propositions(formula: Formula) -> dict[Proposition, None]:
    """Each once, in the order in which they occur."""
    return {part: None for part in parts(formula) if isinstance(part, Proposition)}


def parts(formula: Formula) -> Iterator[Formula]:
    """The formula and all that it consists of."""
    yield formula
    match formula:
        case Not(operand) | Next(operand):
            yield from parts(operand)
        case And(left, right) | Or(left, right) | Until(left, right) | Release(left, right):
            yield from parts(left)
            yield from parts(right)


def normal_form(formula: Formula, *, negated: bool = False) -> Formula:
    """The same with negations in front of propositions only."""
    match formula:
        case Constant(value):
            return Constant(value is not negated)
        case Proposition():
            return Not(formula) if negated else formula
        case Not(operand):
            return normal_form(operand, negated=not negated)
        case Next(operand):
            return Next(normal_form(operand, negated=negated))
        case _:
            kind = _DUAL[type(formula)] if negated else type(formula)
            return kind(normal_form(formula.left, negated=negated), normal_form(formula.right, negated=negated))


_DUAL: dict[type[Binary], type[Binary]] = {And: Or, Or: And, Until: Release, Release: Until}


# -- reading ----------------------------------------------------------------------------------------------------------

_NAME = r"[A-Za-z_]\w*"
_TOKEN = re.compile(rf"\s*(?:(<->|->|&&|\|\||\[\]|<>|[!()]|{_NAME})|(\{{))")
_UNARY: dict[str, Callable[[Formula], Formula]] = {
    "!": Not,
    "G": always,
    "[]": always,
    "F": at_some_time,
    "<>": at_some_time,
    "X": Next,
}
_TEMPORAL: dict[str, Callable[[Formula, Formula], Formula]] = {"U": Until, "R": Release, "V": Release, "W": weak_until}
_LEVELS = ({"<->": equivalent}, {"->": implies}, {"||": Or}, {"&&": And})  # from loose to tight
_DEEPEST = 200  # formulas in formulas


def parse(text: str) -> Formula:
    """Binds most tightly: ! G F X, then U R W (to the right), then && || -> (to the right) <->."""
    return _Parser(text).whole()


class _Parser:
    def __init__(self, text: str) -> None:
        self._text = text
        self._tokens = list(_tokens(text))
        self._at = 0
        self._depth = 0

    def whole(self) -> Formula:
        formula = self._binary(0)
        if self._token:
            self._fail(f"'{self._token}' does not belong here")
        return formula

    @property
    def _token(self) -> str:
        return self._tokens[self._at][0]

    def _fail(self, what: str) -> None:
        raise FormulaProblem(what, self._text, self._tokens[self._at][1])

    def _take(self) -> str:
        token = self._token
        self._at += 1
        return token

    def _binary(self, level: int) -> Formula:
        if level == len(_LEVELS):
            return self._temporal()
        operators = _LEVELS[level]
        left = self._binary(level + 1)
        if "->" in operators and self._token == "->":
            self._take()
            return implies(left, self._binary(level))
        while self._token in operators:
            left = operators[self._take()](left, self._binary(level + 1))
        return left

    def _temporal(self) -> Formula:
        left = self._unary()
        if self._token in _TEMPORAL:
            return _TEMPORAL[self._take()](left, self._temporal())
        return left

    def _unary(self) -> Formula:
        self._depth += 1
        if self._depth > _DEEPEST:
            self._fail("the formula is nested too deeply")
        try:
            if self._token in _UNARY:
                return _UNARY[self._take()](self._unary())
            return self._atom()
        finally:
            self._depth -= 1

    def _atom(self) -> Formula:
        token = self._token
        if token == "(":
            self._take()
            formula = self._binary(0)
            if self._token != ")":
                self._fail("')' is missing")
            self._take()
            return formula
        if token.startswith("{"):
            self._take()
            return Proposition(token[1:-1].strip())
        if token in ("true", "false"):
            return Constant(self._take() == "true")
        if re.fullmatch(_NAME, token) is None or token in _TEMPORAL:
            self._fail(
                "a formula is missing" if not token or token == ")" else f"a formula is missing before '{token}'"
            )
        return Proposition(self._take())


def _tokens(text: str) -> Iterator[tuple[str, int]]:
    """With their columns; the last one is empty."""
    at = 0
    while text[at:].strip():
        found = _TOKEN.match(text, at)
        if found is None:
            at += len(text[at:]) - len(text[at:].lstrip())
            raise FormulaProblem(f"'{text[at]}' means nothing in a formula", text, at)
        if found[2] is None:
            yield found[1], found.start(1)
            at = found.end()
        else:
            at = _end_of_braces(text, found.start(2))
            yield text[found.start(2) : at], found.start(2)
    yield "", len(text)


def _end_of_braces(text: str, begin: int) -> int:
    depth = 0
    for at in range(begin, len(text)):
        depth += (text[at] == "{") - (text[at] == "}")
        if depth == 0:
            if not text[begin + 1 : at].strip():
                raise FormulaProblem("there is no expression in the braces", text, begin)
            return at + 1
    raise FormulaProblem("'}' is missing", text, begin)
