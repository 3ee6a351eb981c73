"""What a step begins with: the state at a location, with variables for all that is not known."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from esbmc_py.goto.types import IntType
from symex import objects
from symex.objects import Memory
from symex.program_memory import ProgramMemory
from symex.state import NO_LOOPS, Frame, State, ThreadState
from symex.terms import FALSE, Term, boolean, symbol
from symex.values import Value

from .executor import is_thread_pointer
from .graph import Location
from .indices import INDEX_BITS, Inside
from .object_table import ObjectTable
from .objects import ObjectInfo
from .pools import Pools
from .sizes import Size
from .stacks import cell_name, is_of_library, live, register_variable
from .variables import LIFE, POOL, SIZE, WHOLE, CellSlot, Known, RegisterSlot, Slot, Variable, variable_symbol, width_of


class States:
    """`shared`: what is known of what threads share, once there are several. `blocks`: control blocks of threads."""

    def __init__(
        self,
        memory: ProgramMemory,
        table: ObjectTable,
        shared: dict[Slot, Known],
        blocks: dict[int, int],
        shift: int,
        pools: Pools,
    ) -> None:
        self._table = table
        self._shared = shared
        self._blocks = blocks
        self._at_start = pools.at_start(memory.at_start())
        self._of_main = [address >> shift for address in memory.thread_local_addresses(0)]
        self._among_several: Memory | None = None

    def forget(self) -> None:
        """Less is known of what threads share."""
        self._among_several = None

    def at(self, location: Location) -> State:
        number = location.instance.number
        nobody = tuple(ThreadState(other, None) for other in range(number))
        thread = ThreadState(number, self._frame(location), allocated=location.allocated)
        return State(self.memory(location), (*nobody, thread))

    def _frame(self, location: Location) -> Frame:
        frame: Frame | None = None
        height = len(location.stack)
        for position, (code, pc, result) in reversed(list(enumerate(location.stack))):
            depth = height - position
            registers: list[Any] = code.registers(location.instance.number, depth, [None] * len(code.parameters))
            for index in live(location.stack, position):
                registers[index] = self._value(location, RegisterSlot(position, index))
            frame = Frame(code, pc, tuple(registers), NO_LOOPS, result, frame, depth)
        assert frame is not None
        return frame

    def memory(self, location: Location) -> Memory:
        memory = self._at_start if location.alone else self._several()
        for info in self._table.every():
            if location.alone or not info.shared:
                memory = self._with_object(memory, info, location.known, location)
        return memory

    def _several(self) -> Memory:
        """What threads share, once there are several."""
        if self._among_several is None:
            memory = self._at_start
            for number in self._of_main:
                memory = _without(memory, number)
            for info in self._table.every():
                if info.shared:
                    memory = self._with_object(memory, info, self._shared, None)
            self._among_several = memory
        return self._among_several

    def _with_object(
        self, memory: Memory, info: ObjectInfo, known: dict[Slot, Known], location: Location | None
    ) -> Memory:
        made = info.base
        for slot in info.slots():
            if slot not in known:
                return _without(memory, info.number)  # not there yet
            value = self._value(location, slot)
            if slot.offset == LIFE:
                alive = value if isinstance(value, Term) else boolean(bool(value))
                if alive is FALSE:
                    return _without(memory, info.number)
                made = replace(made, alive=alive)
            elif slot.offset == SIZE:
                made = replace(made, size=value)
            elif slot.offset in (WHOLE, POOL):
                assert isinstance(value, Term)
                made = replace(made, array=value)
            else:
                made = objects.write(made, slot.offset, slot.size, value)
        return memory.set(info.number, made)

    def _value(self, location: Location | None, slot: Slot) -> Value:
        is_shared = location is None or (
            isinstance(slot, CellSlot) and self._table.is_shared(slot) and not location.alone
        )
        known = self._shared[slot] if location is None or is_shared else location.known[slot]
        if isinstance(known, frozenset) and len(known) == 1:
            return next(iter(known))
        if isinstance(known, Term):
            return known
        return self.variable(None if is_shared else location, slot, known).value

    def variable(self, location: Location | None, slot: Slot, known: Known) -> Variable:
        """For a slot whose value is not known; `location`: None if threads share it."""
        values = tuple(sorted(known)) if isinstance(known, frozenset) else ()
        if isinstance(slot, RegisterSlot):
            assert location is not None
            return _index_of(register_variable(location, slot, values, self._table.names), known)
        info = self._table[slot.number]
        if info.part is not None:
            name = info.part.name
            made = variable_symbol(name, width_of(slot), shared=True)
            return Variable(name, made, None, True, element=info.part.type, own=info.part.offset >= 0)
        name = cell_name(self._table.names, self._table.numbering, info, slot, location)
        prefix = "" if info.shared or location is None else f"{location.instance.routine}!"
        made = variable_symbol(prefix + name, width_of(slot), shared=info.shared)
        part = next((one for one in info.shape.parts if one.offset == slot.offset), None)
        ctype = part.type if part is not None and slot.offset >= 0 else None
        is_thread = info.shared and is_thread_pointer(ctype)
        own = info.number not in self._blocks and (info.symbol is None or not is_of_library(info.symbol))
        is_end = info.number in self._blocks and part is not None and part.path == ".ended"
        tells_of = "end" if is_end else ""
        found = Variable(
            name, made, ctype, info.shared, values, is_thread, own=own, tells_of=tells_of, number=info.number
        )
        return _index_of(found, known)


def _index_of(variable: Variable, known: Known) -> Variable:
    """Of a pointer into an array the index is the variable, of a size the length."""
    if isinstance(known, Size):
        made = symbol(f"{variable.symbol.payload}!length{known.bits}", known.bits)
        return replace(variable, symbol=made, type=known.type, inside=known, pointer_bits=variable.width)
    if not isinstance(known, Inside):
        return variable
    width = known.index_bits
    made = symbol(f"{variable.symbol.payload}!index{'' if width == INDEX_BITS else width}", width)
    return replace(
        variable,
        name=f"index({variable.name})",
        symbol=made,
        type=IntType(width, True, "int" if width == INDEX_BITS else "long"),
        inside=known,
        pointer_bits=variable.width,
    )


def _without(memory: Memory, number: int) -> Memory:
    return memory.delete(number) if number in memory else memory
