"""The memory of the process: objects by number, byte-exact, with lifetimes and undefined bytes.

An object is alive iff it has an entry in `buffers`. A snapshot costs a shallow copy: buffers are shared between
snapshots until the first write, which copies the one object that it changes (`own`). So a buffer may be changed in
place only while its number is in `touched`.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import field
from typing import TypeAlias

from esbmc_py.goto.deferred import dataclass

from ..goto.addresses import AddressSpace
from .stops import LimitReached, Slow

LARGEST_ALLOCATION = 1 << 28
MOST_BYTES = 1 << 30  # alive at a time, beside the globals

FIRST_ORIGIN = 2  # 0 and 1 tell in a mask whether a byte is undefined at all

Buffer: TypeAlias = bytes | bytearray
Origins: TypeAlias = "array[int]"


def no_origins(size: int) -> Origins:
    return array("Q", bytes(8 * size))


@dataclass(slots=True)
class Mask:
    """Which bytes of an object are undefined (1). They are 0 in the buffer, so that equal states have equal bytes.

    The copy of an undefined byte is the same byte, whatever it turns out to be: both have the same origin, a number
    from `FIRST_ORIGIN` on. A byte without an origin (0) was never copied.
    """

    bits: bytearray
    left: int  # how many are undefined
    origins: Origins | None = None  # of every byte; None if none has one

    def copy(self) -> Mask:
        return Mask(bytearray(self.bits), self.left, None if self.origins is None else self.origins[:])


def _places_of(origins: Origins, wanted: Iterable[int]) -> list[tuple[int, int]]:
    """Where an object has one of these origins: offset, origin."""
    places = []
    for origin in wanted:
        place = -1
        for _ in range(origins.count(origin)):
            place = origins.index(origin, place + 1)
            places.append((place, origin))
    return places


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
    next_origin: int = FIRST_ORIGIN  # no byte has this origin or a higher one
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
            if mask.origins is not None:
                mask.origins[offset : offset + size] = no_origins(size)
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
        """Raw bytes; those that are undefined stay so, and are the same in both places from then on."""
        if not size:
            return
        target_number, target_offset = self.locate(target, size)
        source_number, source_offset = self.locate(source, size)
        bits = self.undefined_bits(source_number, source_offset, size)
        origins = None if bits is None else self._share(source_number, source_offset, bits)
        self.write(target, self.buffers[source_number][source_offset : source_offset + size])
        if bits is not None:
            self._undefine(target_number, target_offset, bits, origins)

    def undefine(self, address: int, size: int) -> None:
        """Writes bytes that nobody has determined."""
        self.write(address, bytes(size))
        self._undefine(*self.locate(address, size), b"\1" * size)

    def _undefine(self, number: int, offset: int, bits: bytes, origins: Origins | None = None) -> None:
        """Of bytes that have just been written: some are undefined."""
        mask = self.undefined.get(number)
        if mask is None:
            mask = self.undefined[number] = Mask(bytearray(len(self.buffers[number])), 0)
            self.writable.discard(number)
        mask.left += bits.count(1) - mask.bits.count(1, offset, offset + len(bits))
        mask.bits[offset : offset + len(bits)] = bits
        if origins is not None:
            if mask.origins is None:
                mask.origins = no_origins(len(mask.bits))
            mask.origins[offset : offset + len(bits)] = origins

    # -- origins of undefined bytes ------------------------------------------------------------------------------

    def origins_of(self, number: int, offset: int, size: int) -> Origins | None:
        """The origins of a region's bytes in an object with undefined ones; None where no byte has any."""
        origins = self.undefined[number].origins
        return None if origins is None else origins[offset : offset + size]

    def _share(self, number: int, offset: int, bits: bytes) -> Origins:
        """The origins of bytes that are being copied. What is undefined and has none gets one."""
        origins = self.origins_of(number, offset, len(bits)) or no_origins(len(bits))
        alone = [place for place, bit in enumerate(bits) if bit and not origins[place]]
        if alone:
            for place, origin in zip(alone, self.new_origins(len(alone)), strict=True):
                origins[place] = origin
            self.note_change(number, offset, offset + len(bits))
            self.own(number)
            mask = self.undefined[number]
            if mask.origins is None:
                mask.origins = no_origins(len(mask.bits))
            mask.origins[offset : offset + len(bits)] = origins
        return origins

    def new_origins(self, count: int) -> range:
        first = self.next_origin
        self.next_origin += count
        return range(first, self.next_origin)

    def settle(self, address: int, data: bytes, origins: Sequence[int] | None) -> None:
        """Gives a value to undefined bytes that had these origins, and to all their copies, wherever they are."""
        self.write(address, data)
        if origins is not None:
            values = {origin: byte for origin, byte in zip(origins, data, strict=True) if origin}
            if values:
                self.settle_copies(values)

    def settle_copies(self, values: Mapping[int, int]) -> None:
        for number, mask in list(self.undefined.items()):
            for offset, origin in [] if mask.origins is None else _places_of(mask.origins, values):
                self.note_change(number, offset, offset + 1)
                self.own(number)
                buffer = self.buffers[number]
                assert isinstance(buffer, bytearray)
                buffer[offset] = values[origin]
                self._define(number, offset, 1)

    def note_change(self, number: int, begin: int, end: int) -> None:
        """Something about these bytes changes, but the step does not write them. (For those who record steps.)"""

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
