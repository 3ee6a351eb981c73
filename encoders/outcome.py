"""What the encodings answer; `request` has what they are asked. All is frozen, and can be understood by itself."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Mapping
from typing import TYPE_CHECKING

from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.execution_graphs import GraphSteps
from esbmc_py.goto.program import Program
from esbmc_py.goto.properties import Property
from esbmc_py.goto.symbols import SourceLocation

from .request import Options as Options
from .request import Runtime as Runtime
from .statistics import Statistics as Statistics

if TYPE_CHECKING:
    from reachability_tree.events import Waiting
    from symex.accesses import Side


@dataclass(frozen=True, slots=True)
class InputValue:
    """A nondeterministic value that a thread took: the bits of a scalar, or the first contents of an object.

    Bytes of contents are in memory order, so `bits` of an object is their little-endian number.
    """

    bits: int
    width: int
    contents: bool = False


@dataclass(frozen=True, slots=True)
class Found:
    """A violated property with an execution that violates it.

    `schedule` has one thread number per step, the violating step last; for a deadlock or a data race, it leads to the
    state that has it. `inputs` holds, per thread, the values it took in the order in which it took them.
    """

    property: Property
    message: str
    location: SourceLocation
    thread: int
    schedule: tuple[int, ...]
    inputs: Mapping[int, tuple[InputValue, ...]]
    waiting: tuple[Waiting, ...] = ()  # of a deadlock
    sides: tuple[Side, ...] = ()  # of a data race
    local: bool = False  # a deadlock of some threads, while others may move
    through_loops: bool = False  # steps go on through the heads of endless loops, at which the tree's threads rest
    apart: bool = False  # a data race of two steps of the schedule that nothing orders
    graph: GraphSteps | None = None  # per step, under rc11: what it reads and writes


@dataclass(frozen=True, slots=True)
class Place:
    """Something that was left out, and where."""

    what: str
    location: SourceLocation


@dataclass(frozen=True, slots=True)
class InvariantLine:
    """A clause that holds whenever a thread is at a place."""

    thread: str
    location: SourceLocation
    place: str  # the name of the place in the translation
    clause: str  # C text


@dataclass(frozen=True, slots=True)
class Outcome:
    """The answer of an encoding.

    No violation, nothing unknown and nothing unsupported means: none within the bounds; if moreover neither
    `switches_cut` nor `unwinding_cut` holds anything, none at all.
    """

    mode: str
    found: tuple[Found, ...]
    switches_cut: bool  # a feasible context switch was left out because of the bound
    unwinding_cut: tuple[Place, ...]  # feasible executions that a loop (or stack) bound ended
    unsupported: tuple[Place, ...]  # constructs that a feasible execution reaches
    unknown: tuple[str, ...]  # why something could not be decided: for people
    unknown_functions: tuple[str, ...]  # called without a body: their results were taken to be anything
    statistics: Statistics
    assuming: tuple[str, ...] = ()  # what else the answer rests on: it is not about all executions then
    proved: bool = False  # by an invariant, which was checked
    invariant: tuple[InvariantLine, ...] = ()
    loop_claims: tuple[InvariantLine, ...] = ()  # what C can say of it, at the heads of loops

    @property
    def decided(self) -> bool:
        return bool(self.found) or not (self.unknown or self.unsupported)


def race_identity(sides: Iterable[Side]) -> Hashable:
    return frozenset((side.location, side.write) for side in sides)


def assumed_of_order(program: Program, options: Options) -> tuple[str, ...]:
    """What an answer about races by happens-before rests on."""
    if options.looked_for.happens_before and program.fences:
        return ("relaxed atomic operations were taken to order, since there are fences",)
    return ()
