"""All executions under the memory model rc11, as execution graphs (Lahav et al., PLDI 2017).

Every write of a cell has a position in the history of the cell (mo), and a read has the position of the write whose
value it finds (rf). Then:

- *coherence*: of two accesses of a cell of which one happens before the other, the positions are in that order;
- *atomicity*: what a section writes comes right after what it has read;
- *SC*: see `graph_sc`;
- *no thin air*: there is an order of all steps (`step_order`) in which threads read only what was written before. It is
  also the order in which the execution is replayed.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator
from collections.abc import Set as AbstractSet
from functools import cached_property, cmp_to_key
from itertools import combinations, permutations

from esbmc_py.goto.execution_graphs import GraphAccess
from esbmc_py.goto.properties import Property
from symex.accesses import Side
from symex.memory import describe
from symex.terms import (
    BOOL,
    FALSE,
    TRUE,
    Term,
    all_of,
    and_,
    any_of,
    bool_symbol,
    bv,
    bvadd,
    eq,
    implies,
    not_,
    or_,
    symbol,
    ule,
    ult,
)

from .blocks import FailingAccesses
from .cells import LIFE, Cells, Key, Writes
from .formula import Failure, OnceFormula
from .graph_clocks import GraphClocks, unordered
from .graph_events import Event, EventReader, GraphNode
from .graph_sc import SequentialOrder
from .interleaving import RunBlock, ends_of_process
from .operations import FreedObject, Life, Read, Wait, Write
from .order import TooManyAccesses
from .places import Places
from .positions import Positions
from .precedence import Precedence
from .step_order import StepOrder
from .steps import JoinedBlocks, Steps

_MOST_PAIRS = 300_000  # of accesses of a cell


class ExecutionGraph:
    """Of the ways to interleave threads (`interleaving.Interleaving`), the one of rc11."""

    def __init__(
        self,
        places: Places,
        steps: Steps,
        positions: Positions,
        precedence: Precedence,
        order: StepOrder,
        formula: OnceFormula,
        failing: FailingAccesses,
    ) -> None:
        self._places = places
        self._steps = steps
        self._order = order
        self._formula = formula
        self._failing = failing
        self._initial = Cells()
        self._events = EventReader(places, positions).events()
        pairs = sum(len(here) ** 2 for here in self._events.by_key.values())
        if pairs > _MOST_PAIRS:
            raise TooManyAccesses(f"all executions in one formula: {pairs:,} pairs of accesses of the same memory")
        self._clocks = GraphClocks(self._events, precedence)
        self._sequential = SequentialOrder(self._events, self._clocks, precedence, self._precedes)

    # -- histories of cells -------------------------------------------------------------------------------------------

    def _position(self, event: Event) -> Term:
        """In the history of its cell; what was there at the start has position 0."""
        writes = sum(1 for other in self._events.by_key[event.key] if other.writes and not other.ends_life)
        bits = (writes + 1).bit_length()
        return symbol(f"mo!{event.name}:{bits}", bits)

    def _precedes(self, one: Event, other: Event) -> Term:
        """In the history of their cell. (A read comes after the write that it finds.)"""
        compare = ult if other.writes else ule
        return compare(self._position(one), self._position(other))

    def _finds(self, read: Event, write: Event) -> Term:
        return eq(self._position(read), self._position(write))

    # -- the formula --------------------------------------------------------------------------------------------------

    def run(self, run_block: RunBlock, memory: Cells) -> Cells:
        """What blocks do to memory is written here: the events of their operations."""
        del run_block
        self._initial = memory
        formula = self._formula
        formula.require_all(self._order.constraints())
        self._find_dead()  # before waits: who comes upon what is freed does not wait
        formula.require_all(self._waits())
        for key, here in self._events.by_key.items():
            accesses = [event for event in here if not event.ends_life]
            formula.require_all(self._history(accesses))
            formula.require_all(rule for event in accesses if event.reads for rule in self._read(key, event, accesses))
            formula.require_all(self._coherence(accesses))
        for node in self._events.nodes():
            formula.require_all(self._atomicity(node))
        formula.require_all(self._clocks.constraints(self._finds, self._precedes))
        formula.require_all(self._turns_of_sections())
        formula.require_all(self._sequential.constraints())
        self._give_up()
        return self._in_the_end()

    def _waits(self) -> Iterator[Term]:
        for line in self._steps.lines:
            for step in line:
                for block in step.blocks:
                    for operation in block.operations:
                        if isinstance(operation, Wait):
                            runs = and_(self._order.made(step), operation.guard)
                            condition = self._failing.or_ended(step.thread, block.index, operation.condition)
                            yield implies(runs, condition)

    def _history(self, accesses: list[Event]) -> Iterator[Term]:
        writes = [event for event in accesses if event.writes]
        for event in writes:
            position = self._position(event)
            yield ult(bv(0, position.width), position)
            yield ule(position, bv(len(writes), position.width))
        for one, other in combinations(writes, 2):
            same = eq(self._position(one), self._position(other))
            yield implies(and_(one.when, other.when), not_(same))

    def _read(self, key: Key, read: Event, accesses: list[Event]) -> Iterator[Term]:
        position = self._position(read)
        at_start = eq(position, bv(0, position.width))
        ways = [at_start]
        yield implies(and_(read.when, at_start), eq(self._value(read), self._initial.load(key)))
        for write in accesses:
            earlier = self._comes_first(write, read) if write.writes else FALSE
            if earlier is not FALSE:
                found = and_(write.when, self._finds(read, write))
                ways.append(found)
                rule = and_(earlier, eq(self._value(read), self._value(write)))
                yield implies(and_(read.when, found), rule)
            elif write.writes:
                yield implies(and_(read.when, write.when), not_(self._finds(read, write)))
        yield implies(read.when, any_of(ways))

    def _value(self, event: Event) -> Term:
        assert event.value is not None
        return event.value

    def _comes_first(self, one: Event, other: Event) -> Term:
        """In the order of all steps."""
        if one.node is other.node:
            return TRUE if one.place < other.place else FALSE
        return self._node_first(one.node, other.node)

    def _node_first(self, one: GraphNode, other: GraphNode) -> Term:
        if one.thread is other.thread:
            return TRUE if one.place < other.place else FALSE
        return self._order.before(self._step(one), self._step(other))

    def _step(self, node: GraphNode) -> JoinedBlocks:
        return self._steps.of(node.thread.number, node.block.index)

    def _coherence(self, accesses: list[Event]) -> Iterator[Term]:
        for one, other in permutations(accesses, 2):
            if one.node is other.node:
                before = TRUE if one.place < other.place else FALSE
            else:
                before = self._clocks.before(one.node, other.node)
            both = all_of([before, one.when, other.when])
            if both is not FALSE:
                yield implies(both, self._precedes(one, other))

    def _atomicity(self, node: GraphNode) -> Iterator[Term]:
        """In a section, a write comes right after what was read, or written, of the cell before it."""
        for event in node.events:
            if not event.writes or event.ends_life or not event.ordering.section:
                continue
            between = FALSE
            for earlier in reversed(node.events[: event.place]):
                if earlier.key != event.key or earlier.ends_life or between is TRUE:
                    continue
                position = self._position(earlier)
                both = all_of([event.when, earlier.when, not_(between)])
                yield implies(both, eq(self._position(event), bvadd(position, bv(1, position.width))))
                between = or_(between, earlier.when if earlier.writes else FALSE)

    def _turns_of_sections(self) -> Iterator[Term]:
        for here in self._events.by_key.values():
            strong = [event for event in here if event.node.strong and not event.ends_life]
            for one, other in permutations(strong, 2):
                if one.node.thread is not other.node.thread and (one.writes or other.writes):
                    both = all_of([one.when, other.when, self._precedes(one, other)])
                    yield implies(both, self._comes_first(one, other))

    # -- lives --------------------------------------------------------------------------------------------------------

    def _find_dead(self) -> None:
        """An access fails where the object has died, unless the access happens before that."""
        targets, program = self._places.targets, self._places.program
        ends: defaultdict[int, list[Event]] = defaultdict(list)
        for event in self._all_events():
            if event.ends_life and event.key[1] == LIFE and event.key[0] in targets.mortal:
                ends[event.key[0]].append(event)
        for event in self._all_events():
            number, operation = event.key[0], event.operation
            if number not in ends or isinstance(operation, Life) or (event.ends_life and event.key[1] != LIFE):
                continue
            for end in ends[number]:
                if end is event:
                    continue
                dead = all_of([event.when, end.when, self._comes_first(end, event)])
                dead = and_(dead, not_(self._clocks.event_before(event, end)))
                heap, name = program.memory[number].heap, describe(program.numbering, number)
                if isinstance(operation, FreedObject):
                    prop, message = Property.DOUBLE_FREE, f"freeing {name}, which has been freed already"
                else:
                    prop = Property.FREED if heap else Property.DEAD
                    how = "has been freed" if heap else "does not live any more"
                    message = f"{'reading' if event.reads else 'writing'} {operation.place}: {name} {how}"
                node, rank = event.node, targets.rank(operation)
                self._failing.add(dead, prop, message, operation.location, node.thread, node.block.index, rank)

    def _all_events(self) -> Iterator[Event]:
        for node in self._events.nodes():
            yield from node.events

    # -- what is not encoded ------------------------------------------------------------------------------------------

    @cached_property
    def _lives_again(self) -> AbstractSet[int]:
        """Locals that are dead when the first thread is started, and that somebody may touch while they are."""
        return self._places.targets.mortal & self._places.program.dead_at_start

    def _give_up(self) -> None:
        for node, operation, when in self._events.mixed:
            self._unsupported(
                when, f"{operation.place}: an atomic access of several objects, or of parts", node, operation
            )
        for event in self._all_events():
            life = event.operation
            if isinstance(life, Life) and life.alive and self._events.shared(event.key):
                self._unsupported(event.when, "a local that lives again while others may see it", event.node, life)
            elif event.key[0] in self._lives_again and isinstance(life, Read | Write):
                self._unsupported(event.when, "a local that may not live yet again", event.node, life)

    def _unsupported(self, when: Term, what: str, node: GraphNode, operation: Read | Write | Life) -> None:
        what = f"{what} (memory model rc11)"
        failure = Failure(when, Property.UNSUPPORTED, what, operation.location, node.thread.number)
        self._formula.unsupported.append(failure)
        self._formula.unclear.append(when)

    # -- the end ------------------------------------------------------------------------------------------------------

    def _in_the_end(self) -> Cells:
        """In every cell the last write of its history."""
        cells = Cells()
        for key, initial in self._initial.values.items():
            writes = [e for e in self._events.by_key.get(key, ()) if e.writes and not e.ends_life]
            if key[1] == LIFE:
                ends = [e.when for e in self._events.by_key.get(key, ()) if e.ends_life]
                cells.values[key] = not_(any_of(ends))
                continue
            if not writes:
                cells.values[key] = initial
                continue
            found = cells.values[key] = self._unknown(key, initial)
            self._formula.require(or_(any_of([w.when for w in writes]), eq(found, initial)))
            for write in writes:
                later = [and_(w.when, self._precedes(write, w)) for w in writes if w is not write]
                self._formula.require(implies(and_(write.when, not_(any_of(later))), eq(found, self._value(write))))
        cells.arrays = {key: Writes(column.before) for key, column in self._initial.arrays.items()}
        return cells

    def _unknown(self, key: Key, initial: Term) -> Term:
        name = f"final!{key[0]}!{key[1]}"
        return bool_symbol(name) if initial.width == BOOL else symbol(f"{name}:{initial.width}", initial.width)

    def end_process(self) -> None:
        for thread, block, condition in ends_of_process(self._places.program):
            end = self._steps.of(thread.number, block.index)
            self._formula.require_all(self._order.ends_with(end, condition))

    # -- races --------------------------------------------------------------------------------------------------------

    def find_races(self, possible: Term) -> None:
        """Accesses of the same memory that nothing orders, of which one writes and not both are atomic."""
        races: dict[tuple[Side, Side], Term] = {}
        for key, here in self._events.by_key.items():
            if not self._events.shared(key):
                continue
            for one, other in combinations(here, 2):
                sides = _side(one), _side(other)
                if sides[0].may_race_with(sides[1]) and _may_be_seen(one) and _may_be_seen(other):
                    apart = unordered(self._clocks, one.node, other.node)
                    races[sides] = or_(races.get(sides, FALSE), all_of([one.when, other.when, apart]))
        self._formula.fail_races(races, possible, apart=True)

    # -- a model ------------------------------------------------------------------------------------------------------

    def blocks_run(self, value: Callable[[Term], object]) -> list[tuple[int, int]]:
        made = [step for line in self._steps.lines for step in line if value(self._order.made(step))]
        made.sort(key=cmp_to_key(lambda one, other: -1 if value(self._order.before(one, other)) else 1))
        return [(step.thread.number, block.index) for step in made for block in step.blocks if value(block.guard)]

    def accesses_made(self, value: Callable[[Term], object]) -> dict[tuple[int, int], tuple[GraphAccess, ...]]:
        """Per thread and block, what it reads and writes, with positions in the histories of cells."""
        space = self._places.program.space
        made: defaultdict[tuple[int, int], list[GraphAccess]] = defaultdict(list)
        for event in self._all_events():
            if event.ends_life or not value(event.when):
                continue
            address = space.join(*event.key)
            contents, position = value(self._value(event)), value(self._position(event))
            assert isinstance(contents, int) and isinstance(position, int)
            place = (event.node.thread.number, event.node.block.index)
            made[place].append(GraphAccess(event.writes, address, event.size, contents, position))
        return {place: tuple(accesses) for place, accesses in made.items()}


def _may_be_seen(event: Event) -> bool:
    """Not what the thread does for itself alone; nor the end of a life, unless it frees."""
    operation = event.operation
    if isinstance(operation, Life):
        return False
    return not isinstance(operation, Write) or operation.visible


def _side(event: Event) -> Side:
    operation = event.operation
    place = "what is freed" if isinstance(operation, FreedObject) else getattr(operation, "place", "")
    return Side(event.node.thread.number, place, event.writes, event.atomic, operation.location)
