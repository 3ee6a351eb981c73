"""Which shared memory a step touches, for data races (see `races`, `happens_before`)."""

from __future__ import annotations

from dataclasses import replace

from esbmc_py.goto.coverage import Coverage
from esbmc_py.goto.instructions import Copy, Free, Load, Store
from esbmc_py.goto.program import Program
from esbmc_py.goto.properties import Property
from esbmc_py.goto.types import size_of
from symex import memory as memory_access
from symex.accesses import Access, Birth, Side
from symex.executor import ALL_PROPERTIES, Executor
from symex.loop_bounds import LoopBounds
from symex.objects import Object
from symex.run import Run
from symex.state import State, Step
from symex.terms import FALSE, TRUE, Term, and_, not_, or_
from symex.values import Value


class TrackingExecutor(Executor[Run]):
    """An executor that tells, where data races are looked for, which shared memory each step touches."""

    def __init__(
        self,
        program: Program,
        bounds: LoopBounds | None = None,
        properties: frozenset[Property] = ALL_PROPERTIES,
        coverage: Coverage | None = None,
        *,
        notes_order: bool = False,
    ) -> None:
        """`notes_order`: also what orders accesses, for races by happens-before."""
        super().__init__(program, bounds, properties, coverage)
        self._notes_accesses = Property.RACE in properties
        self._notes_order = self.reads_are_noticed = notes_order
        self._accesses: list[Access] = []
        self._history: list[Access | Birth] = []
        self._infeasible: Term = FALSE

    def step(self, state: State, number: int) -> Step:
        """A step that is not enabled touches nothing, nor does an atomic section that cannot be completed."""
        self._accesses, self._history, self._infeasible = [], [], FALSE
        step = super().step(state, number)
        if self._history:
            step = replace(step, history=tuple(self._history))
        if not self._accesses:
            return step
        happens = not_(or_(step.blocked, self._infeasible))
        accesses = tuple(replace(access, guard=and_(access.guard, happens)) for access in self._accesses)
        return replace(step, accesses=tuple(access for access in accesses if access.guard is not FALSE))

    def not_asked_for(self, run: Run, guard: Term, message: str) -> None:
        """`x = 1; *null = 2;` is one step where x alone is shared, and nobody follows the executions in which it fails.

        Others might have seen x before that: what they do then is left out, unless the step has changed nothing yet.
        """
        frame = run.state.threads[run.thread].frame
        if frame is None or run.in_first_section or len(run.state.threads) + len(run.started) < 2:
            return
        begun = run.code is not frame.code or run.pc != frame.pc or run.depth != frame.depth
        if begun and frame.code.visible[frame.pc] and not isinstance(frame.code.instructions[frame.pc], Load):
            run.findings.cut_off(run, guard, f"going on before a violation that was not asked for ({message})", True)

    def assume(self, run: Run, condition: Term) -> None:
        """What was read before it in the same step is touched whether or not it holds.

        The read was the thread's next operation. (A section with an assumption in it begins a step; so does an
        assumption that comes after a change.)
        """
        if self._notes_accesses and run.atomic:
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
        if not self._notes_accesses or run.guard is FALSE:
            return
        if instruction.visible or (self._notes_order and run.atomic):
            atomic = isinstance(instruction, Load | Store) and instruction.atomic
            relaxed = isinstance(instruction, Load | Store) and instruction.atomic and not instruction.ordered
            side = Side(run.thread, place, write, run.atomic > 0 or atomic, instruction.location)
            ordered = self.program.fences or not relaxed
            section = not atomic and run.atomic > 0 and run.in_own_section
            access = Access(and_(run.guard, condition), address, size, side, run.log, ordered, section)
            if instruction.visible:
                self._accesses.append(access)
            if self._notes_order:
                self._history.append(access)

    def new_object(self, run: Run, number: int, made: Object) -> None:
        if self._notes_order:
            self._history.append(Birth(run.guard, number))
        super().new_object(run, number, made)

    def load(self, run: Run, address: Value, size: int, instruction: Load) -> Value:
        value = memory_access.load(run, address, size, instruction.place)
        self._note(run, address, size, instruction, instruction.place, write=False)
        return value

    def store(self, run: Run, address: Value, size: int, value: Value, instruction: Store) -> None:
        memory_access.store(run, address, size, value, instruction.place)
        self._note(run, address, size, instruction, instruction.place, write=True)

    def copy(self, run: Run, target: Value, source: Value, instruction: Copy) -> None:
        super().copy(run, target, source, instruction)
        size = size_of(instruction.type)
        self._note(run, source, size, instruction, instruction.source_place, write=False)
        self._note(run, target, size, instruction, instruction.place, write=True)

    def free(self, run: Run, address: Value, instruction: Free) -> None:
        targets = memory_access.heap_objects(run, address) if self._notes_accesses else []
        sizes = [run.memory[number].size for _, number in targets]
        super().free(run, address, instruction)
        for (guard, number), size in zip(targets, sizes, strict=True):
            place = memory_access.describe(self.numbering, number)
            self._note(run, self.space.join(number, 0), size, instruction, place, write=True, condition=guard)
