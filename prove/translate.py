"""The translation: a prepared program as locations and steps of each thread, terms over variables.

Locations are switch points, heads of loops and beginnings of threads, with the calls that led there. What is known of a
slot wherever a thread may be at a location (or, of what threads share, at any time once there are several threads) is
found by going round until nothing changes; what is not known is a variable.

A thread that is created at most once is an *instance* of its own, with a control block that is an object. Those that
may be created without end share an instance: "many". Their control blocks are a pool, and so is memory that is
allocated without end (`pools.py`).
"""

from __future__ import annotations

from collections.abc import Callable

from immutables import Map

from esbmc_py.goto.program import Program
from esbmc_py.goto.properties import Property
from esbmc_py.goto.symbols import SourceLocation
from esbmc_py.goto.types import PointerType, StructType, unqualified
from symex.objects import Memory
from symex.run import Findings
from symex.state import NO_LOOPS, Frame, State
from symex.values import Value

from .allocations import layout_at
from .executor import MOST_ALLOCATED, MorePools, Start, StepExecutor, StepRun
from .graph import CannotProve, Graph, Location, LocationKey, ThreadInstance, number_of, self_of, self_or_none
from .object_table import DifferentSizes, ObjectTable, SizeNotKnown
from .objects import ObjectInfo
from .pools import Pools
from .stacks import frame_of, frames, key_of_stack, live, name_of, source
from .states import States
from .step_collector import StepCollector
from .variables import LIFE, CellSlot, Known, RegisterSlot, Slot, joined

MOST_LOCATIONS = 1500
STEP = 40  # the work of executing a step, in terms that a solver could be given meanwhile
MOST_POOLS = 12
MOST_INSTANCES = 4  # threads that are created one by one; if there are more, they are taken as many
MOST_ALIKE = 2  # of these, so many of one routine
_ASKING = frozenset(("pthread_detach", "pthread_join", "pthread_tryjoin_np", "pthread_timedjoin_np"))


def translate(
    program: Program, properties: frozenset[Property], worked: Callable[[int], None] = lambda work: None
) -> Graph:
    """Raises CannotProve, and what `worked` raises, which is told of all work."""
    many: set[str] = set()
    pools = Pools(program.pointer_bits)
    sized: set[int] = set()
    while True:
        translation = _Translation(program, properties, many, pools, sized, worked)
        try:
            return translation.run()
        except _MoreMany as more:
            if more.routine in many:
                raise CannotProve(f"threads that run {more.routine}, and how many is not known") from None
            many.add(more.routine)
            _add_threads(program, pools)
        except MorePools as found:
            if len(pools.heap) >= MOST_POOLS:
                raise CannotProve(f"memory is allocated without end at more than {MOST_POOLS} places") from None
            pools.add(found.site, layout_at(program, found.site))
        except SizeNotKnown as unknown:
            sized.add(unknown.number)


def _add_threads(program: Program, pools: Pools) -> None:
    """What is known of many threads matters where somebody detaches or joins them."""
    itself = program.thread_self
    asks = not _ASKING.isdisjoint(program.functions)
    if pools.threads is None and asks and itself is not None and isinstance(itself.type, PointerType):
        block = unqualified(itself.type.target)
        assert isinstance(block, StructType)
        pools.add_threads(block)


class _MoreMany(Exception):
    """So many threads run this routine that they are taken as many."""

    def __init__(self, routine: str) -> None:
        super().__init__()
        self.routine = routine


class _Translation:
    def __init__(
        self,
        program: Program,
        properties: frozenset[Property],
        many: set[str],
        pools: Pools,
        sized: set[int],
        worked: Callable[[int], None],
    ) -> None:
        self._program = program
        self._worked = worked
        self._executor = StepExecutor(program, properties, self._may_be_declared, pools)
        self._executor.is_many_site = self._is_many_site
        self._executor.is_private = self._is_private
        self._executor.many = bool(many)
        self._many = many
        self._space = program.address_space
        self._table = ObjectTable(program, self._executor.numbering, self._place, pools, sized)
        self._pools = pools
        self._instances: dict[str, ThreadInstance] = {}
        self._locations: dict[LocationKey, Location] = {}
        self._shared: dict[Slot, Known] = {}
        self._pending: dict[LocationKey, None] = {}
        self._states = States(
            self._executor.program_memory, self._table, self._shared, self._executor.blocks, self._space.offset_bits,
            pools,
        )  # fmt: skip
        self._current: Location | None = None
        self._starting: dict[LocationKey, None] = {}  # where main, alone, starts a thread

    # -- until nothing changes ----------------------------------------------------------------------------------------

    def run(self) -> Graph:
        start = self._beginning()
        while self._pending:
            key = next(iter(self._pending))
            del self._pending[key]
            try:
                self._visit(self._locations[key])
            except DifferentSizes as problem:
                site = self._executor.site_of_object(problem.number)
                if site is None:
                    raise CannotProve("one allocation of different sizes", self._place()) from None
                raise MorePools(site) from None
        return self._collected(start)

    def _beginning(self) -> Location:
        state = self._executor.initial_state()
        main = ThreadInstance("main", 0, self._program.entry, self._self_of_main(state))
        self._executor.main_block = self._space.split(main.self_value or 0)[0]
        self._instances["main"] = main
        frame = state.threads[0].frame
        assert frame is not None
        start = self._location(main, True, 0, frame)
        for number, found in self._pools.at_start(state.memory).items():
            info = self._table.info(number, found)
            if info is not None:
                self._table.join(start.known, info, found, None)
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
        self._worked(STEP)
        executor = self._executor
        instance = location.instance
        executor.alone = location.alone
        executor.self_value = self_of(instance, self._space.pointer_bits) if instance.many else instance.self_value or 0
        executor.own_self = self_or_none(instance, self._space.pointer_bits)
        executor.own_number = number_of(instance) if instance.many else None
        self._current = location
        return executor.execute(self._states.at(location), instance.number)

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
        what = self._table.numbering.symbol(number)
        return what is None or not self._current.instance.many or not self._table.may_be_reached_by_others(what)

    def _is_private(self, number: int) -> bool:
        """An object that no other thread than the one that moves can reach."""
        numbering = self._table.numbering
        what = numbering.symbol(number)
        if what is None or numbering.identity(number) is None:
            return False
        return not self._table.may_be_reached_by_others(what)

    # -- joining ------------------------------------------------------------------------------------------------------

    def _join_shared(self, location: Location, run: StepRun, alone: bool) -> None:
        if alone:
            return
        before = self._states.memory(location)
        changed = False
        for number, found in run.memory.items():
            if not location.alone and before.get(number) is found:
                continue
            info = self._table.info(number, found)
            if info is not None and info.shared:
                changed |= self._table.join(self._shared, info, found, None)
        for info in self._missing(location, before, run):
            changed |= self._table.join(self._shared, info, None, None)
        if changed:
            self._states.forget()
            for key, one in self._locations.items():
                if not one.alone:
                    self._pending[key] = None
            self._pending.update(self._starting)  # what is new there may have died before

    def _missing(self, location: Location, before: Memory, run: StepRun) -> list[ObjectInfo]:
        """Objects that threads share and that do not live any more."""
        gone = [one for one in self._table.every() if one.shared and one.number not in run.memory]
        if not location.alone:
            return [one for one in gone if one.number in before]
        self._starting[location.key] = None
        known = [one for one in gone if CellSlot(one.number, LIFE, 0) in self._shared]
        return [one for one in known if self._table.may_have_died(one, run.allocated)]

    def _join_arrival(self, location: Location, run: StepRun, alone: bool) -> None:
        if run.atomic:
            raise CannotProve("an atomic section that does not end", self._executor.place(run))
        target = self._target(location, run, alone)
        itself = self._executor.own_self
        changed = not target.visited
        for position, one in enumerate(frames(frame_of(run))):
            for index in live(target.stack, position):
                changed |= self._join_register(target, RegisterSlot(position, index), one)
        late = target.visited
        for number, found in run.memory.items():
            info = self._table.info(number, found)
            if info is not None and (alone or not info.shared):
                changed |= self._table.join(target.known, info, found, itself, late=late)
        for info in self._table.every():
            lived = (alone or not info.shared) and CellSlot(info.number, LIFE, 0) in target.known
            if lived and info.number not in run.memory:
                changed |= self._table.join(target.known, info, None, itself)
        target.visited = True
        if changed:
            self._pending[target.key] = None

    def _target(self, location: Location, run: StepRun, alone: bool) -> Location:
        return self._location(location.instance, alone, run.allocated, frame_of(run))

    def _join_register(self, target: Location, slot: RegisterSlot, frame: Frame) -> bool:
        before = target.known.get(slot)
        wide = frame.code.register_widths[slot.index] == self._space.pointer_bits
        after = joined(
            before, frame.registers[slot.index], tells_apart=wide, itself=self._executor.own_self, space=self._space
        )
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
            after = joined(before, value, tells_apart=True, space=self._space)
            entry.known[slot] = after
            changed |= after != before
        for number, found in self._thread_locals(instance).items():
            info = self._table.info(number, found)
            if info is None:
                continue
            if info.shared:
                raise CannotProve("a thread-local object whose address other threads may have", self._place())
            changed |= self._table.join(entry.known, info, found, self_or_none(instance, self._space.pointer_bits))
        entry.visited = True
        if changed:
            self._pending[entry.key] = None

    def _thread_locals(self, instance: ThreadInstance) -> Memory:
        itself: Value = (
            self_of(instance, self._space.pointer_bits) if instance.self_value is None else instance.self_value
        )
        empty: Memory = Map()
        return self._executor.program_memory.with_thread_locals(empty, instance.number, itself)

    def _begun(self, start: Start) -> tuple[Location, Memory]:
        """Where a thread begins, and what is its own there."""
        instance = self._instance(start)
        return self._entry(instance, start), self._thread_locals(instance)

    def _entry(self, instance: ThreadInstance, start: Start) -> Location:
        code = self._executor.code(start.routine)
        blank = [None] * (code.register_count + len(code.slots))
        frame = Frame(code, 0, tuple(blank), NO_LOOPS, -1, None, 1)
        return self._location(instance, False, -1 if instance.many else 0, frame)

    # -- instances and locations --------------------------------------------------------------------------------------

    def _instance(self, start: Start) -> ThreadInstance:
        many = not isinstance(start.self_value, int)
        name = start.routine if many else f"{start.routine}#{self._block_number(start)}"
        found = self._instances.get(name)
        if found is None:
            one_by_one = [one for one in self._instances.values() if not one.many and one.number > 0]
            alike = sum(one.routine == start.routine for one in one_by_one)
            if not many and (len(one_by_one) >= MOST_INSTANCES or alike >= MOST_ALIKE):
                raise _MoreMany(start.routine)
            self_value = start.self_value if isinstance(start.self_value, int) else None
            found = ThreadInstance(name, len(self._instances), start.routine, self_value)
            self._instances[name] = found
        return found

    def _block_number(self, start: Start) -> int:
        assert isinstance(start.self_value, int)
        return self._executor.blocks[self._space.split(start.self_value)[0]]

    def _location(self, instance: ThreadInstance, alone: bool, allocated: int, frame: Frame) -> Location:
        stack = tuple((one.code, one.pc, one.result) for one in frames(frame))
        key = (instance.name, alone, allocated, key_of_stack(stack))
        found = self._locations.get(key)
        if found is None:
            if len(self._locations) >= MOST_LOCATIONS:
                raise CannotProve(f"more than {MOST_LOCATIONS} locations")
            if allocated > MOST_ALLOCATED:
                raise CannotProve("memory is allocated again and again", self._place())
            name = name_of(instance, alone, allocated, stack)
            found = Location(key, name, instance, alone, allocated, stack, source(self._program, instance, stack))
            self._locations[key] = found
        return found

    def _place(self) -> SourceLocation | None:
        return None if self._current is None else self._current.source

    # -- the result ---------------------------------------------------------------------------------------------------

    def _collected(self, start: Location) -> Graph:
        locations = list(self._locations.values())
        collector = StepCollector(
            self._table, self._states, self._shared, self._target, self._begun, lambda: self._executor.own_self
        )
        collector.name_variables(locations)
        for location in locations:
            collector.collect(location, *self._execute(location))
        assert len(self._locations) == len(locations), "nothing new is reached any more"
        by_name = [one for one in self._instances.values() if one.self_value is not None]
        numbers = [self._executor.blocks.get(self._space.split(one.self_value or 0)[0], 0) for one in by_name]
        return Graph(
            self._program,
            tuple(locations),
            tuple(collector.transitions),
            tuple(collector.violations),
            tuple(collector.cuts),
            collector.shared,
            start,
            tuple(collector.waits),
            tuple(self._executor.unknown_functions),
            tuple(one.self_value or 0 for one in by_name),
            tuple(numbers),
            self._shared,
            frozenset(self._executor.passed_heads),
            pools=tuple(self._pools.every),
            given=(self._executor.texts.variable,) if self._executor.texts.there else (),
        )
