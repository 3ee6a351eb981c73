"""What a step touches: the accesses that may be one half of a data race.

Two threads race in a state in which the next steps of both touch the same memory, one of them writes, and not both are
atomic. The accesses are those that the steps would make in that state, each under the guard of the path that makes it.
"""

from __future__ import annotations

from collections.abc import Iterator

from esbmc_py.goto.addresses import AddressSpace
from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.symbols import SourceLocation

from .input_log import InputLog
from .pointers import leaves
from .terms import FALSE, TRUE, Term, all_of, any_of, bv, bvsub, eq, or_, ult
from .values import Value, as_term, known


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two accesses of a race, as a report tells it. `location` may be in a library model."""

    thread: int
    place: str
    write: bool
    atomic: bool
    location: SourceLocation

    def may_race_with(self, other: Side) -> bool:
        """Where they touch the same bytes and nothing orders them."""
        return self.thread != other.thread and (self.write or other.write) and not (self.atomic and other.atomic)

    def __str__(self) -> str:
        doing = "writes" if self.write else "reads"
        return f"thread {self.thread} {doing} {self.place} at {self.location}{' (atomically)' * self.atomic}"


@dataclass(frozen=True, slots=True)
class Access:
    """`guard` holds on the paths that make it, where it is valid; it says nothing about the rest of the step."""

    guard: Term
    address: Value
    size: Value
    side: Side
    log: InputLog | None  # the inputs taken so far
    ordered: bool = True  # of an atomic access: it acquires, or releases (see `reachability_tree.happens_before`)
    section: bool = False  # part of an atomic section of the program's own


@dataclass(frozen=True, slots=True)
class Birth:
    """An object begins to live: what had its number before has nothing to do with it."""

    guard: Term
    number: int


def overlap(first: Access, second: Access, space: AddressSpace) -> Term:
    """The condition under which two accesses, each made by itself, touch the same bytes."""
    if isinstance(first.address, int) and isinstance(second.address, int):
        (one, offset), (other, second_offset) = space.split(first.address), space.split(second.address)
        if one != other:
            return FALSE
        return _share_bytes(offset, first.size, second_offset, second.size, space.pointer_bits)
    cases = [
        all_of([guard, other_guard, _share_bytes(offset, first.size, other_offset, second.size, space.pointer_bits)])
        for guard, number, offset in _places(first.address, space)
        for other_guard, other_number, other_offset in _places(second.address, space)
        if number == other_number
    ]
    return any_of(cases)


def same_place(first: Access, second: Access, space: AddressSpace) -> Term:
    """The condition under which two accesses touch exactly the same bytes of the same object."""
    bits = space.pointer_bits
    if isinstance(first.address, int) and isinstance(second.address, int):
        return FALSE if first.address != second.address else _equal(first.size, second.size, bits)
    cases = [
        all_of([guard, other_guard, _equal(offset, other_offset, bits), _equal(first.size, second.size, bits)])
        for guard, number, offset in _places(first.address, space)
        for other_guard, other_number, other_offset in _places(second.address, space)
        if number == other_number
    ]
    return any_of(cases)


def is_in(access: Access, number: int, space: AddressSpace) -> Term:
    """The condition under which an access goes to this object."""
    return any_of([guard for guard, found, _ in _places(access.address, space) if found == number])


def _equal(one: Value, other: Value, bits: int) -> Term:
    if one.__class__ is int and other.__class__ is int:
        return TRUE if one == other else FALSE
    return eq(as_term(one, bits), as_term(other, bits))


def _places(address: Value, space: AddressSpace) -> Iterator[tuple[Term, int, Value]]:
    """Objects and offsets. A pointer that was made from an integer has none: to use it is unsupported."""
    if isinstance(address, int):
        yield (TRUE, *space.split(address))
        return
    for leaf in leaves(address, space):
        if leaf.object is not None:
            yield leaf.guard, leaf.object, known(leaf.offset)


def _share_bytes(first: Value, first_size: Value, second: Value, second_size: Value, bits: int) -> Term:
    """Valid accesses do not wrap around, so one begins inside the other."""
    if all(value.__class__ is int for value in (first, first_size, second, second_size)):
        return TRUE if first < second + second_size and second < first + first_size else FALSE  # type: ignore[operator]
    one, other = as_term(first, bits), as_term(second, bits)
    sizes = as_term(first_size, bits), as_term(second_size, bits)
    zero = bv(0, bits)
    meet = or_(ult(bvsub(other, one), sizes[0]), ult(bvsub(one, other), sizes[1]))
    return all_of([ult(zero, sizes[0]), ult(zero, sizes[1]), meet])
