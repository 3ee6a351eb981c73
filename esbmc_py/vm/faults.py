"""What is wrong with an address: decides the property and writes the message."""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING

from ..goto.properties import OUTSIDE, Property
from .describe import object_text, pointer_text
from .numbers import Identity, ObjectKind
from .stops import Stop, UnsupportedReached, ViolationFound

if TYPE_CHECKING:
    from .core import MachineCore


def outside_fault(machine: MachineCore, address: int, doing: str) -> UnsupportedReached | None:
    """Nobody knows what lies where only functions without a body have been."""
    symbol = machine.executable.numbering.symbol(machine.memory.space.split(address)[0])
    return UnsupportedReached(f"{doing}, {OUTSIDE}") if symbol is not None and symbol.outside else None


def access_fault(machine: MachineCore, address: int, size: int, place: str, *, write: bool) -> Stop:
    """Why `size` bytes at `address` cannot be read or written. `place` is the C text of the access."""
    memory = machine.memory
    number, offset = memory.space.split(address)
    doing = _doing(machine, place, write=write)
    outside = outside_fault(machine, address, doing)
    if outside is not None:
        return outside
    if number == 0:
        pointer = "a null pointer" if offset == 0 else f"a null pointer (address {address:#x})"
        return ViolationFound(Property.NULL, f"{doing} through {pointer}")
    name = object_text(machine.executable.numbering, number)
    if number in memory.buffers:
        length = len(memory.buffers[number])
        if offset >= 0 and offset + size <= length:
            return ViolationFound(Property.READ_ONLY, f"{doing}: {name} is read-only")
        where = f"{size} byte{'s' * (size != 1)} at offset {offset} of {name}"
        return ViolationFound(Property.BOUNDS, f"{doing}: {where}, which has {length} byte{'s' * (length != 1)}")
    if isinstance(machine.executable.numbering.static(number), str):
        kind = Property.READ_ONLY if write else Property.BOUNDS
        return ViolationFound(kind, f"{doing}: the address is that of {name}")
    return _dead_fault(machine, number, address, doing, name)


def _doing(machine: MachineCore, place: str, *, write: bool) -> str:
    """In the library, by the name that the program calls: its variables mean nothing to whoever calls memcpy."""
    library = list(takewhile(lambda entry: entry.in_model, machine.stack()))
    if library and not library[-1].function.startswith("__smtcb"):
        place = f"in {library[-1].function}"
    return f"{'writing' if write else 'reading'} {place}"


def _dead_fault(machine: MachineCore, number: int, address: int, doing: str, name: str) -> ViolationFound:
    if address == machine.memory.space.nowhere:
        return ViolationFound(Property.BOUNDS, f"{doing}: that is far outside of the object")
    identity = machine.executable.numbering.identity(number)
    if identity is None or not _existed(machine, identity):
        return ViolationFound(Property.BOUNDS, f"{doing}: the pointer {address:#x} points to no object")
    if identity.kind is ObjectKind.HEAP:
        return ViolationFound(Property.FREED, f"{doing}: {name} has been freed")
    return ViolationFound(Property.DEAD, f"{doing}: {name} does not live any more")


def _existed(machine: MachineCore, identity: Identity) -> bool:
    """May an object with this identity have been alive before?"""
    if identity.thread >= len(machine.threads):
        return False
    if identity.kind is ObjectKind.HEAP:
        return identity.index < allocated_by(machine, identity.thread)
    return machine.executable.numbering.symbol(machine.executable.numbering.number(identity)) is not None or (
        identity.kind is ObjectKind.ALLOCA
    )


def allocated_by(machine: MachineCore, thread: int) -> int:
    """How many heap objects a thread has allocated so far, in the step under way, too."""
    return machine.allocated if thread == machine.thread else machine.threads[thread].allocated


def free_fault(machine: MachineCore, address: int) -> Stop | None:
    """Why `address` cannot be freed; None if it can."""
    outside = outside_fault(machine, address, "freeing a pointer")
    if outside is not None:
        return outside
    numbering = machine.executable.numbering
    number, offset = machine.memory.space.split(address)
    identity = numbering.identity(number)
    if identity is None or identity.kind is not ObjectKind.HEAP or not _existed(machine, identity):
        shown = pointer_text(numbering, address)
        return ViolationFound(Property.INVALID_FREE, f"freeing {shown}, which was not allocated on the heap")
    name = object_text(numbering, number)
    if number not in machine.memory.buffers:
        return ViolationFound(Property.DOUBLE_FREE, f"freeing {name}, which has been freed already")
    if offset:
        return ViolationFound(Property.INVALID_FREE, f"freeing {name} + {offset}, which is not where it begins")
    return None
