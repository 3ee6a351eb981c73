"""A goto program made ready to run: initial memory, function tables, and each function's code, compiled when needed."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property, partial
from types import CodeType
from typing import Protocol, TypeAlias

from ..goto.coverage import Coverage
from ..goto.expressions import FunctionAddress, Register
from ..goto.instructions import Allocate, Call, Nondet, Return
from ..goto.program import Function, Program
from ..goto.symbols import Image, Symbol
from ..goto.types import IntType
from . import analysis
from .inputs import numbers_in
from .memory import Buffer, Memory
from .numbers import MachineNumbering

# A piece of executable code: executes instructions, returns the piece to go on with, or None at the end of a step.
Run: TypeAlias = "Callable[[CodeRunner], Run | None]"


class CodeRunner(Protocol):
    """The machine, as code sees it before it is compiled."""

    atomic: int
    pc: int

    def interpret_run(self, index: int) -> Run | None: ...


class CodeGuard(Protocol):
    """Wraps code that begins at an instruction, and code that goes on there; see `lookout`."""

    def before(self, code: FunctionCode, index: int, run: Run) -> Run: ...

    def after(self, code: FunctionCode, index: int, run: Run) -> Run: ...


HOT = 40  # executions after which code is compiled


class Runs(dict[int, Run]):
    """Executable code by the instruction it begins at, made when first asked for."""

    def __init__(self, make: Callable[[int], Run], guarded: Callable[[int, Run], Run] | None = None):
        super().__init__()
        self._make = make
        self._guarded = guarded

    def __missing__(self, index: int) -> Run:
        self[index] = self._make(index)
        return self[index]

    def __setitem__(self, index: int, run: Run) -> None:
        super().__setitem__(index, run if self._guarded is None else self._guarded(index, run))


class FunctionCode:
    """A function with what execution needs of it.

    A frame's register list holds the function's registers, then the addresses of its locals in memory, then, if the
    function has `alloca` or variable-length arrays, a tuple with the numbers of those objects.
    """

    def __init__(self, executable: Executable, function: Function, index: int):
        self.executable = executable
        self.function = function
        self.index = index  # tells functions apart in state keys
        self.name = function.name
        self.instructions = function.instructions
        self.parameter_count = len(function.parameters)
        self.missing = executable.missing.in_function(function.name)  # registers that may hold a missing result
        self.reached = executable.coverage.table(function)
        self.register_count = len(function.registers)
        self.blank: list[None] = [None] * (self.register_count - self.parameter_count)
        numbering = executable.numbering
        self.first_local = numbering.local_index[function.locals[0]] if function.locals else 0
        self.local_count = len(function.locals)
        self.local_slot = {symbol: self.register_count + place for place, symbol in enumerate(function.locals)}
        self.has_alloca = any(isinstance(i, Allocate) and i.on_stack for i in function.instructions)
        self.alloca_slot = self.register_count + self.local_count
        self.has_memory = bool(self.local_count or self.has_alloca)
        switches_everywhere = executable.switches_everywhere
        self.visible = [switches_everywhere or instruction.visible for instruction in self.instructions]
        lookout = None if function.is_model else executable.lookout
        before = None if lookout is None else partial(lookout.before, self)
        after = None if lookout is None else partial(lookout.after, self)
        self.start = Runs(self._make_start, before)  # executes the instruction there, visible or not
        self.arrive = Runs(self._make_arrival, after)  # stops before it where there is a switch point
        self.result_registers = [
            instruction.target.index if isinstance(instruction, Call) and instruction.target is not None else -1
            for instruction in function.instructions
        ]
        self.indirect_results = {  # calls through pointers, whose type may not be the function's
            index: instruction.target.type
            for index, instruction in enumerate(function.instructions)
            if isinstance(instruction, Call)
            and instruction.target is not None
            and not isinstance(instruction.callee, FunctionAddress)
        }

    def _make_start(self, index: int) -> Run:
        """Code that is executed a few times only is not worth compiling."""
        executions = 0

        def start(machine: CodeRunner) -> Run | None:
            nonlocal executions
            executions += 1
            if executions > self.executable.hot:
                return self._compile_hot(index)(machine)
            return machine.interpret_run(index)

        return start

    def _compile_hot(self, index: int) -> Run:
        from .compile import compile_run  # a machine that only traces never needs it

        try:
            run = compile_run(self, index)
        except (LookupError, ArithmeticError, ValueError) as problem:  # which mean something else during a run
            raise RuntimeError(f"instruction {index} of {self.name} cannot be compiled") from problem
        self.start[index] = run
        if not self.visible[index]:
            self.arrive[index] = self.start[index]
        return run

    def _make_arrival(self, index: int) -> Run:
        if not self.visible[index]:
            return self.start[index]
        start = self.start

        def arrive(machine: CodeRunner) -> Run | None:
            if machine.atomic:
                return start[index]
            machine.pc = index
            return None

        return arrive

    @cached_property
    def certainly_defined(self) -> list[int]:
        entry = ((1 << self.parameter_count) - 1) & ~self.missing
        return analysis.certainly_defined(self.function, entry, self.executable.missing)

    def moves_on(self, index: int, register: Register) -> bool:
        """Does the instruction at `index` move the register's value on, so that it is there afterwards only once?

        Then a missing value may stay missing: who uses it at last finds it as undefined as it would have been here.
        """
        if not self.missing >> register.index & 1:
            return False
        instruction = self.instructions[index]
        live = 0 if isinstance(instruction, Return) else self.live[index + 1]
        return not live >> register.index & 1 and list(analysis.registers_read(instruction)).count(register) == 1

    @cached_property
    def live(self) -> list[int]:
        return analysis.live_registers(self.function)


class Executable:
    def __init__(
        self,
        program: Program,
        hot: int = HOT,
        *,
        switches_everywhere: bool = False,
        coverage: Coverage | None = None,
        noted: bool = False,
        lookout: CodeGuard | None = None,
    ):
        """`switches_everywhere`: before every instruction is a switch point, whatever the program says.

        `coverage` gets what is interpreted: compiled code does not tell where it has been. `noted`: compiled code tells
        the memory what it touches (`TrackingMemory` of mode explicit), and goes only where interpreted code has been.
        `lookout` is asked by the program's own code before it goes on.
        """
        self.noted = noted
        self.lookout = lookout
        self.coverage = coverage or Coverage()
        self.program = program
        self.switches_everywhere = switches_everywhere
        self.hot = hot
        self.numbering = MachineNumbering(program)
        self.space = program.address_space
        self.missing = analysis.missing_results(program)
        self.hidden_blocks = analysis.may_block_at_hidden_sections(program)
        self.addresses: dict[Symbol | str, int] = {
            what: self.space.join(number, 0) for what, number in program.object_numbers.items()
        }
        self.codes: dict[str, FunctionCode] = {
            name: FunctionCode(self, function, index)
            for index, (name, function) in enumerate(program.functions.items())
        }
        self.callable_at: dict[int, FunctionCode | str] = {
            self.addresses[name]: self.codes.get(name, name) for name in [*program.functions, *program.externals]
        }
        # of compiled code: Python line → (instruction, how many instructions the code has done before it)
        # By identity: Python takes code of different functions to be equal if it reads the same. The code is kept, so
        # that no other gets its identity.
        self.line_tables: dict[int, tuple[CodeType, list[tuple[int, int]]]] = {}
        self.global_buffers: dict[int, Buffer] = {
            program.object_numbers[symbol]: self.image_bytes(image) for symbol, image in program.globals.items()
        }
        self.read_only = frozenset(program.object_numbers[symbol] for symbol in program.globals if symbol.constant)
        self.thread_local_index = {symbol: index for index, symbol in enumerate(program.thread_locals)}
        self.thread_local_images = [self.image_bytes(image) for image in program.thread_locals.values()]
        self._thread_local_addresses: dict[int, list[int]] = {}

    @cached_property
    def asks_for_inputs(self) -> bool:
        """The program itself, or what it calls in the library. Truth values do not count, nor what is undefined."""
        every = (i for function in self.program.functions.values() for i in function.instructions)
        inputs = (i.target.type for i in every if isinstance(i, Nondet) and "nondet" in i.name)
        return any(not (isinstance(ctype, IntType) and ctype.is_bool) for ctype in inputs)

    @cached_property
    def likely_numbers(self) -> list[int]:
        return numbers_in(self.program)

    def image_bytes(self, image: Image) -> bytes:
        data = bytearray(image.data)
        size = self.space.pointer_bits // 8
        for relocation in image.relocations:
            address = self.addresses[relocation.target] + relocation.addend & ((1 << self.space.pointer_bits) - 1)
            data[relocation.offset : relocation.offset + size] = address.to_bytes(size, "little")
        return bytes(data)

    def initial_memory(self) -> Memory:
        return Memory(self.space, self.read_only, dict(self.global_buffers))

    def name_address(self, thread: int) -> int:
        """Where a thread's `__smtcb_self` is, in a program that has one."""
        assert self.program.thread_self is not None
        return self.thread_local_addresses(thread)[self.thread_local_index[self.program.thread_self]]

    def thread_local_addresses(self, thread: int) -> list[int]:
        addresses = self._thread_local_addresses.get(thread)
        if addresses is None:
            addresses = self._thread_local_addresses[thread] = [
                self.space.join(self.numbering.thread_local(thread, index), 0)
                for index in range(len(self.thread_local_images))
            ]
        return addresses
