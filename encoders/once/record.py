"""Executes every thread of a program once, by itself, and records its visible operations.

What a visible read returns is a fresh constant; the encoding ties it to shared memory in the round in which the read
runs. Everything else, the thread's own work, is done here and never again.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from esbmc_py.goto.coverage import Coverage
from esbmc_py.goto.instructions import Block as BlockInstruction
from esbmc_py.goto.instructions import Call, Copy, Free, Halt, Load, Measure, ObjectSize, Store
from esbmc_py.goto.program import Program
from esbmc_py.goto.properties import Property
from esbmc_py.goto.symbols import SourceLocation, Symbol
from esbmc_py.goto.types import ScalarType, size_of
from symex import memory as private
from symex.accesses import Side
from symex.compile import Operation as Compiled
from symex.compile import converted
from symex.executor import ALL_PROPERTIES, Bounds, Executor
from symex.objects import Object
from symex.pointers import leaves
from symex.run import Findings, Run, merge_logs
from symex.state import NO_LOOPS, Frame, InputLog, Memory, State, ThreadState
from symex.terms import FALSE, TRUE, Term, and_, bv, bvadd, conjuncts, eq, implies, not_, or_, symbol
from symex.values import Value, as_term

from .idle_rounds import IdleRounds
from .operations import (
    Allocation,
    Assumption,
    Begins,
    Birth,
    Block,
    BoundedProgram,
    BoundedThread,
    BoundReached,
    Burial,
    End,
    InSection,
    Life,
    LocalFailure,
    Operation,
    Read,
    Release,
    StepsAlone,
    Touch,
    Wait,
    Write,
)

DEFAULT_THREADS = 128
_MANY = 1 << 30
_MOST_BLOCKS = 5_000  # of a thread: a loop that is not on its way to an end may look as if it were

_MANY_ROUNDS = (
    64  # of a loop that waits in each: if it has more, its rounds are unwound as if their number was not known
)
_MANY_BLOCKS = 1_000  # the same, for the blocks of a thread

Loop = tuple[str, int]  # function, and where the loop begins
Foreign = Mapping[tuple[int, int], Sequence[tuple[int, int]]]  # per thread and object, where writes begin and end


class _StartsOnCondition(Exception):
    """Whether main is still alone depends on what is not known."""


class _IsLong(Exception):
    """A loop goes round a known number of times, but so often that less of it should be looked at first."""

    def __init__(self, loop: Loop) -> None:
        self.loop = loop


class Recorder(Executor):
    """An executor that never stops at switch points."""

    rests_in_endless_loops = False

    def __init__(
        self,
        program: Program,
        bounds: Bounds,
        properties: frozenset[Property] = ALL_PROPERTIES,
        most_threads: int = DEFAULT_THREADS,
        foreign: Foreign | None = None,
        *,
        idling: bool = True,
        notes_order: bool = False,
        coverage: Coverage | None = None,
        long_loops: frozenset[Loop] = frozenset(),
    ) -> None:
        """`foreign`: which bytes others write to, or free, while a thread lives, as an earlier recording tells.

        Not `idling`: threads complete no rounds of loops that change nothing (see `idle_rounds`).
        `notes_order`: also what orders accesses, for races by happens-before.
        `long_loops` are those that are unwound as if it was not known how often they go round.
        """
        super().__init__(
            program, bounds, coverage=coverage
        )  # an execution ends at any violation, whether it was asked for or not
        self._asked = properties
        self._foreign = foreign
        self.own: set[tuple[int, int, int, int]] = set()  # thread, object, first byte and end of what it reads alone
        self._notes_touches = Property.RACE in properties
        self._notes_order = notes_order
        self.looks_for_leaks(properties)
        self.threads: list[BoundedThread] = []
        self.shared: dict[int, Object] = {}
        self._waiting: list[tuple[BoundedThread, State]] = []
        self._most_threads = most_threads
        self._concurrent = False
        self._steps_alone = StepsAlone()
        self._read_before: dict[tuple[Block, Value, int, bool], Read] = {}  # in blocks under way
        self._stale: set[int] = set()  # threads that wrote through pointers which do not tell where to
        self._current: BoundedThread | None = None
        self._allocations: dict[int, Allocation | None] = {}  # None: there are several
        self._idling = idling
        self._long_loops = long_loops
        self._rounds = IdleRounds()  # of the current thread

    # -- the threads, one after the other ---------------------------------------------------------------------------

    def record(self) -> BoundedProgram:
        alone, recorder = True, self
        while True:
            try:
                recorded = recorder._record(alone=alone)
            except _StartsOnCondition:
                alone, long_loops = False, recorder._long_loops
            except _IsLong as found:
                long_loops = recorder._long_loops | {found.loop}
            else:
                self.own = recorder.own
                return recorded
            recorder = self._again(long_loops)

    def _again(self, long_loops: frozenset[Loop]) -> Recorder:
        return Recorder(
            self.program,
            self.bounds,
            self._asked,
            self._most_threads,
            self._foreign,
            idling=self._idling,
            notes_order=self._notes_order,
            coverage=self.coverage,
            long_loops=long_loops,
        )

    def _record(self, *, alone: bool) -> BoundedProgram:
        """`alone`: main is, up to where it starts the first thread, and what it does until then is done with."""
        state = self.initial_state()
        main = BoundedThread(0, "main", -1, -1, TRUE, self.self_value(state, 0))
        if not alone:
            self._concurrent = True
            self.shared.update(state.memory)
        self.threads.append(main)
        self._execute_thread(main, state)
        while self._waiting:
            thread, created = self._waiting.pop(0)
            self._execute_thread(thread, created)
        return BoundedProgram(
            self.threads,
            Memory(self.shared),
            self.space,
            self.numbering,
            self._steps_alone,
            tuple(self.unknown_functions),
            {number: found for number, found in self._allocations.items() if found is not None},
        )

    def _execute_thread(self, thread: BoundedThread, state: State) -> None:
        self._current = thread
        self._rounds = IdleRounds()
        own = state.threads[thread.number]
        frame = own.frame
        assert frame is not None
        findings = _Findings(thread, self)
        run = Run(
            self, state, thread.number, findings, TRUE, state.memory, frame.code, frame.pc, list(frame.registers),
            frame.loops, frame.result, frame.parent, frame.depth, 0, 0, 0, 0, state.log,
        )  # fmt: skip
        if self._concurrent and not frame.code.visible[frame.pc]:
            self._begin_block(run)  # a thread's first step takes it to its first switch point
        ends = self._execute(run)
        thread.log = findings.log
        for end in ends:
            thread.log = merge_logs(thread.log, end.log)

    def stops_at_switch_point(self, run: Run, moved: bool) -> bool:
        """At a switch point: a new block begins, and the run goes on."""
        if self._concurrent:
            if run.pc in run.code.heads:
                self._arrive(run)  # before the block, not in it
            self._begin_block(run)
        else:
            self._steps_alone = self._steps_alone.and_one(run.guard)
        return False

    def steps_before(self, run: Run) -> StepsAlone | None:
        """How many steps main makes to get where it is, as long as it is alone."""
        return None if self._concurrent else self._steps_alone.and_one(TRUE)

    def _begin_block(self, run: Run) -> None:
        assert self._current is not None
        blocks = self._current.blocks
        self._tell_children(run)
        run.block = len(blocks)
        blocks.append(Block(run.block, run.guard, run.location, held=run.held, inputs_before=run.inputs))

    def _tell_children(self, run: Run) -> None:
        """A step that creates a thread may go on after that: the thread finds what it wrote then, too."""
        for index, (child, state) in enumerate(self._waiting):
            if child.parent == run.thread and child.created_after == run.block and child.created_guard is run.guard:
                child.knows_whole_step = True
                self._waiting[index] = (child, State(run.memory, state.threads, TRUE, None))

    # -- loops ----------------------------------------------------------------------------------------------------

    def at_head(self, pc: int, operation: Compiled) -> Compiled:
        """Notes what a round begins with; `stops_at_switch_point` does where the head is one."""

        def arrive_and_operate(run: Run) -> Run | None:
            if not run.code.visible[pc]:
                self._arrive(run)
            return operation(run)

        return operation if self._idling else arrive_and_operate

    def _arrive(self, run: Run) -> None:
        if self._concurrent and not self._idling:
            self._rounds.arrive(run)

    def stay_in_loops(self, run: Run, heads: Sequence[int], again: int = -1) -> None:
        if again >= 0:
            self._stop_idling(run, again)
        super().stay_in_loops(run, heads, again)

    def go_round(self, run: Run, head: int) -> None:
        self._stop_idling(run, head)
        assert self._current is not None
        if len(self._current.blocks) > _MOST_BLOCKS:
            run.cut(TRUE, f"more than {_MOST_BLOCKS:,} visible operations of a thread")
        super().go_round(run, head)

    def has_moved_on(self, before: tuple[Value | None, ...], after: tuple[Value | None, ...]) -> bool:
        """Only what is known leads to a known end. What is read has another name in every round."""
        return any(one != other for one, other in zip(before, after, strict=True) if int in (type(one), type(other)))

    def knows_end(self, run: Run, head: int) -> bool:
        """What the exits depend on is known, whatever the thread waits for in between. (Not if that is very often.)"""
        loop = (run.code.name, head)
        wanted = run.code.progress(head)
        if wanted is None or loop in self._long_loops or head in run.code.endless:
            return False
        if any(isinstance(run.registers[index], Term) for index in wanted):
            return False
        count = run.loops.get(head)
        assert self._current is not None
        if (count is not None and count.rounds >= _MANY_ROUNDS) or len(self._current.blocks) > _MANY_BLOCKS:
            raise _IsLong(loop)
        return True

    def _stop_idling(self, run: Run, head: int) -> None:
        """No thread gets past the last block of a round that changed nothing."""
        if self._idling or not self._concurrent or run.guard is FALSE:
            return
        assert self._current is not None
        changed = self._rounds.changed(run, head, self._current.blocks)
        if changed is not TRUE:
            self.assume(run, changed)

    def call(
        self, run: Run, name: str, values: list[Value], types: list[ScalarType], result: int, after: int, call: Call
    ) -> None:
        if self._concurrent and name in self.program.functions:
            self._bound_recursion(run, name)
        super().call(run, name, values, types, result, after, call)

    def _bound_recursion(self, run: Run, name: str) -> None:
        """Where a thread does not know what it reads, a recursion would have no end. As with loops, what is decided
        does not count."""
        level = _activations(run, name)
        outer = run.arrivals.get((name, level - 1))
        counted = 0
        if level > 0:
            counted = outer[0] + (outer[1] is not run.guard) if isinstance(outer, tuple) else level
        run.arrivals = run.arrivals.set((name, level), (counted, run.guard))
        if self.bounds.unwind is not None and counted > self.bounds.unwind:
            run.cut(TRUE, f"recursion bound {self.bounds.unwind}")

    # -- visible operations -----------------------------------------------------------------------------------------

    def _add(self, run: Run, operation: Operation) -> None:
        assert self._current is not None
        self._current.blocks[run.block].operations.append(operation)

    def _records(self, instruction: Load | Store | Copy | Free) -> bool:
        return self._concurrent and _is_shared(instruction)

    def load(self, run: Run, address: Value, size: int, instruction: Load | Copy) -> Value:
        place = instruction.source_place if isinstance(instruction, Copy) else instruction.place
        if not self._records(instruction) and not self._is_stale(run, address):
            self._note_section(run, instruction)
            return private.load(run, address, size, place)
        if self._is_own(run, address, size):
            self._note_section(run, instruction)
            return private.load(run, address, size, place)
        assert self._current is not None
        block = self._current.blocks[run.block]
        key = (block, address, size, instruction.visible)
        known = self._read_before.get(key)
        if known is not None:
            self._touch(run, known, instruction, place)
            return known.result
        result = symbol(f"R!{run.thread}!{block.index}!{len(block.operations)}:{size}", size * 8)
        certain = self._is_certain(address, size)
        # Reading it costs nothing and cannot fail: whatever way the block takes, it reads once. What is not visible may
        # belong to the block only because ways have met: then also where the thread has not come through the block.
        always = block.guard if instruction.visible else TRUE
        guard = always if certain else run.guard
        read = Read(guard, address, size, result, place, run.user_location, self._held(run, instruction.visible))
        if certain:
            self._read_before[key] = read
        self._add(run, read)
        self._touch(run, read, instruction, place)
        return result

    def _touch(
        self, run: Run, operation: Read | Write | Release, instruction: Load | Store | Copy | Free, place: str
    ) -> None:
        """Notes an access that other threads may see, if data races are looked for."""
        if not instruction.visible:
            self._note_section(run, instruction)
        elif self._notes_touches:
            assert self._current is not None
            plain = not (isinstance(instruction, Load | Store) and instruction.atomic)
            atomic = run.atomic > 0 or not plain
            side = Side(run.thread, place, not isinstance(operation, Read), atomic, instruction.location)
            ordered = plain or self.program.fences or instruction.ordered  # type: ignore[union-attr]
            touch = Touch(run.guard, operation, side, ordered, plain and run.atomic > 0 and run.in_own_section)
            self._current.blocks[run.block].touches.append(touch)
            if self._notes_order:
                self._current.blocks[run.block].history.append(touch)

    def _note_section(self, run: Run, instruction: Load | Store | Copy | Free) -> None:
        """An access that nobody else can meet is part of its section all the same."""
        plain = not (isinstance(instruction, Load | Store) and instruction.atomic)
        in_section = run.atomic > 0 and run.in_own_section
        if self._notes_order and self._concurrent and in_section and plain and run.guard is not FALSE:
            assert self._current is not None
            self._current.blocks[run.block].history.append(InSection(run.guard))

    def _is_own(self, run: Run, address: Value, size: int) -> bool:
        """Nobody else writes there while the thread lives: its own view tells what is there.

        The earlier recording only suggests that. `own` is to be compared with what this one turns out to write: the
        first read of an execution that its thread's view does not tell would come after such a write.
        """
        if self._foreign is None or address.__class__ is not int or run.thread in self._stale:
            return False
        number, offset = self.space.split(address)
        found = run.memory.get(number)
        if found is None or found.alive is not TRUE or found.size.__class__ is not int:
            return False
        end = offset + size
        if not 0 <= offset <= end <= found.size:
            return False
        if any(low < end and offset < high for low, high in self._foreign.get((run.thread, number), ())):
            return False
        self.own.add((run.thread, number, offset, end))
        return True

    def _is_certain(self, address: Value, size: int) -> bool:
        """A read of a global, which is always there."""
        if address.__class__ is not int:
            return False
        number, offset = self.space.split(address)
        found = self.shared.get(number)
        if found is None or found.size.__class__ is not int or not 0 <= offset <= found.size - size:
            return False
        return isinstance(self.numbering.static(number), Symbol)

    def store(self, run: Run, address: Value, size: int, value: Value, instruction: Store | Copy) -> None:
        if not self._concurrent:
            private.store(run, address, size, value, instruction.place)
            return
        if _is_shared(instruction) or self._leads_anywhere(address):
            held, takes = self._held(run, instruction.visible), self._takes_lock(run, address, size, value)
            place, location = instruction.place, run.user_location
            write = Write(run.guard, address, size, value, place, location, held=held, takes=takes)
            assert self._current is not None
            self._rounds.writes(run, address, size, value, self._current.blocks[run.block])
            self._follow_lock(run, address, takes)
            self._add(run, write)
            self._touch(run, write, instruction, instruction.place)
            self._forget_reads(run)
            self._remember(run, address, size, value, instruction.place)
            return
        guard = run.guard
        self._note_section(run, instruction)
        private.store(run, address, size, value, instruction.place)
        self._note_private(run, guard, address, size, value, instruction)

    # -- locks ----------------------------------------------------------------------------------------------------

    def _held(self, run: Run, visible: bool) -> frozenset[int]:
        """What is not visible may belong to a block that the thread did not come through: only what it has now."""
        assert self._current is not None
        return self._current.blocks[run.block].held if visible else run.held

    def _free(self, run: Run, condition: Term) -> frozenset[int]:
        """Where the condition asks for 0 in what the block has read, without having written to it."""
        assert self._current is not None
        zeros = {term.args[0] for term in conjuncts(condition) if term.op == "=" and term.args[1].op == "const"
                 and term.args[1].payload == 0}  # fmt: skip
        found: set[int] = set()
        for operation in self._current.blocks[run.block].operations:
            if isinstance(operation, Write):
                found.discard(operation.address)
            elif isinstance(operation, Read) and operation.address.__class__ is int and operation.result in zeros:
                found.add(operation.address)
        return frozenset(found)

    def _takes_lock(self, run: Run, address: Value, size: int, value: Value) -> bool:
        """The thread writes its name to where the path asks for 0."""
        assert self._current is not None
        mine = value.__class__ is int and value == self._current.self_value and value != 0
        return mine and address.__class__ is int and address in self._free(run, run.guard)

    def _follow_lock(self, run: Run, address: Value, takes: bool) -> None:
        if address.__class__ is int:
            run.held = run.held | {address} if takes else run.held - {address}

    def _note_private(
        self, run: Run, guard: Term, address: Value, size: int, value: Value, instruction: Store | Copy
    ) -> None:
        """What a thread writes for itself belongs to memory, too: a pointer that it reads may lead there."""
        place, location = instruction.place, run.user_location
        self._rounds.writes_alone(address, size)
        self._add(run, Write(guard, address, size, value, place, location, visible=False, held=run.held))
        self._forget_reads(run)

    def _forget_reads(self, run: Run) -> None:
        """After a write, the block has to read again."""
        assert self._current is not None
        block = self._current.blocks[run.block]
        for key in [key for key in self._read_before if key[0] is block]:
            del self._read_before[key]

    def _remember(self, run: Run, address: Value, size: int, value: Value, place: str) -> None:
        """The thread's own view follows its writes: what only it writes, it may read without a visible read."""
        if self._leads_anywhere(address):
            self._stale.add(run.thread)
            return
        findings, guard = run.findings, run.guard
        run.findings = Findings()  # what is wrong with the address is the encoder's to say
        private.store(run, address, size, value, place)
        run.findings, run.guard = findings, guard

    def _leads_anywhere(self, address: Value) -> bool:
        """A pointer that was read from shared memory: its term does not tell where it points."""
        return isinstance(address, Term) and any(leaf.object is None for leaf in leaves(address, self.space))

    def _is_stale(self, run: Run, address: Value) -> bool:
        """Does the thread's own view not tell what is there?

        A pointer that was read from shared memory may lead anywhere; and after a write to somewhere, the view of what
        others may see is not to be trusted.
        """
        if not self._concurrent:
            return False
        if address.__class__ is not int:
            return self._leads_anywhere(address)
        if run.thread not in self._stale:
            return False
        number = self.space.split(address)[0]
        found = self.shared.get(number)
        return found is not None and not found.constant

    def copy(self, run: Run, target: Value, source: Value, instruction: Copy) -> None:
        """A visible copy is of one cell, and shared on one side only."""
        size = size_of(instruction.type)
        if not self._records(instruction):
            guard = run.guard
            self._note_section(run, instruction)
            private.copy(run, target, source, size, instruction.place, instruction.source_place)
            if self._concurrent:
                self._note_copy(run, guard, target, size, instruction)
            return
        if self._is_private(run, target):
            private.store(run, target, size, self.load(run, source, size, instruction), instruction.place)
        elif self._is_private(run, source):
            value = private.load(run, source, size, instruction.source_place)
            self.store(run, target, size, value, instruction)
        else:
            self.store(run, target, size, self.load(run, source, size, instruction), instruction)

    def _note_copy(self, run: Run, guard: Term, target: Value, size: int, instruction: Copy) -> None:
        if self._is_private(run, target) or run.guard is FALSE:
            return
        bits = self.space.pointer_bits
        for start in range(0, size, 8):
            length = min(8, size - start)
            place = target + start if target.__class__ is int else bvadd(target, bv(start, bits))  # type: ignore
            value = private.load(run, place, length, instruction.place)
            self._note_private(run, guard, place, length, value, instruction)

    def _is_private(self, run: Run, address: Value) -> bool:
        """The temporaries of split copies are locals that nobody else knows."""
        if address.__class__ is not int:
            return False
        found = self.numbering.symbol(self.space.split(address)[0])
        return found is not None and found.name.startswith("cell$copy")

    def free(self, run: Run, address: Value, instruction: Free) -> None:
        if not self._concurrent or not (instruction.visible or self._leads_anywhere(address)):
            targets = private.heap_objects(run, address) if self.finds_leaks else []
            self._note_section(run, instruction)
            private.free(run, address)
            assert self._current is not None
            burials = [Burial(run.block, and_(run.guard, guard), number) for guard, number in targets]
            self._current.burials.extend(burials)
            return
        self._rounds.changes(run.guard)
        release = Release(run.guard, address, run.user_location, self._held(run, instruction.visible))
        self._add(run, release)
        self._touch(run, release, instruction, "what is freed")

    def object_size(self, run: Run, address: Value, instruction: ObjectSize) -> Value:
        if instruction.measure is not Measure.SIZE and self._concurrent and self._leads_anywhere(address):
            nowhere = eq(as_term(address, self.space.pointer_bits), bv(0, self.space.pointer_bits))
            run.unsupported(not_(nowhere), "a pointer in shared memory that a function without a body may follow")
            return 0
        return super().object_size(run, address, instruction)

    def block(
        self, run: Run, condition: Term, instruction: BlockInstruction, holder: Value = 0, holders: Value = 0
    ) -> None:
        if not self._concurrent:
            self._wait_alone(run, condition, instruction)
            return
        free = self._free(run, condition)
        self._add(run, Wait(run.guard, condition, instruction.reason, run.user_location, holder, holders, free))
        if condition is FALSE and isinstance(run.findings, _Findings):
            run.findings.keep_log(run)
        run.guard = and_(run.guard, condition)

    def _wait_alone(self, run: Run, condition: Term, instruction: BlockInstruction) -> None:
        """Nobody is there who could end the wait."""
        waiting = and_(run.guard, not_(condition))
        if waiting is not FALSE:
            message = f"waits for ever until {instruction.reason}"
            assert self._current is not None
            self._current.failures.append(
                LocalFailure(-1, waiting, Property.DEADLOCK, message, run.user_location, self._steps_alone)
            )
            if isinstance(run.findings, _Findings):
                run.findings.keep_log(run)
        run.guard = and_(run.guard, condition)

    def bury(self, run: Run, number: int, when: Term = TRUE) -> None:
        lived = number in run.memory
        super().bury(run, number, when)
        if lived and self._concurrent:
            guard = and_(run.guard, when)
            self._rounds.changes(guard)
            self._add(run, Life(guard, number, False, run.location))

    def allocated(self, run: Run, number: int) -> None:
        super().allocated(run, number)
        found = run.memory.get(number)
        if self.finds_leaks and found is not None:
            assert self._current is not None
            self._current.births.append(Birth(run.block, run.guard, number, found.size, run.user_location))

    def check_leaks(self, run: Run) -> None:
        """Once there are several threads, the encoder knows who has freed what when the process ends."""
        if not self._concurrent:
            super().check_leaks(run)

    def halt(self, run: Run) -> None:
        if self._concurrent:
            instruction = run.code.instructions[run.pc]
            self._add(run, End(run.guard, run.location, isinstance(instruction, Halt) and instruction.abrupt))
        else:
            self._ends_alone(run)
        super().halt(run)

    def end_thread(self, run: Run) -> None:
        super().end_thread(run)
        if not self._concurrent:
            self._ends_alone(run)

    def _ends_alone(self, run: Run) -> None:
        """What has not been freed, is known here (see `check_leaks`)."""
        assert self._current is not None
        self._current.ended_alone = or_(self._current.ended_alone, run.guard)

    def stop(self, run: Run, condition: Term) -> None:
        """A thread may stop anywhere."""

    def idle(self, run: Run) -> None:
        assert self._current is not None
        if isinstance(run.findings, _Findings):
            run.findings.keep_log(run)
        what = "a loop without an end"
        stays = BoundReached(run.block, run.guard, what, run.user_location, unsupported=False, for_ever=True)
        self._current.bounds.append(stays)

    def assume(self, run: Run, condition: Term) -> None:
        assert self._current is not None
        block = run.block
        self._current.assumptions.append(Assumption(block, implies(run.guard, condition), run.atomic > 0))
        if condition is FALSE and isinstance(run.findings, _Findings):
            run.findings.keep_log(run)
        super().assume(run, condition)

    # -- objects and threads ----------------------------------------------------------------------------------------

    def new_object(self, run: Run, number: int, made: Object) -> None:
        """What others may come to see begins with the contents that its maker gave it."""
        super().new_object(run, number, made)
        if self._concurrent:
            self._rounds.changes(run.guard)
            first = self.shared.setdefault(number, made) is made
            self._allocations[number] = (
                Allocation(run.thread, run.block, self._operations_so_far(run), run.guard)
                if made.heap and first
                else None
            )
            if self._notes_order and run.block >= 0:
                assert self._current is not None
                self._current.blocks[run.block].history.append(Begins(run.guard, number, first))
            if not made.heap:
                self._add(run, Life(run.guard, number, True, run.location, None if first else made))

    def _operations_so_far(self, run: Run) -> int:
        assert self._current is not None
        return len(self._current.blocks[run.block].operations) if run.block >= 0 else 0

    def start_thread(self, run: Run, name: str, argument: Value, ctype: ScalarType, self_value: Value) -> int:
        number = len(self.threads)
        if name not in self.program.functions:
            run.unsupported(TRUE, f"a thread that runs {name}, which has no body")
            return number
        if number >= self._most_threads:
            run.cut(TRUE, f"more than {self._most_threads} threads")
            return number
        if not self._concurrent:
            if run.guard is not TRUE:
                raise _StartsOnCondition
            self._concurrent = True
            self.shared.update(run.memory)
            self._begin_block(run)  # the step that starts the first thread is the first that counts
        code = self.code(name)
        if len(code.parameters) > 1:
            run.fault(TRUE, Property.CONVERSION, f"{name} is no start routine: it has several parameters")
            return number
        passed = [converted(argument, ctype, parameter.type) for parameter in code.parameters]
        frame = Frame(code, 0, tuple(code.registers(number, 1, passed)), NO_LOOPS, -1, None, 1)
        memory = self._with_thread_locals(run.memory, number, self_value)
        for index in range(len(self.program.thread_locals)):
            own = self.numbering.thread_local(number, index)
            self.shared.setdefault(own, memory[own])
        placeholder = ThreadState(-1, None, allocated=_MANY)  # what the others allocate is not known here
        threads = (*(placeholder for _ in range(number)), ThreadState(number, frame))
        block = run.block
        self._rounds.changes(run.guard)
        thread = BoundedThread(number, name, run.thread, block, run.guard, self_value)
        self.threads.append(thread)
        if run.thread in self._stale:
            self._stale.add(number)  # what it knows, it has from its creator
        self._waiting.append((thread, State(memory, threads, TRUE, None)))
        run.memory = memory
        return number


class _Findings(Findings):
    """Sorts what goes wrong in a thread by the block after which it does."""

    def __init__(self, thread: BoundedThread, recorder: Recorder) -> None:
        super().__init__()
        self.recorder = recorder
        self.thread = thread
        self.log: InputLog | None = None

    def violation(
        self, run: Run, guard: Term, prop: Property, message: str, location: SourceLocation | None = None
    ) -> None:
        block = run.block
        alone = self.recorder.steps_before(run)
        self.thread.failures.append(LocalFailure(block, guard, prop, message, location or run.user_location, alone))
        self.keep_log(run)

    def keep_log(self, run: Run) -> None:
        """Of a run that may not come to its end: what others do may depend on the inputs that it took."""
        self.log = merge_logs(self.log, run.log)

    def cut_off(self, run: Run, guard: Term, what: str, unsupported: bool) -> None:
        block = run.block
        self.keep_log(run)
        self.thread.bounds.append(BoundReached(block, guard, what, run.user_location, unsupported))


def _activations(run: Run, name: str) -> int:
    """How often a function is being executed."""
    count, frame = int(run.code.name == name), run.parent
    while frame is not None:
        count += frame.code.name == name
        frame = frame.parent
    return count


def _is_shared(instruction: Load | Store | Copy | Free) -> bool:
    return instruction.visible or (isinstance(instruction, Load | Store) and instruction.attached)
