"""Store buffers as code: the functions that a program with store buffers calls, written for it, in instructions.

A thread's buffer is a row of thread-local slots, oldest store first. A slot whose size is 0 is empty. Nobody but the
thread itself looks into its buffer: others notice nothing of what is done here but the stores in `STORE_REACHES`. `m`,
where it occurs, says how many slots can be in use where the function is called: the analysis of `store_buffers` knows,
and no instruction is spent on the others.

Under TSO the oldest store leaves the buffer first. Under PSO any store may leave before which no store to the same
bytes waits, and no store that a store-store fence keeps before it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field

from esbmc_py.goto.deferred import dataclass

from .expressions import AddressOf, Binary, Const, Convert, Expression, FunctionAddress, Register
from .instructions import Assign, Branch, Call, Copy, Goto, Instruction, Load, Nondet, Return, Store
from .memory_models import STORE_FORWARDED, STORE_REACHES, STORE_WAITS
from .program import Function
from .symbols import Image, SourceLocation, Storage, Symbol
from .types import BOOL, INT, VOID, CType, FunctionType, IntType, PointerType, ScalarType, size_of

FILE = "store_buffers.c"  # where messages say that this code is; there is no such file
HERE = SourceLocation(FILE, 1)

CHOICE = "__smtcb_store_leaves_buffer"  # what the nondeterministic choices are called
SIZE = IntType(8, False, "unsigned char")

Condition = Expression


def unsigned(size: int) -> IntType:
    names = {1: "unsigned char", 2: "unsigned short", 4: "unsigned int", 8: "unsigned long"}
    return IntType(8 * size, False, names[size])


@dataclass(slots=True)
class Body:
    """A function that is being written. Jumps lead to labels, which get their places later."""

    name: str
    result: CType = VOID
    registers: list[Register] = field(default_factory=list)
    parameters: list[Register] = field(default_factory=list)
    instructions: list[Instruction] = field(default_factory=list)
    places: list[int] = field(default_factory=list)

    def parameter(self, name: str, ctype: ScalarType) -> Register:
        register = self.register(name, ctype)
        self.parameters.append(register)
        return register

    def register(self, name: str, ctype: ScalarType) -> Register:
        register = Register(len(self.registers), f"{name}${len(self.registers)}", ctype)
        self.registers.append(register)
        return register

    def label(self) -> int:
        self.places.append(-1)
        return len(self.places) - 1

    def put(self, label: int) -> None:
        self.places[label] = len(self.instructions)

    def branch(self, condition: Condition, label: int) -> None:
        self.instructions.append(Branch(condition, label, HERE))

    def goto(self, label: int) -> None:
        self.instructions.append(Goto(label, HERE))

    def assign(self, target: Register, value: Expression) -> None:
        self.instructions.append(Assign(target, value, HERE))

    def choose(self) -> Register:
        chosen = self.register("leaves", BOOL)
        self.instructions.append(Nondet(chosen, CHOICE, HERE))
        return chosen

    def finished(self) -> Function:
        self.instructions.append(Return(None, HERE))
        placed = [self._placed(instruction) for instruction in self.instructions]
        ctype = FunctionType(self.result, tuple(register.type for register in self.parameters), variadic=False)
        return Function(
            self.name, ctype, tuple(self.parameters), tuple(self.registers), (), placed, HERE, is_model=True
        )

    def _placed(self, instruction: Instruction) -> Instruction:
        match instruction:
            case Goto(target):
                return Goto(self.places[target], HERE)
            case Branch(condition, target):
                return Branch(condition, self.places[target], HERE)
            case _:
                return instruction


@dataclass(frozen=True, slots=True)
class Slot:
    place: Symbol
    value: Symbol
    size: Symbol
    fenced: Symbol  # a store-store fence stands between this store and those before it
    site: Symbol  # which of `StoreBufferRuntime.sites` it is, counted from 1; 0 if none

    @property
    def parts(self) -> tuple[Symbol, ...]:
        return self.place, self.value, self.size, self.fenced, self.site


@dataclass(slots=True)
class StoreBufferRuntime:
    """The buffers of a program, and the functions that have been asked for."""

    count: int  # of slots
    sizes: tuple[int, ...]  # of the stores that wait, in bytes
    partial: bool  # stores and loads of different sizes may meet
    in_order: bool  # TSO
    fences: bool  # there are store-store fences
    pointer_bits: int
    sites: tuple[Store | Copy, ...]  # stores that may reach memory too late, when what they write to has ended
    functions: dict[str, Function] = field(default_factory=dict)
    slots: list[Slot] = field(init=False)
    used: Symbol = field(init=False)  # how many slots have been filled since the last fence
    fence: Symbol = field(init=False)  # the next store comes after a store-store fence
    scratch: Symbol = field(init=False)  # where numbers become bits
    depth: Symbol = field(init=False)  # how many atomic sections the thread is in, where that is not clear otherwise

    def __post_init__(self) -> None:
        self.slots = [
            Slot(
                self._symbol(f"place{index}", self.pointer),
                self._symbol(f"value{index}", self.value),
                self._symbol(f"size{index}", SIZE),
                self._symbol(f"fenced{index}", SIZE),
                self._symbol(f"site{index}", SIZE),
            )
            for index in range(self.count)
        ]
        self.used = self._symbol("used", SIZE)
        self.fence = self._symbol("fence", SIZE)
        self.depth = self._symbol("depth", SIZE)
        self.scratch = self._symbol("scratch", unsigned(8))
        self._write_reaches()
        self._write_waits()

    @property
    def pointer(self) -> PointerType:
        return PointerType(VOID, self.pointer_bits // 8)

    @property
    def value(self) -> IntType:
        return unsigned(max(self.sizes))

    def thread_locals(self) -> dict[Symbol, Image]:
        symbols = [symbol for slot in self.slots for symbol in slot.parts]
        symbols += [self.used, self.fence, self.depth, self.scratch]
        return {symbol: Image(bytes(symbol.size)) for symbol in symbols}

    def _symbol(self, name: str, ctype: ScalarType) -> Symbol:
        return Symbol(f"__smtcb_buffer_{name}", ctype, size_of(ctype), Storage.THREAD, HERE)

    # -- what is called from outside --------------------------------------------------------------------------------

    def call(
        self,
        name: str,
        arguments: tuple[Expression, ...] = (),
        location: SourceLocation = HERE,
        target: Register | None = None,
    ) -> Call:
        ctype = PointerType(self.functions[name].type, self.pointer_bits // 8)
        return Call(target, FunctionAddress(name, ctype), arguments, location)

    def waits(self, store: Store, value: Expression, site: int) -> Call:
        """The store waits in the buffer."""
        size = size_of(store.type)
        bits = Convert(Convert(value, unsigned(size)), self.value)
        arguments: list[Expression] = [Convert(store.address, self.pointer), bits, Const(size, SIZE)]
        if self.sites:
            arguments.append(Const(site, SIZE))
        return self.call(STORE_WAITS, tuple(arguments), store.location)

    def may_leave(self, m: int) -> str:
        """Any number of stores may reach memory."""
        return self._made(f"__smtcb_store_may_leave_{m}", lambda body: self._write_leaving(body, m, every=False))

    def leave(self, m: int) -> str:
        """All stores reach memory."""
        return self._made(f"__smtcb_store_leaves_{m}", lambda body: self._write_leaving(body, m, every=True))

    def forget(self, m: int) -> str:
        """Stores into an object whose life the thread ends reach nobody."""
        return self._made(f"__smtcb_store_forgotten_{m}", lambda body: self._write_forget(body, m))

    def forward(self, m: int, size: int) -> str:
        """What a load of so many bytes reads, given what is in memory: the thread's own stores come first."""
        return self._made(f"{STORE_FORWARDED}_{size}_{m}", lambda body: self._write_forward(body, m, size))

    def _made(self, name: str, write: Callable[[Body], None]) -> str:
        if name not in self.functions:
            body = Body(name)
            write(body)
            self.functions[name] = body.finished()
        return name

    # -- how it is done ----------------------------------------------------------------------------------------------

    def get(self, body: Body, symbol: Symbol) -> Register:
        assert isinstance(symbol.type, IntType | PointerType)
        register = body.register("in", symbol.type)
        body.instructions.append(Load(register, self.at(symbol), symbol.type, symbol.name, HERE))
        return register

    def set(self, body: Body, symbol: Symbol, value: Expression) -> None:
        assert isinstance(symbol.type, IntType | PointerType)
        body.instructions.append(Store(self.at(symbol), value, symbol.type, symbol.name, HERE))

    def at(self, symbol: Symbol, ctype: CType | None = None) -> AddressOf:
        return AddressOf(symbol, PointerType(ctype or symbol.type, self.pointer_bits // 8))

    def _content(self, body: Body) -> list[Register]:
        """What is handed over with a store: place, value, size, and site if that matters."""
        types: list[tuple[str, ScalarType]] = [("place", self.pointer), ("value", self.value), ("size", SIZE)]
        if self.sites:
            types.append(("site", SIZE))
        return [body.register(name, ctype) for name, ctype in types]

    def _content_of(self, slot: Slot) -> list[Symbol]:
        return [slot.place, slot.value, slot.size, *([slot.site] if self.sites else [])]

    def _write_reaches(self) -> None:
        """The only accesses here that others can notice."""
        body = Body(STORE_REACHES)
        body.parameters = self._content(body)
        place, value, size, *site = body.parameters
        done = body.label()
        for number, store in enumerate(self.sites, 1):
            following = body.label()
            body.branch(_compare("!=", site[0], Const(number, SIZE)), following)
            self._make(body, place, value, size_of(store.type), store.place, store.location)
            body.goto(done)
            body.put(following)
        for position, width in enumerate(self.sizes):
            following = body.label()
            if position + 1 < len(self.sizes):
                body.branch(_compare("!=", size, Const(width, SIZE)), following)
            self._make(body, place, value, width, "*place", HERE)
            body.goto(done)
            body.put(following)
        body.put(done)
        self.functions[STORE_REACHES] = body.finished()

    def _make(
        self, body: Body, place: Register, value: Register, width: int, text: str, location: SourceLocation
    ) -> None:
        ctype = unsigned(width)
        address = Convert(place, PointerType(ctype, self.pointer_bits // 8))
        body.instructions.append(Store(address, Convert(value, ctype), ctype, text, location, atomic=True))

    def _write_waits(self) -> None:
        body = Body(STORE_WAITS)
        body.parameters = self._content(body)
        used = self.get(body, self.used)
        for index, slot in enumerate(self.slots):
            following = body.label()
            if index + 1 < self.count:
                body.branch(_compare("!=", used, Const(index, SIZE)), following)
            else:
                free = body.label()
                body.branch(_compare("<=", used, Const(index, SIZE)), free)
                self._shift(body)
                body.put(free)
            for symbol, value in zip(self._content_of(slot), body.parameters, strict=True):
                self.set(body, symbol, value)
            if self.fences:
                self.set(body, slot.fenced, self.get(body, self.fence))
                self.set(body, self.fence, Const(0, SIZE))
            self.set(body, self.used, Const(index + 1, SIZE))
            body.instructions.append(Return(None, HERE))
            body.put(following)
        self.functions[STORE_WAITS] = body.finished()

    def _shift(self, body: Body) -> None:
        """All slots are in use: the oldest store reaches memory, the others move up."""
        self._leaves(body, self.slots[0])
        for slot, following in zip(self.slots, self.slots[1:], strict=False):
            for symbol, source in zip(slot.parts, following.parts, strict=True):
                self.set(body, symbol, self.get(body, source))

    def _leaves(self, body: Body, slot: Slot) -> None:
        """The store of this slot reaches memory, if there is one."""
        empty = body.label()
        body.branch(_compare("==", self.get(body, slot.size), Const(0, SIZE)), empty)
        content = tuple(self.get(body, symbol) for symbol in self._content_of(slot))
        self._empty(body, slot)
        body.instructions.append(self.call(STORE_REACHES, content))
        body.put(empty)

    def _empty(self, body: Body, slot: Slot) -> None:
        """Everything is 0 in an empty slot, so that equal states look equal. (Fences still keep others apart.)"""
        for symbol in self._content_of(slot):
            assert isinstance(symbol.type, IntType | PointerType)
            self.set(body, symbol, Const(0, symbol.type))

    def _write_leaving(self, body: Body, m: int, *, every: bool) -> None:
        if self.in_order:
            self._write_leaving_in_order(body, m, every=every)
        else:
            self._write_leaving_in_any_order(body, m, every=every)
        if every:
            self.set(body, self.used, Const(0, SIZE))
            if self.fences:
                self.set(body, self.fence, Const(0, SIZE))
                for slot in self.slots[:m]:
                    self.set(body, slot.fenced, Const(0, SIZE))

    def _write_leaving_in_order(self, body: Body, m: int, *, every: bool) -> None:
        enough = body.label()
        for slot in self.slots[:m]:
            if every:
                self._leaves(body, slot)
            else:
                empty, go = body.label(), body.label()
                body.branch(_compare("==", self.get(body, slot.size), Const(0, SIZE)), empty)
                body.branch(_is_true(body.choose()), go)
                body.goto(enough)
                body.put(go)
                self._leaves(body, slot)
                body.put(empty)
        body.put(enough)

    def _write_leaving_in_any_order(self, body: Body, m: int, *, every: bool) -> None:
        """Again and again, one of those that may. If all have to leave, it is the oldest where no other was chosen."""
        end = body.label()
        for _ in range(m):
            self._write_turn(body, m, end, every=every)
        body.put(end)

    def _write_turn(self, body: Body, m: int, end: int, *, every: bool) -> None:
        done = body.label()
        leaving = self._content(body)
        for index in range(m - 1, -1, -1):
            slot, following = self.slots[index], body.label()
            kept = self.get(body, slot.size)
            body.branch(_compare("==", kept, Const(0, SIZE)), following)
            for earlier in range(index):
                self._skip_if_kept(body, earlier, index, kept, following)
            if index or not every:
                body.branch(_compare("==", body.choose(), Const(0, BOOL)), following)
            self._take(body, slot, leaving, done)
            body.put(following)
        if every:
            for slot in self.slots[1:m]:
                following = body.label()
                body.branch(_compare("==", self.get(body, slot.size), Const(0, SIZE)), following)
                self._take(body, slot, leaving, done)
                body.put(following)
        body.goto(end)
        body.put(done)
        body.instructions.append(self.call(STORE_REACHES, tuple(leaving)))

    def _take(self, body: Body, slot: Slot, content: list[Register], done: int) -> None:
        for register, symbol in zip(content, self._content_of(slot), strict=True):
            body.assign(register, self.get(body, symbol))
        self._empty(body, slot)
        body.goto(done)

    def _skip_if_kept(self, body: Body, earlier: int, index: int, size: Register, following: int) -> None:
        """An earlier store keeps this one: to the same bytes, or on the other side of a fence."""
        here, there = self.slots[index], self.slots[earlier]
        free = body.label()
        kept = self.get(body, there.size)
        body.branch(_compare("==", kept, Const(0, SIZE)), free)
        place, before = self.get(body, here.place), self.get(body, there.place)
        if self.partial:
            apart = body.label()
            body.branch(_compare("<=", self._plus(before, kept), place), apart)
            body.branch(_compare("<=", self._plus(place, size), before), apart)
            body.goto(following)
            body.put(apart)
        else:
            body.branch(_compare("==", place, before), following)
        if self.fences:
            for between in range(earlier + 1, index + 1):
                fenced = self.get(body, self.slots[between].fenced)
                body.branch(_compare("!=", fenced, Const(0, SIZE)), following)
        body.put(free)

    def _plus(self, address: Expression, size: Expression) -> Expression:
        return Binary("+", address, Convert(size, self._word), self.pointer)

    @property
    def _word(self) -> IntType:
        return unsigned(self.pointer_bits // 8)

    def _write_forget(self, body: Body, m: int) -> None:
        begin = body.parameter("begin", self.pointer)
        size = body.parameter("size", self._word)
        for slot in self.slots[:m]:
            following = body.label()
            place = self.get(body, slot.place)
            body.branch(_compare("<", place, begin), following)
            body.branch(_compare(">=", place, Binary("+", begin, size, self.pointer)), following)
            self._empty(body, slot)
            body.put(following)

    def _write_forward(self, body: Body, m: int, size: int) -> None:
        body.result = unsigned(size)
        place = body.parameter("place", self.pointer)
        bits = body.parameter("bits", unsigned(size))
        for slot in self.slots[:m]:
            following = body.label()
            waiting = self.get(body, slot.size)
            body.branch(_compare("==", waiting, Const(0, SIZE)), following)
            start = self.get(body, slot.place)
            if self.partial:
                self._merge(body, slot, place, bits, size, start, waiting)
            else:
                body.branch(_compare("!=", start, place), following)
                body.assign(bits, Convert(self.get(body, slot.value), unsigned(size)))
            body.put(following)
        body.instructions.append(Return(bits, HERE))

    def _merge(
        self, body: Body, slot: Slot, place: Register, bits: Register, size: int, start: Register, waiting: Register
    ) -> None:
        """Byte by byte. Addresses are only compared: a value computed from them would look as if it led to objects."""
        done = body.label()
        word = unsigned(max(size, *self.sizes))
        step = min(size, *self.sizes)
        value = self.get(body, slot.value)
        whole: Expression = Const(0, word)
        for width in self.sizes:
            ones = Const((1 << 8 * width) - 1, word)
            is_it = Convert(_compare("==", waiting, Const(width, SIZE)), word)
            whole = Binary("|", whole, Binary("*", is_it, ones, word), word)
        for shift in range(step - max(self.sizes), size, step):
            following = body.label()
            moved = Binary("+", place, Const(shift % (1 << self.pointer_bits), self._word), self.pointer)
            body.branch(_compare("!=", start, moved), following)
            direction, amount = ("<<", shift) if shift >= 0 else (">>", -shift)
            mask = Convert(Binary(direction, whole, Const(8 * amount, INT), word), unsigned(size))
            news = Convert(Binary(direction, Convert(value, word), Const(8 * amount, INT), word), unsigned(size))
            ctype = unsigned(size)
            kept = Binary("&", bits, Binary("^", mask, Const((1 << 8 * size) - 1, ctype), ctype), ctype)
            body.assign(bits, Binary("|", kept, Binary("&", news, mask, ctype), ctype))
            body.goto(done)
            body.put(following)
        body.put(done)


def _compare(op: str, left: Expression, right: Expression) -> Expression:
    return Binary(op, left, right, INT)


def _is_true(chosen: Register) -> Expression:
    return _compare("!=", chosen, Const(0, BOOL))
