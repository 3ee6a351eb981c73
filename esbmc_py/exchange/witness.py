"""Witnesses as data: what their YAML format (2.0, 2.1, 2.2) says, in its own words.

A violation witness is a sequence of segments. An execution is described by it if it can be cut into as many parts, such
that each passes the `follow` waypoint of its segment at its end and none of the segment's `avoid` waypoints before.
With version 2.2, waypoints have threads: 0 is main, k the one that was created at the k-th `function_enter` of a call
that creates a thread. A data race ends in a segment with two targets that are not ordered.
"""

from __future__ import annotations

from esbmc_py.goto.deferred import dataclass

KINDS = ("assumption", "branching", "function_enter", "function_return", "target")
ACTIONS = ("follow", "avoid", "cycle")
C_EXPRESSION = "c_expression"
EXT_C_EXPRESSION = "ext_c_expression"  # may say `\result`; version 2.0 calls it `acsl_expression`


@dataclass(frozen=True, slots=True)
class Position:
    """Columns count from 1. Without one, the leftmost place in the line that fits is meant."""

    file: str
    line: int
    column: int | None = None
    function: str | None = None

    def __str__(self) -> str:
        return f"{self.file}:{self.line}" + (f":{self.column}" if self.column is not None else "")


@dataclass(frozen=True, slots=True)
class Constraint:
    value: str
    format: str | None = C_EXPRESSION


@dataclass(frozen=True, slots=True)
class Waypoint:
    kind: str
    position: Position
    action: str = "follow"
    constraint: Constraint | None = None
    thread: int | None = None

    def __str__(self) -> str:
        by = "" if self.thread is None else f" of thread {self.thread}"
        holds = "" if self.constraint is None else f" ({self.constraint.value})"
        return f"{self.kind}{holds}{by} at {self.position}"


@dataclass(frozen=True, slots=True)
class Segment:
    waypoints: tuple[Waypoint, ...]

    @property
    def follow(self) -> tuple[Waypoint, ...]:
        return tuple(one for one in self.waypoints if one.action != "avoid")

    @property
    def avoid(self) -> tuple[Waypoint, ...]:
        return tuple(one for one in self.waypoints if one.action == "avoid")


@dataclass(frozen=True, slots=True)
class WitnessTask:
    """What was checked: the files with their SHA-256 (or, in old witnesses, SHA-1)."""

    files: tuple[str, ...]
    hashes: tuple[str, ...]
    specification: str
    data_model: str = "LP64"


@dataclass(frozen=True, slots=True)
class Metadata:
    version: str
    uuid: str
    created: str
    producer: str
    producer_version: str
    task: WitnessTask


@dataclass(frozen=True, slots=True)
class ViolationWitness:
    metadata: Metadata
    segments: tuple[Segment, ...]


@dataclass(frozen=True, slots=True)
class Invariant:
    kind: str  # loop_invariant or location_invariant
    position: Position
    value: str
    format: str = C_EXPRESSION


@dataclass(frozen=True, slots=True)
class CorrectnessWitness:
    metadata: Metadata
    invariants: tuple[Invariant, ...]
