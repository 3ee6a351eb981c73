"""From a schedule to a plan: the machine runs it once more, and what it does is written down.

What the compiler's instrumentation can see is an *operation*: an access to a variable of the program or to the heap, a
call of the thread library, the end of a thread. What stands inside a library model is one operation, the call, for each
step that the model makes of it; copies of memory are told byte by byte.
"""

from __future__ import annotations

from dataclasses import field

from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.expressions import FunctionAddress
from esbmc_py.goto.instructions import (
    Allocate,
    AtomicBegin,
    AtomicEnd,
    Block,
    Call,
    Copy,
    Halt,
    Havoc,
    Load,
    Nondet,
    Return,
    Store,
)
from esbmc_py.goto.program import Program
from esbmc_py.goto.properties import Property
from esbmc_py.goto.reused_memory import ALLOCATE_AGAIN
from esbmc_py.goto.symbols import SourceLocation, Symbol
from esbmc_py.goto.types import PointerType, size_of
from esbmc_py.traces.interruptions import WAITS_FOR_SIGNAL, calls_handler
from esbmc_py.vm.executable import Executable
from esbmc_py.vm.findings import DataRace, Deadlock, RaceSide, Status, Violation
from esbmc_py.vm.invocation import invocation_of, takes_from_outside
from esbmc_py.vm.numbers import MachineNumbering, ObjectKind
from esbmc_py.vm.run import run
from esbmc_py.vm.schedule import Schedule
from esbmc_py.vm.state_after import local_deadlocks_after, races_after
from esbmc_py.vm.trace import TraceEvent

from .plan import (
    ANYTHING,
    PRIVATE,
    Contents,
    Plan,
    PlannedAllocation,
    PlannedInput,
    PlannedLine,
    PlannedObject,
    PlannedOperation,
)

THREAD_EXIT = "__smtcb_thread_exit"
# Functions that the runtime makes byte by byte.
BYTEWISE = frozenset(("memcpy", "memmove", "memset", "strcpy", "strlen", "strcmp"))
# Calls that a process makes in two steps: it begins to wait, or to run a routine, and it goes on.
WAITS = frozenset(
    (
        "pthread_cond_wait", "pthread_cond_timedwait", "pthread_cond_clockwait", "cnd_wait", "cnd_timedwait",
        "pthread_barrier_wait", "pthread_once", "call_once",
    )
)  # fmt: skip
# Those that are told by something else: bytes, the end of a thread, a signal.
NO_CALLS = BYTEWISE | {"pthread_exit", "thrd_exit", "exit", "pause", "sigsuspend", "raise", "__smtcb_signal_point"}
# After these, signals may come that could not before.
SET_UP_SIGNALS = frozenset(("signal", "sigaction", "sigprocmask", "pthread_sigmask"))
MOST_UNSEEN = 50_000  # accesses that others cannot see: they only help to align the others
_TAKEN_BACK = PlannedOperation(-1, "", -1)


def what_happens(program: Program, schedule: Schedule) -> Violation | Deadlock | DataRace | None:
    """What a schedule leads to, where nobody has said it."""
    steps = len(schedule.threads)
    leaks = schedule.heap_points  # it was saved where leaks were looked for
    result = run(program, schedule=schedule, max_steps=steps + 1, leaks=leaks)
    if result.violation is not None and result.steps <= steps:
        return result.violation
    if result.status is Status.DEADLOCK and result.steps == steps:
        return result.deadlock
    for deadlock in local_deadlocks_after(program, schedule, _ignore):
        return deadlock
    for race in races_after(program, schedule, _ignore):
        return race
    return None


def fits(program: Program, schedule: Schedule) -> str:
    """Why the schedule is none of this program; empty if it is."""
    result = run(program, schedule=schedule, max_steps=len(schedule.threads))
    return result.detail if result.status is Status.MISFIT else ""


def plan_for(program: Program, schedule: Schedule, what: Violation | Deadlock | DataRace) -> Plan:
    """What the execution does, as the runtime can force it on a process."""
    executable = Executable(program)
    recorder = Planner(program, executable.numbering)
    leaks = isinstance(what, Violation) and what.property is Property.LEAK
    lost = isinstance(what, Violation) and what.property is Property.LOST
    run(
        program,
        schedule=schedule,
        trace=recorder.take,
        max_steps=len(schedule.threads),
        leaks=leaks,
        lost=lost,
        executable=executable,
    )
    return recorder.plan(schedule, what)


def _ignore(_event: TraceEvent) -> None:
    return


@dataclass(slots=True)
class _LibraryCall:
    """A call of the library from the program's own code."""

    name: str
    depth: int  # of the caller
    location: SourceLocation
    told: list[int] = field(default_factory=list)  # its operations, as indices
    step: int = -1  # that was told last
    waited: bool = False  # for a signal, which has come


@dataclass(slots=True)
class _ThreadState:
    """Where a thread is, seen from the program's own code."""

    calls: list[_LibraryCall] = field(default_factory=list)  # under way: the library may call the program back
    location: SourceLocation | None = None
    sections: list[bool] = field(default_factory=list)  # atomic sections that it is in: can others see them?
    fresh: int = 0  # the object that its call of the library allocated
    last_atomic: tuple[int, int] | None = None  # step and address of the last atomic access

    def call_at(self, depth: int) -> _LibraryCall | None:
        """The call that an event at this depth belongs to."""
        while self.calls and self.calls[-1].depth >= depth:
            self.calls.pop()
        return self.calls[-1] if self.calls else None


class Planner:
    """A sink for the events of a machine."""

    def __init__(self, program: Program, numbering: MachineNumbering) -> None:
        self._program = program
        self._numbering = numbering
        self._threads: dict[int, _ThreadState] = {}
        self._places: dict[tuple[str, int], int] = {}
        self._objects: dict[int, int] = {}  # by the machine's number
        self._planned: list[PlannedObject] = []
        self._operations: list[PlannedOperation] = []
        self._inputs: list[PlannedInput] = []
        self._allocations: list[PlannedAllocation] = []
        self._contents: list[Contents] = []
        self._written: dict[int, set[int]] = {}  # bytes of the heap
        self._ended: set[tuple[int, str]] = set()
        self._unseen = 0  # accesses that no other thread can see

    def plan(self, schedule: Schedule, what: Violation | Deadlock | DataRace) -> Plan:
        self._take_back_unfinished(what.thread if isinstance(what, Violation) else None)
        blocked = tuple(one.thread for one in what.blocked) if isinstance(what, Deadlock) else ()
        races = (what.first, what.second) if isinstance(what, DataRace) and not what.apart else ()
        sides = tuple(self._side(side) for side in races)
        invocation = invocation_of(self._program, schedule) if takes_from_outside(self._program) else None
        return Plan(
            tuple(self._place_table()),
            tuple(self._planned),
            tuple(operation for operation in self._operations if operation is not _TAKEN_BACK),
            tuple(self._inputs),
            tuple(self._allocations),
            tuple(self._contents),
            str(what.property) if isinstance(what, Violation) else "deadlock" if blocked else "race",
            blocked,
            isinstance(what, Deadlock) and what.local,
            sides,
            invocation,
        )

    def take(self, event: TraceEvent) -> None:
        state = self._threads.setdefault(event.thread, _ThreadState())
        match event.instruction:
            case AtomicBegin(visible=visible):
                state.sections.append(visible)
            case AtomicEnd() if state.sections:
                state.sections.pop()
        if event.in_model:
            self._in_library(event, state)
        else:
            self._in_program(event, state)
        self._follow_heap(event, state)

    # --- the program's own code

    def _in_program(self, event: TraceEvent, state: _ThreadState) -> None:
        state.call_at(event.depth)
        state.location = event.location
        match event.instruction:
            case Call(callee=callee):
                name = callee.name if isinstance(callee, FunctionAddress) else ""
                if name in self._program.functions and not self._program.functions[name].is_model:
                    return
                state.calls.append(_LibraryCall(name, event.depth, event.location))
                state.fresh = 0
                if name and name not in self._program.functions:
                    self._inputs.append(PlannedInput(event.thread, name, event.value or 0))
            case Nondet(name=name) if event.value is not None:
                self._inputs.append(PlannedInput(event.thread, name.replace(" ", "_"), event.value))
            case Load() | Store() | Copy():
                self._access(event, state, event.location)

    def _access(self, event: TraceEvent, state: _ThreadState, location: SourceLocation) -> None:
        """A read or a write of memory; the two parts of a copy are told apart by where the temporary is."""
        instruction = event.instruction
        assert isinstance(instruction, Load | Store | Copy)
        address, kind = event.address, "R" if isinstance(instruction, Load) else "W"
        if isinstance(instruction, Copy) and self._is_temporary(address):
            address, kind = event.operand, "R"
        if self._is_temporary(address):
            return
        attached = not isinstance(instruction, Copy) and instruction.attached
        visible = instruction.visible or attached or any(state.sections)
        if not isinstance(instruction, Copy) and instruction.atomic:
            if state.last_atomic == (event.step, address):
                return  # a read-modify-write is one operation of the processor
            state.last_atomic, kind = (event.step, address), "A"
        target, offset = self._object(address)
        if target == PRIVATE and not instruction.visible:
            return
        if not visible:
            self._unseen += 1
            if self._unseen > MOST_UNSEEN:
                return
        size = size_of(instruction.type)
        self._operations.append(
            PlannedOperation(event.thread, kind, self._place(location), target, offset, size, visible)
        )

    def _is_temporary(self, address: int) -> bool:
        number, _ = self._numbering.space.split(address)
        symbol = self._numbering.symbol(number)
        return symbol is not None and "$copy" in symbol.name

    # --- the library

    def _in_library(self, event: TraceEvent, state: _ThreadState) -> None:
        visible = event.instruction.visible
        call = state.call_at(event.depth)
        if call is not None and not call.name:  # through a pointer
            call.name = event.function
        location = call.location if call is not None else state.location or event.location
        match event.instruction:
            case Call() if calls_handler(event) and event.changes:
                waited = call is not None and call.waited
                number = event.changes[0].value
                self._operations.append(
                    PlannedOperation(event.thread, "S", self._place(location), size=int(waited), name=number)
                )
            case Block(reason=reason) if reason == WAITS_FOR_SIGNAL and call is not None:
                call.waited = True
            case Return() if call is not None and event.depth == call.depth + 1:
                state.calls.pop()
                if call.name in SET_UP_SIGNALS and not call.told:
                    self._tell(event, call)
                self._inputs.append(PlannedInput(event.thread, call.name, event.value or 0))
            case Halt():
                self._tell_end(event, "H", location)
            case Load() | Store() | Copy() if call is not None and call.name in BYTEWISE:
                if visible:
                    self._access(event, state, location)
            case _ if visible and event.function == THREAD_EXIT:
                self._tell_end(event, "E", location)
            case _ if visible and call is not None and call.name not in NO_CALLS:
                self._tell(event, call)

    def _tell_end(self, event: TraceEvent, kind: str, location: SourceLocation) -> None:
        """Of a thread, or of the process: told once."""
        if (event.thread, kind) not in self._ended:
            self._ended.add((event.thread, kind))
            self._operations.append(PlannedOperation(event.thread, kind, self._place(location)))

    def _tell(self, event: TraceEvent, call: _LibraryCall) -> None:
        """A call has its effect in the last of its steps; a wait in the first and in the last."""
        if call.step == event.step:
            return
        call.step = event.step
        kept = 1 if call.name in WAITS else 0
        while len(call.told) > kept:
            self._operations[call.told.pop()] = _TAKEN_BACK
        call.told.append(len(self._operations))
        self._operations.append(PlannedOperation(event.thread, "C", self._place(call.location), name=call.name))

    def _take_back_unfinished(self, violating: int | None) -> None:
        """A call that has not returned has not had its effect, unless it is what the violation is about."""
        for thread, state in self._threads.items():
            for call in state.calls:
                kept = 1 if call.name in WAITS or (thread == violating and call is state.calls[-1]) else 0
                while len(call.told) > kept:
                    self._operations[call.told.pop()] = _TAKEN_BACK

    # --- the heap

    def _follow_heap(self, event: TraceEvent, state: _ThreadState) -> None:
        match event.instruction:
            case Allocate(on_stack=False, internal=False, zeroed=zeroed) if event.value:
                number, _ = self._numbering.space.split(int(event.value))
                call = state.call_at(event.depth)
                name = call.name if call is not None else "malloc"
                self._objects[number] = len(self._planned)
                state.fresh = number
                self._allocations.append(PlannedAllocation(event.thread, name, len(self._planned)))
                self._planned.append(PlannedObject("", event.operand))
                if not zeroed:
                    self._written[number] = set()
            case Return() if event.function in (ALLOCATE_AGAIN, "realloc") and event.in_model and event.value:
                self._give_again(event, state)
            case Store(type=ctype) | Copy(type=ctype):
                number, offset = self._numbering.space.split(event.address)
                if number in self._written:
                    self._written[number].update(range(offset, offset + size_of(ctype)))
            case Havoc() if event.touched:
                number, offset = self._numbering.space.split(event.address)
                if number in self._written:
                    self._written[number].update(range(offset, offset + event.operand))
            case Load(type=ctype) if isinstance(event.value, int) and not isinstance(ctype, PointerType):
                self._found(event, size_of(ctype), int(event.value))

    def _give_again(self, event: TraceEvent, state: _ThreadState) -> None:
        """What was freed is given out again, or what is made smaller stays where it is."""
        number, _ = self._numbering.space.split(int(event.value or 0))
        if number != state.fresh and number in self._objects:
            call = state.call_at(event.depth)
            name = call.name if call is not None else event.function
            self._allocations.append(PlannedAllocation(event.thread, name, self._objects[number]))
            state.fresh = number

    def _found(self, event: TraceEvent, size: int, value: int) -> None:
        """What is read before it was written has some value: the process must find the same."""
        number, offset = self._numbering.space.split(event.address)
        written = self._written.get(number)
        extent = range(offset, offset + size)
        if written is None or written.intersection(extent):
            return
        written.update(extent)
        self._contents.append(Contents(self._objects[number], offset, size, value & ((1 << 8 * size) - 1)))

    # --- numbers of places and objects

    def _place(self, location: SourceLocation) -> int:
        return self._places.setdefault((location.file, location.line), len(self._places))

    def _place_table(self) -> list[PlannedLine]:
        return [
            PlannedLine(file, line, self._program.source_line(SourceLocation(file, line)))
            for file, line in self._places
        ]

    def _object(self, address: int) -> tuple[int, int]:
        number, offset = self._numbering.space.split(address)
        if number in self._objects:
            return self._objects[number], offset
        static = self._numbering.static(number)
        if isinstance(static, Symbol):
            self._objects[number] = len(self._planned)
            self._planned.append(PlannedObject(static.source_name or static.name, static.size))
            return self._objects[number], offset
        identity = self._numbering.identity(number)
        if identity is not None and identity.kind is ObjectKind.HEAP:
            return ANYTHING, offset
        return PRIVATE, offset

    def _side(self, side: RaceSide) -> PlannedOperation:
        kind = "A" if side.atomic else "W" if side.write else "R"
        return PlannedOperation(side.thread, kind, self._place(side.location), ANYTHING)
