"""Which accesses may other threads notice? Sets `visible`, the flag that switch points are made of.

An access is visible if another thread may touch the same object while it is alive, and one of the two writes. Freeing
an object, and the end of a local's life (`lives`), count as writes to it. Objects that only their own thread can reach
(their address never gets into a global, to another thread's arguments, or into anything reachable from these) are
private, however many threads run the same function.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import field, replace

from esbmc_py.goto.deferred import dataclass

from .abstract_objects import AbstractObject, AllocationSite, PointsTo
from .assumptions import mark_assumptions
from .atomic_sections import Callees, sections_with_effect
from .expressions import FunctionAddress
from .havoc import not_at_once
from .heap_points import heap_places, with_points
from .inclusion import ObjectSet, members
from .instructions import (
    Allocate,
    AtomicBegin,
    Call,
    Copy,
    Dead,
    Declare,
    Free,
    Havoc,
    Instruction,
    Load,
    Return,
    StartThread,
    Store,
    Unsupported,
)
from .lives import Lives
from .memory_models import FENCE
from .points_to import points_to
from .program import Program
from .retry_points import with_retry_points
from .rewrite import rewrite
from .split_copies import CopySplitter
from .split_wide import is_wide, split_wide
from .symbols import Storage, Symbol
from .threads import Role, RoleSet, Threads, thread_roles


@dataclass(frozen=True, slots=True)
class SharedObject:
    """An object that threads may contend for, and who does."""

    what: Symbol | AllocationSite
    readers: tuple[str, ...]
    writers: tuple[str, ...]

    @property
    def name(self) -> str:
        return (self.what.source_name or self.what.name) if isinstance(self.what, Symbol) else str(self.what)

    def __str__(self) -> str:
        readers, writers = ", ".join(self.readers) or "nobody", ", ".join(self.writers) or "nobody"
        return f"{self.name}: read by {readers}; written by {writers}"


@dataclass(slots=True)
class Sharing:
    """The result of the analysis. Places are (function, index of the instruction)."""

    roles: list[Role]
    shared: list[SharedObject]
    executed: set[str]  # the functions that some thread may run; the others are left as they are
    visible_reads: set[tuple[str, int]]
    visible_writes: set[tuple[str, int]]
    visible_lives: set[tuple[str, int]]  # begin or end the life of what others may use
    visible_sections: set[tuple[str, int]]
    callees: Callees
    heap_places: set[tuple[str, int]] = field(default_factory=set)  # which the end of the process cares about
    reached: set[tuple[str, int]] = field(default_factory=set)  # write to what pointers in memory may lead to
    # visible writes that may be to something that nobody else sees, too: what others see of it
    partly_seen: dict[tuple[str, int], tuple[AbstractObject, ...]] = field(default_factory=dict)

    def flagged(self, function: str, index: int, instruction: Instruction) -> Instruction:
        """The instruction with its `visible` as the analysis decided, and what it may call."""
        place = (function, index)
        match instruction:
            case Call(callee=callee) if not isinstance(callee, FunctionAddress):
                return replace(instruction, candidates=tuple(sorted(self.callees.get(place, ()))))
            case Store(place=name) if name == FENCE:
                visible = True  # whoever else makes one: it is no part of another step
            case Load():
                visible = place in self.visible_reads
            case Store() | Free():
                visible = place in self.visible_writes
            case Copy():
                visible = place in self.visible_reads or place in self.visible_writes
            case Havoc():
                return self._havoc(place, instruction)
            case AtomicBegin():
                visible = place in self.visible_sections
            case Declare() | Dead() | Return() | Allocate():
                visible = place in self.visible_lives
            case _:
                return instruction
        return instruction if instruction.visible == visible else replace(instruction, visible=visible)

    def _havoc(self, place: tuple[str, int], havoc: Havoc) -> Instruction:
        if place in self.visible_writes and place not in self.partly_seen:
            return not_at_once(havoc)
        seen = self.partly_seen.get(place, ())
        symbols = tuple(what for what in seen if isinstance(what, Symbol))
        unreachable = place not in self.reached
        allocated = len(symbols) < len(seen)
        return replace(havoc, private=True, shared=symbols, heap_shared=allocated, unreachable=unreachable)

    def report(self) -> str:
        lines = ["threads: " + ", ".join(map(str, self.roles))]
        lines += [f"shared: {shared}" for shared in self.shared] or ["nothing is shared"]
        return "\n".join(lines)


@dataclass(slots=True)
class _Contention:
    """Per role, what its threads read and write while others are alive."""

    found: PointsTo
    threads: Threads
    lives: Lives
    candidates: ObjectSet = 0  # objects that more than one thread can reach and that can change
    reads: list[ObjectSet] = field(default_factory=list)
    writes: list[ObjectSet] = field(default_factory=list)
    ends: list[ObjectSet] = field(default_factory=list)  # whose lives end

    def collect(self) -> None:
        self.candidates = escaped(self.found) & _changeable(self.found.objects)
        self.reads = [0] * len(self.threads.roles)
        self.writes = [0] * len(self.threads.roles)
        self.ends = [0] * len(self.threads.roles)
        for activation, accesses in self.found.accesses.items():
            for access in accesses:
                touched = access.objects & self.candidates
                if touched:
                    table = self.writes if access.writes else self.reads
                    note(table, self.threads.at(activation, access.index), touched)
        for activation in self.found.calls:
            note(self.ends, self.threads.anywhere_in(activation), self.lives.of(activation) & self.candidates)
        note(self.ends, (1 << len(self.threads.roles)) - 1, self.lives.thread_locals & self.candidates)

    def contended(self, role: int, *, writes: bool) -> ObjectSet:
        """The objects for which a read (or a write) by a thread of this role conflicts with another thread."""
        objects = 0
        for other in range(len(self.threads.roles)):
            if other != role or self.threads.roles[role].several:
                objects |= self.writes[other] | self.ends[other]
                if writes:
                    objects |= self.reads[other]
        return objects & self.candidates

    def used_by_others(self, role: int) -> ObjectSet:
        """The objects for whose lives another thread may care. (Of an object, one thread ends the life.)"""
        objects = 0
        for other in range(len(self.threads.roles)):
            if other != role or self.threads.roles[role].several:
                objects |= self.writes[other] | self.reads[other]
        return objects & self.candidates

    def visible_lives(self) -> set[tuple[str, int]]:
        """Instructions that begin or end lives; for the end of a thread, the beginning of the section before it."""
        used = [self.used_by_others(role) for role in range(len(self.threads.roles))]
        return {
            (activation.function, self.lives.seen_at(activation, index))
            for activation, index, objects in self.lives.events(self.threads)
            if any(objects & used[role] for role in members(self.threads.at(activation, index)))
        }


@dataclass(slots=True)
class _Conflicts:
    """Accesses for which another thread matters, each with the objects for which it does."""

    reads: defaultdict[tuple[str, int], ObjectSet] = field(default_factory=lambda: defaultdict(int))
    writes: defaultdict[tuple[str, int], ObjectSet] = field(default_factory=lambda: defaultdict(int))
    written: defaultdict[tuple[str, int], ObjectSet] = field(default_factory=lambda: defaultdict(int))  # by all writes
    shared: ObjectSet = 0


def _conflicts(contention: _Contention) -> _Conflicts:
    threads = contention.threads
    contended = {
        (role, kind): contention.contended(role, writes=kind)
        for role in range(len(threads.roles))
        for kind in (False, True)
    }
    found = _Conflicts()
    for activation, accesses in contention.found.accesses.items():
        for access in accesses:
            place = (activation.function, access.index)
            if access.writes:
                found.written[place] |= access.objects
            touched, objects = access.objects & contention.candidates, 0
            for role in members(threads.at(activation, access.index)) if touched else ():
                objects |= touched & contended[role, access.writes]
            if objects:
                found.shared |= objects
                (found.writes if access.writes else found.reads)[place] |= objects
    return found


def note(table: list[ObjectSet], roles: RoleSet, touched: ObjectSet) -> None:
    for role in members(roles):
        table[role] |= touched


def analyse_sharing(program: Program, *, heap_seen: bool = False) -> Sharing:
    """`heap_seen`: whoever ends the process looks at what is not freed then."""
    if not starts_threads(program):
        return _unthreaded(program)
    found = points_to(program)
    threads = thread_roles(program, found)
    contention = _Contention(found, threads, Lives(program, found))
    contention.collect()
    conflicts = _conflicts(contention)
    reads, writes = set(conflicts.reads), set(conflicts.writes)
    callees = callees_of(found)
    lives = contention.visible_lives()
    partly = {
        place: tuple(found.objects[number] for number in members(objects))
        for place, objects in conflicts.writes.items()
        if conflicts.written[place] & ~objects
    }
    pointed_to = _pointed_to(found)
    reached = {
        (activation.function, access.index)
        for activation, accesses in found.accesses.items()
        for access in accesses
        if access.writes and access.objects & pointed_to
    }
    heap = heap_places(program, found, threads) if heap_seen else set()
    ends = set(_unsupported(program))
    sections = sections_with_effect(program, callees, reads | writes | lives | heap | ends) | lives
    executed = {activation.function for activation in found.calls}
    objects = _shared_objects(conflicts.shared, contention)
    return Sharing(threads.roles, objects, executed, reads, writes, lives, sections, callees, heap, reached, partly)


def _unsupported(program: Program) -> Iterator[tuple[str, int]]:
    """Where threads stop, and others may act on what they have done so far."""
    for name, function in program.functions.items():
        for index, instruction in enumerate(function.instructions):
            if isinstance(instruction, Unsupported):
                yield name, index


def starts_threads(program: Program) -> bool:
    return any(isinstance(i, StartThread) for function in program.functions.values() for i in function.instructions)


def _unthreaded(program: Program) -> Sharing:
    """Without a second thread nothing is shared, whatever points where."""
    callees = conceivable_callees(program)
    sections = sections_with_effect(program, callees, set())
    return Sharing([Role("main", several=False)], [], set(program.functions), set(), set(), set(), sections, callees)


def conceivable_callees(program: Program) -> Callees:
    """What calls may call, without any analysis of pointers."""
    everything = set(program.functions)
    return {
        (name, index): {i.callee.name} if isinstance(i.callee, FunctionAddress) else everything
        for name, function in program.functions.items()
        for index, i in enumerate(function.instructions)
        if isinstance(i, Call)
    }


def escaped(found: PointsTo) -> ObjectSet:
    """The objects whose address a thread other than their own may come to know: all that is reachable from globals and
    from what is handed over to new threads."""
    everything = (1 << len(found.objects)) - 1
    if found.forged:
        return everything
    reached = found.handed_over
    for number, what in enumerate(found.objects):
        if isinstance(what, Symbol) and what.storage is Storage.GLOBAL:
            reached |= 1 << number
    pending = reached
    while pending:
        further = 0
        for number in members(pending):
            further |= found.contents[number]
        pending = further & ~reached
        reached |= pending
    return reached


def _pointed_to(found: PointsTo) -> ObjectSet:
    """The objects whose address may be in memory, or is handed over to a thread: only registers know the others."""
    if found.forged:
        return (1 << len(found.objects)) - 1
    objects = found.handed_over
    for contents in found.contents:
        objects |= contents
    return objects


def _changeable(objects: list[AbstractObject]) -> ObjectSet:
    changeable = 0
    for number, what in enumerate(objects):
        if isinstance(what, AllocationSite) or (isinstance(what, Symbol) and not what.constant):
            changeable |= 1 << number
    return changeable


def callees_of(found: PointsTo) -> Callees:
    callees: Callees = {}
    for caller, sites in found.calls.items():
        for index, activations in sites.items():
            names = callees.setdefault((caller.function, index), set())
            names.update(activation.function for activation in activations)
    return callees


def _shared_objects(shared: ObjectSet, contention: _Contention) -> list[SharedObject]:
    roles = contention.threads.roles
    objects = []
    for number in members(shared):
        what = contention.found.objects[number]
        assert isinstance(what, Symbol | AllocationSite)
        readers = tuple(role.name for index, role in enumerate(roles) if contention.reads[index] >> number & 1)
        changed = [written | ended for written, ended in zip(contention.writes, contention.ends, strict=True)]
        writers = tuple(role.name for index, role in enumerate(roles) if changed[index] >> number & 1)
        objects.append(SharedObject(what, readers, writers))
    return sorted(objects, key=lambda shared: (shared.what.location.file, shared.what.location.line, shared.name))


def mark_visible(program: Program, sharing: Sharing | None = None) -> Program:
    """The program with `visible` set as the analysis decided, copies left whole."""
    sharing = sharing or analyse_sharing(program)
    functions = dict(program.functions)
    for name in sharing.executed:
        function = functions[name]
        functions[name] = replace(
            function,
            instructions=[sharing.flagged(name, index, i) for index, i in enumerate(function.instructions)],
        )
    return replace(program, functions=functions)


def sharing_notes(program: Program) -> str:
    """Who runs, and who reads and writes what others touch: comments for a listing."""
    return "\n".join(f"// {line}" for line in analyse_sharing(program).report().splitlines())


def prepare(program: Program, sharing: Sharing | None = None, *, heap_seen: bool = False) -> Program:
    """The program as it is executed: `visible` set, and no instruction touches shared memory twice.

    `heap_seen`: the end of the process looks at the heap, which leaks are found by (see `heap_points`).
    """
    sharing = sharing or analyse_sharing(program, heap_seen=heap_seen)
    marked = mark_visible(program, sharing)
    if starts_threads(program):
        executed = {name: function for name, function in marked.functions.items() if name in sharing.executed}
        marked.functions.update(mark_assumptions(executed, sharing.callees, program.thread_exit))
    for name in sharing.executed:
        function = marked.functions[name]
        splitter = CopySplitter(function, program.pointer_bits)
        for index, instruction in enumerate(function.instructions):
            if isinstance(instruction, Copy) and instruction.visible:
                splitter.split(
                    index,
                    instruction,
                    source_shared=(name, index) in sharing.visible_reads,
                    target_shared=(name, index) in sharing.visible_writes,
                )
            elif (
                isinstance(instruction, Load | Store)
                and instruction.visible
                and is_wide(instruction, program.pointer_bits)
            ):
                splitter.replacements[index] = split_wide(instruction, program.pointer_bits, splitter.register)
        splitter.replacements.update(with_points(function, sharing.heap_places))
        if splitter.replacements:
            marked.functions[name] = rewrite(
                function, splitter.replacements, registers=splitter.registers, locals=splitter.locals
            )
    if starts_threads(program):
        executed = {name: marked.functions[name] for name in sharing.executed}
        marked.functions.update(with_retry_points(executed))
    return replace(marked, heap_points=heap_seen)
