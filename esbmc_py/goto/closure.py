"""What follows what, directly or not: the callers of callers, the instructions after instructions."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import TypeVar

T = TypeVar("T", bound=Hashable)


def closure(starts: Iterable[T], following: Callable[[T], Iterable[T]]) -> set[T]:
    """These, and all that follows them in any number of steps."""
    found = set(starts)
    pending = list(found)
    while pending:
        fresh = set(following(pending.pop())) - found
        found |= fresh
        pending += fresh
    return found
