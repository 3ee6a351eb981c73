"""Memory as instructions use it: an access that is not possible ends the execution as a violation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..goto.types import IntType, ScalarType
from . import values
from .faults import access_fault, free_fault
from .values import Value

if TYPE_CHECKING:
    from .core import MachineCore


def load(machine: MachineCore, address: int, ctype: ScalarType, place: str) -> Value:
    """Reads memory. Undefined bytes, and with them their copies, take a nondeterministic value for good."""
    memory, layout = machine.memory, values.layout(ctype)
    number, offset = memory.space.split(address)
    if not memory.contains(number, offset, layout.size):
        raise access_fault(machine, address, layout.size, place, write=False)
    bits = memory.undefined_bits(number, offset, layout.size)
    if bits is not None:
        origins = memory.origins_of(number, offset, layout.size)
        memory.settle(address, _settle(machine, ctype, bits, origins, memory.read(address, layout.size)), origins)
    value: Value = layout.unpack_from(memory.buffers[number], offset)[0]
    return value


def _settle(machine: MachineCore, ctype: ScalarType, bits: bytes, origins: Sequence[int] | None, data: bytes) -> bytes:
    """Bytes of the same origin are the same; all others may be anything."""
    places = [place for place, bit in enumerate(bits) if bit]
    unknown = {place: (origins[place] if origins is not None else 0) or ~place for place in places}
    missing = dict.fromkeys(unknown.values(), 0)
    if len(missing) == len(bits):
        return values.pack(ctype, machine.choose(ctype))
    chosen = int(machine.choose(IntType(8 * len(missing), False, f"{len(missing)} undefined bytes")))
    fill = dict(zip(missing, chosen.to_bytes(len(missing), "little"), strict=True))
    return bytes(fill[unknown[place]] if bits[place] else byte for place, byte in enumerate(data))


def store(machine: MachineCore, address: int, data: bytes, place: str) -> None:
    check_writable(machine, address, len(data), place)
    machine.memory.write(address, data)


def check_writable(machine: MachineCore, address: int, size: int, place: str) -> None:
    memory = machine.memory
    number, offset = memory.space.split(address)
    if not memory.accepts(number, offset, size):
        raise access_fault(machine, address, size, place, write=True)


def free(machine: MachineCore, address: int) -> None:
    """Ends the life of a heap object; nothing for a null pointer."""
    if address:
        fault = free_fault(machine, address)
        if fault is not None:
            raise fault
        machine.memory.bury(address >> machine.memory.shift)
