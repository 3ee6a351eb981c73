"""What a walk through the tree meets: things that go wrong or are left out, each with its condition, and ends."""

from __future__ import annotations

from enum import StrEnum
from typing import TypeAlias

from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.properties import Property
from esbmc_py.goto.symbols import SourceLocation
from symex.accesses import Side
from symex.input_log import InputLog
from symex.terms import Term

from .node import Node, PathCondition, StepsFromRoot


class OccurrenceKind(StrEnum):
    VIOLATION = "violation"  # of a property, deadlock included
    UNWINDING = "unwinding"  # a loop or stack bound ended the path
    UNSUPPORTED = "unsupported"  # something that cannot be executed
    SWITCH = "switch"  # a context switch that the bound forbids


@dataclass(frozen=True, slots=True)
class Waiting:
    """A thread that cannot move, where it is, and what it waits for."""

    thread: int
    location: SourceLocation
    reason: str

    def __str__(self) -> str:
        return f"thread {self.thread} waits at {self.location} until {self.reason}"


@dataclass(frozen=True, slots=True, eq=False)
class Occurrence:
    """Something that happens in or after the last of `steps`, if `guard` holds there on top of the path condition."""

    kind: OccurrenceKind
    guard: Term
    path: Term  # the path condition at the node
    condition: PathCondition | None
    steps: StepsFromRoot | None
    log: InputLog | None
    thread: int
    location: SourceLocation
    message: str
    property: Property | None = None
    waiting: tuple[Waiting, ...] = ()  # of a deadlock
    sides: tuple[Side, ...] = ()  # of a data race
    local: bool = False  # a deadlock of some threads, while others may move
    apart: bool = False  # a data race of the last step with an access before it that nothing orders

    def is_of_state(self) -> bool:
        """It is about the node that the steps lead to: no step ends in it."""
        return bool(self.waiting or self.sides)


class Ending(StrEnum):
    """How an interleaving ends: a leaf of the tree."""

    FINISHED = "finished"  # the process has ended
    DEADLOCK = "deadlock"  # nobody can move
    VIOLATION = "violation"  # the last step violates a property
    CUT = "cut"  # by a loop bound, or something unsupported
    BOUND = "bound"  # whoever could move would need one switch too many


@dataclass(frozen=True, slots=True, eq=False)
class End:
    ending: Ending
    steps: StepsFromRoot | None
    node: Node


Event: TypeAlias = Occurrence | End
