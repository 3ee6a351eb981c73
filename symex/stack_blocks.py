"""Blocks on the stack (alloca, arrays of variable length): each dies when the call that made it returns, if not before.

A call keeps its blocks in a register of their own. Where runs meet, the blocks that only one of them has made are its
own: they die where its guard held.
"""

from __future__ import annotations

from typing import TypeAlias

from .terms import FALSE, TRUE, Term, and_, not_, or_

Blocks: TypeAlias = tuple[tuple[int, Term], ...]  # objects, each with the condition under which the call has made it
NO_BLOCKS: Blocks = ()
OF_BLOCKS = -1  # as the width of a register: it holds blocks


def with_block(blocks: Blocks, number: int) -> Blocks:
    return (*blocks, (number, TRUE))


def joined_blocks(condition: Term, first: Blocks, second: Blocks) -> Blocks:
    """The first where the condition holds, the second elsewhere."""
    made: dict[int, Term] = {}
    for blocks, side in ((first, condition), (second, not_(condition))):
        for number, when in blocks:
            made[number] = or_(made.get(number, FALSE), and_(side, when))
    return tuple(made.items())
