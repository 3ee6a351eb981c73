"""Live registers: those that may be read before they are written. The others cannot influence anything to come."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from .expressions import Register
from .flow import successors
from .instructions import (
    Allocate,
    Assign,
    Call,
    Declare,
    Instruction,
    Load,
    Nondet,
    ObjectSize,
    StartThread,
)
from .operands import expressions_of, parts_of
from .program import Function


def live_registers(function: Function) -> list[frozenset[int]]:
    """Per instruction, the indices of the registers that are live before it."""
    instructions = function.instructions
    before: list[frozenset[int]] = [frozenset()] * (len(instructions) + 1)
    predecessors: defaultdict[int, list[int]] = defaultdict(list)
    for index in range(len(instructions)):
        for following in successors(instructions, index):
            predecessors[following].append(index)
    read = [frozenset(read_registers(instruction)) for instruction in instructions]
    written = [written_register(instruction) for instruction in instructions]
    pending = list(range(len(instructions)))
    while pending:
        index = pending.pop()
        after: frozenset[int] = frozenset().union(*(before[next_] for next_ in successors(instructions, index)))
        live = (after - {written[index]}) | read[index]
        if live != before[index]:
            before[index] = live
            pending.extend(predecessors[index])
    return before


def written_register(instruction: Instruction) -> int:
    """The register that the instruction gives a new value; -1 for none."""
    match instruction:
        case Assign(target=target) | Load(target=target) | Nondet(target=target) | Allocate(target=target):
            return target.index
        case ObjectSize(target=target):
            return target.index
        case Call(target=target) | StartThread(target=target):
            return -1 if target is None else target.index
        case Declare(variable=Register(index=index)):
            return index
        case _:
            return -1


def read_registers(instruction: Instruction) -> Iterator[int]:
    if isinstance(instruction, Declare):
        return
    operands = list(expressions_of(instruction))
    pending = operands[1:] if written_register(instruction) >= 0 else operands  # the target comes first
    while pending:
        expression = pending.pop()
        if isinstance(expression, Register):
            yield expression.index
        pending.extend(parts_of(expression))
