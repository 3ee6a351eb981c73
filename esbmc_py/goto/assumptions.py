"""Switch points before assumptions.

`x = 1; assume(0);` must not be one step: another thread may read x before the assumption ends the execution. Where an
assumption can be reached from a visible instruction that changes something, with no switch point in between, it
becomes one. The change may have been made by a caller, right before the function begins. (Atomic sections with
assumptions in them are switch points anyway, see `atomic_sections`.)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from .expressions import FunctionAddress
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


def mark_assumptions(functions: Mapping[str, Function]) -> dict[str, Function]:
    """The functions, with the assumptions visible that need to be."""
    assuming = [name for name, function in functions.items() if _has_assumption(function)]
    if not assuming:
        return dict(functions)
    entered = _entered_after_change(functions)
    marked = {
        name: replace(functions[name], instructions=_marked(functions[name].instructions, name in entered))
        for name in assuming
    }
    return {**functions, **marked}


def _has_assumption(function: Function) -> bool:
    return any(isinstance(instruction, Assume) for instruction in function.instructions)


def _marked(instructions: list[Instruction], entered: bool) -> list[Instruction]:
    after_change = _reached_after_change(instructions, entered)
    return [
        replace(instruction, visible=True) if isinstance(instruction, Assume) and after_change[index] else instruction
        for index, instruction in enumerate(instructions)
    ]


def _entered_after_change(functions: Mapping[str, Function]) -> set[str]:
    """The functions that may begin in the middle of a step that has changed something. Threads begin with a new one."""
    entered: set[str] = set()
    work = list(functions)
    while work:
        name = work.pop()
        instructions = functions[name].instructions
        for instruction, reached in zip(
            instructions, _reached_after_change(instructions, name in entered), strict=True
        ):
            if reached and isinstance(instruction, Call):
                callee = instruction.callee
                called = {callee.name} if isinstance(callee, FunctionAddress) else functions.keys()
                news = (called & functions.keys()) - entered
                entered |= news
                work.extend(news)
    return entered


def _reached_after_change(instructions: list[Instruction], entered: bool) -> list[bool]:
    """Forward: can control come here after a visible change in the same step? Calls may have made one."""
    reached = [False] * len(instructions)
    work = [0] if entered else []
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
