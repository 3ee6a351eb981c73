"""The search without any reduction: a switch point before every access to memory, whoever can reach it."""

from __future__ import annotations

from dataclasses import replace

from esbmc_py.goto.instructions import AtomicBegin, Copy, Dead, Declare, Free, Instruction, Load, Return, Store
from esbmc_py.goto.program import Program
from esbmc_py.vm.values import Value

from .transitions import Transition, Transitions

_SEEN_BY_OTHERS = Load | Store | Copy | Free | AtomicBegin | Declare | Dead | Return


def at_every_access(program: Program) -> Program:
    functions = {
        name: replace(function, instructions=[_visible(instruction) for instruction in function.instructions])
        for name, function in program.functions.items()
    }
    return replace(program, functions=functions)


def _visible(instruction: Instruction) -> Instruction:
    if isinstance(instruction, _SEEN_BY_OTHERS) and not instruction.visible:
        return replace(instruction, visible=True)
    return instruction


def coarse_schedule(
    program: Program, transitions: Transitions, path: list[Transition]
) -> list[tuple[int, tuple[Value, ...]]]:
    """The same execution in the steps of `program`.

    A step that begins where `program` has no switch point concerns nobody else: it belongs to its thread's step before.
    """
    vector = transitions.first_vector
    coarse: list[tuple[int, tuple[Value, ...]]] = []
    current: dict[int, int] = {}  # thread → place of its last step in `coarse`
    for taken in path:
        thread, inputs = taken.thread, taken.inputs
        at = transitions.components.thread(vector, thread)
        if thread in current and not program.functions[at.code.name].instructions[at.pc].visible:
            place = current[thread]
            coarse[place] = thread, coarse[place][1] + inputs
        else:
            current[thread] = len(coarse)
            coarse.append((thread, inputs))
        vector = taken.after(vector, transitions.components.width)
    return coarse
