"""Where the accesses of a bounded program may go, for the schema *once*.

An address is a choice between leaves (see `symex.pointers`). A leaf that names its object leads to the offsets that are
possible there; one that was read from shared memory may lead to any object. What leads nowhere fails, whatever the
schedule is; what leads to places that are not encoded is given up.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property

from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.properties import OUTSIDE, Property
from esbmc_py.goto.symbols import SourceLocation, Symbol
from symex import objects
from symex.memory import Target, describe, missing_object
from symex.offsets import candidate_offsets
from symex.pointers import leaves
from symex.terms import FALSE, TRUE, Term, all_of, and_, any_of, bv, bvsub, conjuncts, eq, not_, or_, ult, urem
from symex.values import Value, as_term, known

from .arrays import ArrayLayout, Span, layout, most_bytes, span
from .inside import within, within_any
from .operations import BoundedProgram, BoundedThread, FreedObject, Life, Operation, Read, RecordedBlock, Write

_MOST_TARGETS = 512
_FEW = 8  # places in an object: up to so many are a choice, beyond them the object is an array


@dataclass(frozen=True, slots=True)
class _Ways:
    """Where one leaf of an address may lead."""

    targets: list[Target]
    unclear: Term = FALSE  # where this holds and no target's guard does, the access is not encoded
    why: str = ""


@dataclass(frozen=True, slots=True)
class ByValues:
    """What depends on values alone: it happens if the thread gets past the block, where `when` holds."""

    thread: BoundedThread
    block: RecordedBlock
    when: Term
    property: Property
    message: str
    location: SourceLocation
    rank: int  # of the access among the operations of its block


class Targets:
    def __init__(self, program: BoundedProgram, *, arrays: bool = True) -> None:
        """Without `arrays`, every place that an access may be at is a target of its own."""
        self.program = program
        self.failures: list[ByValues] = []
        self.given_up: list[ByValues] = []  # accesses that are not encoded
        self.mortal: set[int] = set()  # objects that may die while somebody else looks at them
        self._space = program.space
        self._of: dict[int, list[Target]] = {}
        self._known_leaves: dict[Term, list[tuple[Term, int | None, Value]]] = {}
        self._ranks: dict[int, int] = {}
        for _, _, operation in self.operations():
            self._ranks[id(operation)] = len(self._ranks)
        self.arrays: dict[int, ArrayLayout] = self._find_arrays() if arrays else {}
        for thread, block, operation in self.operations():
            if isinstance(operation, Read | Write):
                self._of[id(operation)] = self._resolve(thread, block, operation)
            elif isinstance(operation, FreedObject):
                self._of[id(operation)] = self._resolve_release(thread, block, operation)
        self._follow_lives()

    def of(self, operation: Read | Write | FreedObject) -> list[Target]:
        return self._of[id(operation)]

    def reach(self, target: Target, size: int) -> tuple[int, int]:
        """The first byte that an access of so many may touch there, and the end."""
        if isinstance(target.offset, int):
            return target.offset, target.offset + size
        return 0, most_bytes(self.program.memory[target.number])

    def rank(self, operation: Operation) -> int:
        """Operations of a block have ranks in the order in which they are made."""
        return self._ranks[id(operation)]

    def operations(self) -> Iterator[tuple[BoundedThread, RecordedBlock, Operation]]:
        for thread in self.program.threads:
            for block in thread.blocks:
                for operation in block.operations:
                    yield thread, block, operation

    # -- arrays -------------------------------------------------------------------------------------------------------

    def _find_arrays(self) -> dict[int, ArrayLayout]:
        """Objects in which some access may be at many places. (Not those that live twice: all of it is new then.)"""
        renewed = {o.number for _, _, o in self.operations() if isinstance(o, Life) and o.contents is not None}
        accesses = [operation for _, _, operation in self.operations() if isinstance(operation, Read | Write)]
        found = {
            number
            for operation in accesses
            if isinstance(operation.address, Term)
            for number in self._where_places_are_many(operation)
        } - renewed
        if not found:
            return {}
        spans: dict[int, list[Span]] = {number: [] for number in found}
        for operation in accesses:
            for _, number, offset in self._leaves(operation.address):
                if number is None:  # it is one of the aligned elements, or given up
                    for one in spans.values():
                        one.append(Span(0, operation.size, operation.size))
                elif number in found:
                    spans[number].append(span(offset, operation.size))
        return {number: layout(spans[number], most_bytes(self.program.memory[number])) for number in sorted(found)}

    def _where_places_are_many(self, operation: Read | Write) -> Iterator[int]:
        size = operation.size
        for _, number, offset in self._leaves(operation.address):
            if number is None:
                shareable = self._shareable(read_only=isinstance(operation, Read))
                yield from (one for one, target in shareable if most_bytes(target) // size > _MOST_TARGETS)
            elif isinstance(offset, Term) and number in self.program.memory:
                most = most_bytes(self.program.memory[number])
                if most // size > _FEW and candidate_offsets(offset, most, size, _FEW) is None:
                    yield number

    def _follow_lives(self) -> None:
        """Locals that may be dead where somebody touches them.

        Whether that of another thread lives depends on the schedule. A thread's own is dead where it comes by a
        pointer that it has kept in shared memory, after what it has recorded last of that local.
        """
        owners = {o.number: thread.number for thread, _, o in self.operations() if isinstance(o, Life)}
        lives: dict[int, Term | None] = dict.fromkeys(self.program.dead_at_start)  # on which path; None: on none
        for thread, _, operation in self.operations():
            if isinstance(operation, Life):
                lives[operation.number] = operation.guard if operation.alive else None
            elif isinstance(operation, Read | Write):
                for number in {target.number for target in self.of(operation)}:
                    path = lives.get(number, TRUE)
                    surely = path is not None and conjuncts(path) <= conjuncts(operation.guard)
                    if not surely or owners.get(number, thread.number) != thread.number:
                        self.mortal.add(number)

    def _resolve(self, thread: BoundedThread, block: RecordedBlock, operation: Read | Write) -> list[Target]:
        doing = f"{'reading' if isinstance(operation, Read) else 'writing'} {operation.place}"
        found: list[Target] = []
        for guard, number, offset in self._leaves(operation.address):
            places = self._places(guard, number, offset, operation)
            found += places.targets
            valid = any_of([target.guard for target in places.targets])
            missed = all_of([operation.guard, guard, not_(valid)])
            self._give_up(thread, block, operation, and_(missed, places.unclear), places.why)
            outside = and_(missed, not_(places.unclear))
            if outside is FALSE or (isinstance(operation, Write) and not operation.visible):
                continue
            prop, message = self._fault(number, doing, isinstance(operation, Write))
            rank = self.rank(operation)
            self.failures.append(ByValues(thread, block, outside, prop, message, operation.location, rank))
        return found

    def _fault(self, number: int | None, doing: str, write: bool) -> tuple[Property, str]:
        if number == 0:
            return Property.NULL, f"{doing} through a null pointer"
        if number is None:
            return Property.BOUNDS, f"{doing}: the pointer points to no object"
        if number not in self.program.memory:
            prop, message = missing_object(self.program.numbering, number, write, lambda identity: True)
            return prop, f"{doing}: {message}"
        name = describe(self.program.numbering, number)
        if write and self.program.memory[number].constant:
            return Property.READ_ONLY, f"{doing}: {name} is read-only"
        return Property.BOUNDS, f"{doing}: outside of {name}"

    def _leaves(self, address: Value) -> list[tuple[Term, int | None, Value]]:
        if isinstance(address, int):
            return [(TRUE, *self._space.split(address))]
        if address not in self._known_leaves:
            found = leaves(address, self._space)
            self._known_leaves[address] = [(leaf.guard, leaf.object, known(leaf.offset)) for leaf in found]
        return self._known_leaves[address]

    def _places(self, guard: Term, number: int | None, offset: Value, operation: Read | Write) -> _Ways:
        if number is None:
            return self._anywhere(guard, offset, operation)
        if number in self._outside:  # beyond its end, nobody knows
            return replace(self._places_in(guard, number, offset, operation), unclear=TRUE, why=OUTSIDE)
        return self._places_in(guard, number, offset, operation)

    def _places_in(self, guard: Term, number: int, offset: Value, operation: Read | Write) -> _Ways:
        target = self.program.memory.get(number)
        if target is None or (isinstance(operation, Write) and target.constant):
            return _Ways([])
        bits, length = self._space.pointer_bits, operation.size
        inside = within(offset, target.size, length, bits)
        if offset.__class__ is int or number in self.arrays:
            condition = and_(guard, inside)
            return _Ways([Target(condition, number, offset)] if condition is not FALSE else [])
        most = most_bytes(target)
        offsets = candidate_offsets(offset, most, length, _MOST_TARGETS)  # type: ignore[arg-type]
        unclear, why = FALSE, ""
        if offsets is None:
            if most // length > _MOST_TARGETS:
                return _Ways([], TRUE, "an array with very many elements")
            offsets = list(range(0, most - length + 1, length))
            unclear, why = inside, "an element that is cut in two"
        here = [
            (candidate, all_of([guard, eq(offset, bv(candidate, bits)), within(candidate, target.size, length, bits)]))  # type: ignore[arg-type]
            for candidate in offsets
        ]
        return _Ways([Target(condition, number, candidate) for candidate, condition in here], unclear, why)

    def _anywhere(self, guard: Term, pointer: Value, operation: Read | Write) -> _Ways:
        """A pointer that was itself read from shared memory: any object that it may be of."""
        bits, length = self._space.pointer_bits, operation.size
        term = as_term(pointer, bits)
        places: list[Target] = []
        for number, target in self._shareable(read_only=isinstance(operation, Read)):
            if number in self.arrays:
                offset = bvsub(term, bv(self._space.join(number, 0), bits))
                aligned = eq(urem(offset, bv(length, bits)), bv(0, bits))
                here = all_of([guard, within(offset, target.size, length, bits), aligned])
                places.append(Target(here, number, offset))
                continue
            for start in range(0, most_bytes(target) - length + 1, length):
                here = eq(term, bv(self._space.join(number, start), bits))
                places.append(Target(all_of([guard, here, within(start, target.size, length, bits)]), number, start))
            if len(places) > 8 * _MOST_TARGETS:
                return _Ways([], TRUE, "a pointer into very many places")
        there = [(self._space.join(number, 0), target) for number, target in self.program.memory.items() if number]
        why = "a pointer from memory to an object whose address is not there"
        if self._outside:
            why += f", or to {OUTSIDE}"
        return _Ways(places, or_(within_any(term, there, length), self._leads_outside(term)), why)

    @cached_property
    def _outside(self) -> frozenset[int]:
        """The objects that stand for memory of functions without a body."""
        statics = enumerate(self.program.numbering.statics)
        return frozenset(number for number, what in statics if isinstance(what, Symbol) and what.outside)

    def _leads_outside(self, pointer: Term) -> Term:
        """Does a pointer whose term does not tell lead there, or near it?"""
        bits = self._space.pointer_bits
        reach = bv(self._space.largest_object, bits)
        starts = [bv(self._space.join(number, 0), bits) for number in sorted(self._outside)]
        return any_of([ult(bvsub(pointer, start), reach) for start in starts])

    def _shareable(self, *, read_only: bool = False) -> list[tuple[int, objects.Object]]:
        """Objects that pointers in shared memory can point to; read-only ones only where their address is there."""
        return [
            (number, target)
            for number, target in sorted(self.program.memory.items())
            if (number in self._named if target.constant and read_only else not target.constant)
            and (target.size.__class__ is int or most_bytes(target) <= _MOST_TARGETS)
        ]

    @cached_property
    def _named(self) -> frozenset[int]:
        """The objects whose address is in memory at the beginning, or is written: texts such as those of `char *name`.

        Too few would be sound, too: a pointer that leads to another object is given up.
        """
        word = self._space.pointer_bits // 8
        values = [op.value for _, _, op in self.operations() if isinstance(op, Write) and op.size == word]
        for target in self.program.memory.values():
            values += [value for size, value in target.cells.values() if size == word]
            if target.image is not None and target.image.count(0) < len(target.image):
                starts = range(0, len(target.image) - word + 1, word)
                values += {int.from_bytes(target.image[start : start + word], "little") for start in starts}
        return frozenset(number for value in values for _, number, _ in self._leaves(value) if number is not None)

    def _give_up(
        self, thread: BoundedThread, block: RecordedBlock, operation: Read | Write, when: Term, what: str
    ) -> None:
        if when is not FALSE:
            message, rank = f"{operation.place}: {what}", self.rank(operation)
            location = operation.location
            self.given_up.append(ByValues(thread, block, when, Property.UNSUPPORTED, message, location, rank))

    def _resolve_release(self, thread: BoundedThread, block: RecordedBlock, operation: FreedObject) -> list[Target]:
        found: list[Target] = []
        for guard, number, offset in self._leaves(operation.address):
            if number == 0 and offset.__class__ is int and offset == 0:
                continue
            candidates = [number] if number is not None else [n for n, target in self._shareable() if target.heap]
            valid = FALSE
            for candidate in candidates:
                target = self.program.memory.get(candidate)
                if target is None or not target.heap:
                    continue
                self.mortal.add(candidate)
                condition = guard
                if number is None or not (offset.__class__ is int and offset == 0):
                    bits = self._space.pointer_bits
                    term = as_term(operation.address, bits)
                    condition = and_(guard, eq(term, bv(self._space.join(candidate, 0), bits)))
                found.append(Target(condition, candidate, 0))
                valid = or_(valid, condition)
            if number is None:
                bits = self._space.pointer_bits
                valid = or_(valid, eq(as_term(operation.address, bits), bv(0, bits)))
            missed = all_of([operation.guard, guard, not_(valid)])
            unknown = self._leads_outside(as_term(operation.address, self._space.pointer_bits))
            location, rank = operation.location, self.rank(operation)
            if (cut := and_(missed, unknown)) is not FALSE:
                message = f"freeing a pointer, {OUTSIDE}"
                self.given_up.append(ByValues(thread, block, cut, Property.UNSUPPORTED, message, location, rank))
            outside = and_(missed, not_(unknown))
            message = "freeing a pointer that was not allocated on the heap"
            self.failures.append(ByValues(thread, block, outside, Property.INVALID_FREE, message, location, rank))
        return found
