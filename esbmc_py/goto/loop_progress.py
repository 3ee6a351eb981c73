"""What has to change for a loop to come nearer to its end.

Whether a loop whose tests are all decided is on its way to an end is told by the registers that its exits depend on. A
loop that waits for another thread, `while (!stop) work++;`, makes no progress as long as `stop` stays the same, however
much it works.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field

from esbmc_py.goto.deferred import dataclass

from .atomic_sections import callers_of
from .expressions import FunctionAddress
from .flow import successors
from .instructions import Branch, Call, EndThread, Goto, Halt, Instruction, Load, Return
from .operands import registers_read, target_of
from .program import Function, Program


class Unclear(Exception):
    """Any register may count."""


class LoopProgress:
    def __init__(self, program: Program) -> None:
        callees = {
            (name, index): called
            for name, function in program.functions.items()
            for index, instruction in enumerate(function.instructions)
            if isinstance(instruction, Call) and (called := _called(instruction, program))
        }
        self._program = program
        self._touching = callers_of(callees, {name for name, one in program.functions.items() if _touches(one)})
        self._ending = callers_of(callees, {name for name, one in program.functions.items() if _ends(one)})

    def registers(self, function: Function, head: int, last: int) -> list[int] | None:
        """Those that the exits of the loop from `head` to `last` depend on. None: any may count."""
        try:
            return sorted(_Slice(self, function.instructions, head, last).run())
        except Unclear:
            return None

    def touches(self, call: Call) -> bool:
        """May it look at what other threads change?"""
        return not self._touching.isdisjoint(_called(call, self._program))

    def may_end(self, call: Call) -> bool:
        """May it end the thread, or the process?"""
        return not self._ending.isdisjoint(_called(call, self._program))


@dataclass(slots=True)
class _Slice:
    progress: LoopProgress
    instructions: list[Instruction]
    head: int
    last: int
    relevant: set[int] = field(default_factory=set)

    def run(self) -> set[int]:
        for index, instruction in self.body():
            match instruction:
                case Branch() if self.leaves(index):
                    self._need(instruction)
                case Goto() if self.leaves(index):
                    self.decisions_about(index)
                case Return() | Halt() | EndThread():
                    self.all_decisions()
                case Call() if self.progress.may_end(instruction):
                    if not self.progress.touches(instruction):
                        raise Unclear
                    self.all_decisions()
        before = -1
        while before != len(self.relevant):
            before = len(self.relevant)
            for index, instruction in self.body():
                if (target := target_of(instruction)) is not None and target.index in self.relevant:
                    self.depend_on(index, instruction)
        return self.relevant

    def _need(self, instruction: Instruction) -> None:
        self.relevant.update(register.index for register in registers_read(instruction))

    def leaves(self, index: int) -> bool:
        return any(not self.head <= after <= self.last for after in successors(self.instructions, index))

    def body(self) -> Iterator[tuple[int, Instruction]]:
        return ((index, self.instructions[index]) for index in range(self.head, self.last + 1))

    def depend_on(self, index: int, instruction: Instruction) -> None:
        """What the instruction's result depends on. What private memory holds depends on too much to be told."""
        if isinstance(instruction, Load) and not instruction.visible:
            raise Unclear
        if isinstance(instruction, Call) and not self.progress.touches(instruction):
            raise Unclear
        self._need(instruction)
        if self.is_skipped(index):
            self.all_decisions()

    def is_skipped(self, place: int) -> bool:
        """May a round jump over it?"""
        return any(
            isinstance(instruction, Goto | Branch) and index < place < instruction.target <= self.last
            for index, instruction in self.body()
        )

    def decisions_about(self, place: int) -> None:
        """Whether control gets to a `break`: that is for whoever jumps over it, or to it, to decide."""
        for index, instruction in self.body():
            if isinstance(instruction, Branch) and index < place <= instruction.target <= self.last:
                self._need(instruction)

    def all_decisions(self) -> None:
        for _, instruction in self.body():
            if isinstance(instruction, Branch):
                self._need(instruction)


def _called(call: Call, program: Program) -> set[str]:
    if isinstance(call.callee, FunctionAddress):
        return {call.callee.name}
    return set(program.functions) if call.candidates is None else set(call.candidates)


def _touches(function: Function) -> bool:
    return any(instruction.visible for instruction in function.instructions)


def _ends(function: Function) -> bool:
    return any(isinstance(instruction, Halt | EndThread) for instruction in function.instructions)
