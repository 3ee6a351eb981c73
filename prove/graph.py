"""What a program is translated into: locations and steps of each thread, terms over variables. See `translate`."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import TypeAlias

from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.program import Program
from esbmc_py.goto.symbols import SourceLocation
from esbmc_py.goto.types import IntType
from symex.code import FunctionCode
from symex.state import Cut, Violation
from symex.terms import Term, bv, symbol
from symex.waiting import WaitFor

from .pools import Pool
from .variables import Known, Slot, Variable

Stack: TypeAlias = tuple[tuple[FunctionCode, int, int], ...]  # innermost first: code, place, register for the result
StackKey: TypeAlias = tuple[tuple[str, int, int], ...]
LocationKey: TypeAlias = tuple[str, bool, int, StackKey]
COUNT_TYPE = IntType(32, False, "unsigned int")  # of ghosts that count threads
MOST_BEGUN = 1 << 60  # threads: each has an address of its own, which does not come again, and more than 16 bytes there
MOST_THREADS = (1 << 31) - 1  # that live at a time: each has a number of its own that is a positive int (pid_t)


class CannotProve(Exception):
    """Something that the translation does not express."""

    def __init__(self, reason: str, location: SourceLocation | None = None) -> None:
        super().__init__(f"{location}: {reason}" if location is not None else reason)


@dataclass(frozen=True, slots=True, eq=False)
class ThreadInstance:
    """A thread, or all those that may be created without end and run the same routine (`self_value` is None)."""

    name: str
    number: int
    routine: str
    self_value: int | None

    @property
    def many(self) -> bool:
        return self.self_value is None


@dataclass(slots=True, eq=False)
class Location:
    key: LocationKey
    name: str
    instance: ThreadInstance
    alone: bool  # main, before any thread was started
    allocated: int
    stack: Stack
    source: SourceLocation
    known: dict[Slot, Known] = field(default_factory=dict)
    visited: bool = False
    variables: dict[Slot, Variable] = field(default_factory=dict)  # its own; shared ones too where main is alone

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True, eq=False)
class Arrival:
    """Where a step leads to, or a new thread begins: its variables there have these values.

    `itself`: the address of a new thread that is one of many.
    """

    target: Location
    values: dict[Variable, Term]
    itself: Term | None = None


@dataclass(frozen=True, slots=True, eq=False)
class GuardedTransition:
    source: Location
    guard: Term
    arrival: Arrival | None  # None: the thread has ended
    shared: dict[Variable, Term]  # what becomes of those that change
    started: tuple[Arrival, ...] = ()
    halts: bool = False  # the process has ended


@dataclass(frozen=True, slots=True, eq=False)
class Count:
    """A ghost: how many threads are at one of these locations."""

    variable: Variable
    places: frozenset[Location]


@dataclass(frozen=True, slots=True, eq=False)
class ConditionMonitor:
    """Ghosts of a condition variable: how many sleep there, and how many were woken and have not gone on.

    And where steps change that. Those who wait at different lines of the program have different reasons, and are
    counted apart. Whom a signal wakes is open then: `choice` is the number of the line.
    """

    asleep: Variable
    woken: Variable
    falling_asleep: frozenset[Location]
    going_on: frozenset[Location]
    waking_one: frozenset[Location]
    waking_all: frozenset[Location]
    choice: Term | None = None


@dataclass(frozen=True, slots=True, eq=False)
class JoinedThreads:
    """Ghosts of threads of which there are many: how many have begun and ended, of each routine; how many of those that
    have ended were joined; and as which one each was created. See `ends`.
    """

    begun: Mapping[ThreadInstance, Variable]
    ended: Mapping[ThreadInstance, Variable]
    joined: Variable
    order: Variable
    running: frozenset[Location]  # where those are that have not ended
    arrays: tuple[Variable, ...]  # in which the program keeps their addresses


@dataclass(frozen=True, slots=True, eq=False)
class Graph:
    program: Program
    locations: tuple[Location, ...]
    transitions: tuple[GuardedTransition, ...]
    violations: tuple[tuple[Location, Violation], ...]
    cuts: tuple[tuple[Location, Cut], ...]
    shared: tuple[Variable, ...]
    start: Location
    waits: tuple[tuple[Location, WaitFor], ...]  # where a thread may have to wait
    unknown_functions: tuple[str, ...]
    selves: tuple[int, ...] = ()  # addresses of the threads that are known by name
    numbers: tuple[int, ...] = ()
    known: Mapping[Slot, Known] = field(default_factory=dict)  # of what threads share, once there are several
    passed_heads: frozenset[tuple[str, int]] = frozenset()  # loops (function, head) that a step may go through
    counts: tuple[Count, ...] = ()
    monitors: tuple[ConditionMonitor, ...] = ()
    lives: Mapping[ThreadInstance, Variable] = field(default_factory=dict)  # how many live; where there are monitors
    pools: tuple[Pool, ...] = ()
    given: tuple[Variable, ...] = ()  # what nothing changes, and is not known
    ends: JoinedThreads | None = None
    any_index: Variable | None = (
        None  # a number of which nothing is known: what clauses say of it holds for all numbers
    )

    def seen_at(self, location: Location) -> tuple[Variable, ...]:
        """What clauses of a location can be about. While main is alone, everything is its own."""
        shared = () if location.alone else self.shared
        any_index = () if self.any_index is None else (self.any_index,)
        return (*location.variables.values(), *shared, *self.given, *any_index)

    def self_term(self, instance: ThreadInstance) -> Term:
        bits = self.program.pointer_bits
        return self_of(instance, bits) if instance.self_value is None else bv(instance.self_value, bits)


def self_of(instance: ThreadInstance, bits: int) -> Term:
    return symbol(f"x!{instance.routine}!!self", bits)  # no variable has that name


def self_or_none(instance: ThreadInstance, bits: int) -> Term | None:
    return self_of(instance, bits) if instance.many else None


def number_of(instance: ThreadInstance) -> Term:
    return symbol(f"x!{instance.routine}!!number", 32)
