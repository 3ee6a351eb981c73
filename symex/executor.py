"""The symbolic executor: steps of one thread, from switch point to switch point.

A step splits where a branch depends on what is not known, and its runs are joined again where control flow meets, so
that branches without anything visible end as `ite` terms. Runs that stop at different switch points are different
successors (rule R3 of ICSE 2011).

Loops are unwound as they are met (`loops`), and what would go beyond their bounds is cut.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cached_property
from typing import Any, Generic

from esbmc_py.goto.addressed import addressed_functions
from esbmc_py.goto.coverage import Coverage
from esbmc_py.goto.escaping import escaping_objects
from esbmc_py.goto.instructions import (
    AtomicBegin,
    Block,
    Call,
    Copy,
    Free,
    Havoc,
    Load,
    Measure,
    ObjectSize,
    Store,
    Unsupported,
)
from esbmc_py.goto.loop_progress import LoopProgress
from esbmc_py.goto.numbering import Numbering, OutOfNumbers
from esbmc_py.goto.program import Program
from esbmc_py.goto.properties import Property
from esbmc_py.goto.types import ScalarType, size_of

from . import loops
from . import memory as memory_access
from .code import FunctionCode
from .compile import compile_instruction, converted
from .covering import covering
from .expressions import ExpressionCompiler
from .externals import call_external
from .leak_text import leak_message
from .loop_bounds import LoopBounds
from .lost import unfreed
from .objects import Object
from .operations import DivisionByZero
from .program_memory import ProgramMemory
from .run import Findings, Operation, R, Run
from .stack_objects import with_object
from .state import NO_LOOPS, Frame, LoopCount, State, Step, ThreadState
from .terms import FALSE, TRUE, Term, and_, bv, extract, not_, ule
from .values import Value, as_term

DEEPEST_STACK = 10_000

Runs = dict[tuple[object, ...], R]  # by their places


ALL_PROPERTIES = frozenset(Property)


class Executor(Generic[R]):
    """`R` is what runs are like; `run_class` makes them."""

    run_class: Any = Run
    compiler_class = ExpressionCompiler
    rests_in_endless_loops = True
    reads_are_noticed = False  # whether a thread that stops at a bound has to be followed where it has only read
    registers_are_seen = True  # whether those that will be read again are of the threads as they rest

    def __init__(
        self,
        program: Program,
        bounds: LoopBounds | None = None,
        properties: frozenset[Property] = ALL_PROPERTIES,
        coverage: Coverage | None = None,
    ) -> None:
        self.program = program
        self.coverage = coverage  # gets what is executed
        self.bounds = bounds or LoopBounds()
        self.properties = properties
        self.looks_for_leaks(properties)
        self.space = program.address_space
        self.numbering = Numbering(program)
        self.program_memory = ProgramMemory(program, self.numbering)
        self.addresses = self.program_memory.addresses
        self.functions_by_address = {self.addresses[name]: name for name in [*program.functions, *program.externals]}
        self.codes: dict[str, FunctionCode] = {}
        self.unknown_functions: dict[str, None] = {}

    def code(self, name: str) -> FunctionCode:
        found = self.codes.get(name)
        if found is None:
            function = self.program.functions[name]
            found = FunctionCode(function, self.program_memory, self.compiler_class, lambda: self.loop_progress)
            self.codes[name] = found
        return found

    def _compile(self, code: FunctionCode, pc: int) -> Operation[R]:
        operation: Any = compile_instruction(code, pc)
        operation = self.at_head(pc, operation) if pc in code.heads else operation
        if self.coverage is not None:
            operation = covering(self.coverage, code.function, pc, operation)
        code.operations[pc] = operation
        return operation  # type: ignore[no-any-return]

    @cached_property
    def loop_progress(self) -> LoopProgress:
        return LoopProgress(self.program)

    @cached_property
    def addressed_functions(self) -> tuple[str, ...]:
        """Functions that a pointer from anywhere may point to."""
        return tuple(sorted(addressed_functions(self.program)))

    def function_at(self, address: int) -> str | None:
        return self.functions_by_address.get(address)

    @cached_property
    def _mortal_thread_locals(self) -> list[int]:
        """Those whose end others may notice: they know where they are, or want to know what they point to."""
        everything = self.finds_leaks and self.finds_lost
        escaping = {symbol for function in self.program.functions.values() for symbol in escaping_objects(function)}
        places = enumerate(self.program.thread_locals)
        return [index for index, symbol in places if everything or symbol in escaping]

    # -- states ---------------------------------------------------------------------------------------------------

    def initial_state(self) -> State:
        """Main at the program's entry, before its first instruction."""
        code = self.code(self.program.entry)
        registers = tuple(code.registers(0, 1, [None] * len(code.parameters)))
        frame = Frame(code, 0, registers, NO_LOOPS, -1, None, 1)
        return State(self.program_memory.at_start(), (ThreadState(0, frame),))

    # -- steps ----------------------------------------------------------------------------------------------------

    def at_switch_point(self, thread: ThreadState) -> bool:
        """Also in an endless loop: who moves alone there would keep the others from moving for ever."""
        frame = thread.frame
        return frame is not None and (frame.code.visible[frame.pc] or frame.pc in frame.code.endless)

    def may_block(self, thread: ThreadState) -> bool:
        """Might the thread's next step turn out not to be enabled?"""
        frame = thread.frame
        return frame is not None and isinstance(frame.code.instructions[frame.pc], AtomicBegin)

    def step(self, state: State, number: int) -> Step:
        """What stands at the thread's switch point, and everything invisible up to the next one."""
        findings = Findings()
        arrived = self._execute(self.new_run(state, number, findings))
        successors = tuple(self._successor(state, done) for done in arrived)
        return Step(
            successors, tuple(findings.violations), tuple(findings.cuts), findings.blocked, tuple(findings.waits),
            tuple(done.guard for done in arrived),
        )  # fmt: skip

    def new_run(self, state: State, thread: int, findings: Findings) -> R:
        """A thread at the beginning of a step."""
        run: R = self.run_class.at_rest(self, state, thread, findings)
        return run

    def _execute(self, first: R) -> list[R]:
        """Runs until all have stopped; returns those that did so at a switch point or at the thread's end."""
        waiting: Runs[R] = {}
        arrived: Runs[R] = {}
        self._advance(first, waiting, arrived, start=True)
        while waiting:
            place = min(waiting, key=lambda key: waiting[key].order)
            self._advance(waiting.pop(place), waiting, arrived, start=False)
        for run in first.findings.stopped:
            _meet(arrived, run)
        return list(arrived.values())

    def _advance(self, run: R, waiting: Runs[R], arrived: Runs[R], *, start: bool) -> None:
        """Follows one run until it stops, dies, or comes to a place where others may join it."""
        budget = self.bounds.step_instructions
        moved = not start
        resumed = not start
        while True:
            code, pc = run.code, run.pc
            if run.guard is FALSE:
                return
            if run.ended or run.halted:
                _meet(arrived, run)
                return
            if waiting and not resumed and (code.joins[pc] or (code.visible[pc] and run.atomic == 0)):
                _meet(waiting, run)
                return
            resumed = False
            if code.visible[pc] and run.atomic == 0 and self.stops_at_switch_point(run, moved):
                _meet(arrived, run)
                return
            if moved and pc in code.endless and self.rests_in_loop(run):
                _meet(arrived, run)
                return
            try:
                operate: Operation[R] = code.operations[pc] or self._compile(code, pc)
                other = operate(run)
            except DivisionByZero:
                run.fault(TRUE, Property.DIVISION, "division by zero")
                return
            except OutOfNumbers as limit:
                run.cut(TRUE, str(limit), unsupported=True)
                return
            moved = True
            if other is not None and other.guard is not FALSE:
                _meet(waiting, other)
                if run.guard is not FALSE:
                    _meet(waiting, run)
                return
            budget -= 1
            if budget < 0:
                run.cut(TRUE, "a step of very many instructions")
                return

    def rests_in_loop(self, run: R) -> bool:
        """A thread that goes round for ever must not keep the others from being looked at.

        The machine rests there, too, when it has gone round often enough.
        """
        return self.rests_in_endless_loops and run.atomic == 0 and len(run.state.threads) + len(run.started) > 1

    def _successor(self, state: State, run: R) -> State:
        frame = None
        if not run.ended:
            frame = Frame(run.code, run.pc, tuple(run.registers), run.loops, run.result, run.parent, run.depth)
        moved = ThreadState(run.thread, frame, run.atomic, run.allocated, run.allocas, run.inputs, run.stopped)
        threads = (*state.threads[: run.thread], moved, *state.threads[run.thread + 1 :], *run.started)
        return State(run.memory, threads, and_(state.path, run.guard), run.log, run.halted)

    # -- what instructions do to memory and to the run: a schema may do it otherwise --------------------------------

    def stops_at_switch_point(self, run: R, moved: bool) -> bool:
        """A step ends at the first switch point after the one that it began at."""
        return moved

    def stop(self, run: R, condition: Term) -> None:
        """Where the condition holds, the thread has come to a bound and stays where it is.

        The others go on from there; unless what they can do then, they can do before this step, too: where it has
        changed nothing that they could see, and where it has not got to the end of an atomic section.
        """
        threads = (*run.state.threads, *run.started)
        others = any(thread.frame is not None and thread.number != run.thread for thread in threads)
        if others and not run.in_first_section and _is_noticed(run, reads=self.reads_are_noticed):
            stopped = run.split(not_(condition))
            stopped.stopped = True
            run.findings.stopped.append(stopped)

    def not_supported(self, run: R, instruction: Unsupported) -> None:
        run.cut(TRUE, instruction.construct, unsupported=not instruction.is_bound)

    def idle(self, run: R) -> None:
        """The thread goes round in a loop for ever, and nothing changes any more. That leaves nothing out."""
        self.stop(run, TRUE)

    def not_asked_for(self, run: R, guard: Term, message: str) -> None:
        """A violation that ends the run, and that nobody wants to hear of."""

    def load(self, run: R, address: Value, size: int, instruction: Load) -> Value:
        return memory_access.load(run, address, size, instruction.place)

    def store(self, run: R, address: Value, size: int, value: Value, instruction: Store) -> None:
        memory_access.store(run, address, size, value, instruction.place)

    def copy(self, run: R, target: Value, source: Value, instruction: Copy) -> None:
        size = size_of(instruction.type)
        memory_access.copy(run, target, source, size, instruction.place, instruction.source_place)

    def havoc(self, run: R, address: Value, size: Value, instruction: Havoc) -> bool:
        """False: nothing is done. The program goes on to do it, byte by byte."""
        return memory_access.havoc(run, address, size, instruction)

    def free(self, run: R, address: Value, instruction: Free) -> None:
        memory_access.free(run, address)

    def object_size(self, run: R, address: Value, instruction: ObjectSize) -> Value:
        match instruction.measure:
            case Measure.SIZE:
                return memory_access.object_size(run, address)
            case Measure.ROOM:
                return memory_access.room(run, address, instruction.element)
            case Measure.EXTENT:
                return memory_access.extent(run, address)
            case Measure.FUNCTION:
                return memory_access.is_function(run, address)

    def new_object(self, run: R, number: int, made: Object) -> None:
        run.memory = run.memory.set(number, made)

    def bury(self, run: R, number: int, when: Term = TRUE) -> None:
        """The end of a local's life, where the condition holds; nothing if it does not live."""
        found = run.memory.get(number)
        if found is None:
            return
        if when is TRUE:
            run.memory = run.memory.delete(number)
        else:
            run.memory = run.memory.set(number, replace(found, alive=and_(found.alive, not_(when))))

    def assume(self, run: R, condition: Term) -> None:
        run.guard = and_(run.guard, condition)

    def block(self, run: R, condition: Term, instruction: Block, holder: Value = 0, holders: Value = 0) -> None:
        if condition is not TRUE:
            run.wait(condition, instruction.reason, holder, holders)

    def halt(self, run: R) -> None:
        run.halted = True

    def allocated(self, run: R, number: int) -> None:
        """The program, not a model for itself, has allocated an object."""
        found = run.memory.get(number)
        if self.finds_leaks and found is not None:
            run.memory = run.memory.set(number, replace(found, site=run.user_location))

    def looks_for_leaks(self, properties: frozenset[Property]) -> None:
        self.finds_leaks = not properties.isdisjoint((Property.LEAK, Property.LOST))
        self.finds_lost = Property.LEAK not in properties  # of what is not freed, only what nothing points to

    def check_leaks(self, run: R) -> None:
        """The process ends: the first object that has not been freed is reported."""
        if not self.finds_leaks:
            return
        for condition, found in self.unfreed(run):
            run.fault(condition, *self.leak(found.size), found.site)

    def unfreed(self, run: R) -> list[tuple[Term, Object]]:
        """What the program has allocated and has not freed (if asked for: nor can find), and when."""
        return unfreed(run, lost=self.finds_lost, registers=self.registers_are_seen)

    def leak(self, size: Value) -> tuple[Property, str]:
        return (Property.LOST if self.finds_lost else Property.LEAK), leak_message(size, lost=self.finds_lost)

    # -- loops ----------------------------------------------------------------------------------------------------

    def at_head(self, pc: int, operation: Operation[R]) -> Operation[R]:
        """What is done where a loop begins, at this instruction."""
        return operation

    def go_round(self, run: R, head: int) -> None:
        """A jump backwards."""
        loops.go_round(self, run, head)

    def stay_in_loops(self, run: R, heads: Sequence[int], again: int = -1) -> None:
        """The other way would have left these loops: those that have used up their bound must leave here.

        A loop that is tested at its end goes round from here (`again` is its head): one more than was counted.
        """
        loops.stay(self, run, heads, again)

    def knows_end(self, run: R, head: int) -> bool:
        """Is it known how often the loop goes round, though something in it may keep the thread from going on?"""
        return False

    def has_moved_on(self, before: tuple[Value | None, ...], after: tuple[Value | None, ...]) -> bool:
        """Did an iteration of a loop change a register?"""
        return before != after

    # -- calls ----------------------------------------------------------------------------------------------------

    def call(
        self, run: R, name: str, values: list[Value], types: list[ScalarType], result: int, after: int, call: Call
    ) -> None:
        if name not in self.program.functions:
            value = call_external(run, name, values, types, call)
            if result >= 0:
                run.registers[result] = value
            run.pc = after
            return
        code = self.code(name)
        parameters = code.parameters
        if not code.function.takes(len(values)):
            run.unsupported(TRUE, f"a call of {name} with {len(values)} arguments instead of {len(parameters)}")
            return
        if run.depth >= DEEPEST_STACK:
            run.cut(TRUE, f"a stack of more than {DEEPEST_STACK} frames")
            return
        passed = [
            converted(value, ctype, parameter.type)
            for value, ctype, parameter in zip(values, types, parameters, strict=False)
        ]
        nested = self.nested_call(run, code, passed)
        run.parent = Frame(run.code, after, tuple(run.registers), run.loops, run.result, run.parent, run.depth)
        self.enter(run, code, passed, result)
        if nested is not None:
            run.loops = NO_LOOPS.set(loops.CALLS, nested)

    def nested_call(self, run: R, code: FunctionCode, passed: list[Value | None]) -> LoopCount | None:
        """A call of a function that is being executed already: recursion is bounded as loops are."""
        return loops.nested_call(self, run, code, passed)

    def enter(self, run: R, code: FunctionCode, passed: list[Value | None], result: int) -> None:
        run.depth = run.parent.depth + 1 if run.parent is not None else 1
        run.code, run.pc, run.result, run.loops = code, 0, result, NO_LOOPS
        run.registers = code.registers(run.thread, run.depth, passed)

    def leave(self, run: R, value: Value | None, ctype: ScalarType | None) -> None:
        """Return: the locals die, the caller gets the value."""
        self._bury_locals(run)
        frame = run.parent
        if frame is None:
            self._leave_thread(run, value, ctype)
            return
        result = run.result
        run.code, run.pc, run.registers = frame.code, frame.pc, list(frame.registers)
        run.loops, run.result, run.parent, run.depth = frame.loops, frame.result, frame.parent, frame.depth
        if result >= 0:
            register = run.code.function.registers[result]
            run.registers[result] = (
                run.fresh_of(register.type) if value is None else converted(value, ctype, register.type)
            )

    def _bury_locals(self, run: R) -> None:
        self._bury_frame(run, run.code, run.registers)

    def _bury_frame(self, run: R, code: FunctionCode, registers: Sequence[Any]) -> None:
        for slot in code.local_slots.values():
            self.bury(run, registers[slot] >> self.space.offset_bits)
        if code.stack_objects_slot is not None:
            for number, when in registers[code.stack_objects_slot]:
                self.bury(run, number, when)
            while run.allocas and self.numbering.alloca(run.thread, run.allocas - 1) not in run.memory:
                run.allocas -= 1  # as on a real stack, the next one takes their place

    def _leave_thread(self, run: R, value: Value | None, ctype: ScalarType | None) -> None:
        exit_name = self.program.thread_exit
        if exit_name is None or run.code.name == exit_name or run.thread == 0:
            self.end_thread(run)
            return
        code = self.code(exit_name)
        parameter = code.parameters[0]
        if value is None:
            value = run.fresh(parameter.type.width)
        self.enter(run, code, [converted(value, ctype, parameter.type)], -1)

    def end_thread(self, run: R) -> None:
        """The thread's locals and thread-locals end with it."""
        self._bury_locals(run)
        frame = run.parent
        while frame is not None:
            self._bury_frame(run, frame.code, frame.registers)
            frame = frame.parent
        for index in self._mortal_thread_locals:
            self.bury(run, self.numbering.thread_local(run.thread, index))
        run.parent = None
        run.ended = True
        others = (thread for thread in (*run.state.threads, *run.started) if thread.number != run.thread)
        if all(thread.frame is None for thread in others):
            self.check_leaks(run)

    def start_thread(self, run: R, name: str, argument: Value, ctype: ScalarType, self_value: Value) -> int:
        number = len(run.state.threads) + len(run.started)
        if name not in self.program.functions:
            run.unsupported(TRUE, f"a thread that runs {name}, which has no body")
            return number
        code = self.code(name)
        if len(code.parameters) > 1:
            run.unsupported(TRUE, f"a thread that runs {name}, which has several parameters")
            return number
        passed = [converted(argument, ctype, parameter.type) for parameter in code.parameters]
        registers = tuple(code.registers(number, 1, passed))
        frame = Frame(code, 0, registers, NO_LOOPS, -1, None, 1)
        run.started = (*run.started, ThreadState(number, frame))
        run.memory = self.program_memory.with_thread_locals(run.memory, number, self_value)
        return number

    # -- allocation -----------------------------------------------------------------------------------------------

    def allocate(self, run: R, size: Value, width: int, *, zeroed: bool, on_stack: bool) -> int:
        number = (
            self.numbering.alloca(run.thread, run.allocas)
            if on_stack
            else self.numbering.heap(run.thread, run.allocated)
        )
        if on_stack:
            run.allocas += 1
            slot = run.code.stack_objects_slot
            assert slot is not None
            run.registers[slot] = with_object(run.registers[slot], number)
        else:
            run.allocated += 1
        largest = self.space.largest_object
        if size.__class__ is int:
            if size > largest:
                run.cut(TRUE, f"an object of {size} bytes", unsupported=True)
                return 0
            known_size = int(size)
            image = bytes(known_size) if zeroed else None
            made = Object(known_size, image, run.fresh_contents(known_size) if not zeroed else "", heap=not on_stack)
        else:
            fits = ule(as_term(size, width), bv(min(largest, (1 << width) - 1), width))
            run.cut(not_(fits), "an object of very many bytes", unsupported=True)
            bits = self.space.pointer_bits
            wide = extract(size, bits - 1, 0) if width > bits else size  # type: ignore[arg-type]
            contents = "" if zeroed else run.fresh_contents(0)
            made = Object(wide, b"" if zeroed else None, contents, heap=not on_stack)
        self.new_object(run, number, made)
        return number << self.space.offset_bits


def _is_noticed(run: Run, *, reads: bool) -> bool:
    """May others have noticed the step so far? Whatever they can see of it is at its beginning."""
    frame = run.state.threads[run.thread].frame
    assert frame is not None
    first = frame.code.instructions[frame.pc]
    unnoticed = Unsupported if reads else Load | Unsupported
    return bool(run.started) or (first.visible and not isinstance(first, unnoticed))


def _meet(runs: Runs[R], run: R) -> None:
    """Puts a run where it waits, joined with one that waits at the same place."""
    place = run.place
    other = runs.get(place)
    if other is None:
        runs[place] = run
    else:
        other.join(run)
