"""Branches that lead around a wait: a reader that takes no lock since a counter says that another one has it.

What did not happen is in no slice, and whoever does not wait where it should have is what went wrong.
"""

from __future__ import annotations

from esbmc_py.goto.expressions import FunctionAddress
from esbmc_py.goto.flow import reachable_from, successors
from esbmc_py.goto.instructions import Block, Call, Instruction
from esbmc_py.goto.program import Program

_OF_STREAMS = "no other thread holds the stream"  # printf waits for that, and nobody thinks of it


class AvoidedWaits:
    """Of one program."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._waiting: dict[str, bool] = {}
        self._avoided: dict[tuple[str, int, int], Instruction | None] = {}

    def avoided(self, function: str, branch: int, taken: int, joined: int) -> Instruction | None:
        """A wait behind the branch, before its two ways meet, that the way `taken` does not come to."""
        key = (function, branch, taken)
        if key not in self._avoided:
            code = self._program.functions[function].instructions
            others = [one for one in successors(code, branch) if one != taken]
            left_out = reachable_from(code, others, joined) - reachable_from(code, [taken], joined)
            self._avoided[key] = next((code[at] for at in sorted(left_out) if self._waits(code[at])), None)
        return self._avoided[key]

    def _waits(self, instruction: Instruction) -> bool:
        match instruction:
            case Block(reason=reason):
                return reason != _OF_STREAMS
            case Call(callee=FunctionAddress(name=name)):
                return self._function_waits(name)
            case _:
                return False

    def _function_waits(self, name: str) -> bool:
        if name not in self._waiting:
            self._waiting[name] = False  # while we look, and if it calls itself
            function = self._program.functions.get(name)
            code = function.instructions if function is not None else []
            self._waiting[name] = any(map(self._waits, code))
        return self._waiting[name]
