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

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import field, replace
from functools import cached_property
from itertools import islice

from esbmc_py.goto.deferred import dataclass

from .abstract_objects import AbstractObject, AllocationSite, PointsTo
from .expressions import AddressOf, Binary, Const, Convert, Expression, FunctionAddress, Register
from .flow import successors
from .inclusion import ObjectSet, members
from .instructions import (
    Assign,
    Assume,
    AtomicBegin,
    AtomicEnd,
    Branch,
    Call,
    Copy,
    Dead,
    Declare,
    EndThread,
    Free,
    Goto,
    Halt,
    Instruction,
    Load,
    Measure,
    ObjectSize,
    Return,
    Store,
    Unsupported,
)
from .memory_models import PSO, STORE_FENCE, TSO
from .points_to import points_to
from .program import Function, Program
from .rewrite import rewrite
from .sharing import Sharing, analyse_sharing, starts_threads
from .signal_points import Sections
from .split_copies import with_copies_split
from .store_buffer_runtime import SIZE, Runtime, unsigned
from .symbols import Storage, Symbol
from .threads import thread_roles
from .types import INT, FloatType, IntType, PointerType, ScalarType, size_of

MOST_NEEDED = 5  # slots, where that is enough for all stores that may wait, and nobody says how many there are
IF_NONE_SUFFICE = 3  # otherwise, as in most loops
MOST_SITES = 40  # of stores that messages can name
FITTING = (1, 2, 4, 8)  # bytes of a store that can wait

Place = tuple[str, int]


def with_store_buffers(program: Program, model: str, slots: int | None) -> Program:
    """The program under TSO or PSO, with room for so many stores in each buffer; None: as seems best."""
    if starts_threads(program):
        buffered = _Buffering(_with_copies_split(program), model, slots).run()
        if buffered is not None:
            return buffered
    return _without_fences(program)


def _without_fences(program: Program) -> Program:
    functions = {
        name: rewrite(function, {index: [] for index, i in enumerate(function.instructions) if _is_store_fence(i)})
        if any(map(_is_store_fence, function.instructions))
        else function
        for name, function in program.functions.items()
    }
    return replace(program, functions=functions)


def _is_store_fence(instruction: Instruction) -> bool:
    return _callee(instruction) == STORE_FENCE


def _callee(instruction: Instruction) -> str | None:
    match instruction:
        case Call(callee=FunctionAddress(name=name)):
            return name
        case _:
            return None


# -- which accesses have to do with buffers ---------------------------------------------------------------------------


@dataclass(slots=True)
class _Accesses:
    """Stores that wait, and loads that may find one in their own thread's buffer."""

    sharing: Sharing
    found: PointsTo
    waiting: set[Place]
    forwarded: set[Place]
    objects: ObjectSet  # what waiting stores are made to
    partial: bool  # stores and loads of different sizes may meet

    @staticmethod
    def of(program: Program) -> _Accesses:
        sharing = analyse_sharing(program)
        found = points_to(program)
        threads = thread_roles(program, found)
        sections = Sections.of(program, sharing.callees)
        waiting = {
            place
            for place in sharing.visible_writes
            if _may_wait(program.functions[place[0]].instructions[place[1]]) and not sections.certainly_inside(*place)
        }
        buffered: dict[int, ObjectSet] = defaultdict(int)  # by role
        for activation, access, place in _of_places(found):
            if access.writes and place in waiting:
                for role in members(threads.at(activation, access.index)):
                    buffered[role] |= access.objects
        forwarded = set()
        sizes: dict[int, set[int]] = defaultdict(set)
        everything = 0
        for objects in buffered.values():
            everything |= objects
        for activation, access, place in _of_places(found):
            instruction = program.functions[place[0]].instructions[place[1]]
            if not isinstance(instruction, Load | Store | Copy):
                continue
            own = 0
            for role in members(threads.at(activation, access.index)):
                own |= access.objects & buffered[role]
            if own and not access.writes:
                forwarded.add(place)
            for number in members(access.objects & everything):
                sizes[number].add(size_of(instruction.type))
        partial = any(len(found_sizes) > 1 for found_sizes in sizes.values())
        return _Accesses(sharing, found, waiting, forwarded, everything, partial)


def _of_places(found: PointsTo) -> Iterator[tuple]:  # type: ignore[type-arg]
    for activation, accesses in found.accesses.items():
        for access in accesses:
            yield activation, access, (activation.function, access.index)


def _may_wait(instruction: Instruction) -> bool:
    match instruction:
        case Store(atomic=atomic, sequential=sequential):
            return not (atomic and sequential)
        case Copy():
            return True
        case _:
            return False


def _with_copies_split(program: Program) -> Program:
    """Copies from or to memory that has to do with buffers happen cell by cell."""
    accesses = _Accesses.of(program)
    reads = accesses.sharing.visible_reads | accesses.forwarded
    seen = {
        (name, index): ((name, index) in reads, (name, index) in accesses.sharing.visible_writes)
        for name, index in reads | accesses.sharing.visible_writes
        if isinstance(program.functions[name].instructions[index], Copy)
    }
    return with_copies_split(program, seen) if seen else program


# -- how many stores may wait -----------------------------------------------------------------------------------------


@dataclass(slots=True)
class _Counts:
    """Before each instruction, how many stores its thread may have made since its buffer was emptied, up to a limit."""

    program: Program
    accesses: _Accesses
    emptying: set[Place]
    limit: int
    before: dict[str, list[int]] = field(default_factory=dict)
    entered: dict[str, int] = field(default_factory=dict)
    left: dict[str, int] = field(default_factory=dict)
    exceeded: bool = False

    def run(self) -> None:
        program = self.program
        started = {name for sites in self.accesses.found.starts.values() for names in sites.values() for name in names}
        for name in (program.entry, *started):
            self.entered[name] = 0
        changed = True
        while changed:
            changed = False
            for name in list(self.entered):
                changed |= self._function(program.functions[name])
            ends = max((self.left.get(name, 0) for name in started), default=0)
            if program.thread_exit in program.functions:
                changed |= self._enter(program.thread_exit, ends)

    def _enter(self, name: str, count: int) -> bool:
        if self.entered.get(name, -1) >= count:
            return False
        self.entered[name] = count
        return True

    def _function(self, function: Function) -> bool:
        """Once more through a function. Did anything change that others depend on?"""
        name, instructions = function.name, function.instructions
        counts = self.before.setdefault(name, [-1] * len(instructions))
        changed = False
        pending = [(0, self.entered[name])]
        # what calls give may have grown
        pending += [
            (following, self._after(name, index, counts[index]))
            for index, i in enumerate(instructions)
            if isinstance(i, Call) and counts[index] >= 0
            for following in successors(instructions, index)
        ]
        while pending:
            index, count = pending.pop()
            if count <= counts[index]:
                continue
            counts[index] = count
            for callee in self.accesses.sharing.callees.get((name, index), ()):
                changed |= self._enter(callee, 0 if (name, index) in self.emptying else count)
            if isinstance(instructions[index], Return) and self.left.get(name, -1) < count:
                self.left[name] = count
                changed = True
            after = self._after(name, index, count)
            if after >= 0:
                pending.extend((following, after) for following in successors(instructions, index))
        return changed

    def _after(self, name: str, index: int, count: int) -> int:
        """-1: nothing comes back from there, as far as is known."""
        place = (name, index)
        if place in self.emptying:
            count = 0
        callees = self.accesses.sharing.callees.get(place, ())
        known = [callee for callee in callees if callee in self.program.functions]
        if known:
            return max(self.left.get(callee, -1) for callee in known)
        if place in self.accesses.waiting:
            self.exceeded |= count == self.limit
            return min(count + 1, self.limit)
        return count


# -- writing it out ----------------------------------------------------------------------------------------------------


class _Buffering:
    def __init__(self, program: Program, model: str, slots: int | None) -> None:
        self._program = program
        self._model = model
        self._accesses = _Accesses.of(program)
        self._sections = Sections.of(program, self._accesses.sharing.callees)
        self._counts = self._counted(MOST_NEEDED if slots is None else slots)
        if slots is None and self._counts.exceeded:
            self._counts = self._counted(IF_NONE_SUFFICE)
        self._runtime: Runtime
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
        self._runtime = Runtime(
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

    def _counted(self, slots: int) -> _Counts:
        counts = _Counts(self._program, self._accesses, self._emptying(), slots)
        counts.run()
        return counts

    def _mortal_stores(self) -> list[Place]:
        """Stores to what may end before they reach memory: messages about that say which store it was."""
        objects = self._accesses.found.objects
        found = {
            place
            for _, access, place in _of_places(self._accesses.found)
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
            _is_store_fence(i) or (isinstance(i, Store) and _releases(i))
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

        jumps = {
            index
            for index, i in enumerate(instructions)
            if isinstance(i, Goto | Branch) and i.target <= index and is_free(index)
        }
        found = set()
        for jump in jumps:
            seen, pending = set(), list(successors(instructions, jump))
            while pending:
                index = pending.pop()
                if index in seen or not is_free(index):
                    continue
                seen.add(index)
                pending.extend(successors(instructions, index))
            if jump in seen:
                found.add(jump)
        return found

    # Functions

    def _rewritten(self, function: Function) -> Function:
        name, counts = function.name, self._counts.before[function.name]
        writer = _Writer(self._runtime, self._program, list(function.registers))
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

    def _forgetting(self, writer: _Writer, function: Function, instruction: Instruction, m: int) -> list[Instruction]:
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

    def _replaced(self, writer: _Writer, place: Place, instruction: Instruction, m: int) -> list[Instruction] | None:
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
            case Store() if self._runtime.fences and _releases(instruction):
                return [*writer.fence(instruction), instruction]
            case Call() if _is_store_fence(instruction):
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

    def _waiting(self, writer: _Writer, place: Place, store: Store, first: int) -> list[Instruction]:
        """The store is put into the buffer; where that cannot be, it is made at once."""
        if size_of(store.type) not in FITTING:
            return [Unsupported(f"a store of {size_of(store.type)} bytes under {self._model}", store.location)]
        if self._is_on_stack(place):
            return [Unsupported(f"a store into shared memory that alloca gave under {self._model}", store.location)]
        in_section = self._sections.maybe_inside(*place)
        site = self._sites.index(place) + 1 if place in self._sites else 0
        fences = _releases(store) and self._runtime.fences
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


def _releases(store: Store) -> bool:
    return store.atomic and store.ordered and not store.sequential


@dataclass(slots=True)
class _Writer:
    """Instructions that go into a function of the program."""

    runtime: Runtime
    program: Program
    registers: list[Register]

    def register(self, name: str, ctype: ScalarType) -> Register:
        register = Register(len(self.registers), f"{name}${len(self.registers)}", ctype)
        self.registers.append(register)
        return register

    def waiting(self, store: Store, first: int, site: int, *, in_section: bool, fences: bool) -> list[Instruction]:
        """`first`: where the sequence begins in the one that it will be part of. Jumps count from there."""
        runtime, where = self.runtime, store.location
        news: list[Instruction] = []
        exits: list[tuple[int, Expression]] = []  # to the store itself
        if in_section:
            depth = self.register("depth", SIZE)
            news.append(Load(depth, runtime.at(runtime.depth), SIZE, runtime.depth.name, where))
            exits.append((len(news), Binary("!=", depth, Const(0, SIZE), INT)))
            news.append(store)
        if not _is_certain(store):
            word = unsigned(runtime.pointer_bits // 8)
            room = self.register("room", word)
            news.append(ObjectSize(room, store.address, where, Measure.ROOM))
            exits.append((len(news), Binary("<", room, Const(size_of(store.type), word), INT)))
            news.append(store)
        if fences:
            news += self.fence(store)
        value = store.value
        if isinstance(store.type, FloatType):
            value = self.register("bits", unsigned(size_of(store.type)))
            news += self._as_bits(store.value, store.type, value, store)
        news.append(runtime.waits(store, value, site))
        if exits:
            direct = first + len(news) + 1
            for index, condition in exits:
                news[index] = Branch(condition, direct, where)
            news += [Goto(direct + 1, where), store]
        return news

    def _as_bits(self, value: Expression, ctype: ScalarType, bits: Register, user: Load | Store) -> list[Instruction]:
        """Through memory that nobody else sees."""
        scratch, where = self.runtime.scratch, user.location
        return [
            Store(self.runtime.at(scratch, ctype), value, ctype, scratch.name, where),
            Load(bits, self.runtime.at(scratch, bits.type), bits.type, scratch.name, where),
        ]

    def loaded(self, copy: Copy) -> Load:
        assert isinstance(copy.type, IntType | FloatType | PointerType)
        target = self.register("copied", copy.type)
        return Load(target, copy.source, copy.type, copy.source_place, copy.location)

    def stored(self, copy: Copy, value: Register) -> Store:
        assert isinstance(copy.type, IntType | FloatType | PointerType)
        return Store(copy.target, value, copy.type, copy.place, copy.location)

    def forwarded(self, load: Load, m: int) -> list[Instruction]:
        """The load, and what it finds in the buffer."""
        size, where = size_of(load.type), load.location
        if size not in FITTING:
            return [Unsupported(f"a load of {size} bytes with store buffers", where)]
        ctype = unsigned(size)
        news: list[Instruction] = []
        if not isinstance(load.address, AddressOf):
            address = self.register("address", self.runtime.pointer)
            news.append(Assign(address, Convert(load.address, self.runtime.pointer), where))
            load = replace(load, address=Convert(address, load.address.type))
        news.append(load)
        found = self.register("found", ctype)
        bits: Expression = Convert(load.target, ctype)
        if isinstance(load.type, FloatType):
            bits = self.register("bits", ctype)
            news += self._as_bits(load.target, load.type, bits, load)
        place = Convert(load.address, self.runtime.pointer)
        news.append(self.runtime.call(self.runtime.forward(m, size), (place, bits), where, found))
        if isinstance(load.type, FloatType):
            scratch = self.runtime.scratch
            news.append(Store(self.runtime.at(scratch, ctype), found, ctype, scratch.name, where))
            news.append(Load(load.target, self.runtime.at(scratch, load.type), load.type, scratch.name, where))
        else:
            news.append(Assign(load.target, Convert(found, load.type), where))
        return news

    def fence(self, instruction: Call | Store) -> list[Instruction]:
        """No later store passes those that wait now."""
        fence = self.runtime.fence
        return [Store(self.runtime.at(fence), Const(1, SIZE), SIZE, fence.name, instruction.location)]

    def deepened(self, change: int, instruction: AtomicBegin | AtomicEnd) -> list[Instruction]:
        depth, where = self.register("depth", SIZE), instruction.location
        symbol = self.runtime.depth
        changed = Binary("+", depth, Const(change % 256, SIZE), SIZE)
        return [
            Load(depth, self.runtime.at(symbol), SIZE, symbol.name, where),
            Store(self.runtime.at(symbol), changed, SIZE, symbol.name, where),
        ]

    def forget(self, symbol: Symbol, m: int, instruction: Instruction) -> Call:
        word = unsigned(self.runtime.pointer_bits // 8)
        arguments = (Convert(self.runtime.at(symbol), self.runtime.pointer), Const(symbol.size, word))
        return self.runtime.call(self.runtime.forget(m), arguments, instruction.location)

    def forget_block(self, address: Expression, m: int, instruction: Instruction) -> list[Instruction]:
        word = unsigned(self.runtime.pointer_bits // 8)
        room = self.register("room", word)
        arguments = (Convert(address, self.runtime.pointer), room)
        return [
            ObjectSize(room, address, instruction.location, Measure.ROOM),
            self.runtime.call(self.runtime.forget(m), arguments, instruction.location),
        ]


def _is_certain(store: Store) -> bool:
    """Is it clear that the store can be made?"""
    match store.address:
        case AddressOf(symbol=symbol):
            return not symbol.constant and symbol.size >= size_of(store.type)
        case Binary(op="+", left=AddressOf(symbol=symbol), right=Const(value=offset)):
            return not symbol.constant and 0 <= offset <= symbol.size - size_of(store.type)
        case _:
            return False
