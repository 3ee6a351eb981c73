"""Programs in which bytes become anything one by one.

That is for programs in which somebody could see some of them written and others not: a handler of a signal, or a store
buffer. (What other threads could see is decided by the sharing analysis.)
"""

from __future__ import annotations

from dataclasses import replace

from .expressions import Const
from .instructions import Assign, Havoc, Instruction
from .program import Program


def not_at_once(havoc: Havoc) -> Assign:
    """Nothing happens: what follows does it."""
    return Assign(havoc.target, Const(0, havoc.target.type), havoc.location)


def without_havoc(program: Program) -> Program:
    """The same program if there is nothing to do."""
    changed = {
        name: replace(function, instructions=[_one_by_one(i) for i in function.instructions])
        for name, function in program.functions.items()
        if any(isinstance(instruction, Havoc) for instruction in function.instructions)
    }
    return replace(program, functions={**program.functions, **changed}) if changed else program


def _one_by_one(instruction: Instruction) -> Instruction:
    return not_at_once(instruction) if isinstance(instruction, Havoc) else instruction
