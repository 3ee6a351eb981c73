"""Functions of the library that passes put calls of into programs, and variables that they set."""

from __future__ import annotations

from .expressions import Expression, FunctionAddress, Register
from .instructions import Call
from .program import Program
from .symbols import Image, SourceLocation, Symbol
from .types import PointerType


def _symbol(program: Program, name: str) -> Symbol:
    return next(symbol for symbol in program.globals if symbol.name == name)


def initial_value(program: Program, name: str) -> int:
    """What a global of the library is at the beginning."""
    return int.from_bytes(program.globals[_symbol(program, name)].data, "little")


def switch_on(program: Program, name: str) -> None:
    """A global of the library begins with 1: the models do what a program that could tell needs."""
    symbol = _symbol(program, name)
    program.globals[symbol] = Image((1).to_bytes(symbol.size, "little"))


def address_of(program: Program, name: str) -> FunctionAddress:
    return FunctionAddress(name, PointerType(program.functions[name].type, program.pointer_bits // 8))


def call(
    program: Program,
    name: str,
    location: SourceLocation,
    target: Register | None = None,
    arguments: tuple[Expression, ...] = (),
) -> Call:
    return Call(target, address_of(program, name), arguments, location)
