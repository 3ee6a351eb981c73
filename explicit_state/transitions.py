"""What every step does, found out once.

The first time a thread makes a step, a machine runs it and notes what it depends on (see `tracking_machine`). From then
on the step is a decision tree: look at these bytes, then at those, and here is what changes. The search moves from
vector to vector without running anything again, which is what makes it fast.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from enum import Enum, auto
from typing import Any, TypeAlias

from esbmc_py.vm.executable import Executable
from esbmc_py.vm.findings import BlockedThread, StackEntry
from esbmc_py.vm.races import Access
from esbmc_py.vm.run import blocked_thread, user_location, violation
from esbmc_py.vm.stops import Blocked, Infeasible, LimitReached, Stop, UnsupportedReached, ViolationFound
from esbmc_py.vm.values import Value

from .domains import Domain, Domains
from .footprints import Footprint, Footprints
from .tracking_machine import (
    Bytes,
    Choice,
    CompiledTrackingMachine,
    ControlBlock,
    Copies,
    KnownSize,
    Need,
    NextOrigin,
    Seen,
    ThreadCount,
    TrackingMachine,
    Whole,
)
from .vectors import EXIT, THREADS, Components, Content, Marks, Vector, content_of, marks_of, plain

DEEPEST_REST = 2_000  # calls deep in which a thread may rest: beyond, the states would be too many and too large

NEAR = 64  # numbers of a component for which a look knows by heart where it leads

_SIZE = -1  # instead of the first byte: how large is the object?
_NUMBER = -2  # the component's number itself
_ORIGINS = -3  # at no component: where undefined bytes of some origins are

Patch: TypeAlias = tuple[int, bytes, Marks]  # offset, bytes, which of them are undefined


class OutcomeKind(Enum):
    MOVED = auto()
    BLOCKED = auto()
    INFEASIBLE = auto()  # an assumption does not hold
    STOPPED = auto()  # something is wrong, not supported, or too much


MOVED, BLOCKED = OutcomeKind.MOVED, OutcomeKind.BLOCKED  # a member of an enumeration takes long to look up


class WrittenBytes(dict[int, int]):
    """Bytes of an object that a step writes: the number of what it becomes, for that of what it was."""

    __slots__ = ("_components", "patches", "slot")

    def __init__(self, components: Components, slot: int, patches: tuple[Patch, ...]):
        self._components = components
        self.slot = slot
        self.patches = patches

    def __missing__(self, number: int) -> int:
        content = _patched(self._components.tables[self.slot][number], self.patches)
        result = self[number] = self._components.number(self.slot, content)
        return result


def _patched(content: bytes | tuple[bytes, Marks], patches: tuple[Patch, ...]) -> Content:
    old, undefined = content if isinstance(content, tuple) else (content, bytes(len(content)))
    data = bytearray(old)
    marks: Any = bytearray(undefined) if isinstance(undefined, bytes) else list(undefined)
    for offset, new, some in patches:
        data[offset : offset + len(new)] = new
        if isinstance(some, tuple):
            marks = list(marks)
        marks[offset : offset + len(new)] = some
    return content_of(bytes(data), marks)


class TableEntry:
    """In an access table: what a thread may do there (or has done in a row there), and what that touches."""

    __slots__ = ("footprint", "transitions")

    def __init__(self, footprint: Footprint, transitions: tuple[Transition, ...]):
        self.footprint = footprint
        self.transitions = transitions


class Transition:
    """One step of one thread, wherever it does the same."""

    __slots__ = (
        "accesses",
        "allocated",
        "begins_in",
        "blocked",
        "edits",
        "entry",
        "exits",
        "footprint",
        "inputs",
        "kind",
        "local",
        "lone",
        "looks",
        "overran",
        "reach",
        "sets",
        "stop",
        "thread",
    )

    def __init__(self, kind: OutcomeKind, thread: int, footprint: Footprint, inputs: tuple[Value, ...]):
        self.kind = kind
        self.thread = thread
        self.footprint = footprint
        self.inputs = inputs
        self.entry = TableEntry(footprint, (self,))
        self.begins_in = ""  # the function at whose switch point it begins
        self.reach = footprint  # of a step that is blocked: what it would write before it waits, too
        self.sets: tuple[tuple[int, int], ...] = ()  # slot, number
        self.edits: tuple[WrittenBytes, ...] = ()
        self.accesses: tuple[Access, ...] = ()
        self.allocated: dict[int, tuple[StackEntry, ...]] = {}  # heap object → where; if leaks are looked for
        self.exits = False  # ends the process in good order; if leaks are looked for
        self.overran = False  # the thread has not come to a switch point, and rests since it has gone on for long
        self.lone = False  # starts a thread or ends the process: others may do what they could not do before
        self.local = False  # nothing that it does can ever concern another thread
        self.looks: tuple[tuple[int, int, int], ...] | None = None  # all that decides that this is what happens
        self.blocked: BlockedThread | None = None
        self.stop: Any = None  # a Violation, or what the machine says

    def after(self, vector: Vector, width: int) -> Vector:
        new = vector.copy()
        if len(new) < width:
            new += [0] * (width - len(new))
        for slot, number in self.sets:
            new[slot] = number
        for edit in self.edits:
            slot = edit.slot
            new[slot] = edit[new[slot]]
        return new


class Look:
    """Inner node of a decision tree: the next thing that the step looks at."""

    __slots__ = ("begin", "branches", "end", "near", "slot")

    def __init__(self, slot: int, begin: int, end: int):
        self.slot = slot
        self.begin = begin
        self.end = end
        self.branches: dict[Any, Tree] = {}
        self.near: dict[int, Any] = {}  # the component's number → what comes after all looks at it (see `beyond`)


class LookAtOrigins(Look):
    """Inner node: the step depends on where undefined bytes of some origins are, or (None) on which are in use."""

    __slots__ = ("origins",)

    def __init__(self, origins: tuple[int, ...] | None):
        super().__init__(THREADS, _ORIGINS, 0)
        self.origins = origins


class Ask:
    """Inner node: the step takes an input."""

    __slots__ = ("branches", "domain")

    def __init__(self, domain: Domain):
        self.domain = domain
        self.branches: dict[Any, Tree] = {}


class Again:
    """Leaf: what the step does depends on more than it says, or ends the execution; the machine has to run it."""


AGAIN = Again()

Tree: TypeAlias = "Look | Ask | Again | tuple[Transition]"


class Transitions:
    def __init__(
        self,
        executable: Executable,
        domains: Domains | None = None,
        *,
        compiled_reads: bool = False,
        leaks: bool = False,
        accesses: bool = True,
        deepest_rest: int = DEEPEST_REST,
    ) -> None:
        """`accesses`: transitions tell each access with its place (see `TrackingMachine`)."""
        self.domains = domains or Domains()
        kind = CompiledTrackingMachine if compiled_reads else TrackingMachine
        self.machine = kind(executable, self.domains, leaks=leaks, accesses=accesses)
        self.components = Components(executable)
        self.footprints = Footprints()
        self.runs = 0  # steps that the machine has made
        self.on_run: Callable[[int, int, Transition], None] | None = None  # told of each: thread, its number, what
        self._deepest_rest = deepest_rest
        self._trees: defaultdict[int, dict[int, Tree]] = defaultdict(dict)  # thread → its number → tree
        self.first_vector = self.components.capture(self.machine)

    def first(self) -> Vector:
        """The state of a machine that has not moved yet."""
        return self.first_vector.copy()

    def alive(self, vector: Vector) -> list[int]:
        """Threads that have not ended; none when the process has."""
        if vector[EXIT]:
            return []
        slots, ended = self.components.thread_slots, self.components.ended
        return [n for n in range(vector[THREADS]) if vector[slots[n]] not in ended[n]]

    def of(self, vector: Vector, thread: int) -> tuple[Transition, ...]:
        """What a thread that has not ended can do: one transition, or one for each value of its inputs."""
        components = self.components
        if len(vector) < components.width:
            components.fit(vector)
        node: Any = self._trees[thread].get(vector[components.thread_slots[thread]])
        while node.__class__ is Look:
            node = node.near.get(vector[node.slot]) or self.beyond(vector, node)
        if node.__class__ is tuple:
            found: tuple[Transition, ...] = node
            return found
        if node is None:
            return self._of_new(vector, thread)
        if isinstance(node, Again):
            return (self._run(vector, thread, ()),)
        return tuple(self._with_inputs(vector, thread))

    def _of_new(self, vector: Vector, thread: int) -> tuple[Transition, ...]:
        transition = self._run(vector, thread, ())
        if not transition.inputs:
            return (transition,)
        return tuple(self._with_inputs(vector, thread))

    def _with_inputs(self, vector: Vector, thread: int) -> Iterator[Transition]:
        """All transitions of a step that takes inputs."""
        pending: list[tuple[Value, ...]] = [()]
        while pending:
            given = pending.pop()
            node = self._descend(vector, thread, given)
            if isinstance(node, Ask):
                pending += [(*given, value) for value in reversed(node.domain.values)]
            elif isinstance(node, tuple):
                yield node[0]
            else:
                transition = self._run(vector, thread, given)
                if len(transition.inputs) == len(given):
                    yield transition
                else:
                    pending.append(given)

    def _descend(self, vector: Vector, thread: int, given: tuple[Value, ...]) -> Tree | None:
        node = self._trees[thread].get(vector[self.components.thread_slots[thread]])
        values = iter(given)
        while True:
            if isinstance(node, Look):
                node = node.branches.get(self.seen(vector, node))
            elif isinstance(node, Ask):
                value = next(values, None)
                if value is None:
                    return node
                node = node.branches.get(_identity(value))
            else:
                return node

    def beyond(self, vector: Vector, look: Look) -> Any:
        """Where a tree leads after this look and those that follow it at the same component; None if nowhere yet."""
        slot, number = look.slot, vector[look.slot]
        content = None if slot == THREADS else self.components.tables[slot][number]
        node: Any = look
        while node.__class__ is Look and node.slot == slot:
            if content.__class__ is bytes and node.begin >= 0:
                node = node.branches.get(content[node.begin : node.end])
            else:
                node = node.branches.get(self.seen(vector, node))
        if node is not None and len(look.near) < NEAR:
            look.near[number] = node
        return node

    def seen(self, vector: Vector, node: Look) -> Any:
        """What a step sees that looks there; None where there is nothing."""
        if node.begin == _NUMBER:
            return vector[node.slot]
        if isinstance(node, LookAtOrigins):
            components = self.components
            return (
                components.next_origin(vector) if node.origins is None else components.places_of(vector, node.origins)
            )
        content: Content = self.components.tables[node.slot][vector[node.slot]]
        if content is None:
            return None
        data, marks = content if isinstance(content, tuple) else (content, None)
        if node.begin == _SIZE:
            return len(data)
        part = data[node.begin : node.end]
        return part if marks is None else content_of(part, marks[node.begin : node.end])

    # -- the machine runs --------------------------------------------------------------------------------------

    def _run(self, vector: Vector, thread: int, given: tuple[Value, ...]) -> Transition:
        """Lets the machine make the step and keeps what it did."""
        self.runs += 1
        machine = self.machine
        self.components.restore(machine, vector)
        machine.begin(given)
        transition = self._step(thread)
        machine.output.clear()
        needs = machine.memory.needs
        known = machine.memory.plain and transition.kind is not OutcomeKind.STOPPED
        looks = self._keep(vector, thread, needs, transition.inputs, (transition,) if known else AGAIN)
        if known and not transition.inputs and not machine.memory.looks_at_origins:
            transition.looks = looks
        if self.on_run is not None:
            self.on_run(thread, vector[self.components.thread_slots[thread]], transition)
        return transition

    def _step(self, thread: int) -> Transition:
        machine = self.machine
        before, begins_in = len(machine.threads), machine.threads[thread].code.name
        stop: Stop | None = None
        try:
            machine.step(thread)
            if machine.depth > self._deepest_rest:
                raise LimitReached(f"more than {self._deepest_rest} nested calls at a switch point")
        except Stop as problem:
            stop = problem
        memory = machine.memory
        footprint = self.footprints.of(machine.regions_read, machine.regions_written)
        inputs = tuple(machine.chosen)
        match stop:
            case None:
                transition = Transition(OutcomeKind.MOVED, thread, footprint, inputs)
                transition.sets, transition.edits = self._changes(thread, before)
                transition.overran = machine.threads[thread].overruns > 0
                transition.lone = len(machine.threads) > before or machine.exit_status is not None
                transition.local = not (machine.concerns_others or inputs)
                transition.accesses = tuple(machine.accesses or ())
                transition.allocated, transition.exits = machine.sites or {}, machine.exits
            case Blocked():
                read = self.footprints.of(memory.regions_read, ())
                transition = Transition(OutcomeKind.BLOCKED, thread, read, inputs)
                transition.reach = footprint
                transition.blocked = blocked_thread(machine, stop)
            case Infeasible():
                transition = Transition(OutcomeKind.INFEASIBLE, thread, footprint, inputs)
                transition.accesses = tuple(machine.accesses_before_assumption())
            case ViolationFound():
                transition = Transition(OutcomeKind.STOPPED, thread, footprint, inputs)
                transition.lone = len(machine.threads) > before
                transition.stop = violation(machine, stop)
                transition.accesses = tuple(machine.accesses or ())
            case UnsupportedReached() | LimitReached():
                transition = Transition(OutcomeKind.STOPPED, thread, footprint, inputs)
                transition.stop = stop, user_location(machine.stack())
                transition.accesses = tuple(machine.accesses or ())
            case _:
                raise stop
        transition.begins_in = begins_in
        return transition

    def _changes(self, thread: int, before: int) -> tuple[tuple[tuple[int, int], ...], tuple[WrittenBytes, ...]]:
        """What the machine's step has changed: components with a known number, and edits of objects."""
        components, machine, memory = self.components, self.machine, self.machine.memory
        sets: list[tuple[int, int]] = []
        edits: list[WrittenBytes] = []
        for number in memory.renewed:
            slot = components.object_slot(number)
            sets.append((slot, components.number(slot, components.content(machine, number))))
        written = memory.parts_written
        for number in dict.fromkeys((*memory.written, *memory.changed)):
            if number not in memory.renewed:
                patches = self._patches(number, written.get(number, []))
                edits.append(WrittenBytes(components, components.object_slot(number), patches))
        for state in (machine.threads[thread], *machine.threads[before:]):
            sets.append((components.thread_slot(state.number), components.thread_number(state)))
        if len(machine.threads) > before:
            sets.append((THREADS, len(machine.threads)))
        if machine.exit_status is not None:
            # An end in good order, at which leaks are looked for, is not the same state as an abrupt one.
            status = ~machine.exit_status if machine.exits else machine.exit_status
            sets.append((EXIT, components.number(EXIT, status)))
        return tuple(sets), tuple(edits)

    def _patches(self, number: int, written: list[tuple[int, int]]) -> tuple[Patch, ...]:
        memory = self.machine.memory
        buffer, mask = memory.buffers[number], memory.undefined.get(number)
        marks = None if mask is None else marks_of(mask)
        patches = []
        for begin, end in sorted({*written, *memory.changed.get(number, ())}):
            some = bytes(end - begin) if marks is None else plain(marks[begin:end])
            patches.append((begin, bytes(buffer[begin:end]), some))
        return tuple(patches)

    # -- trees -------------------------------------------------------------------------------------------------

    def _keep(
        self, vector: Vector, thread: int, needs: list[Need], inputs: tuple[Value, ...], leaf: Tree
    ) -> tuple[tuple[int, int, int], ...]:
        """Makes the tree say `leaf` where it sees what the step has seen; where it looks for that."""
        components = self.components
        components.fit(vector)
        branches: dict[Any, Tree] = self._trees[thread]
        seen: Any = vector[components.thread_slots[thread]]
        values = iter(inputs)
        looks: list[tuple[int, int, int]] = []
        for need in needs:
            node = branches.get(seen)
            if node is None:
                node = branches[seen] = self._node(need)
                components.fit(vector)
            assert isinstance(node, Look | Ask), "the same step needs the same things"
            branches = node.branches
            seen = _identity(next(values)) if isinstance(node, Ask) else self.seen(vector, node)
            if isinstance(node, Look):
                looks.append((node.slot, node.begin, node.end))
        branches[seen] = leaf
        return tuple(looks)

    def _node(self, need: Need) -> Look | Ask:
        match need:
            case Choice(domain=domain):
                return Ask(domain)
            case _:
                return self.look_at(need)

    def look_at(self, need: Seen) -> Look:
        match need:
            case Bytes(number=number, begin=begin, end=end):
                return Look(self.components.object_slot(number), begin, end)
            case KnownSize(number=number):
                return Look(self.components.object_slot(number), _SIZE, 0)
            case Whole(number=number) | ControlBlock(number=number):
                return Look(self.components.object_slot(number), _NUMBER, 0)
            case ThreadCount():
                return Look(THREADS, _NUMBER, 0)
            case NextOrigin():
                return LookAtOrigins(None)
            case Copies(origins=origins):
                return LookAtOrigins(origins)


def _identity(value: Value) -> object:
    """0.0 and -0.0 are equal, and nan is not equal to itself: what an input is has to be written down."""
    return repr(value) if isinstance(value, float) else value
