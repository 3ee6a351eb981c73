"""The schema *once*: local work encoded once, shared memory round by round.

`past(t, r, s)` says that after r rounds thread t is past its block s. It is monotone in r and in s, so that the last
round's positions describe how far every thread got. Block s of thread t runs in round r iff it is passed in that round
and its guard holds. Memory is threaded round by round, thread by thread, block by block: a write makes
mem' = ite(runs, value, mem), a read adds runs → R = mem, a wait adds runs → condition.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from itertools import pairwise

from esbmc_py.goto.properties import Property
from esbmc_py.goto.symbols import NOWHERE, SourceLocation
from symex import objects
from symex.accesses import Side
from symex.memory import describe
from symex.terms import (
    FALSE,
    TRUE,
    Term,
    all_of,
    and_,
    any_of,
    bool_symbol,
    bv,
    concat,
    eq,
    extract,
    implies,
    not_,
    or_,
    symbol,
    ult,
)
from symex.values import as_term

from .arrays import Piece, at_start
from .cells import LIFE, Cells, Writes
from .final import FinalState
from .formula import AFTER_ALL, PLAIN, Failure, OnceFormula, Shape, Step
from .happens_before import Clocks
from .joins import find_joins
from .leaks import find_leaks
from .locks import valid_locks
from .movers import movers, surely_before
from .operations import (
    Block,
    BoundedProgram,
    BoundedThread,
    End,
    Life,
    LocalFailure,
    Read,
    Release,
    StepsAlone,
    Wait,
    Write,
)
from .races import find_races
from .slice import drop_what_nobody_needs
from .targets import Target, Targets
from .turns import Turns
from .turns_kept import keep_to_turns


class OnceEncoder:
    def __init__(
        self,
        program: BoundedProgram,
        turns: Turns,
        properties: frozenset[Property],
        *,
        shape: Shape = PLAIN,
    ) -> None:
        self.program = program = program.copy()  # accesses are left out of it: others begin with what was recorded
        self.shape = shape
        self._movers: set[tuple[int, int]] = set()
        self._ends_of_steps: dict[tuple[int, int], int] = {}  # the last block of the step that a block belongs to
        self.turns = turns
        self.rounds = turns.rounds
        self.properties = properties
        self.formula = OnceFormula()
        self.targets = Targets(program, arrays=not shape.ordering)  # cells have clocks: no element has one of its own
        joins = find_joins(self.targets) if shape.joining else []
        self.joins = {(join.waiting, join.joined): join.block for join in joins}
        self._deaths = self._find_deaths()
        self.cells: dict[int, list[tuple[int, int]]] = {}
        self.memory: Cells = Cells()
        self.clocks: Clocks | None = None  # where races are told by happens-before
        # When an access that goes wrong ends a block, by its rank: what the block waits for, assumes or does after that
        # does not matter. (Before it, it does: the access is guarded by it.)
        self._ended_by_access: defaultdict[tuple[int, int], list[tuple[int, Term]]] = defaultdict(list)
        self._unasked: list[tuple[BoundedThread, Block, int, Term]] = []  # of these, those that nobody asked for

    def has_joined(self, thread: BoundedThread, last: int, other: BoundedThread) -> bool:
        """Has who is past its block `last` waited for the other's end?"""
        block = self.joins.get((thread.number, other.number))
        return block is not None and block <= last

    def _find_deaths(self) -> dict[int, list[tuple[BoundedThread, Block]]]:
        """Blocks in which an object may die."""
        found: defaultdict[int, list[tuple[BoundedThread, Block]]] = defaultdict(list)
        for thread, block, operation in self.targets.operations():
            if isinstance(operation, Life) and not operation.alive:
                found[operation.number].append((thread, block))
            elif isinstance(operation, Release):
                for target in self.targets.of(operation):
                    found[target.number].append((thread, block))
        return found

    def _may_be_dead(self, number: int, thread: BoundedThread, block: Block) -> bool:
        """Not if it dies only after the block."""
        if number not in self.targets.mortal:
            return False
        return not all(
            surely_before(self, thread, block.index, other, there.index) for other, there in self._deaths[number]
        )

    # -- positions --------------------------------------------------------------------------------------------------

    def past(self, thread: BoundedThread, rounds: int, block: int) -> Term:
        """After so many rounds the thread is past this block (-1: it has begun)."""
        if block < 0:
            return self.created(thread, rounds)
        last = self._ends_of_steps.get((thread.number, block), block)
        if rounds == 0:
            return FALSE
        if self.shape.bitvectors:
            return ult(bv(last, self._position_bits(thread)), self._position(thread, rounds))
        return bool_symbol(f"past!{thread.number}!{rounds}!{last}")

    def _position(self, thread: BoundedThread, rounds: int) -> Term:
        """How many blocks it is past."""
        bits = self._position_bits(thread)
        return symbol(f"position!{thread.number}!{rounds}:{bits}", bits)

    def _position_bits(self, thread: BoundedThread) -> int:
        return len(thread.blocks).bit_length()

    def created(self, thread: BoundedThread, rounds: int) -> Term:
        if thread.parent < 0:
            return TRUE
        parent = self.program.threads[thread.parent]
        return and_(self.past(parent, rounds, thread.created_after), thread.created_guard)

    def encode(self) -> OnceFormula:
        self._drop_private_writes()
        if self.shape.slicing:
            drop_what_nobody_needs(self.targets)
        self._partition()
        if self.shape.moving:
            self._join_movers()
        if self.shape.ordering:
            self.clocks = Clocks(self)
        self._fail_by_values()
        self._order_positions()
        self._run()
        self._end_of_process()
        self._local_work()
        self._find_in_final_state()
        self._distrust_what_is_not_encoded()
        return self.formula

    def _run(self) -> None:
        """Every block where it may run; memory as it is after the last."""
        for constraint in keep_to_turns(self):
            self.require(constraint)
        for round_ in range(self.rounds):
            for thread in self.in_order(round_):
                for block in thread.blocks:
                    self._run_block(thread, block, round_)

    def steps_of(self, thread: BoundedThread) -> list[Step]:
        steps: list[list[Block]] = []
        for block in thread.blocks:
            if (thread.number, block.index) in self._movers:
                steps[-1].append(block)
            else:
                steps.append([block])
        return [Step(thread, tuple(blocks)) for blocks in steps]

    def blocks_run(self, value: Callable[[Term], object]) -> list[tuple[int, int]]:
        """Threads and blocks that run in the execution that a model describes, one after the other."""
        return [
            (thread.number, block.index)
            for round_ in range(self.rounds)
            for thread in self.in_order(round_)
            for block in thread.blocks
            if value(self.passes(thread, block, round_)) and value(block.guard)
        ]

    def in_order(self, round_: int) -> list[BoundedThread]:
        threads = self.program.threads
        return [threads[number] for number in self.turns.order(round_, len(threads))]

    def require(self, term: Term) -> None:
        if term is not TRUE:
            self.formula.constraints.append(term)

    def _order_positions(self) -> None:
        for thread in self.program.threads:
            for rounds in range(1, self.rounds + 1):
                for block in thread.blocks:
                    here = self.past(thread, rounds, block.index)
                    before = self.past(thread, rounds, block.index - 1)
                    self.require(implies(here, before))
                    if rounds == self.rounds or Property.ATOMICITY in self.properties:
                        # Standing before what is not on its path is only another name for standing further on. In the
                        # end every thread has done what belongs to its last step, also where ways have met since then;
                        # and whoever has left a block that is watched has done so in every round.
                        self.require(or_(here, or_(not_(before), block.guard)))
                    if rounds > 1:
                        self.require(implies(self.past(thread, rounds - 1, block.index), here))

    def passes(self, thread: BoundedThread, block: Block, round_: int) -> Term:
        """The block is passed in this round (it runs, where its guard holds)."""
        after, before = self.past(thread, round_ + 1, block.index), self.past(thread, round_, block.index)
        return and_(after, not_(before))

    # -- one block in one round -------------------------------------------------------------------------------------

    def _run_block(self, thread: BoundedThread, block: Block, round_: int) -> None:
        passes = self.passes(thread, block, round_)
        for operation in block.operations:
            runs = and_(passes, operation.guard)
            if runs is FALSE:
                continue
            match operation:
                case Read():
                    self._read(thread, block, operation, runs)
                case Write():
                    self._write(thread, block, operation, runs)
                case Release():
                    self._release(thread, block, operation, runs)
                case Life():
                    self._live(operation, runs)
                case Wait(condition=condition):
                    self.require(implies(runs, self._or_ended(thread, block.index, condition)))
                case End():
                    pass
        if self.clocks is not None:
            self.clocks.run_block(thread, block, passes)

    def _or_ended(self, thread: BoundedThread, block: int, condition: Term) -> Term:
        return or_(condition, self._ended(thread, block))

    def _ended(self, thread: BoundedThread, block: int, before: int = AFTER_ALL) -> Term:
        """An access of the block goes wrong, before that with a rank."""
        return any_of([when for rank, when in self._ended_by_access[thread.number, block] if rank < before])

    def _live(self, operation: Life, runs: Term) -> None:
        number = operation.number
        if number in self.targets.mortal:
            self.memory.store((number, LIFE), runs, TRUE if operation.alive else FALSE)
        contents = operation.contents
        if contents is not None:
            for offset, size in self.cells.get(number, ()):
                value, contents = objects.read(contents, offset, size)
                self.memory.store((number, offset), runs, as_term(value, size * 8))

    def lives(self, number: int) -> Term:
        """The object, at the point that the encoding has come to."""
        return self.memory.load((number, LIFE)) if number in self.targets.mortal else TRUE

    def _read(self, thread: BoundedThread, block: Block, operation: Read, runs: Term) -> None:
        for target in self.targets.of(operation):
            taken = and_(runs, target.condition)
            if taken is not FALSE:
                value = self.value(target, operation.size)
                self.require(implies(taken, eq(operation.result, value)))
                self._require_alive(thread, block, operation, target, taken)

    def _require_alive(
        self, thread: BoundedThread, block: Block, operation: Read | Write, target: Target, taken: Term
    ) -> None:
        alive = self.lives(target.number) if self._may_be_dead(target.number, thread, block) else TRUE
        if alive is not TRUE:
            name = describe(self.program.numbering, target.number)
            doing = "reading" if isinstance(operation, Read) else "writing"
            heap = self.program.memory[target.number].heap
            message = f"{doing} {operation.place}: {name} {'has been freed' if heap else 'does not live any more'}"
            prop = Property.FREED if heap else Property.DEAD
            rank = self.targets.rank(operation)
            self._access_fails(and_(taken, not_(alive)), prop, message, operation.location, thread, block, rank)

    def fail(
        self,
        when: Term,
        prop: Property,
        message: str,
        location: SourceLocation,
        thread: BoundedThread,
        steps_alone: StepsAlone | None = None,
        sides: tuple[Side, ...] = (),
        *,
        local: bool = False,
        block: int | None = None,
        rank: int = AFTER_ALL,
        apart: bool = False,
    ) -> None:
        if when is FALSE:
            return
        if prop in self.properties:
            self.formula.failures.append(
                Failure(when, prop, message, location, thread.number, steps_alone, sides, local, block, rank, apart)
            )
        else:
            self.formula.stops.append(when)

    def _access_fails(
        self,
        when: Term,
        prop: Property,
        message: str,
        location: SourceLocation,
        thread: BoundedThread,
        block: Block,
        rank: int,
    ) -> None:
        """After it nothing is known of what the thread reads: if it was not asked for, no execution goes that far."""
        self.fail(when, prop, message, location, thread, block=block.index, rank=rank)
        self._ended_by_access[thread.number, block.index].append((rank, when))
        if prop not in self.properties:
            self._unasked.append((thread, block, rank, when))

    def _is_trusted(self, thread: BoundedThread, block: int) -> bool:
        """The block runs with the one before, whether or not it may fail."""
        return self.shape.trusting and (thread.number, block) in self._movers

    def _write(self, thread: BoundedThread, block: Block, operation: Write, runs: Term) -> None:
        for target in self.targets.of(operation):
            taken = and_(runs, target.condition)
            if taken is not FALSE:
                self._require_alive(thread, block, operation, target, taken)
        self.write_memory(operation, runs)

    def write_memory(self, operation: Write, runs: Term) -> None:
        for target in self.targets.of(operation):
            taken = and_(runs, target.condition)
            if taken is FALSE:
                continue
            term = as_term(operation.value, operation.size * 8)
            for piece in self.pieces(target, operation.size):
                part = extract(term, (piece.start + piece.size) * 8 - 1, piece.start * 8)
                if piece.index is None:
                    self.memory.store(piece.key, taken, part)
                else:
                    self.memory.array(piece.key).store(taken, piece.index, part)

    def _release(self, thread: BoundedThread, block: Block, operation: Release, runs: Term) -> None:
        for target in self.targets.of(operation):
            taken = and_(runs, target.condition)
            if taken is FALSE:
                continue
            alive = self.lives(target.number)
            name = describe(self.program.numbering, target.number)
            message = f"freeing {name}, which has been freed already"
            dead, rank = and_(taken, not_(alive)), self.targets.rank(operation)
            self._access_fails(dead, Property.DOUBLE_FREE, message, operation.location, thread, block, rank)
            self.memory.store((target.number, LIFE), taken, FALSE)

    def value(self, target: Target, size: int) -> Term:
        result: Term | None = None
        for piece in self.pieces(target, size):
            if piece.index is None:
                part = self.memory.load(piece.key)
            else:
                part = self.memory.array(piece.key).load(piece.index)
            result = part if result is None else concat(part, result)
        assert result is not None
        return result

    def pieces(self, target: Target, size: int) -> Iterator[Piece]:
        """The cells that an access is of, one after the other."""
        number, offset = target.number, target.offset
        cut = self.targets.arrays.get(number)
        if cut is not None:
            yield from cut.pieces(number, offset, size)
            return
        assert isinstance(offset, int)
        for cell, length in self.cells[number]:
            if offset <= cell < offset + size:
                yield Piece((number, cell), cell - offset, length)

    # -- which memory -----------------------------------------------------------------------------------------------

    def _join_movers(self) -> None:
        self._movers = movers(self, valid_locks(self.targets), every_violation=self.shape.every_violation)
        for thread in self.program.threads:
            for step in self.steps_of(thread):
                self._ends_of_steps.update({(thread.number, block.index): step.last for block in step.blocks})

    def _drop_private_writes(self) -> None:
        """Writes that concern only their thread matter only where some recorded read may look."""
        read = {
            target.number
            for thread in self.program.threads
            for block in thread.blocks
            for operation in block.operations
            if isinstance(operation, Read)
            for target in self.targets.of(operation)
        }
        for thread in self.program.threads:
            for block in thread.blocks:
                block.operations[:] = [
                    operation
                    for operation in block.operations
                    if not isinstance(operation, Write)
                    or operation.visible
                    or any(target.number in read for target in self.targets.of(operation))
                ]

    def _fail_by_values(self) -> None:
        for one in self.targets.failures:
            when = and_(self.past(one.thread, self.rounds, one.block.index), one.when)
            self._access_fails(when, one.property, one.message, one.location, one.thread, one.block, one.rank)
        for one in self.targets.given_up:
            when = and_(self.past(one.thread, self.rounds, one.block.index), one.when)
            self.formula.unsupported.append(Failure(when, one.property, one.message, one.location, one.thread.number))
            self.formula.unclear.append(when)
            self._ended_by_access[one.thread.number, one.block.index].append((one.rank, when))

    def may_fail(self, thread: BoundedThread, block: Block) -> set[Property]:
        """What may go wrong in a block, or in the thread's own work after it."""
        own = [failure for failure in thread.failures if failure.block == block.index and failure.guard is not FALSE]
        found = {failure.property for failure in own}
        found |= {one.property for one in self.targets.failures if one.block is block and one.when is not FALSE}
        for operation in block.operations:
            if isinstance(operation, Release):
                found |= {Property.DOUBLE_FREE}
            elif isinstance(operation, Read | Write):
                if any(self._may_be_dead(target.number, thread, block) for target in self.targets.of(operation)):
                    found |= {Property.FREED, Property.DEAD}
        return found

    def _distrust_what_is_not_encoded(self) -> None:
        """A read that is not encoded gives anything: what goes wrong after it need not."""
        if self.formula.unclear:
            clear = not_(any_of(self.formula.unclear))
            failures = self.formula.failures
            failures[:] = [replace(failure, condition=and_(failure.condition, clear)) for failure in failures]

    def _partition(self) -> None:
        """Cuts every accessed object at the boundaries of the accesses to it."""
        ranges: dict[int, set[tuple[int, int]]] = defaultdict(set)
        for thread in self.program.threads:
            for block in thread.blocks:
                for operation in block.operations:
                    if isinstance(operation, Read | Write):
                        for target in self.targets.of(operation):
                            if target.number not in self.targets.arrays:
                                ranges[target.number].add(self.targets.reach(target, operation.size))
        for number, spans in ranges.items():
            cuts = sorted({edge for span in spans for edge in span})
            cells = [
                (low, high - low)
                for low, high in pairwise(cuts)
                if any(start <= low and high <= end for start, end in spans)
            ]
            self.cells[number] = cells
            contents = self.program.memory[number]
            for offset, size in cells:
                value, contents = objects.read(contents, offset, size)
                self.memory.values[number, offset] = as_term(value, size * 8)
        for number, cut in self.targets.arrays.items():
            self.cells[number] = list(cut.columns)
            found = at_start(self.program.memory[number], cut)
            for column, _ in cut.columns:
                self.memory.arrays[number, column] = Writes(partial(found, (number, column)))
        for number in self.targets.mortal:
            self.memory.values[number, LIFE] = TRUE

    # -- the rest ---------------------------------------------------------------------------------------------------

    def _ends(self) -> list[tuple[BoundedThread, Block, Term]]:
        """Blocks that end the process, and when they do."""
        return [
            (thread, block, operation.guard)
            for thread in self.program.threads
            for block in thread.blocks
            for operation in block.operations
            if isinstance(operation, End)
        ]

    def _end_of_process(self) -> None:
        """Nobody moves after the process has ended."""
        for ender, block, condition in self._ends():
            for thread in self.program.threads:
                if thread is ender:
                    continue
                for round_ in range(self.rounds):
                    order = [one.number for one in self.in_order(round_)]
                    earlier = ender.number in order[: order.index(thread.number)] if thread.number in order else False
                    rounds = round_ + 1 if earlier else round_
                    over = and_(self.past(ender, rounds, block.index), condition)
                    if over is FALSE:
                        continue
                    for other in thread.blocks:
                        self.require(implies(over, not_(self.passes(thread, other, round_))))

    def _find_in_final_state(self) -> None:
        """Deadlocks and data races: executions that a violation has ended have neither."""
        state = self.final_state = FinalState(self)
        broken = self.broken = any_of([*(failure.condition for failure in self.formula.failures), *self.formula.stops])
        if Property.DEADLOCK in self.properties:
            # a thread that goes on beyond what is encoded has not ended; that others wait for it is no deadlock
            cut = self.formula.going_on
            main = self.program.threads[0]
            location = main.blocks[-1].location if main.blocks else NOWHERE
            condition = all_of([state.deadlock(), not_(broken), not_(cut)])
            self.fail(condition, Property.DEADLOCK, "no thread can go on", location, main)
            local = all_of([state.local_deadlock(), not_(broken), not_(condition)])
            self.fail(local, Property.DEADLOCK, "threads wait for one another", location, main, local=True)
        if not self.properties.isdisjoint((Property.LEAK, Property.LOST)):
            find_leaks(self, state, broken, self.formula.going_on)
        if Property.RACE in self.properties:
            find_races(self, state, all_of([not_(state.ended), not_(broken)]))
            if self.clocks is not None:
                self.clocks.find_races(not_(broken))

    def _ends_unasked(self, thread: BoundedThread, failure: LocalFailure, when: Term) -> None:
        """A violation that was not asked for ends the execution; the thread may stop before the step it is in.

        Others might see what the step changed before that, and what they do then is not followed.
        """
        if failure.block >= 0 and self._changes_something(thread, thread.blocks[failure.block]):
            what = f"going on before a violation that was not asked for ({failure.message})"
            kept = Failure(when, Property.UNSUPPORTED, what, failure.location, thread.number)
            self.formula.unsupported.append(kept)
            self.formula.unclear.append(when)
        else:
            self.require(not_(when))

    def _changes_something(self, thread: BoundedThread, block: Block) -> bool:
        """For others: in memory, or that there is another thread."""
        if any(isinstance(operation, Write | Release | Life) for operation in block.operations):
            return True
        return any(
            child.parent == thread.number and child.created_after == block.index for child in self.program.threads
        )

    def _local_work(self) -> None:
        for thread, block, rank, when in self._unasked:
            happens = and_(when, not_(self._ended(thread, block.index, rank)))
            if self._is_trusted(thread, block.index):
                self.formula.doubts.append(happens)
            else:
                self.require(not_(happens))
        for thread in self.program.threads:
            for assumption in thread.assumptions:
                holds = self._or_ended(thread, assumption.block, assumption.condition)
                self.require(implies(self.past(thread, self.rounds, assumption.block), holds))
            for failure in thread.failures:
                passed = and_(self.past(thread, self.rounds, failure.block), not_(self._ended(thread, failure.block)))
                when = and_(passed, failure.guard)
                alone = failure.steps_alone
                self.fail(when, failure.property, failure.message, failure.location, thread, alone, block=failure.block)
                if failure.property not in self.properties:
                    if self._is_trusted(thread, failure.block):
                        self.formula.doubts.append(when)
                    else:
                        self._ends_unasked(thread, failure, when)
            for bound in thread.bounds:
                passed = and_(self.past(thread, self.rounds, bound.block), not_(self._ended(thread, bound.block)))
                when = and_(passed, bound.guard)
                if bound.for_ever:
                    self.formula.endless.append(when)
                    continue
                kept = Failure(when, Property.UNSUPPORTED, bound.what, bound.location, thread.number)
                (self.formula.unsupported if bound.unsupported else self.formula.bounds).append(kept)
