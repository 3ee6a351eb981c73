"""Functions in which all jumps lead forwards, without what does nothing: such jumps, checks and assignments."""

from __future__ import annotations

from dataclasses import replace

from esbmc_py.goto.expressions import Binary, Const, Expression, Register, Unary
from esbmc_py.goto.flow import successors
from esbmc_py.goto.instructions import Assert, Assign, Assume, Branch, Goto, Instruction
from esbmc_py.goto.live_registers import needed_before
from esbmc_py.goto.operands import expressions_of, registers_in, target_of
from esbmc_py.goto.program import Function
from esbmc_py.goto.rewrite import rewrite
from esbmc_py.goto.types import INT, FloatType

from .operands import Renaming

_OPPOSITE = {"==": "!=", "!=": "==", "<": ">=", ">=": "<", ">": "<=", "<=": ">"}


def tidied(function: Function) -> Function:
    while True:
        function = replace(function, instructions=_led_straight(function.instructions))
        useless = _useless(function.instructions)
        if not useless:
            return compacted(function)
        function = rewrite(function, dict.fromkeys(useless, ()))


def _led_straight(instructions: list[Instruction]) -> list[Instruction]:
    """A jump to a jump leads to where that one does; a branch over a jump is the opposite branch."""
    straight: list[Instruction] = list(instructions)
    for index in range(len(straight) - 1, -1, -1):  # targets first: they are straight already
        instruction = straight[index]
        if isinstance(instruction, Goto | Branch):
            target = straight[instruction.target]
            if isinstance(target, Goto):
                straight[index] = replace(instruction, target=target.target)
    # Only now that no jump leads to a jump may one be turned round: nobody but the branch before it gets there.
    for index, instruction in enumerate(straight[:-1]):
        over = straight[index + 1]
        if isinstance(instruction, Branch) and instruction.target == index + 2 and isinstance(over, Goto):
            straight[index] = Branch(negated(instruction.condition), over.target, instruction.location)
            straight[index + 1] = replace(over, target=index + 2)
    return straight


def negated(condition: Expression) -> Expression:
    if isinstance(condition, Unary) and condition.op == "!":
        return condition.operand
    if isinstance(condition, Binary) and condition.op in _OPPOSITE and not isinstance(condition.left.type, FloatType):
        return replace(condition, op=_OPPOSITE[condition.op])
    return Unary("!", condition, INT)


def _useless(instructions: list[Instruction]) -> set[int]:
    """What is never executed, jumps to what comes next anyway, checks that hold, and values that nobody reads."""
    reached = {0}
    for index in range(len(instructions)):
        if index in reached:
            reached.update(successors(instructions, index))
    return {
        index
        for index, instruction in enumerate(instructions)
        if index not in reached or _does_nothing(index, instruction)
    } | _dead_assignments(instructions)


def _does_nothing(index: int, instruction: Instruction) -> bool:
    match instruction:
        case Goto(target=target) | Branch(target=target):
            return target == index + 1
        case Assert(condition=Const(value)):
            return value != 0
        case Assume(condition=Const(value), visible=False):
            return value != 0
        case _:
            return False


def _dead_assignments(instructions: list[Instruction]) -> set[int]:
    """A value that is needed keeps what it is made of needed, so one look from the end suffices."""
    needed = [0] * (len(instructions) + 1)  # registers before each instruction, as sets of bits
    dead: set[int] = set()
    for index in range(len(instructions) - 1, -1, -1):
        instruction = instructions[index]
        after = 0
        for following in successors(instructions, index):
            after |= needed[following]
        if isinstance(instruction, Assign) and not after >> instruction.target.index & 1:
            dead.add(index)
            needed[index] = after
        else:
            needed[index] = needed_before(instruction, after)
    return dead


def compacted(function: Function) -> Function:
    """Without registers that no instruction names; parameters stay."""
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
