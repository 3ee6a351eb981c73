"""How an execution was called: its arguments and environment, read off the machine that ran it.

The models that make up arguments keep what they made (`pthread_models/library/arguments.c`, `environment.c`), since the
program may write to what it got.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from esbmc_py.goto.deferred import dataclass

from ..goto.program import Program
from ..goto.symbols import Symbol
from .executable import Executable
from .inputs import RunInputs
from .machine import Machine
from .run import Runner, Scheduled, machine_for
from .schedule import Schedule

COUNT = "__smtcb_given_count"
ARGUMENTS = "__smtcb_given_arguments"
VARIABLES = "__smtcb_given_variables"
_UNREAD = b"x"  # a character that the program has not looked at: any would do


@dataclass(frozen=True, slots=True)
class Invocation:
    arguments: tuple[bytes, ...] = ()  # without the program's name
    environment: tuple[tuple[bytes, bytes | None], ...] = ()  # variables that were asked for; None: not set


def takes_from_outside(program: Program) -> bool:
    """Can the program tell how it is called?"""
    return any(symbol.name in (COUNT, VARIABLES) for symbol in program.globals)


def invocation_of(program: Program, schedule: Schedule) -> Invocation:
    """How it was called in the execution that the schedule leads to."""
    inputs = RunInputs(schedule.inputs, Random(0))
    machine = machine_for(schedule)(Executable(program), inputs.choose)
    Runner(machine, inputs, Scheduled(schedule.threads), None, None).run(len(schedule.threads), None)
    reader = _Reader(machine)
    return Invocation(tuple(reader.arguments()), tuple(reader.environment()))


class _Reader:
    def __init__(self, machine: Machine) -> None:
        self._memory = machine.memory
        self._program = machine.executable.program
        self._width = self._program.pointer_bits // 8
        self._symbols = {symbol.name: symbol for symbol in self._program.globals}

    def arguments(self) -> Iterator[bytes]:
        if COUNT not in self._symbols:
            return
        count = self._number(self._address(self._symbols[COUNT]), 4)
        listed = self._symbols.get(ARGUMENTS)
        given = self._number(self._address(listed), self._width) if listed is not None else 0
        for position in range(1, count):  # without a list, the program has looked at their number only
            yield self._text(given + position * 2 * self._width) or b"" if given else _UNREAD

    def environment(self) -> Iterator[tuple[bytes, bytes | None]]:
        """A variable is a name and a text: a pointer, a pointer and an int that is aligned."""
        symbol = self._symbols.get(VARIABLES)
        if symbol is None:
            return
        entry = 3 * self._width
        for position in range(symbol.size // entry):
            place = self._address(symbol) + position * entry
            name = self._number(place, self._width)
            if name:
                yield self._until_null(name), self._text(place + self._width)

    def _text(self, place: int) -> bytes | None:
        """Of a `struct __smtcb_given`: its bytes and their number."""
        start = self._number(place, self._width)
        length = self._number(place + self._width, 4)
        if not start:
            return None
        number, offset = self._memory.space.split(start)
        data = bytes(self._memory.buffers[number][offset : offset + length])
        unread = self._memory.undefined_bits(number, offset, length) or bytes(length)
        shown = b"".join(_UNREAD if hidden else data[i : i + 1] for i, hidden in enumerate(unread))
        return shown.split(b"\0", 1)[0]

    def _until_null(self, address: int) -> bytes:
        number, offset = self._memory.space.split(address)
        return bytes(self._memory.buffers[number][offset:]).split(b"\0", 1)[0]

    def _address(self, symbol: Symbol) -> int:
        return self._program.object_numbers[symbol] << self._memory.shift

    def _number(self, address: int, size: int) -> int:
        return int.from_bytes(self._memory.read(address, size), "little")
