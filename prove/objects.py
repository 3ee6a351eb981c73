"""Objects of memory as slots, and what slots hold as terms."""

from __future__ import annotations

from collections.abc import Iterator

from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.symbols import Symbol
from symex.objects import Object
from symex.terms import Term, boolean, bv, symbol
from symex.values import Value

from .pools import Part
from .variables import LIFE, POOL, SIZE, WHOLE, CellSlot, Shape, Variable, size_in_bytes


@dataclass(frozen=True, slots=True, eq=False)
class ObjectInfo:
    """`base` is what is left of the object when all slots are taken out."""

    number: int
    base: Object
    shape: Shape
    symbol: Symbol | None
    shared: bool
    mortal: bool
    part: Part | None = None  # of a pool: all there is to the object
    size_bytes: int = 0  # of the number that tells the object's size, if that is not known

    def slots(self) -> Iterator[CellSlot]:
        if self.mortal:
            yield CellSlot(self.number, LIFE, 0)
        if self.size_bytes:
            yield CellSlot(self.number, SIZE, self.size_bytes)
        if self.shape.whole:
            yield CellSlot(self.number, WHOLE, 0)
        if self.shape.of_pool:
            yield CellSlot(self.number, POOL, self.shape.of_pool)
        for part in self.shape.parts:
            yield CellSlot(self.number, part.offset, size_in_bytes(part.type))


def or_anything(value: Value | None, variable: Variable) -> Term:
    if value is None:
        return symbol(f"undefined!{variable.symbol.payload}", variable.width)
    found = variable.stored(value)
    assert found is not None, f"{variable} is not as it was said to be"
    return found


def value_term(value: Value, width: int) -> Term:
    if isinstance(value, Term):
        return value
    return boolean(bool(value)) if width == 0 else bv(value, width)
