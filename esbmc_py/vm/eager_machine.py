"""A machine that gives undefined things their values as symbolic execution does: when they begin to exist.

That is at the declaration of a local, at the allocation of an object, and when a call returns nothing although its
result is kept. So both take the same inputs in the same order.
"""

from __future__ import annotations

from collections.abc import Callable

from ..goto.coverage import EXECUTED
from ..goto.expressions import Register
from ..goto.flow import endless_loops
from ..goto.instructions import Allocate, Call, Declare, Havoc, Instruction
from ..goto.types import IntType, ScalarType
from .executable import Executable
from .interpret import evaluate_int, make_anything, place_of
from .machine import Machine
from .values import Value

LONGEST_STEP = 10_000_000  # instructions: symbolic execution does not rest before a switch point


class EagerMachine(Machine):
    """Interpreted throughout: compiled code leaves undefined what it can."""

    eager = True

    def __init__(self, executable: Executable, choose: Callable[[ScalarType], Value], **limits: int):
        super().__init__(executable, choose, **limits)
        self.limits = LONGEST_STEP, LONGEST_STEP
        self._endless_loops: dict[str, frozenset[int]] = {}

    def step(self, number: int) -> None:
        self.step_slowly(number)

    def execute(self, index: int) -> int | None:
        instruction = self.code.instructions[index]
        if isinstance(instruction, Havoc):
            return self._havoc(index, instruction)
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

    def _havoc(self, index: int, havoc: Havoc) -> int:
        """One input tells whether symbolic execution did it at once, and which bytes there are then."""
        self.pc = index
        self.executed += 1
        self.code.reached[index] = EXECUTED
        chosen = 0
        if havoc.private:
            size = evaluate_int(self, havoc.size)
            chosen = int(self.choose(IntType(8 * size + 1, False, f"{size} bytes of anything")))
        if chosen & 1:
            make_anything(self, havoc)
            self.memory.write(place_of(self, havoc.address), (chosen >> 1).to_bytes(size, "little"))
        self.registers[havoc.target.index] = chosen & 1
        return index + 1

    def runs_too_long(self, instruction: Instruction, index: int, following: int) -> bool:
        """In a loop that never ends, symbolic execution rests before each round."""
        if not self.atomic and len(self.threads) > 1 and following in self.endless_heads():
            self.rest_tired(following, self._overruns_before + 1)
            return True
        if isinstance(instruction, Call) and not self.atomic and self.executed > self.limit:
            self.rest_tired(following, self._overruns_before + 1)  # a recursion has no jumps backwards
            return True
        return super().runs_too_long(instruction, index, following)

    def endless_heads(self) -> frozenset[int]:
        name = self.code.name
        known = self._endless_loops.get(name)
        if known is None:
            known = self._endless_loops[name] = endless_loops(self.code.instructions)
        return known

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


class EagerThroughLoops(EagerMachine):
    """For executions of sequentialized programs, in which no thread rests between two rounds of an endless loop."""

    through_loops = True

    def endless_heads(self) -> frozenset[int]:
        return frozenset()
