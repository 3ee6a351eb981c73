"""What the machine reports: frozen values that need nothing else of it."""

from __future__ import annotations

from enum import StrEnum
from itertools import pairwise

from esbmc_py.goto.deferred import dataclass

from ..goto.properties import Property
from ..goto.symbols import CALLS_HANDLERS, SourceLocation
from .schedule import Schedule


class Status(StrEnum):
    """How a run ended."""

    EXITED = "exited"  # the process ended: exit, return from main, or every thread ended
    VIOLATION = "violation"
    DEADLOCK = "deadlock"  # no thread can move, and some thread is blocked
    INFEASIBLE = "infeasible"  # an assumption did not hold
    UNSUPPORTED = "unsupported"
    LIMIT = "limit"
    MISFIT = "schedule does not fit"


@dataclass(frozen=True, slots=True)
class StackEntry:
    """A call under way: the function, and where in it control is."""

    function: str
    location: SourceLocation
    in_model: bool


@dataclass(frozen=True, slots=True)
class Violation:
    """`location` is in the program's own code; the innermost entry of `stack` may be in a library model."""

    property: Property
    message: str
    location: SourceLocation
    thread: int
    stack: tuple[StackEntry, ...] = ()
    repeats: int | None = None  # the execution has no end: what comes from this step on happens again and again

    def __str__(self) -> str:
        return f"{self.location}: {self.property}: {self.message} (thread {self.thread})"


@dataclass(frozen=True, slots=True)
class Holder:
    """A thread that holds what another one waits for; `since` says where it got it, if that is known."""

    thread: int
    since: SourceLocation | None = None

    def __str__(self) -> str:
        return f"thread {self.thread}" + (f" since {self.since}" if self.since is not None else "")


@dataclass(frozen=True, slots=True)
class BlockedThread:
    thread: int
    location: SourceLocation
    reason: str
    stack: tuple[StackEntry, ...] = ()
    waited_for: str = ""  # the name of what it waits for: `lock_a`, `forks[2]`
    holders: tuple[Holder, ...] = ()  # the threads that must move before it can, where these are known

    @property
    def handler(self) -> str:
        """The signal handler that it is in, if it is in one."""
        calls = ((one.function, caller.function) for one, caller in pairwise(self.stack) if caller.in_model)
        return next((function for function, caller in calls if caller == CALLS_HANDLERS), "")

    def __str__(self) -> str:
        handler = f" in the signal handler {self.handler}," if self.handler else ""
        text = f"thread {self.thread} waits at {self.location}{handler} until {self.reason}"
        by = " and ".join(map(str, self.holders))
        if self.waited_for:
            return f"{text}: {self.waited_for}" + (f", held by {by}" if by else "")
        return f"{text}: {by}" if by else text


@dataclass(frozen=True, slots=True)
class Deadlock:
    """Global: nobody can move. Local: the blocked threads wait for one another in a circle, while others may move."""

    blocked: tuple[BlockedThread, ...]
    local: bool = False

    def __str__(self) -> str:
        return ("local: " if self.local else "") + "; ".join(map(str, self.blocked))


@dataclass(frozen=True, slots=True)
class RunResult:
    status: Status
    schedule: Schedule  # what was done; running it again does the same
    output: str  # standard output
    errors: str  # standard error
    steps: int
    instructions: int
    exit_status: int | None = None
    violation: Violation | None = None  # VIOLATION
    deadlock: Deadlock | None = None  # DEADLOCK
    detail: str = ""  # UNSUPPORTED: the construct, LIMIT: which one, MISFIT: why
    location: SourceLocation | None = None  # where the run stopped, unless it exited
    unknown_functions: tuple[str, ...] = ()  # called without a body: their results were chosen freely
    threads: int = 1
    waits: int = 0  # what it took to see that threads have to wait, in instructions, roughly


@dataclass(frozen=True, slots=True)
class RaceSide:
    """One of the two operations of a data race."""

    thread: int
    place: str
    write: bool
    atomic: bool
    location: SourceLocation
    stack: tuple[StackEntry, ...] = ()

    def __str__(self) -> str:
        doing = "writes" if self.write else "reads"
        return f"thread {self.thread} {doing} {self.place} at {self.location}{' (atomically)' * self.atomic}"


@dataclass(frozen=True, slots=True)
class DataRace:
    first: RaceSide
    second: RaceSide
    apart: bool = False  # both have happened, and nothing orders them; otherwise both can happen next

    def __str__(self) -> str:
        return f"{self.first}, {self.second}"


@dataclass(frozen=True, slots=True)
class Finding:
    """Something wrong that exploration came upon, with a shortest schedule that leads to it.

    For a deadlock or a race, the schedule leads to the state that has it.
    """

    what: Violation | Deadlock | DataRace
    schedule: Schedule

    @property
    def property(self) -> Property:
        match self.what:
            case Violation():
                return self.what.property
            case Deadlock():
                return Property.DEADLOCK
            case DataRace():
                return Property.RACE


@dataclass(frozen=True, slots=True)
class UnsupportedPlace:
    construct: str
    location: SourceLocation


@dataclass(frozen=True, slots=True)
class Exploration:
    findings: tuple[Finding, ...]
    states: int
    transitions: int
    terminal_states: int  # in which the process has ended
    deepest: int  # steps of the longest path
    bound_hit: bool  # a bound on switches or rounds left something out
    incomplete: tuple[str, ...]  # why this is not everything within the bounds, apart from unsupported constructs
    unsupported: tuple[UnsupportedPlace, ...] = ()
    unknown_functions: tuple[str, ...] = ()

    @property
    def violations(self) -> tuple[Violation, ...]:
        return tuple(finding.what for finding in self.findings if isinstance(finding.what, Violation))

    @property
    def deadlocks(self) -> tuple[Deadlock, ...]:
        return tuple(finding.what for finding in self.findings if isinstance(finding.what, Deadlock))

    @property
    def races(self) -> tuple[DataRace, ...]:
        return tuple(finding.what for finding in self.findings if isinstance(finding.what, DataRace))

    @property
    def complete(self) -> bool:
        """Were all executions looked at?"""
        return not (self.bound_hit or self.incomplete or self.unsupported)
