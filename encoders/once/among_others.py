"""A thread among others: its accesses to what others may see are recorded, in the block that it has begun last.

A visible read returns a fresh constant; the encoding ties it to shared memory in the round in which the read runs. What
is not visible comes from the thread's own view (`own_view`). What a thread writes for itself is recorded, too: a
pointer that it reads may lead there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from esbmc_py.goto.instructions import Block, Copy, Free, Halt, Havoc, Load, Store
from esbmc_py.goto.memory_models import FENCE
from esbmc_py.goto.numbering import Numbering
from esbmc_py.goto.split_copies import is_temporary
from esbmc_py.goto.symbols import Symbol
from esbmc_py.goto.types import size_of
from symex import memory as private
from symex import objects
from symex.executor import Executor
from symex.objects import Object
from symex.terms import FALSE, TRUE, Term, and_, bv, bvadd, symbol
from symex.values import Value

from .alone import free_alone
from .held_locks import follow_lock, must_be_zero, takes_lock
from .operations import (
    NO_ORDERING,
    Allocation,
    BoundedThread,
    FreedObject,
    Life,
    Ordering,
    ProcessEnd,
    Read,
    RecordedBlock,
    StepsAlone,
    Wait,
    Write,
)
from .own_view import OwnViews
from .recording_run import RecordingRun
from .touches import Touches


class AmongOthers:
    """Of several ways to do what instructions do (`record.Phase`), the one for a thread that others can see."""

    def __init__(
        self,
        executor: Executor[RecordingRun],
        shared: dict[int, Object],
        views: OwnViews,
        touches: Touches,
        begin_block: Callable[[RecordingRun], None],
        *,
        idling: bool,
        exact: bool = False,
        everything: bool = False,
    ) -> None:
        """`idling`, `exact`: see `record.Wanted`. `everything`: also bytes that no pointer leads to are recorded."""
        self._space = executor.space
        self._numbering: Numbering = executor.numbering
        self._finds_leaks = executor.finds_leaks
        self._shared = shared
        self._views = views
        self._touches = touches
        self._begin_block = begin_block
        self._idling = idling
        self._exact = exact
        self._everything = everything
        self._read_before: dict[tuple[RecordedBlock, Value, int, bool], Read] = {}  # in blocks under way
        self._unrecorded: set[int] = set()  # objects of which bytes became anything
        self._allocations: dict[int, Allocation | None] = {}  # None: there are several

    @property
    def allocations(self) -> dict[int, Allocation]:
        """Of objects that are allocated in one place."""
        return {number: found for number, found in self._allocations.items() if found is not None}

    # -- blocks and loops -------------------------------------------------------------------------------------------

    def steps_so_far(self) -> StepsAlone | None:
        return None

    def begin(self, run: RecordingRun) -> None:
        """A thread's first step takes it to its first switch point."""
        if not run.code.visible[run.pc]:
            self._begin_block(run)

    def pass_switch_point(self, run: RecordingRun) -> None:
        if run.pc in run.code.heads:
            self.arrive(run)  # before the block, not in it
        self._begin_block(run)

    def arrive(self, run: RecordingRun) -> None:
        if not self._idling:
            run.arrive()

    def when_iteration_changed(self, run: RecordingRun, head: int) -> Term:
        return TRUE if self._idling or run.guard is FALSE else run.iteration_changed(head)

    def calls_count(self) -> bool:
        return True

    # -- reads ------------------------------------------------------------------------------------------------------

    def load(self, run: RecordingRun, address: Value, size: int, instruction: Load | Copy) -> Value:
        place = instruction.source_place if isinstance(instruction, Copy) else instruction.place
        views = self._views
        known = not _is_shared(instruction) and not views.is_stale(run, address)
        if known or views.is_own(run, address, size):
            self._touches.note_section(run, instruction)
            return private.load(run, address, size, place)
        if self._exact and instruction.visible and not _is_atomic(run, instruction):
            run.idle_iterations.changes(run.guard)  # it may race, with whatever comes much later
        read = self._read(run, address, size, instruction, place)
        self._touches.note(run, read, instruction, place)
        return read.result

    def _read(self, run: RecordingRun, address: Value, size: int, instruction: Load | Copy, place: str) -> Read:
        block = run.current
        key = (block, address, size, instruction.visible)
        known = self._read_before.get(key)
        if known is not None:
            return known
        result = symbol(f"R!{run.thread}!{block.index}!{len(block.operations)}:{size}", size * 8)
        certain = self._is_certain(address, size) and not self._exact
        # Reading it costs nothing and cannot fail: whatever way the block takes, it reads once. What is not visible may
        # belong to the block only because ways have met: then also where the thread has not come through the block.
        always = block.guard if instruction.visible else TRUE
        guard = always if certain else run.guard
        held = run.held_in(visible=instruction.visible)
        read = Read(guard, address, size, result, place, run.user_location, held, self._ordering(run, instruction))
        if certain:
            self._read_before[key] = read
        run.add(read)
        return read

    def _is_certain(self, address: Value, size: int) -> bool:
        """A read of a global, which is always there."""
        if address.__class__ is not int:
            return False
        number, offset = self._space.split(address)
        found = self._shared.get(number)
        if found is None or found.size.__class__ is not int or not 0 <= offset <= found.size - size:
            return False
        return isinstance(self._numbering.static(number), Symbol)

    def _forget_reads(self, run: RecordingRun) -> None:
        """After a write, the block has to read again."""
        block = run.current
        for key in [key for key in self._read_before if key[0] is block]:
            del self._read_before[key]

    # -- writes -----------------------------------------------------------------------------------------------------

    def store(self, run: RecordingRun, address: Value, size: int, value: Value, instruction: Store | Copy) -> None:
        if not _is_shared(instruction) and not self._views.leads_anywhere(address):
            guard = run.guard
            self._touches.note_section(run, instruction)
            private.store(run, address, size, value, instruction.place)
            self._record_own(run, guard, address, size, value, instruction)
            return
        held, takes = run.held_in(visible=instruction.visible), takes_lock(run, address, value)
        place, location = instruction.place, run.user_location
        ordering = self._ordering(run, instruction)
        write = Write(run.guard, address, size, value, place, location, held=held, takes=takes, ordering=ordering)
        if instruction.place == FENCE:  # no change: without the fence of a round that changes nothing, more can happen
            run.add(write)
            return
        run.idle_iterations.writes(run.guard, address, size, value, run.current)
        follow_lock(run, address, takes=takes)
        run.add(write)
        self._touches.note(run, write, instruction, instruction.place)
        self._forget_reads(run)
        self._views.remember(run, address, size, value, instruction.place)

    def _record_own(
        self, run: RecordingRun, guard: Term, address: Value, size: int, value: Value, instruction: Store | Copy | Havoc
    ) -> None:
        """What a thread writes for itself belongs to memory, too."""
        place, location = instruction.place, run.user_location
        run.idle_iterations.writes_alone(address, size)
        ordering = self._ordering(run, instruction)
        run.add(Write(guard, address, size, value, place, location, visible=False, held=run.held, ordering=ordering))
        self._forget_reads(run)

    def copy(self, run: RecordingRun, target: Value, source: Value, instruction: Copy) -> None:
        """A visible copy is of one cell, and shared on one side only."""
        size = size_of(instruction.type)
        if not _is_shared(instruction):
            guard = run.guard
            self._touches.note_section(run, instruction)
            private.copy(run, target, source, size, instruction.place, instruction.source_place)
            self._record_own_copy(run, guard, target, size, instruction)
        elif self._is_temporary(target):
            private.store(run, target, size, self.load(run, source, size, instruction), instruction.place)
        elif self._is_temporary(source):
            value = private.load(run, source, size, instruction.source_place)
            self.store(run, target, size, value, instruction)
        else:
            self.store(run, target, size, self.load(run, source, size, instruction), instruction)

    def _record_own_copy(self, run: RecordingRun, guard: Term, target: Value, size: int, instruction: Copy) -> None:
        if self._is_temporary(target) or run.guard is FALSE:
            return
        bits = self._space.pointer_bits
        for start in range(0, size, 8):
            length = min(8, size - start)
            place = target + start if target.__class__ is int else bvadd(target, bv(start, bits))  # type: ignore
            value = private.load(run, place, length, instruction.place)
            self._record_own(run, guard, place, length, value, instruction)

    def _is_temporary(self, address: Value) -> bool:
        if address.__class__ is not int:
            return False
        found = self._numbering.symbol(self._space.split(address)[0])
        return found is not None and is_temporary(found)

    def havoc(self, run: RecordingRun, address: Value, size: Value, instruction: Havoc) -> bool:
        """Not where the thread's own view does not tell what the other bytes are."""
        if self._exact or self._views.leads_anywhere(address) or self._views.is_stale(run, address):
            return False
        guard = run.guard
        self._touches.note_section(run, instruction)
        if not private.havoc(run, address, size, instruction):
            return False
        self._forget_reads(run)
        for when, number, begin, end in private.extents_of(run, address, size):
            if instruction.unreachable and not self._finds_leaks and not self._everything:
                self._unrecorded.add(number)
                continue
            for place in range(begin, end, 8):
                length = min(8, end - place)
                value = objects.read(run.memory[number], place, length)[0]
                there = self._space.join(number, place)
                self._record_own(run, and_(guard, when), there, length, value, instruction)
        return True

    def misses(self, threads: Sequence[BoundedThread]) -> bool:
        """Does a read come to bytes that became anything and were not recorded, since no pointer leads there?

        A thread's own view of such an object becomes unknown if it writes through a pointer that may lead anywhere.
        """
        if not self._unrecorded:
            return False
        operations = (one for thread in threads for block in thread.blocks for one in block.operations)
        reads = (one.address for one in operations if isinstance(one, Read))
        return any(not self._unrecorded.isdisjoint(private.objects_at(self._space, address)) for address in reads)

    def free(self, run: RecordingRun, address: Value, instruction: Free) -> None:
        if not (instruction.visible or self._views.leads_anywhere(address)):
            self._touches.note_section(run, instruction)
            free_alone(run, address, finds_leaks=self._finds_leaks)
            return
        run.idle_iterations.changes(run.guard)
        held = run.held_in(visible=instruction.visible)
        release = FreedObject(run.guard, address, run.user_location, held)
        run.add(release)
        self._touches.note(run, release, instruction, "what is freed")

    def _ordering(self, run: RecordingRun, instruction: Load | Store | Copy | Havoc) -> Ordering:
        if not self._exact:
            return NO_ORDERING
        atomic = isinstance(instruction, Load | Store) and instruction.atomic
        section = run.atomic > 0
        strong = section and (not atomic or run.code.function.is_model)
        if strong or not atomic:
            return Ordering(section=section, strong=strong)
        assert isinstance(instruction, Load | Store)
        return Ordering(instruction.order, getattr(instruction, "failure", None), section)

    # -- the rest ---------------------------------------------------------------------------------------------------

    def follows(self, run: RecordingRun, address: Value) -> bool:
        return not self._views.leads_anywhere(address)

    def wait(self, run: RecordingRun, condition: Term, instruction: Block, holder: Value, holders: Value) -> None:
        free = must_be_zero(run, condition)
        run.add(Wait(run.guard, condition, instruction.reason, run.user_location, holder, holders, free))
        if condition is FALSE:
            run.keep_log()
        run.guard = and_(run.guard, condition)

    def bury(self, run: RecordingRun, number: int, when: Term) -> None:
        guard = and_(run.guard, when)
        run.idle_iterations.changes(guard)
        run.add(Life(guard, number, False, run.location))

    def make(self, run: RecordingRun, number: int, made: Object) -> None:
        """What others may come to see begins with the contents that its maker gave it."""
        run.idle_iterations.changes(run.guard)
        first = self._shared.setdefault(number, made) is made
        operations = len(run.current.operations) if run.block >= 0 else 0
        here = Allocation(run.thread, run.block, operations, run.guard)
        self._allocations[number] = here if made.heap and first else None
        self._touches.note_beginning(run, number, first=first)
        if not made.heap:
            run.add(Life(run.guard, number, True, run.location, None if first else made))

    def halt(self, run: RecordingRun) -> None:
        instruction = run.code.instructions[run.pc]
        run.add(ProcessEnd(run.guard, run.location, isinstance(instruction, Halt) and instruction.abrupt))

    def end_thread(self, run: RecordingRun) -> None:
        pass

    def knows_leaks(self) -> bool:
        """Once there are several threads, the encoder knows who has freed what when the process ends."""
        return False


def _is_atomic(run: RecordingRun, instruction: Load | Copy) -> bool:
    return run.atomic > 0 or (isinstance(instruction, Load) and instruction.atomic)


def _is_shared(instruction: Load | Store | Copy | Free) -> bool:
    return instruction.visible or (isinstance(instruction, Load | Store) and instruction.attached)
