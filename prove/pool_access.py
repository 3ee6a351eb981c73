"""Reading and writing through pointers that may point to objects of pools, and freeing them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations

from esbmc_py.goto.addresses import AddressSpace
from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.properties import Property
from symex import memory as memory_access
from symex.pointers import Leaf, leaves
from symex.run import Run
from symex.terms import FALSE, Term, all_of, and_, any_of, bv, bvadd, eq, not_, or_
from symex.values import Value, choose, known

from .pools import Part, Pool, Pools, split
from .texts import Texts

GONE = "which memory that is, or whether it has been freed, is not known"


class PoolAccess:
    def __init__(self, pools: Pools, texts: Texts, space: AddressSpace) -> None:
        self._pools = pools
        self._texts = texts
        self._space = space

    def concerns(self, address: Value) -> bool:
        """May this be an object of a pool of memory, or a text?"""
        if not isinstance(address, Term) or not (self._pools.heap or self._texts.there):
            return False
        return any(leaf.object is None for leaf in leaves(address, self._space))

    def load(self, run: Run, address: Term, size: int, place: str, *, inner: bool = False) -> Value:
        """`inner`: the pointer may point to any part of an object."""
        result: Value = 0
        if self._texts.there:
            result = self._load_known(run, address, size, place)
        for leaf, base, offset in self._leaves(run, address, f"reading {place}", knows_objects=self._texts.there):
            is_text, character = self._texts.read(run, leaf.offset, size) if self._texts.there else (FALSE, None)
            if character is not None:
                result = _chosen(and_(leaf.guard, is_text), character, result, size)
            for found in self._parts(run, leaf, base, offset, size, f"reading {place}", inner=inner, or_text=is_text):
                value = self._pools.read(run, found.part, found.base, found.offset, size)
                result = _chosen(found.guard, value, result, size)
        return result

    def _load_known(self, run: Run, address: Term, size: int, place: str) -> Value:
        """From objects that are not in a pool, where the pointer points to one of these."""
        result: Value = 0
        for leaf in leaves(address, self._space):
            if not leaf.object:
                continue
            before, whole = run.guard, bv(leaf.object << self._space.offset_bits, address.width)
            run.guard = and_(before, leaf.guard)
            value = memory_access.load(run, known(bvadd(whole, leaf.offset)), size, place)
            if self._texts.is_list(leaf):
                value = self._texts.read_list(run, leaf.offset, leaf.guard, size, place)
            run.guard = and_(before, or_(not_(leaf.guard), run.guard))
            result = _chosen(leaf.guard, value, result, size)
        return result

    def store(self, run: Run, address: Term, size: int, value: Value, place: str, *, inner: bool = False) -> None:
        for leaf, base, offset in self._leaves(run, address, f"writing {place}"):
            for found in self._parts(run, leaf, base, offset, size, f"writing {place}", inner=inner):
                self._pools.write(run, found.part, found.base, found.offset, size, value, found.guard)

    def copy(self, run: Run, target: Value, source: Value, size: int, place: str, source_place: str) -> None:
        """Part by part, as a pool has them: the words that the machine copies would be wider."""
        values = []
        for position, width in self._pieces(target if self.concerns(target) else source, size):
            value = self._any_load(run, self._plus(source, position), width, source_place)
            values.append((position, width, value))
        for position, width, value in values:
            self._any_store(run, self._plus(target, position), width, value, place)

    def _pieces(self, address: Value, size: int) -> list[tuple[int, int]]:
        assert isinstance(address, Term)
        _, offset = split(address)
        for pool in self._pools.heap.values():
            inside = [
                (part.offset - offset, part.type.size)
                for part in pool.parts
                if part.offset >= 0 and 0 <= part.offset - offset < size
            ]
            if sum(width for _, width in inside) == size:
                return inside
        return [(0, size)]

    def _any_load(self, run: Run, address: Value, size: int, place: str) -> Value:
        if self.concerns(address):
            assert isinstance(address, Term)
            return self.load(run, address, size, place)
        return memory_access.load(run, address, size, place)

    def _any_store(self, run: Run, address: Value, size: int, value: Value, place: str) -> None:
        if self.concerns(address):
            assert isinstance(address, Term)
            self.store(run, address, size, value, place)
        else:
            memory_access.store(run, address, size, value, place)

    def _plus(self, address: Value, offset: int) -> Value:
        if not isinstance(address, Term):
            return address + offset
        return bvadd(address, bv(offset, self._space.pointer_bits))

    def free(self, run: Run, address: Term) -> None:
        bits = self._space.pointer_bits
        for leaf in leaves(address, self._space):
            pointer = leaf.offset
            if leaf.object is not None:
                is_null = eq(pointer, bv(0, bits)) if leaf.object == 0 else not_(leaf.guard)
                run.unsupported(and_(leaf.guard, not_(is_null)), f"freeing memory: {GONE}")
                continue
            lives = {pool: self._pools.lives(run, pool, pointer) for pool in self._pools.heap.values()}
            right = any_of([eq(pointer, bv(0, bits)), *lives.values()])
            run.unsupported(and_(leaf.guard, not_(right)), f"freeing memory: {GONE}")
            for pool, there in lives.items():
                self._pools.free(run, pool, pointer, and_(leaf.guard, there))

    # -- where pointers point -----------------------------------------------------------------------------------------

    def _leaves(
        self, run: Run, address: Term, doing: str, *, knows_objects: bool = False
    ) -> Iterator[tuple[Leaf, Term, int]]:
        """Those that tell no object: an object of a pool begins somewhere, and the pointer points behind that."""
        for leaf in leaves(address, self._space):
            if leaf.object is None:
                yield (leaf, *split(leaf.offset))
            elif leaf.object == 0:
                run.fault(leaf.guard, Property.NULL, f"{doing} through a null pointer")
            elif not knows_objects:
                run.unsupported(leaf.guard, f"{doing} through a pointer to objects of several kinds")

    def _parts(
        self,
        run: Run,
        leaf: Leaf,
        base: Term,
        offset: int,
        size: int,
        doing: str,
        *,
        inner: bool,
        or_text: Term = FALSE,
    ) -> list[_Touched]:
        """What the access touches; what is not shown to be there is not supported. It may be a text instead."""
        found: dict[_Touched, Term] = {}
        for pool in self._pools.heap.values():
            for shift in _shifts(pool, size) if inner and offset == 0 else (0,):
                part = pool.at(offset + shift, size)
                if part is not None:
                    begin = bvadd(base, bv(-shift, base.width))
                    one = _Touched(leaf.guard, part, begin, offset + shift)
                    found[one] = self._pools.lives(run, pool, begin)
        for first, second in combinations((*found.values(), or_text), 2):
            run.guard = and_(run.guard, not_(all_of([leaf.guard, first, second])))  # objects do not overlap
        run.unsupported(and_(leaf.guard, not_(any_of((*found.values(), or_text)))), f"{doing}: {GONE}")
        if len(found) == 1 and or_text is FALSE:
            return list(found)
        return [replace(one, guard=and_(leaf.guard, there)) for one, there in found.items()]


def _chosen(condition: Term, then: Value, otherwise: Value, size: int) -> Value:
    found = choose(condition, then, otherwise, size * 8)
    assert found is not None
    return found


@dataclass(frozen=True, slots=True)
class _Touched:
    """Where the guard holds, the access is to this part of the object that begins there."""

    guard: Term
    part: Part
    base: Term
    offset: int  # in the object


def _shifts(pool: Pool, size: int) -> list[int]:
    """Where in an object such a value may be."""
    return sorted({0, *(part.offset for part in pool.parts if part.offset >= 0 and part.type.size == size)})
