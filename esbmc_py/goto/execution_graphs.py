"""What an execution graph (memory model rc11) says about single accesses, for whoever makes graphs or follows them."""

from __future__ import annotations

from esbmc_py.goto.deferred import dataclass


@dataclass(frozen=True, slots=True)
class GraphAccess:
    """A read or a write of a cell.

    `position` is that of the write in the history of the cell; of a read, that of the write whose value it finds. What
    was there at the start has position 0.
    """

    write: bool
    address: int
    size: int
    value: int
    position: int


GraphSteps = tuple[tuple[GraphAccess, ...], ...]  # per step of a schedule
