"""The schema *once*: local work encoded once, shared memory as its interleaving says.

The parts: where accesses go (`places`), which blocks run together (`steps`), where threads stand (`positions`), how
blocks are interleaved and what memory they find (`interleaving`: by `rounds`, or by an `order` of all steps), what a
block does (`blocks`), the state in the end (`final`). Here they are put together.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from encoders.instances import Instance, ThreadBirth, ThreadLine
from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.properties import Property
from esbmc_py.goto.symbols import NOWHERE
from symex.terms import Term, all_of, and_, any_of, not_

from .blocks import Blocks, FailingAccesses
from .certainties import without_certainties
from .execution_graph import ExecutionGraph
from .final import FinalState
from .formula import PLAIN, Failure, FormulaShape, OnceFormula
from .happens_before import Clocks
from .interleaving import Interleaving
from .joins import find_joins
from .leaks import find_leaks
from .movers import movers
from .operations import BoundedProgram, BoundedThread
from .order import InAnyOrder, OrderBounds
from .own_work import OwnWork
from .places import Places, drop_private_writes
from .positions import Positions
from .precedence import Precedence
from .races import find_races
from .rounds import InRounds
from .slice import drop_what_nobody_needs
from .step_order import StepOrder
from .steps import Steps
from .targets import Targets
from .turn_constraints import more_rounds_tell_more
from .turns import Turns


@dataclass(frozen=True, slots=True)
class Encoded:
    """The formula, and what is needed to understand a model of it."""

    formula: OnceFormula
    steps: Steps
    positions: Positions
    interleaving: Interleaving
    final: FinalState
    broken: Term  # a violation has ended the execution

    @property
    def in_rounds(self) -> bool:
        return isinstance(self.interleaving, InRounds)

    def blocks_run(self, value: Callable[[Term], object]) -> list[tuple[int, int]]:
        """Threads and blocks that run in the execution that a model describes, one after the other."""
        return self.interleaving.blocks_run(value)

    def more_rounds_tell_more(self) -> Term:
        """A question about rounds, which an order does not have."""
        assert isinstance(self.interleaving, InRounds)
        return more_rounds_tell_more(
            self.final.program, self.positions, self.interleaving.turns, self.final, self.broken
        )


def encode_rounds(
    program: BoundedProgram,
    turns: Turns,
    properties: frozenset[Property],
    *,
    shape: FormulaShape = PLAIN,
    instance: Instance | None = None,
) -> Encoded:
    """`instance`: only its schedules. Raises `CutOtherwise` if it was cut from threads with other steps."""
    parts = _Parts(program, properties, shape, moments=turns.rounds, instance=instance)
    return parts.encoded(InRounds(parts.program, parts.positions, parts.formula, turns))


def encode_order(
    program: BoundedProgram,
    properties: frozenset[Property],
    *,
    shape: FormulaShape = PLAIN,
    bounds: OrderBounds | None = None,
) -> Encoded:
    """Without rounds: positions say how far each thread got, in the end. Raises `order.TooManyAccesses`."""
    parts = _Parts(program, properties, shape, moments=1)
    order = StepOrder(parts.steps, parts.positions, parts.precedence, timed=shape.bitvectors)
    bounds = bounds or OrderBounds()
    return parts.encoded(InAnyOrder(parts.places, parts.steps, order, parts.formula, bounds, locks=shape.moving))


def encode_graphs(program: BoundedProgram, properties: frozenset[Property], *, shape: FormulaShape = PLAIN) -> Encoded:
    """Under the memory model rc11: all execution graphs. Raises `order.TooManyAccesses`."""
    parts = _Parts(program, properties, shape, moments=1)
    order = StepOrder(parts.steps, parts.positions, parts.precedence, timed=shape.bitvectors)
    places, steps, positions, formula = parts.places, parts.steps, parts.positions, parts.formula
    graph = ExecutionGraph(places, steps, positions, parts.precedence, order, formula, parts.failing)
    return parts.encoded(graph)


def lines_of(
    program: BoundedProgram, properties: frozenset[Property], *, shape: FormulaShape = PLAIN
) -> tuple[ThreadLine, ...]:
    """The threads as they can be cut into instances: the steps between which they may be switched."""
    steps = _Parts(program, properties, shape, moments=1).steps
    threads = program.threads

    def birth(thread: BoundedThread) -> ThreadBirth | None:
        if thread.parent < 0 or thread.created_after < 0:
            return None
        return ThreadBirth(thread.parent, steps.number_of(threads[thread.parent], thread.created_after))

    return tuple(ThreadLine(len(steps.lines[thread.number]), birth(thread)) for thread in threads)


class _Parts:
    """What rounds and orders have in common."""

    def __init__(
        self,
        program: BoundedProgram,
        properties: frozenset[Property],
        shape: FormulaShape,
        *,
        moments: int,
        instance: Instance | None = None,
    ) -> None:
        # accesses are left out of a copy: others begin with what was recorded
        self.program = program = without_certainties(program.copy())
        self._shape = shape
        self.formula = OnceFormula(properties)
        # cells have clocks, or histories: no element has one of its own
        targets = Targets(program, arrays=not (shape.ordering or shape.graphs))
        joins = find_joins(targets) if shape.joining else []
        self.precedence = Precedence(
            program,
            {(join.waiting, join.joined): join.block for join in joins},
            frozenset((join.waiting, join.joined, join.block) for join in joins if join.waits),
        )
        drop_private_writes(targets)
        if shape.slicing:
            drop_what_nobody_needs(targets)
        self.places = Places(targets, self.precedence)
        moving = movers(self.places, self.precedence, properties, shape) if shape.moving else frozenset()
        self.steps = Steps(program, moving)
        if instance is not None:
            instance.require_steps([len(line) for line in self.steps.lines])
        windows = () if instance is None else instance.windows
        self.positions = Positions(program, self.steps, moments, bitvectors=shape.bitvectors, windows=windows)
        self.failing = FailingAccesses(self.formula)

    def encoded(self, interleaving: Interleaving) -> Encoded:
        formula, memory = self.formula, self.places.at_start()
        clocks = Clocks(self.places, self.precedence, memory) if self._shape.ordering else None
        failing = self.failing
        failing.find_by_values(self.places.targets, self.positions)
        # whoever has left a block that is watched has done so in every round
        formula.require_all(self.positions.in_order(settled=Property.ATOMICITY in formula.properties))
        in_the_end = interleaving.run(Blocks(self.places, formula, failing, clocks).run, memory)
        interleaving.end_process()
        trusted = self.steps.is_mover if self._shape.trusting else None
        rests = self._shape.graphs and Property.RACE in formula.properties  # such reads may race
        OwnWork(self.program, self.positions, formula, failing, trusted, rests_after_reads=rests).encode()
        state = FinalState(self.places, self.positions, in_the_end)
        broken = any_of([*(failure.condition for failure in formula.failures), *formula.stops])
        self._ask_of_final_state(state, broken, clocks, interleaving)
        _distrust_what_is_not_encoded(formula)
        return Encoded(formula, self.steps, self.positions, interleaving, state, broken)

    def _ask_of_final_state(
        self, state: FinalState, broken: Term, clocks: Clocks | None, interleaving: Interleaving
    ) -> None:
        """Deadlocks and data races: executions that a violation has ended have neither."""
        formula = self.formula
        if Property.DEADLOCK in formula.properties:
            _find_deadlocks(formula, state, broken)
        if not formula.properties.isdisjoint((Property.LEAK, Property.LOST)):
            find_leaks(formula, state, broken)
        if Property.RACE in formula.properties and isinstance(interleaving, ExecutionGraph):
            interleaving.find_races(not_(broken))
        elif Property.RACE in formula.properties:
            find_races(formula, state, all_of([not_(state.ended), not_(broken)]))
            if clocks is not None:
                clocks.find_races(formula, self.positions, not_(broken))


def _find_deadlocks(formula: OnceFormula, state: FinalState, broken: Term) -> None:
    # a thread that goes on beyond what is encoded has not ended; that others wait for it is no deadlock
    cut = formula.going_on
    main = state.program.threads[0]
    location = main.blocks[-1].location if main.blocks else NOWHERE
    all_stuck = all_of([state.deadlock(), not_(broken), not_(cut)])
    formula.fail(Failure(all_stuck, Property.DEADLOCK, "no thread can go on", location, 0))
    some_stuck = all_of([state.local_deadlock(), not_(broken), not_(all_stuck)])
    formula.fail(Failure(some_stuck, Property.DEADLOCK, "threads wait for one another", location, 0, local=True))


def _distrust_what_is_not_encoded(formula: OnceFormula) -> None:
    """A read that is not encoded gives anything: what goes wrong after it need not."""
    if formula.unclear:
        clear = not_(any_of(formula.unclear))
        failures = formula.failures
        failures[:] = [replace(failure, condition=and_(failure.condition, clear)) for failure in failures]
