"""A line of an execution, as people read it."""

from __future__ import annotations

from dataclasses import field

from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.symbols import OpenOrder, SourceLocation
from esbmc_py.vm.findings import BlockedThread

from .library import Operation

FROM_THE_RIGHT = {str(kind): f"takes {kind.value}" for kind in OpenOrder}  # notes: C leaves the order open


@dataclass(frozen=True, slots=True)
class Assigned:
    """What holds a new value: a place in memory, or a local variable that only its thread knows."""

    place: str
    value: str
    local: bool


@dataclass(slots=True)
class TraceLine:
    """What one thread does on one source line, without interruption."""

    thread: int
    location: SourceLocation
    function: str
    source: str
    step: int  # its first one
    switched: bool  # another thread was running before
    notes: list[str] = field(default_factory=list)
    assigned: list[Assigned] = field(default_factory=list)
    interesting: bool = False
    first_index: int = -1
    last_index: int = -1
    is_back: bool = False  # from the end of a loop's line (`i++`) at its beginning (`i < n`)
    depth: int = 0
    matters: bool = True  # for what the execution ends in, see `relevance`
    waits: BlockedThread | None = None  # nothing happens, the thread cannot go on
    waits_for: str = ""  # the name of what it waits for, if it has one
    operations: list[Operation] = field(default_factory=list)  # of the thread library
    members: list[int] = field(default_factory=list)  # positions of its events
    ends_life: bool = False  # of what is used in the end, and lives no longer, or has begun anew
    keeps: str = ""  # a lock that others wait for in the end, and with which a function returns here
    ends_thread: bool = False  # with that lock

    def goes_on_at(self, index: int) -> bool:
        """Is an instruction at this index still part of the same visit? What the visit has done comes in the next."""
        if self.is_back:
            return self.last_index < index < self.first_index
        return index > self.last_index or index < self.first_index

    def reaches(self, index: int) -> None:
        self.is_back = self.is_back or index < self.first_index
        if self.first_index < 0:
            self.first_index = index
        self.last_index = index

    @property
    def says_it_waits(self) -> bool:
        return self.waits is not None or any(one.verb in ("wait", "arrive") for one in self.operations[-1:])
