"""Makes constructors out of rules.

A rule looks at one operand whose operation it is filed under and gives the simplified result, or None. So a constructor
costs one table lookup when the term is known, and few more when it is not, however many rules there are.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import wraps
from typing import ParamSpec, TypeAlias

from .nodes import CONSTANTS, Op, Term, boolean, make, require_same_width, table_of
from .sorts import BOOL, SortError

P = ParamSpec("P")
Unary: TypeAlias = Callable[[Term], Term]
Binary: TypeAlias = Callable[[Term, Term], Term]
UnaryRule: TypeAlias = Callable[[Term], Term | None]
BinaryRule: TypeAlias = Callable[[Term, Term], Term | None]  # (the operand the rule is filed under, the other operand)
Fold: TypeAlias = Callable[[int, int, int], int]  # (left, right, width)
Test: TypeAlias = Callable[[int, int, int], bool]


def _constant(value: int, width: int) -> Term:
    key = (value, width)
    found = CONSTANTS.get(key)
    if found is None:
        found = CONSTANTS[key] = make("const", (), width, value)
    return found


def commutative(op: Op, fold: Fold, rules: Mapping[str, BinaryRule], same: UnaryRule) -> Binary:
    """Constants go right, other operands in order of age; `same` is what two identical operands give."""
    table = table_of(op)
    rule_for = rules.get

    def construct(a: Term, b: Term) -> Term:
        if a.op == "const":
            if b.op == "const":
                require_same_width(a, b, op)
                return _constant(fold(a.payload, b.payload, a.width), a.width)
            a, b = b, a
        elif b.id < a.id and b.op != "const":
            a, b = b, a
        key = (a, b)
        result = table.get(key)
        if result is not None:
            return result
        if a.width != b.width or a.width <= 0:
            raise SortError(f"{op} of {a.sort} and {b.sort}")
        if a is b:
            result = same(a)
        else:
            rule = rule_for(b.op)
            if rule is not None:
                result = rule(b, a)
            if result is None:
                rule = rule_for(a.op)
                if rule is not None:
                    result = rule(a, b)
        if result is None:
            result = make(op, key, a.width)
        table[key] = result
        return result

    return construct


def ordered(
    op: Op, fold: Fold, left: Mapping[str, BinaryRule], right: Mapping[str, BinaryRule], general: BinaryRule
) -> Binary:
    """An operation whose operands cannot be swapped. `general` is tried last, as (left, right)."""
    table = table_of(op)

    def construct(a: Term, b: Term) -> Term:
        if a.op == "const" and b.op == "const":
            require_same_width(a, b, op)
            return _constant(fold(a.payload, b.payload, a.width), a.width)
        key = (a, b)
        result = table.get(key)
        if result is not None:
            return result
        if a.width != b.width or a.width <= 0:
            raise SortError(f"{op} of {a.sort} and {b.sort}")
        result = _by_rules(a, b, left, right, general)
        if result is None:
            result = make(op, key, a.width)
        table[key] = result
        return result

    return construct


def predicate(
    op: Op, test: Test, left: Mapping[str, BinaryRule], right: Mapping[str, BinaryRule], general: BinaryRule
) -> Binary:
    """As `ordered`, with a boolean result."""
    table = table_of(op)

    def construct(a: Term, b: Term) -> Term:
        if a.op == "const" and b.op == "const":
            require_same_width(a, b, op)
            return boolean(test(a.payload, b.payload, a.width))
        key = (a, b)
        result = table.get(key)
        if result is not None:
            return result
        if a.width != b.width or a.width <= 0:
            raise SortError(f"{op} of {a.sort} and {b.sort}")
        result = _by_rules(a, b, left, right, general)
        if result is None:
            result = make(op, key, BOOL)
        table[key] = result
        return result

    return construct


def _by_rules(
    a: Term, b: Term, left: Mapping[str, BinaryRule], right: Mapping[str, BinaryRule], general: BinaryRule
) -> Term | None:
    result = None
    rule = right.get(b.op)
    if rule is not None:
        result = rule(b, a)
    if result is None:
        rule = left.get(a.op)
        if rule is not None:
            result = rule(a, b)
    return general(a, b) if result is None else result


def unary(op: Op, fold: Callable[[int, int], int], rules: Mapping[str, UnaryRule]) -> Unary:
    table = table_of(op)

    def construct(a: Term) -> Term:
        if a.op == "const":
            return _constant(fold(a.payload, a.width), a.width)
        key = (a,)
        result = table.get(key)
        if result is not None:
            return result
        if a.width <= 0:
            raise SortError(f"{op} of {a.sort}")
        rule = rules.get(a.op)
        result = rule(a) if rule is not None else None
        if result is None:
            result = make(op, key, a.width)
        table[key] = result
        return result

    return construct


def first_of(*rules: BinaryRule) -> BinaryRule:
    """The rules in turn until one applies."""

    def attempt(a: Term, b: Term) -> Term | None:
        for rule in rules:
            result = rule(a, b)
            if result is not None:
                return result
        return None

    return attempt


def no_rule(_a: Term, _b: Term) -> Term | None:
    return None


_MOST_NESTED = 40
_nested = 0


def bounded(rule: Callable[P, Term | None]) -> Callable[P, Term | None]:
    """A rule that goes down into its operands gives up where terms are nested too deep for the interpreter's stack."""

    @wraps(rule)
    def attempt(*args: P.args, **kwargs: P.kwargs) -> Term | None:
        global _nested
        if _nested >= _MOST_NESTED:
            return None
        _nested += 1
        try:
            return rule(*args, **kwargs)
        finally:
            _nested -= 1

    return attempt
