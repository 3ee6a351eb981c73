"""The published translation: a numbered program becomes a sequential one (TOPLAS 2021, figures 5 and 8).

Every round simulates every active thread from the number where it stopped (`pc`) to one that is guessed (`cs`). The
macro J(n, n+1) before statement n jumps to the next one unless pc <= n < cs; the macro G(n) where a jump arrives from
before statement n prunes guesses in between, which the thread can never have stopped at.

The program is the paper's with its thread functions inlined into the driver (figure 9): their registers are registers
of one function, so they persist from round to round, and so do pc, active and arg, one of each for every thread. The
part of main before its first visible statement comes before the first round, since nobody else is there.
"""

from __future__ import annotations

from dataclasses import field

from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.expressions import AddressOf, Binary, Const, Register
from esbmc_py.goto.instructions import (
    Assign,
    Assume,
    Block,
    Branch,
    Dead,
    EndThread,
    Goto,
    Nondet,
    StartThread,
    Store,
    Unsupported,
)
from esbmc_py.goto.program import Function, Program
from esbmc_py.goto.symbols import NOWHERE
from esbmc_py.goto.types import INT, VOID, FunctionType, IntType, PointerType

from .emitter import Emitter, Label
from .inline import converted
from .number import NumberedProgram, NumberedThread
from .operands import Renaming

SWITCH = "the next context switch"  # the name of the guesses of cs: schedule, not input


@dataclass(frozen=True, slots=True, eq=False)
class Sequentialized:
    """`numbers`: visible statement of the program → its thread and number."""

    program: Program
    numbered: NumberedProgram
    thread_at: tuple[int, ...]  # of every instruction; -1: the driver's
    numbers: dict[int, tuple[int, int]]
    starts: dict[int, int]  # the place where a thread is started → its number
    active: tuple[Register, ...]
    pc: tuple[Register, ...]
    probes: tuple[int, ...]  # where each thread's next statement is tried, after the last round
    stops: frozenset[int]  # where a thread is not followed further, and the others go on
    stopped: Register  # whether some thread is


@dataclass(slots=True, eq=False)
class _Simulation:
    """A thread's part of the driver: its registers, where it stands, and labels for its numbers and jumps."""

    source: NumberedThread
    registers: list[Register]
    pc: Register
    active: Register
    first: int = 0  # instructions before this one are not part of the rounds
    labels: dict[int, Label] = field(default_factory=dict)  # jump targets
    numbers: list[Label] = field(default_factory=list)


class _Driver:
    def __init__(self, numbered: NumberedProgram, rounds: int, probing: bool) -> None:
        self.probing = probing
        self.numbered = numbered
        self.rounds = rounds
        self.emitter = Emitter()
        most = max(thread.size for thread in numbered.threads)
        self.label_type = IntType(most.bit_length(), False, "label")
        self.cs = self.emitter.register("cs", self.label_type)
        self.round = self.emitter.register("round", INT)
        self.simulations = [self._simulation(thread) for thread in numbered.threads]
        self.thread_at: dict[int, int] = {}
        self.visible: dict[int, tuple[int, int]] = {}
        self.starts: dict[int, int] = {}
        self.stops: set[int] = set()
        self.stopped = self.emitter.register("stopped", IntType(1, False, "bit"))

    def _simulation(self, source: NumberedThread) -> _Simulation:
        emitter, number = self.emitter, source.thread.number
        pc = emitter.register(f"pc${number}", self.label_type)
        active = emitter.register(f"active${number}", IntType(1, False, "bit"))
        registers = [emitter.register(register.name, register.type) for register in source.function.registers]
        emitter.locals += source.function.locals
        return _Simulation(source, registers, pc, active)

    # -- the driver -----------------------------------------------------------------------------------------------

    def run(self) -> Sequentialized:
        emit = self.emitter.emit
        for simulation in self.simulations:
            main = simulation.source.thread.number == 0
            emit(Assign(simulation.pc, Const(0, self.label_type), NOWHERE))
            emit(Assign(simulation.active, Const(int(main), simulation.active.type), NOWHERE))
        emit(Assign(self.stopped, Const(0, self.stopped.type), NOWHERE))
        self._prefix(self.simulations[0])
        emit(Assign(self.round, Const(0, INT), NOWHERE))
        head, end = Label(), Label()
        self.emitter.place(head)
        self.emitter.jump(Branch(Binary(">=", self.round, Const(self.rounds, INT), INT), 0, NOWHERE), end)
        for simulation in self.simulations:
            self._round(simulation)
        emit(Assign(self.round, Binary("+", self.round, Const(1, INT), INT), NOWHERE))
        self.emitter.jump(Goto(0, NOWHERE), head)
        self.emitter.place(end)
        emit(EndThread(NOWHERE))
        return self._result(tuple(self._probe(simulation) for simulation in self.simulations if self.probing))

    def _probe(self, simulation: _Simulation) -> int:
        """Code that tries the next statement of a thread: what it would do tells of deadlocks and races."""
        start = len(self.emitter.instructions)
        one = Const(1, self.label_type)
        self.emitter.emit(Assign(self.cs, Binary("+", simulation.pc, one, self.label_type), NOWHERE))
        self._thread(simulation, guarded=False)
        self.emitter.emit(EndThread(NOWHERE))
        return start

    def _result(self, probes: tuple[int, ...]) -> Sequentialized:
        bounded = self.numbered.bounded
        original = bounded.program
        blank = Function("driver", FunctionType(VOID, (), False), (), (), (), [], NOWHERE)
        function = self.emitter.finish(blank)
        program = Program(
            {**original.functions, function.name: function},  # for the addresses of functions
            original.externals, bounded.globals, {}, original.pointer_bits, function.name, None, None,
            original.sources,
        )  # fmt: skip
        count = len(function.instructions)
        return Sequentialized(
            program,
            self.numbered,
            tuple(self.thread_at.get(index, -1) for index in range(count)),
            self.visible,
            self.starts,
            tuple(simulation.active for simulation in self.simulations),
            tuple(simulation.pc for simulation in self.simulations),
            probes,
            frozenset(self.stops),
            self.stopped,
        )

    def _prefix(self, main: _Simulation) -> None:
        """What main does before its first visible statement, if it cannot leap over that."""
        numbers = main.source.numbers
        first = next((index for index, number in numbers.items() if number == 1), None)
        if first is None:
            return
        before = main.source.function.instructions[:first]
        if any(isinstance(i, Goto | Branch) and i.target > first for i in before):
            return
        if any(isinstance(i, EndThread) for i in before):
            return
        main.labels = {i.target: Label() for i in before if isinstance(i, Goto | Branch)}
        for index in range(first):
            self._place(main, index)
            self._instruction(main, index)
        self._place(main, first)
        main.first = first
        self.emitter.emit(Assign(main.pc, Const(1, self.label_type), NOWHERE))

    def _place(self, simulation: _Simulation, index: int) -> None:
        if index in simulation.labels:
            self.emitter.place(simulation.labels[index])

    def _round(self, simulation: _Simulation) -> None:
        """One thread's turn: figure 5, (1) to (5)."""
        emitter, pc, active, cs = self.emitter, simulation.pc, simulation.active, self.cs
        size = Const(simulation.source.size, self.label_type)
        after = Label()
        emitter.jump(Branch(Binary("==", active, Const(0, active.type), INT), 0, NOWHERE), after)
        emitter.emit(Nondet(cs, SWITCH, NOWHERE))
        emitter.emit(Assume(Binary("<=", pc, cs, INT), NOWHERE))
        emitter.emit(Assume(Binary("<=", cs, size, INT), NOWHERE))
        self._thread(simulation)
        emitter.emit(Assign(pc, cs, NOWHERE))
        emitter.jump(Branch(Binary("!=", cs, size, INT), 0, NOWHERE), after)
        emitter.emit(Assign(active, Const(0, active.type), NOWHERE))
        emitter.place(after)

    # -- a thread -------------------------------------------------------------------------------------------------

    def _thread(self, simulation: _Simulation, *, guarded: bool = True) -> None:
        """Not `guarded`: nobody has planned where it stops, so it may leap over any statement."""
        source = simulation.source
        instructions, numbers = source.function.instructions, source.numbers
        simulation.labels = {
            index: Label() for index in (i.target for i in instructions if isinstance(i, Goto | Branch))
        }
        simulation.labels[len(instructions)] = Label()
        simulation.numbers = [Label() for _ in range(source.size + 1)]
        crossed = crossed_targets(source)
        last = numbers.get(simulation.first, 0) - 1  # the largest number so far
        for index in range(simulation.first, len(instructions)):
            self._place(simulation, index)
            if index in crossed and guarded:
                self._guard(last)
            if index in numbers:
                last = numbers[index]
                self.emitter.place(simulation.numbers[last])
                self._switch_point(simulation, last)
            self._instruction(simulation, index)
        self._place(simulation, len(instructions))
        if guarded:
            self._guard(last)
        self.emitter.place(simulation.numbers[source.size])

    def _switch_point(self, simulation: _Simulation, number: int) -> None:
        """J(n, n+1): on to the next number if statement n was executed in an earlier round or is left to a later."""
        here = Const(number, self.label_type)
        following = simulation.numbers[number + 1]
        before = Binary(">", simulation.pc, here, INT)
        later = Binary(">=", here, self.cs, INT)
        self.emitter.jump(Branch(Binary("|", before, later, INT), 0, NOWHERE), following)

    def _guard(self, number: int) -> None:
        """G(n): whoever jumps over statement n cannot have planned to stop there."""
        if number >= 0:
            here = Const(number, self.label_type)
            self.emitter.emit(Assume(Binary(">", self.cs, here, INT), NOWHERE))

    def _instruction(self, simulation: _Simulation, index: int) -> None:
        source = simulation.source
        number = source.thread.number
        if index in source.numbers:
            self.visible[len(self.emitter.instructions)] = (number, source.numbers[index])
        begun = len(self.emitter.instructions)
        instruction = self._renaming(simulation).instruction(source.function.instructions[index])
        match instruction:
            case Goto(target=target) | Branch(target=target):
                self.emitter.jump(instruction, simulation.labels[target])
            case EndThread():
                for symbol in source.thread.mortal:
                    self.emitter.emit(Dead(symbol, instruction.location))
                last = len(source.function.instructions)
                self.emitter.jump(Goto(0, instruction.location), simulation.labels[last])
            case Unsupported() if index in source.stops and len(source.function.instructions) in simulation.labels:
                self._stop(simulation, instruction)
            case StartThread():
                self._start(instruction, source.thread.starts[index])
            case _:
                self.emitter.emit(instruction)
        for place in range(begun, len(self.emitter.instructions)):
            self.thread_at[place] = number

    def _stop(self, simulation: _Simulation, instruction: Unsupported) -> None:
        """The thread gets no further; the others go on. It takes no more turns, as if it had ended."""
        self.stops.add(len(self.emitter.instructions))
        self.emitter.emit(instruction)
        self.emitter.emit(Assign(self.stopped, Const(1, self.stopped.type), instruction.location))
        last = len(simulation.source.function.instructions)
        self.emitter.jump(Goto(0, instruction.location), simulation.labels[last])

    def _renaming(self, simulation: _Simulation) -> Renaming:
        return Renaming(lambda register: simulation.registers[register.index], lambda symbol: symbol)

    def _start(self, start: StartThread, number: int) -> None:
        """Figure 7's create: the thread is active, and finds its argument."""
        started = self.simulations[number]
        thread, where = started.source.thread, start.location
        (parameter,) = thread.function.parameters
        argument = started.registers[parameter.index]
        self.emitter.emit(Assign(argument, converted(start.argument, argument.type), where))
        if thread.own_self is not None:
            pointer = PointerType(thread.own_self.type, start.self_value.type.width // 8)
            address = AddressOf(thread.own_self, pointer)
            self.emitter.emit(
                Store(address, start.self_value, start.self_value.type, thread.own_self.name, where, visible=False)
            )
        if start.target is not None:
            self.emitter.emit(Assign(start.target, Const(number, start.target.type), where))
        self.starts[len(self.emitter.instructions)] = number
        self.emitter.emit(Block(Const(1, INT), f"thread {number} starts", where))
        self.emitter.emit(Assign(started.active, Const(1, started.active.type), where))


def crossed_targets(source: NumberedThread) -> set[int]:
    """Where a jump arrives that leapt over a numbered statement."""
    numbers = sorted(source.numbers)
    crossed: set[int] = set()
    for index, instruction in enumerate(source.function.instructions):
        if isinstance(instruction, Goto | Branch) and any(index < place < instruction.target for place in numbers):
            crossed.add(instruction.target)
    return crossed


def sequentialized(numbered: NumberedProgram, rounds: int, *, probing: bool = False) -> Sequentialized:
    """`probing`: with code that tries what each thread would do next, for properties of the state at the end."""
    return _Driver(numbered, rounds, probing).run()
