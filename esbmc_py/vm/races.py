"""Data races: two threads' next operations touch the same memory, one of them writes, and not both are atomic."""

from __future__ import annotations

from esbmc_py.goto.deferred import dataclass

from ..goto.symbols import SourceLocation
from .findings import StackEntry


@dataclass(frozen=True, slots=True)
class Access:
    """Memory that an operation touches: bytes `begin` to `end` (exclusive) of an object that lives."""

    number: int
    begin: int
    end: int
    write: bool
    atomic: bool
    place: str
    location: SourceLocation
    stack: tuple[StackEntry, ...]
    ordered: bool = True  # an atomic access that orders what is done around it (see `happens_before`)
    section: bool = False  # part of an atomic section of the program's own
    shared: bool = True  # others may see it

    def races_with(self, other: Access) -> bool:
        return (
            self.number == other.number
            and self.begin < other.end
            and other.begin < self.end
            and (self.write or other.write)
            and not (self.atomic and other.atomic)
        )
