"""Which functions have their address taken: what a call through a pointer of unknown value may call."""

from __future__ import annotations

from collections.abc import Iterator

from .expressions import FunctionAddress
from .instructions import Call, Instruction
from .operands import expressions_of, subexpressions
from .program import Program


def addressed_functions(program: Program) -> frozenset[str]:
    """Functions whose address something holds: the initial value of an object, or a value that is computed."""
    names = set(initially_addressed(program))
    for function in program.functions.values():
        for instruction in function.instructions:
            names.update(addressed_by(instruction))
    return frozenset(names)


def initially_addressed(program: Program) -> Iterator[str]:
    """Functions that global and thread-local objects point to at the start."""
    for image in (*program.globals.values(), *program.thread_locals.values()):
        yield from (relocation.target for relocation in image.relocations if isinstance(relocation.target, str))


def addressed_by(instruction: Instruction) -> Iterator[str]:
    """Functions whose address an instruction uses as a value; the callee of a plain call does not count."""
    called = instruction.callee if isinstance(instruction, Call) else None
    for expression in expressions_of(instruction):
        if not (expression is called and isinstance(called, FunctionAddress)):
            yield from (part.name for part in subexpressions(expression) if isinstance(part, FunctionAddress))
