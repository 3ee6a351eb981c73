"""Objects on the stack (alloca, arrays of variable length): each dies when its call returns, if not before.

A call keeps its objects in a register of their own. Where runs meet, the objects that only one of them has made are its
own: they die where its guard held.
"""

from __future__ import annotations

from typing import TypeAlias

from .terms import FALSE, TRUE, Term, and_, not_, or_

StackObjects: TypeAlias = tuple[tuple[int, Term], ...]  # each with the condition under which the call has made it
NO_STACK_OBJECTS: StackObjects = ()
OF_STACK_OBJECTS = -1  # as the width of a register: it holds stack objects


def with_object(objects: StackObjects, number: int) -> StackObjects:
    return (*objects, (number, TRUE))


def joined_objects(condition: Term, first: StackObjects, second: StackObjects) -> StackObjects:
    """The first where the condition holds, the second elsewhere."""
    made: dict[int, Term] = {}
    for objects, side in ((first, condition), (second, not_(condition))):
        for number, when in objects:
            made[number] = or_(made.get(number, FALSE), and_(side, when))
    return tuple(made.items())
