"""Asks a program's graph each question about executions without an end."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import field
from itertools import chain

from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.garbage import collection_paused
from esbmc_py.goto.program import Program
from esbmc_py.goto.properties import Property
from esbmc_py.vm.findings import Finding, UnsupportedPlace, Violation
from esbmc_py.vm.schedule import Schedule

from ..observers import ObserverProblem
from ..search import HEARTBEAT, SearchEnded
from ..search_findings import AllFound
from ..search_result import Counts, SearchOptions, SearchResult
from .automaton import AutomatonTooLarge
from .cycles import Lasso, Product
from .formula import Formula, Proposition
from .graph import LivenessGraph
from .nested import NestedSearch
from .watches import Breaks, RunsForEver, Starves, Watch, Without, changes_memory, writes_mark


@dataclass(frozen=True, slots=True)
class EndlessRun(Violation):
    """An execution without an end that must not be; `repeats` says from which step on."""

    formula: Formula | None = None  # that does not hold in it
    functions: tuple[tuple[Proposition, str], ...] = ()  # which tell what holds
    fair: bool = True
    spinning: bool = False  # and memory stays as it is

    @property
    def begin(self) -> int:
        assert self.repeats is not None, "it has no end"
        return self.repeats


@dataclass(frozen=True, slots=True)
class LivenessQuestion:
    """No execution may be like this. `functions` tell which propositions hold."""

    property: Property
    message: str
    formula: Formula | None = None
    functions: Mapping[Proposition, str] = field(default_factory=dict)

    def watch(self, graph: LivenessGraph) -> Watch:
        match self.property:
            case Property.LTL:
                assert self.formula is not None
                return Breaks(self.formula)
            case Property.TERMINATION:
                return RunsForEver()
            case Property.STARVATION:
                return Starves()
            case _:
                return Without(writes_mark if graph.is_marked else changes_memory)


def search_liveness(
    program: Program, options: SearchOptions, questions: Sequence[LivenessQuestion], *, fair: bool
) -> SearchResult:
    with collection_paused():
        return _Search(program, options, fair=fair).run(questions)


class _Search:
    def __init__(self, program: Program, options: SearchOptions, *, fair: bool) -> None:
        self._program = program
        self._options = options
        self._fair = fair
        self._deadline = None if options.seconds is None else time.monotonic() + options.seconds
        self._counts = Counts()
        self._before = 0  # states of questions that are answered
        self._findings: list[Finding] = []
        self._incomplete: dict[str, None] = {}
        self._unsupported: dict[UnsupportedPlace, None] = {}
        self._sampled = False
        self._restricted: dict[str, None] = {}
        self._unknown_functions: dict[str, None] = {}
        self._bound_hit = False
        self._coverage: float | None = None  # with two bits for each state

    def run(self, questions: Sequence[LivenessQuestion]) -> SearchResult:
        try:
            for question in questions:
                self._ask(question)
        except (SearchEnded, ObserverProblem, AutomatonTooLarge) as problem:
            self._incomplete[str(problem)] = None
        except AllFound:
            pass
        return SearchResult(
            tuple(self._findings),
            self._counts,
            self._bound_hit,
            tuple(self._incomplete),
            self._sampled,
            tuple(self._unsupported),
            tuple(self._unknown_functions),
            tuple(self._restricted),
            self._coverage,
        )

    def _ask(self, question: LivenessQuestion) -> None:
        megabytes = self._options.bitstate
        graph = LivenessGraph(
            self._program, self._options, dict(question.functions), self._on_state, remembers=megabytes is None
        )
        watch = question.watch(graph)
        product: Product | NestedSearch
        if megabytes is None:
            product = Product(graph, watch, fair=self._fair)
        else:
            product = NestedSearch(graph, watch, fair=self._fair, megabytes=megabytes, on_state=self._on_state)
        try:
            lasso = product.lasso()
            if lasso is not None:
                self._findings.append(Finding(self._endless(question, lasso, marked=graph.is_marked), _schedule(lasso)))
                if not self._options.all_violations:
                    raise AllFound
        finally:
            self._take_notes(graph, len(product) if isinstance(product, NestedSearch) else len(graph))
            self._counts.matched += len(product)
            if isinstance(product, NestedSearch):
                self._coverage = min(self._coverage or 1.0, product.coverage)

    def _endless(self, question: LivenessQuestion, lasso: Lasso, *, marked: bool) -> EndlessRun:
        begin = sum(len(step.transitions) for step in lasso.stem)
        mover = lasso.cycle[0].mover
        thread = mover if mover >= 0 else lasso.stem[-1].mover if lasso.stem else 0
        location = self._program.functions[self._program.entry].location
        functions = tuple(question.functions.items())
        return EndlessRun(
            question.property, question.message, location, thread, (), begin, question.formula, functions, self._fair,
            question.property is Property.LIVELOCK and not marked,
        )  # fmt: skip

    def _take_notes(self, graph: LivenessGraph, states: int) -> None:
        notes, transitions = graph.notes, graph.transitions
        self._bound_hit = self._bound_hit or graph.bound_hit
        self._findings += notes.findings.values()
        self._incomplete |= notes.incomplete
        for location, ctype in transitions.domains.sampled:
            self._sampled = True
            self._incomplete[f"{location}: not all values of type {ctype} were tried"] = None
        self._unsupported |= {UnsupportedPlace(what, location): None for what, location in notes.unsupported}
        self._restricted |= dict.fromkeys(transitions.domains.used)
        self._unknown_functions |= transitions.machine.unknown_functions
        self._before += states
        self._counts.states = self._before
        self._counts.runs += transitions.runs
        self._counts.executions += notes.executions
        self._counts.threads = max(self._counts.threads, len(transitions.components.thread_slots))

    def _on_state(self, states: int) -> None:
        if states % HEARTBEAT:
            return
        if self._deadline is not None and time.monotonic() > self._deadline:
            raise SearchEnded("out of time")
        if self._options.max_states is not None and self._before + states > self._options.max_states:
            raise SearchEnded(f"stopped after {self._options.max_states} states")
        if self._options.progress is not None:
            self._counts.states = self._before + states
            self._options.progress(self._counts)


def _schedule(lasso: Lasso) -> Schedule:
    moves = [move for step in chain(lasso.stem, lasso.cycle) for move in step.transitions]
    return Schedule(tuple(move.thread for move in moves), tuple(value for move in moves for value in move.inputs))
