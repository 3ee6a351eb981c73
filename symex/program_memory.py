"""The memory that a program begins with: its globals, and the thread-locals of each thread."""

from __future__ import annotations

from immutables import Map

from esbmc_py.goto.addresses import AddressSpace
from esbmc_py.goto.numbering import Numbering
from esbmc_py.goto.program import Program
from esbmc_py.goto.symbols import Image, Symbol

from . import objects
from .objects import Memory, Object
from .values import Value


class ProgramMemory:
    def __init__(self, program: Program, numbering: Numbering) -> None:
        self.program = program
        self.space: AddressSpace = program.address_space
        self.numbering = numbering
        shift = self.space.offset_bits
        self.addresses: dict[Symbol | str, int] = {
            what: number << shift for what, number in program.object_numbers.items()
        }
        self._addresses_of_thread: dict[int, tuple[int, ...]] = {}
        self._selves: dict[int, tuple[int, Object | None, Value]] = {}  # what was read last
        itself = program.thread_self
        self._self_index = None if itself is None else list(program.thread_locals).index(itself)

    def at_start(self) -> Memory:
        """With the thread-locals of main."""
        memory = Map(
            {
                self.program.object_numbers[symbol]: Object(
                    symbol.size, self._image(image), symbol.name, constant=symbol.constant
                )
                for symbol, image in self.program.globals.items()
            }
        )
        return self.with_thread_locals(memory, 0, None)

    def with_thread_locals(self, memory: Memory, thread: int, self_value: Value | None) -> Memory:
        """`self_value`: what the thread is called, where it is not main."""
        for index, (symbol, image) in enumerate(self.program.thread_locals.items()):
            made = Object(symbol.size, self._image(image), f"{symbol.name}@{thread}")
            if symbol is self.program.thread_self and self_value is not None:
                made = objects.write(made, 0, self.space.pointer_bits // 8, self_value)
            memory = memory.set(self.numbering.thread_local(thread, index), made)
        return memory

    def _image(self, image: Image) -> bytes:
        size = self.space.pointer_bits // 8
        data = bytearray(image.data)
        for relocation in image.relocations:
            address = self.addresses[relocation.target] + relocation.addend
            data[relocation.offset : relocation.offset + size] = (address & ((1 << 8 * size) - 1)).to_bytes(
                size, "little"
            )
        return bytes(data)

    def thread_local_addresses(self, thread: int) -> tuple[int, ...]:
        found = self._addresses_of_thread.get(thread)
        if found is None:
            shift = self.space.offset_bits
            numbers = [self.numbering.thread_local(thread, i) for i in range(len(self.program.thread_locals))]
            found = self._addresses_of_thread[thread] = tuple(number << shift for number in numbers)
        return found

    def self_value(self, memory: Memory, thread: int) -> Value:
        """What a thread that lives is called by the holders of waits: its `__smtcb_self`."""
        if self._self_index is None:
            return 0
        number, known, value = self._selves.get(thread, (None, None, 0))
        if number is None:
            number = self.numbering.thread_local(thread, self._self_index)
        found = memory.get(number)
        if found is not known:  # which is the same at most nodes of a tree
            value = 0 if found is None else objects.read(found, 0, self.space.pointer_bits // 8)[0]
            self._selves[thread] = (number, found, value)
        return value
