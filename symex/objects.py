"""One object of symbolic memory: cells of known values or terms over an initial contents.

Cells never overlap. An access that matches a cell costs one look-up; one that cuts through cells (unions, casts,
memcpy) takes them apart into bytes. What was never written comes from the initial image, or, where the object began
undefined, from a symbol of its own that the object keeps. An object accessed at too many symbolic offsets becomes an
array of bytes in the theory of arrays.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import field, replace
from functools import lru_cache

from immutables import Map

from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.symbols import SourceLocation

from .terms import (
    FALSE,
    TRUE,
    Term,
    and_,
    any_of,
    array_width,
    bv,
    bvadd,
    bvsub,
    concat,
    const_array,
    eq,
    extract,
    ite,
    not_,
    select,
    store,
    symbol,
    ult,
)
from .values import Value, as_term, choose, known

_LARGEST_CELL = 16
Cells = Map[int, tuple[int, Value]]  # offset → size in bytes, value
_NO_CELLS: Cells = Map()
_INDEX = 32  # bits of an array's index

# The symbols that stand for undefined contents, by instance and offset: a counterexample asks what they were.
undefined_parts: dict[str, dict[int, Term]] = {}
WHOLE_ARRAY = -1  # instead of an offset: of the array of all bytes
_undefined_arrays: dict[str, Term] = {}  # by instance; from then on none of its bytes gets a symbol of its own


def forget_undefined_parts() -> None:
    undefined_parts.clear()
    _undefined_arrays.clear()
    _image_array.cache_clear()


@dataclass(frozen=True, slots=True)
class Mixture:
    """Contents that are those of one object at some bytes, and those of another one elsewhere.

    Some are the bytes `begin` to `begin` + `count` (as an array's indices; all of them without these), where `when`
    holds.
    """

    one: Object
    other: Object
    when: Term = TRUE
    begin: Term | None = None
    count: Term | None = None
    known: dict[tuple[int, int], Value] = field(default_factory=dict, compare=False)  # what was read: offset, size

    def is_of_one(self, place: Term) -> Term:
        if self.begin is None or self.count is None:
            return self.when
        return and_(self.when, ult(bvsub(place, self.begin), self.count))

    def read(self, offset: int, size: int) -> Value:
        found = self.known.get((offset, size))
        if found is None:
            found = self.known[offset, size] = self._read(offset, size)
        return found

    def _read(self, offset: int, size: int) -> Value:
        choices = [self.is_of_one(bv(place, _INDEX)) for place in range(offset, offset + size)]
        if all(choice is FALSE for choice in choices):
            return read(self.other, offset, size)[0]
        value = read(self.one, offset, size)[0]
        if all(choice is TRUE for choice in choices):
            return value
        return _chosen_by_byte(choices, value, read(self.other, offset, size)[0])

    def read_at(self, index: Term, size: int) -> Value:
        choices = [self.is_of_one(bvadd(index, bv(place, _INDEX))) for place in range(size)]
        return _chosen_by_byte(choices, _read_array(self.one, index, size), _read_array(self.other, index, size))


@dataclass(frozen=True, slots=True)
class Object:
    size: Value  # in bytes; a term for malloc(n) with an unknown n
    image: bytes | None  # None: undefined
    name: str  # of the instance, unique; names the symbols for undefined contents
    alive: Term = TRUE
    cells: Cells = _NO_CELLS
    cell_size: int = 0  # the size of all cells, 0 if there are none, -1 if they differ
    array: Term | None = None  # bytes, instead of cells
    constant: bool = False
    heap: bool = False
    site: SourceLocation | None = None  # where the program allocated it, if leaks are looked for
    mixture: Mixture | None = None  # the initial contents, instead of an image or undefined ones

    @property
    def is_array(self) -> bool:
        return self.array is not None or (self.mixture is not None and self.mixture.one.is_array)


Memory = Map[int, Object]  # by number


def read(target: Object, offset: int, size: int) -> tuple[Value, Object]:
    """The value at a known offset, and the object (which remembers the symbol that an undefined part got)."""
    if target.array is not None or (target.mixture is not None and target.is_array):
        return _read_array(target, bv(offset, _INDEX), size), target
    cell = target.cells.get(offset)
    if cell is not None and cell[0] == size:
        return cell[1], target
    if cell is None and (target.cell_size == 0 or (target.cell_size == size and offset % size == 0)):
        return _untouched(target, offset, size)
    return _read_bytes(target, offset, size)


def _untouched(target: Object, offset: int, size: int) -> tuple[Value, Object]:
    """From the initial contents, where no cell is in the way."""
    if target.image is not None:
        return int.from_bytes(target.image[offset : offset + size].ljust(size, b"\0"), "little"), target
    if target.mixture is not None:
        value = target.mixture.read(offset, size)
    else:
        value = _undefined(target.name, offset, size)
    return value, _with_cell(target, offset, size, value)


def _chosen_by_byte(choices: list[Term], first: Value, second: Value) -> Value:
    if all(choice is choices[0] for choice in choices):
        return _chosen(choices[0], first, second, len(choices))
    width = 8 * len(choices)
    one, other = as_term(first, width), as_term(second, width)
    result: Term | None = None
    for place, choice in enumerate(choices):
        byte = ite(choice, *(extract(term, place * 8 + 7, place * 8) for term in (one, other)))
        result = byte if result is None else concat(byte, result)
    assert result is not None
    return known(ite(any_of(choices), result, other))  # a pointer that was not written over stays one


def _undefined(name: str, offset: int, size: int) -> Value:
    """Bytes that an instance began with. No byte has two symbols, though other paths may have read other pieces: all
    paths are in one formula, and a model must say one thing about it."""
    parts = undefined_parts.setdefault(name, {})
    if WHOLE_ARRAY in parts:
        return _selected(_undefined_array(name), bv(offset, _INDEX), size)
    result: Term | None = None
    position = offset
    while position < offset + size:
        start, symbol_there = _part(name, parts, position, offset + size)
        skipped = position - start
        taken = min(symbol_there.width // 8 - skipped, offset + size - position)
        piece = extract(symbol_there, (skipped + taken) * 8 - 1, skipped * 8)
        result = piece if result is None else concat(piece, result)
        position += taken
    assert result is not None
    return result


def _part(name: str, parts: dict[int, Term], position: int, end: int) -> tuple[int, Term]:
    """The symbol that a byte has, or gets, with the bytes after it that have none; and where it begins."""
    for start in range(position, max(position - _LARGEST_CELL, -1), -1):
        if start in parts:
            if start + parts[start].width // 8 > position:
                return start, parts[start]
            break
    length = 1
    while position + length < end and position + length not in parts:
        length += 1
    parts[position] = symbol(f"{name}+{position}:{length}", length * 8)
    return position, parts[position]


def _read_bytes(target: Object, offset: int, size: int) -> tuple[Value, Object]:
    """Puts the value together from the cells (and untouched bytes) that the range covers."""
    result: Term | None = None
    position = offset
    while position < offset + size:
        start, length, value, target = _piece(target, position, offset + size)
        term = as_term(value, length * 8)
        skipped = position - start
        taken = min(length - skipped, offset + size - position)
        part = extract(term, (skipped + taken) * 8 - 1, skipped * 8)
        result = part if result is None else concat(part, result)
        position += taken
    assert result is not None
    return known(result), target


def _piece(target: Object, position: int, end: int) -> tuple[int, int, Value, Object]:
    """The cell that covers a byte, or the untouched stretch from that byte up to the next cell."""
    for start in range(position, max(position - _LARGEST_CELL, -1), -1):
        cell = target.cells.get(start)
        if cell is not None:
            if start + cell[0] > position:
                return start, cell[0], cell[1], target
            break
    length = 1
    while position + length < end and target.cells.get(position + length) is None:
        length += 1
    value, target = _untouched(target, position, length)
    return position, length, value, target


def write(target: Object, offset: int, size: int, value: Value) -> Object:
    if target.array is not None or (target.mixture is not None and target.is_array):
        return _write_array(target, bv(offset, _INDEX), size, value)
    cell = target.cells.get(offset)
    exact = cell is not None and cell[0] == size
    apart = cell is None and (target.cell_size == 0 or (target.cell_size == size and offset % size == 0))
    if not exact and not apart:
        target = _clear(target, offset, size)
    return _with_cell(target, offset, size, value)


def _with_cell(target: Object, offset: int, size: int, value: Value) -> Object:
    uniform = size if target.cell_size in (0, size) and offset % size == 0 else -1
    return Object(
        target.size, target.image, target.name, target.alive, target.cells.set(offset, (size, value)), uniform,
        None, target.constant, target.heap, target.site, target.mixture,
    )  # fmt: skip


def _clear(target: Object, offset: int, size: int) -> Object:
    """Makes room: cells that reach into the range keep the bytes outside it."""
    cells = target.cells
    for start in range(max(0, offset - _LARGEST_CELL + 1), offset + size):
        cell = cells.get(start)
        if cell is None or start + cell[0] <= offset:
            continue
        length, value = cell
        cells = cells.delete(start)
        term = as_term(value, length * 8)
        if start < offset:
            kept = offset - start
            cells = cells.set(start, (kept, known(extract(term, kept * 8 - 1, 0))))
        if start + length > offset + size:
            skip = offset + size - start
            cells = cells.set(offset + size, (length - skip, known(extract(term, length * 8 - 1, skip * 8))))
    return replace(target, cells=cells, cell_size=-1 if cells else 0)


def copy(target: Object, target_offset: int, source: Object, source_offset: int, size: int) -> tuple[Object, Object]:
    """Cell by cell, so that what is undefined in the source is no more decided in the target than it was.

    Within one object, the parts of the source have their symbols before the target is written: they keep them.
    """
    within, pieces = target is source, []
    position = 0
    while position < size:
        start, length, value, source = _copied_piece(source, source_offset + position, source_offset + size)
        skipped = source_offset + position - start
        taken = min(length - skipped, size - position)
        if skipped or taken < length:
            value = known(extract(as_term(value, length * 8), (skipped + taken) * 8 - 1, skipped * 8))
        pieces.append((position, taken, value))
        position += taken
    target = source if within else target
    for position, taken, value in pieces:
        target = write(target, target_offset + position, taken, value)
    return target, source


def _copied_piece(source: Object, position: int, end: int) -> tuple[int, int, Value, Object]:
    if source.is_array:
        return position, 1, _read_array(source, bv(position, _INDEX), 1), source
    start, length, value, source = _piece(source, position, min(end, position + 8))
    return start, length, value, source


# -- symbolic offsets -------------------------------------------------------------------------------------------------


def read_at(target: Object, offset: Term, offsets: list[int], size: int) -> tuple[Value, Object]:
    """At one of a few possible offsets: a choice between their values."""
    result: Value | None = None
    for candidate in reversed(offsets):
        value, target = read(target, candidate, size)
        if result is None:
            result = value
        else:
            result = choose(eq(offset, bv(candidate, offset.width)), value, result, size * 8)
    assert result is not None
    return result, target


def write_at(target: Object, offset: Term, offsets: list[int], size: int, value: Value) -> Object:
    for candidate in offsets:
        old, target = read(target, candidate, size)
        new = choose(eq(offset, bv(candidate, offset.width)), value, old, size * 8)
        assert new is not None
        target = write(target, candidate, size, new)
    return target


def as_array(target: Object) -> Object:
    """The same contents as an array of bytes."""
    if target.is_array:
        return target
    made = replace(target, cells=_NO_CELLS, cell_size=0)
    if target.mixture is not None:
        one, other = as_array(target.mixture.one), as_array(target.mixture.other)
        made = replace(made, mixture=replace(target.mixture, one=one, other=other, known={}))
    elif target.image is not None:
        made = replace(made, array=_image_array(target.image))
    else:
        made = replace(made, array=_undefined_array(target.name))
    for offset, (size, value) in sorted(target.cells.items()):
        made = _write_array(made, bv(offset, _INDEX), size, value)
    return made


def _undefined_array(name: str) -> Term:
    """All bytes that an instance began with. Those that have symbols already, on whatever path, keep them."""
    array = _undefined_arrays.get(name)
    if array is None:
        parts = undefined_parts.setdefault(name, {})
        array = parts.setdefault(WHOLE_ARRAY, symbol(f"{name}[]", array_width(_INDEX, 8)))
        for offset, part in sorted(parts.items()):
            if offset != WHOLE_ARRAY:
                array = _stored(array, bv(offset, _INDEX), part.width // 8, part)
        _undefined_arrays[name] = array
    return array


@lru_cache(maxsize=256)
def _image_array(image: bytes) -> Term:
    array = const_array(_INDEX, bv(0, 8))
    for offset, byte in enumerate(image):
        if byte:
            array = store(array, bv(offset, _INDEX), bv(byte, 8))
    return array


def read_array(target: Object, offset: Term, size: int) -> Value:
    return _read_array(target, _index(offset), size)


def write_array(target: Object, offset: Term, size: int, value: Value) -> Object:
    return _write_array(target, _index(offset), size, value)


def _index(offset: Term) -> Term:
    return extract(offset, _INDEX - 1, 0) if offset.width > _INDEX else offset


def _read_array(target: Object, index: Term, size: int) -> Value:
    if target.mixture is not None:
        return target.mixture.read_at(index, size)
    assert target.array is not None
    return _selected(target.array, index, size)


def _write_array(target: Object, index: Term, size: int, value: Value) -> Object:
    """In a mixture, what is written is there, whichever of the two counts."""
    return _with_array_write(target, index, size, value, {})


def _with_array_write(target: Object, index: Term, size: int, value: Value, done: dict[int, Object]) -> Object:
    """`done`: what has become of objects, of which some may be in a mixture in several places."""
    found = done.get(id(target))
    if found is not None:
        return found
    mixture = target.mixture
    if mixture is not None:
        one, other = (_with_array_write(part, index, size, value, done) for part in (mixture.one, mixture.other))
        found = replace(target, mixture=replace(mixture, one=one, other=other, known={}))
    else:
        assert target.array is not None
        found = replace(target, array=_stored(target.array, index, size, value))
    done[id(target)] = found
    return found


def _selected(array: Term, index: Term, size: int) -> Value:
    result = select(array, index)
    for position in range(1, size):
        result = concat(select(array, bvadd(index, bv(position, _INDEX))), result)
    return known(result)


def _stored(array: Term, index: Term, size: int, value: Value) -> Term:
    term = as_term(value, size * 8)
    for position in range(size):
        byte = extract(term, position * 8 + 7, position * 8)
        array = store(array, bvadd(index, bv(position, _INDEX)), byte)
    return array


# -- bytes that become anything ---------------------------------------------------------------------------------------


def havoc(target: Object, begin: Value, count: Value, name: str) -> Object:
    """So many bytes from there on, all inside the object, are those of the undefined contents of that name."""
    anything = replace(target, image=None, name=name, cells=_NO_CELLS, cell_size=0, array=None, mixture=None)
    if begin == 0 and count.__class__ is int and count == target.size:
        return anything
    if target.is_array:
        anything = as_array(anything)
    mixture = Mixture(anything, target, TRUE, _index(as_term(begin, 64)), _index(as_term(count, 64)))
    return _mixed(target, name, mixture)


def _mixed(target: Object, name: str, mixture: Mixture) -> Object:
    return replace(target, image=None, name=name, cells=_NO_CELLS, cell_size=0, array=None, mixture=mixture)


def flattened(target: Object) -> Object:
    """The same contents, and no mixture."""
    return target if target.mixture is None else _materialised(target)


def words(target: Object, size: int) -> Iterator[tuple[int, Value]]:
    """What was written as cells of that size and is still there, or may be."""
    if target.mixture is None:
        yield from ((offset, value) for offset, (width, value) in target.cells.items() if width == size)
        return
    offsets: dict[int, None] = {}
    pending, seen = [target], set[int]()
    while pending:
        part = pending.pop()
        offsets.update((offset, None) for offset, (width, _) in part.cells.items() if width == size)
        if part.mixture is not None and id(part) not in seen:
            seen.add(id(part))
            pending += (part.mixture.one, part.mixture.other)
    yield from ((offset, read(target, offset, size)[0]) for offset in sorted(offsets))


# -- merging ----------------------------------------------------------------------------------------------------------


def merge(condition: Term, then: Object, otherwise: Object, pointer_bits: int = 64) -> Object:
    """The object that is `then` where the condition holds and `otherwise` elsewhere; both are the same instance."""
    if then is otherwise:
        return then
    alive = then.alive if then.alive is otherwise.alive else ite(condition, then.alive, otherwise.alive)
    size = _chosen(condition, then.size, otherwise.size, pointer_bits // 8)
    mixed = then.mixture is not otherwise.mixture or (then.mixture is not None and then.is_array)
    if mixed and then.size == otherwise.size:
        return _merge_mixtures(condition, then, otherwise, alive)
    if mixed or then.name != otherwise.name:  # two lives of one number: undefined bytes may not be mixed up
        then, otherwise = _materialised(then), _materialised(otherwise)
        if isinstance(size, Term):  # what only one of them has is not given to the other
            then, otherwise = as_array(then), as_array(otherwise)
    if then.array is not None or otherwise.array is not None:
        then, otherwise = as_array(then), as_array(otherwise)
        assert then.array is not None and otherwise.array is not None
        array = ite(condition, then.array, otherwise.array)
        return replace(then, array=array, alive=alive, size=size)
    result, changed = then, {}
    for offset, length in _spans(then, otherwise):
        cell, other = then.cells.get(offset), otherwise.cells.get(offset)
        if cell is other:
            continue  # neither side has touched it: no other cell reaches into it
        if cell is not None and other is not None and cell[0] == other[0]:  # nor does any into a cell of both
            changed[offset] = (length, _chosen(condition, cell[1], other[1], length))
            continue
        first, then = read(then, offset, length)
        second, otherwise = read(otherwise, offset, length)
        result = write(result, offset, length, _chosen(condition, first, second, length))
    result = _with_cells(result, changed)
    return replace(result, alive=alive, size=size)


def _merge_mixtures(condition: Term, then: Object, otherwise: Object, alive: Term) -> Object:
    """One of the two is a mixture: the result is another one, and nothing is looked at."""
    for one, other, when in ((then, otherwise, condition), (otherwise, then, not_(condition))):
        mixture = one.mixture
        if mixture is not None and mixture.other is other and not one.cells:  # nothing else has happened to it
            return replace(one, mixture=replace(mixture, when=and_(mixture.when, when), known={}), alive=alive)
    if then.is_array or otherwise.is_array:
        then, otherwise = as_array(then), as_array(otherwise)
    mixed = _mixed(then, f"{then.name}|{otherwise.name}", Mixture(then, otherwise, condition))
    return replace(mixed, alive=alive)


def _spans(one: Object, other: Object) -> Iterator[tuple[int, int]]:
    """Offsets and sizes of both objects' cells, without those inside of larger ones: a pointer that was written over
    bytes stays a pointer.
    """
    if one.cell_size == other.cell_size > 0:
        yield from ((offset, one.cell_size) for offset in {**dict(other.cells), **dict(one.cells)})
        return
    spans = {(offset, cell[0]) for target in (one, other) for offset, cell in target.cells.items()}
    done = 0
    for offset, size in sorted(spans, key=lambda span: (span[0], -span[1])):
        if offset + size > done:
            done = offset + size
            yield offset, size


def _with_cells(target: Object, changed: dict[int, tuple[int, Value]]) -> Object:
    """With other values in cells that it has."""
    if not changed:
        return target
    return Object(
        target.size, target.image, target.name, target.alive, target.cells.update(changed), target.cell_size,
        None, target.constant, target.heap, target.site, target.mixture,
    )  # fmt: skip


def _chosen(condition: Term, first: Value, second: Value, size: int) -> Value:
    chosen = choose(condition, first, second, size * 8)
    assert chosen is not None
    return chosen


def _materialised(target: Object) -> Object:
    """With every undefined byte given its symbol."""
    if target.is_array and target.mixture is not None:
        return _with_bytes(target)
    if target.image is not None or target.array is not None or target.size.__class__ is not int:
        return target
    offset, size = 0, int(target.size)
    while offset < size:
        start, length, _, target = _piece(target, offset, min(size, offset + 8))
        offset = start + length
    return target if target.mixture is None else replace(target, mixture=None)


def _with_bytes(target: Object) -> Object:
    assert isinstance(target.size, int)
    cells = {offset: (1, _read_array(target, bv(offset, _INDEX), 1)) for offset in range(target.size)}
    return replace(target, mixture=None, cells=_NO_CELLS.update(cells), cell_size=1 if cells else 0)
