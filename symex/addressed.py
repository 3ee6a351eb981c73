"""Which functions have their address taken: what a call through a pointer of unknown value may call."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields

from esbmc_py.goto.expressions import Binary, Convert, Expression, FunctionAddress, Unary
from esbmc_py.goto.instructions import Call, Instruction
from esbmc_py.goto.program import Program
from esbmc_py.goto.symbols import Image


def image_targets(image: Image) -> set[str]:
    return {relocation.target for relocation in image.relocations if isinstance(relocation.target, str)}


def addressed_by(instruction: Instruction) -> set[str]:
    """Functions whose address an instruction uses as a value; the callee of a plain call does not count."""
    found: set[str] = set()
    for field in fields(instruction):
        value = getattr(instruction, field.name)
        if isinstance(instruction, Call) and field.name == "callee" and isinstance(value, FunctionAddress):
            continue
        for part in value if isinstance(value, tuple) else (value,):
            found.update(_functions(part))
    return found


def _functions(expression: Expression | object) -> Iterator[str]:
    match expression:
        case FunctionAddress(name=name):
            yield name
        case Unary(operand=operand) | Convert(operand=operand):
            yield from _functions(operand)
        case Binary(left=left, right=right):
            yield from _functions(left)
            yield from _functions(right)


def addressed_functions(program: Program) -> tuple[str, ...]:
    names = {target for image in program.globals.values() for target in image_targets(image)}
    names |= {target for image in program.thread_locals.values() for target in image_targets(image)}
    for function in program.functions.values():
        for instruction in function.instructions:
            names |= addressed_by(instruction)
    return tuple(sorted(names))
