"""What the encodings are asked and what they answer. Everything is frozen and needs nothing else to be understood."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Mapping
from dataclasses import field
from typing import TYPE_CHECKING, TypeAlias

from esbmc_py.goto.coverage import Coverage
from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.execution_graphs import GraphSteps
from esbmc_py.goto.memory_models import SC
from esbmc_py.goto.program import Program
from esbmc_py.goto.properties import LIVENESS, Property
from esbmc_py.goto.symbols import SourceLocation
from reachability_tree.reductions import Reductions

from .instances import Instance
from .levers import ALL_LEVERS

if TYPE_CHECKING:
    from reachability_tree.events import Waiting
    from symex.accesses import Side

    from .attempts import Kept
    from .solvers.cross_check import SecondOpinions
    from .solvers.interface import Solver
    from .solvers.questions import Question
    from .solvers.transcript import Transcript

ALL_PROPERTIES = frozenset(Property) - LIVENESS
# What is looked for only if it is asked for: many programs race, leak, or mark nothing, and mean no harm.
ON_REQUEST = frozenset({Property.RACE, Property.LEAK, Property.LOST, Property.ATOMICITY, Property.SIGNAL_SAFETY})
ALL_REDUCTIONS = Reductions()

Progress: TypeAlias = "Callable[[Statistics], None]"


@dataclass(frozen=True, slots=True)
class Runtime:
    """What an attempt shares with whoever asks. It changes while the attempt runs; no answer depends on it."""

    progress: Progress | None = None  # called now and then
    transcript: Transcript | None = None  # gets all that solvers are asked, as SMT-LIB
    kept: Kept | None = None  # of a sequentialization: what attempts within other bounds left
    coverage: Coverage | None = None  # gets what is executed (not with the schema cseq)
    questions: list[Question] | None = None  # gets all that solvers are asked, as terms
    opinions: SecondOpinions | None = None  # what is unsatisfiable is asked of another solver, too: gets what it says


NOTHING_SHARED = Runtime()


@dataclass(frozen=True, slots=True)
class Options:
    """What to look for, and within which bounds.

    A deadlock or a data race is looked for if it is among `properties`. At most one of `contexts` and `preemptions`
    may be given. `timeout` is in seconds and for everything, `memory` in megabytes and for the solver.
    """

    unwind: int | None = None
    unwind_at: Mapping[tuple[str, int], int] = field(default_factory=dict)  # (file, line) of a loop → bound
    contexts: int | None = None
    preemptions: int | None = None
    rounds: int | None = None  # of a sequentialization
    schedule: str | None = None  # of a sequentialization: see `turns`
    schema: str = "once"  # of a sequentialization: once or cseq
    threads: int | None = None  # how many a sequentialized program creates at most
    properties: frozenset[Property] = ALL_PROPERTIES - ON_REQUEST
    all_violations: bool = False  # go on after the first, until every (property, location) was found
    reductions: Reductions = ALL_REDUCTIONS
    brief: bool = False  # a sequentialization: larger bounds follow, so that one example of what was left out will do
    levers: frozenset[str] = ALL_LEVERS  # of a sequentialization
    positions: str = "order"  # of the schema once: a truth value for each, or "bitvector": numbers
    solver: str = "z3"
    timeout: float | None = None
    memory: int | None = None
    effort: int | None = None  # of each check, in work (see `Limits`), and of formulas that grow with their cases
    seed: int = 0
    variants: frozenset[str] = frozenset()  # names from variants.py
    memory_model: str = SC  # sc, or rc11 (the others are part of the program by now)
    happens_before: bool = False  # races, if asked for, are accesses that nothing orders, wherever they are
    instance: Instance | None = None  # of the schema once: only these of the schedules within the bounds
    runtime: Runtime = NOTHING_SHARED

    @property
    def progress(self) -> Progress | None:
        return self.runtime.progress

    @property
    def kept(self) -> Kept | None:
        return self.runtime.kept

    @property
    def coverage(self) -> Coverage | None:
        return self.runtime.coverage

    def make_solver(self) -> Solver:
        if self.kept is not None and "incremental" in self.levers:
            return self.kept.for_attempt(self._new_solver, self.effort)
        return self._new_solver()

    def _new_solver(self) -> Solver:
        from .solvers import Limits, make_solver  # here: whoever asks no solver need not load what terms need
        from .solvers.questions import NotingSolver
        from .solvers.transcript import TranscribedSolver

        limits = Limits(memory=self.memory, effort=self.effort, seed=self.seed)
        solver: Solver = make_solver(self.solver, limits)
        opinions = self.runtime.opinions
        if opinions is not None:
            from .solvers.cross_check import CrossCheckedSolver, other_than

            solver = CrossCheckedSolver(solver, lambda: make_solver(other_than(self.solver), limits), opinions)
        if self.runtime.questions is not None:
            solver = NotingSolver(solver, self.runtime.questions)
        transcript = self.runtime.transcript
        return solver if transcript is None else TranscribedSolver(solver, transcript)


@dataclass(frozen=True, slots=True)
class InputValue:
    """A nondeterministic value that a thread took: the bits of a scalar, or the first contents of an object.

    Bytes of contents are in memory order, so `bits` of an object is their little-endian number.
    """

    bits: int
    width: int
    contents: bool = False


@dataclass(frozen=True, slots=True)
class Found:
    """A violated property with an execution that violates it.

    `schedule` has one thread number per step, the violating step last; for a deadlock or a data race, it leads to the
    state that has it. `inputs` holds, per thread, the values it took in the order in which it took them.
    """

    property: Property
    message: str
    location: SourceLocation
    thread: int
    schedule: tuple[int, ...]
    inputs: Mapping[int, tuple[InputValue, ...]]
    waiting: tuple[Waiting, ...] = ()  # of a deadlock
    sides: tuple[Side, ...] = ()  # of a data race
    local: bool = False  # a deadlock of some threads, while others may move
    through_loops: bool = False  # steps go on through the heads of endless loops, at which the tree's threads rest
    apart: bool = False  # a data race of two steps of the schedule that nothing orders
    graph: GraphSteps | None = None  # per step, under rc11: what it reads and writes


@dataclass(frozen=True, slots=True)
class Place:
    """Something that was left out, and where."""

    what: str
    location: SourceLocation


@dataclass(frozen=True, slots=True)
class Statistics:
    """Times are in seconds. What an encoding does not have stays 0."""

    nodes: int = 0  # of the reachability tree
    states: int = 0  # different ones, of an explicit-state search
    transitions: int = 0  # between them
    candidates: int = 0  # for clauses of an invariant
    steps: int = 0  # of the symbolic executor; of an explicit-state search, those that the machine had to make
    interleavings: int = 0  # ways from the root to an end
    failing: int = 0  # of these, those that violate a property
    pruned_infeasible: int = 0
    pruned_seen: int = 0
    deepest: int = 0
    threads: int = 0
    formula_nodes: int = 0  # terms in the formulas that were given to the solver
    selections: int = 0  # thread selection variables ts_i (schedule, uw)
    iterations: int = 0  # uw
    control_literals: int = 0  # uw
    released_literals: int = 0  # uw
    solver_checks: int = 0
    solver_variables: int = 0  # Boolean ones, and clauses: inside the solver, where it tells
    solver_clauses: int = 0
    exploration_time: float = 0.0
    solver_time: float = 0.0


@dataclass(frozen=True, slots=True)
class InvariantLine:
    """A clause that holds whenever a thread is at a place."""

    thread: str
    location: SourceLocation
    place: str  # the name of the place in the translation
    clause: str  # C text


@dataclass(frozen=True, slots=True)
class Outcome:
    """The answer of an encoding.

    No violation, nothing unknown and nothing unsupported means: none within the bounds; if moreover neither
    `switches_cut` nor `unwinding_cut` holds anything, none at all.
    """

    mode: str
    found: tuple[Found, ...]
    switches_cut: bool  # a feasible context switch was left out because of the bound
    unwinding_cut: tuple[Place, ...]  # feasible executions that a loop (or stack) bound ended
    unsupported: tuple[Place, ...]  # constructs that a feasible execution reaches
    unknown: tuple[str, ...]  # why something could not be decided: for people
    unknown_functions: tuple[str, ...]  # called without a body: their results were taken to be anything
    statistics: Statistics
    assuming: tuple[str, ...] = ()  # what else the answer rests on: it is not about all executions then
    proved: bool = False  # by an invariant, which was checked
    invariant: tuple[InvariantLine, ...] = ()

    @property
    def decided(self) -> bool:
        return bool(self.found) or not (self.unknown or self.unsupported)


def race_identity(sides: Iterable[Side]) -> Hashable:
    return frozenset((side.location, side.write) for side in sides)


def assumed_of_order(program: Program, options: Options) -> tuple[str, ...]:
    """What an answer about races by happens-before rests on."""
    if options.happens_before and program.fences:
        return ("relaxed atomic operations were taken to order, since there are fences",)
    return ()
