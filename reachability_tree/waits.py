"""Threads that wait are asked at every node whether they still do. What they read tells when the answer is the same.

A thread that joins others waits through most of the tree. If neither the thread nor any object that its attempt read
has changed, trying again would come to the same Block. So the executor notes which objects a step touches, and a step
that came to nothing but a Block, having read only, is remembered with them.
"""

from __future__ import annotations

from esbmc_py.goto.instructions import Copy, Free, Load, Store
from symex import memory as memory_access
from symex.executor import Executor
from symex.objects import Object
from symex.run import Run
from symex.state import State, Step, ThreadState
from symex.terms import TRUE
from symex.values import Value


class WatchingExecutor(Executor):
    """An executor that tells which objects a step has read, and whether it did nothing else to memory."""

    def begin_watching(self) -> None:
        self.objects_read: set[int] = set()
        self.reads_only = True

    def load(self, run: Run, address: Value, size: int, instruction: Load) -> Value:
        if address.__class__ is int:
            self.objects_read.add(self.space.split(address)[0])
        else:
            self.reads_only = False
        return memory_access.load(run, address, size, instruction.place)

    def store(self, run: Run, address: Value, size: int, value: Value, instruction: Store) -> None:
        self.reads_only = False
        memory_access.store(run, address, size, value, instruction.place)

    def copy(self, run: Run, target: Value, source: Value, instruction: Copy) -> None:
        self.reads_only = False
        super().copy(run, target, source, instruction)

    def free(self, run: Run, address: Value, instruction: Free) -> None:
        self.reads_only = False
        super().free(run, address, instruction)

    def object_size(self, run: Run, address: Value) -> Value:
        self.reads_only = False
        return super().object_size(run, address)


class RepeatedWaits:
    """Makes steps, but not again those that are known to come to a Block."""

    def __init__(self, executor: WatchingExecutor) -> None:
        self._executor = executor
        self._waiting: dict[int, tuple[ThreadState, list[tuple[int, Object | None]], Step]] = {}

    def step(self, state: State, number: int) -> Step:
        thread, memory = state.threads[number], state.memory
        known = self._waiting.get(number)
        if known is not None and known[0] is thread and all(memory.get(place) is target for place, target in known[1]):
            return known[2]
        executor = self._executor
        executor.begin_watching()
        step = executor.step(state, number)
        if step.blocked is TRUE and executor.reads_only and not (step.successors or step.violations or step.cuts):
            self._waiting[number] = thread, [(place, memory.get(place)) for place in executor.objects_read], step
        return step
