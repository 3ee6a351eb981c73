"""The instructions that stand in a function for stores that wait and for loads that look (see `store_buffers`)."""

from __future__ import annotations

from dataclasses import replace

from esbmc_py.goto.deferred import dataclass

from .expressions import AddressOf, Binary, Const, Convert, Expression, Register
from .instructions import (
    Assign,
    AtomicBegin,
    AtomicEnd,
    Branch,
    Call,
    Copy,
    Goto,
    Instruction,
    Load,
    Measure,
    ObjectSize,
    Store,
    Unsupported,
)
from .program import Program
from .store_buffer_runtime import SIZE, StoreBufferRuntime, unsigned
from .symbols import Symbol
from .types import INT, FloatType, IntType, PointerType, ScalarType, size_of

FITTING = (1, 2, 4, 8)  # bytes of a store that can wait


@dataclass(frozen=True, slots=True)
class BufferWriter:
    """Instructions that go into a function of the program."""

    runtime: StoreBufferRuntime
    program: Program
    registers: list[Register]

    def register(self, name: str, ctype: ScalarType) -> Register:
        register = Register(len(self.registers), f"{name}${len(self.registers)}", ctype)
        self.registers.append(register)
        return register

    def waiting(self, store: Store, first: int, site: int, *, in_section: bool, fences: bool) -> list[Instruction]:
        """`first`: where the sequence begins in the one that it will be part of. Jumps count from there."""
        runtime, where = self.runtime, store.location
        news: list[Instruction] = []
        exits: list[tuple[int, Expression]] = []  # to the store itself
        if in_section:
            depth = self.register("depth", SIZE)
            news.append(Load(depth, runtime.at(runtime.depth), SIZE, runtime.depth.name, where))
            exits.append((len(news), Binary("!=", depth, Const(0, SIZE), INT)))
            news.append(store)
        if not _is_certain(store):
            word = unsigned(runtime.pointer_bits // 8)
            room = self.register("room", word)
            news.append(ObjectSize(room, store.address, where, Measure.ROOM))
            exits.append((len(news), Binary("<", room, Const(size_of(store.type), word), INT)))
            news.append(store)
        if fences:
            news += self.fence(store)
        value = store.value
        if isinstance(store.type, FloatType):
            value = self.register("bits", unsigned(size_of(store.type)))
            news += self._as_bits(store.value, store.type, value, store)
        news.append(runtime.waits(store, value, site))
        if exits:
            direct = first + len(news) + 1
            for index, condition in exits:
                news[index] = Branch(condition, direct, where)
            news += [Goto(direct + 1, where), store]
        return news

    def _as_bits(self, value: Expression, ctype: ScalarType, bits: Register, user: Load | Store) -> list[Instruction]:
        """Through memory that nobody else sees."""
        scratch, where = self.runtime.scratch, user.location
        return [
            Store(self.runtime.at(scratch, ctype), value, ctype, scratch.name, where),
            Load(bits, self.runtime.at(scratch, bits.type), bits.type, scratch.name, where),
        ]

    def loaded(self, copy: Copy) -> Load:
        assert isinstance(copy.type, IntType | FloatType | PointerType)
        target = self.register("copied", copy.type)
        return Load(target, copy.source, copy.type, copy.source_place, copy.location)

    def stored(self, copy: Copy, value: Register) -> Store:
        assert isinstance(copy.type, IntType | FloatType | PointerType)
        return Store(copy.target, value, copy.type, copy.place, copy.location)

    def forwarded(self, load: Load, m: int) -> list[Instruction]:
        """The load, and what it finds in the buffer."""
        size, where = size_of(load.type), load.location
        if size not in FITTING:
            return [Unsupported(f"a load of {size} bytes with store buffers", where)]
        ctype = unsigned(size)
        news: list[Instruction] = []
        if not isinstance(load.address, AddressOf):
            address = self.register("address", self.runtime.pointer)
            news.append(Assign(address, Convert(load.address, self.runtime.pointer), where))
            load = replace(load, address=Convert(address, load.address.type))
        news.append(load)
        found = self.register("found", ctype)
        bits: Expression = Convert(load.target, ctype)
        if isinstance(load.type, FloatType):
            bits = self.register("bits", ctype)
            news += self._as_bits(load.target, load.type, bits, load)
        place = Convert(load.address, self.runtime.pointer)
        news.append(self.runtime.call(self.runtime.forward(m, size), (place, bits), where, found))
        if isinstance(load.type, FloatType):
            scratch = self.runtime.scratch
            news.append(Store(self.runtime.at(scratch, ctype), found, ctype, scratch.name, where))
            news.append(Load(load.target, self.runtime.at(scratch, load.type), load.type, scratch.name, where))
        else:
            news.append(Assign(load.target, Convert(found, load.type), where))
        return news

    def fence(self, instruction: Call | Store) -> list[Instruction]:
        """No later store passes those that wait now."""
        fence = self.runtime.fence
        return [Store(self.runtime.at(fence), Const(1, SIZE), SIZE, fence.name, instruction.location)]

    def deepened(self, change: int, instruction: AtomicBegin | AtomicEnd) -> list[Instruction]:
        depth, where = self.register("depth", SIZE), instruction.location
        symbol = self.runtime.depth
        changed = Binary("+", depth, Const(change % 256, SIZE), SIZE)
        return [
            Load(depth, self.runtime.at(symbol), SIZE, symbol.name, where),
            Store(self.runtime.at(symbol), changed, SIZE, symbol.name, where),
        ]

    def forget(self, symbol: Symbol, m: int, instruction: Instruction) -> Call:
        word = unsigned(self.runtime.pointer_bits // 8)
        arguments = (Convert(self.runtime.at(symbol), self.runtime.pointer), Const(symbol.size, word))
        return self.runtime.call(self.runtime.forget(m), arguments, instruction.location)

    def forget_block(self, address: Expression, m: int, instruction: Instruction) -> list[Instruction]:
        word = unsigned(self.runtime.pointer_bits // 8)
        room = self.register("room", word)
        arguments = (Convert(address, self.runtime.pointer), room)
        return [
            ObjectSize(room, address, instruction.location, Measure.ROOM),
            self.runtime.call(self.runtime.forget(m), arguments, instruction.location),
        ]


def _is_certain(store: Store) -> bool:
    """Is it clear that the store can be made?"""
    match store.address:
        case AddressOf(symbol=symbol):
            return not symbol.constant and symbol.size >= size_of(store.type)
        case Binary(op="+", left=AddressOf(symbol=symbol), right=Const(value=offset)):
            return not symbol.constant and 0 <= offset <= symbol.size - size_of(store.type)
        case _:
            return False
