"""Which bounds to try: those that were given, and growing ones for those that were not."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from esbmc_py.goto.deferred import dataclass

from .options import CheckOptions
from .results import Bounds

_UNWINDS = (1, 2, 3, 4, 5, 6, 8, 10, 12, 16, 24, 32, 48, 64, 96, 128, 256, 512, 1024)
_CONTEXTS = (2, 4, 6, 8, 10, 12, 16, 24, 32)
_ROUNDS = (2, 3, 4, 5, 6, 8, 10, 12, 16, 20, 24, 32)
_FEW_ROUNDS = 2  # before all schedules: such counterexamples are short
_FEW = (2, 3, 4, 6, 8, 12, 16, 24)  # context switches: few are enough for most bugs, so these are tried first
_THEN_ALL = (4, 12, 24)  # after which all schedules are tried, too
_SOME = 4  # a formula in which the solver chooses the schedule is not built for so many unless it has to be
_EARLY = 1  # so many searches for short counterexamples come before the first that looks at all schedules


@dataclass(frozen=True, slots=True)
class Attempt:
    """`tentative`: to be given up when it turns out to be far more work than the one before.

    `early`: within less than was asked for, so that only a violation, or that nothing was left out, is an answer.
    `fewer`: enough as long as tentative attempts come to their ends, and see what these bounds leave out.
    `beyond`: within more than was asked for, so that only a violation that keeps to what was asked for, or that there
    is none at all, is an answer.
    `brief`: others follow that look at more, so that not all that it leaves out needs to be told.
    """

    bounds: Bounds
    tentative: bool = False
    early: bool = False
    fewer: Bounds | None = None
    beyond: bool = False
    brief: bool = False


def unwindings(options: CheckOptions) -> tuple[int, ...]:
    return _UNWINDS if options.unwind is None else (options.unwind,)


def within_bounds(options: CheckOptions, *, tree: bool) -> Iterator[Attempt]:
    """Schedules are bounded as was asked for."""
    for unwind in unwindings(options):
        if options.reduction and not options.all_violations:
            # the search ends with the first attempt that finds some
            yield from _up_to(unwind, options.contexts or 0, tree=tree)
        yield Attempt(replace(options.bounds, unwind=unwind))


def more_rounds(unwinds: tuple[int, ...]) -> Iterator[Attempt]:
    return (Attempt(Bounds(unwind, rounds=rounds)) for unwind, rounds in _together(unwinds, _ROUNDS))


def growing(unwinds: tuple[int, ...]) -> Iterator[Attempt]:
    """All executions, with loops unwound further and further."""
    return (Attempt(Bounds(unwind), brief=unwind < unwinds[-1]) for unwind in unwinds)


def rounds_then_all(unwinds: tuple[int, ...]) -> Iterator[Attempt]:
    """Few rounds first, then all schedules in one formula; where that takes too long, more and more rounds."""
    unwind = unwinds[0]
    for unwind, rounds in _together(unwinds, _ROUNDS):
        brief = unwind < unwinds[-1]
        yield Attempt(Bounds(unwind, rounds=rounds), fewer=Bounds(unwind, rounds=_FEW_ROUNDS), brief=brief)
        yield Attempt(Bounds(unwind), tentative=True, brief=brief)
    yield Attempt(Bounds(unwind))


def _up_to(unwind: int | None, contexts: int, *, tree: bool) -> Iterator[Attempt]:
    """Few switches first; in between, all schedules: without a bound to keep track of, that may be the smaller job."""
    for few in (few for few in _FEW if few < contexts and (tree or few < _SOME)):
        yield Attempt(Bounds(unwind, few), early=True)
        if tree and few in _THEN_ALL:
            yield Attempt(Bounds(unwind), tentative=True, beyond=True)


def contexts_then_all(unwinds: tuple[int, ...]) -> Iterator[Attempt]:
    """Few switches first: such counterexamples are short. To reductions, all schedules are often the smaller job."""
    unwind = unwinds[0]
    for index, (unwind, contexts) in enumerate(_together(unwinds, _CONTEXTS)):
        yield Attempt(Bounds(unwind, contexts))
        if index >= _EARLY:
            yield Attempt(Bounds(unwind), tentative=True)
    yield Attempt(Bounds(unwind))


def _together(first: tuple[int, ...], second: tuple[int, ...]) -> Iterator[tuple[int, int]]:
    """Both grow; whichever comes to its end first stays there."""
    for index in range(max(len(first), len(second))):
        yield first[min(index, len(first) - 1)], second[min(index, len(second) - 1)]
