"""Functions and variables of the library that passes call and set."""

from __future__ import annotations

from .expressions import Expression, FunctionAddress, Register
from .instructions import Call
from .program import Program
from .symbols import Image, SourceLocation, Symbol
from .types import PointerType


def _symbol(program: Program, name: str) -> Symbol:
    return next(symbol for symbol in program.globals if symbol.name == name)


def variable(program: Program, name: str) -> int:
    return int.from_bytes(program.globals[_symbol(program, name)].data, "little")


def set_variable(program: Program, name: str) -> None:
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
