"""The plan: what a counterexample does, operation by operation, as the runtime reads it (`runtime/plan.c`)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import PurePath

from esbmc_py.goto.deferred import dataclass
from esbmc_py.vm.invocation import Invocation

ANYTHING = -2  # the object of an operation that may be to any memory
PRIVATE = -1  # to memory that is neither a variable of the whole program nor on the heap


@dataclass(frozen=True, slots=True)
class PlannedLine:
    """A line of the source."""

    file: str
    line: int
    text: str = ""

    def statement(self) -> str:
        name = PurePath(self.file).name
        return f"place {self.line} {name.encode().hex()} {self.text}".rstrip()


@dataclass(frozen=True, slots=True)
class PlannedObject:
    """A variable, or a block of the heap."""

    name: str  # empty for a block of the heap
    size: int

    def statement(self) -> str:
        return f"object {'global' if self.name else 'heap'} {self.size} {self.name or '-'}"


@dataclass(frozen=True, slots=True)
class PlannedOperation:
    thread: int
    kind: (
        str  # R, W, A: accesses; C: a call of the library; S: a signal comes; E, H: the end of a thread, of the process
    )
    place: int
    object: int = PRIVATE
    offset: int = 0
    size: int = 0
    counts: bool = True  # others can see it
    name: str = ""

    def statement(self, what: str = "op") -> str:
        numbers = f"{self.place} {self.object} {self.offset} {self.size} {int(self.counts)}"
        return f"{what} {self.thread} {self.kind} {numbers} {self.name or '-'}"


@dataclass(frozen=True, slots=True)
class PlannedInput:
    """What a function returned to a thread."""

    thread: int
    name: str
    value: int | float

    def statement(self) -> str:
        return f"input {self.thread} {self.name} {self.value!r}"


@dataclass(frozen=True, slots=True)
class PlannedAllocation:
    thread: int
    name: str  # of the function that was called
    object: int

    def statement(self) -> str:
        return f"allocation {self.thread} {self.name} {self.object}"


@dataclass(frozen=True, slots=True)
class Contents:
    """What is found in memory that nobody has written to."""

    object: int
    offset: int
    size: int
    value: int

    def statement(self) -> str:
        return f"contents {self.object} {self.offset} {self.size} {self.value}"


@dataclass(frozen=True, slots=True)
class Plan:
    places: tuple[PlannedLine, ...]
    objects: tuple[PlannedObject, ...]
    operations: tuple[PlannedOperation, ...]
    inputs: tuple[PlannedInput, ...] = ()
    allocations: tuple[PlannedAllocation, ...] = ()
    contents: tuple[Contents, ...] = ()
    expected: str = "violation"
    blocked: tuple[int, ...] = ()  # threads of a deadlock
    local: bool = False  # a deadlock that others may run beside
    sides: tuple[PlannedOperation, ...] = ()  # of a race
    invocation: Invocation | None = None

    @property
    def turns(self) -> int:
        threads = [operation.thread for operation in self.operations]
        return sum(1 for i, thread in enumerate(threads) if i == 0 or thread != threads[i - 1])

    def text(self) -> str:
        return "\n".join(self._statements()) + "\n"

    def _statements(self) -> Iterator[str]:
        for group in (self.places, self.objects, self.operations, self.inputs, self.allocations, self.contents):
            for one in group:
                yield one.statement()
        yield f"expect {self.expected}{' local' if self.local else ''}"
        yield from (f"blocked {thread}" for thread in self.blocked)
        yield from (side.statement("side") for side in self.sides)
        if self.invocation is not None:
            yield "arguments"
            yield from (f"argument {argument.hex()}" for argument in self.invocation.arguments)
            for name, value in self.invocation.environment:
                yield f"variable {name.hex()} {'-' if value is None else value.hex()}"
