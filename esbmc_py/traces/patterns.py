"""A pattern of accesses, and the names of kinds of mistakes."""

from __future__ import annotations

from esbmc_py.goto.deferred import dataclass

from .accesses import TracedAccess
from .scene import Scene

ABA = "ABA"
LOST_UPDATE = "lost update"
CHECK_THEN_ACT = "check-then-act"
TORN_READ = "torn read"
USE_BEFORE_INITIALISATION = "use before initialisation"
USE_AFTER_FREE = "use after free"
DOUBLE_FREE = "double free"
DEAD_LOCAL = "use of a dead local"
ORDER_VIOLATION = "order violation"
ATOMICITY_VIOLATION = "atomicity violation"


@dataclass(frozen=True, slots=True)
class Pattern:
    """`accesses` in the order in which they happened; `orders` are pairs of them."""

    kind: str
    objects: tuple[str, ...]
    accesses: tuple[TracedAccess, ...]
    orders: tuple[tuple[TracedAccess, TracedAccess], ...]
    sentence: str
    certain: bool = False  # whatever the orders are: the violation itself says so


def says(scene: Scene, access: TracedAccess) -> str:
    return f"thread {access.thread} {scene.text(access)} (line {access.location.line})"
