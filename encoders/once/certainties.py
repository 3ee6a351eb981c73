"""Assumptions that always hold. A block with an assumption may be kept from running, so it is no mover: these matter.

Most of them come from rounds of loops (`idle_iterations`) in which the thread surely changes something, such as a lock
that it gives back. That is seen only when it is known who has the lock.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from symex.terms import TRUE, Term, conjuncts

from .operations import BoundedProgram


def without_certainties(program: BoundedProgram) -> BoundedProgram:
    threads = [
        replace(thread, assumptions=[one for one in thread.assumptions if not holds_anyway(one.condition)])
        for thread in program.threads
    ]
    return replace(program, threads=threads)


def holds_anyway(condition: Term) -> bool:
    """p ∧ q → p ∨ …: the path has made sure of it."""
    if condition is TRUE:
        return True
    parts = list(_disjuncts(condition))
    for path in (part.args[0] for part in parts if part.op == "not"):
        known = conjuncts(path)
        if any(conjuncts(part) <= known for part in parts):
            return True
    return False


def _disjuncts(term: Term) -> Iterator[Term]:
    pending = [term]
    while pending:
        one = pending.pop()
        if one.op == "or":
            pending += one.args
        else:
            yield one
