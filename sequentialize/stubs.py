"""Functions of the library whose calls stay calls in C: the thread simulation stubs of TOPLAS 2021, figure 7.

A model may be called as it is if all that others can see of it is one atomic section, and if it neither starts nor ends
threads: then a call is one visible statement. Others are inlined like the program's own functions.
"""

from __future__ import annotations

from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.expressions import FunctionAddress
from esbmc_py.goto.flow import successors
from esbmc_py.goto.instructions import Call, EndThread, Halt, Instruction, StartThread, Unsupported
from esbmc_py.goto.program import Function, Program

from .bounds import ProgramBounds
from .fixed import fixed_objects
from .inline import Inliner
from .number import atomic_depths
from .unwind import unwound


@dataclass(frozen=True, slots=True, eq=False)
class Stubs:
    """By name: functions without calls and loops. A call of one in `visible` is a visible statement."""

    functions: dict[str, Function]
    visible: frozenset[str]


def library_stubs(program: Program, bounds: ProgramBounds) -> Stubs:
    inliner, fixed = Inliner(program, bounds.recursion), fixed_objects(program)
    functions: dict[str, Function] = {}
    visible: set[str] = set()
    for name in _called_models(program):
        function = unwound(inliner.function(name), bounds, fixed)
        sections = most_switch_points(function.instructions)
        if sections is not None and sections <= 1:
            functions[name] = function
            if sections:
                visible.add(name)
    return Stubs(functions, frozenset(visible))


def _called_models(program: Program) -> list[str]:
    """Models that the program's own code calls directly."""
    found: dict[str, None] = {}
    for function in program.functions.values():
        for instruction in function.instructions if not function.is_model else ():
            match instruction:
                case Call(callee=FunctionAddress(name)) if name in program.functions:
                    if program.functions[name].is_model:
                        found[name] = None
    return list(found)


def most_switch_points(instructions: list[Instruction]) -> int | None:
    """How many there are on any way through; None if there is something that only a thread's own function can do."""
    depths = atomic_depths(instructions)
    most = [0] * (len(instructions) + 1)
    for index in range(len(instructions) - 1, -1, -1):
        instruction = instructions[index]
        if index not in depths:
            continue
        if depths[index] is None or isinstance(instruction, StartThread | EndThread | Halt | Unsupported | Call):
            return None
        following = max((most[place] for place in successors(instructions, index)), default=0)
        most[index] = following + (instruction.visible and depths[index] == 0)
    return most[0]
