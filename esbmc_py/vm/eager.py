"""Replaying what symbolic execution found.

Symbolic execution gives an undefined thing its value when it begins to exist: at the declaration of a local, at the
allocation of an object, when a call returns nothing although its result is kept. A machine that runs *eagerly* does
the same, so that both take the same inputs in the same order.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass

from ..goto.expressions import Register
from ..goto.instructions import Allocate, Declare
from ..goto.program import Program
from ..goto.types import FloatType, IntType, ScalarType
from .executable import Executable
from .footprints import footprint, races_between
from .machine import Machine
from .races import Access
from .results import DataRace, RunResult, Status
from .run import Runner, Scheduled
from .trace import Observer, TraceSink
from .values import Value, layout


class EagerMachine(Machine):
    """Interpreted throughout: compiled code leaves undefined what it can."""

    eager = True

    def step(self, number: int) -> None:
        self.step_slowly(number)

    def execute(self, index: int) -> int | None:
        instruction = self.code.instructions[index]
        following = super().execute(index)
        match instruction:
            case Declare(variable=Register(index=register, type=ctype)):
                self.registers[register] = self.choose(ctype)
            case Declare(variable=symbol):
                assert not isinstance(symbol, Register)
                self._fill(self.registers[self.code.local_slot[symbol]], symbol.size)
            case Allocate(target=target, zeroed=False):
                address = self.registers[target.index]
                self._fill(address, len(self.memory.buffers[address >> self.memory.shift]))
        return following

    def _fill(self, address: int, size: int) -> None:
        """Every object takes an input, even one without bytes: symbolic execution may not know how many it has."""
        contents = int(self.choose(IntType(8 * size, False, f"{size} undefined bytes")))
        if size:
            self.memory.write(address, contents.to_bytes(size, "little"))

    def exit(self, value: Value | None) -> int | None:
        """A result that is kept although there is none may be anything."""
        if value is None:
            wanted = self._wanted_result()
            if wanted is not None:
                following = super().exit(value)
                self.registers[wanted.index] = self.choose(wanted.type)
                return following
            if self.caller is None and self._hands_over_result():
                parameter = self.executable.codes[self.executable.program.thread_exit or ""].function.parameters[0]
                value = self.choose(parameter.type)
        return super().exit(value)

    def _wanted_result(self) -> Register | None:
        """The register in which the caller keeps the result."""
        if self.caller is None:
            return None
        code, index, _, _, _ = self.caller
        target = code.result_registers[index - 1]
        return code.function.registers[target] if target >= 0 else None

    def _hands_over_result(self) -> bool:
        handler = self.executable.program.thread_exit
        return self.thread != 0 and handler is not None and self.code.name != handler


@dataclass(frozen=True, slots=True)
class InputBits:
    """A value as symbolic execution knows it: a bit pattern."""

    bits: int
    width: int


class ThreadInputs:
    """Nondeterministic values, a queue for each thread. Stands where `RunInputs` stands."""

    def __init__(self, queues: Mapping[int, Sequence[InputBits]]):
        self._queues = queues
        self._taken: list[int] = []  # the threads that took something, in order
        self._places: dict[int, int] = {}
        self.used: list[Value] = []
        self.machine: Machine | None = None

    def choose(self, ctype: ScalarType) -> Value:
        assert self.machine is not None
        thread = self.machine.thread
        place = self._places.get(thread, 0)
        queue = self._queues.get(thread, ())
        bits = queue[place].bits if place < len(queue) else 0
        self._places[thread] = place + 1
        self._taken.append(thread)
        value = _from_bits(bits, ctype)
        self.used.append(value)
        return value

    def mark(self) -> int:
        return len(self.used)

    def rewind(self, mark: int) -> None:
        for thread in self._taken[mark:]:
            self._places[thread] -= 1
        del self._taken[mark:], self.used[mark:]


def _from_bits(bits: int, ctype: ScalarType) -> Value:
    if isinstance(ctype, FloatType):
        data = (bits & ((1 << ctype.width) - 1)).to_bytes(ctype.width // 8, "little")
        value: Value = layout(ctype).unpack_from(data.ljust(layout(ctype).size, b"\0"), 0)[0]
        return value
    bits &= (1 << ctype.width) - 1
    if ctype.signed and bits >> (ctype.width - 1):
        bits -= 1 << ctype.width
    return bits


def replay_eagerly(
    program: Program,
    threads: Sequence[int],
    queues: Mapping[int, Sequence[InputBits]],
    *,
    trace: TraceSink | None = None,
    further: bool = False,
) -> RunResult:
    """Runs a schedule with the inputs of each thread; `further`: one step more, to see whether there is one."""
    inputs = ThreadInputs(queues)
    machine = EagerMachine(Executable(program), inputs.choose)
    inputs.machine = machine
    observer = Observer(machine, trace) if trace is not None else None
    return Runner(machine, inputs, Scheduled(threads), None, observer).run(len(threads) + further, None)


def replay_race(
    program: Program, threads: Sequence[int], queues: Mapping[int, Sequence[InputBits]], trace: TraceSink
) -> tuple[RunResult, dict[Hashable, DataRace]]:
    """Runs a schedule; then the races, by their identities, among the steps that threads could make next."""
    inputs = ThreadInputs(queues)
    machine = EagerMachine(Executable(program), inputs.choose)
    inputs.machine = machine
    result = Runner(machine, inputs, Scheduled(threads), None, Observer(machine, trace)).run(len(threads), None)
    footprints: dict[int, list[Access]] = {}
    if result.status is Status.LIMIT and result.steps == len(threads):
        for thread in [thread.number for thread in machine.threads if not thread.ended]:
            mark = inputs.mark()
            footprints[thread] = footprint(machine, thread)
            inputs.rewind(mark)
    return result, dict(races_between(footprints))
