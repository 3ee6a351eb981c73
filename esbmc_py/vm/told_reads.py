"""A machine that is told what its reads find: it follows an execution graph (memory model rc11).

Steps come one after the other, as in any replay. But where the graph says that a read finds another value than the one
that was written last, the read gets that value. Every access, fence and start of a thread is noted, so that
`graph_check` can say whether C11 allows such an execution.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field

from esbmc_py.goto.deferred import dataclass

from ..goto.execution_graphs import GraphAccess, GraphSteps
from ..goto.instructions import Copy, Free, Load, StartThread, Store
from ..goto.memory_models import FENCE, MemoryOrder
from ..goto.program import Program
from ..goto.properties import Property
from ..goto.symbols import SourceLocation
from ..goto.types import size_of
from .eager_machine import EagerThroughLoops
from .eager_replay import EagerRunner, InputBits, ThreadInputs
from .executable import Executable
from .findings import RunResult, StackEntry
from .interpret import evaluate_int, place_of
from .run import Scheduled
from .trace import Observer, TraceSink


@dataclass(frozen=True, slots=True)
class MemoryEvent:
    """`cells` are the parts that the graph has a position for; none: the graph does not know the access.

    `order` is None for what is not atomic. `section`: a number for the atomic section that it is part of, if any.
    `frees`: the object ends to live. `starts`: the thread that is started here.
    """

    step: int
    thread: int
    write: bool
    address: int
    size: int
    order: MemoryOrder | None
    location: SourceLocation
    place: str
    stack: tuple[StackEntry, ...]
    failure: MemoryOrder | None = None
    section: int | None = None
    strong: bool = False
    visible: bool = True
    cells: tuple[GraphAccess, ...] = ()
    before: bytes = b""  # what memory held there
    fence: MemoryOrder | None = None
    frees: bool = False
    starts: int | None = None
    object: int = 0


@dataclass(slots=True, eq=False)
class Told:
    """What is left of a step's reads and writes, in their order."""

    step: int
    accesses: list[GraphAccess]

    def take(self, write: bool, address: int, size: int) -> tuple[GraphAccess, ...]:
        """The cells of an access, if it is next."""
        taken: list[GraphAccess] = []
        while self.accesses:
            first = self.accesses[0]
            if first.write != write or not address <= first.address < address + size:
                break
            if any(first.address == one.address for one in taken):
                break  # the same once more
            taken.append(self.accesses.pop(0))
        return tuple(taken)


class ToldReads(EagerThroughLoops):
    told: Told | None = None  # None: a step that is only tried
    events: list[MemoryEvent]
    sections: int = 0
    differs: bool = False  # something else was written than the graph says

    def execute(self, index: int) -> int | None:
        told, instruction = self.told, self.code.instructions[index]
        if told is None or (len(self.threads) == 1 and not told.accesses and not isinstance(instruction, StartThread)):
            return super().execute(index)  # a try, or main alone
        if self.atomic == 0:
            self.sections += 1
        match instruction:
            case Load():
                return self._load(told, instruction, index)
            case Store():
                address = place_of(self, instruction.address)
                noted = self._note(told, instruction, True, address, size_of(instruction.type))
                following = super().execute(index)
                self._wrote(noted)
                return following
            case Copy():
                return self._copy(told, instruction, index)
            case Free():
                self._note_free(told, instruction)
            case StartThread():
                following = super().execute(index)
                section = self.sections if self.atomic > 0 else None
                started = len(self.threads) - 1
                self.events.append(self._event(told, instruction.location, starts=started, section=section))
                return following
        return super().execute(index)

    def _load(self, told: Told, instruction: Load, index: int) -> int | None:
        address, size = place_of(self, instruction.address), size_of(instruction.type)
        noted = self._note(told, instruction, False, address, size)
        return self._reading(noted, index)

    def _copy(self, told: Told, instruction: Copy, index: int) -> int | None:
        source, target = place_of(self, instruction.source), place_of(self, instruction.target)
        size = size_of(instruction.type)
        read = self._note(told, instruction, False, source, size)
        written = self._note(told, instruction, True, target, size)
        following = self._reading(read, index)
        self._wrote(written)
        return following

    def _wrote(self, noted: MemoryEvent) -> None:
        self.events.append(noted)
        for cell in noted.cells:
            contents = int.from_bytes(self.memory.read(cell.address, cell.size), "little")
            self.differs = self.differs or contents != cell.value

    def _reading(self, noted: MemoryEvent, index: int) -> int | None:
        """With memory as the graph says, for as long as the instruction takes."""
        if noted.cells:
            contents = bytearray(noted.before)
            for cell in noted.cells:
                offset = cell.address - noted.address
                contents[offset : offset + cell.size] = cell.value.to_bytes(cell.size, "little")
            self.memory.write(noted.address, bytes(contents))
        following = super().execute(index)
        if noted.cells:
            self.memory.write(noted.address, noted.before)
        self.events.append(noted)
        return following

    def _note(self, told: Told, instruction: Load | Store | Copy, write: bool, address: int, size: int) -> MemoryEvent:
        number, offset = self.memory.space.split(address)
        there = self.memory.contains(number, offset, size)
        cells = told.take(write, address, size) if there else ()
        atomic = isinstance(instruction, Load | Store) and instruction.atomic
        strong = self.atomic > 0 and (not atomic or self.code.function.is_model)
        order = instruction.order if isinstance(instruction, Load | Store) and atomic and not strong else None
        place = instruction.source_place if isinstance(instruction, Copy) and not write else instruction.place
        fence = None
        if isinstance(instruction, Store) and place == FENCE:
            fence = MemoryOrder(evaluate_int(self, instruction.value))
        attached = isinstance(instruction, Load | Store) and instruction.attached
        return self._event(
            told,
            instruction.location,
            write=write,
            address=address,
            size=size,
            order=order,
            place=place,
            failure=getattr(instruction, "failure", None),
            section=self.sections if self.atomic > 0 else None,
            strong=strong,
            visible=instruction.visible or attached,
            cells=cells,
            before=self.memory.read(address, size) if there else b"",
            fence=fence,
        )

    def _note_free(self, told: Told, instruction: Free) -> None:
        address = place_of(self, instruction.address)
        if address:
            self.events.append(
                self._event(told, instruction.location, write=True, address=address, place="what is freed", frees=True)
            )

    def _event(self, told: Told, location: SourceLocation, **settings: object) -> MemoryEvent:
        known: dict[str, object] = {"write": False, "address": 0, "size": 0, "order": None, "place": ""}
        known |= settings
        known["object"] = self.memory.space.split(int(known["address"]))[0]  # type: ignore[call-overload]
        return MemoryEvent(told.step, self.thread, location=location, stack=self.stack(), **known)  # type: ignore


class ToldRunner(EagerRunner):
    graph: GraphSteps = ()

    def take_step(self, thread: int) -> None:
        machine, step = self.machine, len(self.taken)
        assert isinstance(machine, ToldReads)
        if step >= len(self.graph):  # whether somebody could go on is none of the graph's business
            super().take_step(thread)
            return
        told = machine.told = Told(step, list(self.graph[step]))
        try:
            super().take_step(thread)
        finally:
            machine.told = None
        if told.accesses:
            self.missed.append(step)

    missed: list[int] = field(default_factory=list)


@dataclass(frozen=True, slots=True)
class Followed:
    result: RunResult
    events: tuple[MemoryEvent, ...]
    fits: bool  # steps read and write what the graph says
    machine: ToldReads


def follow_graph(
    program: Program,
    threads: Sequence[int],
    queues: Mapping[int, Sequence[InputBits]],
    graph: GraphSteps,
    trace: TraceSink,
    *,
    looked_for: frozenset[Property],
    further: bool = False,
) -> Followed:
    """Runs a schedule in which reads find what the graph says; `further`: one step more, to see if there is one."""
    inputs = ThreadInputs(queues)
    machine = ToldReads(Executable(program), inputs.choose)
    machine.acquired = {}
    machine.events = []
    inputs.machine = machine
    last_steps = frozenset(dict(zip(threads, range(len(threads)), strict=True)).values())
    runner = ToldRunner(
        machine,
        inputs,
        Scheduled(threads),
        None,
        Observer(machine, trace),
        last_steps=last_steps,
        looked_for=looked_for,
    )
    runner.graph, runner.missed = graph, []
    result = runner.run(len(threads) + further, None)
    return Followed(result, tuple(machine.events), not (runner.missed or machine.differs), machine)
