"""Data races in the schema *once*: a final state in which the next blocks of two threads touch the same bytes."""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations

from symex.accesses import Side
from symex.terms import FALSE, TRUE, Term, all_of, and_, any_of, eq, or_

from .final import FinalState
from .formula import OnceFormula
from .operations import BoundedThread, FreedObject, Touch

Cell = tuple[int, int]  # object and offset
TouchedObject = dict[
    Cell, dict[Term | None, Term]
]  # per element of an array (None: all of the cell), when it is touched


def find_races(formula: OnceFormula, state: FinalState, possible: Term) -> None:
    """One failure for each pair of accesses in the program's text and threads that make them.

    `possible` says that the process lives and nothing went wrong before.
    """
    touched: dict[Side, TouchedObject] = {}
    for thread in state.program.threads:
        for side, cells in _touched(state, thread).items():
            touched[side] = cells
    meeting: defaultdict[Cell, list[Side]] = defaultdict(list)
    for side, cells in touched.items():
        for cell in cells:
            meeting[cell].append(side)
    races: dict[tuple[Side, Side], Term] = {}
    for cell, sides in meeting.items():
        for first, second in combinations(sides, 2):
            if first.may_race_with(second):
                both = _meet(touched[first][cell], touched[second][cell])
                races[first, second] = or_(races.get((first, second), FALSE), both)
    formula.fail_races(races, possible)


def _meet(one: dict[Term | None, Term], other: dict[Term | None, Term]) -> Term:
    """Both touch the same element of the cell."""
    return any_of(
        [
            all_of([here, there, TRUE if index is None or place is None else eq(index, place)])
            for index, here in one.items()
            for place, there in other.items()
        ]
    )


def _touched(state: FinalState, thread: BoundedThread) -> dict[Side, TouchedObject]:
    """Per access in the text, the bytes that the thread's next step touches, and when it does."""
    found: defaultdict[Side, TouchedObject] = defaultdict(dict)
    for block in thread.blocks:
        if not block.touches:
            continue
        ahead = state.ahead(thread, block)
        next_ = all_of([state.stands_before(thread, block), ahead.tied, ahead.encoded, ahead.touches])
        for touch in block.touches:
            cells = found[touch.side]
            for cell, index, when in _cells(state, touch):
                elements = cells.setdefault(cell, {})
                elements[index] = or_(elements.get(index, FALSE), all_of([next_, touch.guard, when]))
    return found


def _cells(state: FinalState, touch: Touch) -> list[tuple[Cell, Term | None, Term]]:
    """The cells of memory that an access may touch, each with its condition; freeing an object touches all of it."""
    operation = touch.operation
    found: list[tuple[Cell, Term | None, Term]] = []
    for target in state.places.targets.of(operation):
        when = and_(target.guard, state.lives(target.number))
        if isinstance(operation, FreedObject):
            found += [(cell, None, when) for cell in state.places.freed(target)]
        else:
            found += [(piece.key, piece.index, when) for piece in state.places.pieces(target, operation.size)]
    return found
