"""Traces: one event per executed instruction, with what it read or changed as C text."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from esbmc_py.goto.deferred import dataclass

from ..goto.expressions import Convert, FunctionAddress, Register
from ..goto.instructions import (
    Allocate,
    Assign,
    Call,
    Copy,
    Free,
    Havoc,
    Instruction,
    Load,
    Nondet,
    ObjectSize,
    Return,
    StartThread,
    Store,
)
from ..goto.memory_models import STORE_FORWARDED, STORE_REACHES, STORE_WAITS
from ..goto.symbols import SourceLocation
from ..goto.types import CType, FloatType, IntType, PointerType, size_of, unqualified
from .describe import place_text, unit_text, value_text
from .findings import BlockedThread
from .interpret import evaluate_int, moved
from .machine import Machine
from .stops import Stop
from .values import Value, as_signed, coerce, layout


@dataclass(frozen=True, slots=True)
class TracedValue:
    """`kind` is "read" (of memory), "write" (of memory) or "set" (of a register: a local variable or a temporary).

    Under rc11 "origin" says where a value comes from that was not written last (see `checking.graphs`).
    With store buffers there are "wait" (a store is put into its thread's buffer), "reach" (it reaches memory) and "own"
    (a load finds a store of its own thread there).
    """

    kind: str
    place: str  # as the program has it: `p->next`, `a[i]`
    target: str  # which place that is: `node.next`, `a[3]`
    value: str


@dataclass(frozen=True, slots=True)
class TouchedObject:
    """Memory that an instruction reads or writes; no bytes: a whole object, whose life begins or ends there."""

    write: bool
    address: int
    size: int


@dataclass(frozen=True, slots=True)
class TraceEvent:
    step: int  # counted from 0
    thread: int
    first: bool  # the first instruction of its step
    depth: int  # of calls, the outermost function being 1
    function: str
    in_model: bool
    index: int
    location: SourceLocation
    instruction: Instruction
    changes: tuple[TracedValue, ...]
    address: int = 0  # of memory that a load, store or copy touches: its target
    operand: int = 0  # where a copy takes it from; how many bytes are allocated
    value: Value | None = None  # that was loaded, stored or put into a register, where it is defined
    touched: tuple[TouchedObject, ...] = ()
    # Not an instruction that was executed, but one that was not: another thread goes on, since this one has to wait.
    waits: BlockedThread | None = None

    def __str__(self) -> str:
        changes = ", ".join(f"{change.target} = {change.value}" for change in self.changes)
        return f"{self.step:>5}  thread {self.thread}  {self.location}  {self.function}: {changes or self.kind}"

    @property
    def kind(self) -> str:
        return type(self.instruction).__name__.lower()


# Instructions of a step that are told: of millions that nobody else notices, nobody wants to read, and they would need
# gigabytes.
MOST_TOLD = 10_000

TraceSink: TypeAlias = Callable[[TraceEvent], None]


class Observer:
    """Turns the instructions of a machine's steps into events; of a very long step, only its beginning and its end."""

    patience = MOST_TOLD

    def __init__(self, machine: Machine, sink: TraceSink):
        self._machine = machine
        self._sink = sink
        self._step = 0
        self._first = True
        self._address = self._operand = 0
        self._value: Value | None = None
        self._pending: list[TraceEvent] = []
        self._waiting: dict[tuple[int, int, int], str] = {}  # thread, address and bits of stores → values as text

    def begin(self, step: int) -> None:
        self._step = step
        self._first = True
        self._pending.clear()

    def commit(self) -> None:
        """The step is done. (One that turns out not to be enabled has no events.)"""
        for event in self._pending:
            self._sink(event)
        self._pending.clear()

    def before(self) -> None:
        """The machine is about to execute the instruction at its pc."""
        machine = self._machine
        self._code = machine.code
        self._index = machine.pc
        self._registers = machine.registers
        self._depth = machine.depth
        self._address = self._operand = 0
        self._value = None
        try:
            match machine.code.instructions[machine.pc]:
                case Load(address=address) | Store(address=address) | Free(address=address):
                    self._address = evaluate_int(machine, address)
                case Copy(target=target, source=source):
                    self._address, self._operand = evaluate_int(machine, target), evaluate_int(machine, source)
                case Allocate(size=size):
                    self._operand = evaluate_int(machine, size)
                case Havoc(address=address, size=size):
                    self._address, self._operand = evaluate_int(machine, address), evaluate_int(machine, size)
        except Stop:
            self._address = 0  # the instruction will say so itself

    def after(self, following: int | None) -> None:
        """It has, and goes on at `following`."""
        self._report(tuple(self._changes(self._code.instructions[self._index], following)))

    def failed(self) -> None:
        """It could not: the run ends here."""
        self._report(())
        self.commit()

    def waits(self, step: int, thread: int, blocked: BlockedThread) -> None:
        """Before a step of another thread: this one cannot go on."""
        at = self._machine.threads[thread]
        code, index = at.code, at.pc
        instruction = code.instructions[index]
        self._sink(
            TraceEvent(
                step,
                thread,
                False,
                at.depth,
                code.name,
                code.function.is_model,
                index,
                instruction.location,
                instruction,
                (),
                waits=blocked,
            )
        )

    def _report(self, changes: tuple[TracedValue, ...]) -> None:
        instruction = self._code.instructions[self._index]
        event = TraceEvent(
            self._step,
            self._machine.thread,
            self._first,
            self._depth,
            self._code.name,
            self._code.function.is_model,
            self._index,
            instruction.location,
            instruction,
            changes,
            self._address,
            self._operand,
            self._value,
            self._touched(instruction),
        )
        self._first = False
        self._pending.append(event)

    def _touched(self, instruction: Instruction) -> tuple[TouchedObject, ...]:
        match instruction:
            case Load(type=ctype):
                return (TouchedObject(False, self._address, size_of(ctype)),)
            case Store(type=ctype):
                return (TouchedObject(True, self._address, size_of(ctype)),)
            case Copy(type=ctype):
                size = size_of(ctype)
                return TouchedObject(False, self._operand, size), TouchedObject(True, self._address, size)
            case Havoc(target=target) if self._registers[target.index]:
                return (TouchedObject(True, self._address, self._operand),)
            case Free():
                return (TouchedObject(True, self._address, 0),)
            case Allocate(target=target) if target.index < len(self._registers):
                return (TouchedObject(True, self._registers[target.index] or 0, 0),)
            case _:
                return ()

    def _changes(self, instruction: Instruction, following: int | None) -> list[TracedValue]:
        registers = self._registers
        match instruction:
            case Call(callee=FunctionAddress(name=name)) if name == STORE_WAITS:
                return self._waits(instruction)
            case Store(type=ctype) if self._code.name == STORE_REACHES:
                return self._reaches(size_of(ctype))
            case Return() if following and self._code.name.startswith(STORE_FORWARDED):
                return self._own(following)
            case Load(target=target, type=ctype, place=place):
                return [TracedValue("read", unit_text(place, ctype), self._unit(ctype), self._show(target, registers))]
            case Store(value=value, type=ctype, place=place):
                written = self._value = moved(self._machine, value)
                shown = (
                    "undefined" if written is None else value_text(self._machine.executable.numbering, written, ctype)
                )
                return [TracedValue("write", unit_text(place, ctype), self._unit(ctype), shown)]
            case Copy(type=ctype, place=place, source_place=source_place):
                copied = self._copied(ctype)
                change = TracedValue("write", place, self._place(size_of(ctype)), copied or source_place)
                if not copied:
                    return [change]
                source = place_text(self._machine.executable.numbering, self._operand, size_of(ctype))
                return [TracedValue("read", source_place, source, copied), change]
            case Assign() | Nondet() | Havoc() | Allocate() | ObjectSize() | StartThread(target=Register()):
                assert instruction.target is not None
                return [self._set(instruction.target, registers)]
            case Call(target=target):
                return self._called(target)
            case Return() if following:
                return self._returned(following)
            case _:
                return []

    def _copied(self, ctype: CType) -> str:
        """The value that was copied, if it is one; empty if it is several."""
        memory, plain = self._machine.memory, unqualified(ctype)
        if not isinstance(plain, IntType | FloatType | PointerType):
            return ""
        number, offset = memory.space.split(self._address)
        if memory.undefined_bits(number, offset, size_of(plain)) is not None:
            return "undefined"
        value = layout(plain).unpack_from(memory.buffers[number], offset)[0]
        return value_text(self._machine.executable.numbering, value, plain)

    def _called(self, target: Register | None) -> list[TracedValue]:
        """Parameters have values; or, if the function has no body, the result is there already."""
        machine = self._machine
        if machine.registers is self._registers:
            return [] if target is None else [self._set(target, self._registers)]
        return [self._set(parameter, machine.registers) for parameter in machine.code.function.parameters]

    def _returned(self, following: int) -> list[TracedValue]:
        machine = self._machine
        call = machine.code.instructions[following - 1]
        if isinstance(call, Call) and call.target is not None:
            return [self._set(call.target, machine.registers)]
        return []

    def _waits(self, call: Call) -> list[TracedValue]:
        """`x = 1` has been put into the buffer; the machine is at the beginning of the function that does it."""
        place, value, size = self._machine.registers[:3]
        stored = call.arguments[1]
        while isinstance(stored, Convert):
            stored = stored.operand
        numbering = self._machine.executable.numbering
        shown = value_text(numbering, coerce(value, stored.type), stored.type)
        self._waiting[self._machine.thread, place, value] = shown
        target = place_text(numbering, place, size)
        return [TracedValue("wait", target, target, shown)]

    def _reaches(self, size: int) -> list[TracedValue]:
        place, value = self._registers[:2]
        unknown = str(as_signed(value, size))
        shown = self._waiting.pop((self._machine.thread, place, value), unknown)
        target = place_text(self._machine.executable.numbering, place, size)
        return [TracedValue("reach", target, target, shown)]

    def _own(self, following: int) -> list[TracedValue]:
        """A load has looked into the buffer; the machine is about to convert what it has found."""
        machine = self._machine
        match machine.code.instructions[following]:
            case Assign(target=target, value=Convert(operand=Register(index=found))):
                value = coerce(machine.registers[found], target.type)
                shown = value_text(machine.executable.numbering, value, target.type)
                return [TracedValue("own", target.name, target.name, shown)]
            case _:
                return []

    def _unit(self, ctype: CType) -> str:
        return unit_text(self._place(size_of(ctype)), ctype)

    def _place(self, size: int) -> str:
        return place_text(self._machine.executable.numbering, self._address, size)

    def _set(self, register: Register, registers: list[Any]) -> TracedValue:
        return TracedValue("set", register.name, register.name, self._show(register, registers))

    def _show(self, register: Register, registers: list[Any]) -> str:
        value = self._value = registers[register.index]
        if value is None:
            return "undefined"
        return value_text(self._machine.executable.numbering, value, register.type)
