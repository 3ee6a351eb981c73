"""Switch points before assumptions, before what is not supported, and before atomic sections that may not end.

`x = 1; assume(0);` must not be one step: another thread may read x before the assumption ends the execution. Where an
assumption can be reached from a visible instruction that changes something, with no switch point in between, it
becomes one. The change may have been made by a caller, right before the function begins. (Atomic sections with
assumptions in them are switch points anyway, see `atomic_sections`.) What is not supported ends a step like an
assumption that does not hold.

So does an atomic section of the program's own in which a loop does not end, or something goes wrong, though it concerns
nobody else. (In sections of the library loops end. Where something goes wrong there, the modes say so.)
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import TypeGuard

from esbmc_py.goto.deferred import dataclass

from .atomic_sections import Callees, callers_of
from .instructions import (
    Allocate,
    Assume,
    AtomicBegin,
    AtomicEnd,
    Branch,
    Copy,
    Dead,
    Declare,
    EndThread,
    Free,
    Goto,
    Halt,
    Instruction,
    Return,
    Store,
    Unsupported,
)
from .program import Function


def mark_assumptions(
    functions: Mapping[str, Function], callees: Callees, thread_exit: str | None
) -> dict[str, Function]:
    """The functions, with the assumptions and sections visible that need to be, and what is not supported.

    A start routine that returns goes on in `thread_exit`.
    """
    assuming = [
        name
        for name, function in functions.items()
        if any(_may_be_last(one, function) for one in function.instructions)
    ]
    changing = {name for name, function in functions.items() if any(map(_changes, function.instructions))}
    if not (assuming and changing):
        return dict(functions)
    entered = {thread_exit} if thread_exit is not None else set()
    steps = _Steps(functions, callees, callers_of(callees, changing), entered)
    return {**functions, **{name: steps.marked(name) for name in assuming}}


def _may_be_last(instruction: Instruction, function: Function) -> TypeGuard[Assume | Unsupported | AtomicBegin]:
    """May the thread never come to an end of it?"""
    match instruction:
        case Assume() | Unsupported():
            return True
        case AtomicBegin(visible=visible):
            return not (visible or function.is_model)
        case _:
            return False


@dataclass(slots=True)
class _Steps:
    """Where control can come in a step that has changed something."""

    functions: Mapping[str, Function]
    callees: Callees
    changing: set[str]  # functions in which others may see a change happen, also in those they call
    entered: set[str]  # functions that may begin after one; a thread begins with a new step

    def __post_init__(self) -> None:
        work = list(self.functions)
        while work:
            name = work.pop()
            for index, reached in enumerate(self.reached(name)):
                news = self.callees.get((name, index), set()) - self.entered if reached else set()
                self.entered |= news
                work.extend(news & self.functions.keys())

    def marked(self, name: str) -> Function:
        function = self.functions[name]
        instructions = [
            replace(instruction, visible=True) if reached and _may_be_last(instruction, function) else instruction
            for instruction, reached in zip(function.instructions, self.reached(name), strict=True)
        ]
        return replace(function, instructions=instructions)

    def reached(self, name: str) -> list[bool]:
        """Forward: can control come here after a visible change in the same step?"""
        instructions = self.functions[name].instructions
        reached = [False] * len(instructions)
        work = [0] if name in self.entered else []
        work += [index + 1 for index in range(len(instructions)) if self.changes(name, index)]
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
                elif _begins_step(instruction) or isinstance(instruction, Return | EndThread | Halt | Unsupported):
                    break
                index += 1
        return reached

    def changes(self, name: str, index: int) -> bool:
        if _changes(self.functions[name].instructions[index]):
            return True
        return not self.changing.isdisjoint(self.callees.get((name, index), ()))


def _changes(instruction: Instruction) -> bool:
    match instruction:
        case Store(visible=visible) | Copy(visible=visible) | Free(visible=visible):
            return visible
        case Dead(visible=visible) | Return(visible=visible) | Declare(visible=visible) | Allocate(visible=visible):
            return visible
        case AtomicEnd():
            return True
        case _:
            return False


def _begins_step(instruction: Instruction) -> bool:
    return instruction.visible and not isinstance(instruction, Assume | Unsupported)
