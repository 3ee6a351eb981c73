"""The formula of the schema *once*: what is asserted, what is asked, and what it may be like."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field

from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.properties import Property
from esbmc_py.goto.symbols import SourceLocation
from symex.accesses import Side
from symex.terms import FALSE, TRUE, Term, and_, any_of

from .operations import StepsAlone


@dataclass(frozen=True, slots=True)
class FormulaShape:
    """What a formula is like.

    `moving`: blocks that may run together with the one before do. `joining`: joins tell what comes before what.
    `trusting`: what may fail unasked is joined with the step before, too; see `OnceFormula.doubts`.
    `every_violation` is asked for, not just one.
    `bitvectors`: positions are numbers; else there is a truth value for each.
    `slicing`: accesses that nothing which is asked depends on are left out.
    `ordering`: races are told by happens-before, too (see `happens_before`).
    `graphs`: executions are graphs (see `execution_graph`).
    """

    moving: bool = False
    joining: bool = False
    trusting: bool = False
    every_violation: bool = True
    bitvectors: bool = False
    slicing: bool = False
    ordering: bool = False
    graphs: bool = False


PLAIN = FormulaShape()
OF_FINAL_STATES = frozenset({Property.DEADLOCK, Property.RACE})
AFTER_ALL = 1 << 62  # the rank of what a thread does for itself: accesses that come after it are guarded by it


@dataclass(frozen=True, slots=True)
class Failure:
    """`condition` says when, in terms of positions and values."""

    condition: Term
    property: Property
    message: str
    location: SourceLocation
    thread: int
    steps_alone: StepsAlone | None = None  # main's, where it happens before any thread is started
    sides: tuple[Side, ...] = ()  # of a data race
    local: bool = False  # a deadlock of some threads, while others may move
    block: int | None = None  # after which, or in which, it happens
    rank: int = AFTER_ALL  # of the access that fails among the operations of the block
    apart: bool = False  # a data race of two steps that nothing orders

    def is_of_final_state(self) -> bool:
        """A thread that joins itself is a deadlock, too, but one that it runs into, in a block."""
        return self.property in OF_FINAL_STATES and self.block is None

    def may_hide(self, other: Failure) -> bool:
        """An execution ends with its first violation. But what final states have, they may have together; and who has
        met the other one does not come to what comes later in the same step."""
        if self.is_of_final_state():
            return False
        return not self._comes_after(other)

    def _comes_after(self, other: Failure) -> bool:
        if self.block is None or (self.thread, self.block) != (other.thread, other.block):
            return False
        return self.rank > other.rank


@dataclass(slots=True, eq=False)
class OnceFormula:
    """Everything that is asserted, and what is asked."""

    properties: frozenset[Property]
    constraints: list[Term] = field(default_factory=list)
    failures: list[Failure] = field(default_factory=list)
    stops: list[Term] = field(default_factory=list)  # when something goes wrong that was not asked for
    bounds: list[Failure] = field(default_factory=list)  # where something was not followed further
    endless: list[Term] = field(default_factory=list)  # when a thread goes round for ever, without doing anything
    unsupported: list[Failure] = field(default_factory=list)
    unclear: list[Term] = field(default_factory=list)  # when an access is made that is not encoded
    doubts: list[Term] = field(default_factory=list)  # when something fails unasked that was trusted not to

    def require(self, term: Term) -> None:
        if term is not TRUE:
            self.constraints.append(term)

    def require_all(self, terms: Iterable[Term]) -> None:
        for term in terms:
            self.require(term)

    def fail(self, failure: Failure) -> None:
        """What was not asked for ends an execution all the same."""
        if failure.condition is FALSE:
            return
        if failure.property in self.properties:
            self.failures.append(failure)
        else:
            self.stops.append(failure.condition)

    def fail_races(self, races: Mapping[tuple[Side, Side], Term], possible: Term, *, apart: bool = False) -> None:
        """One failure for each pair of accesses. `possible`: the process lives and nothing went wrong before."""
        for (first, second), condition in races.items():
            when, what, sides = and_(possible, condition), f"{first}, {second}", (first, second)
            self.fail(Failure(when, Property.RACE, what, first.location, first.thread, sides=sides, apart=apart))

    @property
    def going_on(self) -> Term:
        """Some thread has come to the end of what is encoded of it, and has not ended."""
        places = (*self.bounds, *self.unsupported)
        return any_of([*(place.condition for place in places), *self.endless])

    @property
    def doubt(self) -> Term:
        """Others might go on before what fails, which is not encoded. Where this cannot be, nothing is missing."""
        return any_of(self.doubts)
