"""The visible operations of bounded threads: what the schema *once* encodes round by round.

A thread of a bounded program is a line of *blocks*, one for each switch point. A block holds the accesses of one
visible instruction or of one atomic section, each under the guard of the path that makes it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import field, replace

from esbmc_py.goto.addresses import AddressSpace
from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.memory_models import MemoryOrder
from esbmc_py.goto.numbering import Numbering
from esbmc_py.goto.properties import Property
from esbmc_py.goto.symbols import SourceLocation
from symex.accesses import Side
from symex.input_log import InputLog
from symex.objects import Memory, Object
from symex.terms import FALSE, TRUE, Term, and_, not_
from symex.values import Value
from symex.waiting import WaitFor


@dataclass(frozen=True, slots=True)
class Ordering:
    """What an access means to memory models in which that matters (see `graph_events`).

    `section`: part of an atomic section. `strong`: sections come one after the other by it, as those of the library do.
    """

    order: MemoryOrder | None = None  # None: not atomic
    failure: MemoryOrder | None = None  # of a compare and exchange that stores nothing
    section: bool = False
    strong: bool = False


NO_ORDERING = Ordering()


@dataclass(frozen=True, slots=True)
class Read:
    """`result` is the value that the read returns, in whatever round it runs."""

    guard: Term
    address: Value
    size: int
    result: Term
    place: str
    location: SourceLocation
    held: frozenset[int] = frozenset()  # locks (their addresses) that the thread has when the block begins
    ordering: Ordering = NO_ORDERING


@dataclass(frozen=True, slots=True)
class Write:
    """Not `visible`: nobody else looks at it at that time, but the thread itself may, through a pointer it reads."""

    guard: Term
    address: Value
    size: int
    value: Value
    place: str
    location: SourceLocation
    visible: bool = True
    held: frozenset[int] = frozenset()
    takes: bool = False  # a lock: it was 0, and gets the name of the thread
    ordering: Ordering = NO_ORDERING


@dataclass(frozen=True, slots=True)
class FreedObject:
    """A free()."""

    guard: Term
    address: Value
    location: SourceLocation
    held: frozenset[int] = frozenset()


@dataclass(frozen=True, slots=True)
class Life:
    """A local begins (`alive`) or ends to live."""

    guard: Term
    number: int
    alive: bool
    location: SourceLocation
    contents: Object | None = None  # with which it begins, where that is not how the object began for the first time


@dataclass(frozen=True, slots=True)
class Wait:
    """The block runs only where the condition holds."""

    guard: Term
    condition: Term
    reason: str
    location: SourceLocation
    holder: Value = 0  # who has to move for that, where it is known: see `symex.waiting`
    holders: Value = 0
    free: frozenset[int] = frozenset()  # addresses where the condition asks for 0: of locks, perhaps

    @property
    def for_whom(self) -> WaitFor:
        """Where it waits, for whom."""
        return WaitFor(and_(self.guard, not_(self.condition)), self.reason, self.holder, self.holders)


@dataclass(frozen=True, slots=True)
class ProcessEnd:
    """The process ends."""

    guard: Term
    location: SourceLocation
    abrupt: bool = False  # nobody asks what has not been freed


Operation = Read | Write | FreedObject | Life | Wait | ProcessEnd


@dataclass(frozen=True, slots=True)
class Touch:
    """An access as data races see it: with the guard of its own path, though the block may read in any case."""

    guard: Term
    operation: Read | Write | FreedObject
    side: Side
    ordered: bool = True  # of an atomic access: it acquires, or releases (see `happens_before`)
    section: bool = False  # part of an atomic section of the program's own


@dataclass(frozen=True, slots=True)
class InSection:
    """An access in an atomic section of the program's own that nobody else can meet: it orders all the same."""

    guard: Term


@dataclass(frozen=True, slots=True)
class Begins:
    """An object begins to live: what had its number before has nothing to do with it."""

    guard: Term
    number: int
    first: bool  # nothing had its number before


@dataclass(slots=True, eq=False)
class RecordedBlock:
    """`guard` is the path condition of the switch point."""

    index: int
    guard: Term
    location: SourceLocation
    operations: list[Operation] = field(default_factory=list)
    held: frozenset[int] = frozenset()  # addresses of locks that the thread has when it begins
    touches: list[Touch] = field(default_factory=list)  # where data races are looked for
    inputs_before: int = 0  # that the thread has taken when it begins
    history: list[Touch | InSection | Begins] = field(default_factory=list)  # where races are told by happens-before


@dataclass(frozen=True, slots=True)
class StepsAlone:
    """How many steps main makes while no other thread has been started: some in any case, some where a guard holds."""

    certain: int = 0
    guarded: tuple[Term, ...] = ()

    def and_one(self, guard: Term) -> StepsAlone:
        if guard is TRUE:
            return StepsAlone(self.certain + 1, self.guarded)
        return StepsAlone(self.certain, (*self.guarded, guard))

    def count(self, holds: Callable[[Term], bool]) -> int:
        return self.certain + sum(map(holds, self.guarded))


@dataclass(frozen=True, slots=True)
class LocalFailure:
    """A violation in a thread's own work, after its block `block` (-1: before its first)."""

    block: int
    guard: Term
    property: Property
    message: str
    location: SourceLocation
    steps_alone: StepsAlone | None = None  # of main, where it happens before any thread is started


@dataclass(frozen=True, slots=True)
class Assumption:
    """What must hold if the thread got past its block `block`: assumptions, and that no bound was exceeded."""

    block: int
    condition: Term
    in_section: bool  # an atomic one, which does not happen at all where it does not hold


@dataclass(frozen=True, slots=True)
class BoundReached:
    """Work that was not followed further, after block `block`."""

    block: int
    guard: Term
    what: str
    location: SourceLocation
    unsupported: bool
    for_ever: bool = False  # nothing is left out: the thread goes round for ever, without doing anything
    in_section: bool = False  # in the midst of an atomic section, all of which nobody sees then


@dataclass(frozen=True, slots=True)
class HeapBirth:
    """The program allocates a heap object, after block `block`."""

    block: int
    guard: Term
    number: int
    size: Value
    site: SourceLocation


@dataclass(frozen=True, slots=True)
class Burial:
    """The thread frees a heap object that nobody else knows, after block `block`."""

    block: int
    guard: Term
    number: int


@dataclass(frozen=True, slots=True)
class Allocation:
    """Where a thread allocates a heap object: in its block `block`, before the operation with this index."""

    thread: int
    block: int
    operation: int
    guard: Term


@dataclass(slots=True, eq=False)
class BoundedThread:
    number: int
    name: str  # of the start routine
    parent: int  # -1 for main
    created_after: int  # the parent's block, -1: before its first
    created_guard: Term
    self_value: Value = 0  # its `__smtcb_self`
    knows_whole_step: bool = False  # its view of memory is that of the end of the step that creates it
    blocks: list[RecordedBlock] = field(default_factory=list)
    failures: list[LocalFailure] = field(default_factory=list)
    assumptions: list[Assumption] = field(default_factory=list)
    bounds: list[BoundReached] = field(default_factory=list)
    births: list[HeapBirth] = field(default_factory=list)  # where leaks are looked for
    burials: list[Burial] = field(default_factory=list)
    ended_alone: Term = FALSE  # the process has ended before any other thread was started
    log: InputLog | None = None


@dataclass(slots=True, eq=False)
class BoundedProgram:
    """All threads that can be created within the bounds, and the memory that they share at the start."""

    threads: list[BoundedThread]
    memory: Memory
    space: AddressSpace
    numbering: Numbering
    steps_alone: StepsAlone  # of main before the step that starts the first thread
    unknown_functions: tuple[str, ...] = ()
    allocations: Mapping[int, Allocation] = field(default_factory=dict)  # of objects that are allocated in one place
    dead_at_start: AbstractSet[int] = frozenset()  # locals that have lived, and will live again

    def copy(self) -> BoundedProgram:
        """With threads and blocks of its own, made of the same operations."""
        return replace(self, threads=[replace(thread, blocks=_copies(thread.blocks)) for thread in self.threads])


def _copies(blocks: list[RecordedBlock]) -> list[RecordedBlock]:
    return [replace(block, operations=list(block.operations)) for block in blocks]
