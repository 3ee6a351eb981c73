"""Room for large syntax trees: no garbage collection while they grow, and deep recursion over them."""

from __future__ import annotations

import gc
import sys
from collections.abc import Iterator
from contextlib import contextmanager

# Some 2,000 nested parentheses; recursion among Python functions does not use the C stack.
DEEPEST_SYNTAX = 12_000


@contextmanager
def collection_paused() -> Iterator[None]:
    """A growing tree is all live: looking for garbage in it again and again costs a third of the time."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


@contextmanager
def recursion_limit(limit: int) -> Iterator[None]:
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, before))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)
