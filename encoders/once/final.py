"""The state after the last round: where each thread stands, and what its next block would do there.

After the last round the positions are arbitrary, so every state that is reachable within the rounds is a final one.
Deadlocks and data races are questions about it. A thread stands before the first block that it is not past and whose
guard holds. That block's reads, which were never made, are tied to the final memory.
"""

from __future__ import annotations

from collections.abc import Mapping

from esbmc_py.goto.deferred import dataclass
from reachability_tree.enabled import for_all_values, is_input_since
from symex.terms import FALSE, TRUE, Term, all_of, and_, any_of, eq, implies, not_, or_, symbols
from symex.terms.sorts import is_array
from symex.waiting import is_among, stuck_set

from .cells import CellMemory
from .interleaving import ends_of_process
from .operations import BoundedThread, Read, RecordedBlock, Wait, Write
from .places import Places
from .positions import Positions


@dataclass(frozen=True, slots=True)
class PendingBlock:
    """What a block would do if its thread, which stands before it, made the step now."""

    tied: Term  # its reads return what is in memory
    encoded: Term  # its reads go where memory is encoded: what they return is known
    blocked: Term
    enabled: Term
    touches: Term  # it makes its accesses, whether or not it gets past an assumption that comes after them


class FinalState:
    def __init__(self, places: Places, positions: Positions, memory: CellMemory) -> None:
        self.program = places.program
        self.places = places
        self._positions = positions
        self._memory = memory
        self._through: dict[int, list[Term]] = {}
        self._ahead: dict[int, PendingBlock] = {}
        ends = ends_of_process(self.program)
        self.ended = any_of([and_(self.past(thread, block.index), guard) for thread, block, guard in ends])

    def past(self, thread: BoundedThread, block: int) -> Term:
        return self._positions.past_in_the_end(thread, block)

    def created(self, thread: BoundedThread) -> Term:
        return self._positions.created_in_the_end(thread)

    def lives(self, number: int) -> Term:
        return self.places.lives(self._memory, number)

    def through(self, thread: BoundedThread, blocks: int | None = None) -> Term:
        """The thread has done what it has to do in its first so many blocks (None: in all of them)."""
        known = self._through.get(thread.number)
        if known is None:
            known = [TRUE]
            for block in thread.blocks:
                known.append(and_(known[-1], or_(self.past(thread, block.index), not_(block.guard))))
            self._through[thread.number] = known
        return known[-1 if blocks is None else blocks]

    def stands_before(self, thread: BoundedThread, block: RecordedBlock) -> Term:
        done = self.through(thread, block.index)
        return all_of([self.created(thread), block.guard, not_(self.past(thread, block.index)), done])

    def ahead(self, thread: BoundedThread, block: RecordedBlock) -> PendingBlock:
        """A block does not run here: what it writes is seen by itself alone."""
        known = self._ahead.get(id(block))
        if known is None:
            known = self._ahead[id(block)] = self._look_ahead(thread, block)
        return known

    def _look_ahead(self, thread: BoundedThread, block: RecordedBlock) -> PendingBlock:
        places, targets, memory = self.places, self.places.targets, self._memory.copy()
        tied: list[Term] = []
        blocked, passed = FALSE, TRUE
        fails = any_of([one.when for one in targets.failures if one.block is block])
        encoded = not_(any_of([one.when for one in targets.given_up if one.block is block]))
        for operation in block.operations:
            match operation:
                case Read():
                    for target in targets.of(operation):
                        value = places.read(memory, target, operation.size)
                        here = all_of([passed, operation.guard, target.guard])
                        tied.append(implies(here, eq(operation.result, value)))
                        fails = or_(fails, and_(here, not_(places.lives(memory, target.number))))
                case Write():
                    places.write(memory, operation, and_(passed, operation.guard))
                case Wait(guard=guard, condition=condition):
                    # who comes upon an access that fails does not get as far as waiting
                    blocked = or_(blocked, all_of([passed, guard, not_(condition), not_(fails)]))
                    passed = and_(passed, implies(guard, condition))
        blocked = for_all_values(blocked, _taken_in(thread, block, blocked))
        assumptions = [assumption for assumption in thread.assumptions if assumption.block == block.index]
        enabled = or_(fails, all_of([passed, *(one.condition for one in assumptions)]))
        # A read that stands before an assumption is an operation of its own, an atomic section is one or none. (What
        # comes after the assumption is guarded by it; and a section with one in it is a block of its own.)
        touches = or_(fails, all_of([passed, *(one.condition for one in assumptions if one.in_section)]))
        return PendingBlock(all_of(tied), encoded, blocked, enabled, touches)

    def can_move(self, thread: BoundedThread) -> Term:
        """Some block is next for the thread, and nothing keeps it from running there."""
        ways = []
        for block in thread.blocks:
            ahead = self.ahead(thread, block)
            ways.append(all_of([self.stands_before(thread, block), ahead.tied, ahead.enabled]))
        return any_of(ways)

    def waits_at(self, thread: BoundedThread, block: RecordedBlock) -> Term:
        """The thread stands before this block and may not pass it."""
        if not any(isinstance(operation, Wait) for operation in block.operations):
            return FALSE
        ahead = self.ahead(thread, block)
        return all_of([self.stands_before(thread, block), ahead.tied, ahead.encoded, ahead.blocked])

    def local_deadlock(self) -> Term:
        """Some threads wait, each for what another of them holds."""
        threads = self.program.threads

        def waits(number: int, stuck: Mapping[int, Term]) -> Term:
            return any_of([and_(self._waits_for(threads[number], other), stuck[other.number]) for other in threads])

        return all_of([*stuck_set(range(len(threads)), waits), not_(self.ended)])

    def _waits_for(self, thread: BoundedThread, other: BoundedThread) -> Term:
        bits = self.program.space.pointer_bits
        cases: list[Term] = []
        for block in thread.blocks:
            waits = [operation.for_whom for operation in block.operations if isinstance(operation, Wait)]
            among = [and_(wait.guard, is_among(wait, other.number, other.self_value, bits)) for wait in waits]
            if (holds := any_of(among)) is not FALSE:
                cases.append(and_(self.waits_at(thread, block), holds))
        return any_of(cases)

    def deadlock(self) -> Term:
        """Nobody can move, somebody has not ended, and the process lives."""
        stuck, waits = TRUE, FALSE
        for thread in self.program.threads:
            waiting = any_of([self.waits_at(thread, block) for block in thread.blocks])
            begun = self.created(thread)
            stuck = and_(stuck, or_(not_(begun), or_(waiting, self.through(thread))))
            waits = or_(waits, and_(begun, waiting))
        return all_of([stuck, waits, not_(self.ended)])


def _taken_in(thread: BoundedThread, block: RecordedBlock, blocked: Term) -> list[Term]:
    """Inputs that the block takes before it comes to its wait: it is blocked only if it is so whatever they are."""
    if blocked is FALSE:
        return []
    scalars = [one for one in symbols(blocked) if not is_array(one.width)]
    return [one for one in scalars if is_input_since(one, thread.number, block.inputs_before)]
