"""Memory models with store buffers: the program that does under sequential consistency what it did with buffers.

Under TSO and PSO a store waits in its thread's buffer before it reaches memory, and loads of the same thread look into
the buffer first. `with_store_buffers` writes that out: stores become calls that put them into slots that belong to the
thread, loads are followed by a look into the slots, and stores leave the slots where the thread comes to a *point*.
Every way of executing programs knows the memory models by that, and a counterexample shows when a store reached memory.

**Where points stand.** When a store leaves the buffer depends on nothing but its thread's buffer. So it may be a step
of the thread itself, made somewhere between two of its operations that others can notice. To put a store into the
buffer is not among these. So points stand before whatever else others can notice, before assumptions, which may be the
end of the execution, before the end of the process, and in every loop that has no other point.

**What empties the buffer** before it: every atomic section (read-modify-writes, and the library's synchronisation),
stores that are `memory_order_seq_cst`, fences that are, and calls of functions that have no body.

**Ends of lives.** A store that reaches memory after another thread has ended the object's life is a use after that.
Where the thread itself ends it, its stores into the object are forgotten: nobody could read them.
"""

from __future__ import annotations

from dataclasses import replace
from functools import cached_property
from itertools import islice

from .abstract_objects import AbstractObject, AllocationSite
from .buffered_accesses import (
    BufferedAccesses,
    Place,
    is_store_fence,
    of_places,
    releases,
    with_buffered_copies_split,
)
from .closure import closure
from .expressions import FunctionAddress
from .flow import jumps_back, successors
from .havoc import without_havoc
from .inclusion import members
from .instructions import (
    Assume,
    AtomicBegin,
    AtomicEnd,
    Call,
    Copy,
    Dead,
    Declare,
    EndThread,
    Free,
    Halt,
    Instruction,
    Load,
    Return,
    Store,
    Unsupported,
)
from .memory_models import PSO, STORE_FENCE, TSO
from .program import Function, Program
from .rewrite import rewrite
from .sharing import starts_threads
from .signal_points import AtomicSections
from .store_buffer_runtime import StoreBufferRuntime
from .store_buffer_writer import FITTING, BufferWriter
from .symbols import Storage, Symbol
from .types import FloatType, IntType, PointerType, ScalarType, size_of
from .waiting_counts import WaitingCounts

MOST_NEEDED = 5  # slots, where that is enough for all stores that may wait, and nobody says how many there are
IF_NONE_SUFFICE = 3  # otherwise, as in most loops
MOST_SITES = 40  # of stores that messages can name


def with_store_buffers(program: Program, model: str, slots: int | None) -> Program:
    """The program under TSO or PSO, with room for so many stores in each buffer; None: as seems best."""
    if starts_threads(program):
        buffered = _Buffering(with_buffered_copies_split(without_havoc(program)), model, slots).run()
        if buffered is not None:
            return buffered
    return _without_fences(program)


def _without_fences(program: Program) -> Program:
    functions = {
        name: rewrite(function, {index: [] for index, i in enumerate(function.instructions) if is_store_fence(i)})
        if any(map(is_store_fence, function.instructions))
        else function
        for name, function in program.functions.items()
    }
    return replace(program, functions=functions)


class _Buffering:
    def __init__(self, program: Program, model: str, slots: int | None) -> None:
        self._program = program
        self._model = model
        self._accesses = BufferedAccesses.of(program)
        self._sections = AtomicSections.of(program, self._accesses.sharing.callees)
        self._counts = self._counted(MOST_NEEDED if slots is None else slots)
        if slots is None and self._counts.exceeded:
            self._counts = self._counted(IF_NONE_SUFFICE)
        self._runtime: StoreBufferRuntime
        self._sites: list[Place]

    def run(self) -> Program | None:
        """None: no store ever waits."""
        program, accesses = self._program, self._accesses
        count = max((max(counts, default=0) for counts in self._counts.before.values()), default=0)
        if not count:
            return None
        types = [self._stored_type(program.functions[name].instructions[index]) for name, index in accesses.waiting]
        sizes = sorted({size_of(ctype) for ctype in types if size_of(ctype) in FITTING} or {1})
        fences = self._model == PSO and self._has_store_fences()
        self._sites = self._mortal_stores()
        sites = tuple(program.functions[name].instructions[index] for name, index in self._sites)
        self._runtime = StoreBufferRuntime(
            count,
            tuple(sizes),
            accesses.partial,
            self._model == TSO,
            fences,
            program.pointer_bits,
            sites,  # type: ignore[arg-type]
        )
        functions = dict(program.functions)
        for name in self._counts.before:
            functions[name] = self._rewritten(functions[name])
        functions.update(self._runtime.functions)
        thread_locals = {**program.thread_locals, **self._runtime.thread_locals()}
        whole = replace(
            program,
            functions=functions,
            thread_locals=thread_locals,
            full_buffers=self._counts.limit if self._counts.exceeded else None,
        )
        return _without_fences(whole)

    def _counted(self, slots: int) -> WaitingCounts:
        counts = WaitingCounts(self._program, self._accesses, self._emptying(), slots)
        counts.run()
        return counts

    def _mortal_stores(self) -> list[Place]:
        """Stores to what may end before they reach memory: messages about that say which store it was."""
        objects = self._accesses.found.objects
        found = {
            place
            for _, access, place in of_places(self._accesses.found)
            if access.writes
            and place in self._accesses.waiting
            and any(_may_end(objects[number]) for number in members(access.objects))
            and self._counts.before.get(place[0], [-1])[0] >= 0
        }
        fitting = (place for place in sorted(found) if size_of(self._stored_type(self._at(place))) in FITTING)
        return list(islice(fitting, MOST_SITES))

    def _at(self, place: Place) -> Instruction:
        return self._program.functions[place[0]].instructions[place[1]]

    def _stored_type(self, instruction: Instruction) -> ScalarType:
        assert isinstance(instruction, Store | Copy)
        assert isinstance(instruction.type, IntType | FloatType | PointerType)
        return instruction.type

    def _has_store_fences(self) -> bool:
        return any(
            is_store_fence(i) or (isinstance(i, Store) and releases(i))
            for function in self._program.functions.values()
            for i in function.instructions
        )

    def _emptying(self) -> set[Place]:
        """Before these the buffer is emptied."""
        found = set()
        for name, function in self._program.functions.items():
            for index, instruction in enumerate(function.instructions):
                if self._empties(instruction) and not self._sections.certainly_inside(name, index):
                    found.add((name, index))
        return found

    def _empties(self, instruction: Instruction) -> bool:
        match instruction:
            case AtomicBegin():
                return True
            case Store(atomic=True, sequential=True):
                return True  # whoever sees it: it is an exchange
            case Call(callee=FunctionAddress(name=called)):
                return called not in self._program.functions and called != STORE_FENCE
            case _:
                return False

    # Points

    def _points(self, function: Function) -> set[int]:
        name, counts = function.name, self._counts.before[function.name]
        points = {
            index
            for index, instruction in enumerate(function.instructions)
            if counts[index] > 0
            and (name, index) not in self._counts.emptying
            and not self._sections.certainly_inside(name, index)
            and self._is_noticed(name, index, instruction)
        }
        return points | self._loops(function, points, counts)

    def _is_noticed(self, name: str, index: int, instruction: Instruction) -> bool:
        sharing, place = self._accesses.sharing, (name, index)
        match instruction:
            case Assume() | Unsupported() | Halt() | EndThread():
                return True
            case Load() | Copy():
                return place in sharing.visible_reads
            case Free():
                return place in sharing.visible_writes
            case Dead() | Return() | Declare():
                return place in sharing.visible_lives
            case _:
                return False

    def _loops(self, function: Function, points: set[int], counts: list[int]) -> set[int]:
        """Jumps backwards on cycles with no other point, while something may wait."""
        instructions = function.instructions

        def is_free(index: int) -> bool:
            stops = index in points or (function.name, index) in self._counts.emptying
            return counts[index] > 0 and not stops

        def free_after(index: int) -> list[int]:
            return [one for one in successors(instructions, index) if is_free(one)]

        jumps = (index for index, _ in jumps_back(instructions) if is_free(index))
        return {jump for jump in jumps if jump in closure(free_after(jump), free_after)}

    # Functions

    def _rewritten(self, function: Function) -> Function:
        name, counts = function.name, self._counts.before[function.name]
        writer = BufferWriter(self._runtime, self._program, list(function.registers))
        points = self._points(function)
        before: dict[int, list[Instruction]] = {}
        replacements: dict[int, list[Instruction]] = {}
        for index, instruction in enumerate(function.instructions):
            m, place = counts[index], (name, index)
            if m < 0:
                continue
            ahead: list[Instruction] = []
            if m and index in points:
                ahead.append(self._runtime.call(self._runtime.may_leave(m), (), instruction.location))
            if m and place in self._counts.emptying:
                ahead.append(self._runtime.call(self._runtime.leave(m), (), instruction.location))
            if m:
                ahead += self._forgetting(writer, function, instruction, m)
            if ahead:
                before[index] = ahead
            news = self._replaced(writer, place, instruction, m)
            if news is not None:
                replacements[index] = news
        if not (before or replacements):
            return function
        return rewrite(function, replacements, registers=writer.registers, before=before)

    def _forgetting(
        self, writer: BufferWriter, function: Function, instruction: Instruction, m: int
    ) -> list[Instruction]:
        match instruction:
            case Dead(variable=Symbol() as symbol) | Declare(variable=Symbol() as symbol):
                return [writer.forget(symbol, m, instruction)] if self._is_buffered(symbol) else []
            case Return():
                return [writer.forget(one, m, instruction) for one in function.locals if self._is_buffered(one)]
            case Free(address=address):
                return writer.forget_block(address, m, instruction) if self._heap_is_buffered() else []
            case _:
                return []

    def _is_buffered(self, symbol: Symbol) -> bool:
        objects = self._accesses.found.objects
        return any(objects[number] is symbol for number in members(self._accesses.objects))

    def _heap_is_buffered(self) -> bool:
        objects = self._accesses.found.objects
        return any(isinstance(objects[number], AllocationSite) for number in members(self._accesses.objects))

    def _replaced(
        self, writer: BufferWriter, place: Place, instruction: Instruction, m: int
    ) -> list[Instruction] | None:
        waits = place in self._accesses.waiting
        forwarded = m > 0 and place in self._accesses.forwarded
        match instruction:
            case Load() if forwarded:
                return writer.forwarded(instruction, m)
            case Copy() if waits or forwarded:
                loaded = writer.loaded(instruction)
                news: list[Instruction] = writer.forwarded(loaded, m) if forwarded else [loaded]
                stored = writer.stored(instruction, loaded.target)
                return [*news, *(self._waiting(writer, place, stored, len(news)) if waits else [stored])]
            case Store() if waits:
                return self._waiting(writer, place, instruction, 0)
            case Store() if self._runtime.fences and releases(instruction):
                return [*writer.fence(instruction), instruction]
            case Call() if is_store_fence(instruction):
                return writer.fence(instruction) if self._runtime.fences else []
            case AtomicBegin() if self._keeps_depth:
                return [instruction, *writer.deepened(1, instruction)]
            case AtomicEnd() if self._keeps_depth:
                return [*writer.deepened(-1, instruction), instruction]
            case _:
                return None

    @cached_property
    def _keeps_depth(self) -> bool:
        """Is there a store of which it is not clear whether it stands in an atomic section?"""
        return any(self._sections.maybe_inside(*place) for place in self._accesses.waiting)

    def _waiting(self, writer: BufferWriter, place: Place, store: Store, first: int) -> list[Instruction]:
        """The store is put into the buffer; where that cannot be, it is made at once."""
        if size_of(store.type) not in FITTING:
            return [Unsupported(f"a store of {size_of(store.type)} bytes under {self._model}", store.location)]
        if self._is_on_stack(place):
            return [Unsupported(f"a store into shared memory that alloca gave under {self._model}", store.location)]
        in_section = self._sections.maybe_inside(*place)
        site = self._sites.index(place) + 1 if place in self._sites else 0
        fences = releases(store) and self._runtime.fences
        return writer.waiting(store, first, site, in_section=in_section, fences=fences)

    def _is_on_stack(self, place: Place) -> bool:
        objects = self._accesses.found.objects
        return any(
            isinstance(objects[number], AllocationSite) and objects[number].on_stack  # type: ignore[union-attr]
            for activation, accesses in self._accesses.found.accesses.items()
            if activation.function == place[0]
            for access in accesses
            if access.index == place[1] and access.writes
            for number in members(access.objects)
        )


def _may_end(what: AbstractObject) -> bool:
    return isinstance(what, AllocationSite) or (isinstance(what, Symbol) and what.storage is not Storage.GLOBAL)
