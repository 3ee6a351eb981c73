"""A machine that keeps track of what a step needs to know and what it changes.

A step is a function of its thread's own state, of the bytes it reads before it has written them itself, of the objects
it finds alive, of the number of threads when it starts one, and of its inputs. Whoever knows these knows what the step
does without running it: `transitions` keeps that knowledge.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field
from typing import TypeAlias

from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.instructions import (
    Allocate,
    Block,
    Copy,
    Dead,
    Declare,
    EndThread,
    Free,
    Halt,
    Load,
    ObjectSize,
    Return,
    Store,
)
from esbmc_py.goto.types import ScalarType
from esbmc_py.vm.compiled_reads import CompiledReads
from esbmc_py.vm.executable import Executable, FunctionCode
from esbmc_py.vm.interpret import evaluate_int
from esbmc_py.vm.long_steps import FEW_OVERRUNS
from esbmc_py.vm.machine import Machine
from esbmc_py.vm.memory import Buffer, Memory
from esbmc_py.vm.stops import Slow
from esbmc_py.vm.values import Value

from .domains import Domain, Domains
from .footprints import LIVING, WHOLE, Region

MANY = 64  # places of an object at which a step looks one by one, or which it writes


@dataclass(frozen=True, slots=True)
class Bytes:
    """The step reads these bytes of an object."""

    number: int
    begin: int
    end: int


@dataclass(frozen=True, slots=True)
class Whole:
    """The step reads many bytes of an object: which ones makes no difference any more, if all are as they are."""

    number: int


@dataclass(frozen=True, slots=True)
class KnownSize:
    """It must be alive, and have as many bytes as it has."""

    number: int


@dataclass(frozen=True, slots=True)
class ThreadCount:
    """The step starts a thread, and how that is called depends on how many there are."""


@dataclass(frozen=True, slots=True)
class ControlBlock:
    """Of the thread that holds what the step waits for: an object of the library's."""

    number: int


@dataclass(frozen=True, slots=True)
class Choice:
    """The step takes an input."""

    domain: Domain


@dataclass(frozen=True, slots=True)
class NextOrigin:
    """The step copies undefined bytes that had no copy: their origins are those that are not in use."""


@dataclass(frozen=True, slots=True)
class Copies:
    """The step settles undefined bytes of these origins, and with them all their copies."""

    origins: tuple[int, ...]


Seen: TypeAlias = Bytes | Whole | KnownSize | ThreadCount | ControlBlock | NextOrigin | Copies  # in the state
Need: TypeAlias = Seen | Choice


class ByteMaps(dict[int, bytearray]):
    """Objects that live → a byte for each of theirs: what the step has done with it."""

    def __init__(self, buffers: Mapping[int, Buffer]):
        super().__init__()
        self._buffers = buffers

    def __missing__(self, number: int) -> bytearray:
        found = self[number] = bytearray(len(self._buffers[number]))
        return found


@dataclass(slots=True, eq=False)
class TrackingMemory(Memory):
    """Each byte that a step reads or writes is noted once, by the interpreter or by compiled code.

    What a step needs next must follow from what it has seen so far.
    """

    needs: list[Need] = field(default_factory=list)  # in the order in which the step came to need them
    looked_at: dict[int, list[tuple[int, int]]] = field(default_factory=dict)  # object → regions
    written: dict[int, list[tuple[int, int]]] = field(default_factory=dict)
    changed: dict[int, list[tuple[int, int]]] = field(default_factory=dict)  # the same, by undefined bytes' copies
    renewed: set[int] = field(default_factory=set)  # objects that began or ended their lives
    unnoted: set[int] = field(default_factory=set)  # these, and constants
    attempted: list[Region] = field(default_factory=list)  # regions to be written, whether that went well or not
    everlasting: Mapping[int, Buffer] = field(default_factory=dict)  # the globals
    plain: bool = True  # `needs` tells all
    known_bytes: ByteMaps = field(default_factory=lambda: ByteMaps({}))  # read or written
    written_bytes: ByteMaps = field(default_factory=lambda: ByteMaps({}))
    # objects of which more than many places were read, or written: there the maps say which
    much_read: set[int] = field(default_factory=set)
    much_written: set[int] = field(default_factory=set)
    _noted: set[Need] = field(default_factory=set)

    def begin(self) -> None:
        self.needs = []
        self._noted = set()
        self.much_read = set()
        self.much_written = set()
        self.looked_at = {}
        self.written = {}
        self.changed = {}
        self.renewed = set()
        self.unnoted = set(self.read_only)
        self.attempted = []
        self.plain = True
        self.known_bytes = ByteMaps(self.buffers)
        self.written_bytes = ByteMaps(self.buffers)

    def contains(self, number: int, offset: int, size: int) -> bool:
        self.note_read(number, offset, size)
        return Memory.contains(self, number, offset, size)

    def accepts(self, number: int, offset: int, size: int) -> bool:
        self.note_alive(number, offset)
        there, end = Memory.contains(self, number, offset, size), offset + size
        if number not in self.renewed and not (there and 0 not in self.written_bytes[number][offset:end]):
            self.attempted.append((number, offset, end))
        return there and number not in self.read_only

    def locate(self, address: int, size: int) -> tuple[int, int]:
        """Who interprets has found out with `contains` or `accepts` that it is there; compiled code has not."""
        number, offset = self.space.split(address)
        if not Memory.contains(self, number, offset, size):
            raise Slow
        return number, offset

    def write(self, address: int, data: Buffer) -> None:
        Memory.write(self, address, data)
        self.note_write(*self.space.split(address), len(data))

    def new_origins(self, count: int) -> range:
        self._need(NextOrigin())
        return Memory.new_origins(self, count)

    def settle_copies(self, values: Mapping[int, int]) -> None:
        self._need(Copies(tuple(values)))
        Memory.settle_copies(self, values)

    def note_change(self, number: int, begin: int, end: int) -> None:
        """Unlike what was written, it may be read later in the step: so that the step needs the same things wherever it
        sees the same, which bytes are copies of which may not decide about that."""
        self.changed.setdefault(number, []).append((begin, end))

    def create(self, number: int, size: int, *, defined: bool) -> None:
        self._renew(number)
        Memory.create(self, number, size, defined=defined)

    def bury(self, number: int) -> None:
        self._renew(number)
        Memory.bury(self, number)

    def _renew(self, number: int) -> None:
        self.renewed.add(number)
        self.unnoted.add(number)

    def note_read(self, number: int, offset: int, size: int) -> None:
        if self._is_known(number, offset):
            return
        end = offset + size
        if Memory.contains(self, number, offset, size):
            known = self.known_bytes[number]
            if 0 not in known[offset:end]:
                return
            known[offset:end] = b"\1" * size
            if number in self.much_read:
                return
        self.looked_at.setdefault(number, []).append((offset, end))
        if len(self.looked_at[number]) <= MANY:
            self._need(Bytes(number, offset, end))
        else:
            self._need(Whole(number))
            self.much_read.add(number)

    def note_write(self, number: int, offset: int, size: int) -> None:
        """Bytes of an object that lives have been written."""
        if number in self.unnoted:
            return
        end = offset + size
        self.written_bytes[number][offset:end] = self.known_bytes[number][offset:end] = b"\1" * size
        if number not in self.much_written:
            self.note_alive(number, offset)
            self.written.setdefault(number, []).append((offset, end))
            if len(self.written[number]) > MANY:
                self.much_written.add(number)

    def note_alive(self, number: int, offset: int) -> None:
        if not self._is_known(number, offset) and number not in self.everlasting:
            self._need(KnownSize(number))

    def _is_known(self, number: int, offset: int) -> bool:
        if offset < 0:
            self.plain = False
        return offset < 0 or number in self.unnoted

    def _need(self, need: Need) -> None:
        if need not in self._noted:
            self._noted.add(need)
            self.needs.append(need)

    @property
    def looks_at_origins(self) -> bool:
        return any(isinstance(need, NextOrigin | Copies) for need in self.needs)

    @property
    def regions_read(self) -> list[Region]:
        """Of what was read much, also what was written: that counts for more anyway."""
        few = [(n, *part) for n, parts in self.looked_at.items() if n not in self.much_read for part in parts]
        return few + [(n, *part) for n in self.much_read - self.renewed for part in _runs(self.known_bytes[n])]

    @property
    def regions_written(self) -> list[Region]:
        changed = [(n, *part) for parts in (self.parts_written, self.changed) for n in parts for part in parts[n]]
        return self.attempted + changed + [(number, 0, WHOLE) for number in self.renewed]

    @property
    def parts_written(self) -> dict[int, list[tuple[int, int]]]:
        """Of objects that were written and not renewed. Few parts are as they were written: a name in a lock is one."""
        kept = self.written.keys() - self.renewed
        return {n: _runs(self.written_bytes[n]) if n in self.much_written else self.written[n] for n in kept}


def _runs(marks: bytearray) -> list[tuple[int, int]]:
    """Where the bytes are 1."""
    found = []
    begin = marks.find(1)
    while begin >= 0:
        end = marks.find(0, begin)
        if end < 0:
            end = len(marks)
        found.append((begin, end))
        begin = marks.find(1, end)
    return found


class TrackingMachine(Machine):
    """`chosen` are the inputs of the step; after those that are given, the first ones.

    `accesses`: whether each access is noted with its place, for reports. That takes an interpreter.
    """

    memory: TrackingMemory

    def __init__(self, executable: Executable, domains: Domains, *, leaks: bool = False, accesses: bool = False):
        super().__init__(executable, self._choose)
        self._leaks = leaks
        self._notes_accesses = accesses
        self._interprets = accesses or self.compiled_reads or executable.coverage.detailed or not executable.noted
        if self._interprets:
            self.most_overruns = FEW_OVERRUNS
        old = self.memory
        self.memory = TrackingMemory(old.space, old.read_only, old.buffers, old.undefined, used=old.used)
        self.memory.everlasting = executable.global_buffers
        self.domains = domains
        self.chosen: list[Value] = []
        self.concerns_others = False  # the step has touched what another thread may touch, or waited, or ended
        self.exits = False  # the step has ended the process in good order
        self._frees = False
        self._taken = 0

    def begin(self, given: tuple[Value, ...] = ()) -> None:
        """What comes now is recorded."""
        self.memory.begin()
        self.chosen = list(given)
        self._taken = 0
        self.concerns_others = False
        self.exits = False
        self._frees = False
        self.sites = {} if self._leaks else None
        self.accesses = [] if self._notes_accesses else None

    def step(self, number: int) -> None:
        if self._interprets:
            self.step_slowly(number)
        else:
            super().step(number)

    @property
    def regions_read(self) -> list[Region]:
        """What the step has read. If leaks are looked for, an end of the process must not jump over `malloc` or `free`:
        of the heap, these two read which objects are alive, and the end writes it (they do not disturb each other)."""
        return [*self.memory.regions_read, LIVING] if self.sites or self._frees else self.memory.regions_read

    @property
    def regions_written(self) -> list[Region]:
        return [*self.memory.regions_written, LIVING] if self.exits else self.memory.regions_written

    def check_leaks(self) -> None:
        """Only the search knows what was allocated on the way."""
        self.exits = self.exit_status is not None and self._leaks

    def _choose(self, ctype: ScalarType) -> Value:
        domain = self.domains.of(ctype, self)
        if self._taken == len(self.chosen):
            self.chosen.append(domain.values[0])
        value = self.chosen[self._taken]
        self._taken += 1
        self.memory.needs.append(Choice(domain))
        return value

    def execute(self, index: int) -> int | None:
        match self.code.instructions[index]:
            case Load(visible=True, address=address) | Store(visible=True, address=address):
                number, _ = self.memory.space.split(evaluate_int(self, address))
                if number not in self.memory.renewed:  # of what the step itself has made, nobody else knows
                    self.concerns_others = True
            case Allocate(on_stack=True, visible=True):
                self.concerns_others = True
            case Allocate(on_stack=False, internal=False):
                self.concerns_others = self.concerns_others or self._leaks
            case Copy(visible=True) | Block() | EndThread() | Halt():
                self.concerns_others = True
            case Return(visible=True) | Dead(visible=True) | Declare(visible=True):
                self.concerns_others = True
            case ObjectSize(address=address):
                number, _ = self.memory.space.split(evaluate_int(self, address))
                self.memory.note_read(number, 0, WHOLE)
            case Free(address=address, visible=visible):
                self._frees = self._leaks
                self.concerns_others = self.concerns_others or visible or self._leaks
                number, _ = self.memory.space.split(evaluate_int(self, address))
                self.memory.note_alive(number, 0)
                self.memory.attempted.append((number, 0, WHOLE))
        return super().execute(index)

    def threads_called(self, name: int) -> list[int]:
        """The name is the address of a control block, which has the thread's number and says whether it has ended. To
        look at that touches nobody's memory.
        """
        self.memory.needs.append(ControlBlock(name >> self.memory.shift))
        return super().threads_called(name)

    def start_thread(self, code: FunctionCode, argument: Value, self_value: int) -> int:
        self.memory.needs.append(ThreadCount())
        return super().start_thread(code, argument, self_value)


class CompiledTrackingMachine(TrackingMachine, CompiledReads):
    """A recording machine in which reads may give values that the thread has seen before."""
