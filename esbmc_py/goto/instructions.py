"""Instructions of the goto program, in the spirit of ICSE 2011 §2.1.

Each touches memory that other threads may see at most once, so that every switch point lies between two
instructions. Which accesses other threads may see is decided by the sharing analysis and kept in `visible`
(True until the analysis has run: being too generous costs time, being too mean loses bugs).

**Steps and switch points.** A switch point lies before every visible instruction outside an atomic section, and before
the `AtomicBegin` (at depth 0) of a section that is visible. A *step* of a thread executes what stands at its switch
point (one visible instruction, or one whole atomic section) and then everything invisible up to its next switch
point. A thread's beginning is a switch point, too. Atomic sections nest, also through calls.

**Lives.** The end of a life is an operation like others: where another thread may use what dies here (`Dead`,
`Return`), it is visible, since the others may run before it, while the object is still alive. So is the beginning of a
life (`Declare`, `Allocate` on the stack) of what has been alive before and may be used by whoever kept its address:
they may run while it is dead. Neither is an access: it takes part in no data race. Where an `EndThread` ends such
lives, the atomic section before it is visible, in which the others learn that the thread has ended.

**Blocking.** `Block(condition)` stands inside an atomic section only. A step that reaches a `Block` whose condition
is 0 is *not enabled*: it is as if the thread had not moved from its switch point. A thread whose step is not enabled
is blocked.
"""

from __future__ import annotations

from enum import StrEnum
from typing import ClassVar, TypeAlias

from esbmc_py.goto.deferred import dataclass

from .expressions import Expression, Register
from .memory_models import MemoryOrder
from .properties import Property
from .symbols import SourceLocation, Symbol
from .types import CType, ScalarType


@dataclass(frozen=True, slots=True)
class Assign:
    """target = value, without touching memory."""

    target: Register
    value: Expression
    location: SourceLocation
    visible: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class Load:
    """target = *address. `place` is the C text of what is read ("a[i]", "p->next")."""

    target: Register
    address: Expression
    type: ScalarType
    place: str
    location: SourceLocation
    atomic: bool = False  # an atomic access in the sense of C11: never part of a data race
    visible: bool = True
    volatile: bool = False  # happens as it is written, whatever a compiler knows
    attached: bool = False  # of memory that threads share, though no switch point: made in one step with what precedes
    order: MemoryOrder = MemoryOrder.SEQ_CST  # of an atomic access
    failure: MemoryOrder | None = None  # of a compare and exchange: the order where nothing is stored

    @property
    def ordered(self) -> bool:
        """An atomic access acquires what was released there."""
        return self.order.acquires


@dataclass(frozen=True, slots=True)
class Store:
    """*address = value."""

    address: Expression
    value: Expression
    type: ScalarType
    place: str
    location: SourceLocation
    atomic: bool = False
    visible: bool = True
    volatile: bool = False
    attached: bool = False
    order: MemoryOrder = MemoryOrder.SEQ_CST  # of an atomic access

    @property
    def ordered(self) -> bool:
        """An atomic access releases what was done before."""
        return self.order.releases

    @property
    def sequential(self) -> bool:
        return self.order is MemoryOrder.SEQ_CST


@dataclass(frozen=True, slots=True)
class Copy:
    """Copies size_of(type) raw bytes (undefined bytes stay undefined). The regions are equal or disjoint.

    A copy whose source or target other threads may see is split into the scalar members of `type`, each copied from the
    source to a private temporary and from there to the target, so that no instruction touches shared memory twice.
    """

    target: Expression
    source: Expression
    type: CType
    place: str  # C text of the target
    source_place: str
    location: SourceLocation
    visible: bool = True


@dataclass(frozen=True, slots=True)
class Nondet:
    """target = any value of its type."""

    target: Register
    name: str  # the function that was called ("__VERIFIER_nondet_int"), or the variable that was not initialised
    location: SourceLocation
    visible: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class Havoc:
    """Makes `size` bytes (one at least) at `address` anything, like those that nobody has written; then target = 1.

    Or nothing happens and target = 0: what follows then does the same, byte by byte. So it is where others may see the
    bytes (see `leaves_alone`); elsewhere an executor may do what it likes better.
    """

    target: Register
    address: Expression
    size: Expression
    place: str
    location: SourceLocation
    private: bool = False  # others touch only what is said here; False until the sharing analysis has run
    shared: tuple[Symbol, ...] = ()
    heap_shared: bool = False  # something that was allocated
    unreachable: bool = False  # no pointer in memory leads to the bytes
    visible: ClassVar[bool] = False

    def leaves_alone(self, where: Symbol | None) -> bool:
        """Are the bytes of this variable, or of something that was allocated, left to what follows?"""
        return not self.private or (self.heap_shared if where is None else where in self.shared)


@dataclass(frozen=True, slots=True)
class Assume:
    """Only executions in which condition is not 0 go on; the others are no executions at all.

    Visible where something that others can see may come right before it: they may act on that before the execution is
    given up.
    """

    condition: Expression
    location: SourceLocation
    visible: bool = False


@dataclass(frozen=True, slots=True)
class Assert:
    """A violation of `property` where condition is 0."""

    condition: Expression
    property: Property
    message: str
    location: SourceLocation
    visible: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class Goto:
    target: int  # an index into the function's instructions
    location: SourceLocation
    visible: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class Branch:
    """Jumps where condition is not 0, falls through where it is."""

    condition: Expression
    target: int
    location: SourceLocation
    visible: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class Call:
    """target = callee(arguments). Arguments are converted to the parameters' types already.

    Aggregates travel as the front end arranges it: a struct argument is the address of a fresh copy, a struct result is
    written through a hidden first argument, and the variable arguments of a function *with a body* are packed into an
    array whose address is a hidden last argument. A callee without a body gets its variable arguments as they are.
    """

    target: Register | None
    callee: Expression  # FunctionAddress, or any expression of type pointer to function
    arguments: tuple[Expression, ...]
    location: SourceLocation
    candidates: tuple[str, ...] | None = None  # the functions that a pointer may hold here, where that was found out
    visible: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class Return:
    """Ends the function, and the lives of its locals.

    When a thread's start routine returns, `Program.thread_exit` is called with the value.
    """

    value: Expression | None
    location: SourceLocation
    visible: bool = False


@dataclass(frozen=True, slots=True)
class Declare:
    """Begins a local's life, contents undefined. A register declared anew is undefined again."""

    variable: Symbol | Register
    location: SourceLocation
    visible: bool = False


@dataclass(frozen=True, slots=True)
class Dead:
    """Ends the life of a local, or of the array (of variable length) at a register's address; nothing if it is dead."""

    variable: Symbol | Register
    location: SourceLocation
    visible: bool = False


@dataclass(frozen=True, slots=True)
class AtomicBegin:
    location: SourceLocation
    visible: bool = True


@dataclass(frozen=True, slots=True)
class AtomicEnd:
    location: SourceLocation
    visible: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class Block:
    """Waits until condition is not 0, see above. `reason` says what for ("the mutex is free").

    Where only certain threads can end the wait, and each of them has to, they are named: that is what local deadlocks
    are found by.
    """

    condition: Expression
    reason: str
    location: SourceLocation
    object: Expression | None = None  # the address of what is waited for, for messages
    holder: Expression | None = None  # a thread's `self_value`, or null
    holders: Expression | None = None  # threads as a set: bit n is thread n
    interruptible: bool = False  # a cancellation may end the wait, too
    visible: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class StartThread:
    """Starts a thread that runs function(argument). Its thread-local `__smtcb_self` holds `self_value` at once."""

    target: Register | None  # receives the new thread's number; main is 0, others count up in order of creation
    function: Expression
    argument: Expression
    self_value: Expression
    location: SourceLocation
    visible: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class EndThread:
    """Ends the executing thread, and the lives of its locals and thread-locals.

    The process ends when every thread has.
    """

    location: SourceLocation
    visible: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class Halt:
    """Ends the process: exit, abort, or the return from main. Visible, since the others may run before it."""

    status: Expression
    location: SourceLocation
    abrupt: bool = False  # abort, _exit: nobody asks what has not been freed
    visible: ClassVar[bool] = True


@dataclass(frozen=True, slots=True)
class Allocate:
    """target = the address of a new object of `size` bytes, zero or undefined."""

    target: Register
    size: Expression
    zeroed: bool
    on_stack: bool  # alloca and variable-length arrays: dead when the function returns, if not before
    location: SourceLocation
    internal: bool = False  # a library model needs it for itself: not the program's to free
    visible: bool = False


@dataclass(frozen=True, slots=True)
class Free:
    """Ends the life of a heap object; nothing for a null pointer."""

    address: Expression
    location: SourceLocation
    visible: bool = True


class Measure(StrEnum):
    """What `ObjectSize` tells about an address. Only the first wants an object to be there."""

    SIZE = "size"  # of the live object at address, which must be where it begins (realloc, malloc_usable_size)
    ROOM = "room"  # how many bytes may be written from there to the end of a live object; 0 where there is none
    EXTENT = "extent"  # how many bytes there are from there to the end of a live object; very many where none is known
    FUNCTION = "function"  # 1 where a function begins, 0 elsewhere


@dataclass(frozen=True, slots=True)
class ObjectSize:
    """target = what `measure` says about the object at address."""

    target: Register
    address: Expression
    location: SourceLocation
    measure: Measure = Measure.SIZE
    element: CType | None = None  # of room: as far as objects of this type lie there in a row (see `extents`)
    visible: ClassVar[bool] = False


@dataclass(frozen=True, slots=True)
class Unsupported:
    """An execution that gets here cannot be judged: the answer is UNKNOWN and names the construct.

    Visible as `Assume` is: the thread stops here, and the others may act on what it has done so far.
    """

    construct: str
    location: SourceLocation
    visible: bool = False
    is_bound: bool = False  # not a construct, but a bound of a bounded program: the scope of the answer names it

    def __str__(self) -> str:
        return f"bound reached: {self.construct}" if self.is_bound else self.construct


Instruction: TypeAlias = (
    Assign | Load | Store | Copy | Nondet | Havoc | Assume | Assert | Goto | Branch | Call | Return | Declare | Dead
    | AtomicBegin | AtomicEnd | Block | StartThread | EndThread | Halt | Allocate | Free | ObjectSize | Unsupported
)  # fmt: skip
