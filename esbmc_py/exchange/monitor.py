"""Follows an automaton along an execution: which nodes it may be in after each instruction."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TypeAlias

from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.instructions import Branch, Call, Nondet, Return, StartThread
from esbmc_py.goto.program import Function, Program
from esbmc_py.vm.core import Thread
from esbmc_py.vm.findings import BlockedThread, DataRace, Deadlock, RaceSide, Violation
from esbmc_py.vm.lookout import Awaited
from esbmc_py.vm.machine import Machine

from .automaton import Automaton, BranchWay, Edge, Guard, Kind, Spot, WitnessTarget
from .c_values import FunctionPlace, Typed, holds
from .source_map import SourceMap

_MOST_RUNS = 64
_RESULT = re.compile(r"\s*\\result\s*==\s*(-?(?:0|[1-9]\d*))\s*")


@dataclass(frozen=True, slots=True)
class MonitorState:
    """A node, and whom the witness's threads are: pairs of its name for one and the machine's number."""

    node: int
    names: tuple[tuple[str, int], ...] = ()
    pending: tuple[tuple[int, str], ...] = ()  # threads that are creating one, and its name


Runs: TypeAlias = frozenset[MonitorState]


class Monitor:
    """An observer of `Machine.step_slowly`: `runs` is what holds after the instructions so far."""

    patience = sys.maxsize  # it wants to see every instruction

    def __init__(self, automaton: Automaton, sources: SourceMap, machine: Machine):
        self.automaton = automaton
        self.machine = machine
        self.runs: Runs = frozenset()
        self.untold: set[str] = set()  # constraints that could not be evaluated, and were taken to hold
        self.generous = False  # what is vague may be passed together with others
        self.dropped = False  # there were too many runs: some were not followed
        self._sources = sources
        self._program: Program = machine.executable.program
        self._at: tuple[Function, int] | None = None

    def first(self) -> Runs:
        return self._closed({MonitorState(0)})

    # -- the observer --------------------------------------------------------------------------------------------------

    def before(self) -> None:
        function, index = self.machine.code.function, self.machine.pc
        self._at = function, index
        if not function.is_model:
            self._pass(Kind.BEFORE, (function.name, index), function, None)
            self._pass(Kind.ENTER, (function.name, index), function, None)

    def after(self, following: int | None) -> None:
        assert self._at is not None
        function, index = self._at
        instruction = function.instructions[index]
        if isinstance(instruction, StartThread):
            self._started()
        if isinstance(instruction, Return) and following:
            self._returned(following)
        if function.is_model:
            return
        spot = (function.name, index)
        if isinstance(instruction, Nondet) or (isinstance(instruction, Call) and following == index + 1):
            target = instruction.target
            value = None if target is None else self.machine.registers[target.index]
            result = None if value is None or target is None else Typed(value, target.type)
            self._pass(Kind.RETURN, spot, function, result)
        if isinstance(instruction, Branch):
            self._branched(function, index, following)
        if self.machine.code.function is function:
            self._pass(Kind.AFTER, spot, function, None)

    def rested(self) -> None:
        """The step is done: the thread is at its next instruction, where constraints can be evaluated early."""
        function, index = self.machine.code.function, self.machine.pc
        if not function.is_model and not self.machine.ended:
            before = self.runs
            self._pass(Kind.BEFORE, (function.name, index), function, None)
            self._pass(Kind.ENTER, (function.name, index), function, None)
            self.runs |= before

    def _returned(self, following: int) -> None:
        caller = self.machine.code.function
        if caller.is_model:
            return
        call = caller.instructions[following - 1]
        if isinstance(call, Call):
            value = None if call.target is None else self.machine.registers[call.target.index]
            result = None if value is None or call.target is None else Typed(value, call.target.type)
            self._pass(Kind.RETURN, (caller.name, following - 1), caller, result)

    def _branched(self, function: Function, index: int, following: int | None) -> None:
        """Which way: into the first part of the statement, or elsewhere. Within the condition, nothing is decided."""
        text = self._sources.of(function.name)
        statement = text.statement_at(function.instructions[index].location)
        at = None if following is None else text.offset(function.instructions[following].location)
        way = BranchWay(at)
        if statement is not None and following is not None and statement.parts:
            body = statement.parts[0]
            goes_on = at is not None and statement.begin <= at < body.begin and statement.keyword != "do"
            way = BranchWay(at, at is not None and body.begin <= at < body.end, goes_on)
        self._pass(Kind.BRANCH, (function.name, index), function, None, way)

    def _started(self) -> None:
        """A thread has come to life: it has the name that its creator had ready."""
        creator, number = self.machine.thread, len(self.machine.threads) - 1
        self.runs = frozenset(_with_started(run, creator, number) for run in self.runs)

    def begin(self, step: int) -> None:
        """As `vm.trace.Observer` has it: nothing to do here."""

    def commit(self) -> None:
        pass

    def failed(self) -> None:
        pass

    def waits(self, step: int, thread: int, blocked: BlockedThread) -> None:
        pass

    # -- edges ---------------------------------------------------------------------------------------------------------

    def _pass(
        self, kind: Kind, spot: Spot, function: Function, result: Typed | None, way: BranchWay | None = None
    ) -> None:
        changed: set[MonitorState] | None = None
        for run in self.runs:
            after = self._next(run, kind, spot, function, result, way)
            if after is not None:
                more = self._together(run, after, kind, spot, function, result, way) if self.generous else set()
                changed = (changed or set(self.runs)) - {run} | after | more
        if changed is not None:
            self.runs = self._closed(changed)

    def _together(
        self,
        run: MonitorState,
        after: set[MonitorState],
        kind: Kind,
        spot: Spot,
        function: Function,
        result: Typed | None,
        way: BranchWay | None,
    ) -> set[MonitorState]:
        """What else may be passed in the same moment, after a run has gone on."""
        found: set[MonitorState] = set()
        pending = [(run.node, one) for one in after if one != run]
        while pending:
            before, here = pending.pop()
            first_vague = any(edge.guard.vague for edge in self.automaton.edges[before] if edge.target == here.node)
            for edge in self.automaton.edges[here.node]:
                if first_vague or edge.guard.vague:
                    moved = self._through(here, edge, kind, spot, function, result, way)
                    if moved is not None and moved not in found:
                        found.add(moved)
                        pending.append((here.node, moved))
        return found

    def _next(
        self, run: MonitorState, kind: Kind, spot: Spot, function: Function, result: Typed | None, way: BranchWay | None
    ) -> set[MonitorState] | None:
        """None: nothing happens to it."""
        found: set[MonitorState] = set()
        passed_all = True
        decided = False
        for edge in self.automaton.edges[run.node]:
            moved = self._through(run, edge, kind, spot, function, result, way)
            decided = decided or self._is_decided(run, edge.guard, kind, spot, way)
            if moved is None:
                passed_all = False
            else:
                found.add(moved)
                passed_all = passed_all and edge.guard.creates is None
        for guard in self.automaton.avoid[run.node]:
            if guard.kind is kind and self._passes(run, guard, spot, function, result, way) is not None:
                return set() if decided else found  # who passes both passes what is to be avoided
        if decided:
            return found
        if not found:
            return None
        # Who is further on can wait for all that follows; unless something must not happen on the way.
        return found if passed_all and not self.automaton.has_avoid else found | {run}

    def _is_decided(self, run: MonitorState, guard: Guard, kind: Kind, spot: Spot, way: BranchWay | None) -> bool:
        """Is this where the waypoint is evaluated?"""
        if not guard.decides or guard.kind is not kind or spot not in guard.spots:
            return False
        if way is not None and (not guard.is_decided_by(way) or guard.outcome_of(way) is None):
            return False
        return guard.thread is None or dict(run.names).get(guard.thread) == self.machine.thread

    def _through(
        self,
        run: MonitorState,
        edge: Edge,
        kind: Kind,
        spot: Spot,
        function: Function,
        result: Typed | None,
        way: BranchWay | None,
    ) -> MonitorState | None:
        if edge.guard.kind is not kind:
            return None
        names = self._passes(run, edge.guard, spot, function, result, way)
        if names is None:
            return None
        pending = run.pending
        if edge.guard.creates is not None:
            pending = (
                *(one for one in pending if one[0] != self.machine.thread),
                (self.machine.thread, edge.guard.creates),
            )
        return MonitorState(edge.target, names, pending)

    def _passes(
        self,
        run: MonitorState,
        guard: Guard,
        spot: Spot,
        function: Function,
        result: Typed | None,
        way: BranchWay | None,
    ) -> tuple[tuple[str, int], ...] | None:
        """Who is who, if the guard is passed."""
        if spot not in guard.spots:
            return None
        if way is not None:
            told = guard.outcome_of(way)
            if not guard.is_decided_by(way) or (None not in (guard.outcome, told) and guard.outcome is not told):
                return None
        names = self._named(run, guard.thread)
        if names is None:
            return None
        if guard.constraint:
            at = function.instructions[spot[1]].location
            value = holds(guard.constraint, self.machine, FunctionPlace(self._sources.of(function.name), at, result))
            if value is None:
                self.untold.add(guard.constraint)
            if value is False:
                return None
        return names

    def _named(self, run: MonitorState, name: str | None) -> tuple[tuple[str, int], ...] | None:
        """The executing thread may be the one of that name: it is, or neither is known yet."""
        return named(self.automaton, run, name, self.machine.thread)

    def _closed(self, runs: set[MonitorState]) -> Runs:
        """With what can be reached at once."""
        queue = list(runs)
        for run in queue:
            for edge in self.automaton.edges[run.node]:
                if edge.guard.kind is Kind.FREE:
                    further = replace(run, node=edge.target)
                    if further not in runs:
                        runs.add(further)
                        queue.append(further)
        if len(runs) > _MOST_RUNS:
            self.dropped = True
            ranks = self.automaton.ranks
            runs = set(sorted(runs, key=lambda run: -ranks[run.node])[:_MOST_RUNS])
        return frozenset(runs)

    def required_inputs(self) -> frozenset[int] | None:
        """What the executing thread has to get from outside, here and now; None: the witness does not say."""
        spot = self.machine.code.function.name, self.machine.pc
        found: set[int] = set()
        for run in self.runs:
            edges = self.automaton.edges[run.node]
            values = [_RESULT.fullmatch(edge.guard.constraint) for edge in edges]
            decided = all(self._is_decided(run, edge.guard, Kind.RETURN, spot, None) for edge in edges)
            if not edges or not decided or not all(values):
                return None
            found.update(int(value[1]) for value in values if value is not None)
        return frozenset(found)

    def awaited(self, runs: Runs, number: int) -> Awaited | None:
        """Where a step of a thread may change these runs; None: anywhere."""
        if any(number == creator for run in runs for creator, _ in run.pending):
            return None
        spots: set[Spot] = set()
        returns: set[Spot] = set()
        for run in runs:
            known = dict(run.names)
            edges = (edge.guard for edge in self.automaton.edges[run.node])
            for guard in (*edges, *self.automaton.avoid[run.node]):
                if guard.kind is not Kind.FREE and known.get(guard.thread or "", number) == number:
                    spots |= guard.spots
                    returns |= guard.spots if guard.kind is Kind.RETURN else frozenset()
        return Awaited(frozenset(spots), frozenset(returns))

    # -- what it is good for -------------------------------------------------------------------------------------------

    def furthest(self, runs: Runs) -> MonitorState | None:
        return max(runs, key=lambda run: self.automaton.ranks[run.node], default=None)

    def wanted_threads(self, run: MonitorState | None, threads: Sequence[Thread]) -> frozenset[int]:
        """Who should move for the witness to go on: whom it names, or those that are in the function that it names."""
        if run is None:
            return frozenset()
        guards = [edge.guard for edge in self.automaton.edges[run.node]]
        targets = [one for some in self.automaton.targets.get(run.node, ()) for one in some]
        names = [
            name for name in (*(one.thread for one in guards), *(one.thread for one in targets)) if name is not None
        ]
        if names:
            known = dict(run.names)
            return frozenset(known.get(name, 0 if name == "0" else -1) for name in names)
        functions = {function for guard in guards for function, _ in guard.spots}
        functions.update(function for target in targets for function in target.functions)
        return frozenset(thread.number for thread in threads if functions.intersection(_stack(thread)))

    def accepts(self, runs: Runs, what: Violation | Deadlock | DataRace) -> bool:
        """Is the violation the one that the witness tells of?"""
        return any(
            self._matches(run, targets, what) for run in runs for targets in self.automaton.targets.get(run.node, ())
        )

    def _matches(
        self, run: MonitorState, targets: tuple[WitnessTarget, ...], what: Violation | Deadlock | DataRace
    ) -> bool:
        match what:
            case Violation():
                return any(_at(self.automaton, run, one, what) for one in targets)
            case DataRace(first=first, second=second):
                if len(targets) == 1:
                    return any(_at(self.automaton, run, targets[0], side) for side in (first, second))
                one, other = targets[:2]
                pairs = ((first, second), (second, first))
                return any(_at(self.automaton, run, one, a) and _at(self.automaton, run, other, b) for a, b in pairs)
            case Deadlock(blocked=blocked):
                return all(any(_at(self.automaton, run, one, thread) for thread in blocked) for one in targets)


def _stack(thread: Thread) -> Iterator[str]:
    yield thread.code.function.name
    caller = thread.caller
    while caller is not None:
        yield caller[0].function.name
        caller = caller[3]


def _with_started(run: MonitorState, creator: int, number: int) -> MonitorState:
    waiting = dict(run.pending)
    if creator not in waiting:
        return run
    name = waiting.pop(creator)
    names = (*((other, thread) for other, thread in run.names if other != name), (name, number))
    return MonitorState(run.node, tuple(sorted(names)), tuple(sorted(waiting.items())))


def named(automaton: Automaton, run: MonitorState, name: str | None, thread: int) -> tuple[tuple[str, int], ...] | None:
    if name is None:
        return run.names
    known = dict(run.names)
    if name in known:
        return run.names if known[name] == thread else None
    if thread in known.values() or name in automaton.created or any(name == other for _, other in run.pending):
        return None
    if not known and thread != 0:
        return None  # whoever is named first is main: nobody else is there
    return tuple(sorted((*run.names, (name, thread))))


def _at(
    automaton: Automaton, run: MonitorState, target: WitnessTarget, what: Violation | RaceSide | BlockedThread
) -> bool:
    if named(automaton, run, target.thread, what.thread) is None:
        return False
    if target.lines is None:
        return True
    places = {what.location, *(entry.location for entry in what.stack if not entry.in_model)}
    return any((place.file, place.line) in target.lines for place in places)
