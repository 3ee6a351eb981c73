"""Symbolic memory: reading and writing through pointers, with every way in which that can go wrong.

A pointer that is a number is split into object and offset at once. One that is a term is taken apart into its leaves,
and each access becomes a choice between the objects that it may touch. Faults are reported to the run that asks, each
with the condition under which it happens; the access then goes on under the condition that it does not.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from esbmc_py.goto.addresses import AddressSpace
from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.extents import extents
from esbmc_py.goto.instructions import Havoc
from esbmc_py.goto.numbering import Identity, Numbering, ObjectKind
from esbmc_py.goto.properties import OUTSIDE, Property
from esbmc_py.goto.symbols import Symbol
from esbmc_py.goto.types import CType

from . import objects
from .objects import Object
from .offsets import candidate_offsets
from .pointers import leaves
from .terms import FALSE, TRUE, Term, all_of, and_, bv, bvadd, bvsub, eq, extract, not_, ule, ult, unsigned_range
from .values import Value, as_term, choose, known

if TYPE_CHECKING:
    from .run import Run

FIRST_PAGE = 4096  # addresses up to here are null pointers with an offset


@dataclass(frozen=True, slots=True)
class Target:
    """A part of memory that an access may touch, where `guard` holds. The offset is known or a term."""

    guard: Term
    number: int
    offset: Value


def load(run: Run, address: Value, size: int, place: str) -> Value:
    if address.__class__ is int:
        number, offset = run.space.split(address)
        found = run.memory.get(number)
        if found is not None and found.alive is TRUE and offset >= 0 and _ends_inside(found, offset, size):
            value, changed = objects.read(found, offset, size)
            if changed is not found:
                run.memory = run.memory.set(number, changed)
            return value
    result: Value | None = None
    for target in access(run, address, size, place, write=False):
        value = _read(run, target, size)
        result = value if result is None else choose(target.guard, value, result, size * 8)
    return 0 if result is None else result  # no target: the run ended here


def store(run: Run, address: Value, size: int, value: Value, place: str) -> None:
    if address.__class__ is int:
        number, offset = run.space.split(address)
        found = run.memory.get(number)
        if (
            found is not None
            and found.alive is TRUE
            and offset >= 0
            and not found.constant
            and _ends_inside(found, offset, size)
        ):
            run.memory = run.memory.set(number, objects.write(found, offset, size, value))
            return
    for target in list(access(run, address, size, place, write=True)):
        _write(run, target, size, value)


def copy(run: Run, target_address: Value, source_address: Value, size: int, place: str, source_place: str) -> None:
    """Raw bytes. Both addresses known and valid is by far the most common case."""
    sources = list(access(run, source_address, size, source_place, write=False))
    targets = list(access(run, target_address, size, place, write=True))
    if len(sources) == 1 and len(targets) == 1:
        source, target = sources[0], targets[0]
        if source.offset.__class__ is int and target.offset.__class__ is int:
            _copy_known(run, target, source, size)
            return
    position = 0
    while position < size:  # through pointers that are not known: in words
        width = next(w for w in (8, 4, 2, 1) if position + w <= size)
        value = load(run, _plus(run, source_address, position), width, source_place)
        store(run, _plus(run, target_address, position), width, value, place)
        position += width


def havoc(run: Run, address: Value, count: Value, instruction: Havoc) -> bool:
    """So many bytes, one at least, are anything from now on. (That they end inside the object, somebody has made sure.)

    False: nothing was done, since others may see the bytes, or since it is not known how large the object is.
    """
    bits = run.space.pointer_bits
    begin: Value = 0
    sizes: list[Value] = []
    for guard, number, offset in _where(run, address):
        found = None if number is None else run.memory.get(number)
        if number is None or instruction.leaves_alone(run.numbering.symbol(number)):
            return False
        if found is not None:
            sizes.append(found.size)
            begin = _chosen(guard, offset, begin, bits)
    known_sizes = [size for size in sizes if isinstance(size, int)]
    if len(known_sizes) < len(sizes):
        return False
    name = run.fresh_bytes(begin, max(known_sizes, default=0))
    targets = list(access(run, address, 1, instruction.place, write=True))
    for target in targets:
        there = count if len(targets) == 1 else _chosen(target.guard, count, 0, bits)
        run.memory = run.memory.set(target.number, objects.havoc(run.memory[target.number], target.offset, there, name))
    return True


def extents_of(run: Run, address: Value, count: Value) -> Iterator[tuple[Term, int, int, int]]:
    """Of so many bytes, which objects they may be in, and where there they begin and end at most."""
    for guard, number, offset in _where(run, address):
        found = None if number is None else run.memory.get(number)
        if number is not None and found is not None and isinstance(found.size, int):
            begin, end = (offset, found.size) if isinstance(offset, int) else (0, found.size)
            if isinstance(offset, int) and isinstance(count, int):
                end = min(begin + count, end)
            yield guard, number, begin, end


def objects_at(space: AddressSpace, address: Value) -> set[int]:
    """The objects that an address is known to be in; it may be elsewhere, too."""
    if isinstance(address, int):
        return {space.split(address)[0]}
    return {leaf.object for leaf in leaves(address, space) if leaf.object is not None}


def _chosen(condition: Term, then: Value, otherwise: Value, bits: int) -> Value:
    result = choose(condition, then, otherwise, bits)
    assert result is not None
    return result


def object_size(run: Run, address: Value) -> Value:
    """Of the object at whose beginning the pointer points: realloc would free it in the end."""
    result: Value | None = None
    for target in access(run, address, None, "the object's size", write=False):
        _require_beginning(run, target.guard, target.number, target.offset)
        size = run.memory[target.number].size
        result = size if result is None else choose(target.guard, size, result, run.space.pointer_bits)
    return 0 if result is None else result


def _where(run: Run, address: Value) -> list[tuple[Term, int | None, Value]]:
    """Object and offset of an address, each with the condition under which it is that one."""
    if address.__class__ is int:
        return [(TRUE, *run.space.split(address))]
    return [(leaf.guard, leaf.object, known(leaf.offset)) for leaf in leaves(address, run.space)]


def room(run: Run, address: Value, element: CType | None) -> Value:
    """How many bytes may be written from there on; 0 where there is no object, or where a pointer does not tell."""
    return _left(run, address, element, writing=True, unknown=0)


def extent(run: Run, address: Value) -> Value:
    """How many bytes there are from there to the end of the object; very many where a pointer does not tell."""
    return _left(run, address, None, writing=False, unknown=run.space.plenty)


def _left(run: Run, address: Value, element: CType | None, *, writing: bool, unknown: int) -> Value:
    bits = run.space.pointer_bits
    result: Value = unknown
    for guard, number, offset in _where(run, address):
        target = None if number is None else run.memory.get(number)
        if target is None or (writing and target.constant):
            continue
        if offset.__class__ is int and target.size.__class__ is int:
            inside = TRUE if 0 <= offset < target.size else FALSE
        else:
            inside = ult(as_term(offset, bits), as_term(target.size, bits))
        there = all_of([guard, inside, target.alive])
        left = known(bvsub(as_term(_end(run, number, offset, target.size, element), bits), as_term(offset, bits)))
        chosen = choose(there, left, result, bits)
        assert chosen is not None
        result = chosen
    return result


def _end(run: Run, number: int | None, offset: Value, size: Value, element: CType | None) -> Value:
    """Of the object, or of the row of `element` in it in which the offset is."""
    found = None if element is None or number is None else run.executor.numbering.symbol(number)
    if found is None or element is None:
        return size
    bits = run.space.pointer_bits
    result = size
    for begin, end in extents(found.type, element):
        place = as_term(offset, bits)
        inside = and_(ule(bv(begin, bits), place), ult(place, bv(end, bits)))
        chosen = choose(inside, end, result, bits)
        assert chosen is not None
        result = chosen
    return result


def is_function(run: Run, address: Value) -> Value:
    """1 where a function begins at the address; 0 elsewhere, also where a pointer does not tell."""
    bits = run.space.pointer_bits
    result: Value = 0
    for guard, number, offset in _where(run, address):
        if number is not None and run.executor.function_at(run.space.join(number, 0)) is not None:
            begins = eq(as_term(offset, bits), bv(0, bits))
            chosen = choose(and_(guard, begins), 1, result, bits)
            assert chosen is not None
            result = chosen
    return result


def _plus(run: Run, address: Value, offset: int) -> Value:
    if address.__class__ is int:
        return address + offset
    return known(bvadd(address, bv(offset, run.space.pointer_bits)))  # type: ignore[arg-type]


def _copy_known(run: Run, target: Target, source: Target, size: int) -> None:
    source_object, target_object = run.memory[source.number], run.memory[target.number]
    if source.number == target.number and source.offset == target.offset:
        return
    changed, remembered = objects.copy(target_object, target.offset, source_object, source.offset, size)  # type: ignore[arg-type]
    memory = run.memory
    if remembered is not source_object and source.number != target.number:
        memory = memory.set(source.number, remembered)
    run.memory = memory.set(target.number, changed)


def _ends_inside(found: Object, offset: int, size: int) -> bool:
    return found.size.__class__ is int and offset + size <= found.size


# -- which objects, and what is wrong ---------------------------------------------------------------------------------


def access(run: Run, address: Value, size: int | None, place: str, *, write: bool) -> Iterator[Target]:
    """The targets of an access, faults reported. The first target's guard may be taken as TRUE: one of them holds.

    Without a size it is only about which object that is, wherever in or near it the pointer points.
    """
    doing = f"{'writing' if write else 'reading'} {place}"
    bits = run.space.pointer_bits
    found: list[Target] = []
    for guard, number, offset in _candidates(run, address):
        if number is None:
            pointer = as_term(offset, bits)
            null = ult(pointer, bv(FIRST_PAGE, bits))
            run.fault(and_(guard, null), Property.NULL, f"{doing} through a null pointer")
            message = f"{doing}: the pointer points to no object"
            run.fault(and_(guard, _points_nowhere(run, pointer)), Property.BOUNDS, message)
            run.unsupported(guard, f"{doing} through a pointer that was made from an integer")
            continue
        if offset.__class__ is int and offset >> (bits - 1):
            offset = offset - (1 << bits)
        valid = _check(run, guard, number, offset, size, doing, write)
        if valid is not FALSE:
            found.append(Target(guard, number, offset))
    return iter(found)


def _candidates(run: Run, address: Value) -> list[tuple[Term, int | None, Value]]:
    """What a pointer may point to: an object's number (None: it tells nothing) and the offset, and when."""
    if isinstance(address, int):
        return [(TRUE, *run.space.split(address))]
    return [(leaf.guard, leaf.object, known(leaf.offset)) for leaf in leaves(address, run.space)]


def _points_nowhere(run: Run, pointer: Term) -> Term:
    """What a pointer that tells nothing, such as an undefined one, can do at least, if it is not null."""
    space = run.space
    shifted = bvadd(pointer, bv(space.slack, space.pointer_bits))
    number = extract(shifted, space.pointer_bits - 1, space.offset_bits)
    return eq(number, bv(run.numbering.nowhere, space.pointer_bits - space.offset_bits))


def _check(run: Run, guard: Term, number: int, offset: Value, size: int | None, doing: str, write: bool) -> Term:
    """Reports what can be wrong with one leaf; the condition under which it is right."""
    target = run.memory.get(number)
    outside = is_outside(run, number)
    if outside and (target is None or target.size == 0 or size is None):
        run.unsupported(guard, f"{doing}, {OUTSIDE}")
        return FALSE
    if target is None:
        prop, message = missing_object(run.numbering, number, write, run.existed)
        run.fault(
            guard, prop, f"{doing}: {message}" if prop is not Property.NULL else f"{doing} through a null pointer"
        )
        return FALSE
    name = describe(run.numbering, number)
    if target.alive is not TRUE:
        prop = Property.FREED if target.heap else Property.DEAD
        what = "has been freed" if target.heap else "does not live any more"
        run.fault(and_(guard, not_(target.alive)), prop, f"{doing}: {name} {what}")
    inside = TRUE if size is None else _inside(run, target, offset, size)
    if inside is not TRUE and outside:
        run.unsupported(and_(guard, not_(inside)), f"{doing}, {OUTSIDE}")
    elif inside is not TRUE:
        run.fault(and_(guard, not_(inside)), Property.BOUNDS, f"{doing}: outside of {name}")
    if write and target.constant:
        run.fault(and_(guard, inside), Property.READ_ONLY, f"{doing}: {name} is read-only")
        return FALSE
    return all_of([guard, inside, target.alive]) if inside is not FALSE else FALSE


def _inside(run: Run, target: Object, offset: Value, size: int) -> Term:
    bits = run.space.pointer_bits
    if offset.__class__ is int and target.size.__class__ is int:
        return TRUE if offset >= 0 and offset + size <= target.size else FALSE
    if target.size.__class__ is int:
        last = target.size - size
        return FALSE if last < 0 else ule(as_term(offset, bits), bv(last, bits))
    limit = as_term(target.size, bits)
    if offset.__class__ is int:
        return ule(bv(offset + size, bits), limit) if offset >= 0 else FALSE
    end = bvadd(offset, bv(size, bits))  # type: ignore[arg-type]
    return and_(ule(end, limit), ult(offset, end))  # type: ignore[arg-type]


def is_outside(run: Run, number: int) -> bool:
    """Is this memory that only functions without a body know?"""
    found = run.numbering.static(number)
    return isinstance(found, Symbol) and found.outside


def missing_object(
    numbering: Numbering, number: int, write: bool, existed: Callable[[Identity], bool]
) -> tuple[Property, str]:
    """Why there is no object with this number."""
    if number == 0:
        return Property.NULL, "through a null pointer"
    if isinstance(numbering.static(number), str):
        return (
            Property.READ_ONLY if write else Property.BOUNDS
        ), f"the address is that of {describe(numbering, number)}"
    identity = numbering.identity(number)
    if identity is None or not existed(identity):
        return Property.BOUNDS, "the pointer points to no object"
    if identity.kind is ObjectKind.HEAP:
        return Property.FREED, f"{describe(numbering, number)} has been freed"
    return Property.DEAD, f"{describe(numbering, number)} does not live any more"


def describe(numbering: Numbering, number: int) -> str:
    static = numbering.static(number)
    if isinstance(static, str):
        return f"function {static}"
    symbol = numbering.symbol(number)
    if symbol is not None:
        return symbol.source_name or symbol.name
    identity = numbering.identity(number)
    if identity is None:
        return "no object"
    what = "heap object" if identity.kind is ObjectKind.HEAP else "stack block"
    return f"{what} {identity.index + 1} of thread {identity.thread}"


# -- one target -------------------------------------------------------------------------------------------------------


def _read(run: Run, target: Target, size: int) -> Value:
    found = run.memory[target.number]
    offset = target.offset
    if offset.__class__ is int:
        value, changed = objects.read(found, offset, size)
    else:
        offsets = _offsets(found, offset, size)  # type: ignore[arg-type]
        if offsets is None:
            changed = objects.as_array(found)
            value = objects.read_array(changed, offset, size)  # type: ignore[arg-type]
        elif not offsets:
            return 0
        else:
            value, changed = objects.read_at(found, offset, offsets, size)  # type: ignore[arg-type]
    if changed is not found:
        run.memory = run.memory.set(target.number, changed)
    return value


def _offsets(found: Object, offset: Term, size: int) -> list[int] | None:
    if found.is_array:
        return None
    limit = found.size if isinstance(found.size, int) else unsigned_range(found.size)[1]
    return candidate_offsets(offset, limit, size)


def _write(run: Run, target: Target, size: int, value: Value) -> None:
    found = run.memory[target.number]
    offset = target.offset
    if target.guard is not TRUE:  # elsewhere the object keeps what it has
        old = _read(run, target, size)
        found = run.memory[target.number]
        chosen = choose(target.guard, value, old, size * 8)
        assert chosen is not None
        value = chosen
    if offset.__class__ is int:
        changed = objects.write(found, offset, size, value)
    else:
        offsets = _offsets(found, offset, size)  # type: ignore[arg-type]
        if offsets is None:
            changed = objects.write_array(objects.as_array(found), offset, size, value)  # type: ignore[arg-type]
        else:
            changed = objects.write_at(found, offset, offsets, size, value)  # type: ignore[arg-type]
    run.memory = run.memory.set(target.number, changed)


# -- life and death ---------------------------------------------------------------------------------------------------


def heap_objects(run: Run, address: Value) -> list[tuple[Term, int]]:
    """The numbers of the heap objects that a pointer may point to, each with the condition under which it does."""
    candidates = _candidates(run, address)
    return [(guard, number) for guard, number, _ in candidates if number is not None and _is_heap(run, number)]


def _is_heap(run: Run, number: int) -> bool:
    target = run.memory.get(number)
    return target is not None and target.heap


def free(run: Run, address: Value) -> None:
    for guard, number, offset in _candidates(run, address):
        if number == 0 and offset.__class__ is int and offset == 0:
            continue
        if number is None:
            pointer = as_term(offset, run.space.pointer_bits)
            run.fault(
                and_(guard, _points_nowhere(run, pointer)),
                Property.INVALID_FREE,
                "freeing what was not allocated on the heap",
            )
            null = eq(pointer, bv(0, run.space.pointer_bits))
            run.unsupported(and_(guard, not_(null)), "freeing a pointer that was made from an integer")
            continue
        _free_object(run, guard, number, offset)


def _free_object(run: Run, guard: Term, number: int, offset: Value) -> None:
    if is_outside(run, number):
        run.unsupported(guard, f"freeing a pointer, {OUTSIDE}")
        return
    identity = run.numbering.identity(number)
    name = describe(run.numbering, number)
    found = run.memory.get(number)
    existed = identity is not None and (found is not None or run.existed(identity))
    if identity is None or identity.kind is not ObjectKind.HEAP or not existed:
        run.fault(guard, Property.INVALID_FREE, f"freeing {name}, which was not allocated on the heap")
        return
    if found is None:
        run.fault(guard, Property.DOUBLE_FREE, f"freeing {name}, which has been freed already")
        return
    if found.alive is not TRUE:
        run.fault(and_(guard, not_(found.alive)), Property.DOUBLE_FREE, f"freeing {name}, which has been freed already")
    _require_beginning(run, and_(guard, found.alive), number, offset)
    if guard is TRUE:
        run.memory = run.memory.delete(number)
    else:
        run.memory = run.memory.set(number, replace(found, alive=and_(found.alive, not_(guard))))


def _require_beginning(run: Run, guard: Term, number: int, offset: Value) -> None:
    """Only a pointer to where an object begins can be given back."""
    bits = run.space.pointer_bits
    at_start = eq(as_term(offset & ((1 << bits) - 1) if offset.__class__ is int else offset, bits), bv(0, bits))
    if at_start is not TRUE:
        message = f"freeing {describe(run.numbering, number)} at an offset, which is not where it begins"
        run.fault(and_(guard, not_(at_start)), Property.INVALID_FREE, message)
