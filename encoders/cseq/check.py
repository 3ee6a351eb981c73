"""Mode `lazyseq` with schema *cseq*: the published lazy sequentialization, as one formula."""

from __future__ import annotations

import time
from collections.abc import Hashable, Iterator, Sequence
from dataclasses import replace

from encoders.asking import Asking
from encoders.inputs import inputs_of
from encoders.outcome import Found, InputValue, Outcome, Place, Statistics, race_identity
from encoders.request import Options
from encoders.solvers.answers import SolverError
from encoders.solvers.interface import Solver
from encoders.solvers.size import solver_size
from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.program import Program
from esbmc_py.goto.properties import Property
from reachability_tree.events import Waiting
from sequentialize.bounds import ProgramBounds
from sequentialize.cseq import Sequentialized, sequentialized
from sequentialize.emitter import ProgramTooLarge
from sequentialize.number import numbered
from sequentialize.threads import bounded_threads
from symex.input_log import Input, InputLog
from symex.terms import FALSE, TRUE, Term, all_of, and_, any_of, implies, size, symbol

from .end import violations_at_the_end
from .run import AssumedCondition, Event, Guess, LeftOut, SequentialExecutor, StatementVisit, ThreadStart, Violated

DEFAULT_ROUNDS = 2


def check_cseq(program: Program, options: Options | None = None) -> Outcome:
    """Bounds and sequentializes the program, executes it symbolically, and asks for a violation."""
    return _Check(program, options or Options()).run()


def choices_of_violation(program: Program, options: Options) -> tuple[Outcome, tuple[str, ...] | None]:
    """The outcome, and the choices with which the sequentialized C program runs into the first violation."""
    check = _Check(program, options)
    outcome = check.run()
    return outcome, check.choices


@dataclass(frozen=True, slots=True)
class Turn:
    """In a round, a thread runs from where it stands up to the statement with the number `stops`."""

    round: int
    thread: int  # by its number in the sequentialized program
    stops: int


def turns_of_violation(program: Program, options: Options) -> tuple[Outcome, tuple[Turn, ...]]:
    """The outcome, and how the rounds of the sequentialized program lead to the first violation."""
    check = _Check(program, options)
    return check.run(), check.turns


@dataclass(frozen=True, slots=True)
class EventQuestion:
    """Something that happens at an event; `condition` includes all that was assumed before."""

    at: int
    condition: Term


class Chain:
    """What was assumed up to each question, each stretch given to the solver once."""

    def __init__(self, events: list[Event]) -> None:
        self.constraints: list[Term] = []
        self.violations: list[EventQuestion] = []
        self.left_out: list[EventQuestion] = []
        before, stretch = TRUE, []
        for index, event in enumerate(events):
            if isinstance(event, AssumedCondition):
                stretch.append(event.condition)
            elif isinstance(event, Violated | LeftOut):
                if stretch:
                    before = self._link(before, stretch)
                    stretch = []
                question = EventQuestion(index, and_(before, event.guard))
                (self.violations if isinstance(event, Violated) else self.left_out).append(question)

    def _link(self, before: Term, stretch: list[Term]) -> Term:
        everything = all_of([before, *stretch])
        if everything is TRUE or everything is FALSE:
            return everything
        link = symbol(f"so-far!{len(self.constraints)}", 0)
        self.constraints.append(implies(link, everything))
        return link


class _Check:
    def __init__(self, program: Program, options: Options) -> None:
        self._options = options
        self._rounds = options.bounds.rounds if options.bounds.rounds is not None else DEFAULT_ROUNDS
        self._started = time.monotonic()
        self._asking = Asking(self._started, options.timeout)
        self._bounds = ProgramBounds(options.bounds.unwind, options.unwind_at)
        if options.threads is not None:
            self._bounds = replace(self._bounds, threads=options.threads)
        self._program = program
        self._encoding_time = 0.0
        self._formula_nodes = 0
        self._solver_size: dict[str, int] = {}
        self._sequential: Sequentialized | None = None
        self._events: list[Event] = []
        self._functions: tuple[str, ...] = ()
        self.choices: tuple[str, ...] | None = None
        self.turns: tuple[Turn, ...] = ()

    def run(self) -> Outcome:
        found: list[Found] = []
        left_out: list[LeftOut] = []
        try:
            chain = self._encode()
            solver = self._options.make_solver()
            try:
                for constraint in chain.constraints:
                    solver.assert_(constraint)
                found = self._violations(solver, chain.violations)
                if not found:
                    left_out = self._reached(solver, chain.left_out)
            finally:
                self._solver_size = solver_size(solver)
                solver.close()
        except ProgramTooLarge as problem:
            self._asking.note(str(problem))
        except SolverError as error:
            self._asking.note(str(error))
        except KeyboardInterrupt:
            self._asking.note("interrupted")
        return Outcome(
            "lazyseq",
            tuple(found),
            self._more_schedules(),
            tuple(Place(event.what, event.location) for event in left_out if not event.unsupported),
            tuple(Place(event.what, event.location) for event in left_out if event.unsupported),
            tuple(self._asking.unknown),
            self._functions,
            self._statistics(),
        )

    def _encode(self) -> Chain:
        probing = not self._options.looked_for.properties.isdisjoint({Property.DEADLOCK, Property.RACE})
        bounded = numbered(bounded_threads(self._program, self._bounds))
        self._sequential = sequentialized(bounded, self._rounds, probing=probing)
        liveness = "liveness" in self._options.encoding.levers
        executor = SequentialExecutor(self._sequential, self._options.looked_for.properties, liveness=liveness)
        ends = executor.run()
        self._events = executor.events
        for end in ends:
            if not end.halted:
                self._events += violations_at_the_end(executor, end)
        self._functions = tuple(executor.unknown_functions)
        chain = Chain(self._events)
        questions = [question.condition for question in chain.violations]
        self._formula_nodes = size(*chain.constraints, *questions) if questions else 0
        self._encoding_time = time.monotonic() - self._started
        return chain

    # -- questions ------------------------------------------------------------------------------------------------

    def _violations(self, solver: Solver, open_: list[EventQuestion]) -> list[Found]:
        """The first violation, or one for each property and location."""
        found: list[Found] = []
        while open_:
            question = any_of([one.condition for one in open_])
            if not self._asking.ask(solver, question):
                break
            violated = next(one for one in open_ if solver.value(one.condition))
            model = _Model(self._events, solver)
            found.append(model.counterexample(violated.at, question))
            if self.choices is None:
                self.choices = model.choices(violated.at, question)
                self.turns = tuple(model.turns(violated.at, self._sizes()))
            solver.pop()
            if not self._options.looked_for.all_violations:
                break
            open_ = [one for one in open_ if self._identity(one) != self._identity(violated)]
        return found

    def _sizes(self) -> list[int]:
        return [] if self._sequential is None else [thread.size for thread in self._sequential.numbered.threads]

    def _identity(self, question: EventQuestion) -> Hashable:
        event = self._events[question.at]
        assert isinstance(event, Violated)
        if event.waits:
            return Property.DEADLOCK, event.local
        return race_identity(event.sides) if event.sides else (event.property, event.location)

    def _reached(self, solver: Solver, questions: list[EventQuestion]) -> list[LeftOut]:
        reached: dict[tuple[str, object], LeftOut] = {}
        for question in questions:
            event = self._events[question.at]
            assert isinstance(event, LeftOut)
            key = (event.what, event.location)
            if key not in reached and self._asking.ask(solver, question.condition):
                solver.pop()
                reached[key] = event
        return list(reached.values())

    def _more_schedules(self) -> bool:
        """Schedules that take more rounds: none if there are as many rounds as statements that could end one."""
        if self._sequential is None:
            return True
        threads = self._sequential.numbered.threads
        return len(threads) > 1 and self._rounds <= sum(thread.size for thread in threads)

    def _statistics(self) -> Statistics:
        threads = self._sequential.numbered.threads if self._sequential is not None else ()
        return Statistics(
            threads=len(threads),
            nodes=sum(thread.size for thread in threads),
            formula_nodes=self._formula_nodes,
            solver_checks=self._asking.checks,
            exploration_time=self._encoding_time,
            solver_time=self._asking.solver_time,
            **self._solver_size,
        )


@dataclass(frozen=True, slots=True)
class _Model:
    """Reads an execution off a model: which statements were executed, in which order."""

    events: list[Event]
    solver: Solver

    def counterexample(self, at: int, question: Term) -> Found:
        """The schedule has one entry per numbered statement; threads count in the order in which they were started."""
        schedule: list[int] = []
        numbers = {0: 0}
        log: InputLog | None = None
        for event in self.events[:at]:
            match event:
                case StatementVisit(thread=thread, guard=guard) if self._holds(guard):
                    schedule.append(numbers[thread])
                case ThreadStart(thread=thread, guard=guard) if self._holds(guard):
                    numbers[thread] = len(numbers)
                case Input():
                    log = InputLog(event, log, 1 if log is None else log.length + 1)
        violated = self.events[at]
        assert isinstance(violated, Violated)
        taken = inputs_of(log, question, self.solver.value)
        inputs: dict[int, tuple[InputValue, ...]] = {
            numbers[thread]: values for thread, values in taken.items() if thread in numbers
        }
        thread = numbers.get(violated.thread, violated.thread)
        sides = tuple(replace(side, thread=numbers.get(side.thread, side.thread)) for side in violated.sides)
        return Found(
            violated.property, violated.message, violated.location, thread, tuple(schedule), inputs,
            self._waiting(violated, numbers), sides, violated.local, through_loops=True,
        )  # fmt: skip

    def turns(self, at: int, sizes: Sequence[int]) -> Iterator[Turn]:
        """Each guess that is made is that of the next active thread, as the driver goes round."""
        active, current, number = {0}, -1, 0
        for event in self.events[:at]:
            match event:
                case ThreadStart(thread=thread, guard=guard) if self._holds(guard):
                    active.add(thread)
                case Guess(guard=guard, value=value) if self._holds(guard) and active:
                    following = [thread for thread in sorted(active) if thread > current]
                    number += not following
                    current = following[0] if following else min(active)
                    stops = int(str(self.solver.value(value)))
                    yield Turn(number, current, stops)
                    if stops == sizes[current]:
                        active.discard(current)

    def _waiting(self, violated: Violated, numbers: dict[int, int]) -> tuple[Waiting, ...]:
        held = {wait.thread: wait for wait in violated.waits if self._holds(wait.what.guard)}
        return tuple(Waiting(numbers[thread], wait.location, wait.what.reason) for thread, wait in sorted(held.items()))

    def choices(self, at: int, question: Term) -> tuple[str, ...]:
        """In the order in which the C program asks: numbers, and undefined contents as bytes in hexadecimal.

        The C program asks where main stops first, before it runs the part of main that comes before the rounds here.
        """
        taken: list[str] = []
        first: str | None = None
        for event in self.events[:at]:
            match event:
                case Guess(guard=guard, value=value) if self._holds(guard):
                    number = str(self.solver.value(value))
                    taken.append(number) if first is not None else taken.insert(0, number)
                    first = first or number
                case Input(thread=thread, symbol=symbol) if symbol is None or symbol.op != "const":
                    for value_taken in inputs_of(InputLog(event, None, 1), question, self.solver.value).get(thread, ()):
                        taken.append(_choice_text(value_taken))
        return tuple(taken) if first is not None else ("1", *taken)

    def _holds(self, guard: Term) -> bool:
        return bool(self.solver.value(guard))


def _choice_text(value: InputValue) -> str:
    if value.contents:
        return "x" + value.bits.to_bytes(value.width // 8, "little").hex()
    return str(value.bits)
