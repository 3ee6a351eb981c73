"""The judge of memory models: a machine that really has store buffers, and a search of all that it can do.

It knows nothing of `goto.store_buffers`. Threads of the program as it is make steps; a store waits in a list of its
thread; that it reaches memory is a step of its own, which may be made at any time. Buffers have no bound here. All that
waits for an empty buffer is a switch point, and no step of a thread before it is empty.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any
from unittest.mock import patch

from esbmc_py.frontend import load_program
from esbmc_py.frontend.semantics import Semantics
from esbmc_py.frontend.surroundings import Surroundings
from esbmc_py.goto.expressions import FunctionAddress
from esbmc_py.goto.instructions import AtomicBegin, Call, Copy, Instruction, Load, Store
from esbmc_py.goto.memory_models import STORE_FENCE
from esbmc_py.goto.program import Program
from esbmc_py.goto.sharing import prepare
from esbmc_py.goto.types import IntType, ScalarType, size_of
from esbmc_py.vm import interpret, values
from esbmc_py.vm.executable import Executable
from esbmc_py.vm.machine import Machine, MachineState
from esbmc_py.vm.state_keys import StateKeys
from esbmc_py.vm.stops import Blocked, Infeasible, Stop, ViolationFound
from esbmc_py.vm.values import Value

MOST_STATES = 60_000
OUTCOME = "outcome"  # the global variable that tells what happened
Entry = tuple[int, bytes, int]  # address, bytes, and how many store-store fences came before
Buffers = tuple[tuple[tuple[Entry, ...], int], ...]  # and how many fences the thread has passed


class TooManyStates(Exception):
    pass


def with_model(path: Path, model: str, slots: int = 16) -> Program:
    """As every mode gets it."""
    surroundings = Surroundings(memory_model=model, store_buffer=slots)
    return prepare(load_program([path], semantics=Semantics(surroundings=surroundings)))


def without_buffers(path: Path, model: str) -> Program:
    """As it was written, with its fences."""
    with patch("esbmc_py.frontend.load._under_memory_model", lambda program, semantics: program):
        program = with_model(path, model)
    functions = {
        name: replace(function, instructions=[_stopping(i) for i in function.instructions])
        for name, function in program.functions.items()
    }
    return replace(program, functions=functions)


def _stopping(instruction: Instruction) -> Instruction:
    """Whatever waits for an empty buffer is a switch point."""
    return replace(instruction, visible=True) if _needs_empty(instruction) else instruction


def _needs_empty(instruction: Instruction) -> bool:
    return isinstance(instruction, AtomicBegin) or (
        isinstance(instruction, Store) and instruction.atomic and instruction.sequential
    )


class Choices:
    """The nondeterministic values of a step: those given, then the smallest. It is kept what else there could be."""

    def __init__(self) -> None:
        self.given: list[int] = []
        self.made: list[tuple[int, int]] = []  # value, number of values

    def choose(self, ctype: ScalarType) -> Value:
        if not (isinstance(ctype, IntType) and ctype.is_bool):
            return 0  # what is not initialised: the same for both machines
        value = self.given[len(self.made)] if len(self.made) < len(self.given) else 0
        self.made.append((value, 2))
        return value

    def next(self) -> bool:
        while self.made and self.made[-1][0] + 1 == self.made[-1][1]:
            self.made.pop()
        if not self.made:
            return False
        self.given = [value for value, _ in self.made[:-1]] + [self.made[-1][0] + 1]
        return True


class BufferedMachine(Machine):
    """`buffers` is None for a machine without any."""

    buffers: list[list[Entry]] | None = None
    fences: list[int]

    def execute(self, index: int) -> int | None:
        if self.buffers is None or self.atomic:
            return super().execute(index)
        self.pc = index
        while len(self.buffers) < len(self.threads):
            self.buffers.append([])
            self.fences.append(0)
        mine, instruction = self.buffers[self.thread], self.code.instructions[index]
        match instruction:
            case Call(callee=FunctionAddress(name=name)) if name == STORE_FENCE:
                self.fences[self.thread] += 1
                return index + 1
            case Store(address=address, type=ctype) if instruction.visible and not _needs_empty(instruction):
                where = interpret.evaluate_int(self, address)
                value = interpret.evaluate(self, instruction.value)
                interpret.check_writable(self, where, size_of(ctype), instruction.place)
                if instruction.atomic and instruction.ordered:
                    self.fences[self.thread] += 1
                mine.append((where, values.pack(ctype, value), self.fences[self.thread]))
                return index + 1
            case Store(atomic=True, ordered=True, sequential=False):  # nobody sees it, but it orders others
                self.fences[self.thread] += 1
            case Load(address=address, type=ctype):
                where = interpret.evaluate_int(self, address)
                value = interpret.load(self, where, ctype, instruction.place)
                found = self._forwarded(where, values.pack(ctype, value))
                self.registers[instruction.target.index] = values.layout(ctype).unpack_from(found)[0]
                return index + 1
            case Copy(visible=True, type=ctype):
                source = interpret.evaluate_int(self, instruction.source)
                target = interpret.evaluate_int(self, instruction.target)
                found = self._forwarded(source, self.memory.read(source, size_of(ctype)))
                mine.append((target, found, self.fences[self.thread]))
                return index + 1
        alive = set(self.memory.buffers)
        following = super().execute(index)
        ended = alive - self.memory.buffers.keys()
        if ended:
            mine[:] = [entry for entry in mine if self.memory.space.split(entry[0])[0] not in ended]
        return following

    def _forwarded(self, address: int, data: bytes) -> bytes:
        assert self.buffers is not None
        merged = bytearray(data)
        for where, stored, _ in self.buffers[self.thread]:
            for offset, byte in enumerate(stored):
                if 0 <= where + offset - address < len(merged):
                    merged[where + offset - address] = byte
        return bytes(merged)

    def rests_for_empty(self, thread: int) -> bool:
        instruction = self.threads[thread].instruction
        return bool(self.buffers and thread < len(self.buffers) and self.buffers[thread]) and _needs_empty(instruction)


def _leaving(buffer: tuple[Entry, ...], model: str) -> Iterator[int]:
    """Which stores may reach memory next."""
    for index, (address, data, fences) in enumerate(buffer):
        earlier = buffer[:index]
        if model == "tso" and earlier:
            return
        if all(
            before == fences and (where + len(stored) <= address or address + len(data) <= where)
            for where, stored, before in earlier
        ):
            yield index


def outcomes(program: Program, model: str | None) -> frozenset[str]:
    """How executions may end: with which outcome, or with which violation. None: the machine has no buffers."""
    number = next(n for what, n in program.object_numbers.items() if getattr(what, "name", None) == OUTCOME)
    choices = Choices()
    machine = BufferedMachine(Executable(program), choices.choose)
    keys = StateKeys()
    found: set[str] = set()
    pending: list[tuple[MachineState, Buffers | None]] = [(machine.save(), None if model is None else (((), 0),))]
    seen: set[Any] = set()

    def arrive() -> None:
        kept = None if machine.buffers is None else tuple(map(_normal, machine.buffers, machine.fences))
        state = machine.save()
        key = (keys.first(machine).key, kept)
        if key not in seen:
            seen.add(key)
            if len(seen) > MOST_STATES:
                raise TooManyStates
            pending.append((state, kept))

    while pending:
        state, buffers = pending.pop()
        machine.restore(state)
        if machine.finished:
            found.add(f"{OUTCOME} {int.from_bytes(machine.memory.buffers[number], 'little')}")
            continue
        moved = False
        for thread in [thread.number for thread in state.threads if not thread.ended]:
            choices.given = []
            while True:
                machine.restore(state)
                _put(machine, buffers)
                choices.made = []
                if machine.rests_for_empty(thread):
                    break
                try:
                    machine.step_slowly(thread)
                    moved = True
                    arrive()
                except Blocked:
                    pass
                except Infeasible:
                    moved = True
                except ViolationFound as violation:
                    moved = True
                    found.add(f"{violation.property}: {violation.message}")
                except Stop as stop:
                    raise AssertionError(stop) from stop
                if not choices.next():
                    break
        for thread, (buffer, _) in enumerate(buffers or ()):
            for index in _leaving(buffer, model or ""):
                machine.restore(state)
                _put(machine, buffers)
                assert machine.buffers is not None
                moved = True
                address, data, _ = machine.buffers[thread].pop(index)
                if machine.memory.accepts(*machine.memory.space.split(address), len(data)):
                    machine.memory.write(address, data)
                    arrive()
                else:
                    found.add("a store reaches what has ended")
        if not moved:
            found.add("deadlock")
    return frozenset(found)


def _put(machine: BufferedMachine, buffers: Buffers | None) -> None:
    if buffers is not None:
        machine.buffers = [list(buffer) for buffer, _ in buffers]
        machine.fences = [fences for _, fences in buffers]


def _normal(buffer: list[Entry], passed: int) -> tuple[tuple[Entry, ...], int]:
    """Fences are counted from the oldest store on."""
    first = buffer[0][2] if buffer else passed
    return tuple((address, data, fences - first) for address, data, fences in buffer), passed - first
