"""What the author of a generated program knows while writing: the shared objects, and what a statement may use."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace

from .arithmetic import CInteger
from .expressions import Place, Pointer, StructPlace, Variable
from .flow import Function
from .statements import Block, Statement


@dataclass(frozen=True, slots=True)
class Guard:
    """What makes sections such that no two of them run at a time."""

    lock: str
    section: Callable[[str, Block], Statement]


@dataclass(frozen=True, slots=True)
class StructShape:
    name: str
    members: tuple[tuple[str, CInteger], ...]


@dataclass(slots=True)
class Stage:
    """The shared objects that a program's threads act on."""

    scalars: list[Variable] = field(default_factory=list)
    atomics: list[Variable] = field(default_factory=list)
    arrays: list[tuple[str, CInteger, int]] = field(default_factory=list)  # name, element type, length
    shape: StructShape | None = None
    structs: list[StructPlace] = field(default_factory=list)
    pointers: list[tuple[Pointer, tuple[str, ...]]] = field(default_factory=list)  # to int, with possible targets
    heap_cells: list[Pointer] = field(default_factory=list)  # pointers to one int each
    mutexes: list[str] = field(default_factory=list)
    features: frozenset[str] = frozenset()
    semaphores: list[str] = field(default_factory=list)
    recursive: list[str] = field(default_factory=list)  # mutexes that their owner may lock again
    rwlocks: list[str] = field(default_factory=list)
    flags: list[tuple[Variable, str]] = field(default_factory=list)  # with the condition variable that tells of it
    slots: list[Pointer] = field(default_factory=list)  # through which threads hand heap objects to each other
    callbacks: dict[str, tuple[Variable, str]] = field(default_factory=dict)  # functions to call through a pointer
    forms: set[str] = field(default_factory=set)  # of memory, see MemoryAuthor
    places: list[Callable[[Scope], Place]] = field(default_factory=list)  # in them
    functions: list[Function] = field(default_factory=list)
    barrier: int = 0  # how many threads meet at it
    guard: Guard | None = None
    careless: int = 0  # how many of a hundred statements that need the guard go without


@dataclass(slots=True)
class Scope:
    """What a statement may use, and how much it may cost."""

    locals: list[Variable] = field(default_factory=list)
    readable: tuple[Variable, ...] = ()  # loop counters and the thread's id, which nothing may change
    box: bool = False  # the thread's argument is a pointer to a local of main
    held: tuple[str, ...] = ()
    in_atomic: bool = False
    guarded: bool = False
    lent: tuple[Place, ...] = ()  # locals that others may know
    may_break: bool = False
    may_continue: bool = False
    leaves: str = ""  # what a return statement would leave: a worker or a function; empty: it should not
    labels: tuple[str, ...] = ()  # that a goto may jump to
    depth: int = 0
    names: dict[str, int] = field(default_factory=dict)

    def fresh(self, stem: str) -> str:
        number = self.names.get(stem, 0)
        self.names[stem] = number + 1
        return f"{stem}{number}"

    def inner(self) -> Scope:
        """A nested scope: its locals are not seen outside."""
        return replace(self, locals=list(self.locals), depth=self.depth + 1)

    def section(self) -> Scope:
        """A nested scope that no jump may leave (a return may, and forget what the end of the section would do)."""
        return replace(self.inner(), may_break=False, may_continue=False, labels=())
