"""A run of the recorder: a thread on its way through all of its work, with the blocks that it has begun."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Self

from immutables import Map

from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.properties import Property
from esbmc_py.goto.symbols import SourceLocation
from symex import memory as private
from symex.code import FunctionCode
from symex.input_log import merge_logs
from symex.run import Findings, Run, common
from symex.state import State
from symex.terms import TRUE, Term
from symex.values import Value

from .idle_iterations import IdleIterations, LoopArrival
from .operations import (
    BoundedThread,
    BoundReached,
    FreedObject,
    LocalFailure,
    Operation,
    RecordedBlock,
    StepsAlone,
    Write,
)

Head = tuple[int, FunctionCode, int]  # the depth of the stack, a function, and where a loop in it begins


@dataclass(frozen=True, slots=True, eq=False)
class RecursiveCall:
    """A call of a function that calls itself: how many calls count against the bound, when it was called, with what."""

    counted: int
    guard: Term
    passed: tuple[Value | None, ...]

    def is_on_its_way(self, guard: Term, passed: list[Value | None]) -> bool:
        """Is the next call decided, and another one than this?"""
        return self.guard is guard and list(self.passed) != passed


_NO_ARRIVALS: Map[Head, LoopArrival] = Map()
_NO_CALLS: Map[tuple[str, int], RecursiveCall] = Map()


class RecordingRun(Run):
    __slots__ = ("arrivals", "block", "calls", "held", "idle_iterations", "into")

    into: BoundedThread
    idle_iterations: IdleIterations  # what the thread has done to memory, in all of its runs
    block: int  # the last that it has begun, -1: none
    held: frozenset[int]  # addresses of locks that it has taken for sure
    arrivals: Map[Head, LoopArrival]
    calls: Map[tuple[str, int], RecursiveCall]  # by function and by how often it is being executed

    @classmethod
    def of(cls, executor: Any, state: State, thread: BoundedThread, findings: Findings) -> Self:
        made = cls.at_rest(executor, state, thread.number, findings)
        made.into, made.idle_iterations, made.block, made.held = thread, IdleIterations(), -1, frozenset()
        made.arrivals, made.calls = _NO_ARRIVALS, _NO_CALLS
        return made

    def split(self, condition: Term) -> Self:
        other = super().split(condition)
        other.into, other.idle_iterations, other.block, other.held = (
            self.into,
            self.idle_iterations,
            self.block,
            self.held,
        )
        other.arrivals, other.calls = self.arrivals, self.calls
        return other

    def join(self, other: Self) -> None:
        super().join(other)
        self.block = max(self.block, other.block)
        self.held &= other.held
        self.arrivals = common(self.arrivals, other.arrivals)
        self.calls = common(self.calls, other.calls)

    @property
    def place(self) -> tuple[object, ...]:
        """What one atomic section does is not to be torn apart."""
        return (*super().place, self.block if self.atomic else -1)

    def visible_operations(self) -> int:
        return self.block

    @property
    def current(self) -> RecordedBlock:
        """The block that was begun last."""
        return self.into.blocks[self.block]

    def add(self, operation: Operation) -> None:
        self.into.blocks[self.block].operations.append(operation)

    def held_in(self, *, visible: bool) -> frozenset[int]:
        """What is not visible may belong to a block that the thread did not come through: only what it has now."""
        return self.current.held if visible else self.held

    def begins_with_nothing_to_see(self) -> bool:
        """A thread that has just been started, and has done nothing that others could see."""
        if self.block != 0 or self.thread == 0:
            return False
        done = self.into.blocks[0].operations
        return not any(isinstance(one, FreedObject) or (isinstance(one, Write) and one.visible) for one in done)

    def keep_log(self) -> None:
        """Of a run that may not come to its end: what others do may depend on the inputs that it took."""
        self.into.log = merge_logs(self.into.log, self.log)

    # -- iterations of loops ------------------------------------------------------------------------------------------

    def arrive(self) -> None:
        """At the head of a loop."""
        here = self.idle_iterations.arrival(self, self.held, self.block)
        self.arrivals = self.arrivals.set((self.depth, self.code, self.pc), here)

    def iteration_changed(self, head: int) -> Term:
        """When the iteration that ends here, at the jump to its loop's head, changed something.

        TRUE also where it has not come through the block that was begun last: then it cannot be told to stand there.
        """
        loop = (self.depth, self.code, head)
        arrival = self.arrivals.get(loop)
        if arrival is None or self.atomic or self.block <= arrival.block or self.held != arrival.held:
            return TRUE
        self.arrivals = self.arrivals.delete(loop)  # the next one has a beginning of its own
        return self.idle_iterations.changed_since(arrival, self, head, self.current.guard)

    # -- its own view of memory ---------------------------------------------------------------------------------------

    def store_in_own_view(self, address: Value, size: int, value: Value, place: str) -> None:
        """What is wrong with the address is the encoder's to say."""
        findings, guard = self.findings, self.guard
        self.findings = Findings()
        try:
            private.store(self, address, size, value, place)
        finally:
            self.findings, self.guard = findings, guard


class ThreadFindings(Findings):
    """Sorts what goes wrong in a thread by the block after which it does."""

    def __init__(self, steps_alone: Callable[[], StepsAlone | None]) -> None:
        """`steps_alone`: how many main has made up to here, if it is alone."""
        super().__init__()
        self._steps_alone = steps_alone

    def violation(
        self, run: Run, guard: Term, prop: Property, message: str, location: SourceLocation | None = None
    ) -> None:
        assert isinstance(run, RecordingRun)
        alone = self._steps_alone()
        run.into.failures.append(LocalFailure(run.block, guard, prop, message, location or run.user_location, alone))
        run.keep_log()

    def cut_off(self, run: Run, guard: Term, what: str, unsupported: bool) -> None:
        assert isinstance(run, RecordingRun)
        run.keep_log()
        inside = run.in_first_section or (run.atomic > 0 and run.begins_with_nothing_to_see())
        bound = BoundReached(run.block, guard, what, run.user_location, unsupported, in_section=inside)
        run.into.bounds.append(bound)
