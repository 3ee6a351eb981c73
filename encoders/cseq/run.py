"""Symbolic execution of a sequentialized program, as one run that ends where the last round does.

In a bounded program every statement is executed at most once, in whatever round. So what it makes (an input, an object)
is named after its place: the rounds in which it is encoded share one name. Assumptions do not become part of the path's
guard but of a list in the order of execution; what is violated later may use all that was assumed before.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from typing import Any, TypeAlias

from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.expressions import Expression, Register
from esbmc_py.goto.instructions import Allocate, Block, Havoc, Unsupported
from esbmc_py.goto.live_registers import live_bits, places_of
from esbmc_py.goto.numbering import Identity
from esbmc_py.goto.properties import Property
from esbmc_py.goto.symbols import SourceLocation
from sequentialize.cseq import Sequentialized
from sequentialize.inline import call_site
from symex.accesses import Side
from symex.executor import Executor
from symex.expressions import Evaluate, ExpressionCompiler, Registers
from symex.input_log import Input
from symex.loop_bounds import LoopBounds
from symex.run import Findings, Run
from symex.terms import FALSE, TRUE, Term, and_, bv, implies, not_, symbol
from symex.values import Value, choose
from symex.waiting import WaitFor


@dataclass(frozen=True, slots=True)
class StatementVisit:
    """A thread executes a numbered statement."""

    thread: int
    number: int
    guard: Term


@dataclass(frozen=True, slots=True)
class ThreadStart:
    """A thread is started."""

    thread: int
    guard: Term


@dataclass(frozen=True, slots=True)
class Guess:
    """The driver chooses where a thread stops."""

    guard: Term
    value: Term


@dataclass(frozen=True, slots=True)
class AssumedCondition:
    condition: Term


@dataclass(frozen=True, slots=True)
class ThreadWait:
    """A thread stands before something that is not possible."""

    thread: int
    what: WaitFor
    location: SourceLocation


@dataclass(frozen=True, slots=True)
class Violated:
    thread: int
    guard: Term
    property: Property
    message: str
    location: SourceLocation
    sides: tuple[Side, ...] = ()  # of a data race
    waits: tuple[ThreadWait, ...] = ()  # of a deadlock: what threads may wait for
    local: bool = False  # a deadlock of some threads, while others may move


@dataclass(frozen=True, slots=True)
class LeftOut:
    """An execution that is not followed further: a bound, or something that is not supported."""

    guard: Term
    what: str
    location: SourceLocation
    unsupported: bool


Event: TypeAlias = StatementVisit | ThreadStart | Guess | AssumedCondition | Violated | LeftOut | Input


class SequentialRun(Run):
    __slots__ = ()
    executor: SequentialExecutor

    def fresh(self, width: int) -> Term:
        thread = self.executor.thread_at(self.pc)
        if thread < 0:
            return self.executor.guess(self.guard, width)
        made = symbol(f"in!{thread}!{self.pc}:{width}", width)
        self.executor.events.append(Input(thread, self.guard, made))
        return made

    def free_choice(self, width: int) -> Term:
        return symbol(f"out!{self.pc}:{width}", width)

    def fresh_contents(self, size: int) -> str:
        thread = self.executor.thread_at(self.pc)
        instance = f"mem!{thread}!{self.pc}:{size}"
        self.executor.events.append(Input(thread, self.guard, None, instance, size))
        return instance

    def declined(self) -> None:
        thread = self.executor.thread_at(self.pc)
        self.executor.events.append(Input(thread, self.guard, bv(0, 1)))

    def existed(self, identity: Identity) -> bool:
        return True

    def joined_registers(self, condition: Term, other: Run) -> list[Any]:
        """Only what is read again: a value that nothing reads any more may be forgotten on both sides.

        Execution stays within the driver's control flow, in which a register is written before it is read or is live.
        """
        if not self.executor.liveness:
            return super().joined_registers(condition, other)
        registers, theirs, widths = self.registers, other.registers, self.code.register_widths
        joined = [None] * self.code.register_count + registers[self.code.register_count :]
        for index in self.executor.live_at(self.pc):
            mine, other_value = registers[index], theirs[index]
            same = mine is other_value
            joined[index] = mine if same else choose(condition, mine, other_value, widths[index])
        return joined

    def fault(self, condition: Term, prop: Property, message: str, location: SourceLocation | None = None) -> None:
        guard = and_(self.guard, condition)
        self.fail(guard, prop, message, location)
        self._rule_out(guard)

    def cut(self, condition: Term, what: str, *, unsupported: bool = False) -> None:
        guard = and_(self.guard, condition)
        if guard is not FALSE:
            self.findings.cut_off(self, guard, what, unsupported)
        self._rule_out(guard)

    def _rule_out(self, guard: Term) -> None:
        if guard is FALSE:
            return
        self.executor.events.append(AssumedCondition(not_(guard)))
        if guard is self.guard:
            self.guard = FALSE


class DefinedCompiler(ExpressionCompiler):
    """Takes undefined registers as 0.

    Control may pass, under a guard that no model satisfies, from before the statement that defines a register to one
    that reads it: with the first skipped as not yet due, and the second not.
    """

    def value(self, expression: Expression) -> Evaluate:
        if not isinstance(expression, Register):
            return super().value(expression)
        index = expression.index

        def defined(registers: Registers) -> Value:
            found = registers[index]
            return 0 if found is None else found

        return defined


class _Collected(Findings):
    def __init__(self, events: list[Event]) -> None:
        super().__init__()
        self.events = events

    def violation(
        self, run: Run, guard: Term, prop: Property, message: str, location: SourceLocation | None = None
    ) -> None:
        assert isinstance(run, SequentialRun)
        thread = run.executor.thread_at(run.pc)
        self.events.append(Violated(thread, guard, prop, message, location or call_site(run.location)))

    def cut_off(self, run: Run, guard: Term, what: str, unsupported: bool) -> None:
        self.events.append(LeftOut(guard, what, call_site(run.location), unsupported))


def heap_places(sequential: Sequentialized) -> dict[int, tuple[int, int]]:
    """Every allocation is executed at most once: its place tells the object, a thread and a number there."""
    counts: dict[int, int] = {}
    places: dict[int, tuple[int, int]] = {}
    program = sequential.program
    for index, instruction in enumerate(program.functions[program.entry].instructions):
        if isinstance(instruction, Allocate):
            thread = sequential.thread_at[index]
            places[index] = (thread, counts.get(thread, 0))
            counts[thread] = counts.get(thread, 0) + 1
    return places


class SequentialExecutor(Executor[Run]):
    run_class = SequentialRun
    compiler_class = DefinedCompiler
    rests_in_endless_loops = False
    registers_are_seen = False  # all threads are one here: those of one that rests may be live for others

    def __init__(self, sequential: Sequentialized, properties: frozenset[Property], *, liveness: bool = True) -> None:
        super().__init__(sequential.program, LoopBounds(), properties)
        self.liveness = liveness
        self.sequential = sequential
        self.events: list[Event] = []
        self.heap = heap_places(sequential)
        self._live: dict[int, list[int]] = {}

    @cached_property
    def _needed(self) -> list[int]:
        sequential = self.sequential
        at_end = 0
        for register in (*sequential.active, *sequential.pc, sequential.stopped):
            at_end |= 1 << register.index
        instructions = self.program.functions[self.program.entry].instructions
        # A thread that stops at a bound goes on to its end, and the other threads after it (see `not_supported`).
        return live_bits(instructions, at_end, sequential.probes, sequential.stops)

    def live_at(self, place: int) -> list[int]:
        """The registers that may be read before they are written again."""
        found = self._live.get(place)
        if found is None:
            found = self._live[place] = places_of(self._needed[place])
        return found

    def thread_at(self, place: int) -> int:
        return self.sequential.thread_at[place]

    def havoc(self, run: Run, address: Value, size: Value, instruction: Havoc) -> bool:
        """As the C program has it."""
        return False

    def not_asked_for(self, run: Run, guard: Term, message: str) -> None:
        """It ends the execution in the middle of a step: others might have seen what the step changed before that."""
        sequential, place = self.sequential, run.pc
        alone = self.thread_at(place) == 0 and place < min(sequential.starts, default=place + 1)
        if alone or self.thread_at(place) < 0 or place in sequential.numbers or run.in_first_section:
            return
        run.findings.cut_off(run, guard, f"going on before a violation that was not asked for ({message})", True)

    def stop(self, run: Run, condition: Term) -> None:
        """A thread that stops jumps to its end (see `sequentialize.cseq`). In the driver, all threads are one."""

    def not_supported(self, run: Run, instruction: Unsupported) -> None:
        if run.pc not in self.sequential.stops:
            super().not_supported(run, instruction)
            return
        run.findings.cut_off(run, run.guard, instruction.construct, unsupported=not instruction.is_bound)
        run.pc += 1

    def guess(self, guard: Term, width: int) -> Term:
        """A context switch: part of the schedule."""
        made = symbol(f"cs!{len(self.events)}:{width}", width)
        self.events.append(Guess(guard, made))
        return made

    def run(self) -> list[Run]:
        return self._execute(self.new_run(self.initial_state(), 0, _Collected(self.events)))

    # -- what is different in a sequentialized program ------------------------------------------------------------

    def allocated(self, run: Run, number: int) -> None:
        found = run.memory.get(number)
        if self.finds_leaks and found is not None:
            run.memory = run.memory.set(number, replace(found, site=call_site(run.location)))

    def check_leaks(self, run: Run) -> None:
        """The process ends here, or (see `end`) with its last thread."""
        if self.finds_leaks:
            for condition, found in self.unfreed(run):
                run.fail(and_(run.guard, condition), *self.leak(found.size), found.site)

    def end_thread(self, run: Run) -> None:
        """The end of the driver is nobody's: locals of threads that rest somewhere live on."""
        run.ended = True

    def stops_at_switch_point(self, run: Run, moved: bool) -> bool:
        known = self.sequential.numbers.get(run.pc)
        if known is not None:
            self.events.append(StatementVisit(*known, run.guard))
        return False

    def assume(self, run: Run, condition: Term) -> None:
        if condition is TRUE:
            return
        self.events.append(AssumedCondition(implies(run.guard, condition)))
        if condition is FALSE:
            run.guard = FALSE

    def block(self, run: Run, condition: Term, instruction: Block, holder: Value = 0, holders: Value = 0) -> None:
        started = self.sequential.starts.get(run.pc)
        if started is not None:
            self.events.append(ThreadStart(started, run.guard))
        self.assume(run, condition)

    def allocate(self, run: Run, size: Value, width: int, *, zeroed: bool, on_stack: bool) -> int:
        run.thread, run.allocated = self.heap[run.pc]
        return super().allocate(run, size, width, zeroed=zeroed, on_stack=on_stack)
