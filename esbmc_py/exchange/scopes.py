"""Which variable a name means at a place of the source."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.expressions import Register
from esbmc_py.goto.instructions import Assign, Call, Declare, Nondet
from esbmc_py.goto.program import Function, Program
from esbmc_py.goto.symbols import SourceLocation, Symbol

from .source_map import FunctionText

_TEMPORARY = "t"  # what the front end calls its own, with a number


@dataclass(frozen=True, slots=True)
class _Declared:
    variable: Register | Symbol
    begin: int  # of the text in which it is visible
    end: int


def visible(program: Program, text: FunctionText, at: SourceLocation, name: str) -> Register | Symbol | None:
    """The innermost one; None if there is none, or if that cannot be told."""
    place = text.offset(at)
    local = _declared(text, name)
    if local is None or (local and place is None):
        return None
    around = [one for one in local if place is not None and one.begin <= place < one.end]
    if around:
        return max(around, key=lambda one: one.begin).variable
    for parameter in text.function.parameters:
        if parameter.name == name:
            return parameter
    outside = [*program.globals, *program.thread_locals]
    exact = [one for one in outside if one.name == name]
    found = exact or [one for one in outside if one.source_name == name]
    return found[0] if len(found) == 1 else None


@lru_cache(maxsize=4096)
def _declared(text: FunctionText, name: str) -> tuple[_Declared, ...] | None:
    """The local variables of that name; None if what they are cannot be told."""
    found = []
    known: list[tuple[Register | Symbol, SourceLocation]] = [*_registers(text, name), *_objects(text.function, name)]
    for variable, location in known:
        scope = _scope(text, location)
        if scope is None:
            return None
        found.append(_Declared(variable, *scope))
    return tuple(found)


def _registers(text: FunctionText, name: str) -> Iterator[tuple[Register, SourceLocation]]:
    """A name that is there twice has a number behind it, as temporaries have: the text tells them apart."""
    seen = {one.index for one in text.function.parameters}
    for instruction in text.function.instructions:
        match instruction:
            case Declare(variable=Register() as register) | Assign(target=register) | Nondet(target=register):
                pass
            case Call(target=Register() as register):
                pass
            case _:
                continue
        base, _, number = register.name.partition("$")
        if (
            base != name
            or register.index in seen
            or (number and (name == _TEMPORARY or not text.names(instruction.location, name)))
        ):
            continue
        seen.add(register.index)
        yield register, instruction.location


def _objects(function: Function, name: str) -> Iterator[tuple[Symbol, SourceLocation]]:
    for symbol in function.locals:
        if (symbol.source_name or symbol.name.partition("$")[0]) == name:
            yield symbol, symbol.location


def _scope(text: FunctionText, location: SourceLocation) -> tuple[int, int] | None:
    """From the declaration to the end of the block, or of the `for`, that it stands in."""
    at = text.offset(location)
    if at is None or text.body is None:
        return None
    around = [one for one in text.body.inside() if one.keyword in ("{", "for") and one.begin <= at < one.end]
    if not around:
        return None
    return at, max(around, key=lambda one: one.begin).end
