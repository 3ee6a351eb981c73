"""The little machine on which the generator tries out what it writes.

A thread is a Python generator that yields at every switch point: before each access to shared memory, and before each
operation that may have to wait (then it yields what must hold first). Memory is a dictionary from cell names ("x",
"a[1]", "s.first") to integers; a pointer's value is the name of the cell that it points to.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from random import Random
from typing import TypeAlias, TypeVar

Result = TypeVar("Result")
Waiting: TypeAlias = Callable[[], bool] | None
Steps: TypeAlias = Generator[Waiting, None, Result]

MOST_STEPS = 5_000  # far more than a generated program can take; a guard against a generator that loops


class AssertionFailed(Exception):
    """The execution violates an assertion of the generated program."""


class AssumptionFailed(Exception):
    """The execution is none: an assumption does not hold."""


class MemoryMisused(Exception):
    """The execution frees an object twice, or uses it after that, or a local that is dead, or no object at all."""


class LeaveLoop(Exception):
    """A break statement."""


class NextIteration(Exception):
    """A continue statement."""


class Jump(Exception):
    """A goto statement."""

    def __init__(self, label: str) -> None:
        self.label = label


class LeaveFunction(Exception):
    """A return statement."""

    def __init__(self, value: int) -> None:
        self.value = value


class LeaveThread(Exception):
    """A call of pthread_exit."""

    def __init__(self, value: int) -> None:
        self.value = value


@dataclass(slots=True, eq=False)
class Thread:
    world: World
    cells: dict[str, int | str] = field(default_factory=dict)  # its locals
    atomic: int = 0  # depth of atomic sections
    result: int = 0
    finished: bool = False
    exited: bool = False  # finished by pthread_exit

    def switch_point(self, waiting: Waiting = None) -> Steps[None]:
        if not self.atomic:
            yield waiting


@dataclass(slots=True)
class World:
    random: Random
    cells: dict[str, int | str] = field(default_factory=dict)
    held: set[str] = field(default_factory=set)  # locked mutexes
    owners: dict[str, Thread] = field(default_factory=dict)  # of recursive mutexes: who locked them last
    waiters: dict[str, list[Thread]] = field(default_factory=dict)  # per condition variable
    threads: dict[str, Thread] = field(default_factory=dict)
    running: dict[str, Steps[None]] = field(default_factory=dict)
    observed: dict[int, list[tuple[int, ...]]] = field(default_factory=dict)  # per assertion slot

    def start(self, name: str, body: Callable[[Thread], Steps[None]], cells: dict[str, int | str]) -> None:
        thread = Thread(self, cells)
        self.threads[name] = thread
        self.running[name] = _run(thread, body)


def _run(thread: Thread, body: Callable[[Thread], Steps[None]]) -> Steps[None]:
    try:
        yield from body(thread)
    except LeaveThread as left:
        thread.result, thread.exited = left.value, True
    thread.finished = True


@dataclass(slots=True)
class Samples:
    """What several random executions showed."""

    runs: int = 0
    failed: int = 0
    deadlocked: int = 0
    misused: int = 0
    observed: dict[int, Counter[tuple[int, ...]]] = field(default_factory=dict)


def sample(main: Callable[[Thread], Steps[None]], random: Random, runs: int) -> Samples:
    """Executes a program under `runs` random schedules."""
    samples = Samples()
    for number in range(runs):
        world = World(random)
        world.start("main", main, {})
        samples.runs += 1
        try:
            completed = _schedule(world, random, (0.5, 0.25, 0.1, 0.9)[number % 4])
        except AssertionFailed:
            samples.failed += 1
            completed = True
        except MemoryMisused:
            samples.misused += 1
            completed = True
        except AssumptionFailed:
            continue
        samples.deadlocked += not completed
        for slot, values in world.observed.items():
            samples.observed.setdefault(slot, Counter()).update(values)
    return samples


def _schedule(world: World, random: Random, switching: float) -> bool:
    """Runs the threads until main returns or all are finished; False when nobody can move any more."""
    waiting: dict[str, Waiting] = {}  # a thread that has not run yet has nothing to wait for

    def enabled(name: str) -> bool:
        condition = waiting.get(name)
        return name in world.running and (condition is None or condition())

    current = "main"
    for _ in range(MOST_STEPS):
        if random.random() < switching or not enabled(current):
            candidates = [name for name in world.running if enabled(name)]
            if not candidates:
                return False
            current = random.choice(candidates)
        try:
            waiting[current] = next(world.running[current])
        except StopIteration:
            del world.running[current]
            if not world.running or (current == "main" and not world.threads["main"].exited):
                return True
    raise RuntimeError("a generated program does not end")
