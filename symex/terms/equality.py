"""Equality, of any sort. Equality of floats is that of values, where NaN = NaN and 0 ≠ -0; `fp_eq` is C's `==`."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from .booleans import and_, iff, not_
from .choices import compare_per_branch, decides_per_branch, ite, values
from .concrete import sext as concrete_sext
from .constructors import bounded
from .nodes import FALSE, TRUE, Term, bv, make, require_same_width, table_of
from .ranges import unsigned_range
from .slices import extract
from .sorts import BOOL

EqualityRule: TypeAlias = Callable[[Term, Term], Term | None]

_EQUAL = table_of("=")


def eq(a: Term, b: Term) -> Term:
    """a = b. A constant goes right."""
    if a is b:
        return TRUE
    if a.op == "const":
        if b.op == "const":
            require_same_width(a, b, "=")
            return FALSE
        a, b = b, a
    elif b.id < a.id and b.op != "const":
        a, b = b, a
    key = (a, b)
    result = _EQUAL.get(key)
    if result is not None:
        return result
    require_same_width(a, b, "=")
    if a.width == BOOL:
        return iff(a, b)
    result = _with_constant(a, b) if b.op == "const" else _between(a, b)
    if result is None:
        result = make("=", key, BOOL)
    _EQUAL[key] = result
    return result


def ne(a: Term, b: Term) -> Term:
    return not_(eq(a, b))


def _with_constant(x: Term, c: Term) -> Term | None:
    rule = _CONSTANT_RULES.get(x.op)
    return rule(x, c) if rule is not None else None


def _between(a: Term, b: Term) -> Term | None:
    result = None
    rule = _RULES.get(a.op)
    if rule is not None:
        result = rule(a, b)
    if result is None:
        rule = _RULES.get(b.op)
        if rule is not None:
            result = rule(b, a)
    return result


# --- with a constant ------------------------------------------------------------------------------------------------


def _choice(x: Term, c: Term) -> Term | None:
    """ite(g, 1, 0) = 0 is not g."""
    possible = values(x)
    if possible is not None and c.payload not in possible:
        return FALSE
    if not decides_per_branch(x):
        return None
    return compare_per_branch(lambda branch: eq(branch, c), x, lambda branch: (branch, c) in _EQUAL)


def _sum(x: Term, c: Term) -> Term | None:
    """x + 1 = 3 is x = 2."""
    addend = x.args[1]
    return eq(x.args[0], bv(c.payload - addend.payload, c.width)) if addend.op == "const" else None


def _difference(x: Term, c: Term) -> Term | None:
    minuend, subtrahend = x.args
    if c.payload == 0:
        return eq(minuend, subtrahend)
    return eq(subtrahend, bv(minuend.payload - c.payload, c.width)) if minuend.op == "const" else None


def _negation(x: Term, c: Term) -> Term:
    return eq(x.args[0], bv(-c.payload, c.width))


def _complement(x: Term, c: Term) -> Term:
    return eq(x.args[0], bv(~c.payload, c.width))


def _xor(x: Term, c: Term) -> Term | None:
    if c.payload == 0:
        return eq(x.args[0], x.args[1])
    return eq(x.args[0], bv(x.args[1].payload ^ c.payload, c.width)) if x.args[1].op == "const" else None


def _and(x: Term, c: Term) -> Term | None:
    """x & 0xf0 = 1 cannot be."""
    return FALSE if x.args[1].op == "const" and c.payload & ~x.args[1].payload else None


def _or(x: Term, c: Term) -> Term | None:
    if c.payload == 0:
        return and_(eq(x.args[0], c), eq(x.args[1], c))
    return FALSE if x.args[1].op == "const" and x.args[1].payload & ~c.payload else None


def _zero_extension(x: Term, c: Term) -> Term:
    inner = x.args[0]
    return FALSE if c.payload >> inner.width else eq(inner, bv(c.payload, inner.width))


def _sign_extension(x: Term, c: Term) -> Term:
    inner = x.args[0]
    narrowed = bv(c.payload, inner.width)
    fits = concrete_sext(narrowed.payload, inner.width, x.width - inner.width) == c.payload
    return eq(inner, narrowed) if fits else FALSE


def _concatenation(x: Term, c: Term) -> Term:
    upper, lower = x.args
    return and_(eq(upper, bv(c.payload >> lower.width, upper.width)), eq(lower, bv(c.payload, lower.width)))


def _shift(x: Term, c: Term) -> Term | None:
    """x << 2 = 8: the low bits of x are 2."""
    value, count = x.args
    if count.op != "const":
        return None
    zeros = count.payload
    if c.payload & ((1 << zeros) - 1):
        return FALSE
    return eq(extract(value, x.width - zeros - 1, 0), bv(c.payload >> zeros, x.width - zeros))


def _remainder(x: Term, c: Term) -> Term | None:
    lowest, highest = unsigned_range(x)
    return None if lowest <= c.payload <= highest else FALSE


_CONSTANT_RULES: dict[str, EqualityRule] = {
    "ite": _choice,
    "bvadd": _sum,
    "bvsub": _difference,
    "bvneg": _negation,
    "bvnot": _complement,
    "bvxor": _xor,
    "bvand": _and,
    "bvor": _or,
    "zero_extend": _zero_extension,
    "sign_extend": _sign_extension,
    "concat": _concatenation,
    "bvshl": _shift,
    "bvurem": _remainder,
}
_CONSTANT_RULES.update((op, bounded(rule)) for op, rule in list(_CONSTANT_RULES.items()))

# --- between terms --------------------------------------------------------------------------------------------------


def _sums(a: Term, b: Term) -> Term | None:
    """x + 1 = x + 2 cannot be; x + 1 = y + 1 is x = y; x + y = x is y = 0."""
    x, y = a.args
    if b is x or b is y:
        return eq(y if b is x else x, bv(0, a.width))
    if b.op != "bvadd":
        return None
    u, v = b.args
    if x is u:
        return eq(y, v)
    if y is v:
        return eq(x, u)
    if x is v:
        return eq(y, u)
    return eq(x, v) if y is u else None


def _extensions(a: Term, b: Term) -> Term | None:
    inner = a.args[0]
    return eq(inner, b.args[0]) if b.op == a.op and b.args[0].width == inner.width else None


def _concatenations(a: Term, b: Term) -> Term | None:
    if b.op == "concat" and a.args[1].width == b.args[1].width:
        return and_(eq(a.args[0], b.args[0]), eq(a.args[1], b.args[1]))
    return None


def _inverses(a: Term, b: Term) -> Term | None:
    return eq(a.args[0], b.args[0]) if b.op == a.op else None


def _choices(a: Term, b: Term) -> Term | None:
    left, right = values(a), values(b)
    if left is not None and right is not None and left.isdisjoint(right):
        return FALSE
    condition, x, y = a.args
    if b.op == "ite" and b.args[0] is condition and all(branch.op != "ite" for branch in (x, y)):
        return ite(condition, eq(x, b.args[1]), eq(y, b.args[2]))
    if left is not None and right is not None and len(left) == len(right) == 2 == len(left | right):
        lesser = bv(min(left), a.width) if a.width > 0 else None
        return iff(eq(a, lesser), eq(b, lesser)) if lesser is not None else None
    return None


_RULES: dict[str, EqualityRule] = {
    "bvadd": _sums,
    "zero_extend": _extensions,
    "sign_extend": _extensions,
    "concat": _concatenations,
    "bvneg": _inverses,
    "bvnot": _inverses,
    "ite": _choices,
}
_RULES.update((op, bounded(rule)) for op, rule in list(_RULES.items()))


def distinct_for_sure(a: Term, b: Term) -> bool:
    """Whether `a` and `b` differ whatever the symbols are; cheap, may say no too often."""
    return eq(a, b) is FALSE
