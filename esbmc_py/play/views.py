"""What people see of a state: values of variables, locks and who holds them, where each thread is."""

from __future__ import annotations

from collections.abc import Iterator

from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.instructions import Load, Store
from esbmc_py.goto.numbering import ObjectKind
from esbmc_py.goto.program import Program
from esbmc_py.goto.symbols import Symbol
from esbmc_py.goto.types import ArrayType, CType, IntType, ScalarType, StructType, is_scalar, size_of, unqualified
from esbmc_py.traces.lines import declared_registers
from esbmc_py.vm.analysis import indices_of
from esbmc_py.vm.core import Thread
from esbmc_py.vm.describe import place_text, symbol_text, value_text
from esbmc_py.vm.executable import FunctionCode
from esbmc_py.vm.state_keys import KeyedState
from esbmc_py.vm.values import as_signed, layout

from .graph import StateGraph

MOST_ELEMENTS = 16  # of an array that are shown although nobody uses them
MOST_ROWS = 64  # of an object
VALUE, LOCK, BUFFER = "value", "lock", "buffer"
_BUFFERS = "__smtcb_buffer_"


@dataclass(frozen=True, slots=True)
class Row:
    """`x` and its value; or a lock, a semaphore, ... with the threads that hold it or wait in it."""

    place: str
    text: str
    kind: str = VALUE
    threads: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class ThreadView:
    function: str  # that it is in
    file: str
    line: int  # 0: it has ended
    column: int
    locals: tuple[Row, ...]
    calls: tuple[str, ...]  # functions of the program that it is in, the outermost first


class Views:
    def __init__(self, graph: StateGraph) -> None:
        self._graph = graph
        self._program: Program = graph.program
        self._numbering = graph.machine.executable.numbering
        self._declared: dict[str, frozenset[int]] = {}

    # -- memory -----------------------------------------------------------------------------------------------------

    def owner(self, number: int) -> int | None:
        """The thread to which an object belongs that is worth showing: -1 if all share it. None: it is not."""
        static = self._numbering.static(number)
        if static is not None:
            return -1 if isinstance(static, Symbol) and self._is_own(static) and not static.constant else None
        identity = self._numbering.identity(number)
        if identity is None or number == 0:
            return None
        if identity.kind is ObjectKind.HEAP:
            return -1
        symbol = self._numbering.symbol(number)
        if symbol is not None and (self._is_own(symbol) or symbol.name.startswith(f"{_BUFFERS}size")):
            return identity.thread
        return None

    def _is_own(self, symbol: Symbol) -> bool:
        return symbol.location.file in self._program.sources and "$" not in symbol_text(symbol)

    def rows(self, state: KeyedState, number: int) -> tuple[Row, ...]:
        symbol = self._numbering.symbol(number)
        if symbol is None:
            return tuple(self._heap_rows(state, number))
        if symbol.name.startswith(_BUFFERS):
            return tuple(self._buffered(state, number, symbol))
        rows = []
        for offset, ctype in self._parts(number, symbol.type, 0):
            rows.append(self._row(state, number, offset, ctype))
            if len(rows) == MOST_ROWS:
                return (*rows, Row("…", "more is not shown"))
        return tuple(rows)

    def by_contents(self, number: int) -> bool:
        """Do the bytes of an object say all that is shown of it? Locks name threads, which other objects tell."""
        symbol = self._numbering.symbol(number)
        if symbol is None or symbol.name.startswith(_BUFFERS):
            return False
        return not any(map(self._names_threads, (ctype for _, ctype in self._parts(number, symbol.type, 0))))

    def _names_threads(self, ctype: CType) -> bool:
        return isinstance(ctype, StructType) or (
            isinstance(ctype, IntType) and ctype.size == self._program.pointer_bits // 8
        )

    def _parts(self, number: int, ctype: CType, offset: int) -> Iterator[tuple[int, CType]]:
        """The scalars, locks and the like that an object is made of."""
        ctype = unqualified(ctype)
        match ctype:
            case ArrayType(element, count):
                size, few = size_of(element), (count or 0) <= MOST_ELEMENTS
                for place in range(offset, offset + size * (count or 0), size or 1):
                    if few or self._is_used(number, place, size):
                        yield from self._parts(number, element, place)
            case StructType(members=members, tag=tag) if tag not in _LOCKS:
                for member in members or ():
                    if member.bit_width is None:
                        yield from self._parts(number, member.type, offset + member.offset)
            case _:
                yield offset, ctype

    def _is_used(self, number: int, offset: int, size: int) -> bool:
        return any((number, place) in self._graph.texts.cells for place in range(offset, offset + size))

    def _row(self, state: KeyedState, number: int, offset: int, ctype: CType) -> Row:
        address = self._program.address_space.join(number, offset)
        place = place_text(self._numbering, address, size_of(ctype))
        if isinstance(ctype, StructType):
            text, threads = self._lock(state, number, offset, ctype)
            return Row(place, text, LOCK, threads)
        return Row(place, self._value(state, number, offset, ctype))

    def _heap_rows(self, state: KeyedState, number: int) -> Iterator[Row]:
        for (which, offset), (instruction, _) in sorted(self._graph.texts.cells.items(), key=lambda one: one[0]):
            if which == number and isinstance(instruction, Load | Store):
                yield self._row(state, number, offset, instruction.type)

    def _value(self, state: KeyedState, number: int, offset: int, ctype: CType) -> str:
        if not is_scalar(ctype):
            return "…"
        memory = state.machine.memory
        mask = memory.undefined.get(number)
        if mask is not None and any(mask.bits[offset : offset + size_of(ctype)]):
            return "undefined"
        buffer = memory.buffers[number]
        if offset + size_of(ctype) > len(buffer):
            return "…"
        value = layout(ctype).unpack_from(buffer, offset)[0]
        return self._name_of_thread(state, value, ctype) or value_text(self._numbering, value, ctype)

    def _name_of_thread(self, state: KeyedState, value: int, ctype: ScalarType) -> str:
        """A pthread_t is the address of a control block, which begins with the thread's number."""
        if not isinstance(ctype, IntType) or ctype.size != self._program.pointer_bits // 8 or value <= 0:
            return ""
        number, offset = self._program.address_space.split(value)
        identity = self._numbering.identity(number)
        block = state.machine.memory.buffers.get(number)
        if block is None or offset or identity is None or identity.kind is not ObjectKind.HEAP:
            return ""
        thread = int.from_bytes(block[:4], "little")
        return f"thread {thread}" if 0 < thread < len(state.threads) else "a thread that has not begun"

    # -- locks ------------------------------------------------------------------------------------------------------

    def _lock(self, state: KeyedState, number: int, offset: int, ctype: StructType) -> tuple[str, tuple[int, ...]]:
        def field(name: str) -> int:
            member = next(one for one in ctype.members or () if one.name == name)
            return self._integer(state, number, offset + member.offset, size_of(member.type))

        match ctype.tag:
            case "__pthread_mutex":
                return self._held(state, field("__owner"))
            case "__pthread_rwlock" if field("__writer"):
                return self._held(state, field("__writer"))
            case "__pthread_rwlock":
                readers = _members(field("__reader_set"))
                return (f"read by {_threads(readers)}", readers) if readers else ("free", ())
            case "__pthread_cond":
                waiting = _members(field("__waiting"))
                return (
                    (f"{_threads(waiting)} wait{'s' * (len(waiting) == 1)}", waiting)
                    if waiting
                    else ("nobody waits", ())
                )
            case "__pthread_barrier" if not field("__count"):
                return "not initialised", ()
            case "__pthread_barrier":
                return f"{field('__arrived')} of {field('__count')} have arrived", _members(field("__waiting"))
            case _:
                return str(field("__value")), ()

    def _integer(self, state: KeyedState, number: int, offset: int, size: int) -> int:
        return int.from_bytes(state.machine.memory.buffers[number][offset : offset + size], "little")

    def _held(self, state: KeyedState, owner: int) -> tuple[str, tuple[int, ...]]:
        if not owner:
            return "free", ()
        holder = self.thread_called(state, owner)
        return (f"held by thread {holder}", (holder,)) if holder >= 0 else ("held by a thread that has ended", ())

    def thread_called(self, state: KeyedState, control_block: int) -> int:
        self._graph.machine.restore(state.machine)
        return next(iter(self._graph.machine.threads_called(control_block)), -1)

    def _buffered(self, state: KeyedState, number: int, size: Symbol) -> Iterator[Row]:
        """A store that waits in its thread's buffer; `size` is 0 in a slot that is empty."""
        length = self._integer(state, number, 0, 1)
        if not length:
            return
        identity = self._numbering.identity(number)
        assert identity is not None
        slot = size.name.removeprefix(f"{_BUFFERS}size")
        parts = {
            symbol.name.removeprefix(_BUFFERS): self._numbering.thread_local(identity.thread, index)
            for index, symbol in enumerate(self._numbering.thread_locals)
            if symbol.name in (f"{_BUFFERS}place{slot}", f"{_BUFFERS}value{slot}")
        }
        address = self._integer(state, parts[f"place{slot}"], 0, self._program.pointer_bits // 8)
        value = self._integer(state, parts[f"value{slot}"], 0, length)
        yield Row(place_text(self._numbering, address, length), str(as_signed(value, length)), BUFFER)

    # -- threads ----------------------------------------------------------------------------------------------------

    def thread(self, thread: Thread) -> ThreadView:
        if thread.ended:
            return ThreadView("", "", 0, 0, (), ())
        rows: list[Row] = []
        calls: list[str] = []
        place = None
        code, index, registers, caller = thread.code, thread.pc, thread.registers, thread.caller
        suspended = False
        while True:
            if not code.function.is_model:
                place = place or (code.name, code.instructions[index - suspended].location)
                calls.append(code.name)
                rows += self._locals(code, index, registers, suspended)
            if caller is None:
                break
            code, index, registers, caller, _ = caller
            suspended = True
        if place is None:  # before main, or after all of its own
            return ThreadView("", "", -1, 0, (), ())
        function, location = place
        return ThreadView(function, location.file, location.line, location.column, tuple(rows), tuple(reversed(calls)))

    def _locals(self, code: FunctionCode, index: int, registers: list[object], suspended: bool) -> Iterator[Row]:
        """Local variables in registers that will be read again: of the others, states do not know the values."""
        live = code.live[index]
        if suspended and code.result_registers[index - 1] >= 0:
            live &= ~(1 << code.result_registers[index - 1])
        declared = self._declared.setdefault(code.name, declared_registers(code.function))
        for place in indices_of(live):
            register, value = code.function.registers[place], registers[place]
            if ("$" not in register.name or place in declared) and isinstance(value, int | float):
                yield Row(register.name.partition("$")[0], value_text(self._numbering, value, register.type))


_LOCKS = frozenset({"__pthread_mutex", "__pthread_rwlock", "__pthread_cond", "__pthread_barrier", "__semaphore"})


def _members(bits: int) -> tuple[int, ...]:
    return tuple(number for number in range(bits.bit_length()) if bits >> number & 1)


def _threads(numbers: tuple[int, ...]) -> str:
    return f"thread{'s' * (len(numbers) != 1)} {', '.join(map(str, numbers))}"
