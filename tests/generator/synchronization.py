"""Statements of generated programs that wait for other threads: semaphores, condition variables, barriers and so on.

What a semaphore or a lock knows is kept in cells whose names no variable can have ("semaphore s", "readers rw").
"""

from __future__ import annotations

from dataclasses import dataclass

from .expressions import Expression, Number, Pointer, Variable
from .statements import Block, Update, cost_of, indented, run_block
from .world import MemoryMisused, Steps, Thread, World


def _count(world: World, cell: str) -> int:
    return int(world.cells.get(cell, 0))


def _add(world: World, cell: str, amount: int) -> None:
    world.cells[cell] = _count(world, cell) + amount


def _flat(block: Block) -> list[str]:
    return [line for statement in block for line in statement.lines]


@dataclass(frozen=True, slots=True)
class Setup:
    """Calls that prepare an object before any thread runs."""

    lines: list[str]
    cells: tuple[tuple[str, int | str], ...] = ()
    cost: int = 0

    def run(self, thread: Thread) -> Steps[None]:
        thread.world.cells.update(self.cells)
        return
        yield


# Semaphores


@dataclass(frozen=True, slots=True)
class SemaphoreWait:
    semaphore: str
    cost: int = 1

    @property
    def lines(self) -> list[str]:
        return [f"sem_wait(&{self.semaphore});"]

    def run(self, thread: Thread) -> Steps[None]:
        cell = f"semaphore {self.semaphore}"
        yield from thread.switch_point(lambda: _count(thread.world, cell) > 0)
        _add(thread.world, cell, -1)


@dataclass(frozen=True, slots=True)
class SemaphorePost:
    semaphore: str
    cost: int = 1

    @property
    def lines(self) -> list[str]:
        return [f"sem_post(&{self.semaphore});"]

    def run(self, thread: Thread) -> Steps[None]:
        yield from thread.switch_point()
        _add(thread.world, f"semaphore {self.semaphore}", 1)


@dataclass(frozen=True, slots=True)
class WithSemaphore:
    """A section between waiting for a semaphore and posting it; with `tries`, only if that needs no waiting."""

    semaphore: str
    body: Block
    tries: bool = False

    @property
    def lines(self) -> list[str]:
        post = f"sem_post(&{self.semaphore});"
        if self.tries:
            return [f"if (sem_trywait(&{self.semaphore}) == 0) {{", *indented(self.body), f"    {post}", "}"]
        return [f"sem_wait(&{self.semaphore});", *_flat(self.body), post]

    @property
    def cost(self) -> int:
        return 2 + cost_of(self.body)

    def run(self, thread: Thread) -> Steps[None]:
        cell = f"semaphore {self.semaphore}"
        if self.tries:
            yield from thread.switch_point()
            if not _count(thread.world, cell):
                return
            _add(thread.world, cell, -1)
        else:
            yield from SemaphoreWait(self.semaphore).run(thread)
        yield from run_block(self.body, thread)
        yield from SemaphorePost(self.semaphore).run(thread)


# Mutexes


@dataclass(frozen=True, slots=True)
class TryLocked:
    """What is done only if the mutex is free, and what is done if it is not."""

    mutex: str
    body: Block
    otherwise: Block = ()

    @property
    def lines(self) -> list[str]:
        head = f"if (pthread_mutex_trylock(&{self.mutex}) == 0) {{"
        lines = [head, *indented(self.body), f"    pthread_mutex_unlock(&{self.mutex});"]
        return [*lines, "} else {", *indented(self.otherwise), "}"] if self.otherwise else [*lines, "}"]

    @property
    def cost(self) -> int:
        return 2 + max(cost_of(self.body), cost_of(self.otherwise))

    def run(self, thread: Thread) -> Steps[None]:
        held = thread.world.held
        yield from thread.switch_point()
        if self.mutex in held:
            yield from run_block(self.otherwise, thread)
            return
        held.add(self.mutex)
        yield from run_block(self.body, thread)
        yield from thread.switch_point()
        held.discard(self.mutex)


@dataclass(frozen=True, slots=True)
class RecursivelyLocked:
    """A section of a recursive mutex, which may be inside another one."""

    mutex: str
    body: Block

    @property
    def lines(self) -> list[str]:
        return [f"pthread_mutex_lock(&{self.mutex});", *_flat(self.body), f"pthread_mutex_unlock(&{self.mutex});"]

    @property
    def cost(self) -> int:
        return 2 + cost_of(self.body)

    def run(self, thread: Thread) -> Steps[None]:
        world, depth = thread.world, f"depth {self.mutex}"
        yield from thread.switch_point(lambda: not _count(world, depth) or world.owners[self.mutex] is thread)
        world.owners[self.mutex] = thread
        _add(world, depth, 1)
        yield from run_block(self.body, thread)
        yield from thread.switch_point()
        _add(world, depth, -1)


@dataclass(frozen=True, slots=True)
class ReadWriteLocked:
    lock: str
    writes: bool
    body: Block

    @property
    def lines(self) -> list[str]:
        how = "wr" if self.writes else "rd"
        return [f"pthread_rwlock_{how}lock(&{self.lock});", *_flat(self.body), f"pthread_rwlock_unlock(&{self.lock});"]

    @property
    def cost(self) -> int:
        return 2 + cost_of(self.body)

    def run(self, thread: Thread) -> Steps[None]:
        world, readers, writers = thread.world, f"readers {self.lock}", f"writers {self.lock}"
        yield from thread.switch_point(
            lambda: not _count(world, writers) and not (self.writes and _count(world, readers))
        )
        _add(world, writers if self.writes else readers, 1)
        yield from run_block(self.body, thread)
        yield from thread.switch_point()
        _add(world, writers if self.writes else readers, -1)


# Condition variables and barriers


@dataclass(frozen=True, slots=True)
class ConditionWait:
    """Waits, with the mutex held, while a condition holds; or once if it does (which a careful programmer avoids)."""

    condition: str
    mutex: str
    test: Expression
    once: bool = False

    @property
    def lines(self) -> list[str]:
        how = "if" if self.once else "while"
        return [f"{how} ({self.test.text})", f"    pthread_cond_wait(&{self.condition}, &{self.mutex});"]

    @property
    def cost(self) -> int:
        return 2

    def run(self, thread: Thread) -> Steps[None]:
        held, waiters = thread.world.held, thread.world.waiters.setdefault(self.condition, [])
        while (yield from self.test.value(thread)):
            yield from thread.switch_point()
            held.discard(self.mutex)
            waiters.append(thread)
            yield from thread.switch_point(lambda: thread not in waiters and self.mutex not in held)
            held.add(self.mutex)
            if self.once:
                return


@dataclass(frozen=True, slots=True)
class Signal:
    condition: str
    everybody: bool = False
    cost: int = 1

    @property
    def lines(self) -> list[str]:
        return [f"pthread_cond_{'broadcast' if self.everybody else 'signal'}(&{self.condition});"]

    def run(self, thread: Thread) -> Steps[None]:
        yield from thread.switch_point()
        waiters = thread.world.waiters.setdefault(self.condition, [])
        if self.everybody:
            waiters.clear()
        elif waiters:
            waiters.pop(thread.world.random.randrange(len(waiters)))


@dataclass(frozen=True, slots=True)
class BarrierWait:
    barrier: str
    count: int
    cost: int = 2

    @property
    def lines(self) -> list[str]:
        return [f"pthread_barrier_wait(&{self.barrier});"]

    def run(self, thread: Thread) -> Steps[None]:
        world, arrived, opened = thread.world, f"arrived {self.barrier}", f"opened {self.barrier}"
        yield from thread.switch_point()
        _add(world, arrived, 1)
        if _count(world, arrived) == self.count:
            world.cells[arrived] = 0
            _add(world, opened, 1)
            return
        before = _count(world, opened)
        yield from thread.switch_point(lambda: _count(world, opened) != before)


# What threads hand to each other


@dataclass(frozen=True, slots=True)
class HandOver:
    """Puts a fresh heap object into a slot; what the slot held before is lost."""

    slot: Pointer
    local: str
    value: int
    cost: int = 1

    @property
    def lines(self) -> list[str]:
        local = self.local
        return [f"int *{local} = malloc(sizeof *{local});", f"*{local} = {self.value};", f"{self.slot.name} = {local};"]

    def run(self, thread: Thread) -> Steps[None]:
        world = thread.world
        _add(world, "handed over", 1)
        cell = f"heap {_count(world, 'handed over')}"
        world.cells[cell] = self.value
        yield from thread.switch_point()
        world.cells[self.slot.name] = cell


@dataclass(frozen=True, slots=True)
class TakeOver:
    """Takes what is in a slot, if anything, adds its value to a variable and frees it."""

    slot: Pointer
    local: str
    target: Variable
    empties: bool = True  # else the next one takes the same object
    cost: int = 4

    @property
    def lines(self) -> list[str]:
        local = self.local
        emptied = [f"{self.slot.name} = NULL;"] if self.empties else []
        used = [f"if ({local} != NULL) {{", f"    {self.target.name} += *{local};", f"    free({local});", "}"]
        return [f"int *{local} = {self.slot.name};", *emptied, *used]

    def run(self, thread: Thread) -> Steps[None]:
        world = thread.world
        yield from thread.switch_point()
        cell = str(world.cells[self.slot.name])
        if self.empties:
            yield from thread.switch_point()
            world.cells[self.slot.name] = ""
        if not cell:
            return
        yield from thread.switch_point()
        if cell not in world.cells:
            raise MemoryMisused
        yield from Update(self.target, "+", Number(int(world.cells[cell]))).run(thread)
        yield from thread.switch_point()
        if world.cells.pop(cell, None) is None:
            raise MemoryMisused


@dataclass(frozen=True, slots=True)
class CallThrough:
    """`apply(2);` for a shared pointer to one of the functions that change a variable."""

    pointer: Pointer
    functions: dict[str, tuple[Variable, str]]  # by name: what it changes, and how
    amount: int
    cost: int = 3

    @property
    def lines(self) -> list[str]:
        return [f"{self.pointer.name}({self.amount});"]

    def run(self, thread: Thread) -> Steps[None]:
        yield from thread.switch_point()
        variable, op = self.functions[str(thread.world.cells[self.pointer.name])]
        yield from Update(variable, op, Number(self.amount)).run(thread)
