"""Live registers: those that may be read before they are written. The others cannot influence anything to come."""

from __future__ import annotations

from collections.abc import Collection

from .flow import successors
from .instructions import Instruction
from .operands import registers_read, target_of
from .program import Function


def live_registers(function: Function) -> list[frozenset[int]]:
    """Per instruction, the indices of the registers that are live before it."""
    known: dict[int, frozenset[int]] = {}
    found = []
    for needed in live_bits(function.instructions):
        if needed not in known:
            known[needed] = frozenset(places_of(needed))
        found.append(known[needed])
    return found


def places_of(bits: int) -> list[int]:
    """Which bits are set."""
    return [place for place, bit in enumerate(bin(bits)[:1:-1]) if bit == "1"]


def written_and_read(instruction: Instruction) -> tuple[int, int]:
    """The registers that an instruction gives a value to, and those that it reads before that, as sets of bits."""
    target = target_of(instruction)
    read = 0
    for register in registers_read(instruction):
        read |= 1 << register.index
    return 0 if target is None else 1 << target.index, read


def needed_before(instruction: Instruction, after: int) -> int:
    """The registers needed before an instruction, as a set of bits, if `after` are needed after it."""
    written, read = written_and_read(instruction)
    return after & ~written | read


def live_bits(
    instructions: list[Instruction],
    at_end: int = 0,
    resumed: tuple[int, ...] = (),
    passed: Collection[int] = (),
) -> list[int]:
    """Registers needed before each instruction, as sets of bits.

    `at_end` are needed where nothing follows; execution may go on there at any of the places `resumed`. What is
    `passed` is followed by the next instruction, whatever it is. Where jumps lead backwards, the second look sees what
    the first found at their targets, and so on until nothing is new.
    """
    following = [successors(instructions, index) for index in range(len(instructions))]
    for index in passed:
        following[index] = (index + 1,)
    effects = [written_and_read(instruction) for instruction in instructions]
    needed = [0] * len(instructions)
    changed = True
    while changed:
        changed = False
        for place in resumed:
            at_end |= needed[place]
        for index in range(len(instructions) - 1, -1, -1):
            after = 0 if following[index] else at_end
            for place in following[index]:
                after |= needed[place]
            written, read = effects[index]
            before = after & ~written | read
            if before != needed[index]:
                needed[index] = before
                changed = True
    return needed
