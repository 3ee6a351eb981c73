"""Races by happens-before in the schema *once*: vector clocks in the formula.

A clock is a set of accesses, one bit for each that may race with another thread's. Each thread has one at each of its
accesses: those that come before. It grows along the thread, and where the thread acquires. What is acquired lies in
memory beside the cells of atomic objects, in *ghost* cells that a release writes and an acquire reads: so schedules,
rounds and orders need not be told about clocks. An access that acquires finds a set of its own (a fresh symbol) in
whatever round it runs, just as a read does.

What orders: program order; the start of a thread; atomic sections, which come one after the other; an atomic write that
releases and an atomic read that finds what it left, or what came of it in a release sequence (C11 5.1.2.4p10). A
relaxed access orders nothing. Two accesses race where both are made and neither is in the other's clock.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from itertools import combinations

from symex.accesses import Side
from symex.memory import Target
from symex.terms import (
    FALSE,
    TRUE,
    Term,
    all_of,
    and_,
    any_of,
    bv,
    bvor,
    concat,
    eq,
    extract,
    implies,
    ite,
    not_,
    or_,
    symbol,
)

from .cells import CellMemory, Cells, Key
from .formula import OnceFormula
from .operations import Begins, BoundedThread, FreedObject, InSection, Read, RecordedBlock, Touch, Write
from .places import Places
from .positions import Positions
from .precedence import Precedence

_SECTIONS: Key = (-1, 0)  # the ghost cell of all atomic sections
_WHICH_LIFE = -2  # in place of an offset: the ghost cell that tells the lives of an object apart


def _ghost(key: Key) -> Key:
    """The cell that holds what was released in another; those of objects are numbered from 0."""
    return -2 - key[0], key[1]


@dataclass(frozen=True, slots=True, eq=False)
class Made:
    """An access, where it is made."""

    thread: BoundedThread
    block: RecordedBlock
    touch: Touch
    cells: tuple[tuple[Key, Term], ...]  # that it touches, and when

    def may_race_with(self, other: Made) -> bool:
        return self.touch.side.may_race_with(other.touch.side)


@dataclass(frozen=True, slots=True)
class Acquires:
    """Where the condition holds, `found` is all that lies in these ghost cells."""

    when: Term
    cells: tuple[Key, ...]
    found: Term


@dataclass(frozen=True, slots=True)
class ClockRelease:
    """Where the condition holds, what the thread knows is put into a ghost cell; `again`: to what was there."""

    when: Term
    cell: Key
    known: Term
    again: Term


@dataclass(frozen=True, slots=True)
class Ends:
    """A relaxed store: what another thread has released is there no more, unless it belongs to a longer change."""

    when: Term
    cell: Key
    again: Term


@dataclass(frozen=True, slots=True)
class BeginsLife:
    when: Term
    cell: Key
    life: int


@dataclass(frozen=True, slots=True)
class FindsLife:
    """Which of the lives of an object an access belongs to."""

    when: Term
    cell: Key
    found: Term


Action = Acquires | ClockRelease | Ends | BeginsLife | FindsLife


class Clocks:
    def __init__(self, places: Places, precedence: Precedence, memory: Cells) -> None:
        """Ghost cells are put into the memory at the start."""
        self.places = places
        self._threads = places.program.threads
        self._precedence = precedence
        self._memory = memory
        self._actions: defaultdict[tuple[int, int], list[Action]] = defaultdict(list)
        self._made = [made for thread in self._threads for made in self._accesses(thread)]
        self._pairs = list(self._racing())
        racing = {id(one.touch): one for pair in self._pairs for one in pair}
        self._bits = {touch: bit for bit, touch in enumerate(racing)}
        self._before: dict[int, Term] = {}  # by the identity of the touch: the clock when it is made
        self._lives: dict[tuple[int, int], Term] = {}  # the same, and an object: which life of it was found
        self._after: dict[tuple[int, int], Term] = {}  # the clock after a block
        if self._bits:
            self._reborn = self._objects_with_lives()
            self._synchronising = self._find_synchronising()
            for thread in self._threads:
                _Follower(self, thread).follow()

    @property
    def width(self) -> int:
        return len(self._bits)

    @cached_property
    def owner_bits(self) -> int:
        """Who has released a cell first matters where a relaxed store may end that."""
        relaxed = any(
            made.touch.side.atomic and made.touch.side.write and not made.touch.ordered for made in self._made
        )
        return (len(self._threads) + 1).bit_length() if relaxed else 0

    # -- which accesses -----------------------------------------------------------------------------------------------

    def _accesses(self, thread: BoundedThread) -> Iterator[Made]:
        for block in thread.blocks:
            for event in block.history:
                if isinstance(event, Touch):
                    yield Made(thread, block, event, tuple(self._cells(event)))

    def _cells(self, touch: Touch) -> Iterator[tuple[Key, Term]]:
        """Freeing an object touches all of it."""
        operation = touch.operation
        for target in self.places.targets.of(operation):
            if isinstance(operation, FreedObject):
                cells = self.places.freed(target)
            else:
                cells = (piece.key for piece in self.places.pieces(target, operation.size))
            yield from ((cell, target.guard) for cell in cells)

    def _racing(self) -> Iterator[tuple[Made, Made]]:
        """Pairs of accesses that may race: they meet in a cell, and nothing is known that orders them always."""
        meeting: defaultdict[Key, list[Made]] = defaultdict(list)
        for made in self._made:
            for cell in dict.fromkeys(cell for cell, _ in made.cells):
                meeting[cell].append(made)
        found: set[tuple[int, int]] = set()
        for together in meeting.values():
            for one, other in combinations(together, 2):
                pair = (id(one), id(other))
                if pair not in found and one.may_race_with(other) and not self._surely_ordered(one, other):
                    found.add(pair)
                    yield one, other

    def _surely_ordered(self, one: Made, other: Made) -> bool:
        first, second = (one.thread, one.block.index), (other.thread, other.block.index)
        surely_before = self._precedence.surely_before
        return surely_before(*first, *second) or surely_before(*second, *first)

    # -- which ghost cells --------------------------------------------------------------------------------------------

    def _find_synchronising(self) -> frozenset[Key]:
        """Cells that one thread may acquire after another has released them; with their ghosts in memory."""
        acquiring: defaultdict[Key, set[int]] = defaultdict(set)
        releasing: defaultdict[Key, set[int]] = defaultdict(set)
        for made in self._made:
            side = made.touch.side
            if side.atomic and made.touch.ordered:
                for cell, _ in made.cells:
                    (releasing if side.write else acquiring)[cell].add(made.thread.number)
        cells = {cell for cell in releasing if len(acquiring[cell] | releasing[cell]) > 1 and acquiring[cell]}
        for cell in cells:
            self._memory.values[_ghost(cell)] = bv(0, self.owner_bits + self.width)
        sections = {
            thread.number
            for thread in self._threads
            for block in thread.blocks
            for event in block.history
            if isinstance(event, InSection) or (isinstance(event, Touch) and event.section)
        }
        if len(sections) > 1:
            self._memory.values[_SECTIONS] = bv(0, self.width)
            cells.add(_SECTIONS)
        return frozenset(cells)

    def _objects_with_lives(self) -> dict[int, int]:
        """Objects whose numbers stand for several, and how many bits tell these apart."""
        begun: defaultdict[int, list[Begins]] = defaultdict(list)
        for thread in self._threads:
            for block in thread.blocks:
                for event in block.history:
                    if isinstance(event, Begins):
                        begun[event.number].append(event)
        seen = {cell[0] for made in self._made if id(made.touch) in self._bits for cell, _ in made.cells}
        found = {
            number: (len(times) + 1).bit_length()
            for number, times in begun.items()
            if number in seen and (len(times) > 1 or not times[0].first)
        }
        for number, bits in found.items():
            self._memory.values[_ghost((number, _WHICH_LIFE))] = bv(0, bits)
        return found

    def synchronises(self, cell: Key) -> bool:
        return cell in self._synchronising

    # -- what threads know --------------------------------------------------------------------------------------------

    def clock_at_start(self, thread: BoundedThread) -> Term:
        """A thread knows what its creator knows after the step that has started it."""
        return self._after.get((thread.parent, thread.created_after), bv(0, self.width))

    def clock_after(self, thread: BoundedThread, block: RecordedBlock, clock: Term) -> None:
        self._after[thread.number, block.index] = clock

    def bit_of(self, touch: Touch) -> int | None:
        return self._bits.get(id(touch))

    def makes(self, touch: Touch, clock: Term) -> None:
        self._before[id(touch)] = clock

    def lives_of(self, number: int) -> int | None:
        return self._reborn.get(number)

    def finds_life(self, touch: Touch, number: int, life: Term) -> None:
        self._lives[id(touch), number] = life

    def act(self, thread: BoundedThread, block: RecordedBlock, action: Action) -> None:
        self._actions[thread.number, block.index].append(action)

    # -- in the formula -----------------------------------------------------------------------------------------------

    def run_block(
        self, thread: BoundedThread, block: RecordedBlock, passes: Term, memory: CellMemory, formula: OnceFormula
    ) -> None:
        """What a block does to ghost cells in the round in which it runs."""
        for action in self._actions.get((thread.number, block.index), ()):
            runs = and_(passes, action.when)
            if runs is FALSE:
                continue
            match action:
                case Acquires(cells=cells, found=found):
                    there = bv(0, self.width)
                    for cell in cells:
                        there = bvor(there, self._clock(memory.load(cell)))
                    formula.require(implies(runs, eq(found, there)))
                case ClockRelease(cell=cell, known=known, again=again):
                    memory.store(cell, runs, self._released(thread, cell, known, again, memory))
                case Ends(cell=cell, again=again):
                    before = memory.load(cell)
                    goes_on = or_(again, eq(self._owner(before), self._name(thread)))
                    memory.store(cell, runs, ite(goes_on, before, bv(0, before.width)))
                case BeginsLife(cell=cell, life=life):
                    memory.store(cell, runs, bv(life, memory.load(cell).width))
                case FindsLife(cell=cell, found=found):
                    formula.require(implies(runs, eq(found, memory.load(cell))))

    def _released(self, thread: BoundedThread, cell: Key, known: Term, again: Term, memory: CellMemory) -> Term:
        has_owner = self.owner_bits > 0 and cell != _SECTIONS
        if again is FALSE:
            return concat(self._name(thread), known) if has_owner else known
        before = memory.load(cell)
        clock = bvor(known, ite(again, self._clock(before), bv(0, self.width)))
        if not has_owner:
            return clock
        nobody = eq(self._owner(before), bv(0, self.owner_bits))
        return concat(ite(and_(again, not_(nobody)), self._owner(before), self._name(thread)), clock)

    def _clock(self, released: Term) -> Term:
        return extract(released, self.width - 1, 0)

    def _owner(self, released: Term) -> Term:
        return extract(released, self.owner_bits + self.width - 1, self.width)

    def _name(self, thread: BoundedThread) -> Term:
        return bv(thread.number + 1, self.owner_bits)

    # -- races --------------------------------------------------------------------------------------------------------

    def find_races(self, formula: OnceFormula, positions: Positions, possible: Term) -> None:
        """One failure for each pair of accesses in the program's text and threads that make them."""
        last = _Last(self.places, positions, self._made)
        races: dict[tuple[Side, Side], Term] = {}
        for one, other in self._pairs:
            condition = all_of([last.is_last(one), last.is_last(other), self._meet(one, other)])
            condition = all_of([condition, not_(self._knows(one, other)), not_(self._knows(other, one))])
            sides = one.touch.side, other.touch.side
            races[sides] = or_(races.get(sides, FALSE), condition)
        formula.fail_races(races, possible, apart=True)

    def _meet(self, one: Made, other: Made) -> Term:
        """They touch the same bytes, in the same life of the object."""
        cells: dict[Key, Term] = {}
        for cell, when in one.cells:
            cells[cell] = or_(cells.get(cell, FALSE), when)
        ways = [(cell, and_(cells[cell], when)) for cell, when in other.cells if cell in cells]
        return any_of([and_(when, self._same_life(cell[0], one, other)) for cell, when in ways])

    def _same_life(self, number: int, one: Made, other: Made) -> Term:
        if number not in self._reborn:
            return TRUE
        return eq(self._lives[id(one.touch), number], self._lives[id(other.touch), number])

    def _knows(self, one: Made, other: Made) -> Term:
        """The other comes before the one."""
        bit = self._bits[id(other.touch)]
        return eq(extract(self._before[id(one.touch)], bit, bit), bv(1, 1))


class _Last:
    """Of accesses of a kind to the same bytes, the last one that is made stands for all.

    Executions end anywhere, so that there is one that ends before the next of them.
    """

    def __init__(self, places: Places, positions: Positions, made: list[Made]) -> None:
        self._targets = places.targets
        self._positions = positions
        self._known: dict[int, Term] = {}
        self._of_a_kind: defaultdict[tuple[int, bool, bool], list[Made]] = defaultdict(list)
        for one in made:
            self._of_a_kind[_kind(one)].append(one)

    def is_last(self, made: Made) -> Term:
        known = self._known.get(id(made))
        if known is None:
            known = self._known[id(made)] = and_(self._is_made(made), not_(any_of(list(self._replaced(made)))))
        return known

    def _is_made(self, made: Made) -> Term:
        past = self._positions.past_in_the_end(made.thread, made.block.index)
        return and_(past, made.touch.guard)

    def _replaced(self, made: Made) -> Iterator[Term]:
        alike = self._of_a_kind[_kind(made)]
        for later in alike[alike.index(made) + 1 :]:
            same = any_of([and_(one.guard, other.guard) for one, other in self._same_places(made, later)])
            if same is not FALSE:
                yield and_(self._is_made(later), same)

    def _same_places(self, one: Made, other: Made) -> Iterator[tuple[Target, Target]]:
        first, second = one.touch.operation, other.touch.operation
        if isinstance(first, FreedObject) != isinstance(second, FreedObject):
            return
        if isinstance(first, Read | Write) and isinstance(second, Read | Write) and first.size != second.size:
            return
        for target in self._targets.of(first):
            for place in self._targets.of(second):
                if (target.number, target.offset) == (place.number, place.offset):
                    yield target, place


def _kind(made: Made) -> tuple[int, bool, bool]:
    return made.thread.number, made.touch.side.write, made.touch.side.atomic


@dataclass(slots=True, eq=False)
class _Follower:
    """Follows the clock of a thread through its blocks."""

    clocks: Clocks
    thread: BoundedThread
    clock: Term = TRUE
    symbols: int = 0
    lives: dict[int, int] = field(default_factory=dict)  # begun so far: objects are numbered by who makes them
    read: list[Touch] = field(default_factory=list)  # atomically, in this block

    def follow(self) -> None:
        self.clock = self.clocks.clock_at_start(self.thread)
        for block in self.thread.blocks:
            self.read = []
            for event in block.history:
                match event:
                    case Touch():
                        self._touch(block, event)
                    case InSection(guard=guard):
                        self._enter_section(block, guard)
                        self._leave_section(block, guard)
                    case Begins(guard=guard, number=number):
                        self._begin(block, guard, number)
            self.clocks.clock_after(self.thread, block, self.clock)

    def _touch(self, block: RecordedBlock, touch: Touch) -> None:
        if touch.section:
            self._enter_section(block, touch.guard)
        if touch.side.atomic and not touch.side.write:
            self._acquire(block, touch)
        self._make(block, touch)
        if touch.section:
            self._leave_section(block, touch.guard)
        if touch.side.atomic and touch.side.write:
            self._release(block, touch)

    def _make(self, block: RecordedBlock, touch: Touch) -> None:
        bit = self.clocks.bit_of(touch)
        if bit is None:
            return
        self.clocks.makes(touch, self.clock)
        self.clock = bvor(self.clock, bv(1 << bit, self.clocks.width))
        for number in dict.fromkeys(target.number for target in self.clocks.places.targets.of(touch.operation)):
            bits = self.clocks.lives_of(number)
            if bits is not None:
                found = self._fresh(block, bits)
                self.clocks.finds_life(touch, number, found)
                self._act(block, FindsLife(touch.guard, _ghost((number, _WHICH_LIFE)), found))

    def _begin(self, block: RecordedBlock, guard: Term, number: int) -> None:
        if self.clocks.lives_of(number) is not None:
            life = self.lives[number] = self.lives.get(number, 0) + 1
            self._act(block, BeginsLife(guard, _ghost((number, _WHICH_LIFE)), life))

    # -- what orders ------------------------------------------------------------------------------------------------

    def _enter_section(self, block: RecordedBlock, guard: Term) -> None:
        if self.clocks.synchronises(_SECTIONS):
            self._learn(block, guard, (_SECTIONS,))

    def _leave_section(self, block: RecordedBlock, guard: Term) -> None:
        if self.clocks.synchronises(_SECTIONS):
            self._act(block, ClockRelease(guard, _SECTIONS, self.clock, TRUE))

    def _acquire(self, block: RecordedBlock, touch: Touch) -> None:
        self.read.append(touch)
        if not touch.ordered:
            return
        operation = touch.operation
        assert isinstance(operation, Read)
        for target in self.clocks.places.targets.of(operation):
            cells = [_ghost(cell) for cell in self._synchronising(target, operation.size)]
            if cells:
                self._learn(block, and_(touch.guard, target.guard), tuple(cells))

    def _learn(self, block: RecordedBlock, when: Term, cells: tuple[Key, ...]) -> None:
        found = self._fresh(block, self.clocks.width)
        self._act(block, Acquires(when, cells, found))
        self.clock = bvor(self.clock, ite(when, found, bv(0, self.clocks.width)))

    def _release(self, block: RecordedBlock, touch: Touch) -> None:
        """A read-modify-write goes on with what was released before; a relaxed store by another thread ends it."""
        operation = touch.operation
        if not isinstance(operation, Write):
            return
        for target in self.clocks.places.targets.of(operation):
            when = and_(touch.guard, target.guard)
            again = TRUE if touch.section else self._was_read(target, operation.size)
            for cell in self._synchronising(target, operation.size):
                if touch.ordered:
                    self._act(block, ClockRelease(when, _ghost(cell), self.clock, again))
                elif again is not TRUE:
                    self._act(block, Ends(when, _ghost(cell), again))

    def _was_read(self, target: Target, size: int) -> Term:
        """In the same step, atomically."""
        return any_of(
            [
                and_(touch.guard, place.guard)
                for touch in self.read
                if isinstance(touch.operation, Read) and touch.operation.size == size
                for place in self.clocks.places.targets.of(touch.operation)
                if (place.number, place.offset) == (target.number, target.offset)
            ]
        )

    def _synchronising(self, target: Target, size: int) -> Iterator[Key]:
        for piece in self.clocks.places.pieces(target, size):
            if self.clocks.synchronises(piece.key):
                yield piece.key

    def _act(self, block: RecordedBlock, action: Action) -> None:
        if action.when is not FALSE:
            self.clocks.act(self.thread, block, action)

    def _fresh(self, block: RecordedBlock, bits: int) -> Term:
        self.symbols += 1
        return symbol(f"clock!{self.thread.number}!{block.index}!{self.symbols}:{bits}", bits)
