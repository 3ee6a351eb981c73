"""The objects that steps were seen to make, and what is known of their parts."""

from __future__ import annotations

from collections.abc import Callable

from esbmc_py.goto.numbering import Numbering, ObjectKind
from esbmc_py.goto.points_to import points_to
from esbmc_py.goto.program import Program
from esbmc_py.goto.sharing import escaped
from esbmc_py.goto.symbols import SourceLocation, Symbol
from esbmc_py.goto.types import ArrayType, CType, IntType, PointerType, size_of, unqualified
from symex import objects
from symex.objects import Object
from symex.terms import FALSE, Term
from symex.values import Value

from .graph import CannotProve
from .names import VariableNames
from .objects import ObjectInfo
from .pools import Pools
from .sizes import Size, joined_size
from .variables import ANY, LIFE, POOL, SIZE, WHOLE, CellSlot, Known, Shape, Slot, joined, shape_of

FEW_THREADS = 4


class DifferentSizes(Exception):
    """One number of objects of different sizes: different places allocate, and which comes first is not known."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number


class SizeNotKnown(Exception):
    """An object whose size was taken as known may have a size that is not."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.number = number


class ObjectTable:
    """`place`: where the translation is, for what it cannot express. `sized`: objects whose sizes are not known."""

    def __init__(
        self,
        program: Program,
        numbering: Numbering,
        place: Callable[[], SourceLocation | None],
        pools: Pools,
        sized: set[int],
    ) -> None:
        self._pools = pools
        self._sized = sized
        self._program = program
        self._bits = program.address_space.pointer_bits
        self.numbering = numbering
        self.names = VariableNames(program, numbering)
        self._place = place
        self._found: dict[int, ObjectInfo] = {}
        found = points_to(program)
        reached = escaped(found)
        self._escaped = {what for number, what in enumerate(found.objects) if reached >> number & 1}

    def __getitem__(self, number: int) -> ObjectInfo:
        return self._found[number]

    def every(self) -> list[ObjectInfo]:
        return list(self._found.values())

    def may_be_reached_by_others(self, what: Symbol) -> bool:
        return what in self._escaped

    def is_shared(self, slot: CellSlot) -> bool:
        return self._found[slot.number].shared

    def info(self, number: int, found: Object) -> ObjectInfo | None:
        """None: nobody can change it."""
        if found.constant:
            return None
        info = self._found.get(number)
        if info is None:
            info = self._found[number] = self._new(number, found)
        elif not info.size_bytes and isinstance(found.size, Term):
            raise SizeNotKnown(number)
        elif not info.size_bytes and found.size != info.base.size:
            raise DifferentSizes(number)
        return info

    def _new(self, number: int, found: Object) -> ObjectInfo:
        part = self._pools.parts.get(number)
        if part is not None:
            shape = Shape((), of_pool=self._pools.width(part))
            return ObjectInfo(number, found, shape, None, shared=True, mortal=False, part=part)
        what = self.numbering.symbol(number)
        identity = self.numbering.identity(number)
        if identity is not None and identity.kind is ObjectKind.ALLOCA:
            raise CannotProve("arrays of variable length", self._place())
        shared = identity is None or identity.kind is ObjectKind.HEAP or what in self._escaped
        if isinstance(found.size, Term) or number in self._sized:
            base = Object(0, None, f"base!{number}", heap=found.heap)
            shape, length = Shape((), whole=True), self._bits // 8
            return ObjectInfo(number, base, shape, what, shared, mortal=identity is not None, size_bytes=length)
        layout = self._layout(what, found)
        shape = shape_of(layout, found.size, self._bits)
        if self._pools.threads is not None and _may_hold_threads(layout, self._bits):
            shape = Shape((), whole=True)
        image = found.image if identity is None else None
        base = Object(found.size, image, f"base!{number}", heap=found.heap, constant=False)
        return ObjectInfo(number, base, shape, what, shared, mortal=identity is not None)

    def _layout(self, what: Symbol | None, found: Object) -> CType | None:
        """The type that tells how to take an object apart. Any would be right; some give fewer and better parts."""
        if what is not None:
            return what.type
        itself = self._program.thread_self
        if itself is not None and isinstance(itself.type, PointerType) and size_of(itself.type.target) == found.size:
            return itself.type.target
        return None

    def join(
        self,
        known: dict[Slot, Known],
        info: ObjectInfo,
        found: Object | None,
        itself: Term | None,
        *,
        late: bool = False,
    ) -> bool:
        """True if something is less known than before. `late`: others came there before, and knew no such object.

        `itself`: what the thread is called whose object that may be.
        """
        itself = None if info.shared else itself
        changed = False
        for slot in info.slots():
            if slot.offset == LIFE and late and slot not in known:
                known[slot] = frozenset((0,))
            if found is None and slot.offset != LIFE:
                if slot not in known:
                    known[slot] = ANY if slot.offset == WHOLE else frozenset((0,))
                continue
            before = known.get(slot)
            after = self._joined(before, slot, found, itself)
            if after != before:
                known[slot] = after
                changed = True
        return changed

    def _joined(self, before: Known | None, slot: CellSlot, found: Object | None, itself: Term | None) -> Known:
        value, tells_apart = read(found, slot), self._tells_apart(slot)
        if slot.offset == SIZE:
            assert before is None or isinstance(before, frozenset | Size)
            return joined_size(before, value, self._bits)
        return joined(before, value, tells_apart=tells_apart, itself=itself, space=self._program.address_space)

    def _tells_apart(self, slot: CellSlot) -> bool:
        return slot.size * 8 == self._bits

    def may_have_died(self, info: ObjectInfo, allocated: int) -> bool:
        """Of an object that is not there when main starts its first thread: or has it not been made yet?

        `allocated`: how many objects main has allocated by then.
        """
        identity = self.numbering.identity(info.number)
        if identity is None or identity.thread != 0:
            return False
        return identity.kind is not ObjectKind.HEAP or identity.index < allocated


def _may_hold_threads(layout: CType | None, bits: int) -> bool:
    """An array of numbers as wide as an address. Of few each is a variable of its own."""
    if not isinstance(layout, ArrayType) or (layout.count or 0) <= FEW_THREADS:
        return False
    element = unqualified(layout.element)
    return isinstance(element, IntType) and element.width == bits and not element.signed


def read(found: Object | None, slot: CellSlot) -> Value:
    if slot.offset == LIFE:
        return FALSE if found is None else found.alive
    assert found is not None
    if slot.offset == SIZE:
        return found.size
    if slot.offset == POOL:
        assert found.array is not None
        return found.array
    if slot.offset == WHOLE:
        array = objects.as_array(found).array
        assert array is not None
        return array
    return objects.read(found, slot.offset, slot.size)[0]
