"""Every operation on every operation, at widths so small that all assignments can be tried."""

from __future__ import annotations

import itertools
import os
import random
from typing import Any

import pytest

from symex import terms as t

from .expressions import BINARY, TESTS, UNARY, Expression, assignment_for, built
from .meaning import meaning

EFFORT = int(os.environ.get("SMTCB_TERM_EXAMPLES", "1"))
INNER = [*BINARY, *UNARY, "ite", "flag", "extract", "concat", "zero_extend", "sign_extend", "leaf"]


@pytest.fixture(autouse=True)
def fresh_terms() -> None:
    t.reset()


def check_everywhere(expression: Expression, width: int) -> None:
    """The simplified term has the value of what was written, for all values of its symbols."""
    term = built(expression)
    numbers = range(1 << width)
    truths = [False, True] if _mentions(expression, "b0", "b1") else [False]
    for x, y, c, d in itertools.product(numbers, numbers, truths, truths):
        environment: dict[str, Any] = {f"x{width}": x, f"y{width}": y, "b0": c, "b1": d}
        value = t.evaluate(term, assignment_for(term, environment))
        assert value == meaning(expression, environment), (expression, term, environment)


def _mentions(expression: Expression, *names: str) -> bool:
    return any(_mentions(part, *names) if isinstance(part, tuple) else part in names for part in expression)


def leaf(chance: random.Random, width: int) -> Expression:
    if chance.random() < 0.5:
        return "symbol", f"{chance.choice('xy')}{width}", width
    return "const", chance.randrange(1 << width), width


def narrow(chance: random.Random, width: int, wanted: int) -> Expression:
    """A leaf of fewer bits, cut out of one of `width` bits."""
    return ("extract", wanted - 1, 0, leaf(chance, width)) if wanted < width else leaf(chance, width)


def condition(chance: random.Random, width: int) -> Expression:
    if chance.random() < 0.3:
        return chance.choice(TESTS[:5]), leaf(chance, width), leaf(chance, width)
    return "symbol", chance.choice(["b0", "b1"]), 0


def inner(chance: random.Random, op: str, width: int) -> Expression:
    """A term of `width` bits with `op` at its top."""
    match op:
        case "leaf":
            return leaf(chance, width)
        case "ite":
            return "ite", condition(chance, width), leaf(chance, width), leaf(chance, width)
        case "flag":
            return "ite", condition(chance, width), ("const", 1, width), ("const", 0, width)
        case "extract":
            low = chance.randrange(width + 1)
            return "extract", low + width - 1, low, ("concat", leaf(chance, width), leaf(chance, width))
        case "concat":
            split = chance.randrange(1, width)
            return "concat", narrow(chance, width, split), narrow(chance, width, width - split)
        case "zero_extend" | "sign_extend":
            return op, width, narrow(chance, width, chance.randrange(1, width))
        case _ if op in UNARY:
            return op, leaf(chance, width)
        case _:
            return op, leaf(chance, width), leaf(chance, width)


@pytest.mark.parametrize("outer", [*BINARY, *TESTS])
def test_an_operation_on_any_two_operations_is_exact(outer: str) -> None:
    chance = random.Random(outer)
    for left, right in itertools.product(INNER, repeat=2):
        for _ in range(EFFORT * (8 if "leaf" in (left, right) else 1)):  # most rules are for a constant or a symbol
            width = chance.choice([2, 2, 3])
            first, second = inner(chance, left, width), inner(chance, right, width)
            if chance.random() < 0.3:  # an operand that meets itself
                if right == "leaf" and left in BINARY:
                    second = chance.choice(first[1:])
                elif left == "leaf" and right in BINARY:
                    first = chance.choice(second[1:])
            check_everywhere((outer, first, second), width)


@pytest.mark.parametrize("op", [*UNARY, "extract", "zero_extend", "sign_extend"])
def test_a_unary_operation_on_any_operation_is_exact(op: str) -> None:
    chance = random.Random(op)
    for below in INNER:
        for _ in range(6 * EFFORT):
            width = 3
            operand = inner(chance, below, width)
            if op == "extract":
                low = chance.randrange(width)
                check_everywhere(("extract", chance.randrange(low, width), low, operand), width)
            elif op in UNARY:
                check_everywhere((op, operand), width)
            else:
                check_everywhere((op, width + chance.randrange(1, 4), operand), width)


def test_choices_between_choices_are_exact() -> None:
    chance = random.Random("choices")
    for _ in range(1500 * EFFORT):
        parts = [inner(chance, chance.choice(["ite", "ite", "flag", "leaf"]), 2) for _ in range(2)]
        if chance.random() < 0.3 and parts[0][0] == "ite":
            parts[1] = parts[0][chance.choice([2, 3])]
        if chance.random() < 0.3 and parts[1][0] == "ite":
            parts[0] = parts[1][chance.choice([2, 3])]
        guard = condition(chance, 2)
        if chance.random() < 0.3:
            guard = ("and", guard, condition(chance, 2))
        check_everywhere(("ite", guard, *parts), 2)


def boolean_terms(depth: int) -> list[Expression]:
    """All terms of not, and, or, = over three symbols up to `depth`."""
    if depth == 0:
        return [("symbol", "b0", 0), ("symbol", "b1", 0), ("symbol", "b2", 0)]
    below = boolean_terms(depth - 1)
    pairs = itertools.combinations_with_replacement(below, 2)
    return [*below, *(("not", term) for term in below), *((op, *pair) for pair in pairs for op in ("and", "or", "="))]


def truth_assignments() -> list[dict[str, Any]]:
    return [dict(zip(["b0", "b1", "b2"], values, strict=True)) for values in itertools.product([False, True], repeat=3)]


def test_all_small_boolean_terms_are_exact() -> None:
    terms = boolean_terms(1)
    environments = [
        dict(zip(["b0", "b1", "b2"], values, strict=True)) for values in itertools.product([False, True], repeat=3)
    ]
    tables = {term: [meaning(term, environment) for environment in environments] for term in terms}
    for op in ("and", "or", "="):
        for left, right in itertools.product(terms, repeat=2):
            for wrapped in (right, ("not", right)):
                term = built((op, left, wrapped))
                for i, environment in enumerate(environments):
                    second = tables[right][i] is (wrapped is right)
                    expected = {
                        "and": tables[left][i] and second,
                        "or": tables[left][i] or second,
                        "=": tables[left][i] == second,
                    }
                    assert t.evaluate(term, assignment_for(term, environment)) == expected[op], (op, left, wrapped)


def test_deeper_boolean_terms_are_exact() -> None:
    chance, terms = random.Random("deep"), boolean_terms(1)
    environments = [
        dict(zip(["b0", "b1", "b2"], values, strict=True)) for values in itertools.product([False, True], repeat=3)
    ]
    for _ in range(1500 * EFFORT):
        a, b, c, d = (chance.choice(terms) for _ in range(4))
        ops = [chance.choice(["and", "or", "and", "or", "="]) for _ in range(3)]
        left: Expression = (ops[1], a, b)
        right: Expression = (ops[2], chance.choice([a, c]), chance.choice([("not", b), d]))
        expression = (ops[0], left, right) if chance.random() < 0.7 else ("ite", left, right, d)
        term = built(expression)
        for environment in environments:
            assert t.evaluate(term, assignment_for(term, environment)) == meaning(expression, environment), expression
