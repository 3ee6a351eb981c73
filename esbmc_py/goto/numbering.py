"""Numbers of objects that come to life while a program runs.

A number depends on what the object *is* (which local of which frame of which thread, which allocation of which thread),
never on what other threads did before: the same logical state has the same pointers whatever the interleaving, in
exploration and in replay.

With 64-bit pointers a number is computed: the static objects come first, then `index << 8 | kind << 6 | thread`.
What does not fit that scheme (thread 63 and up, very deep stacks) and everything with 32-bit pointers, where numbers
are scarce, is numbered in the order of first use.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import IntEnum

from esbmc_py.goto.deferred import dataclass

from .program import Function, Program
from .symbols import Symbol
from .types import IntType, unqualified

_THREAD_BITS = 6
_SPILL = (1 << _THREAD_BITS) - 1  # the thread field of numbers given in order of first use


class OutOfNumbers(Exception):
    """A program makes more objects than pointers of its width can tell apart."""


class ObjectKind(IntEnum):
    HEAP = 0  # index: how many objects the thread had allocated before
    LOCAL = 1  # index: depth * locals of the program + the local's index; depth 0 holds the thread-locals
    ALLOCA = 2  # index: how many such objects of the thread are alive


@dataclass(frozen=True, slots=True)
class Identity:
    """What a dynamic object is."""

    kind: ObjectKind
    thread: int
    index: int


class Numbering:
    def __init__(self, program: Program):
        self.space = program.address_space
        self.statics: list[Symbol | str | None] = [None, *program.object_numbers]
        self.thread_locals: list[Symbol] = list(program.thread_locals)
        self.locals: list[tuple[Function, Symbol]] = [
            (function, symbol) for function in program.functions.values() for symbol in function.locals
        ]
        self.local_index = {symbol: index for index, (_, symbol) in enumerate(self.locals)}
        self.stride = max(len(self.locals), len(self.thread_locals), 1)
        self._images = program.globals
        self._first = len(self.statics)
        self._computed = self.space.pointer_bits == 64
        self._most_indexes = (self.space.most_objects - self._first) >> (_THREAD_BITS + 2)
        self._spilled: dict[Identity, int] = {}
        self._spilled_identities: list[Identity] = []

    @property
    def nowhere(self) -> int:
        """A number that no object has: of a kind that does not exist, or the last, where numbers have no kinds."""
        return self._first + (3 << _THREAD_BITS) if self._computed else self.space.most_objects - 1

    def heap(self, thread: int, count: int) -> int:
        return self.number(Identity(ObjectKind.HEAP, thread, count))

    def alloca(self, thread: int, height: int) -> int:
        return self.number(Identity(ObjectKind.ALLOCA, thread, height))

    def thread_local(self, thread: int, index: int) -> int:
        return self.number(Identity(ObjectKind.LOCAL, thread, index))

    def local(self, thread: int, depth: int, index: int) -> int:
        """`index` is the symbol's place in `local_index`; the thread's outermost frame has depth 1."""
        return self.number(Identity(ObjectKind.LOCAL, thread, depth * self.stride + index))

    def frame(self, thread: int, depth: int, first: int, count: int) -> Sequence[int]:
        """The numbers of `count` locals from index `first` on: `local`, for a whole frame at once."""
        index = depth * self.stride + first
        if self._computed and thread < _SPILL and index + count < self._most_indexes:
            start = self._first + ((index << 2 | ObjectKind.LOCAL) << _THREAD_BITS | thread)
            return range(start, start + (count << _THREAD_BITS + 2), 1 << _THREAD_BITS + 2)
        return [self.local(thread, depth, first + position) for position in range(count)]

    def number(self, identity: Identity) -> int:
        if self._computed and identity.thread < _SPILL and identity.index < self._most_indexes:
            place = (identity.index << 2 | identity.kind) << _THREAD_BITS | identity.thread
            return self._first + place
        spilled = self._spilled.get(identity)
        if spilled is None:
            spilled = self._spilled[identity] = len(self._spilled)
            self._spilled_identities.append(identity)
        number = self._first + (spilled << _THREAD_BITS | _SPILL if self._computed else spilled)
        if number > self.space.most_objects:
            raise OutOfNumbers(f"more than {self.space.most_objects} objects, all that a pointer can tell apart")
        return number

    def identity(self, number: int) -> Identity | None:
        """What a number after the static ones stands for; None for a number that was never given."""
        place = number - self._first
        if place < 0:
            return None
        if self._computed and place & _SPILL != _SPILL:
            index, kind = place >> (_THREAD_BITS + 2), place >> _THREAD_BITS & 3
            return Identity(ObjectKind(kind), place & _SPILL, index) if kind != 3 else None
        spilled = place >> _THREAD_BITS if self._computed else place
        return self._spilled_identities[spilled] if spilled < len(self._spilled_identities) else None

    def static(self, number: int) -> Symbol | str | None:
        """The global, or the name of the function, with this number."""
        return self.statics[number] if 0 <= number < self._first else None

    def literal(self, number: int) -> bytes | None:
        """The text of the string literal with this number."""
        static = self.static(number)
        if not isinstance(static, Symbol) or static.source_name or not static.constant:
            return None
        element = getattr(unqualified(static.type), "element", None)
        is_text = element is not None and isinstance(plain := unqualified(element), IntType) and plain.width == 8
        return self._images[static].data if is_text else None

    def symbol(self, number: int) -> Symbol | None:
        """The named object with this number, if it is one."""
        static = self.static(number)
        if isinstance(static, Symbol):
            return static
        identity = self.identity(number)
        if identity is None or identity.kind is not ObjectKind.LOCAL:
            return None
        depth, index = divmod(identity.index, self.stride)
        if depth == 0:
            return self.thread_locals[index] if index < len(self.thread_locals) else None
        return self.locals[index][1] if index < len(self.locals) else None

    def function(self, number: int) -> Function | None:
        """Whose local that is."""
        identity = self.identity(number)
        if identity is None or identity.kind is not ObjectKind.LOCAL or identity.index < self.stride:
            return None
        index = identity.index % self.stride
        return self.locals[index][0] if index < len(self.locals) else None
