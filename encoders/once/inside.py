"""Whether an access is inside an object, for the schema *once*: what its targets do not cover is not all outside."""

from __future__ import annotations

from collections.abc import Iterable

from symex.objects import Object
from symex.terms import FALSE, Term, and_, any_of, bv, bvsub, ule
from symex.values import Value, as_term


def within(offset: Value, size: Value, length: int, bits: int) -> Term:
    """All of the `length` bytes from `offset` on belong to an object of `size` bytes."""
    start, whole = as_term(offset, bits), as_term(size, bits)
    if size.__class__ is int and size < length:
        return FALSE
    return and_(ule(bv(length, bits), whole), ule(start, bvsub(whole, bv(length, bits))))


def within_any(pointer: Term, targets: Iterable[tuple[int, Object]], length: int) -> Term:
    """Of objects that begin at these addresses."""
    bits = pointer.width
    return any_of([within(bvsub(pointer, bv(start, bits)), target.size, length, bits) for start, target in targets])
