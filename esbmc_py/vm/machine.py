"""The machine: memory, threads, and one step of one thread.

A thread rests at a switch point (see `goto.instructions`); the place where it begins is one too, so that nothing of a
thread runs before it is scheduled. `Machine.step` lets one thread move to its next switch point, or raises a `Stop`.
The machine is left in the middle of the step then: whoever wants to go on restores a state saved before.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterator, Mapping, Sequence
from types import TracebackType
from typing import TYPE_CHECKING, Any, Protocol

from esbmc_py.goto.deferred import dataclass

from ..goto.coverage import EXECUTED, FELL_THROUGH, JUMPED
from ..goto.instructions import AtomicBegin, Branch, Call, Goto, Instruction, Return, Unsupported
from ..goto.program import Function
from ..goto.types import ScalarType
from .analysis import indices_of
from .core import MachineCore, Thread
from .executable import Executable, Run
from .frames import frames
from .interpret import evaluate, execute
from .long_steps import CIRCLES, FEW_OVERRUNS, INVISIBLE_LIMIT, LATER, MOST_OVERRUNS, WATCHED, ReturnWatch, moving
from .memory import MemorySnapshot
from .stops import LimitReached, Slow, Stop
from .values import Value

if TYPE_CHECKING:
    from .races import Access

DEEPEST_STACK = 100_000

_UNUSUAL = (Slow, KeyError, struct.error, ZeroDivisionError)


@dataclass(slots=True, eq=False)
class MachineState:
    """A state to come back to. Nobody changes it."""

    memory: MemorySnapshot
    threads: tuple[Thread, ...]
    exit_status: int | None


class StepObserver(Protocol):
    """Who looks at a step instruction by instruction, such as `trace.Observer`."""

    @property
    def patience(self) -> int:
        """How many instructions of a step it wants to see."""

    def before(self) -> None: ...

    def after(self, following: int | None) -> None: ...


class Machine(MachineCore):
    compiled_reads = False  # whether reads may give values that the thread has seen before
    eager = False  # whether undefined things take their values when they begin to exist
    most_overruns = MOST_OVERRUNS
    through_loops = False  # whether an eager machine rests in endless loops at switch points only

    def __init__(
        self,
        executable: Executable,
        choose: Callable[[ScalarType], Value],
        *,
        invisible_limit: int = INVISIBLE_LIMIT,
        deepest_stack: int = DEEPEST_STACK,
    ):
        super().__init__(executable, choose, deepest_stack)
        self.limits = invisible_limit, LATER * invisible_limit  # of a step; of one after a step that was too long
        self.limit = invisible_limit  # of this step
        self._watch = ReturnWatch()  # of this step
        self.long_steps = 0  # that came after a step that was too long, and were too long themselves
        self.total_executed = 0

    executed: int  # instructions of this step
    _overruns: int
    _overruns_before: int

    # -- states ----------------------------------------------------------------------------------------------------

    def save(self) -> MachineState:
        return MachineState(self.memory.snapshot(), tuple(self.threads), self.exit_status)

    def restore(self, state: MachineState) -> None:
        self.memory.restore(state.memory)
        self.threads = list(state.threads)
        self.exit_status = state.exit_status

    def release(self) -> MachineState:
        """`save` without a copy: the machine must be restored before it is used again."""
        memory = MemorySnapshot(self.memory.buffers, self.memory.undefined, self.memory.used)
        return MachineState(memory, tuple(self.threads), self.exit_status)

    @property
    def finished(self) -> bool:
        """Has the process ended?"""
        return self.exit_status is not None or all(thread.ended for thread in self.threads)

    def follow_overruns(
        self, alive: list[int], threads: Sequence[Thread] | Mapping[int, Thread]
    ) -> tuple[list[int], str | None]:
        """Which threads a search lets move, where some go on and on without a switch point; and what it gives up."""
        overruns = {number: threads[number].overruns for number in alive}
        most = self.most_overruns if self.long_steps < MOST_OVERRUNS else FEW_OVERRUNS
        found, given_up = moving(alive, overruns, most)
        if given_up is None:
            return found, None
        done = self.limits[0] + (overruns[given_up] - 1) * self.limits[1]
        return [], f"after {done:,} instructions, thread {given_up} has not come to a switch point"

    def may_block(self, thread: Thread) -> bool:
        """Might the thread's next step turn out not to be enabled?"""
        return isinstance(thread.instruction, AtomicBegin) or self.executable.hidden_blocks

    # -- steps -----------------------------------------------------------------------------------------------------

    def step(self, number: int) -> None:
        """One step of a thread that has not ended, in compiled code where that pays."""
        self._resume(self.threads[number])
        self._go_on(self.code.start[self.pc])
        self._rest()

    def _go_on(self, run: Run | None) -> None:
        """To the end of the step."""
        while run is not None:
            try:
                while run is not None:
                    run = run(self)
            except _UNUSUAL as problem:
                run = self._recover(problem)
            except Stop as stop:
                index, before = self._position(stop.__traceback__)
                if index >= 0:
                    self.pc = index
                    self.executed += before + 1
                raise

    def _recover(self, problem: Exception) -> Run | None:
        index, before = self._position(problem.__traceback__)
        if index < 0:
            raise problem
        self.executed += before
        return self.interpret_one(index)

    def _position(self, traceback: TracebackType | None) -> tuple[int, int]:
        """The instruction at which an exception came out of compiled code, and how many that code had done before."""
        tables = self.executable.line_tables
        while traceback is not None:
            known = tables.get(id(traceback.tb_frame.f_code))
            if known is not None:
                return known[1][traceback.tb_lineno]
            traceback = traceback.tb_next
        return -1, 0

    def execute(self, index: int) -> int | None:
        """One instruction, interpreted. The index of the next one, or None where the thread stops running."""
        self.pc = index
        self.executed += 1
        code = self.code
        code.reached[index] = EXECUTED
        if self.executable.coverage.detailed:
            return self._execute_noting(index)
        return execute(self, code.instructions[index])

    def _execute_noting(self, index: int) -> int | None:
        """The same, with a note of which thread it is and how a branch goes."""
        instruction = self.code.instructions[index]
        table = self.executable.coverage.table_of_thread(self._functions())
        if table is not None:
            table[index] |= EXECUTED
        following = execute(self, instruction)
        if table is not None and isinstance(instruction, Branch):
            table[index] |= FELL_THROUGH if following == index + 1 else JUMPED
        return following

    def _functions(self) -> Iterator[Function]:
        """Those that the thread is in, from the innermost outwards."""
        yield self.code.function
        yield from (frame[0].function for frame in frames(self.caller))

    def interpret_one(self, index: int) -> Run | None:
        """One instruction that is no jump backwards."""
        following = self.execute(index)
        return None if following is None else self.code.arrive[following]

    def interpret_run(self, index: int) -> Run | None:
        """What compiled code from `index` on does: to the next jump, call, return or switch point."""
        code = self.code
        while True:
            instruction = code.instructions[index]
            following = self.execute(index)
            if following is None:
                return None
            if isinstance(instruction, Goto | Branch | Call | Return):
                if self.runs_too_long(instruction, index, following):
                    return None
                return self.code.arrive[following]
            if not self.atomic and code.visible[following]:
                self.pc = following
                return None
            index = following

    def runs_too_long(self, instruction: Instruction, index: int, following: int) -> bool:
        """Ends the step at a jump backwards, if it has executed too many instructions."""
        if isinstance(instruction, Goto | Branch) and following <= index and self.executed > self.limit:
            return self.overrun(following) is None
        return False

    def step_slowly(self, number: int, observer: StepObserver | None = None, longest: int | None = None) -> None:
        """One step, interpreted instruction by instruction under the eyes of `observer`.

        It may be told to rest after so many instructions already: whatever comes then up to the switch point, others
        cannot see.
        """
        self._resume(self.threads[number])
        following: int | None = self.pc
        while following is not None:
            place, instruction = following, self.code.instructions[following]
            self.pc = place
            if observer is not None:
                observer.before()
            following = self.execute(place)
            if observer is not None:
                observer.after(following)
            if following is None:
                break
            if self.runs_too_long(instruction, place, following):
                break
            if not self.atomic and (self.code.visible[following] or self.executed == longest):
                self.pc = following
                break
            if observer is not None and longest is None and self.executed > observer.patience and type(self) is Machine:
                self._finish_unobserved(following, observer)
                break
        self._rest()

    def _finish_unobserved(self, following: int, observer: StepObserver) -> None:
        """The rest of a very long step, which nobody wants to read instruction by instruction; but how it ends."""
        try:
            self._go_on(self.code.arrive[following])
        except Stop:
            observer.before()
            raise

    def rest_before_stop(self) -> int | None:
        """After a `Stop`: the thread rests before the instruction that did not go well, if it may rest there.

        The number of instructions of its step up to there; None, and nothing is done, if it may not.
        """
        done = self.executed - 1
        instruction = self.code.instructions[self.pc]
        if self.atomic or (done == 0 and self.code.visible[self.pc] and not isinstance(instruction, Unsupported)):
            return None
        self._rest()
        return done

    def call_aside(self, name: str) -> Value | None:
        """Runs a function to its end in one go, in a thread that nobody else sees. Restore the machine afterwards."""
        self._resume(self.begin_thread(self.executable.codes[name], []))
        self.atomic = 1
        index: int | None = 0
        while index is not None:
            instruction = self.code.instructions[index]
            if isinstance(instruction, Return) and self.caller is None:
                return None if instruction.value is None else evaluate(self, instruction.value)
            index = self.execute(index)
            if self.executed > self.limit:
                raise LimitReached(f"{name} does not come to an end")
        raise LimitReached(f"{name} ends the thread or the process")

    def _resume(self, thread: Thread) -> None:
        self.thread = thread.number
        self.code = thread.code
        self.pc = thread.pc
        self.registers = thread.registers.copy()
        self.caller = thread.caller
        self.depth = thread.depth
        self.atomic = 0
        self.allocated = thread.allocated
        self.allocas = thread.allocas
        self.executed = 0
        self.ended = False
        self.remembered = thread.remembered
        self._overruns_before, self._overruns = thread.overruns, 0
        self._watch.end()
        self.limit = self.limits[0]
        if thread.overruns >= CIRCLES:
            self._watch_for(self.pc, self.limits[1])
        self.thread_locals = self.executable.thread_local_addresses(thread.number)

    def _rest(self) -> None:
        self.total_executed += self.executed
        self.threads[self.thread] = Thread(
            self.thread,
            self.code,
            self.pc,
            self.registers,
            self.caller,
            self.depth,
            self.allocated,
            self.allocas,
            self.ended,
            self.remembered,
            self._overruns,
        )

    def overrun(self, index: int) -> Run | None:
        """The step has executed too many instructions: it ends before `index`, or goes on from there for a while.

        An atomic section may be long, and so may a step that nobody waits for, unless it goes round in a circle.
        """
        if self.atomic:
            if self.executed > self.limits[1]:
                raise LimitReached(f"more than {self.limits[1]} instructions in one atomic section")
            return self.code.arrive[index]
        if not self._overruns_before or self.executed > self.limits[1]:
            self.rest_tired(index, self._overruns_before + 1)
            return None
        if self._watch.sees(self._here(index), self._all_of_it):
            self.rest_tired(index, CIRCLES)
            return None
        self._look_out(index)
        return self.code.arrive[index]

    def rest_tired(self, index: int, overruns: int) -> None:
        """The step ends before `index`, where nobody else would notice."""
        self._overruns = overruns
        self.long_steps += 1 < overruns < CIRCLES
        self.pc = index

    def _look_out(self, index: int) -> None:
        """Now and then the step is watched for a while: does it come round to where it was?"""
        if self._overruns_before > 1 and not self._watch.is_on:
            self.limit = self.limits[1]  # the step before was watched
        elif self._watch.lasts(self.executed):
            self.limit = self.executed
        elif self._watch.is_on:
            self._watch.end()
            self.limit = min(2 * self.executed, self.limits[1])
        else:
            self._watch_for(index, WATCHED)

    def _watch_for(self, index: int, instructions: int) -> None:
        self._watch.begin(self._here(index), self._all_of_it(), self.executed + instructions)
        self.limit = self.executed

    def _here(self, index: int) -> tuple[Any, ...]:
        values = [repr(self.registers[register]) for register in indices_of(self.code.live[index])]  # of floats, too
        return self.code, index, values, self.depth, self.allocated, self.allocas

    def _all_of_it(self) -> tuple[Any, ...]:
        """What the rest of the step depends on besides. Who is in the same state again goes round in a circle."""
        callers = [(frame[0], frame[1], repr(frame[2])) for frame in frames(self.caller)]
        contents = {number: bytes(buffer) for number, buffer in self.memory.buffers.items()}
        undefined = {number: bytes(mask.bits) for number, mask in self.memory.undefined.items()}
        return callers, contents, undefined

    def accesses_before_assumption(self) -> list[Access]:
        """What a step has touched that an assumption has ended: a read before it was the thread's next operation.

        An atomic section that cannot be completed does not happen. It began with the step: a section with an assumption
        in it is a switch point, see `goto.atomic_sections`.
        """
        return [] if self.atomic or self.accesses is None else self.accesses
