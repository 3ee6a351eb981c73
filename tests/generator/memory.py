"""Places and statements of generated programs that are about memory: views, pointers to pointers, lent locals, heap."""

from __future__ import annotations

from dataclasses import dataclass

from .arithmetic import INT, CInteger
from .expressions import Expression, Number, Pointer, Through
from .program import Create
from .statements import Block, Update, cost_of, indented, run_block
from .world import MemoryMisused, Steps, Thread


@dataclass(frozen=True, slots=True)
class View:
    """A part of a word of which there are other views: a member of a union, a byte reached by a cast, a bit-field.

    Its cell is named by the word's and the number of its lowest bit. Values of words are never negative.
    """

    word: str
    spelling: str  # with {} for the index
    type: CInteger
    index: Expression
    stride: int  # bits from one index to the next
    lowest: int = 0  # bit of index 0
    shared: bool = True

    @property
    def text(self) -> str:
        return self.spelling.format(self.index.text)

    @property
    def cost(self) -> int:
        return self.index.cost

    def cell(self, thread: Thread) -> Steps[str]:
        index = yield from self.index.value(thread)
        return f"{self.word}@{self.lowest + index * self.stride}"


@dataclass(frozen=True, slots=True)
class PointerThrough:
    """`*pp`, a pointer that another pointer points to."""

    pointer: Pointer
    shared: bool = True

    @property
    def name(self) -> str:
        return f"*{self.pointer.name}"

    @property
    def cost(self) -> int:
        return 1 + self.pointer.cost

    def target(self, thread: Thread) -> Steps[str]:
        pointer = yield from self.pointer.target(thread)
        yield from thread.switch_point()
        return str(thread.world.cells[pointer])


@dataclass(frozen=True, slots=True)
class RetargetThrough:
    """`*pp = &x;`"""

    pointer: Pointer
    target: str

    @property
    def lines(self) -> list[str]:
        return [f"*{self.pointer.name} = &{self.target};"]

    @property
    def cost(self) -> int:
        return 1 + self.pointer.cost

    def run(self, thread: Thread) -> Steps[None]:
        pointer = yield from self.pointer.target(thread)
        yield from thread.switch_point()
        thread.world.cells[pointer] = self.target


# Locals that others know


@dataclass(frozen=True, slots=True)
class Lent:
    """A local whose address others may know: `thread.cells` knows its cell by the name `&own`."""

    name: str
    type: CInteger = INT
    shared: bool = True
    cost: int = 0

    @property
    def text(self) -> str:
        return self.name

    def cell(self, thread: Thread) -> Steps[str]:
        return str(thread.cells[f"&{self.name}"])
        yield


def _lend(thread: Thread, local: Lent, value: int) -> str:
    """A cell for the local."""
    cells = thread.world.cells
    cells["lent so far"] = lent = int(cells.get("lent so far", 0)) + 1
    cell = thread.cells[f"&{local.name}"] = f"lent {lent}"
    cells[cell] = value
    return cell


@dataclass(frozen=True, slots=True)
class Lend:
    """A block with a local that a shared pointer points to; nobody may use that after the block."""

    local: Lent
    value: int
    pointer: Pointer
    body: Block
    back: str | None  # what the pointer points to before the block ends, if somebody thinks of that

    @property
    def lines(self) -> list[str]:
        name = self.local.name
        head = [f"    int {name} = {self.value};", f"    {self.pointer.name} = &{name};"]
        tail = [f"    {self.pointer.name} = &{self.back};"] if self.back else []
        return ["{", *head, *indented(self.body), *tail, "}"]

    @property
    def cost(self) -> int:
        return 1 + cost_of(self.body) + bool(self.back)

    def run(self, thread: Thread) -> Steps[None]:
        cells = thread.world.cells
        cell = _lend(thread, self.local, self.value)
        try:
            yield from thread.switch_point()
            cells[self.pointer.name] = cell
            yield from run_block(self.body, thread)
            if self.back:
                yield from thread.switch_point()
                cells[self.pointer.name] = self.back
        finally:  # whichever way it is left
            cells.pop(cell, None)


@dataclass(frozen=True, slots=True)
class LendToThread:
    """A block with a local that a thread is started with, which may live longer than the local."""

    local: Lent
    value: int
    create: Create
    body: Block

    @property
    def lines(self) -> list[str]:
        head = f"    int {self.local.name} = {self.value};"
        return ["{", head, *indented([self.create, *self.body]), "}"]

    @property
    def cost(self) -> int:
        return self.create.cost + cost_of(self.body)

    def run(self, thread: Thread) -> Steps[None]:
        cell = _lend(thread, self.local, self.value)
        try:
            yield from thread.switch_point()
            thread.world.start(self.create.handle, self.create.worker.run, {"box": cell})
            yield from run_block(self.body, thread)
        finally:
            thread.world.cells.pop(cell, None)


# The heap


@dataclass(frozen=True, slots=True)
class Release:
    """Frees what a shared pointer points to, and perhaps says so."""

    pointer: Pointer
    forgets: bool  # leaves the pointer as it is

    @property
    def lines(self) -> list[str]:
        free = f"free({self.pointer.name});"
        return [free] if self.forgets else [free, f"{self.pointer.name} = NULL;"]

    @property
    def cost(self) -> int:
        return 2 + (not self.forgets)

    def run(self, thread: Thread) -> Steps[None]:
        cells = thread.world.cells
        cell = yield from self.pointer.target(thread)
        yield from thread.switch_point()
        if cell and cells.pop(cell, None) is None:
            raise MemoryMisused
        if not self.forgets:
            yield from thread.switch_point()
            cells[self.pointer.name] = ""


@dataclass(frozen=True, slots=True)
class UseIfThere:
    """`if (p != NULL) (*p)++;`: somebody may free it in between."""

    pointer: Pointer
    cost: int = 4

    @property
    def lines(self) -> list[str]:
        return [f"if ({self.pointer.name} != NULL)", f"    (*{self.pointer.name})++;"]

    def run(self, thread: Thread) -> Steps[None]:
        if (yield from self.pointer.target(thread)):
            yield from Update(Through(self.pointer, INT), "+", Number(1)).run(thread)


@dataclass(frozen=True, slots=True)
class Renew:
    """Another object in place of the one that a shared pointer points to: by realloc, or a fresh one."""

    pointer: Pointer
    local: str = ""  # of a fresh one
    value: int = 0
    cost: int = 4

    @property
    def lines(self) -> list[str]:
        name, local = self.pointer.name, self.local
        if not local:
            return [f"{name} = realloc({name}, sizeof *{name});"]
        return [
            f"int *{local} = malloc(sizeof *{local});",
            f"*{local} = {self.value};",
            f"free({name});",
            f"{name} = {local};",
        ]

    def run(self, thread: Thread) -> Steps[None]:
        cells = thread.world.cells
        old = yield from self.pointer.target(thread)
        yield from thread.switch_point()
        if old not in cells and (old or not self.local):
            raise MemoryMisused
        value = int(cells.pop(old, 0))
        cells["renewed so far"] = number = int(cells.get("renewed so far", 0)) + 1
        cells[f"renewed {number}"] = self.value if self.local else value
        yield from thread.switch_point()
        cells[self.pointer.name] = f"renewed {number}"
