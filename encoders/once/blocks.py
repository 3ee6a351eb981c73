"""What a block does where it runs: a write makes mem' = ite(runs, value, mem), a read adds runs → R = mem, a wait adds
runs → condition. And what goes wrong in it."""

from __future__ import annotations

from collections import defaultdict

from esbmc_py.goto.properties import Property
from esbmc_py.goto.symbols import SourceLocation
from symex import objects
from symex.memory import Target, describe
from symex.terms import FALSE, TRUE, Term, and_, any_of, eq, implies, not_, or_
from symex.values import as_term

from .cells import LIFE, CellMemory
from .formula import AFTER_ALL, Failure, OnceFormula
from .happens_before import Clocks
from .operations import BoundedThread, FreedObject, Life, ProcessEnd, Read, RecordedBlock, Wait, Write
from .places import Places
from .positions import Positions
from .targets import Targets


class FailingAccesses:
    """Accesses that go wrong end their blocks: what a block waits for, assumes or does after that does not matter.

    What it waits for or assumes before the access does matter: the access is guarded by it.
    """

    def __init__(self, formula: OnceFormula) -> None:
        self._formula = formula
        self._ending: defaultdict[tuple[int, int], list[tuple[int, Term]]] = defaultdict(list)  # by their ranks
        self.unasked: list[tuple[BoundedThread, int, int, Term]] = []  # with block and rank: those nobody asked for

    def add(
        self,
        when: Term,
        prop: Property,
        message: str,
        location: SourceLocation,
        thread: BoundedThread,
        block: int,
        rank: int,
    ) -> None:
        """After it nothing is known of what the thread reads: if it was not asked for, no execution goes that far."""
        self._formula.fail(Failure(when, prop, message, location, thread.number, block=block, rank=rank))
        self.end(thread, block, rank, when)
        if prop not in self._formula.properties:
            self.unasked.append((thread, block, rank, when))

    def end(self, thread: BoundedThread, block: int, rank: int, when: Term) -> None:
        self._ending[thread.number, block].append((rank, when))

    def ended(self, thread: BoundedThread, block: int, before: int = AFTER_ALL) -> Term:
        """An access of the block goes wrong, before that with a rank."""
        return any_of([when for rank, when in self._ending[thread.number, block] if rank < before])

    def or_ended(self, thread: BoundedThread, block: int, condition: Term) -> Term:
        return or_(condition, self.ended(thread, block))

    def find_by_values(self, targets: Targets, positions: Positions) -> None:
        """What depends on values alone, whatever the schedule is."""
        for one in targets.failures:
            when = and_(positions.past_in_the_end(one.thread, one.block.index), one.when)
            self.add(when, one.property, one.message, one.location, one.thread, one.block.index, one.rank)
        for one in targets.given_up:
            when = and_(positions.past_in_the_end(one.thread, one.block.index), one.when)
            kept = Failure(when, one.property, one.message, one.location, one.thread.number)
            self._formula.unsupported.append(kept)
            self._formula.unclear.append(when)
            self.end(one.thread, one.block.index, one.rank, when)


class Blocks:
    """Runs blocks in the memory that whoever threads it through them brings."""

    def __init__(
        self, places: Places, formula: OnceFormula, failing: FailingAccesses, clocks: Clocks | None = None
    ) -> None:
        self._places = places
        self._targets = places.targets
        self._formula = formula
        self._failing = failing
        self._clocks = clocks  # where races are told by happens-before

    def run(self, thread: BoundedThread, block: RecordedBlock, passes: Term, memory: CellMemory) -> None:
        for operation in block.operations:
            runs = and_(passes, operation.guard)
            if runs is FALSE:
                continue
            match operation:
                case Read():
                    self._read(thread, block, operation, runs, memory)
                case Write():
                    self._write(thread, block, operation, runs, memory)
                case FreedObject():
                    self._release(thread, block, operation, runs, memory)
                case Life():
                    self._live(operation, runs, memory)
                case Wait(condition=condition):
                    self._formula.require(implies(runs, self._failing.or_ended(thread, block.index, condition)))
                case ProcessEnd():
                    pass
        if self._clocks is not None:
            self._clocks.run_block(thread, block, passes, memory, self._formula)

    def _live(self, operation: Life, runs: Term, memory: CellMemory) -> None:
        number = operation.number
        if number in self._targets.mortal:
            memory.store((number, LIFE), runs, TRUE if operation.alive else FALSE)
        contents = operation.contents
        if contents is not None:
            for offset, size in self._places.cells.get(number, ()):
                value, contents = objects.read(contents, offset, size)
                memory.store((number, offset), runs, as_term(value, size * 8))

    def _read(
        self, thread: BoundedThread, block: RecordedBlock, operation: Read, runs: Term, memory: CellMemory
    ) -> None:
        for target in self._targets.of(operation):
            taken = and_(runs, target.guard)
            if taken is not FALSE:
                value = self._places.read(memory, target, operation.size)
                self._formula.require(implies(taken, eq(operation.result, value)))
                self._require_alive(thread, block, operation, target, taken, memory)

    def _write(
        self, thread: BoundedThread, block: RecordedBlock, operation: Write, runs: Term, memory: CellMemory
    ) -> None:
        for target in self._targets.of(operation):
            taken = and_(runs, target.guard)
            if taken is not FALSE:
                self._require_alive(thread, block, operation, target, taken, memory)
        self._places.write(memory, operation, runs)

    def _require_alive(
        self,
        thread: BoundedThread,
        block: RecordedBlock,
        operation: Read | Write,
        target: Target,
        taken: Term,
        memory: CellMemory,
    ) -> None:
        if not self._places.may_be_dead(target.number, thread, block):
            return
        alive = self._places.lives(memory, target.number)
        if alive is not TRUE:
            program = self._places.program
            name = describe(program.numbering, target.number)
            doing = "reading" if isinstance(operation, Read) else "writing"
            heap = program.memory[target.number].heap
            message = f"{doing} {operation.place}: {name} {'has been freed' if heap else 'does not live any more'}"
            prop = Property.FREED if heap else Property.DEAD
            dead, rank = and_(taken, not_(alive)), self._targets.rank(operation)
            self._failing.add(dead, prop, message, operation.location, thread, block.index, rank)

    def _release(
        self, thread: BoundedThread, block: RecordedBlock, operation: FreedObject, runs: Term, memory: CellMemory
    ) -> None:
        for target in self._targets.of(operation):
            taken = and_(runs, target.guard)
            if taken is FALSE:
                continue
            alive = self._places.lives(memory, target.number)
            name = describe(self._places.program.numbering, target.number)
            message = f"freeing {name}, which has been freed already"
            dead, rank = and_(taken, not_(alive)), self._targets.rank(operation)
            self._failing.add(dead, Property.DOUBLE_FREE, message, operation.location, thread, block.index, rank)
            memory.store((target.number, LIFE), taken, FALSE)
