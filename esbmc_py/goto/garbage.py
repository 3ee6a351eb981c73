"""A pause of the collector of cyclic garbage, for work that makes much and throws nothing away."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def collection_paused() -> Iterator[None]:
    """A growing tree is all live: looking for garbage in it again and again costs a third of the time.

    States of a search have no cycles, and there are many: it would take longer there than all the rest.
    """
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()
