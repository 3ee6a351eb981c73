"""Where a program allocates memory, and what it takes that memory for."""

from __future__ import annotations

from collections.abc import Iterator

from esbmc_py.goto.expressions import Convert, Expression, Register
from esbmc_py.goto.instructions import Assign, Call, Store
from esbmc_py.goto.program import Function, Program
from esbmc_py.goto.types import CType, FunctionType, PointerType, StructType, VoidType, size_of, unqualified
from symex.code import FunctionCode
from symex.run import Run

from .pools import PoolSite


def site_of(run: Run, size: int, *, zeroed: bool) -> PoolSite:
    """The call in the program that leads to it. A function that gives back `void *` allocates for its caller."""
    every = list(_calls(run))
    calls = [one for one in every if not one[0].function.is_model] or every
    code, pc = next((one for one in calls if not _gives_any_pointer(one[0].function)), calls[-1])
    return PoolSite(code.name, pc, code.instructions[pc].location.line, run.code.name, run.pc, size, zeroed)


def _calls(run: Run) -> Iterator[tuple[FunctionCode, int]]:
    yield run.code, run.pc
    frame = run.parent
    while frame is not None:
        yield frame.code, frame.pc - 1
        frame = frame.parent


def _gives_any_pointer(function: Function) -> bool:
    result = function.type.result
    return isinstance(result, PointerType) and isinstance(unqualified(result.target), VoidType)


def layout_at(program: Program, site: PoolSite) -> CType | None:
    """The type that the program takes that memory for. Any would be right; this one gives members their names."""
    function = program.functions[site.function]
    call = function.instructions[site.place]
    candidates = list(_taken_for(function, call.target) if isinstance(call, Call) and call.target else ())
    candidates += [
        one.type.target
        for other in program.functions.values()
        if not other.is_model
        for one in other.registers
        if isinstance(one.type, PointerType) and isinstance(unqualified(one.type.target), StructType)
    ]
    return next((one for one in candidates if _is_known(one) and size_of(one) == site.size), None)


def _taken_for(function: Function, allocated: Register) -> Iterator[CType]:
    if isinstance(allocated.type, PointerType):
        yield allocated.type.target
    for one in function.instructions:
        match one:
            case Assign(target=Register(type=PointerType(target=target)), value=value) if _is(value, allocated):
                yield target
            case Store(value=Convert(type=PointerType(target=target)) as value) if _is(value, allocated):
                yield target


def _is(value: Expression, register: Register) -> bool:
    while isinstance(value, Convert):
        value = value.operand
    return value == register


def _is_known(ctype: CType) -> bool:
    found = unqualified(ctype)
    return bool(found.members) if isinstance(found, StructType) else not isinstance(found, VoidType | FunctionType)
