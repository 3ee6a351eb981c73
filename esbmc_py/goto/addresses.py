"""How a pointer value names an object and an offset.

A pointer is an unsigned integer of the target's pointer width: the object's number in the high bits, the byte offset in
the low bits. So pointers live in memory as plain bytes, survive casts to integers, and arithmetic on them is integer
arithmetic. Offsets may go somewhat below zero (`p - 1` still belongs to p's object); object 0 is the null pointer's.

What is added to a pointer may be so large that the sum is in another object. Where the access itself adds it (`a[i]`),
that is told: the address is *nowhere*. Where the sum is kept (`q = p + i`), see `frontend/far_offsets`.
"""

from __future__ import annotations

from esbmc_py.goto.deferred import dataclass


@dataclass(frozen=True, slots=True)
class AddressSpace:
    pointer_bits: int
    offset_bits: int

    @property
    def slack(self) -> int:
        """How far below its object a pointer may point and still be attributed to it."""
        return 1 << (self.offset_bits - 3)

    @property
    def largest_object(self) -> int:
        return (1 << self.offset_bits) - self.slack - 1

    @property
    def most_objects(self) -> int:
        return (1 << (self.pointer_bits - self.offset_bits)) - 1

    def join(self, number: int, offset: int) -> int:
        return ((number << self.offset_bits) + offset) & ((1 << self.pointer_bits) - 1)

    @property
    def plenty(self) -> int:
        """More bytes than any object has."""
        return (1 << self.pointer_bits) - 1

    @property
    def nowhere(self) -> int:
        """An address at which nothing ever is."""
        return self.most_objects << self.offset_bits

    def reached(self, origin: int, address: int) -> int:
        """Where an access leads that begins at `origin`: nowhere, if the address belongs to another object."""
        begun = (origin + self.slack) >> self.offset_bits
        return address if not begun or (address + self.slack) >> self.offset_bits == begun else self.nowhere

    def split(self, pointer: int) -> tuple[int, int]:
        number = (pointer + self.slack) >> self.offset_bits
        return number, pointer - (number << self.offset_bits)


ADDRESS_SPACES = {64: AddressSpace(64, 32), 32: AddressSpace(32, 18)}
