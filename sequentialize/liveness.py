"""Registers of functions in which all jumps lead forwards: which values are still needed, and what is not."""

from __future__ import annotations

from dataclasses import replace

from esbmc_py.goto.expressions import Register
from esbmc_py.goto.flow import successors
from esbmc_py.goto.instructions import Assign, Instruction
from esbmc_py.goto.operands import expressions_of
from esbmc_py.goto.program import Function
from esbmc_py.goto.rewrite import rewrite

from .operands import Renaming, registers_in, target_of


def live_before(instructions: list[Instruction]) -> list[int]:
    """For each instruction the registers whose values are needed from there on, as a set of bits."""
    live = [0] * (len(instructions) + 1)
    for index in range(len(instructions) - 1, -1, -1):
        instruction = instructions[index]
        needed = 0
        for following in successors(instructions, index):
            needed |= live[following]
        live[index] = _before(instruction, needed)
    return live


def _before(instruction: Instruction, after: int) -> int:
    target = target_of(instruction)
    if target is not None:
        after &= ~(1 << target.index)
        if isinstance(instruction, Assign):
            return after | _read(instruction)
    return after | _read(instruction)


def _read(instruction: Instruction) -> int:
    target = target_of(instruction)
    bits = 0
    for expression in expressions_of(instruction):
        if expression is not target:
            for register in registers_in(expression):
                bits |= 1 << register.index
    return bits


def without_dead_assignments(function: Function) -> Function:
    """Assignments to registers that nobody reads are left out, and registers that are not used any more.

    A live register keeps what it needs alive, so one look from the end suffices.
    """
    instructions = function.instructions
    live = [0] * (len(instructions) + 1)
    dropped: dict[int, list[Instruction]] = {}
    for index in range(len(instructions) - 1, -1, -1):
        instruction = instructions[index]
        needed = 0
        for following in successors(instructions, index):
            needed |= live[following]
        if isinstance(instruction, Assign) and not needed >> instruction.target.index & 1:
            dropped[index] = []
            live[index] = needed
        else:
            live[index] = _before(instruction, needed)
    return compacted(rewrite(function, dropped)) if dropped else compacted(function)


def compacted(function: Function) -> Function:
    """Without registers and locals that no instruction names; parameters stay."""
    used = {register.index for register in function.parameters}
    for instruction in function.instructions:
        target = target_of(instruction)
        if target is not None:
            used.add(target.index)
        for expression in expressions_of(instruction):
            used.update(register.index for register in registers_in(expression))
    places = {old: new for new, old in enumerate(sorted(used))}
    registers = tuple(replace(function.registers[old], index=new) for old, new in places.items())

    def renamed(register: Register) -> Register:
        return registers[places[register.index]]

    renaming = Renaming(renamed, lambda symbol: symbol)
    return replace(
        function,
        parameters=tuple(renamed(register) for register in function.parameters),
        registers=registers,
        instructions=[renaming.instruction(instruction) for instruction in function.instructions],
    )
