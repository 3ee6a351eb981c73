"""What the points-to analysis speaks about: abstract objects, and what it finds out."""

from __future__ import annotations

from typing import TypeAlias

from esbmc_py.goto.deferred import dataclass

from .activations import Activation
from .inclusion import ObjectSet
from .symbols import SourceLocation, Symbol


@dataclass(frozen=True, slots=True)
class AllocationSite:
    activation: Activation
    index: int
    location: SourceLocation
    on_stack: bool

    def __str__(self) -> str:
        return f"{'stack' if self.on_stack else 'heap'} object allocated at {self.location}"


@dataclass(frozen=True, slots=True)
class UnknownObject:
    """Stands for what an address points to that came from nowhere."""

    origin: str


FORGED, CHOSEN = UnknownObject("an integer"), UnknownObject("a nondeterministic choice")

AbstractObject: TypeAlias = Symbol | AllocationSite | str | UnknownObject  # str: a function's name


@dataclass(frozen=True, slots=True)
class AbstractAccess:
    """One touch of memory by the instruction at `index`. A Copy has two: of its source and of its target."""

    index: int
    objects: ObjectSet
    writes: bool


@dataclass(slots=True)
class PointsTo:
    objects: list[AbstractObject]
    contents: list[ObjectSet]  # per object, what is stored in it
    accesses: dict[Activation, list[AbstractAccess]]
    calls: dict[Activation, dict[int, set[Activation]]]
    starts: dict[Activation, dict[int, set[str]]]  # StartThread → start routines
    handed_over: ObjectSet  # what StartThread passes to new threads
    forged: bool  # some access goes through an address that was made from an integer alone
