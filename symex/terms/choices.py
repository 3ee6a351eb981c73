"""`ite`, and the trees that it builds.

A variable that was written under several guards is a tree of choices between constants. Such a tree carries in its
payload the set of values it can take, as long as those are few: most comparisons with it are then decided at once, and
the objects that a pointer may point to are read off it.
"""

from __future__ import annotations

from collections.abc import Callable

from .booleans import and_, complementary, iff, not_, or_
from .nodes import TRUE, Term, make, require_same_width, table_of
from .sorts import BOOL, SortError

_ITE = table_of("ite")
_MOST_VALUES = 32
_SMALL_TREE = 4  # leaves up to which an operation on a tree of constants is done on its leaves

_value_sets: dict[frozenset[int], frozenset[int]] = {}


def ite(condition: Term, then: Term, otherwise: Term) -> Term:
    if then is otherwise:
        return then
    if condition.op == "not":
        condition, then, otherwise = condition.args[0], otherwise, then
    elif condition.id < 2:
        return then if condition is TRUE else otherwise
    key = (condition, then, otherwise)
    found = _ITE.get(key)
    if found is not None:
        return found
    if condition.width != BOOL:
        raise SortError(f"a condition of sort {condition.sort}")
    require_same_width(then, otherwise, "ite")
    result = _simplified(condition, then, otherwise)
    if result is None:
        result = make("ite", key, then.width, _union(then, otherwise))
    _ITE[key] = result
    return result


def _simplified(c: Term, a: Term, b: Term) -> Term | None:
    if a.width == BOOL:
        result = _boolean_choice(c, a, b)
        if result is not None:
            return result
    reduced_a = _under(c, a)
    reduced_b = b.args[2] if b.op == "ite" and _implies(b.args[0], c) else b  # ¬c rules the inner condition out
    if reduced_a is not a or reduced_b is not b:
        return ite(c, reduced_a, reduced_b)
    if b.op == "ite":
        d, x, y = b.args
        if x is a:
            return ite(or_(c, d), a, y)
        if y is a:
            return ite(or_(c, not_(d)), a, x)
    if a.op == "ite":
        d, x, y = a.args
        if y is b:
            return ite(and_(c, d), x, b)
        if x is b:
            return ite(and_(c, not_(d)), y, b)
    if c.op == "=":
        return _choice_on_equality(c, a, b)
    return None


def _boolean_choice(c: Term, a: Term, b: Term) -> Term | None:
    if a.id < 2:
        return or_(c, b) if a is TRUE else and_(not_(c), b)
    if b.id < 2:
        return or_(not_(c), a) if b is TRUE else and_(c, a)
    if a is c:
        return or_(c, b)
    if b is c:
        return and_(c, a)
    if a.op == "not" and a.args[0] is c:
        return and_(not_(c), b)
    if b.op == "not" and b.args[0] is c:
        return or_(not_(c), a)
    if complementary(a, b):
        return iff(c, a)
    return None


def _implies(c: Term, d: Term) -> bool:
    """Whether `c` has `d` as a conjunct, at its top."""
    return c is d or (c.op == "and" and (c.args[0] is d or c.args[1] is d))


def _under(c: Term, a: Term) -> Term:
    """`a` where `c` holds."""
    if a.op == "ite":
        d = a.args[0]
        if _implies(c, d):
            return a.args[1]
        if c.op == "and" and (complementary(d, c.args[0]) or complementary(d, c.args[1])):
            return a.args[2]
    return a


def _choice_on_equality(c: Term, a: Term, b: Term) -> Term | None:
    """x = y ? x : y is y, and x = 3 ? x : b is x = 3 ? 3 : b."""
    x, y = c.args
    if (a is x and b is y) or (a is y and b is x):
        return b
    if y.op == "const" and a is x:
        return ite(c, y, b)
    return None


def _union(a: Term, b: Term) -> frozenset[int] | None:
    """The values of a choice between `a` and `b`; None if they are many or unknown."""
    if a.width == BOOL:
        return None
    left, right = values(a), values(b)
    if left is None or right is None:
        return None
    if right <= left:
        return left
    if left <= right:
        return right
    union = left | right
    return _value_sets.setdefault(union, union) if len(union) <= _MOST_VALUES else None


def values(term: Term) -> frozenset[int] | None:
    """The values `term` can take (payloads of constants), if it is a tree of choices between few constants."""
    if term.op == "const":
        single = frozenset((term.payload,))
        return _value_sets.setdefault(single, single)
    if term.op == "ite":
        found: frozenset[int] | None = term.payload
        return found
    return None


def on_leaves(apply: Callable[[Term], Term], tree: Term) -> Term | None:
    """`apply` at each leaf of a small tree of constants; None if `tree` is anything else."""
    if tree.op != "ite" or tree.payload is None or _leaves(tree) > _SMALL_TREE:
        return None
    return _mapped(apply, tree)


def _mapped(apply: Callable[[Term], Term], tree: Term) -> Term:
    if tree.op == "const":
        return apply(tree)
    condition, then, otherwise = tree.args
    return ite(condition, _mapped(apply, then), _mapped(apply, otherwise))


def _leaves(tree: Term) -> int:
    """Counts leaves, and stops counting when they are too many."""
    count, pending = 0, [tree]
    while pending and count <= _SMALL_TREE:
        term = pending.pop()
        if term.op == "const":
            count += 1
        else:
            pending.extend(term.args[1:])
            if len(pending) > _SMALL_TREE:
                return len(pending)
    return count


def decides_per_branch(term: Term) -> bool:
    """Whether a comparison of `term` with a constant is decided in at least one branch of each choice it looks at."""
    return term.op == "ite" and (term.payload is not None or term.args[1].op == "const" or term.args[2].op == "const")


def compare_per_branch(compare: Callable[[Term], Term], tree: Term, known: Callable[[Term], bool]) -> Term:
    """`compare` pushed through the choices of `tree`.

    Trees may be very deep. The choices below are compared first, oldest first, so that `compare`, which comes back here
    for each, finds the branches done: it is one level deep, however deep the tree.
    """
    condition, then, otherwise = tree.args
    if (then.op == "ite" and not known(then)) or (otherwise.op == "ite" and not known(otherwise)):
        _compare_below(compare, tree, known)
    return ite(condition, compare(then), compare(otherwise))


def _compare_below(compare: Callable[[Term], Term], tree: Term, known: Callable[[Term], bool]) -> None:
    todo: dict[int, Term] = {}
    pending = [tree]
    while pending:
        for branch in pending.pop().args[1:]:
            if branch.op == "ite" and branch.id not in todo and decides_per_branch(branch) and not known(branch):
                todo[branch.id] = branch
                pending.append(branch)
    for identity in sorted(todo):
        compare(todo[identity])
