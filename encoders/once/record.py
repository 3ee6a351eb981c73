"""Executes every thread of a program once, by itself, and records its visible operations.

What a visible read returns is a fresh constant; the encoding ties it to shared memory in the round in which the read
runs. Everything else, the thread's own work, is done here and never again. How instructions touch memory is a matter of
the phase: main is alone (`alone`) until it starts the first thread, then threads are among others (`among_others`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

from esbmc_py.goto.coverage import Coverage
from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.instructions import Block, Copy, Free, Havoc, Load, Measure, ObjectSize, Store
from esbmc_py.goto.program import Program
from esbmc_py.goto.properties import Property
from esbmc_py.goto.types import ScalarType
from symex.code import FunctionCode
from symex.compile import converted
from symex.executor import ALL_PROPERTIES, Executor
from symex.input_log import merge_logs
from symex.loop_bounds import LoopBounds
from symex.objects import Memory, Object, flattened
from symex.run import Operation
from symex.state import NO_LOOPS, Frame, LoopCount, State, ThreadState
from symex.terms import FALSE, TRUE, Term, bv, eq, implies, not_
from symex.values import Value, as_term

from .alone import Alone
from .among_others import AmongOthers
from .operations import Assumption, BoundedProgram, BoundedThread, BoundReached, HeapBirth, RecordedBlock, StepsAlone
from .own_view import Foreign, OwnViews
from .recording_run import RecordingRun, RecursiveCall, ThreadFindings
from .touches import Touches

DEFAULT_THREADS = 128
_MANY = 1 << 30
_MOST_BLOCKS = 5_000  # of a thread: a loop that is not on its way to an end may look as if it were

_MANY_ROUNDS = (
    64  # of a loop that waits in each: if it has more, its rounds are unwound as if their number was not known
)
_MANY_BLOCKS = 1_000  # the same, for the blocks of a thread

Loop = tuple[str, int]  # function, and where the loop begins


@dataclass(frozen=True, slots=True)
class Wanted:
    """What is recorded, and how far.

    Not `idling`: threads complete no iterations of loops that change nothing (see `idle_iterations`).
    `notes_order`: also what orders accesses, for races by happens-before.
    `exact`: every access is recorded where it is made, and only there, with its memory order.
    `foreign`: which bytes others write to, or free, while a thread lives, as an earlier recording tells.
    """

    bounds: LoopBounds
    properties: frozenset[Property] = ALL_PROPERTIES
    most_threads: int = DEFAULT_THREADS
    idling: bool = True
    notes_order: bool = False
    exact: bool = False
    coverage: Coverage | None = None
    foreign: Foreign | None = None


@dataclass(frozen=True, slots=True)
class Recording:
    """`trusted`: thread, object, first byte and end of what was taken from a thread's own view."""

    program: BoundedProgram
    trusted: frozenset[tuple[int, int, int, int]]


@dataclass(frozen=True, slots=True)
class _Way:
    """How threads are recorded: what a first try turns out to be wrong about.

    `alone`: main is, up to where it starts the first thread, and what it does until then is done with.
    `long_loops` are those that are unwound as if it was not known how often they go round.
    `everything`: also bytes from outside in objects that no pointer leads to.
    """

    alone: bool = True
    long_loops: frozenset[Loop] = frozenset()
    everything: bool = False


class _StartsOnCondition(Exception):
    """Whether main is still alone depends on what is not known."""


class _MissesWrites(Exception):
    """A read comes to what was not recorded, since no read should."""


class _IsLong(Exception):
    """A loop goes round a known number of times, but so often that less of it should be looked at first."""

    def __init__(self, loop: Loop) -> None:
        self.loop = loop


def record(program: Program, wanted: Wanted) -> Recording:
    way = _Way()
    while True:
        try:
            return _Recorder(program, wanted, way).record()
        except _StartsOnCondition:
            way = replace(way, alone=False)
        except _MissesWrites:
            way = replace(way, everything=True)
        except _IsLong as found:
            way = replace(way, long_loops=way.long_loops | {found.loop})


class Phase(Protocol):
    """What depends on whether others can see what a thread does."""

    def steps_so_far(self) -> StepsAlone | None:
        """How many steps main makes to get where it is, as long as it is alone."""

    def begin(self, run: RecordingRun) -> None:
        """A thread begins."""

    def pass_switch_point(self, run: RecordingRun) -> None: ...

    def arrive(self, run: RecordingRun) -> None:
        """At the head of a loop."""

    def when_iteration_changed(self, run: RecordingRun, head: int) -> Term:
        """When the iteration of a loop that ends here has changed something; TRUE: it may end in any case."""

    def calls_count(self) -> bool:
        """Is there a bound on recursion?"""

    def load(self, run: RecordingRun, address: Value, size: int, instruction: Load | Copy) -> Value: ...

    def store(self, run: RecordingRun, address: Value, size: int, value: Value, instruction: Store | Copy) -> None: ...

    def copy(self, run: RecordingRun, target: Value, source: Value, instruction: Copy) -> None: ...

    def havoc(self, run: RecordingRun, address: Value, size: Value, instruction: Havoc) -> bool:
        """False: nothing was done."""

    def free(self, run: RecordingRun, address: Value, instruction: Free) -> None: ...

    def follows(self, run: RecordingRun, address: Value) -> bool:
        """Is it known where a pointer leads?"""

    def wait(self, run: RecordingRun, condition: Term, instruction: Block, holder: Value, holders: Value) -> None: ...

    def make(self, run: RecordingRun, number: int, made: Object) -> None:
        """An object begins to live."""

    def bury(self, run: RecordingRun, number: int, when: Term) -> None:
        """A local that lives ends to."""

    def halt(self, run: RecordingRun) -> None: ...

    def end_thread(self, run: RecordingRun) -> None: ...

    def knows_leaks(self) -> bool:
        """Is it known at the end of the process what has been freed?"""


class _Recorder(Executor[RecordingRun]):
    """An executor that never stops at switch points."""

    rests_in_endless_loops = False
    run_class = RecordingRun

    def __init__(self, program: Program, wanted: Wanted, way: _Way) -> None:
        # an execution ends at any violation, whether it was asked for or not
        super().__init__(program, wanted.bounds, coverage=wanted.coverage)
        self.looks_for_leaks(wanted.properties)
        self._wanted = wanted
        self._way = way
        self._threads: list[BoundedThread] = []
        self._shared: dict[int, Object] = {}
        self._at_start: frozenset[int] = frozenset()  # what lives when the first thread is started
        self._waiting: list[tuple[BoundedThread, State]] = []
        self._views = OwnViews(self.space, self._shared, wanted.foreign)
        touches = Touches(program, wanted=Property.RACE in wanted.properties, with_order=wanted.notes_order)
        self._among_others = AmongOthers(
            self,
            self._shared,
            self._views,
            touches,
            self._begin_block,
            idling=wanted.idling,
            exact=wanted.exact,
            everything=way.everything,
        )
        self._alone = Alone(finds_leaks=self.finds_leaks)
        self._phase: Phase = self._alone

    # -- the threads, one after the other ---------------------------------------------------------------------------

    def record(self) -> Recording:
        state = self.initial_state()
        main = BoundedThread(0, "main", -1, -1, TRUE, self.program_memory.self_value(state.memory, 0))
        if not self._way.alone:
            self._begin_to_share(state.memory)
        self._threads.append(main)
        self._execute_thread(main, state)
        while self._waiting:
            self._execute_thread(*self._waiting.pop(0))
        if self._among_others.misses(self._threads):
            raise _MissesWrites
        bounded = BoundedProgram(
            self._threads,
            Memory(self._shared),
            self.space,
            self.numbering,
            self._alone.steps,
            tuple(self.unknown_functions),
            self._among_others.allocations,
            frozenset(self._alone.buried & self._shared.keys() - self._at_start),
        )
        return Recording(bounded, frozenset(self._views.trusted))

    def _begin_to_share(self, memory: Memory) -> None:
        self._phase = self._among_others
        self._at_start = frozenset(number for number, _ in memory.items())
        self._shared.update({number: flattened(found) for number, found in memory.items()})

    def _execute_thread(self, thread: BoundedThread, state: State) -> None:
        run = RecordingRun.of(self, state, thread, ThreadFindings(lambda: self._phase.steps_so_far()))
        self._phase.begin(run)
        for end in self._execute(run):
            thread.log = merge_logs(thread.log, end.log)

    def stops_at_switch_point(self, run: RecordingRun, moved: bool) -> bool:
        """At a switch point: a new block begins, and the run goes on."""
        self._phase.pass_switch_point(run)
        return False

    def _begin_block(self, run: RecordingRun) -> None:
        blocks = run.into.blocks
        self._tell_children(run)
        run.block = len(blocks)
        blocks.append(RecordedBlock(run.block, run.guard, run.location, held=run.held, inputs_before=run.inputs))

    def _tell_children(self, run: RecordingRun) -> None:
        """A step that creates a thread may go on after that: the thread finds what it wrote then, too."""
        for index, (child, state) in enumerate(self._waiting):
            if child.parent == run.thread and child.created_after == run.block and child.created_guard is run.guard:
                child.knows_whole_step = True
                self._waiting[index] = (child, State(run.memory, state.threads, TRUE, None))

    # -- loops and calls --------------------------------------------------------------------------------------------

    def at_head(self, pc: int, operation: Operation[RecordingRun]) -> Operation[RecordingRun]:
        """Notes what an iteration begins with; `stops_at_switch_point` does where the head is one."""

        def arrive_and_operate(run: RecordingRun) -> RecordingRun | None:
            if not run.code.visible[pc]:
                self._phase.arrive(run)
            return operation(run)

        return operation if self._wanted.idling else arrive_and_operate

    def stay_in_loops(self, run: RecordingRun, heads: Sequence[int], again: int = -1) -> None:
        if again >= 0:
            self._stop_idling(run, again)
        super().stay_in_loops(run, heads, again)

    def go_round(self, run: RecordingRun, head: int) -> None:
        self._stop_idling(run, head)
        if len(run.into.blocks) > _MOST_BLOCKS:
            run.cut(TRUE, f"more than {_MOST_BLOCKS:,} visible operations of a thread")
        super().go_round(run, head)

    def _stop_idling(self, run: RecordingRun, head: int) -> None:
        """No thread gets past the last block of an iteration that changed nothing."""
        changed = self._phase.when_iteration_changed(run, head)
        if changed is not TRUE:
            self.assume(run, changed)

    def has_moved_on(self, before: tuple[Value | None, ...], after: tuple[Value | None, ...]) -> bool:
        """Only what is known leads to a known end. What is read has another name in every round."""
        return any(one != other for one, other in zip(before, after, strict=True) if int in (type(one), type(other)))

    def knows_end(self, run: RecordingRun, head: int) -> bool:
        """What the exits depend on is known, whatever the thread waits for in between. (Not if that is very often.)"""
        loop = (run.code.name, head)
        wanted = run.code.progress(head)
        if wanted is None or loop in self._way.long_loops or head in run.code.endless:
            return False
        if any(isinstance(run.registers[index], Term) for index in wanted):
            return False
        count = run.loops.get(head)
        if (count is not None and count.iterations >= _MANY_ROUNDS) or len(run.into.blocks) > _MANY_BLOCKS:
            raise _IsLong(loop)
        return True

    def nested_call(self, run: RecordingRun, code: FunctionCode, passed: list[Value | None]) -> LoopCount | None:
        """Where a thread does not know what it reads, a recursion would have no end. As with loops, what is decided
        does not count."""
        if not self._phase.calls_count():
            return super().nested_call(run, code, passed)
        name = code.name
        level = _activations(run, name)
        counted = 0
        if level > 0:
            outer = run.calls.get((name, level - 1))
            counted = level if outer is None else outer.counted + (not outer.is_on_its_way(run.guard, passed))
        run.calls = run.calls.set((name, level), RecursiveCall(counted, run.guard, tuple(passed)))
        if self.bounds.unwind is not None and counted > self.bounds.unwind:
            run.cut(TRUE, f"recursion bound {self.bounds.unwind}")
        return None

    # -- memory -----------------------------------------------------------------------------------------------------

    def load(self, run: RecordingRun, address: Value, size: int, instruction: Load) -> Value:
        return self._phase.load(run, address, size, instruction)

    def store(self, run: RecordingRun, address: Value, size: int, value: Value, instruction: Store) -> None:
        self._phase.store(run, address, size, value, instruction)

    def copy(self, run: RecordingRun, target: Value, source: Value, instruction: Copy) -> None:
        self._phase.copy(run, target, source, instruction)

    def havoc(self, run: RecordingRun, address: Value, size: Value, instruction: Havoc) -> bool:
        return self._phase.havoc(run, address, size, instruction)

    def free(self, run: RecordingRun, address: Value, instruction: Free) -> None:
        self._phase.free(run, address, instruction)

    def object_size(self, run: RecordingRun, address: Value, instruction: ObjectSize) -> Value:
        if instruction.measure is Measure.SIZE or self._phase.follows(run, address):
            return super().object_size(run, address, instruction)
        if instruction.measure is Measure.EXTENT:
            return self.space.plenty
        nowhere = eq(as_term(address, self.space.pointer_bits), bv(0, self.space.pointer_bits))
        run.unsupported(not_(nowhere), "a pointer in shared memory that a function without a body may follow")
        return 0

    def new_object(self, run: RecordingRun, number: int, made: Object) -> None:
        super().new_object(run, number, made)
        self._phase.make(run, number, made)

    def bury(self, run: RecordingRun, number: int, when: Term = TRUE) -> None:
        lived = number in run.memory
        super().bury(run, number, when)
        if lived:
            self._phase.bury(run, number, when)

    def allocated(self, run: RecordingRun, number: int) -> None:
        super().allocated(run, number)
        found = run.memory.get(number)
        if self.finds_leaks and found is not None:
            run.into.births.append(HeapBirth(run.block, run.guard, number, found.size, run.user_location))

    def check_leaks(self, run: RecordingRun) -> None:
        if self._phase.knows_leaks():
            super().check_leaks(run)

    # -- what keeps a thread from going on --------------------------------------------------------------------------

    def block(
        self, run: RecordingRun, condition: Term, instruction: Block, holder: Value = 0, holders: Value = 0
    ) -> None:
        self._phase.wait(run, condition, instruction, holder, holders)

    def stop(self, run: RecordingRun, condition: Term) -> None:
        """A thread may stop anywhere."""

    def idle(self, run: RecordingRun) -> None:
        run.keep_log()
        what = "a loop without an end"
        stays = BoundReached(run.block, run.guard, what, run.user_location, unsupported=False, for_ever=True)
        run.into.bounds.append(stays)

    def assume(self, run: RecordingRun, condition: Term) -> None:
        run.into.assumptions.append(Assumption(run.block, implies(run.guard, condition), run.atomic > 0))
        if condition is FALSE:
            run.keep_log()
        super().assume(run, condition)

    # -- threads begin and end --------------------------------------------------------------------------------------

    def halt(self, run: RecordingRun) -> None:
        self._phase.halt(run)
        super().halt(run)

    def end_thread(self, run: RecordingRun) -> None:
        super().end_thread(run)
        self._phase.end_thread(run)

    def start_thread(self, run: RecordingRun, name: str, argument: Value, ctype: ScalarType, self_value: Value) -> int:
        number = len(self._threads)
        if name not in self.program.functions:
            run.unsupported(TRUE, f"a thread that runs {name}, which has no body")
            return number
        if number >= self._wanted.most_threads:
            run.cut(TRUE, f"more than {self._wanted.most_threads} threads")
            return number
        if self._phase is self._alone:
            self._start_first_thread(run)
        code = self.code(name)
        if len(code.parameters) > 1:
            run.fault(TRUE, Property.CONVERSION, f"{name} is no start routine: it has several parameters")
            return number
        passed = [converted(argument, ctype, parameter.type) for parameter in code.parameters]
        frame = Frame(code, 0, tuple(code.registers(number, 1, passed)), NO_LOOPS, -1, None, 1)
        memory = self.program_memory.with_thread_locals(run.memory, number, self_value)
        for index in range(len(self.program.thread_locals)):
            own = self.numbering.thread_local(number, index)
            self._shared.setdefault(own, memory[own])
        placeholder = ThreadState(-1, None, allocated=_MANY)  # what the others allocate is not known here
        threads = (*(placeholder for _ in range(number)), ThreadState(number, frame))
        run.idle_iterations.changes(run.guard)
        thread = BoundedThread(number, name, run.thread, run.block, run.guard, self_value)
        self._threads.append(thread)
        self._views.hand_on(run.thread, number)
        self._waiting.append((thread, State(memory, threads, TRUE, None)))
        run.memory = memory
        return number

    def _start_first_thread(self, run: RecordingRun) -> None:
        """The step that starts it is the first that counts."""
        if run.guard is not TRUE:
            raise _StartsOnCondition
        self._begin_to_share(run.memory)
        self._begin_block(run)


def _activations(run: RecordingRun, name: str) -> int:
    """How often a function is being executed."""
    count, frame = int(run.code.name == name), run.parent
    while frame is not None:
        count += frame.code.name == name
        frame = frame.parent
    return count
