"""Replacing instructions of a function by sequences, with every jump and label led to its new place."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

from .expressions import Register
from .instructions import Branch, Goto, Instruction
from .program import Function
from .symbols import Symbol


def rewrite(
    function: Function,
    replacements: Mapping[int, Sequence[Instruction]],
    *,
    registers: Sequence[Register] | None = None,
    locals: Sequence[Symbol] | None = None,
    before: Mapping[int, Sequence[Instruction]] | None = None,
) -> Function:
    """The function with each instruction in `replacements` replaced by its sequence (which may be empty).

    A jump to a replaced instruction leads to the first of its sequence. Jump targets inside a sequence count from its
    own first instruction; its length stands for the instruction after it. What stands in `before`, without jumps, comes
    before the instruction or its replacement, and jumps lead to it.
    """
    before = before or {}
    places = _new_places(function, replacements, before)
    instructions: list[Instruction] = []
    for index, instruction in enumerate(function.instructions):
        instructions.extend(before.get(index, ()))
        if index in replacements:
            first = len(instructions)
            instructions.extend(_retargeted(new, first.__add__) for new in replacements[index])
        else:
            instructions.append(_retargeted(instruction, places.__getitem__))
    return replace(
        function,
        instructions=instructions,
        registers=function.registers if registers is None else tuple(registers),
        locals=function.locals if locals is None else tuple(locals),
        labels={places[index]: label for index, label in function.labels.items()},
    )


def _new_places(
    function: Function, replacements: Mapping[int, Sequence[Instruction]], before: Mapping[int, Sequence[Instruction]]
) -> list[int]:
    places = [0]
    for index in range(len(function.instructions)):
        length = len(replacements[index]) if index in replacements else 1
        places.append(places[-1] + length + len(before.get(index, ())))
    return places


def _retargeted(instruction: Instruction, place_of: Callable[[int], int]) -> Instruction:
    if isinstance(instruction, Goto | Branch):
        return replace(instruction, target=place_of(instruction.target))
    return instruction
