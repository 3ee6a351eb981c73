"""Objects that are accessed at places which are not known, and are too many to choose from: arrays.

The offset of an access to such an object is i * 24 + 8, say: only the rest modulo the *stride* is known. So the object
is a table with rows of as many bytes as the stride, cut into *columns* at the boundaries of the accesses to it. Two
accesses meet where they are of the same column and begin at the same byte of the object. Elements of an array of
structures are rows, and their members are columns, which have nothing to do with each other.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from math import gcd

from symex import objects
from symex.objects import Object
from symex.offsets import residue
from symex.terms import Term, bv, bvadd, eq, extract, ite, ult, unsigned_range, zext
from symex.values import Value, as_term

from .cells import Key


@dataclass(frozen=True, slots=True)
class AccessPart:
    """A part of an access: `size` bytes from its byte `start` on, which are of the cell `key`."""

    key: Key
    start: int
    size: int
    index: Term | None = None  # of an array's column: at which byte of the object the element begins


@dataclass(frozen=True, slots=True)
class ArrayLayout:
    """How an array is cut: the bytes of a row, and per column its first byte in the row and its size."""

    stride: int
    columns: tuple[tuple[int, int], ...]
    bits: int  # that tell one byte of the object from all others

    def pieces(self, number: int, offset: Value, size: int) -> Iterator[AccessPart]:
        rest = rest_of(offset, self.stride)
        sizes = dict(self.columns)
        base = bv(offset, self.bits) if isinstance(offset, int) else extract(offset, self.bits - 1, 0)
        position = 0
        while position < size:
            column = (rest + position) % self.stride
            yield AccessPart((number, column), position, sizes[column], bvadd(base, bv(position, self.bits)))
            position += sizes[column]


def rest_of(offset: Value, stride: int) -> int:
    """The first byte of an access in its row. Where the offset does not tell, it is aligned to the stride."""
    return (offset if isinstance(offset, int) else residue(offset)[1]) % stride


@dataclass(frozen=True, slots=True)
class Span:
    """An access to an array: its offset, and how far apart the places are that it may be at (0: there is one)."""

    offset: Value
    step: int
    size: int


def span(offset: Value, size: int) -> Span:
    return Span(offset, 0 if isinstance(offset, int) else residue(offset)[0], size)


def layout(spans: Iterable[Span], most: int) -> ArrayLayout:
    """Of an object of at most so many bytes, so that every access is one of whole columns."""
    spans = list(spans)
    stride = gcd(*(one.step for one in spans))
    cuts = {0}
    for one in spans:
        rest = rest_of(one.offset, stride)
        cuts |= {rest, (rest + one.size) % stride}
    edges = [*sorted(cuts), stride]
    columns = tuple((low, high - low) for low, high in pairwise(edges))
    return ArrayLayout(stride, columns, most.bit_length())


# -- what is in it at the start ---------------------------------------------------------------------------------------


def at_start(target: Object, cut: ArrayLayout) -> Callable[[Key, Term], Term]:
    """What an array holds at the start, in the column of a key, at an index."""
    known: dict[int, tuple[dict[int, Term], bool]] = {}
    size_of_column = dict(cut.columns)

    def at(key: Key, index: Term) -> Term:
        column, size = key[1], size_of_column[key[1]]
        if column not in known:
            known[column] = _rows(target, cut, column, size)
        rows, whole = known[column]
        if not whole:
            return _from_bytes(target, index, size)
        untouched = bv(0, size * 8) if target.image is not None else None
        if untouched is None and not _covers(rows, target, cut, column, size):
            untouched = _from_bytes(replace(target, cells=type(target.cells)(), cell_size=0), index, size)
        return _lookup(sorted(rows.items(), key=lambda row: row[0]), index, untouched)

    return at


def _from_bytes(target: Object, index: Term, size: int) -> Term:
    value = objects.read_array(objects.as_array(target), zext(index, max(index.width, 32)), size)
    return as_term(value, size * 8)


def _rows(target: Object, cut: ArrayLayout, column: int, size: int) -> tuple[dict[int, Term], bool]:
    """The rows of a column, by offset, that may hold another value than untouched ones; and whether that is known."""
    if target.array is not None:
        return {}, False
    touched: set[int] = set()
    for start, (length, _) in target.cells.items():
        first = start - (start - column) % cut.stride
        touched |= {row for row in range(first, start + length, cut.stride) if row + size > start and row >= 0}
    image = target.image
    if image is not None and image.count(0) < len(image):
        touched |= {row for row in range(column, len(image), cut.stride) if any(image[row : row + size])}
    rows: dict[int, Term] = {}
    for row in touched:
        if image is None and not _is_written(target, row, size):
            return {}, False
        value, _ = objects.read(target, row, size)
        rows[row] = as_term(value, size * 8)
    return rows, True


def _is_written(target: Object, row: int, size: int) -> bool:
    cell = target.cells.get(row)
    return cell is not None and cell[0] == size


def _covers(rows: dict[int, Term], target: Object, cut: ArrayLayout, column: int, size: int) -> bool:
    if not isinstance(target.size, int):
        return False
    return len(rows) == len(range(column, target.size - size + 1, cut.stride))


def _lookup(rows: list[tuple[int, Term]], index: Term, otherwise: Term | None) -> Term:
    """A binary search. None: the index is that of a row."""
    if not rows:
        assert otherwise is not None
        return otherwise
    if len(rows) == 1:
        row, value = rows[0]
        return value if otherwise is None else ite(eq(index, bv(row, index.width)), value, otherwise)
    middle = len(rows) // 2
    low, high = _lookup(rows[:middle], index, otherwise), _lookup(rows[middle:], index, otherwise)
    return low if low is high else ite(ult(index, bv(rows[middle][0], index.width)), low, high)


def most_bytes(target: Object) -> int:
    """That an object can have."""
    return target.size if isinstance(target.size, int) else unsigned_range(target.size)[1]
