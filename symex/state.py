"""Symbolic states: what a node of the reachability tree knows. Immutable; a successor shares what did not change."""

from __future__ import annotations

from typing import TYPE_CHECKING

from immutables import Map

from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.properties import Property
from esbmc_py.goto.symbols import SourceLocation

from .code import FunctionCode
from .input_log import InputLog
from .objects import Memory
from .terms import TRUE, Term
from .values import Value
from .waiting import WaitFor

if TYPE_CHECKING:
    from .accesses import Access, Birth


@dataclass(frozen=True, slots=True)
class LoopCount:
    """How often a loop of a frame went round: in all, and of those, how often its end was not in sight."""

    iterations: int
    counted: int
    registers: tuple[Value | None, ...]  # as they were at the last time round
    guard: Term


Loops = Map[int, LoopCount]
NO_LOOPS: Loops = Map()


@dataclass(frozen=True, slots=True, eq=False)
class Frame:
    code: FunctionCode
    pc: int
    registers: tuple[Value | None, ...]
    loops: Loops
    result: int  # the caller's register that gets the result, -1 for none
    parent: Frame | None
    depth: int


@dataclass(frozen=True, slots=True, eq=False)
class ThreadState:
    number: int
    frame: Frame | None  # None: it has ended
    atomic: int = 0
    allocated: int = 0  # heap objects so far
    allocas: int = 0
    inputs: int = 0
    stopped: bool = False  # at a bound: it makes no more steps, though it has not ended


@dataclass(frozen=True, slots=True, eq=False)
class State:
    memory: Memory
    threads: tuple[ThreadState, ...]
    path: Term = TRUE  # what is assumed on the way here
    log: InputLog | None = None
    halted: bool = False


@dataclass(frozen=True, slots=True)
class Violation:
    """`guard` (together with the path of the state before the step) says when it happens."""

    guard: Term
    property: Property
    message: str
    location: SourceLocation
    thread: int
    log: InputLog | None


@dataclass(frozen=True, slots=True)
class Cut:
    """A thread that is not followed further: at a loop bound, or before something that cannot be executed."""

    guard: Term
    what: str
    location: SourceLocation
    unsupported: bool


@dataclass(frozen=True, slots=True)
class Step:
    """What one step of a thread can lead to. The successors' paths include the state's; `guards` is what each adds."""

    successors: tuple[State, ...]
    violations: tuple[Violation, ...]
    cuts: tuple[Cut, ...]
    blocked: Term  # when the step is not enabled
    waits: tuple[WaitFor, ...] = ()  # what for, where it is not enabled
    guards: tuple[Term, ...] = ()
    accesses: tuple[Access, ...] = ()  # to memory that others may see, where they are asked for
    history: tuple[Access | Birth, ...] = ()  # what orders, and what is ordered, where races are told by happens-before
