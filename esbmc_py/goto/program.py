"""The goto program: functions of instructions, objects with initial images, and the target they were laid out for."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

from .addresses import ADDRESS_SPACES, AddressSpace
from .expressions import Register
from .instructions import Instruction
from .symbols import Image, OpenOrder, SourceLocation, Symbol
from .types import FunctionType

OUTSIDE_CALL = "__smtcb_outside_call"  # does nothing: stands where a function without a body was called


@dataclass(eq=False)
class Function:
    """A function with a body. Its frame has `len(registers)` registers; the parameters come first."""

    name: str
    type: FunctionType
    parameters: tuple[Register, ...]  # as calls pass them, hidden ones included
    registers: tuple[Register, ...]  # registers[i].index == i
    locals: tuple[Symbol, ...]  # the objects in memory that it declares
    instructions: list[Instruction]
    location: SourceLocation
    is_model: bool = False  # from pthread_models: its accesses are synchronisation, its steps the library's
    labels: dict[int, str] = field(default_factory=dict)  # user labels, for the printer
    variables: frozenset[int] = frozenset()  # registers that hold variables; the others hold what is in between

    def takes(self, arguments: int) -> bool:
        """Can it be called with so many? One that says nothing about its parameters drops what is too much."""
        wanted = len(self.parameters)
        return arguments == wanted or (arguments > wanted and not self.type.prototyped)


@dataclass(eq=False)
class Program:
    functions: dict[str, Function]
    externals: dict[str, FunctionType]  # called or addressed, without a body
    globals: dict[Symbol, Image]
    thread_locals: dict[Symbol, Image]
    pointer_bits: int = 64
    entry: str = "__smtcb_start"  # runs main, then exits
    thread_exit: str | None = None  # called with a start routine's result when it returns
    thread_self: Symbol | None = None  # the thread-local that StartThread sets
    sources: dict[str, str] = field(default_factory=dict)  # file name → text, for showing lines
    pointers_in_memory: bool = False  # every variable of its own that may hold an address is an object
    heap_points: bool = False  # leaks are asked for: see `goto.heap_points`
    outside: dict[str, str] = field(default_factory=dict)  # functions without a body → what they are taken to do
    calls_back: bool = False  # functions without a body call some that they were handed
    outside_objects: tuple[str, ...] = ()  # declared, and defined nowhere: they begin with any value
    fences: bool = False  # memory is ordered by fences, too
    weak_exchanges: bool = False  # it has compare and exchange operations that may fail for no reason
    open_orders: tuple[OpenOrder, ...] = ()  # it has operands that disturb each other, in an order that C leaves open
    orders_alike: bool = False  # at more places than the order is chosen at one by one
    full_buffers: int | None = None  # with so many slots, a store may have to leave its buffer because it is full
    sites: tuple[str, ...] = ()  # what the numbers mean by which blocks are watched (see `expected_blocks`)

    def __repr__(self) -> str:
        return f"<goto program of {len(self.functions)} functions, {len(self.globals)} globals>"

    def __str__(self) -> str:
        """As `smtcb goto` prints it, without the library's functions."""
        from .printer import print_program

        return print_program(self)

    @property
    def address_space(self) -> AddressSpace:
        return ADDRESS_SPACES[self.pointer_bits]

    @cached_property
    def object_numbers(self) -> dict[Symbol | str, int]:
        """Globals, then functions (by name), from 1 up. Everything dynamic is numbered after these."""
        numbered: list[Symbol | str] = [*self.globals, *self.functions, *self.externals]
        return {what: number for number, what in enumerate(numbered, 1)}

    def source_line(self, location: SourceLocation) -> str:
        lines = self.sources.get(location.file, "").splitlines()
        return lines[location.line - 1].strip() if 0 < location.line <= len(lines) else ""
