"""Switch points for the end of the process, which looks at the heap where leaks are asked for.

What a thread allocates and frees for itself is nobody's business; unless another thread may end the process in between:
what is not freed then, leaks. So such a thread can be left right after it has allocated something, and right before it
frees something. Nobody needs to see it before an allocation, or after a `free`: there is less to find then.
(What is lost stays lost, so who asks for lost memory finds it at the thread's next switch point.)

The points are assumptions that always hold. The instructions themselves stay as they are: who allocates or frees what
no other thread can reach makes no access that others notice.
"""

from __future__ import annotations

from .abstract_objects import PointsTo
from .expressions import Const
from .instructions import Allocate, Assume, Free, Halt, Instruction
from .program import Function, Program
from .threads import RoleSet, Threads
from .types import INT

Place = tuple[str, int]


def heap_places(program: Program, found: PointsTo, threads: Threads) -> set[Place]:
    """The allocations of the program, and the frees, while which another thread may end the process in good order."""
    disturbed = _disturbed(program, threads)
    return {
        (activation.function, index)
        for activation in found.calls
        for index, instruction in enumerate(program.functions[activation.function].instructions)
        if _concerns_heap(instruction) and threads.at(activation, index) & disturbed
    }


def _disturbed(program: Program, threads: Threads) -> RoleSet:
    """The roles beside which another thread may end the process."""
    ending = [role for role in range(len(threads.roles)) if _may_end(program, threads, role)]
    disturbed: RoleSet = 0
    for role, what in enumerate(threads.roles):
        if any(other != role or what.several for other in ending):
            disturbed |= 1 << role
    return disturbed


def _may_end(program: Program, threads: Threads, role: int) -> bool:
    return any(
        isinstance(instruction, Halt) and not instruction.abrupt
        for activation in threads.executed_by(role)
        for instruction in program.functions[activation.function].instructions
    )


def _concerns_heap(instruction: Instruction) -> bool:
    return isinstance(instruction, Free) or (
        isinstance(instruction, Allocate) and not instruction.on_stack and not instruction.internal
    )


def with_points(function: Function, places: set[Place]) -> dict[int, list[Instruction]]:
    """What the instructions at these places are replaced by."""
    replacements: dict[int, list[Instruction]] = {}
    for index, instruction in enumerate(function.instructions):
        if (function.name, index) in places:
            point = Assume(Const(1, INT), instruction.location, visible=True)
            if isinstance(instruction, Allocate):
                replacements[index] = [instruction, point]
            elif not instruction.visible:
                replacements[index] = [point, instruction]
    return replacements
