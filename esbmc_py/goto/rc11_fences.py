"""Fences under the memory model rc11: stores of a memory order to an object that only fences touch.

So a fence is an operation of its thread like others, and every part of smtcb that follows stores sees it. What it means
is known to the encoder (`encoders/once/graph_events.py`) and to whoever checks execution graphs.
"""

from __future__ import annotations

from dataclasses import replace

from .expressions import AddressOf, FunctionAddress
from .instructions import Call, Instruction, Store
from .memory_models import FENCE
from .program import Function, Program
from .symbols import NOWHERE, Image, Storage, Symbol
from .types import INT, PointerType


def with_fences(program: Program) -> Program:
    """The program with a store for each call of a fence."""
    symbol = Symbol(FENCE, INT, 4, Storage.GLOBAL, NOWHERE)
    functions = {name: _with_fences(function, symbol, program) for name, function in program.functions.items()}
    if all(functions[name] is function for name, function in program.functions.items()):
        return program
    return replace(program, functions=functions, globals={**program.globals, symbol: Image(bytes(4))})


def _with_fences(function: Function, symbol: Symbol, program: Program) -> Function:
    instructions = [_as_store(instruction, symbol, program) for instruction in function.instructions]
    if all(new is old for new, old in zip(instructions, function.instructions, strict=True)):
        return function
    return replace(function, instructions=instructions)


def _as_store(instruction: Instruction, symbol: Symbol, program: Program) -> Instruction:
    match instruction:
        case Call(callee=FunctionAddress(name=name), arguments=(order,)) if name == FENCE:
            address = AddressOf(symbol, PointerType(INT, program.pointer_bits // 8))
            return Store(address, order, INT, FENCE, instruction.location, atomic=True)
        case _:
            return instruction
