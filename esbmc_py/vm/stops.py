"""How a step can end other than by moving its thread: exceptions that unwind to whoever asked for the step."""

from __future__ import annotations

from ..goto.properties import Property
from .findings import StackEntry


class Stop(Exception):
    """The step did not end at a switch point."""


class Slow(Exception):
    """Compiled code met something unusual: the interpreter executes this instruction instead."""


class Blocked(Stop):
    """The step is not enabled: a `Block` whose condition is 0.

    `waited_for` is the address (and `size`) of what it waits for, 0 if that has none; `holders` are the threads that
    must move.
    """

    def __init__(self, reason: str, waited_for: int = 0, size: int = 0, holders: tuple[int, ...] = ()):
        super().__init__(reason)
        self.reason = reason
        self.waited_for = waited_for
        self.size = size
        self.holders = holders


class Infeasible(Stop):
    """An assumption does not hold: this is no execution at all."""


class ViolationFound(Stop):
    def __init__(self, property_: Property, message: str):
        super().__init__(message)
        self.property = property_
        self.message = message


class Leak(ViolationFound):
    """The process ends, and something that it allocated was never freed; `site` is where that was."""

    def __init__(self, size: int, site: tuple[StackEntry, ...], *, lost: bool = False):
        fate = "are lost: never freed, and nothing points to them" if lost else "are never freed"
        message = f"{size} byte{'s' * (size != 1)} allocated here {fate}"
        super().__init__(Property.LOST if lost else Property.LEAK, message)
        self.site = site


class UnsupportedReached(Stop):
    def __init__(self, construct: str):
        super().__init__(construct)
        self.construct = construct


class OutOfInputs(Stop):
    """The step goes on beyond what is known of its inputs."""


class LimitReached(Stop):
    """The machine ends here for want of room or time; nothing is known about what would follow."""

    def __init__(self, what: str):
        super().__init__(what)
        self.what = what
