"""Walks over the term graph. None recurses: a term is younger than its arguments, so sorting by `id` is bottom-up."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Mapping, MutableMapping, Sequence
from typing import TypeVar

from .nodes import Term
from .rebuild import rebuild

T = TypeVar("T")


def topological(roots: Iterable[Term], known: Container[int] = ()) -> list[Term]:
    """Every term below `roots` once, arguments before the terms they are in; what is in `known` (by id) is left out."""
    seen: dict[int, Term] = {}
    pending = [root for root in roots if root.id not in known]
    while pending:
        term = pending.pop()
        if term.id not in seen:
            seen[term.id] = term
            for arg in term.args:
                if arg.id not in seen and arg.id not in known:
                    pending.append(arg)
    return [seen[identity] for identity in sorted(seen)]


def fold(root: Term, visit: Callable[[Term], T], memo: MutableMapping[int, T]) -> T:
    """The result of `visit` at `root`. `visit` finds the results of a term's arguments in `memo`, by id."""
    if root.id not in memo:
        for term in topological((root,), memo):
            memo[term.id] = visit(term)
    return memo[root.id]


def symbols(*roots: Term) -> list[Term]:
    """The free variables, oldest first."""
    return [term for term in topological(roots) if term.op == "symbol"]


def size(*roots: Term) -> int:
    """The number of distinct nodes."""
    return len(topological(roots))


def substitute(root: Term, mapping: Mapping[Term, Term]) -> Term:
    """`root` with the terms in `mapping` replaced, all at once, simplified anew on the way up."""
    results = {old.id: new for old, new in mapping.items()}

    def visit(term: Term) -> Term:
        args = tuple([results[arg.id] for arg in term.args])
        return term if args == term.args else rebuild(term, args)

    return fold(root, visit, results)


def slice_constraints(constraints: Sequence[Term], goals: Iterable[Term]) -> list[Term]:
    """The constraints that share symbols with the goals, directly or through other constraints.

    The goals' satisfiability depends on no other constraint, as long as the constraints by themselves are satisfiable.
    """
    users: dict[int, list[int]] = {}
    of_constraint = [[symbol.id for symbol in symbols(constraint)] for constraint in constraints]
    for number, names in enumerate(of_constraint):
        for name in names:
            users.setdefault(name, []).append(number)
    kept: set[int] = {number for number, names in enumerate(of_constraint) if not names}
    pending = [symbol.id for symbol in symbols(*goals)]
    reached = set(pending)
    while pending:
        for number in users.get(pending.pop(), ()):
            if number not in kept:
                kept.add(number)
                fresh = [name for name in of_constraint[number] if name not in reached]
                reached.update(fresh)
                pending.extend(fresh)
    return [constraints[number] for number in sorted(kept)]
