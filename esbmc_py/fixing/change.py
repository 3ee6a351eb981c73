"""A change of the source other than a critical section."""

from __future__ import annotations

from collections.abc import Callable

from esbmc_py.goto.deferred import dataclass

from .edits import Edit
from .executions import Execution


@dataclass(frozen=True, slots=True)
class Change:
    """`forbids` says whether it makes an execution impossible; a check has the last word."""

    what: str
    edits: tuple[Edit, ...]
    cost: int
    forbids: Callable[[Execution], bool]
    remark: str = ""  # that whoever makes it should know
    loops: bool = False  # something is repeated that was not
    starts: bool = False  # threads are started elsewhere
