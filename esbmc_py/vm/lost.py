"""What is lost: objects that the program allocated and has not freed, and to which nothing leads any more.

A way begins at an object that is not on the heap and lives (a global, a local of a thread that has not ended, a
thread-local), or at a register that will be read again (a pointer on its way into a variable); it goes on through what
objects on the heap hold. An address in the middle of an object leads to it, too. A program that was loaded with
`pointers_in_memory` has no variable elsewhere: one that is in scope but not used again counts as the others do.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import TYPE_CHECKING

from ..goto.numbering import ObjectKind
from ..goto.scalars import addresses_in, may_hold_address
from ..goto.symbols import Symbol
from .analysis import indices_of

if TYPE_CHECKING:
    from .core import MachineCore
    from .executable import FunctionCode
    from .frames import Frame

_offsets_in = cache(lambda ctype, bits: tuple(addresses_in(ctype, bits)))


def reached(machine: MachineCore) -> set[int]:
    """The numbers of all objects to which some way leads."""
    buffers = machine.memory.buffers
    seen = {number for number in buffers if not _is_on_heap(machine, number)}
    found = {number for address in _in_registers(machine) if (number := _object_at(machine, address)) is not None}
    seen |= found
    work = list(seen)
    while work:
        for address in _addresses(machine, work.pop()):
            number = _object_at(machine, address)
            if number is not None and number not in seen:
                seen.add(number)
                work.append(number)
    return seen


def _is_on_heap(machine: MachineCore, number: int) -> bool:
    identity = machine.executable.numbering.identity(number)
    return identity is not None and identity.kind is ObjectKind.HEAP


def _object_at(machine: MachineCore, address: int) -> int | None:
    """The living object that an address belongs to: from its beginning to just behind its end."""
    number, offset = machine.memory.space.split(address)
    buffer = machine.memory.buffers.get(number)
    return number if buffer is not None and 0 <= offset <= len(buffer) else None


def _addresses(machine: MachineCore, number: int) -> Iterator[int]:
    """What may be addresses in an object, by its type; on the heap, which has no types, all aligned words."""
    memory = machine.memory
    size = memory.space.pointer_bits // 8
    buffer = memory.buffers[number]
    symbol: Symbol | None = machine.executable.numbering.symbol(number)
    offsets = range(0, len(buffer), size) if symbol is None else _offsets_in(symbol.type, memory.space.pointer_bits)
    for offset in offsets:
        if offset + size <= len(buffer) and memory.undefined_bits(number, offset, size) is None:
            yield int.from_bytes(buffer[offset : offset + size], "little")


def _in_registers(machine: MachineCore) -> Iterator[int]:
    """Of the threads that have not ended; the executing one is where the machine is."""
    for thread in machine.threads:
        if thread.number != machine.thread and not thread.ended:
            yield from _in_frames(thread.code, thread.pc, thread.registers, thread.caller)
    if not machine.ended:
        yield from _in_frames(machine.code, machine.pc, machine.registers, machine.caller)


def _in_frames(code: FunctionCode, pc: int, registers: list[object], caller: Frame | None) -> Iterator[int]:
    yield from _in_frame(code, code.live[pc], registers)
    while caller is not None:
        code, pc, registers, caller, _ = caller
        result = code.result_registers[pc - 1]
        yield from _in_frame(code, code.live[pc] & ~(1 << result if result >= 0 else 0), registers)


def _in_frame(code: FunctionCode, live: int, registers: list[object]) -> Iterator[int]:
    bits = code.executable.program.pointer_bits
    for index in indices_of(live):
        value = registers[index]
        if isinstance(value, int) and may_hold_address(code.function.registers[index].type, bits):
            yield value & ((1 << bits) - 1)
