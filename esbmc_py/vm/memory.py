"""The memory of the process: objects by number, byte-exact, with lifetimes and undefined bytes.

An object is alive iff it has an entry in `buffers`. A snapshot costs a shallow copy: buffers are shared between
snapshots until the first write, which copies the one object that it changes (`own`). So a buffer may be changed in
place only while its number is in `touched`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TypeAlias

from ..goto.addresses import AddressSpace
from .stops import LimitReached, Slow

LARGEST_ALLOCATION = 1 << 28
MOST_BYTES = 1 << 30  # alive at a time, beside the globals

Buffer: TypeAlias = bytes | bytearray


@dataclass(slots=True)
class Mask:
    """Which bytes of an object are undefined (1). They are 0 in the buffer, so that equal states have equal bytes."""

    bits: bytearray
    left: int  # how many are undefined

    def copy(self) -> Mask:
        return Mask(bytearray(self.bits), self.left)


@dataclass(slots=True, eq=False)
class MemorySnapshot:
    """Objects as they were at one moment; nobody changes it. (Not frozen: that would double the time to make one.)"""

    buffers: dict[int, Buffer]
    undefined: dict[int, Mask]
    used: int


@dataclass(slots=True, eq=False)
class Memory:
    space: AddressSpace
    read_only: frozenset[int]
    buffers: dict[int, Buffer]
    undefined: dict[int, Mask] = field(default_factory=dict)  # objects with undefined bytes; an entry has some left
    touched: set[int] = field(default_factory=set)  # objects whose buffer and mask belong to nobody else
    writable: set[int] = field(default_factory=set)  # those of them that are defined throughout
    population_changed: bool = False  # since the last snapshot, objects were born or died
    used: int = 0  # bytes of the objects that came to life
    shift: int = field(init=False)
    offset_mask: int = field(init=False)

    def __post_init__(self) -> None:
        self.shift = self.space.offset_bits
        self.offset_mask = (1 << self.shift) - 1

    def snapshot(self) -> MemorySnapshot:
        saved = MemorySnapshot(self.buffers.copy(), self.undefined.copy(), self.used)
        self._disown()
        return saved

    def restore(self, saved: MemorySnapshot) -> None:
        self.put(saved.buffers.copy(), saved.undefined.copy(), saved.used)

    def put(self, buffers: dict[int, Buffer], undefined: dict[int, Mask], used: int) -> None:
        """Sets everything. What the dictionaries hold still belongs to others."""
        self.buffers = buffers
        self.undefined = undefined
        self.used = used
        self._disown()

    def _disown(self) -> None:
        self.touched = set()
        self.writable = set()
        self.population_changed = False

    def own(self, number: int) -> bool:
        """Makes an object's bytes changeable. False: it has undefined bytes, so only `write` may change it."""
        if number not in self.touched:
            if number in self.read_only:
                raise Slow
            self.buffers[number] = bytearray(self.buffers[number])
            self.touched.add(number)
            if number in self.undefined:
                self.undefined[number] = self.undefined[number].copy()
        if number in self.undefined:
            return False
        self.writable.add(number)
        return True

    def contains(self, number: int, offset: int, size: int) -> bool:
        buffer = self.buffers.get(number)
        return buffer is not None and offset >= 0 and offset + size <= len(buffer)

    def accepts(self, number: int, offset: int, size: int) -> bool:
        """May these bytes be written?"""
        return self.contains(number, offset, size) and number not in self.read_only

    def locate(self, address: int, size: int) -> tuple[int, int]:
        """Object number and offset of `size` accessible bytes."""
        number, offset = self.space.split(address)
        if not self.contains(number, offset, size):
            raise Slow
        return number, offset

    def write(self, address: int, data: Buffer) -> None:
        number, offset = self.locate(address, len(data))
        fully_defined = self.own(number)
        buffer = self.buffers[number]
        assert isinstance(buffer, bytearray)
        buffer[offset : offset + len(data)] = data
        if not fully_defined:
            self._define(number, offset, len(data))

    def _define(self, number: int, offset: int, size: int) -> None:
        mask = self.undefined[number]
        if newly := mask.bits.count(1, offset, offset + size):
            mask.bits[offset : offset + size] = bytes(size)
            mask.left -= newly
            if not mask.left:
                del self.undefined[number]

    def require_defined(self, number: int, offset: int, size: int) -> None:
        """For a read by compiled code: what is not defined throughout is the interpreter's."""
        if self.undefined[number].bits.find(1, offset, offset + size) >= 0:
            raise Slow

    def undefined_bits(self, number: int, offset: int, size: int) -> bytes | None:
        """Of a region, which bytes are undefined; None when none is."""
        mask = self.undefined.get(number)
        if mask is None or mask.bits.find(1, offset, offset + size) < 0:
            return None
        return bytes(mask.bits[offset : offset + size])

    def read(self, address: int, size: int) -> bytes:
        number, offset = self.locate(address, size)
        return bytes(self.buffers[number][offset : offset + size])

    def copy(self, target: int, source: int, size: int) -> None:
        """Raw bytes; those that are undefined stay so."""
        if not size:
            return
        target_number, target_offset = self.locate(target, size)
        source_number, source_offset = self.locate(source, size)
        bits = self.undefined_bits(source_number, source_offset, size)
        self.write(target, self.buffers[source_number][source_offset : source_offset + size])
        if bits is not None:
            self._undefine(target_number, target_offset, bits)

    def undefine(self, address: int, size: int) -> None:
        """Writes bytes that nobody has determined."""
        self.write(address, bytes(size))
        self._undefine(*self.locate(address, size), b"\1" * size)

    def _undefine(self, number: int, offset: int, bits: bytes) -> None:
        mask = self.undefined.get(number)
        if mask is None:
            mask = self.undefined[number] = Mask(bytearray(len(self.buffers[number])), 0)
            self.writable.discard(number)
        mask.left += bits.count(1) - mask.bits.count(1, offset, offset + len(bits))
        mask.bits[offset : offset + len(bits)] = bits

    def create(self, number: int, size: int, *, defined: bool) -> None:
        """Begins the life of an object; one that is alive begins anew."""
        if size > self.space.largest_object or size > LARGEST_ALLOCATION:
            raise LimitReached(f"an object of {size} bytes")
        self.used += size - len(self.buffers.get(number, b""))
        if self.used > MOST_BYTES:
            raise LimitReached(f"more than {MOST_BYTES} bytes of memory")
        self.buffers[number] = bytearray(size)
        self.touched.add(number)
        self.population_changed = True
        if defined or not size:
            self.undefined.pop(number, None)
            self.writable.add(number)
        else:
            self.undefined[number] = Mask(bytearray(b"\1") * size, size)
            self.writable.discard(number)

    def declare(self, address: int, size: int) -> None:
        self.create(address >> self.shift, size, defined=False)

    def bury(self, number: int) -> None:
        """Ends the life of an object, if it is alive."""
        buffer = self.buffers.pop(number, None)
        if buffer is not None:
            self.used -= len(buffer)
            self.undefined.pop(number, None)
            self.touched.discard(number)
            self.writable.discard(number)
            self.population_changed = True

    def bury_all(self, numbers: Iterable[int]) -> None:
        for number in numbers:
            self.bury(number)
