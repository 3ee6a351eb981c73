"""Switch points before assumptions.

`x = 1; assume(0);` must not be one step: another thread may read x before the assumption ends the execution. Where an
assumption can be reached from a visible instruction that changes something, with no switch point in between, it
becomes one. The caller may have made such a change right before a function begins. (Atomic sections with assumptions
in them are switch points anyway, see `atomic_sections`.)
"""

from __future__ import annotations

from dataclasses import replace

from .instructions import (
    Assume,
    AtomicBegin,
    AtomicEnd,
    Branch,
    Call,
    Copy,
    EndThread,
    Free,
    Goto,
    Halt,
    Instruction,
    Load,
    Return,
    Store,
)
from .program import Function


def mark_assumptions(function: Function) -> list[Instruction]:
    """The function's instructions, with the assumptions visible that need to be."""
    instructions = function.instructions
    if not any(isinstance(instruction, Assume) for instruction in instructions):
        return instructions
    after_change = _reached_after_change(instructions)
    return [
        replace(instruction, visible=True) if isinstance(instruction, Assume) and after_change[index] else instruction
        for index, instruction in enumerate(instructions)
    ]


def _reached_after_change(instructions: list[Instruction]) -> list[bool]:
    """Forward: can control come here after a visible change in the same step? Calls and callers may have made one."""
    reached = [False] * len(instructions)
    work = [0]
    work += [index + 1 for index, instruction in enumerate(instructions) if _changes(instruction)]
    while work:
        index = work.pop()
        while index < len(instructions) and not reached[index]:
            reached[index] = True
            instruction = instructions[index]
            if isinstance(instruction, Goto):
                index = instruction.target
                continue
            if isinstance(instruction, Branch):
                work.append(instruction.target)
            elif _begins_step(instruction) or isinstance(instruction, Return | EndThread | Halt):
                break
            index += 1
    return reached


def _changes(instruction: Instruction) -> bool:
    match instruction:
        case Store(visible=visible) | Copy(visible=visible) | Free(visible=visible):
            return visible
        case AtomicEnd() | Call():
            return True
        case _:
            return False


def _begins_step(instruction: Instruction) -> bool:
    return isinstance(instruction, Load | Store | Copy | Free | AtomicBegin) and instruction.visible
