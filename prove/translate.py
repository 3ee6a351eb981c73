"""The translation: a prepared program as locations and steps of each thread, terms over variables.

Locations are switch points, heads of loops and beginnings of threads, with the calls that led there. What is known of a
slot wherever a thread may be at a location (or, of what threads share, at any time once there are several threads) is
found by going round until nothing changes; what is not known is a variable.

A thread that is created at most once is an *instance* of its own, with a control block that is an object. Those that
may be created without end share an instance: "many".
"""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from immutables import Map

from esbmc_py.goto.numbering import Kind
from esbmc_py.goto.points_to import points_to
from esbmc_py.goto.program import Program
from esbmc_py.goto.properties import Property
from esbmc_py.goto.sharing import escaped
from esbmc_py.goto.symbols import SourceLocation, Symbol
from esbmc_py.goto.types import CType, PointerType, size_of
from symex import objects
from symex.objects import Memory, Object
from symex.run import Findings
from symex.state import NO_LOOPS, Cut, Frame, State, ThreadState, Violation
from symex.terms import FALSE, Term, boolean, bv, symbol
from symex.values import Value
from symex.waiting import WaitFor

from .executor import Start, StepExecutor, StepRun, is_thread_pointer
from .graph import (
    Arrival,
    CannotProve,
    Graph,
    Instance,
    Location,
    LocationKey,
    Transition,
    number_of,
    self_of,
    self_or_none,
)
from .objects import ObjectInfo, or_anything, value_term
from .stacks import cell_name, frames, is_of_library, key_of_stack, live, name_of, register_variable, source
from .variables import (
    ANY,
    LIFE,
    WHOLE,
    CellSlot,
    Known,
    RegisterSlot,
    Slot,
    Unknown,
    Variable,
    joined,
    shape_of,
    variable_symbol,
    width_of,
)

MOST_LOCATIONS = 1500
MOST_ALLOCATED = 16  # objects on the heap, those of threads included
MOST_INSTANCES = 4  # threads that are created one by one; if there are more, they are taken as many
MOST_ALIKE = 2  # of these, so many of one routine


def translate(program: Program, properties: frozenset[Property]) -> Graph:
    """Raises CannotProve."""
    many: set[str] = set()
    while True:
        translation = _Translation(program, properties, many)
        try:
            return translation.run()
        except _MoreMany as more:
            if more.routine in many:
                raise CannotProve(f"threads that run {more.routine}, and how many is not known") from None
            many.add(more.routine)


class _MoreMany(Exception):
    """So many threads run this routine that they are taken as many."""

    def __init__(self, routine: str) -> None:
        super().__init__()
        self.routine = routine


class _Translation:
    def __init__(self, program: Program, properties: frozenset[Property], many: set[str]) -> None:
        self._program = program
        self._executor = StepExecutor(program, properties, self._may_be_declared)
        self._executor.is_many_site = self._is_many_site
        self._executor.many = bool(many)
        self._many = many
        self._space = program.address_space
        self._numbering = self._executor.numbering
        found = points_to(program)
        reached = escaped(found)
        self._escaped = {what for number, what in enumerate(found.objects) if reached >> number & 1}
        self._instances: dict[str, Instance] = {}
        self._locations: dict[LocationKey, Location] = {}
        self._objects: dict[int, ObjectInfo] = {}
        self._shared: dict[Slot, Known] = {}
        self._variables: dict[Slot, Variable] = {}  # shared ones
        self._pending: dict[LocationKey, None] = {}
        self._memory_at_start = self._executor.program_memory.at_start()
        self._shared_memory: Memory | None = None
        self._current: Location | None = None
        self._starting: dict[LocationKey, None] = {}  # where main, alone, starts a thread

    # -- until nothing changes ----------------------------------------------------------------------------------------

    def run(self) -> Graph:
        start = self._beginning()
        while self._pending:
            key = next(iter(self._pending))
            del self._pending[key]
            self._visit(self._locations[key])
        self._name_variables()
        return self._collect(start)

    def _beginning(self) -> Location:
        state = self._executor.initial_state()
        main = Instance("main", 0, self._program.entry, self._self_of_main(state))
        self._executor.main_block = self._space.split(main.self_value or 0)[0]
        self._instances["main"] = main
        frame = state.threads[0].frame
        assert frame is not None
        start = self._location(main, True, 0, frame)
        for number, found in state.memory.items():
            self._join_object(start.known, number, found, None)
        start.visited = True
        self._pending[start.key] = None
        return start

    def _self_of_main(self, state: State) -> int:
        value = self._executor.program_memory.self_value(state.memory, 0)
        assert isinstance(value, int)
        return value

    def _visit(self, location: Location) -> None:
        runs, _ = self._execute(location)
        for run in runs:
            alone = location.alone and not run.started
            self._join_shared(location, run, alone)
            for start in run.started:
                self._join_start(start)  # type: ignore[arg-type]
            if not (run.ended or run.halted):
                self._join_arrival(location, run, alone)

    def _execute(self, location: Location) -> tuple[list[StepRun], Findings]:
        executor = self._executor
        instance = location.instance
        executor.alone = location.alone
        executor.own_self = self_or_none(instance, self._space.pointer_bits)
        executor.own_number = number_of(instance) if instance.many else None
        self._current = location
        return executor.execute(self._state(location), instance.number)

    # -- many ---------------------------------------------------------------------------------------------------------

    def _is_many_site(self, run: StepRun) -> bool:
        assert self._current is not None
        if self._current.instance.many:
            return True
        if run.code.name != "pthread_create":
            return False
        routine = self._executor.created_routine(run)
        return bool(self._many) if routine is None else routine in self._many

    def _may_be_declared(self, number: int) -> bool:
        """A local of many threads must be their own business."""
        assert self._current is not None
        what = self._numbering.symbol(number)
        return what is None or not self._current.instance.many or what not in self._escaped

    # -- states -------------------------------------------------------------------------------------------------------

    def _state(self, location: Location) -> State:
        frame = self._frame(location)
        number = location.instance.number
        nobody = tuple(ThreadState(other, None) for other in range(number))
        thread = ThreadState(number, frame, allocated=location.allocated)
        return State(self._memory(location), (*nobody, thread))

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

    def _memory(self, location: Location) -> Memory:
        memory = self._memory_at_start if location.alone else self._several_memory()
        for info in self._objects.values():
            if location.alone or not info.shared:
                memory = self._with_object(memory, info, location.known, location)
        return memory

    def _several_memory(self) -> Memory:
        """What threads share, once there are several."""
        if self._shared_memory is None:
            memory = self._memory_at_start
            for number in self._executor.program_memory.thread_local_addresses(0):
                if (number >> self._space.offset_bits) in memory:
                    memory = memory.delete(number >> self._space.offset_bits)
            for info in self._objects.values():
                if info.shared:
                    memory = self._with_object(memory, info, self._shared, None)
            self._shared_memory = memory
        return self._shared_memory

    def _with_object(
        self, memory: Memory, info: ObjectInfo, known: dict[Slot, Known], location: Location | None
    ) -> Memory:
        made = info.base
        for slot in info.slots():
            if slot not in known:
                return memory.delete(info.number) if info.number in memory else memory  # not there yet
            value = self._value(location, slot)
            if slot.offset == LIFE:
                alive = value if isinstance(value, Term) else boolean(bool(value))
                if alive is FALSE:
                    return memory.delete(info.number) if info.number in memory else memory
                made = replace(made, alive=alive)
            elif slot.offset == WHOLE:
                assert isinstance(value, Term)
                made = replace(made, array=value)
            else:
                made = objects.write(made, slot.offset, slot.size, value)
        return memory.set(info.number, made)

    def _value(self, location: Location | None, slot: Slot) -> Value:
        """What a step begins with."""
        is_shared = location is None or (isinstance(slot, CellSlot) and self._is_shared(slot) and not location.alone)
        known = self._shared[slot] if location is None or is_shared else location.known[slot]
        if isinstance(known, frozenset) and len(known) == 1:
            return next(iter(known))
        if isinstance(known, Term):
            return known
        return self._variable(None if is_shared else location, slot, known).value

    def _is_shared(self, slot: CellSlot) -> bool:
        return self._objects[slot.number].shared

    def _may_have_died(self, info: ObjectInfo, run: StepRun) -> bool:
        """Of an object that is not there when main starts its first thread: or has it not been made yet?"""
        identity = self._numbering.identity(info.number)
        if identity is None or identity.thread != 0:
            return False
        return identity.kind is not Kind.HEAP or identity.index < run.allocated

    # -- objects ------------------------------------------------------------------------------------------------------

    def _info(self, number: int, found: Object) -> ObjectInfo | None:
        if found.constant:
            return None
        info = self._objects.get(number)
        if info is not None:
            if found.size != info.base.size:
                raise CannotProve("one allocation of different sizes", self._place())
            return info
        what = self._numbering.symbol(number)
        identity = self._numbering.identity(number)
        if not isinstance(found.size, int):
            raise CannotProve("an object whose size is not known", self._place())
        shared = identity is None or identity.kind is Kind.HEAP or what in self._escaped
        if identity is not None and identity.kind is Kind.ALLOCA:
            raise CannotProve("arrays of variable length", self._place())
        shape = shape_of(self._layout(what, found), found.size, self._space.pointer_bits)
        image = found.image if identity is None else None
        base = Object(found.size, image, f"base!{number}", heap=found.heap, constant=False)
        info = ObjectInfo(number, base, shape, what, shared, mortal=identity is not None)
        self._objects[number] = info
        if shared:
            self._shared_memory = None
        return info

    def _layout(self, what: Symbol | None, found: Object) -> CType | None:
        """The type that tells how to take an object apart. Any would be right; some give fewer and better parts."""
        if what is not None:
            return what.type
        itself = self._program.thread_self
        if itself is not None and isinstance(itself.type, PointerType) and size_of(itself.type.target) == found.size:
            return itself.type.target
        return None

    def _place(self) -> SourceLocation | None:
        return None if self._current is None else self._current.source

    def _join_object(
        self,
        known: dict[Slot, Known],
        number: int,
        found: Object | None,
        info: ObjectInfo | None,
        *,
        late: bool = False,
    ) -> bool:
        """True if something is less known than before. `late`: others came there before, and knew no such object."""
        info = self._info(number, found) if found is not None else info
        if info is None:
            return False
        itself = None if info.shared else self._executor.own_self
        changed = False
        for slot in info.slots():
            if slot.offset == LIFE and late and slot not in known:
                known[slot] = frozenset((0,))
            if found is None and slot.offset != LIFE:
                if slot not in known and slot.offset == WHOLE:
                    known[slot] = ANY
                elif slot not in known:
                    known[slot] = frozenset((0,))
                continue
            value: Value = self._read(found, slot)
            before = known.get(slot)
            after = joined(before, value, tells_apart=self._tells_apart(info, slot), itself=itself)
            if after != before:
                known[slot] = after
                changed = True
        return changed

    def _read(self, found: Object | None, slot: CellSlot) -> Value:
        if slot.offset == LIFE:
            return FALSE if found is None else found.alive
        assert found is not None
        if slot.offset == WHOLE:
            array = objects.as_array(found).array
            assert array is not None
            return array
        return objects.read(found, slot.offset, slot.size)[0]

    def _tells_apart(self, info: ObjectInfo, slot: CellSlot) -> bool:
        return slot.size * 8 == self._space.pointer_bits

    # -- joining ------------------------------------------------------------------------------------------------------

    def _join_shared(self, location: Location, run: StepRun, alone: bool) -> None:
        if alone:
            return
        before = self._memory(location)
        changed = False
        for number, found in run.memory.items():
            if not location.alone and before.get(number) is found:
                continue
            info = self._info(number, found)
            if info is not None and info.shared:
                changed |= self._join_object(self._shared, number, found, info)
        for info in self._missing(location, before, run):
            changed |= self._join_object(self._shared, info.number, None, info)
        if changed:
            self._shared_memory = None
            for key, one in self._locations.items():
                if not one.alone:
                    self._pending[key] = None
            self._pending.update(self._starting)  # what is new there may have died before

    def _missing(self, location: Location, before: Memory, run: StepRun) -> list[ObjectInfo]:
        """Objects that threads share and that do not live any more."""
        gone = [one for one in self._objects.values() if one.shared and one.number not in run.memory]
        if not location.alone:
            return [one for one in gone if one.number in before]
        self._starting[location.key] = None
        known = [one for one in gone if CellSlot(one.number, LIFE, 0) in self._shared]
        return [one for one in known if self._may_have_died(one, run)]

    def _join_arrival(self, location: Location, run: StepRun, alone: bool) -> None:
        frame = Frame(run.code, run.pc, tuple(run.registers), NO_LOOPS, run.result, run.parent, run.depth)
        if run.atomic:
            raise CannotProve("an atomic section that does not end", run.user_location)
        target = self._location(location.instance, alone, run.allocated, frame)
        changed = not target.visited
        for position, one in enumerate(frames(frame)):
            for index in live(target.stack, position):
                changed |= self._join_register(target, RegisterSlot(position, index), one)
        late = target.visited
        for number, found in run.memory.items():
            info = self._info(number, found)
            if info is not None and (alone or not info.shared):
                changed |= self._join_object(target.known, number, found, info, late=late)
        for number, info in self._objects.items():
            if number not in run.memory and (alone or not info.shared) and CellSlot(number, LIFE, 0) in target.known:
                changed |= self._join_object(target.known, number, None, info)
        target.visited = True
        if changed:
            self._pending[target.key] = None

    def _join_register(self, target: Location, slot: RegisterSlot, frame: Frame) -> bool:
        before = target.known.get(slot)
        wide = frame.code.register_widths[slot.index] == self._space.pointer_bits
        after = joined(before, frame.registers[slot.index], tells_apart=wide, itself=self._executor.own_self)
        target.known[slot] = after
        return after != before

    def _join_start(self, start: Start) -> None:
        instance = self._instance(start)
        entry = self._entry(instance, start)
        changed = not entry.visited
        for index in live(entry.stack, 0):
            value = start.arguments[index] if index < len(start.arguments) else None
            slot = RegisterSlot(0, index)
            before = entry.known.get(slot)
            after = joined(before, value, tells_apart=True)
            entry.known[slot] = after
            changed |= after != before
        for number, found in self._thread_locals(instance).items():
            info = self._info(number, found)
            if info is not None and info.shared:
                raise CannotProve("a thread-local object whose address other threads may have")
            creator, self._executor.own_self = (
                self._executor.own_self,
                self_or_none(instance, self._space.pointer_bits),
            )
            changed |= self._join_object(entry.known, number, found, info)
            self._executor.own_self = creator
        entry.visited = True
        if changed:
            self._pending[entry.key] = None

    def _thread_locals(self, instance: Instance) -> dict[int, Object]:
        itself: Value = (
            self_of(instance, self._space.pointer_bits) if instance.self_value is None else instance.self_value
        )
        empty: Memory = Map()
        made = self._executor.program_memory.with_thread_locals(empty, instance.number, itself)
        return dict(made.items())

    def _entry(self, instance: Instance, start: Start) -> Location:
        code = self._executor.code(start.routine)
        blank = [None] * (code.register_count + len(code.slots))
        frame = Frame(code, 0, tuple(blank), NO_LOOPS, -1, None, 1)
        return self._location(instance, False, -1 if instance.many else 0, frame)

    # -- instances and locations --------------------------------------------------------------------------------------

    def _instance(self, start: Start) -> Instance:
        many = not isinstance(start.self_value, int)
        name = start.routine if many else f"{start.routine}#{self._block_number(start)}"
        found = self._instances.get(name)
        if found is None:
            one_by_one = [one for one in self._instances.values() if not one.many and one.number > 0]
            alike = sum(one.routine == start.routine for one in one_by_one)
            if not many and (len(one_by_one) >= MOST_INSTANCES or alike >= MOST_ALIKE):
                raise _MoreMany(start.routine)
            self_value = start.self_value if isinstance(start.self_value, int) else None
            found = Instance(name, len(self._instances), start.routine, self_value)
            self._instances[name] = found
        return found

    def _block_number(self, start: Start) -> int:
        assert isinstance(start.self_value, int)
        return self._executor.blocks[self._space.split(start.self_value)[0]]

    def _location(self, instance: Instance, alone: bool, allocated: int, frame: Frame) -> Location:
        stack = tuple((one.code, one.pc, one.result) for one in frames(frame))
        key = (instance.name, alone, allocated, key_of_stack(stack))
        found = self._locations.get(key)
        if found is None:
            if len(self._locations) >= MOST_LOCATIONS:
                raise CannotProve(f"more than {MOST_LOCATIONS} locations")
            if allocated > MOST_ALLOCATED:
                raise CannotProve("memory is allocated again and again", self._place())
            name = name_of(instance, alone, allocated, stack)
            found = Location(key, name, instance, alone, allocated, stack, source(stack))
            self._locations[key] = found
        return found

    # -- variables ----------------------------------------------------------------------------------------------------

    def _variable(self, location: Location | None, slot: Slot, known: Known) -> Variable:
        values = tuple(sorted(known)) if isinstance(known, frozenset) else ()
        if isinstance(slot, RegisterSlot):
            assert location is not None
            return register_variable(location, slot, values)
        info = self._objects[slot.number]
        name = cell_name(self._numbering, info, slot, location)
        shared = info.shared
        prefix = "" if shared or location is None else f"{location.instance.routine}!"
        made = variable_symbol(prefix + name, width_of(slot), shared=shared)
        part = next((one for one in info.shape.parts if one.offset == slot.offset), None)
        ctype = part.type if part is not None and slot.offset >= 0 else None
        is_thread = shared and is_thread_pointer(ctype)
        own = info.number not in self._executor.blocks and (info.symbol is None or not is_of_library(info.symbol))
        return Variable(name, made, ctype, shared, values, is_thread, own=own)

    def _name_variables(self) -> None:
        for slot, known in self._shared.items():
            if self._needs_variable(slot, known):
                self._variables[slot] = self._variable(None, slot, known)
        for location in self._locations.values():
            for slot, known in location.known.items():
                if not isinstance(slot, RegisterSlot) and self._is_shared(slot) and not location.alone:
                    continue
                if self._needs_variable(slot, known):
                    location.variables[slot] = self._variable(location, slot, known)
            self._require_different_names(location)

    def _require_different_names(self, location: Location) -> None:
        shared = [] if location.alone else list(self._variables.values())
        every = [one.symbol.id for one in (*location.variables.values(), *shared)]
        if len(set(every)) < len(every):
            raise CannotProve("two variables of one name", location.source)

    def _needs_variable(self, slot: Slot, known: Known) -> bool:
        return isinstance(known, Unknown) or (isinstance(known, frozenset) and len(known) > 1)

    # -- the result ---------------------------------------------------------------------------------------------------

    def _collect(self, start: Location) -> Graph:
        transitions: list[Transition] = []
        violations: list[tuple[Location, Violation]] = []
        cuts: list[tuple[Location, Cut]] = []
        waits: list[tuple[Location, WaitFor]] = []
        for location in list(self._locations.values()):
            runs, findings = self._execute(location)
            violations += [(location, one) for one in findings.violations]
            cuts += [(location, one) for one in findings.cuts]
            waits += [(location, one) for one in findings.waits]
            transitions += [self._transition(location, run) for run in runs]
        by_name = [one for one in self._instances.values() if one.self_value is not None]
        numbers = [self._executor.blocks.get(self._space.split(one.self_value or 0)[0], 0) for one in by_name]
        return Graph(
            self._program,
            tuple(self._locations.values()),
            tuple(transitions),
            tuple(violations),
            tuple(cuts),
            tuple(self._variables.values()),
            start,
            tuple(waits),
            tuple(self._executor.unknown_functions),
            tuple(one.self_value or 0 for one in by_name),
            tuple(numbers),
        )

    def _transition(self, location: Location, run: StepRun) -> Transition:
        alone = location.alone and not run.started
        shared: dict[Variable, Term] = {}
        if not alone:
            shared = self._shared_changes(location, run)
        arrival = None
        if not (run.ended or run.halted):
            arrival = self._arrival(location, run, alone)
        started = tuple(self._started(start) for start in run.started)  # type: ignore[arg-type]
        return Transition(location, run.guard, arrival, shared, started, run.halted)

    def _shared_changes(self, location: Location, run: StepRun) -> dict[Variable, Term]:
        changes: dict[Variable, Term] = {}
        for slot, variable in self._variables.items():
            assert isinstance(slot, CellSlot)
            value = self._final(run.memory, slot, variable)
            if value is not variable.value:
                changes[variable] = value
        for slot, known in self._shared.items():
            if slot not in self._variables and not (location.alone and self._is_to_come(slot, run)):
                self._require_known(run.memory, slot, known)
        return changes

    def _is_to_come(self, slot: Slot, run: StepRun) -> bool:
        """An object that main has not made yet when it starts its first thread."""
        assert isinstance(slot, CellSlot)
        return slot.number not in run.memory and not self._may_have_died(self._objects[slot.number], run)

    def _require_known(self, memory: Memory, slot: Slot, known: Known) -> None:
        """What is taken as known must be so after each step."""
        assert isinstance(slot, CellSlot)
        if slot.offset != LIFE and memory.get(slot.number) is None:
            return
        value = self._read(memory.get(slot.number), slot)
        itself = None if self._is_shared(slot) else self._executor.own_self
        assert joined(known, value, tells_apart=False, itself=itself) == known, f"{slot} is not as it was said to be"

    def _final(self, memory: Memory, slot: CellSlot, variable: Variable) -> Term:
        """What is in an object that does not live matters to nobody: it may be anything that it can be."""
        found = memory.get(slot.number)
        width = width_of(slot)
        if found is None and slot.offset != LIFE:
            if variable.values:
                return bv(variable.values[0], width)
            return symbol(f"gone!{slot.number}!{slot.offset}", width)
        value = self._read(found, slot)
        return value_term(value, width)

    def _arrival(self, location: Location, run: StepRun, alone: bool) -> Arrival:
        frame = Frame(run.code, run.pc, tuple(run.registers), NO_LOOPS, run.result, run.parent, run.depth)
        target = self._location(location.instance, alone, run.allocated, frame)
        every = list(frames(frame))
        values: dict[Variable, Term] = {}
        for slot, known in target.known.items():
            variable = target.variables.get(slot)
            if isinstance(slot, RegisterSlot):
                value = every[slot.frame].registers[slot.index]
                if variable is not None:
                    values[variable] = or_anything(value, variable)
                else:
                    assert joined(known, value, tells_apart=False, itself=self._executor.own_self) == known
            elif variable is not None:
                values[variable] = self._final(run.memory, slot, variable)
            elif alone or not self._is_shared(slot):
                self._require_known(run.memory, slot, known)
        return Arrival(target, values)

    def _started(self, start: Start) -> Arrival:
        entry = self._entry(self._instance(start), start)
        values: dict[Variable, Term] = {}
        for slot, variable in entry.variables.items():
            if isinstance(slot, RegisterSlot):
                value = start.arguments[slot.index] if slot.index < len(start.arguments) else None
                values[variable] = or_anything(value, variable)
            else:
                found = self._thread_locals(entry.instance).get(slot.number)
                values[variable] = value_term(self._read(found, slot), width_of(slot))
        return Arrival(entry, values)
