"""Goto functions as the symbolic executor sees them: registers and objects, loops, and where control flow meets."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any

from esbmc_py.goto.flow import endless_loops, loop_ranges
from esbmc_py.goto.instructions import Allocate, Branch, Goto, Instruction, Return
from esbmc_py.goto.live_registers import live_registers
from esbmc_py.goto.loop_progress import LoopProgress
from esbmc_py.goto.program import Function

from .expressions import ExpressionCompiler
from .program_memory import ProgramMemory
from .stack_objects import NO_STACK_OBJECTS, OF_STACK_OBJECTS
from .values import Value


class FunctionCode:
    def __init__(
        self,
        function: Function,
        memory: ProgramMemory,
        compiler: type[ExpressionCompiler],
        loop_progress: Callable[[], LoopProgress],
    ) -> None:
        self.function = function
        self.name = function.name
        self.instructions = function.instructions
        self.visible = [instruction.visible for instruction in function.instructions]
        self.register_count = len(function.registers)
        pointer = memory.space.pointer_bits
        thread_locals = list(memory.program.thread_locals)
        self.register_widths = [register.type.width for register in function.registers]
        self.register_widths += [pointer] * (len(function.locals) + len(thread_locals))
        self.slots = {
            symbol: self.register_count + index for index, symbol in enumerate([*function.locals, *thread_locals])
        }
        self.stack_objects_slot: int | None = None  # of what a call has on the stack, where the function makes some
        if any(isinstance(instruction, Allocate) and instruction.on_stack for instruction in function.instructions):
            self.stack_objects_slot = len(self.register_widths)
            self.register_widths.append(OF_STACK_OBJECTS)
        self.local_slots = {symbol: self.slots[symbol] for symbol in function.locals}
        self.first_local = memory.numbering.local_index[function.locals[0]] if function.locals else 0
        self.addresses = memory.addresses
        self.compiler = compiler(memory.space, memory.addresses, self.slots)
        self.parameters = function.parameters
        self.joins = _join_points(function.instructions)
        self.loops = sorted(loop_ranges(function.instructions).items())
        self.heads = frozenset(head for head, _ in self.loops)
        self.around = [
            [head for head, last in self.loops if head <= pc <= last] for pc in range(len(function.instructions))
        ]
        self.endless = endless_loops(function.instructions)
        self.operations: list[Any] = [None] * len(function.instructions)  # compiled by whoever executes them
        self._memory = memory
        self._loop_progress = loop_progress
        self._progress: dict[int, list[int] | None] = {}

    @cached_property
    def live(self) -> list[frozenset[int]]:
        """Per instruction, the registers that may be read before they are written."""
        return live_registers(self.function)

    def progress(self, head: int) -> list[int] | None:
        """The registers that tell whether a loop comes nearer to its end; None: all."""
        if head not in self._progress:
            last = next(last for first, last in self.loops if first == head)
            self._progress[head] = self._loop_progress().registers(self.function, head, last)
        return self._progress[head]

    def registers(self, thread: int, depth: int, arguments: list[Value | None]) -> list[Value | None]:
        """A new frame's: parameters, undefined locals, then the addresses of what is in memory."""
        shift = self._memory.space.offset_bits
        numbers = self._memory.numbering.frame(thread, depth, self.first_local, len(self.local_slots))
        blank: list[Value | None] = [None] * (self.register_count - len(arguments))
        objects: list[Any] = [] if self.stack_objects_slot is None else [NO_STACK_OBJECTS]
        return [
            *arguments,
            *blank,
            *(number << shift for number in numbers),
            *self._memory.thread_local_addresses(thread),
            *objects,
        ]

    def leaves_loop(self, source: int, target: int) -> list[int]:
        """The heads of the loops around `source` that a jump to `target` leaves."""
        return [head for head, last in self.loops if head <= source <= last and not head <= target <= last]


def _join_points(instructions: list[Instruction]) -> list[bool]:
    """Where control flow meets: targets of jumps, and returns (where the caller goes on)."""
    joins = [isinstance(instruction, Return) for instruction in instructions]
    for instruction in instructions:
        if isinstance(instruction, Goto | Branch):
            joins[instruction.target] = True
    return joins
