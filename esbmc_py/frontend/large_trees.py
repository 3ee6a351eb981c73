"""Room for large syntax trees: deep recursion over them."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

# Some 2,000 nested parentheses; recursion among Python functions does not use the C stack.
DEEPEST_SYNTAX = 12_000


@contextmanager
def recursion_limit(limit: int) -> Iterator[None]:
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(limit, before))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)
