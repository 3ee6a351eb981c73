"""Steps that were made before are not executed again: what a thread does depends on little of a state.

A step is determined by the thread's own state and by the objects that it touches (see `footprints`). In a tree of
interleavings the same thread stands at the same place, with the same values in what it touches, at very many nodes. So
the first execution is remembered as a *change* (objects, thread, condition, inputs), and applied where it fits again. A
thread that waits is the most frequent case: it comes to the same Block until somebody changes what it reads.

Objects and threads are compared by identity. To make that worthwhile, equal ones are made identical when a step has
been executed: there is one representative of each.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import replace

from esbmc_py.goto.deferred import dataclass
from symex.input_log import Input, InputLog
from symex.objects import Object
from symex.state import Frame, State, Step, ThreadState
from symex.terms import TRUE, Term, and_

from .footprints import Footprint, Move, WatchingExecutor

MOST_REMEMBERED = 100_000  # steps; then everything is forgotten, and memory stays bounded
MOST_PATTERNS = 8  # sets of objects that a thread's step may depend on before it is not worth looking at all of them
LARGEST_SHARED = 256  # cells of an object up to which equal ones are looked for


@dataclass(frozen=True, slots=True, eq=False)
class Difference:
    """How one successor differs from the state before the step."""

    guard: Term
    thread: ThreadState
    objects: tuple[tuple[int, Object | None], ...]  # None: it does not live any more
    inputs: tuple[Input, ...]
    halted: bool

    def applied_to(self, state: State) -> State:
        memory = state.memory
        for number, target in self.objects:
            memory = memory.delete(number) if target is None else memory.set(number, target)
        log = state.log
        for entry in self.inputs:
            log = InputLog(entry, log, 1 if log is None else log.length + 1)
        threads, number = state.threads, self.thread.number
        threads = (*threads[:number], self.thread, *threads[number + 1 :])
        path = state.path if self.guard is TRUE else and_(state.path, self.guard)
        return State(memory, threads, path, log, self.halted)


@dataclass(frozen=True, slots=True, eq=False)
class Remembered:
    """A step without its state, and what has to be the same for it to be that step again."""

    step: Step
    footprint: Footprint
    changes: tuple[Difference, ...]
    depends_on: tuple[object, ...]  # kept, so that nothing else gets their identities

    def again(self, state: State) -> Move:
        if not self.changes:
            return Move(self.step, self.footprint)
        successors = tuple(change.applied_to(state) for change in self.changes)
        step = self.step
        step = Step(successors, step.violations, step.cuts, step.blocked, step.waits, step.guards)
        return Move(step, self.footprint)


@dataclass(slots=True, eq=False)
class StepPattern:
    """Steps of one thread state that touch the same objects, by the identities of these."""

    numbers: tuple[int, ...]
    with_path: bool
    known: dict[tuple[int, ...], Remembered]

    def dependencies(self, state: State) -> tuple[object, ...]:
        found = [state.memory.get(number) for number in self.numbers]
        return (*found, state.path) if self.with_path else tuple(found)


class RememberedSteps:
    def __init__(self, executor: WatchingExecutor) -> None:
        self._executor = executor
        self._threads: dict[int, tuple[ThreadState, list[StepPattern]]] = {}
        self._representatives: dict[Hashable, object] = {}
        self._count = 0
        self.executed = 0

    def move(self, state: State, number: int) -> Move:
        thread = state.threads[number]
        known = self._threads.get(id(thread))
        if known is not None:
            for pattern in known[1]:
                found = pattern.known.get(tuple(map(id, pattern.dependencies(state))))
                if found is not None:
                    return found.again(state)
        self.executed += 1
        move = self._executor.move(state, number)
        changes = self._changes(state, number, move)
        if changes is None:
            return move
        remembered = self._remember(state, thread, move, changes)
        return remembered.again(state)

    def _remember(self, state: State, thread: ThreadState, move: Move, changes: tuple[Difference, ...]) -> Remembered:
        if self._count >= MOST_REMEMBERED:
            self._threads.clear()
            self._representatives.clear()
            self._count = 0
        footprint = move.footprint
        patterns = self._threads.setdefault(id(thread), (thread, []))[1]
        numbers, with_path = tuple(footprint.objects), footprint.touches_path
        pattern = next((p for p in patterns if p.numbers == numbers and p.with_path == with_path), None)
        if pattern is None:
            pattern = StepPattern(numbers, with_path, {})
            if len(patterns) < MOST_PATTERNS:
                patterns.append(pattern)
        dependencies = pattern.dependencies(state)
        remembered = Remembered(replace(move.step, successors=()), footprint, changes, dependencies)
        pattern.known[tuple(map(id, dependencies))] = remembered
        self._count += 1
        return remembered

    def _changes(self, state: State, number: int, move: Move) -> tuple[Difference, ...] | None:
        """The step's changes; None if more than the objects, the thread and the path condition may have decided it."""
        step, footprint = move.step, move.footprint
        if step.violations or step.accesses or step.history or not footprint.by_objects_alone:
            return None
        found = []
        for successor, guard in zip(step.successors, step.guards, strict=True):
            inputs = _since(state.log, successor.log)
            if inputs is None or len(successor.threads) != len(state.threads):
                return None
            before, after = state.memory, successor.memory
            objects = tuple(
                (place, self._object(after.get(place)))
                for place in footprint.objects
                if after.get(place) is not before.get(place)
            )
            thread = self._thread(successor.threads[number])
            found.append(Difference(guard, thread, objects, inputs, successor.halted))
        return tuple(found)

    # -- one representative of all that are equal ---------------------------------------------------------------------

    def _object(self, target: Object | None) -> Object | None:
        if target is None or len(target.cells) > LARGEST_SHARED:
            return target
        return self._representatives.setdefault(target, target)  # type: ignore[return-value]

    def _thread(self, thread: ThreadState) -> ThreadState:
        frame = self._frame(thread.frame)
        counts = (thread.number, thread.atomic, thread.allocated, thread.allocas, thread.inputs)
        key = ("thread", *counts, thread.stopped, id(frame))
        return self._representatives.setdefault(key, replace(thread, frame=frame))  # type: ignore[return-value]

    def _frame(self, frame: Frame | None) -> Frame | None:
        """The innermost frame, with everything below it."""
        frames = []
        while frame is not None:
            frames.append(frame)
            frame = frame.parent
        parent: Frame | None = None
        for frame in reversed(frames):
            loops = frozenset(frame.loops.items())
            key = ("frame", id(frame.code), frame.pc, frame.registers, loops, frame.result, frame.depth, id(parent))
            parent = self._representatives.setdefault(key, replace(frame, parent=parent))  # type: ignore[assignment]
        return parent


def _since(before: InputLog | None, after: InputLog | None) -> tuple[Input, ...] | None:
    """The inputs that were logged since; None if the one log does not go on from the other."""
    entries: list[Input] = []
    while after is not before:
        if after is None:
            return None
        entries.append(after.entry)
        after = after.earlier
    return tuple(reversed(entries))
