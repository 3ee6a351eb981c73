"""Mode `lazyseq`: lazy sequentialization as one formula (schema *once*)."""

from __future__ import annotations

import time
from collections.abc import Hashable
from dataclasses import replace

from encoders.asking import Asking
from encoders.attempts import SharedByAttempts
from encoders.inputs import inputs_of
from encoders.instances import IN_DOUBT, CutOtherwise, ThreadLine
from encoders.outcome import Found, InputValue, Outcome, Place, Statistics, assumed_of_order, race_identity
from encoders.request import Options
from encoders.solvers.answers import SolverError
from encoders.solvers.interface import Solver
from encoders.solvers.size import solver_size
from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.execution_graphs import GraphSteps
from esbmc_py.goto.memory_models import RC11
from esbmc_py.goto.program import Program
from esbmc_py.goto.properties import Property
from symex.loop_bounds import LoopBounds
from symex.terms import FALSE, Term, all_of, and_, any_of, not_, size

from .encoder import Encoded, encode_graphs, encode_order, encode_rounds, lines_of
from .execution_graph import ExecutionGraph
from .formula import Failure, FormulaShape, OnceFormula
from .locks import with_known_owners
from .movers import OF_EVERY_STATE
from .narrow import narrowed
from .operations import BoundedProgram, BoundedThread
from .order import MOST_LINKS, OrderBounds, TooManyAccesses
from .record import DEFAULT_THREADS, Wanted
from .turns import Turns, by_schedule, in_contexts, in_rounds
from .views import recorded

DEFAULT_ROUNDS = 2
MANY_ROUNDS = 8
MANY_FOR_FEW = 5  # rounds, where there are few steps
_STEPS_PER_ROUND = 6  # at most: then there are few
_LINKS_PER_EFFORT = 10
OF_ACCESSES = frozenset(
    {
        Property.BOUNDS,
        Property.DEAD,
        Property.DOUBLE_FREE,
        Property.FREED,
        Property.INVALID_FREE,
        Property.NULL,
        Property.READ_ONLY,
    }
)


def check_lazyseq(program: Program, options: Options | None = None) -> Outcome:
    """Records every thread once, encodes `rounds` rounds, and asks for a violation."""
    options = options or Options()
    try:
        return _Check(program, options).run()
    except (TooManyAccesses, CutOtherwise) as problem:
        return _undecided(str(problem))


def _undecided(why: str) -> Outcome:
    return Outcome("lazyseq", (), True, (), (), (why,), (), Statistics())


def encode(program: Program, options: Options) -> Encoded:
    """The formula that a check begins with; nobody is asked about it."""
    return _Check(program, options).encoded


def lines(program: Program, options: Options) -> tuple[ThreadLine, ...]:
    """The threads as they can be cut into instances. What was recorded stays with `options.shared`."""
    return _Recording(program, options).lines


class _InDoubt(Exception):
    """Something fails that was not asked for, and that the formula trusted not to."""


class _Recording:
    """The recorded threads, and what their formula is to be like."""

    def __init__(self, program: Program, options: Options) -> None:
        self._options = options
        shared = options.shared if "recordings" in options.encoding.levers else None
        shared = shared or SharedByAttempts()
        self._program = shared.recorded(options.bounds.unwind, lambda: self._recorded(program))
        self._trusting = self._moving and not options.looked_for.all_violations and "trust" in options.encoding.levers

    @property
    def lines(self) -> tuple[ThreadLine, ...]:
        return lines_of(self._program, self._options.looked_for.properties, shape=self._shape)

    def _recorded(self, program: Program) -> BoundedProgram:
        options = self._options
        bounds = LoopBounds(unwind=options.bounds.unwind, unwind_at=dict(options.unwind_at))
        most = DEFAULT_THREADS if options.threads is None else options.threads + 1
        narrow = narrowed if "narrowing" in options.encoding.levers else _as_it_is
        wanted = Wanted(
            bounds,
            options.looked_for.properties,
            most,
            idling=not self._waits_in_loops,
            notes_order=self._by_order,
            exact=self._by_graphs,
            coverage=options.coverage,
        )
        bounded = recorded(program, wanted, narrow, with_views="views" in options.encoding.levers)
        return with_known_owners(bounded) if self._moving else bounded

    @property
    def _shape(self) -> FormulaShape:
        options = self._options
        levers = options.encoding.levers
        of_every_state = bool(options.looked_for.properties & OF_EVERY_STATE)
        return FormulaShape(
            moving=self._moving,
            joining="joins" in levers,
            trusting=self._trusting,
            every_violation=options.looked_for.all_violations,
            bitvectors=options.encoding.positions == "bitvector",
            slicing="slicing" in levers and not of_every_state and not self._by_graphs,
            ordering=self._by_order,
            graphs=self._by_graphs,
        )

    @property
    def _by_graphs(self) -> bool:
        return self._options.looked_for.memory_model == RC11

    @property
    def _by_order(self) -> bool:
        """(Graphs have an order of their own.)"""
        wanted = self._options.looked_for.happens_before and Property.RACE in self._options.looked_for.properties
        return wanted and not self._by_graphs

    @property
    def _waits_in_loops(self) -> bool:
        """Not with atomicity, where what has begun must come to its end; nor where what a round touches may race with
        steps that come much later."""
        if Property.ATOMICITY in self._options.looked_for.properties or self._by_order:
            return False
        return "spinning" in self._options.encoding.levers

    @property
    def _moving(self) -> bool:
        if self._by_graphs:
            return False
        return "movers" in self._options.encoding.levers and not self._options.looked_for.properties & OF_EVERY_STATE


class _Check(_Recording):
    def __init__(self, program: Program, options: Options) -> None:
        started = time.monotonic()
        super().__init__(program, options)
        self._assumed = assumed_of_order(program, options)
        self._turns = _turns(options)
        self.encoded = self._encode()
        self._encoding_time = time.monotonic() - started
        self._asking = Asking(started, options.timeout)
        self._solver_size: dict[str, int] = {}

    @property
    def _formula(self) -> OnceFormula:
        return self.encoded.formula

    def _encode(self) -> Encoded:
        """Where rounds are many, an order of steps makes the easier formula."""
        turns, properties = self._turns, self._options.looked_for.properties
        if self._by_graphs:
            return encode_graphs(self._program, properties, shape=self._shape)
        if turns is None or self._are_many(turns):
            try:
                return encode_order(self._program, properties, shape=self._shape, bounds=self._order_bounds(turns))
            except TooManyAccesses:
                if turns is None:
                    raise
        return encode_rounds(self._program, turns, properties, shape=self._shape, instance=self._options.instance)

    def _order_bounds(self, turns: Turns | None) -> OrderBounds:
        effort = self._options.solving.effort
        links = MOST_LINKS if effort is None else min(MOST_LINKS, effort * _LINKS_PER_EFFORT)
        return OrderBounds(None if turns is None else turns.rounds, links)

    def _are_many(self, turns: Turns) -> bool:
        if (
            not turns.free
            or turns.alone
            or "order" not in self._options.encoding.levers
            or self._options.instance is not None
        ):
            return False
        steps = sum(len(thread.blocks) for thread in self._program.threads)
        few = turns.rounds >= MANY_FOR_FEW and steps <= _STEPS_PER_ROUND * turns.rounds
        return (few or turns.rounds >= MANY_ROUNDS) and Property.ATOMICITY not in self._options.looked_for.properties

    def run(self) -> Outcome:
        try:
            return self._run()
        except _InDoubt:  # what was trusted not to happen does: without trust, it is encoded
            if self._options.instance is not None:  # whose steps would be others
                return _undecided(IN_DOUBT)
            self._trusting = False
            self._asking.unknown.clear()
            self.encoded = self._encode()
            return self._run()

    def _run(self) -> Outcome:
        found: list[Found] = []
        cut: list[Place] = []
        unsupported: list[Place] = []
        more = len(self._program.threads) > 1
        solver = self._options.make_solver()
        try:
            if self._options.progress is not None:
                self._options.progress(self._statistics())
            for constraint in self._formula.constraints:
                solver.assert_(constraint)
            found, unsupported, cut = self._answers(solver)
            if found and self._by_graphs:
                found = self._races_first(solver, found)
            if more and (not found or self._options.looked_for.all_violations):
                more = self._more_schedules(solver)
        except SolverError as error:
            self._asking.note(str(error))
        except KeyboardInterrupt:
            self._asking.note("interrupted")
        finally:
            self._solver_size = solver_size(solver)
            solver.close()
        return Outcome(
            "lazyseq",
            tuple(found),
            more,
            tuple(cut),
            tuple(unsupported),
            tuple(self._asking.unknown),
            self._program.unknown_functions,
            self._statistics(),
            self._assumed,
        )

    # -- questions ------------------------------------------------------------------------------------------------

    def _answers(self, solver: Solver) -> tuple[list[Found], list[Place], list[Place]]:
        """Violations; where there is none, unsupported constructs and bounds that executions get to."""
        formula = self._formula
        left_out = [place for place in (*formula.unsupported, *formula.bounds) if place.condition is not FALSE]
        if self._options.brief and left_out:
            return self._brief_answers(solver, left_out)
        found = self._violations(solver)
        if found:
            return found, [], []
        self._settle_doubts(solver)
        return [], self._reached(solver, formula.unsupported), self._reached(solver, formula.bounds)

    def _races_first(self, solver: Solver, found: list[Found]) -> list[Found]:
        """A program with a data race means nothing: that is worth more than what comes of it."""
        if self._options.looked_for.all_violations or found[0].property is Property.RACE:
            return found
        races = [failure for failure in self._formula.failures if failure.property is Property.RACE]
        return self._violations_among(solver, races, FALSE) or found

    def _settle_doubts(self, solver: Solver) -> None:
        """An answer of no is one if nothing fails that was trusted not to."""
        if self._asking.ask(solver, self._formula.doubt):
            solver.pop()
            raise _InDoubt
        solver.assert_(not_(self._formula.doubt))

    def _brief_answers(self, solver: Solver, left_out: list[Failure]) -> tuple[list[Found], list[Place], list[Place]]:
        """One question for all three: the last attempt, which leaves nothing out, needs no other."""
        formula = self._formula
        question = any_of([formula.doubt, *(one.condition for one in (*formula.failures, *left_out))])
        if not self._asking.ask(solver, question):
            return [], [], []
        if solver.value(formula.doubt):
            solver.pop()
            raise _InDoubt
        violated = [failure for failure in formula.failures if solver.value(failure.condition)]
        if (
            violated
            and not self._options.looked_for.all_violations
            and not any(one.property in OF_ACCESSES for one in violated)
        ):
            model = _Model(self._program, self.encoded, solver)
            found = [model.counterexample(violated[0], all_of([*formula.constraints, question]))]
            solver.pop()
            return found, [], []
        unsupported = _true_in_model(solver, formula.unsupported)
        cut = _true_in_model(solver, formula.bounds)
        solver.pop()
        found = self._violations(solver)
        if found:
            return found, [], []
        self._settle_doubts(solver)
        return (
            [],
            unsupported or self._reached(solver, formula.unsupported),
            cut or self._reached(solver, formula.bounds),
        )

    def _violations(self, solver: Solver) -> list[Found]:
        """The first violation, or one for each property and location.

        After an access that fails a thread may read anything. So the others are asked for first, in executions
        without such accesses: whatever ends in one of them is one.
        """
        accesses = [failure for failure in self._formula.failures if failure.property in OF_ACCESSES]
        others = [failure for failure in self._formula.failures if failure.property not in OF_ACCESSES]
        if self._options.looked_for.all_violations or not accesses or not others:
            return self._violations_among(solver, self._formula.failures, FALSE)
        found = self._violations_among(solver, others, any_of([failure.condition for failure in accesses]))
        return found or self._violations_among(solver, accesses, FALSE)

    def _violations_among(self, solver: Solver, failures: list[Failure], without: Term) -> list[Found]:
        open_ = list(failures)
        found: list[Found] = []
        while open_:
            wanted = any_of([failure.condition for failure in open_])
            question = all_of([wanted, not_(without), not_(self._formula.doubt)])
            if self._options.looked_for.all_violations:  # an execution ends with its first one
                gone = {_identity(failure) for failure in open_}
                closed = [one for one in self._formula.failures if _identity(one) not in gone]
                question = and_(_any_before(open_, closed), not_(without))
            if not self._asking.ask(solver, question):
                break
            violated = [failure for failure in open_ if solver.value(failure.condition)]
            final = [failure for failure in violated if failure.is_of_final_state()]
            violated = final or violated
            if (
                self._options.looked_for.all_violations
                and not final
                and len({_identity(failure) for failure in violated}) > 1
            ):
                solver.pop()
                alone = self._ask_alone(solver, violated) or self._ask_first(solver, violated, question)
                if alone is None:
                    self._asking.note("violations of which none seems to come first")
                    break
                violated, question = [alone[0]], alone[1]
            model = _Model(self._program, self.encoded, solver)
            found.append(model.counterexample(violated[0], all_of([*self._formula.constraints, question])))
            solver.pop()
            if not self._options.looked_for.all_violations:
                break
            open_ = [failure for failure in open_ if _identity(failure) != _identity(violated[0])]
        return found

    def _ask_alone(self, solver: Solver, violated: list[Failure]) -> tuple[Failure, Term] | None:
        """Of several violations in one execution, the first ends it: some execution has it, and no other."""
        for failure in violated:
            others = [one for one in self._formula.failures if _identity(one) != _identity(failure)]
            question = _without(failure, others)
            if self._asking.ask(solver, question):
                return failure, question
        return None

    def _ask_first(self, solver: Solver, violated: list[Failure], question: Term) -> tuple[Failure, Term] | None:
        """Violations that never come alone: after an access that fails, all others to the same object fail, too.

        The first one in the thread's program is taken. An access that fails comes before what was read by it.
        """
        first = next((failure for failure in violated if failure.property in OF_ACCESSES), violated[0])
        together = and_(question, first.condition)
        return (first, together) if self._asking.ask(solver, together) else None

    def _reached(self, solver: Solver, places: list[Failure]) -> list[Place]:
        """Of what was left out, what an execution gets to."""
        reached: dict[tuple[str, object], Place] = {}
        open_ = [place for place in places if place.condition is not FALSE]
        while open_ and self._asking.ask(solver, any_of([place.condition for place in open_])):
            for place in _true_in_model(solver, open_):
                reached[place.what, place.location] = place
            solver.pop()
            open_ = [place for place in open_ if (place.message, place.location) not in reached]
        return list(reached.values())

    def _more_schedules(self, solver: Solver) -> bool:
        """Are there schedules that take more rounds?"""
        if self._turns is None:
            return False
        free = self._turns.free or self._options.instance is not None  # other instances have the rest
        if not free or self._turns.rounds == 0 or self._options.brief:
            return True
        known = list(self._asking.unknown)
        if self.encoded.in_rounds:
            more = self._asking.ask(solver, self.encoded.more_rounds_tell_more())
        else:
            more = self._ask_about_rounds(self._turns)
        gave_up = self._asking.unknown != known
        self._asking.unknown = known  # not to know that is not to say that all schedules were covered
        return more or gave_up

    def _ask_about_rounds(self, turns: Turns) -> bool:
        """A question about rounds, which an order does not have; its symbols mean other things."""
        shape = replace(self._shape, ordering=False)
        solver = self._options.make_solver()
        try:
            encoded = encode_rounds(self._program, turns, self._options.looked_for.properties, shape=shape)
            formula = encoded.formula
            for constraint in (*formula.constraints, not_(formula.doubt)):
                solver.assert_(constraint)
            return self._asking.ask(solver, encoded.more_rounds_tell_more())
        finally:
            solver.close()

    def _statistics(self) -> Statistics:
        return Statistics(
            threads=len(self._program.threads),
            nodes=sum(len(thread.blocks) for thread in self._program.threads),
            formula_nodes=size(*self._formula.constraints, *(failure.condition for failure in self._formula.failures)),
            solver_checks=self._asking.checks,
            exploration_time=self._encoding_time,
            solver_time=self._asking.solver_time,
            **self._solver_size,
        )


def _without(failure: Failure, others: list[Failure]) -> Term:
    """The failure comes, and none of the others before it. (Those that only it can lead to may seem to come, too.)"""
    return and_(failure.condition, not_(any_of([one.condition for one in others if one.may_hide(failure)])))


def _any_before(failures: list[Failure], others: list[Failure]) -> Term:
    """Some failure comes, and none of the others before it."""
    others = [one for one in others if not one.is_of_final_state()]
    places = {(one.thread, one.block) for one in others}
    apart = [failure.condition for failure in failures if (failure.thread, failure.block) not in places]
    none = not_(any_of([one.condition for one in others]))
    together = [_without(failure, others) for failure in failures if (failure.thread, failure.block) in places]
    return any_of([and_(any_of(apart), none), *together])


def _true_in_model(solver: Solver, places: list[Failure]) -> list[Place]:
    true = [Place(place.message, place.location) for place in places if solver.value(place.condition)]
    return list(dict.fromkeys(true))


def _as_it_is(program: BoundedProgram) -> BoundedProgram:
    return program


def _turns(options: Options) -> Turns | None:
    """None: all schedules."""
    if options.bounds.turns is not None:
        return by_schedule(options.bounds.turns)
    if options.bounds.contexts is not None:
        return in_contexts(options.bounds.contexts, () if options.instance is None else options.instance.word)
    if options.bounds.rounds is None and Property.ATOMICITY in options.looked_for.properties:
        return in_rounds(DEFAULT_ROUNDS)  # what is left of a watched block must be done at once, which rounds say
    return None if options.bounds.rounds is None else in_rounds(options.bounds.rounds)


def _identity(failure: Failure) -> Hashable:
    """Two failures with the same identity are one finding."""
    return race_identity(failure.sides) if failure.sides else (failure.property, failure.location, failure.local)


@dataclass(frozen=True, slots=True)
class _Model:
    """Reads an execution off a model: who runs which block in which round."""

    program: BoundedProgram
    encoded: Encoded
    solver: Solver

    def counterexample(self, failure: Failure, formula: Term) -> Found:
        """`formula` is all that the model satisfies."""
        schedule, numbers = self._schedule(failure)
        inputs: dict[int, tuple[InputValue, ...]] = {}
        for thread in self.program.threads:
            if thread.number in numbers:
                taken = inputs_of(thread.log, formula, self.solver.value)
                inputs[numbers[thread.number]] = taken.get(thread.number, ())
        thread_number = numbers.get(failure.thread, failure.thread)
        sides = tuple(replace(side, thread=numbers[side.thread]) for side in failure.sides)
        return Found(
            failure.property,
            failure.message,
            failure.location,
            thread_number,
            tuple(schedule),
            inputs,
            sides=sides,
            local=failure.local,
            through_loops=True,
            apart=failure.apart,
            graph=self._graph(len(schedule)),
        )

    def _graph(self, steps: int) -> GraphSteps | None:
        """Per step of the schedule; main alone has none."""
        interleaving = self.encoded.interleaving
        if not isinstance(interleaving, ExecutionGraph):
            return None
        made = interleaving.accesses_made(self.solver.value)
        run = [made.get(place, ()) for place in self.encoded.blocks_run(self.solver.value)]
        return (*[()] * (steps - len(run)), *run) if steps >= len(run) else ()

    def _holds(self, term: Term) -> bool:
        return bool(self.solver.value(term))

    def _schedule(self, failure: Failure) -> tuple[list[int], dict[int, int]]:
        """One thread number per step, as the concrete machine counts threads: in the order of their creation."""
        if failure.steps_alone is not None:
            return [0] * failure.steps_alone.count(self._holds), {0: 0}
        schedule = [0] * self.program.steps_alone.count(self._holds)
        numbers = {0: 0}
        for thread, block in self.encoded.blocks_run(self.solver.value):
            schedule.append(numbers[thread])
            self._create_after(self.program.threads[thread], block, numbers)
        return schedule, numbers

    def _create_after(self, parent: BoundedThread, block: int, numbers: dict[int, int]) -> None:
        for thread in self.program.threads:
            if thread.parent == parent.number and thread.created_after == block and self._holds(thread.created_guard):
                numbers.setdefault(thread.number, len(numbers))
