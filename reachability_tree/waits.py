"""Threads that wait are asked at every node whether they still do. What they read tells when the answer is the same.

A thread that joins others waits through most of the tree. If neither the thread nor any object that its attempt read
has changed, trying again would come to the same Block. So the executor notes which objects a step touches, and a step
that came to nothing but a Block, having read only, is remembered with them.
"""

from __future__ import annotations

from dataclasses import replace

from esbmc_py.goto.instructions import Copy, Free, Load, Store
from esbmc_py.goto.program import Program
from esbmc_py.goto.properties import Property
from esbmc_py.goto.types import size_of
from symex import memory as memory_access
from symex.accesses import Access, Side
from symex.executor import ALL_PROPERTIES, Bounds, Executor
from symex.objects import Object
from symex.run import Run
from symex.state import State, Step, ThreadState
from symex.terms import FALSE, TRUE, Term, and_, not_, or_
from symex.values import Value


class WatchingExecutor(Executor):
    """An executor that tells which objects a step has read, and whether it did nothing else to memory.

    Where data races are looked for, it also tells what each step touches.
    """

    def __init__(
        self, program: Program, bounds: Bounds | None = None, properties: frozenset[Property] = ALL_PROPERTIES
    ) -> None:
        super().__init__(program, bounds, properties)
        self._notes_accesses = Property.RACE in properties

    def begin_watching(self) -> None:
        self.objects_read: set[int] = set()
        self.reads_only = True
        self._accesses: list[Access] = []
        self._infeasible: Term = FALSE

    def step(self, state: State, number: int) -> Step:
        """A step that turns out not to be enabled, or to be no execution, touches nothing."""
        step = super().step(state, number)
        if not self._accesses:
            return step
        happens = not_(or_(step.blocked, self._infeasible))
        accesses = tuple(replace(access, guard=and_(access.guard, happens)) for access in self._accesses)
        return replace(step, accesses=tuple(access for access in accesses if access.guard is not FALSE))

    def assume(self, run: Run, condition: Term) -> None:
        if self._notes_accesses:
            self._infeasible = or_(self._infeasible, and_(run.guard, not_(condition)))
        super().assume(run, condition)

    def _note(
        self,
        run: Run,
        address: Value,
        size: Value,
        instruction: Load | Store | Copy | Free,
        place: str,
        *,
        write: bool,
        condition: Term = TRUE,
    ) -> None:
        """After the access: where it was not valid, the run has ended."""
        if self._notes_accesses and instruction.visible and run.guard is not FALSE:
            atomic = run.atomic > 0 or (isinstance(instruction, Load | Store) and instruction.atomic)
            side = Side(run.thread, place, write, atomic, instruction.location)
            self._accesses.append(Access(and_(run.guard, condition), address, size, side, run.log))

    def load(self, run: Run, address: Value, size: int, instruction: Load) -> Value:
        if address.__class__ is int:
            self.objects_read.add(self.space.split(address)[0])
        else:
            self.reads_only = False
        value = memory_access.load(run, address, size, instruction.place)
        self._note(run, address, size, instruction, instruction.place, write=False)
        return value

    def store(self, run: Run, address: Value, size: int, value: Value, instruction: Store) -> None:
        self.reads_only = False
        memory_access.store(run, address, size, value, instruction.place)
        self._note(run, address, size, instruction, instruction.place, write=True)

    def copy(self, run: Run, target: Value, source: Value, instruction: Copy) -> None:
        self.reads_only = False
        super().copy(run, target, source, instruction)
        size = size_of(instruction.type)
        self._note(run, source, size, instruction, instruction.source_place, write=False)
        self._note(run, target, size, instruction, instruction.place, write=True)

    def free(self, run: Run, address: Value, instruction: Free) -> None:
        self.reads_only = False
        targets = memory_access.heap_objects(run, address) if self._notes_accesses else []
        sizes = [run.memory[number].size for _, number in targets]
        super().free(run, address, instruction)
        for (guard, number), size in zip(targets, sizes, strict=True):
            place = memory_access.describe(self.numbering, number)
            self._note(run, self.space.join(number, 0), size, instruction, place, write=True, condition=guard)

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
