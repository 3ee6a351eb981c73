"""What an SMT-LIB solver answers, read: s-expressions, and the values in them."""

from __future__ import annotations

import re
from typing import TypeAlias

from symex.terms import ArrayValue, Value
from symex.terms.ieee import canonical, infinity, nan, sign_bit

from .answers import SolverError

SExpression: TypeAlias = "str | list[SExpression]"

_TOKEN = re.compile(r'\s+|;[^\n]*|(\(|\)|"(?:[^"]|"")*"|\|[^|]*\||[^\s()"|;]+)')


def is_complete(text: str) -> bool:
    """Whether `text` holds a whole s-expression (a word counts when its line has ended)."""
    depth = 0
    for match in _TOKEN.finditer(text):
        token = match.group(1)
        if token is None:
            continue
        depth += {"(": 1, ")": -1}.get(token, 0)
        if depth <= 0:
            return token == ")" or match.end() < len(text)
    return False


def parse(text: str) -> SExpression:
    """The first s-expression of `text`; nested lists are built without recursion."""
    stack: list[list[SExpression]] = [[]]
    for match in _TOKEN.finditer(text):
        token = match.group(1)
        if token is None:
            continue
        if token == "(":
            stack.append([])
        elif token == ")":
            if len(stack) == 1:
                break
            done = stack.pop()
            stack[-1].append(done)
        else:
            stack[-1].append(token)
        if len(stack) == 1:
            return stack[0][0]
    raise SolverError(f"the solver's answer cannot be read: {text.strip()[:200]}")


def read_value(expression: SExpression) -> Value:
    """A value as `get-value` gives it."""
    return _read(expression, {})


def _read(expression: SExpression, bound: dict[str, SExpression]) -> Value:
    match expression:
        case "true" | "false":
            return expression == "true"
        case str() if expression in bound:
            return _read(bound[expression], bound)
        case str() if expression.startswith("#x"):
            return int(expression[2:], 16)
        case str() if expression.startswith("#b"):
            return int(expression[2:], 2)
        case ["_", str(name), *sizes]:
            return _read_indexed(name, sizes)
        case ["fp", str(sign), str(exponent), str(significand)]:
            bits = "".join(_bits(part) for part in (sign, exponent, significand))
            return canonical(int(bits, 2), len(bits))
        case ["let", list(bindings), body]:
            return _read(body, bound | {str(pair[0]): pair[1] for pair in bindings})
        case [["as", "const", _], element]:
            return ArrayValue(_number(element, bound))
        case ["store", *_]:
            return _read_stores(expression, bound)
        case _:
            raise SolverError(f"the solver's value cannot be read: {expression}")


def _bits(literal: str) -> str:
    if literal.startswith("#b"):
        return literal[2:]
    return f"{int(literal[2:], 16):0{4 * (len(literal) - 2)}b}"


def _read_indexed(name: str, sizes: list[SExpression]) -> Value:
    """(_ bv10 32), (_ NaN 8 24), (_ +oo 8 24), (_ -zero 8 24)."""
    if name.startswith("bv"):
        return int(name[2:])
    width = sum(int(str(size)) for size in sizes)
    special = {"NaN": nan(width), "+oo": infinity(width), "-oo": infinity(width, True), "+zero": 0}
    special["-zero"] = sign_bit(width)
    if name not in special:
        raise SolverError(f"the solver's value cannot be read: {name}")
    return special[name]


def _read_stores(expression: SExpression, bound: dict[str, SExpression]) -> ArrayValue:
    """Stores nest as deep as the array has entries."""
    stores: list[tuple[int, int]] = []
    while True:
        if isinstance(expression, str) and expression in bound:
            expression = bound[expression]
        elif isinstance(expression, list) and expression[0] == "store":
            stores.append((_number(expression[2], bound), _number(expression[3], bound)))
            expression = expression[1]
        else:
            break
    array = _read(expression, bound)
    if not isinstance(array, ArrayValue):
        raise SolverError(f"the solver's array cannot be read: {expression}")
    for index, element in reversed(stores):
        array = array.set(index, element)
    return array


def _number(expression: SExpression, bound: dict[str, SExpression]) -> int:
    value = _read(expression, bound)
    if isinstance(value, ArrayValue):
        raise SolverError("the solver's model has an array of arrays")
    return value
