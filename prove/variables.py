"""What a state consists of: slots that hold values, and the variables that stand for those whose value is not known."""

from __future__ import annotations

from typing import TypeAlias

from esbmc_py.goto.addresses import AddressSpace
from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.scalars import Scalar, scalars
from esbmc_py.goto.types import CType, IntType, ScalarType
from symex.terms import BOOL, Term, array_width, bv, eq, ite, symbol, symbols
from symex.values import Value, as_term

from .indices import Inside, inside
from .sizes import Size

MOST_CELLS = 64  # an object of more is one array of bytes
MOST_VALUES = 6  # that a pointer is told apart by
_OF_LIBRARY = ".__padding["  # of locks and their like: they are as large as in glibc
WHOLE = -1  # instead of an offset: an object as an array
LIFE = -2  # instead of an offset: whether the object lives
SIZE = -4  # instead of an offset: how large the object is
POOL = -3  # instead of an offset: a part of all objects of a pool; the size is the width of the array


@dataclass(frozen=True, slots=True)
class RegisterSlot:
    """`frame`: 0 is the innermost."""

    frame: int
    index: int


@dataclass(frozen=True, slots=True)
class CellSlot:
    number: int  # of the object
    offset: int
    size: int


Slot: TypeAlias = RegisterSlot | CellSlot


@dataclass(frozen=True, slots=True)
class AnyValue:
    """Any value."""


ANY = AnyValue()
# What is known of a slot: the few values that it may have, an array without unknowns, which array it points into, what
# a size is a multiple of, or nothing.
Known: TypeAlias = frozenset[int] | Term | Inside | Size | AnyValue


@dataclass(frozen=True, slots=True, eq=False)
class Variable:
    """`name` is unique: among those that threads share, or among those of a thread."""

    name: str
    symbol: Term
    type: ScalarType | None  # None: an array, or whether an object lives
    shared: bool
    values: tuple[int, ...] = ()  # the only ones that it can have, if they are few
    is_thread: bool = False  # holds a thread's address, or null
    ghost: bool = False
    own: bool = True  # of the program, not of the library
    counts: bool = False  # how many threads are at certain locations
    inside: Inside | Size | None = None  # a pointer into an array: the variable is the index; a size: the length
    pointer_bits: int = 64
    number: int = -1  # of the object that it is a part of
    element: ScalarType | None = None  # of the array that is a part of all objects of a pool
    tells_of: str = ""  # "start" or "end" of a thread that is known by name: whether that has been

    @property
    def width(self) -> int:
        return self.symbol.width

    @property
    def value(self) -> Term:
        """As steps begin with it: a choice between its values shows where a pointer may point."""
        if self.inside is not None:
            return self.inside.value(self.symbol, self.pointer_bits)
        if not self.values:
            return self.symbol
        term = bv(self.values[-1], self.width)
        for one in reversed(self.values[:-1]):
            known = bv(one, self.width)
            term = ite(eq(self.symbol, known), known, term)
        return term

    def stored(self, value: Value) -> Term | None:
        """What the variable is when the slot has this value. None: it cannot be said."""
        if self.inside is None:
            return as_term(value, self.width)
        return self.inside.index(value, self.pointer_bits)

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Shape:
    """How an object is taken apart: scalar cells that cover it, or one array."""

    parts: tuple[Scalar, ...]
    whole: bool = False
    of_pool: int = 0  # the width of the array that is a part of all objects of a pool


def shape_of(ctype: CType | None, size: int, pointer_bits: int) -> Shape:
    """Bytes between the scalars are cells, too: programs can copy them."""
    if ctype is None:
        return _filled([], size, pointer_bits)
    parts = scalars(ctype, pointer_bits)
    listed = [part for part in parts if isinstance(part, Scalar)]
    told = [part for part in listed if _OF_LIBRARY not in part.path]
    if len(listed) < len(parts) or len(told) > MOST_CELLS:
        return Shape((), whole=True)
    return _filled(told, size, pointer_bits)


def _filled(listed: list[Scalar], size: int, pointer_bits: int) -> Shape:
    """With words where no scalar is."""
    result: list[Scalar] = []
    position = 0
    for scalar in [*sorted(listed, key=lambda one: one.offset), None]:
        end = size if scalar is None else scalar.offset
        while position < end:
            length = next(
                n for n in (8, 4, 2, 1) if n <= pointer_bits // 8 and position % n == 0 and position + n <= end
            )
            result.append(Scalar(position, IntType(length * 8, False, "bytes"), f" bytes {position}"))
            position += length
        if scalar is not None:
            result.append(scalar)
            position = scalar.offset + size_in_bytes(scalar.type)
    return Shape(tuple(result), whole=False) if len(result) <= MOST_CELLS else Shape((), whole=True)


def size_in_bytes(ctype: ScalarType) -> int:
    return ctype.size


def width_of(slot: CellSlot) -> int:
    if slot.offset == SIZE:
        return slot.size * 8
    if slot.offset == POOL:
        return slot.size
    if slot.offset == WHOLE:
        return array_width(32, 8)
    return BOOL if slot.offset == LIFE else slot.size * 8


def joined(
    known: Known | None,
    value: Value | None,
    *,
    tells_apart: bool,
    itself: Term | None = None,
    space: AddressSpace | None = None,
) -> Known:
    """What is known if the slot may have this value, too. `tells_apart`: more than one value is worth remembering.

    `itself` is what the thread is called: a thread's own slots may be known to hold that. `space`: pointers into arrays
    are worth remembering.
    """
    found = _few_values(known, value, tells_apart=tells_apart, itself=itself)
    if not isinstance(found, AnyValue) or value is None or not tells_apart or space is None:
        return found
    if known is None or isinstance(known, frozenset | Inside):
        return inside(known, value, space) or ANY
    return ANY


def _few_values(known: Known | None, value: Value | None, *, tells_apart: bool, itself: Term | None) -> Known:
    assert not isinstance(known, Size)
    possible = itself if itself is not None and value is itself else constants(value)
    if possible is None or isinstance(known, AnyValue | Inside):
        return ANY
    if isinstance(possible, Term):
        return possible if known is None or known is possible else ANY
    if isinstance(known, Term):
        return ANY
    together = possible if known is None else known | possible
    return together if len(together) <= (MOST_VALUES if tells_apart else 1) else ANY


def constants(value: Value | None) -> frozenset[int] | Term | None:
    """The values that a choice is between; an array without unknowns; None: that is not known."""
    if value is None:
        return None
    if isinstance(value, int):
        return frozenset((value,))
    if value.width < 0 and value.op in ("store", "const_array"):
        return value if not symbols(value) else None
    found: set[int] = set()
    seen: set[int] = set()
    pending = [value]
    while pending:
        term = pending.pop()
        if term.id in seen:
            continue
        seen.add(term.id)
        if term.op == "const":
            found.add(int(term.payload))
        elif term.op == "ite":
            pending += term.args[1:]
        else:
            return None
        if len(seen) > 200:
            return None
    return frozenset(found)


def variable_symbol(name: str, width: int, *, shared: bool) -> Term:
    return symbol(f"{'g' if shared else 'x'}!{name}:{width}", width)
