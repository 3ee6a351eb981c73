"""Globals and thread-locals that nothing in a program writes: reading them is no work.

Most of what the library's models keep for programs that need it (handlers of atexit, requests to cancel a thread) is
of this kind in a program that does not.
"""

from __future__ import annotations

from esbmc_py.goto.escaping import symbols_in
from esbmc_py.goto.expressions import AddressOf, Binary, Const, Expression
from esbmc_py.goto.instructions import Load
from esbmc_py.goto.operands import expressions_of
from esbmc_py.goto.program import Program
from esbmc_py.goto.symbols import Image, Symbol
from esbmc_py.goto.types import FloatType, IntType


def fixed_objects(program: Program) -> dict[Symbol, Image]:
    """Those whose address serves reading only: nothing else can get at them. Images with addresses are left alone."""
    images = {**program.globals, **program.thread_locals}
    written: set[Symbol | str] = {relocation.target for image in images.values() for relocation in image.relocations}
    for function in program.functions.values():
        for instruction in function.instructions:
            for expression in expressions_of(instruction):
                if isinstance(instruction, Load) and expression is instruction.address:
                    inside = _read_symbol(expression)
                    written |= set() if inside is not None else symbols_in(expression)
                else:
                    written |= symbols_in(expression)
    written.add(program.thread_self or "")
    return {symbol: image for symbol, image in images.items() if symbol not in written and not image.relocations}


def fixed_value(address: Expression, ctype: object, images: dict[Symbol, Image]) -> Const | None:
    """What a load from a known place in such an object gives."""
    symbol, offset = address, 0
    if isinstance(address, Binary) and address.op == "+" and isinstance(address.right, Const):
        symbol, offset = address.left, int(address.right.value)
    if not isinstance(symbol, AddressOf) or symbol.symbol not in images or isinstance(ctype, FloatType):
        return None
    assert hasattr(ctype, "width")
    size = (ctype.width + 7) // 8
    if not 0 <= offset <= symbol.symbol.size - size:
        return None
    data = images[symbol.symbol].data[offset : offset + size].ljust(size, b"\0")
    number = int.from_bytes(data, "little")
    return Const(ctype.wrap(number) if isinstance(ctype, IntType) else number, ctype)  # type: ignore[arg-type]


def _read_symbol(address: Expression) -> Symbol | None:
    if isinstance(address, AddressOf):
        return address.symbol
    if isinstance(address, Binary) and isinstance(address.left, AddressOf) and not symbols_in(address.right):
        return address.left.symbol
    return None
