"""Booleans: not, and, or, and what is made of them. And and or are binary and simplified by the same rules, dually.

Guards of symbolic execution grow by one conjunct per branch and meet again where branches join, so what matters here is
(g and c) or (g and not c) = g, and never rebuilding a long prefix: nothing is flattened.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable

from .nodes import FALSE, TRUE, Op, Term, make, table_of
from .sorts import BOOL, SortError

_NOT = table_of("not", lambda term: term.args[0])
_AND = table_of("and")
_OR = table_of("or")
_EQUAL = table_of("=")
_COMPOUND = frozenset({"and", "or", "not"})
_SPINE = 6  # how many conjuncts of a long conjunction are searched for one that repeats or contradicts


def not_(a: Term) -> Term:
    if a.op == "not":
        return a.args[0]
    found = _NOT.get(a)
    if found is not None:
        return found
    if a.width != BOOL:
        raise SortError(f"not of {a.sort}")
    if a.op == "const":
        return FALSE if a is TRUE else TRUE
    found = _NOT[a] = make("not", (a,), BOOL)
    return found


def and_(a: Term, b: Term) -> Term:
    if b.id < a.id:
        a, b = b, a
    if a.id < 2:
        return b if a is TRUE else FALSE
    key = (a, b)
    found = _AND.get(key)
    if found is not None:
        return found
    result = _simplified("and", "or", a, b, FALSE, and_)
    if result is None:
        result = make("and", key, BOOL)
    _AND[key] = result
    return result


def or_(a: Term, b: Term) -> Term:
    if b.id < a.id:
        a, b = b, a
    if a.id < 2:
        return b if a is FALSE else TRUE
    key = (a, b)
    found = _OR.get(key)
    if found is not None:
        return found
    result = _simplified("or", "and", a, b, TRUE, or_)
    if result is None:
        result = _factored(a, b)
    if result is None:
        result = make("or", key, BOOL)
    _OR[key] = result
    return result


def complementary(a: Term, b: Term) -> bool:
    """Whether one is, syntactically, the negation of the other."""
    return (a.op == "not" and a.args[0] is b) or (b.op == "not" and b.args[0] is a)


def _simplified(op: Op, dual: Op, a: Term, b: Term, zero: Term, build: Callable[[Term, Term], Term]) -> Term | None:
    """`op` of two terms, neither constant; `zero` is what absorbs everything (false for and, true for or)."""
    if a is b:
        return a
    if a.width != BOOL or b.width != BOOL:
        raise SortError(f"{op} of {a.sort} and {b.sort}")
    result = None
    if b.op in _COMPOUND:
        result = _absorbed(op, dual, a, b, zero, build)
    if result is None and a.op in _COMPOUND:
        result = _absorbed(op, dual, b, a, zero, build)
        if result is None and a.op == b.op == dual:
            result = _resolved(a, b)
    if result is None and op == "and" and (a.op == "=" or b.op == "="):
        result = _exclusive(a, b)
        if result is None:
            result = _exclusive(b, a)
    return result


def _absorbed(op: Op, dual: Op, p: Term, q: Term, zero: Term, build: Callable[[Term, Term], Term]) -> Term | None:
    """What `q` adds to `p`, read off the arguments of `q`. Comments are for op = and."""
    if q.op == op:
        return _in_spine(op, p, q, zero)
    if q.op == dual:
        x, y = q.args
        if p is x or p is y:
            return p  # p ∧ (p ∨ y)
        if complementary(p, x):
            return build(p, y)  # p ∧ (¬p ∨ y)
        if complementary(p, y):
            return build(p, x)
    else:
        inner = q.args[0]
        if inner is p:
            return zero
        if inner.op == dual:
            x, y = inner.args
            if p is x or p is y:
                return zero  # p ∧ ¬(p ∨ y)
            if complementary(p, x) or complementary(p, y):
                return q  # ¬x ∧ ¬(x ∨ y)
        elif inner.op == op:
            x, y = inner.args
            if p is x or p is y:
                return build(p, not_(y if p is x else x))  # p ∧ ¬(p ∧ y)
            if complementary(p, x) or complementary(p, y):
                return p  # ¬x ∧ ¬(x ∧ y)
    return None


def _in_spine(op: Op, p: Term, q: Term, zero: Term) -> Term | None:
    """p ∧ (x ∧ (y ∧ …)): nothing new if p is among them, a contradiction if ¬p is."""
    opposite = p.args[0] if p.op == "not" else None
    link = q
    for _ in range(_SPINE):
        x, y = link.args
        if p is x or p is y:
            return q
        if opposite is x or opposite is y:
            return zero
        if (x.op == "not" and x.args[0] is p) or (y.op == "not" and y.args[0] is p):
            return zero
        if x.op == op:
            link = x
        elif y.op == op:
            link = y
        else:
            break
    return None


def _resolved(a: Term, b: Term) -> Term | None:
    """(x ∧ y) ∨ (x ∧ ¬y) = x, and dually."""
    shared = _shared_argument(a, b)
    if shared is not None and complementary(shared[1], shared[2]):
        return shared[0]
    return None


def _factored(a: Term, b: Term) -> Term | None:
    """(g ∧ x) ∨ (g ∧ y) = g ∧ (x ∨ y), so that the guard that both share stays visible."""
    if a.op == b.op == "and":
        shared = _shared_argument(a, b)
        if shared is not None:
            return and_(shared[0], or_(shared[1], shared[2]))
    return None


def _shared_argument(a: Term, b: Term) -> tuple[Term, Term, Term] | None:
    """(common argument, the other one of `a`, the other one of `b`)."""
    x, y = a.args
    u, v = b.args
    if x is u:
        return x, y, v
    if x is v:
        return x, y, u
    if y is u:
        return y, x, v
    if y is v:
        return y, x, u
    return None


def _exclusive(a: Term, b: Term) -> Term | None:
    """x = 1 ∧ x = 2 is false; x = 1 ∧ x ≠ 2 is x = 1."""
    if a.op != "=" or a.args[1].op != "const":
        return None
    negated = b.op == "not"
    other = b.args[0] if negated else b
    if other.op == "=" and other.args[0] is a.args[0] and other.args[1].op == "const":
        return a if negated else FALSE
    return None


def implies(a: Term, b: Term) -> Term:
    return or_(not_(a), b)


def iff(a: Term, b: Term) -> Term:
    """Equality of booleans. Negations are pulled out of it."""
    if b.id < a.id:
        a, b = b, a
    if a.id < 2:
        return b if a is TRUE else not_(b)
    if a.op == "not":
        return not_(iff(a.args[0], b))
    if b.op == "not":
        return not_(iff(a, b.args[0]))
    if a is b:
        return TRUE
    key = (a, b)
    found = _EQUAL.get(key)
    if found is None:
        if a.width != BOOL or b.width != BOOL:
            raise SortError(f"iff of {a.sort} and {b.sort}")
        found = _EQUAL[key] = make("=", key, BOOL)
    return found


def xor(a: Term, b: Term) -> Term:
    return not_(iff(a, b))


def all_of(terms: Iterable[Term]) -> Term:
    """The conjunction, balanced: a flat million of conjuncts is twenty levels deep."""
    return _balanced(list(terms), and_, TRUE)


def any_of(terms: Iterable[Term]) -> Term:
    return _balanced(list(terms), or_, FALSE)


def _balanced(terms: list[Term], build: Callable[[Term, Term], Term], neutral: Term) -> Term:
    if not terms:
        return neutral
    while len(terms) > 1:
        paired = [build(terms[i], terms[i + 1]) for i in range(0, len(terms) - 1, 2)]
        if len(terms) % 2:
            paired.append(terms[-1])
        terms = paired
    return terms[0]


def conjuncts(condition: Term) -> set[Term]:
    """What a conjunction consists of: whatever has all that another has implies it."""
    found: set[Term] = set()
    pending = [condition]
    while pending:
        term = pending.pop()
        if term.op == "and":
            pending += term.args
        elif term is not TRUE:
            found.add(term)
    return found
