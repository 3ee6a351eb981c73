"""The search: depth or breadth first over state vectors, with a visited set."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Hashable, Iterator, Sequence, Set
from dataclasses import replace
from typing import Any

from esbmc_py.goto.garbage import collection_paused
from esbmc_py.goto.idle_values import without_idle_values
from esbmc_py.goto.program import Program
from esbmc_py.goto.properties import Property
from esbmc_py.vm.bounds import Unbounded, bound_for
from esbmc_py.vm.executable import Executable
from esbmc_py.vm.findings import Finding, UnsupportedPlace

from .bounded_steps import BoundedSteps, Successor
from .domains import Domains
from .first_steps import FirstSteps
from .granularity import at_every_access
from .invariants import Invariants
from .moving_threads import MovingThreads
from .observers import ObserverFunction, ObserverProblem
from .protection import Broken
from .search_findings import AllFound, Path, SearchFindings
from .search_result import Counts, Reduction, SearchOptions, SearchOrder, SearchResult
from .stretches import Stretches
from .supersteps import Supersteps
from .transitions import Transition, Transitions
from .vectors import Vector
from .visited import BitState, ExactStates, VisitedStates

HEARTBEAT = 256  # states, or steps that the machine makes, between two looks at the clock


class SearchEnded(Exception):
    """The search ends early; says why."""


def search(program: Program, options: SearchOptions | None = None) -> SearchResult:
    """Searches a prepared program."""
    options = options or SearchOptions()
    with collection_paused():
        found = StateSearch(program, options)
        result = found.run()
        counted = options.order is SearchOrder.BFS and options.reduction is Reduction.SUPERSTEP
        if counted and options.shortest and result.findings:
            return replace(result, findings=tuple(_shortest(program, options, found).values()))
        return result


def _shortest(program: Program, options: SearchOptions, found: StateSearch) -> dict[Hashable, Finding]:
    """A breadth-first search over supersteps counts supersteps: one over single steps finds the shortest way."""
    again = StateSearch(
        program, replace(options, reduction=Reduction.GLOBAL_ACCESS, max_states=None), found.notes.findings.keys()
    )
    again.run()
    return found.notes.findings | again.notes.findings


class StateSearch:
    def __init__(self, program: Program, options: SearchOptions, until: Set[Hashable] = frozenset()) -> None:
        """`until`: the search may end when all of this has been found."""
        self.program = program
        lost = Property.LOST in options.properties and Property.LEAK not in options.properties
        if lost and options.reduction is Reduction.SUPERSTEP:
            # what a thread has written or keeps in a variable tells whether something is lost if another one exits:
            # steps that nobody else notices must not come first
            options = replace(options, reduction=Reduction.GLOBAL_ACCESS)
        self.options = options
        # a watched block ends in the step of its last visible access, and not later
        finer = options.reduction is Reduction.NONE and not program.sites
        searched = at_every_access(program) if finer else program
        # who looks at every state sees all values
        looked_at = options.invariants or options.abstraction is not None or program.sites or options.compiled_reads
        idle = options.idle_values and options.reduction is Reduction.SUPERSTEP and not looked_at
        self.transitions = Transitions(
            Executable(
                without_idle_values(searched) if idle else searched, options.hot, coverage=options.coverage, noted=True
            ),
            Domains(options.values, options.small_domain),
            compiled_reads=options.compiled_reads,
            leaks=not options.properties.isdisjoint((Property.LEAK, Property.LOST)),
            accesses=Property.RACE in options.properties or bool(options.invariants),
        )
        self.bound = bound_for(options.contexts, options.preemptions, None)
        self._bounded = not isinstance(self.bound, Unbounded)
        self._visits = self._runs_told = 0
        self.counts = Counts()
        self.visited = self._new_states()
        self.notes = SearchFindings(program, options, self.transitions, until)
        self._races = Property.RACE in options.properties
        self._deadline = None if options.seconds is None else time.monotonic() + options.seconds
        self.invariants = Invariants(program, self.transitions, self.notes, options.invariants)
        self._abstraction = (
            None if options.abstraction is None else ObserverFunction(self.transitions, options.abstraction)
        )
        self._stretches = Stretches(self.transitions)
        self._movers = MovingThreads(self.transitions, self.notes, in_order=self._bounded, seed=options.seed)
        self._steps = BoundedSteps(
            self.transitions,
            self.bound,
            self._movers,
            self.notes,
            self.counts,
            self.invariants,
            races=self._races,
            longest=options.longest_superstep,
        )
        # who looks at every state, or whether a block is over, can tell what came first
        exact = bool(self.invariants) or self._abstraction is not None or bool(program.sites) or lost
        supersteps = options.reduction is Reduction.SUPERSTEP
        futures = options.futures is not None and supersteps and not self._bounded
        self._first = FirstSteps(
            program, searched, self.transitions, options, self.counts, exact=exact, futures=futures
        )
        self._successors = self._choose_successors()

    def _choose_successors(self) -> Callable[[Vector, Any, Path], Iterator[Successor]]:
        if self.options.reduction is not Reduction.SUPERSTEP:
            return self._steps.single
        return self._steps.chains if self._bounded else self._supersteps

    def _new_states(self) -> VisitedStates:
        return ExactStates() if self.options.bitstate is None else BitState(self.options.bitstate)

    def run(self) -> SearchResult:
        """To its end: nothing is left, something was found, or it is enough."""
        order = self._breadth_first if self.options.order is SearchOrder.BFS else self._depth_first
        try:
            while True:
                try:
                    order()
                    if self._first.broken:
                        raise Broken
                    break
                except Broken:
                    self._begin_again()
        except AllFound:
            pass
        except (SearchEnded, ObserverProblem) as problem:
            self.notes.incomplete[str(problem)] = None
        return self._result()

    def _begin_again(self) -> None:
        """Some steps that came first need not: what has been found is true, but something may have been left out."""
        self._first.begin_again()
        self.counts.begin_again()
        self.notes.executions = 0
        self.visited = self._new_states()

    def _result(self) -> SearchResult:
        for location, ctype in self.transitions.domains.sampled:
            self.notes.incomplete[f"{location}: not all values of type {ctype} were tried"] = None
        self._update_counts()
        return SearchResult(
            tuple(self.notes.findings.values()),
            self.counts,
            self._steps.bound_hit,
            tuple(self.notes.incomplete),
            bool(self.transitions.domains.sampled),
            tuple(UnsupportedPlace(construct, location) for construct, location in self.notes.unsupported),
            tuple(self.transitions.machine.unknown_functions),
            tuple(self.transitions.domains.used),
            self.visited.coverage if isinstance(self.visited, BitState) else None,
        )

    # -- orders ------------------------------------------------------------------------------------------------

    def _depth_first(self) -> None:
        first, account = self.transitions.first(), self.bound.start()
        self._visit(first, account)
        path: list[Transition] = []

        def here() -> list[Transition]:
            return path

        stack = [(0, self._successors(first, account, here))]
        while stack:
            length, successors = stack[-1]
            del path[length:]
            following = next(successors, None)
            if following is None:
                stack.pop()
                continue
            moves, vector, account = following
            if self._visit(vector, account):
                path += moves
                if len(path) > self.counts.deepest:
                    self.counts.deepest = len(path)
                stack.append((len(path), self._successors(vector, account, here)))

    def _breadth_first(self) -> None:
        origins: list[tuple[int, Sequence[Transition]]] = []

        def path_to(node: int) -> list[Transition]:
            parts = []
            while node >= 0:
                node, moves = origins[node]
                parts.append(moves)
            return [move for moves in reversed(parts) for move in moves]

        components = self.transitions.components
        first, account = self.transitions.first(), self.bound.start()
        self._visit(first, account)
        queue = deque([(components.key(first), account, -1, 0)])
        while queue:
            key, account, node, depth = queue.popleft()
            self.counts.deepest = max(self.counts.deepest, depth)
            vector = components.unpack(key)
            for moves, child, child_account in self._successors(vector, account, lambda: path_to(node)):  # noqa: B023
                if self._visit(child, child_account):
                    origins.append((node, moves))
                    queue.append((components.key(child), child_account, len(origins) - 1, depth + len(moves)))

    def _visit(self, vector: Vector, account: Any) -> bool:
        self.transitions.components.normalise(vector)
        if self._abstraction is not None:
            seen = self._abstraction.look(vector)
            key = seen.data + self.transitions.components.control(vector) if seen.control else seen.data
        else:
            key = self.transitions.components.key(vector)
        if self._bounded:
            new = self.visited.visit(key, self.bound.kind(account), self.bound.cost(account))
        else:
            new = self.visited.add(key)
        if not new:
            self.counts.matched += 1
            return False
        self._visits += 1
        if self._visits % HEARTBEAT == 0 or self.transitions.runs - self._runs_told >= HEARTBEAT:
            self._heartbeat()
        if self._first.broken:
            raise Broken
        if self.options.max_states is not None and len(self.visited) > self.options.max_states:
            raise SearchEnded(f"stopped after {self.options.max_states} states")
        return True

    def _heartbeat(self) -> None:
        self._runs_told = self.transitions.runs
        if self._deadline is not None and time.monotonic() > self._deadline:
            raise SearchEnded("out of time")
        if self.options.progress is not None:
            self._update_counts()
            self.options.progress(self.counts)

    def _update_counts(self) -> None:
        self.counts.states = len(self.visited)
        self.counts.executions = self.notes.executions
        self.counts.runs = self.transitions.runs
        self.counts.threads = len(self.transitions.components.thread_slots)

    # -- supersteps --------------------------------------------------------------------------------------------

    def _supersteps(self, vector: Vector, account: Any, path: Path) -> Iterator[Successor]:
        """Without a bound: every enabled thread's superstep, or a step that may come before all of them."""
        alive = self._movers.alive(vector, account)
        if not alive:
            self.notes.leak(vector, path)
            return
        alive = self._movers.moving(vector, alive)
        if not alive:
            return
        first = self._first
        released = first.release(vector, alive)
        if released is not None:
            yield *first.unnoticed(*released, self._states), released[0][0].thread
            return
        steps = Supersteps(
            self.transitions,
            vector,
            alive,
            observed=self.invariants.observed(vector),
            stretches=self._stretches,
            races=self._races,
            longest=self.options.longest_superstep,
            ahead=first.ahead if len(alive) > 1 else None,
        )
        followed = first.followed(vector, alive)
        if followed is not None:
            for transition in steps.blocked:
                followed.follow(vector, (transition,))
        if not steps.enabled:
            self.notes.deadlock(steps.blocked, path)
        elif steps.blocked:
            self.notes.local_deadlocks(steps.blocked, path)
        for thread in steps.enabled:
            for superstep in steps.pan_step(thread):
                self.counts.transitions += len(superstep.transitions)
                held = None
                if followed is not None:
                    held = first.follow(followed, vector, alive, superstep.transitions)
                else:
                    first.note_alone(vector, superstep.transitions)
                if superstep.after is None:
                    self.notes.end([*path(), *superstep.transitions])
                else:
                    if self.invariants:
                        self.invariants.check(superstep.after, [*path(), *superstep.transitions])
                    row = first.run_on(superstep.transitions, superstep.after, held)
                    if followed is not None and len(alive) > 1:
                        row = first.with_further_locks(vector, superstep.transitions, row, steps)
                    yield *first.unnoticed(*row, self._states), thread
            if steps.meetings:
                self.notes.meetings(steps.meetings, path)
                steps.meetings.clear()

    def _states(self) -> int:
        return len(self.visited)
