"""Which bounds to try: those that were given, and growing ones for those that were not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from .options import CheckOptions
from .results import Bounds

_UNWINDS = (1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 256, 512, 1024)
_CONTEXTS = (1, 2, 3, 4, 6, 8, 12, None)
_ROUNDS = (1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 20)


def bounds_to_try(options: CheckOptions) -> Iterator[Bounds]:
    """From small to large, without end where nothing was given: the caller stops when nothing was cut."""
    given = Bounds(options.unwind, options.contexts, options.preemptions, options.rounds)
    if options.mode == "lazyseq":
        yield from _with_rounds(given)
        return
    schedule_given = options.contexts is not None or options.preemptions is not None
    if schedule_given and options.unwind is not None:
        yield given
        return
    for index, unwind in enumerate(_UNWINDS):
        bounds = given if options.unwind is not None else replace(given, unwind=unwind)
        if not schedule_given:
            bounds = replace(bounds, contexts=_CONTEXTS[min(index, len(_CONTEXTS) - 1)])
        yield bounds
        if options.unwind is not None and bounds.contexts is None:
            return


def _with_rounds(given: Bounds) -> Iterator[Bounds]:
    if given.rounds is not None and given.unwind is not None:
        yield given
        return
    for index, unwind in enumerate(_UNWINDS):
        rounds = given.rounds if given.rounds is not None else _ROUNDS[min(index + 1, len(_ROUNDS) - 1)]
        yield replace(given, unwind=given.unwind if given.unwind is not None else unwind, rounds=rounds)
        if given.unwind is not None and index + 1 >= len(_ROUNDS):
            return
