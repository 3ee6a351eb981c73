"""All schedules at once: every step has a place in one order of all steps, and memory follows from the order.

Rounds are a bound; here is none. What a step finds in a cell is what the last step before it that wrote the cell left
there, or what was in it at the start: `from(r, w)` says that reader r finds what writer w left. Then w wrote, comes
before r, and whoever else wrote the cell before r came before w. The formula grows with the square of the accesses to
a cell, or with their cube where many write; it is smaller than that of many rounds, and larger than that of few.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable
from functools import partial

from esbmc_py.goto.deferred import dataclass
from symex.terms import FALSE, TRUE, Term, and_, any_of, bool_symbol, eq, iff, implies, ite, not_, or_, symbol
from symex.terms.sorts import BOOL

from .cells import LIFE, CellMemory, Cells, Key, Writes, differ
from .formula import OnceFormula
from .interleaving import RunBlock, ends_of_process
from .locks import valid_locks
from .meetings import MeetingCollector, Meetings
from .movers import must_be_free
from .operations import Read, RecordedBlock
from .places import Places
from .step_order import StepOrder
from .steps import JoinedBlocks, Steps

MOST_LINKS = 1_500_000  # pairs of writers that a reader has to tell apart: about as many terms, some hundred MB


class TooManyAccesses(Exception):
    """There are too many accesses to the same memory for one formula of all schedules."""


@dataclass(frozen=True, slots=True)
class Leaving:
    """`step` leaves `value` in a cell, where `wrote` holds."""

    step: JoinedBlocks
    wrote: Term
    value: Term


@dataclass(frozen=True, slots=True)
class ArrayWrite:
    """The `place`-th write of `step` to a column of an array: it puts `value` at `index`, where `wrote` holds."""

    step: JoinedBlocks
    place: int
    wrote: Term
    index: Term
    value: Term


class StepCells:
    """Memory as one step sees it: what it wrote itself, and else what it finds."""

    def __init__(self, find: Callable[[Key], Term], find_at: Callable[[Key, Term], Term]) -> None:
        self._find = find
        self._find_at = find_at
        self.values: dict[Key, Term] = {}
        self.written: dict[Key, Term] = {}
        self.arrays: dict[Key, Writes] = {}

    def load(self, key: Key) -> Term:
        written = self.written.get(key, FALSE)
        if written is FALSE:
            return self._find(key)
        return ite(written, self.values[key], self._find(key))

    def store(self, key: Key, when: Term, value: Term) -> None:
        written = self.written.get(key, FALSE)
        self.values[key] = value if written is FALSE else ite(when, value, self.values[key])
        self.written[key] = or_(written, when)

    def array(self, key: Key) -> Writes:
        if key not in self.arrays:
            self.arrays[key] = Writes(partial(self._find_at, key))
        return self.arrays[key]

    def copy(self) -> StepCells:
        copied = StepCells(self._find, self._find_at)
        copied.arrays = {key: writes.copy() for key, writes in self.arrays.items()}
        copied.values, copied.written = dict(self.values), dict(self.written)
        return copied


@dataclass(frozen=True, slots=True)
class OrderBounds:
    """`most_rounds`: not all schedules, but those that fit into so many rounds."""

    most_rounds: int | None = None
    most_links: int = MOST_LINKS


class InAnyOrder:
    """Of the ways to interleave threads (`interleaving.Interleaving`), the one in any order."""

    def __init__(
        self, places: Places, steps: Steps, order: StepOrder, formula: OnceFormula, bounds: OrderBounds, *, locks: bool
    ) -> None:
        """`locks`: waits for them need no search for the last writer."""
        self._places = places
        self._steps = steps
        self._order = order
        self._formula = formula
        self._bounds = bounds
        self._initial = Cells()
        self._leaving: defaultdict[Key, list[Leaving]] = defaultdict(list)
        self._finds: list[tuple[JoinedBlocks, Key, Term]] = []
        self._final: dict[Key, Term] = {}
        self._array_writes: defaultdict[Key, list[ArrayWrite]] = defaultdict(list)
        self._array_finds: list[tuple[JoinedBlocks, Key, Term, Term]] = []  # with the index, and what is there
        self._final_elements: dict[tuple[Key, Term], Term] = {}
        space = places.program.space
        self._lock_cells = {space.split(address) for address in valid_locks(places.targets)} if locks else set()

    def run(self, run_block: RunBlock, memory: Cells) -> CellMemory:
        self._initial = memory
        for line in self._steps.lines:
            for step in line:
                self._make_step(step, run_block)
        if self._bounds.most_rounds is not None:
            self._formula.require_all(self._order.in_rounds(self._bounds.most_rounds))
        else:
            self._order.leave_out_all_but(self._meetings())
        self._formula.require_all(self._order.constraints())
        self._link_all()
        return StepCells(self._find_in_the_end, self._find_element_in_the_end)

    def _make_step(self, step: JoinedBlocks, run_block: RunBlock) -> None:
        cells = StepCells(self._finder(step), self._element_finder(step))
        made = self._order.made(step)
        for block in step.blocks:
            run_block(step.thread, block, made, cells)
        for key, wrote in cells.written.items():
            self._leaving[key].append(Leaving(step, wrote, cells.values[key]))
        for key, writes in cells.arrays.items():
            self._array_writes[key] += (ArrayWrite(step, place, *write) for place, write in enumerate(writes.made))

    def _meetings(self) -> Meetings:
        order = self._order
        meeting = MeetingCollector(order.is_settled)
        readers: defaultdict[Key, list[JoinedBlocks]] = defaultdict(list)
        for step, key, _ in self._finds:
            readers[key].append(step)
        for step, key, _, _ in self._array_finds:
            readers[key].append(step)
        for key, leavings in self._leaving.items():
            meeting.add([leaving.step for leaving in leavings], readers[key])
        for key, writes in self._array_writes.items():
            meeting.add([write.step for write in writes], readers[key])
        everybody = [step for line in self._steps.lines for step in line]
        for end in self._ends():
            meeting.add([end], everybody)
        for line in order.linking_lines():
            meeting.keep(line)
        return meeting.found(order.surely_before)

    def _ends(self) -> set[JoinedBlocks]:
        return {
            self._steps.of(thread.number, block.index) for thread, block, _ in ends_of_process(self._places.program)
        }

    def _link_all(self) -> None:
        locks = [self._waits_for_lock(step, key) for step, key, _ in self._finds]
        links = [
            0 if lock else len(self._left_for(step, key)) ** 2
            for (step, key, _), lock in zip(self._finds, locks, strict=True)
        ]
        links += [self._links_at(key, index) for _, key, index, _ in self._array_finds]
        if sum(links) > self._bounds.most_links:
            raise TooManyAccesses(
                f"all schedules in one formula: {sum(links):,} pairs of writes that reads have to tell apart"
            )
        for (step, key, found), lock in zip(self._finds, locks, strict=True):
            if lock:
                self._link_lock(step, key, found)
            else:
                self._link(step, key, found)
        for step, key, index, found in self._array_finds:
            self._link_at(step, key, index, found)

    def _finder(self, step: JoinedBlocks) -> Callable[[Key], Term]:
        found: dict[Key, Term] = {}

        def find(key: Key) -> Term:
            if key not in found:
                found[key] = self._unknown(step.name, key)
                self._finds.append((step, key, found[key]))
            return found[key]

        return find

    def _element_finder(self, step: JoinedBlocks) -> Callable[[Key, Term], Term]:
        found: dict[tuple[Key, Term], Term] = {}

        def find(key: Key, index: Term) -> Term:
            if (key, index) not in found:
                found[key, index] = self._unknown_element(step.name, key, len(found))
                self._array_finds.append((step, key, index, found[key, index]))
            return found[key, index]

        return find

    def _find_element_in_the_end(self, key: Key, index: Term) -> Term:
        if (key, index) not in self._final_elements:
            found = self._unknown_element("end", key, len(self._final_elements))
            self._final_elements[key, index] = found
            self._link_at(None, key, index, found)
        return self._final_elements[key, index]

    def _unknown_element(self, name: str, key: Key, place: int) -> Term:
        width = dict(self._places.cells[key[0]])[key[1]] * 8
        return symbol(f"found!{name}!{key[0]}!{key[1]}@{place}:{width}", width)

    def _find_in_the_end(self, key: Key) -> Term:
        if key not in self._final:
            self._final[key] = self._unknown("end", key)
            self._link(None, key, self._final[key])
        return self._final[key]

    def _unknown(self, name: str, key: Key) -> Term:
        width = self._initial.load(key).width
        name = f"found!{name}!{key[0]}!{key[1]}:{width}"
        return bool_symbol(name) if key[1] == LIFE else symbol(name, width)

    def _link(self, reader: JoinedBlocks | None, key: Key, found: Term) -> None:
        """What a step finds in a cell (None: what is there in the end) is what the last writer before it left."""
        if reader is None:
            seen = [(leaving, leaving.wrote) for leaving in self._leaving[key]]
        else:
            seen = [
                (leaving, and_(leaving.wrote, self._order.before(leaving.step, reader)))
                for leaving in self._left_for(reader, key)
            ]
        where = f"{'end' if reader is None else reader.name}!{key[0]}!{key[1]}"
        sources = []
        initial = self._initial.load(key)
        if all(leaving.value is initial for leaving, _ in seen):
            self._formula.require(_same(found, initial))
            return
        for leaving, visible in seen:
            source = bool_symbol(f"from!{where}!{leaving.step.name}")
            sources.append(source)
            self._formula.require(implies(source, visible))
            self._formula.require(implies(source, _same(found, leaving.value)))
            for other, also_visible in seen:
                if other is not leaving:
                    self._formula.require(
                        implies(and_(source, also_visible), self._order.before(other.step, leaving.step))
                    )
        first = bool_symbol(f"from!{where}!start")
        self._formula.require(implies(first, _same(found, initial)))
        for _, visible in seen:
            self._formula.require(implies(first, not_(visible)))
        needed = TRUE if reader is None else self._order.made(reader)
        self._formula.require(implies(needed, any_of([first, *sources])))

    def _left_for(self, reader: JoinedBlocks, key: Key) -> list[Leaving]:
        """What the reader may find: not what comes after it, nor what was surely written over before it."""
        order = self._order
        others = [one for one in self._leaving[key] if one.step is not reader]
        surely = {
            one.step.thread.number: one  # the last one of each thread
            for one in others
            if one.wrote is order.made(one.step) and order.surely_before(one.step, reader)
        }
        over = [one.step for one in surely.values()]
        return [
            one
            for one in others
            if order.before(one.step, reader) is not FALSE
            and not any(step is not one.step and order.surely_before(one.step, step) for step in over)
        ]

    def _links_at(self, key: Key, index: Term) -> int:
        """How many pairs of writes the reader of an element has to tell apart: those that may be of the same one."""
        writes = [write for write in self._array_writes[key] if not differ(write.index, index)]
        known = Counter(write.index for write in writes if write.index.op == "const")
        anywhere = len(writes) - known.total()
        return sum(count * (count + anywhere) for count in known.values()) + anywhere * len(writes)

    def _link_at(self, reader: JoinedBlocks | None, key: Key, index: Term, found: Term) -> None:
        """As `_link` does, for an element of an array: of all writes, those count that are to the same index."""
        seen: list[tuple[ArrayWrite, Term]] = []
        for write in self._array_writes[key]:
            if write.step is reader or differ(write.index, index):
                continue
            before = TRUE if reader is None else self._order.before(write.step, reader)
            if before is not FALSE:
                seen.append((write, and_(write.wrote, before)))
        where = found.payload
        sources = []
        for write, visible in seen:
            source = bool_symbol(f"from!{where}!{write.step.name}.{write.place}")
            sources.append(source)
            self._formula.require(implies(source, and_(visible, eq(write.index, index))))
            self._formula.require(implies(source, eq(found, write.value)))
            for other, also_visible in seen:
                if other is write or differ(other.index, write.index):
                    continue
                before = self._is_earlier(other, write)
                if before is not TRUE:
                    also = and_(also_visible, eq(other.index, write.index))
                    self._formula.require(implies(and_(source, also), before))
        first = bool_symbol(f"from!{where}!start")
        self._formula.require(implies(first, eq(found, self._initial.array(key).load(index))))
        for write, visible in seen:
            self._formula.require(implies(and_(first, visible), not_(eq(write.index, index))))
        needed = TRUE if reader is None else self._order.made(reader)
        self._formula.require(implies(needed, any_of([first, *sources])))

    def _is_earlier(self, one: ArrayWrite, other: ArrayWrite) -> Term:
        if one.step is other.step:
            return TRUE if one.place < other.place else FALSE
        return self._order.before(one.step, other.step)

    def _waits_for_lock(self, step: JoinedBlocks, key: Key) -> bool:
        """The step runs only where the lock is free: its first block waits for that, and no other looks at it."""
        if key not in self._lock_cells or key not in self._must_be_zero(step.blocks[0]):
            return False
        rest = [operation for block in step.blocks[1:] for operation in block.operations if isinstance(operation, Read)]
        places = [target for read in rest for target in self._places.targets.of(read)]
        return not any((target.number, target.offset) == key for target in places)

    def _must_be_zero(self, block: RecordedBlock) -> list[Key]:
        return [self._places.program.space.split(address) for address in must_be_free(block)]

    def _link_lock(self, reader: JoinedBlocks, key: Key, found: Term) -> None:
        """A lock is free where every thread that has written to it has written 0 last.

        Who has it has written its name last, and nobody else writes until it has written 0.
        """
        first = reader.blocks[0]
        runs = and_(self._order.made(reader), first.guard)
        self._formula.require(implies(runs, _same(found, self._initial.load(key))))
        later: dict[int, Term] = {}  # per thread: one of those that come later in it was before the reader
        for leaving in reversed(self._leaving[key]):
            if leaving.step is reader or (before := self._order.before(leaving.step, reader)) is FALSE:
                continue
            seen = and_(leaving.wrote, before)
            thread = leaving.step.thread.number
            released = or_(later.get(thread, FALSE), _same(leaving.value, self._initial.load(key)))
            self._formula.require(implies(and_(runs, seen), released))
            later[thread] = or_(later.get(thread, FALSE), seen)

    # -- the rest -----------------------------------------------------------------------------------------------------

    def end_process(self) -> None:
        for thread, block, condition in ends_of_process(self._places.program):
            end = self._steps.of(thread.number, block.index)
            self._formula.require_all(self._order.ends_with(end, condition))

    def blocks_run(self, value: Callable[[Term], object]) -> list[tuple[int, int]]:
        steps = [step for line in self._steps.lines for step in line if value(self._order.made(step))]
        made = self._in_order(steps, value)
        calm = made if self._bounds.most_rounds is not None else self._with_few_switches(made)
        return [(step.thread.number, block.index) for step in calm for block in step.blocks if value(block.guard)]

    def _in_order(self, steps: list[JoinedBlocks], value: Callable[[Term], object]) -> list[JoinedBlocks]:
        waiting = {late: {one for one in steps if self._order.comes_before(one, late, value)} for late in steps}
        ordered: list[JoinedBlocks] = []
        while waiting:
            ready = [step for step, needed in waiting.items() if not needed]
            assert ready, "a cycle in the order of steps"
            ordered += ready
            waiting = {step: needed.difference(ready) for step, needed in waiting.items() if needed}
        return ordered

    def _with_few_switches(self, made: list[JoinedBlocks]) -> list[JoinedBlocks]:
        """The same execution in another order, in which a thread goes on as long as it can.

        Steps that depend on each other stay in their order: of one thread, one that others were created in, those
        that touch the same memory, and the end of the process.
        """
        reads: defaultdict[JoinedBlocks, set[Key]] = defaultdict(set)
        writes: defaultdict[JoinedBlocks, set[Key]] = defaultdict(set)
        for step, key, _ in self._finds:
            reads[step].add(key)
        for key, leavings in self._leaving.items():
            for leaving in leavings:
                writes[leaving.step].add(key)
        for step, key, _, _ in self._array_finds:
            reads[step].add(key)
        for key, array_writes in self._array_writes.items():
            for write in array_writes:
                writes[write.step].add(key)
        ends = self._ends()

        def depends(late: JoinedBlocks, early: JoinedBlocks) -> bool:
            if late in ends or early in ends or self._order.surely_before(early, late):
                return True
            return bool(writes[early] & (reads[late] | writes[late]) or reads[early] & writes[late])

        waiting = {late: {early for early in made[:place] if depends(late, early)} for place, late in enumerate(made)}
        ordered: list[JoinedBlocks] = []
        while waiting:
            ready = [step for step, needed in waiting.items() if not needed]
            current = ordered[-1].thread.number if ordered else 0
            chosen = min(ready, key=lambda step: (step.thread.number != current, step.thread.number))
            ordered.append(chosen)
            del waiting[chosen]
            for needed in waiting.values():
                needed.discard(chosen)
        return ordered


def _same(one: Term, other: Term) -> Term:
    return iff(one, other) if one.width == BOOL else eq(one, other)
