"""Keys of states: equal iff the states are equal, as far as anything to come can tell.

Everything that makes up a state (the bytes of an object, a frame, a thread) is given a small number when it first
occurs, so that a key is a short string of numbers and a step's new key costs only what the step changed. Nothing
is hashed away: equal keys mean equal states. Registers that will not be read again are no part of the key.
"""

from __future__ import annotations

import struct
from array import array
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Sequence
from operator import itemgetter
from typing import Any

from ..goto.types import FloatType
from .analysis import indices_of
from .core import Thread
from .executable import FunctionCode
from .frames import Frame
from .happens_before import Order
from .long_steps import CIRCLES
from .machine import Machine, MachineState
from .memory import FIRST_ORIGIN
from .values import one_nan

Projection = Callable[[list[Any]], Hashable]


class KeyedState:
    """A state of the machine with its key."""

    __slots__ = ("contents", "key", "machine", "order", "population", "threads")

    def __init__(
        self, machine: MachineState, key: bytes, contents: dict[int, int], population: int, threads: tuple[int, ...]
    ):
        self.machine = machine
        self.key = key
        self.contents = contents  # object number → number of its bytes, in the order of object numbers
        self.population = population  # number of the set of living objects and the exit status
        self.threads = threads
        self.order: Order | None = None  # of the accesses before, where somebody asks (see `happens_before`)


class StateKeys:
    def __init__(self) -> None:
        self._numbers: dict[Hashable, int] = {}
        self._projections: dict[tuple[int, int, bool], Projection] = {}

    def _number(self, what: Hashable) -> int:
        return self._numbers.setdefault(what, len(self._numbers))

    def first(self, machine: Machine) -> KeyedState:
        """The state of a machine, wherever it is. The machine must be restored before it is used again."""
        contents = {number: self._content(machine, number) for number in sorted(machine.memory.buffers)}
        if machine.memory.next_origin > FIRST_ORIGIN:
            self._name_origins(machine, contents)
        threads = tuple(map(self.thread, machine.threads))
        return self._state(machine, contents, self._population(machine, contents), threads)

    def after_step(self, before: KeyedState, machine: Machine) -> KeyedState:
        """The state that a step from `before` has led to. The machine must be restored before it is used again."""
        memory = machine.memory
        contents, population = before.contents.copy(), before.population
        if memory.population_changed:
            contents = {number: contents.get(number, 0) for number in sorted(memory.buffers)}
            population = self._population(machine, contents)
        elif machine.exit_status is not None:
            population = self._population(machine, contents)
        for number in memory.touched:
            contents[number] = self._content(machine, number)
        if memory.next_origin > FIRST_ORIGIN:
            self._name_origins(machine, contents)
        threads = list(before.threads)
        threads[machine.thread] = self.thread(machine.threads[machine.thread])
        threads += map(self.thread, machine.threads[len(threads) :])
        return self._state(machine, contents, population, tuple(threads))

    def _state(
        self, machine: Machine, contents: dict[int, int], population: int, threads: tuple[int, ...]
    ) -> KeyedState:
        key = array("L", (population, *threads, *contents.values())).tobytes()
        return KeyedState(machine.release(), key, contents, population, threads)

    def _population(self, machine: Machine, contents: dict[int, int]) -> int:
        return self._number(("alive", machine.exit_status, *contents))

    def _content(self, machine: Machine, number: int) -> int:
        data = bytes(machine.memory.buffers[number])
        mask = machine.memory.undefined.get(number)
        return self._number(data if mask is None else (data, bytes(mask.bits)))

    def _name_origins(self, machine: Machine, contents: dict[int, int]) -> None:
        """Undefined bytes are numbered with their origins, by the names that these usually have."""
        memory = machine.memory
        shared = {
            number: mask.origins
            for number in contents
            if (mask := memory.undefined.get(number)) is not None and mask.origins is not None
        }
        names = usual_origins(shared.values())
        for number, origins in shared.items():
            marks = [
                bit and names.get(origin, 1) for bit, origin in zip(memory.undefined[number].bits, origins, strict=True)
            ]
            data = bytes(memory.buffers[number])
            contents[number] = self._number((data, tuple(marks)) if max(marks) > 1 else (data, bytes(marks)))

    def thread(self, thread: Thread) -> int:
        """Number of all that a thread is made of, its objects apart."""
        if thread.ended:
            return self._number(("ended", thread.allocated))
        registers = self._project(thread.code, thread.pc, False)(thread.registers)
        caller = self._frame(thread.caller)
        blocks = thread.registers[thread.code.alloca_slot] if thread.code.has_alloca else None
        what: tuple[Hashable, ...] = (
            "thread", thread.code.index, thread.pc, registers, caller, thread.allocated, thread.allocas, blocks
        )  # fmt: skip
        if thread.overruns:
            what += (True, thread.overruns >= CIRCLES)  # who goes round in a circle makes other steps
        if thread.remembered:
            what += tuple(sorted(thread.remembered.items()))
        return self._number(what)

    def _frame(self, frame: Frame | None) -> int:
        """Number of a suspended frame and all its callers; found once and kept with the frame."""
        new = []
        while frame is not None and not frame[4]:
            new.append(frame)
            frame = frame[3]
        number = -1 if frame is None else frame[4][0]
        for code, index, registers, _, kept in reversed(new):
            blocks = registers[code.alloca_slot] if code.has_alloca else None
            number = self._number((code.index, index, self._project(code, index, True)(registers), number, blocks))
            kept.append(number)
        return number

    def _project(self, code: FunctionCode, index: int, suspended: bool) -> Projection:
        """Takes from a frame's registers what will be read again (in a suspended frame, not the call's result)."""
        projection = self._projections.get((code.index, index, suspended))
        if projection is None:
            live = code.live[index]
            if suspended and code.result_registers[index - 1] >= 0:
                live &= ~(1 << code.result_registers[index - 1])
            projection = _projection(code, indices_of(live))
            self._projections[code.index, index, suspended] = projection
        return projection


def usual_origins(several: Iterable[Sequence[int]]) -> dict[int, int]:
    """For origins of undefined bytes, names in the order of their first bytes; 1 for those of a single byte.

    Nothing that can happen depends on these names: states that differ only there are the same.
    """
    counts = Counter(origin for origins in several for origin in origins if origin >= FIRST_ORIGIN)
    shared = (origin for origin, count in counts.items() if count > 1)
    return dict.fromkeys(counts, 1) | {origin: name for name, origin in enumerate(shared, FIRST_ORIGIN)}


def _projection(code: FunctionCode, indices: tuple[int, ...]) -> Projection:
    floats = {index for index in indices if isinstance(code.function.registers[index].type, FloatType)}
    if floats:
        # 0.0 equals -0.0 and nan does not equal nan: only their bits tell what is the same
        return lambda registers: tuple(
            _bits(registers[index]) if index in floats else registers[index] for index in indices
        )
    if not indices:
        return lambda registers: ()
    return itemgetter(*indices)


def _bits(value: float | None) -> bytes | None:
    return None if value is None else struct.pack("<d", one_nan(value))
