"""A search that a witness guides: the thread whose waypoint is next moves first.

Whatever departs from that costs something, each waypoint that is passed pays some of it back, and the cheapest comes
first: what a witness does not say (where in a statement a thread was interrupted, an input) takes few departures.
A step ends where it has taken an input, so that the next waypoint can tell whether that was a good one. If the search
comes to its end, there is no execution that the witness describes.
"""

from __future__ import annotations

import heapq
import time
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from esbmc_py.goto.garbage import collection_paused
from esbmc_py.goto.program import Program
from esbmc_py.goto.properties import Property
from esbmc_py.goto.types import IntType, ScalarType
from esbmc_py.vm.executable import Executable
from esbmc_py.vm.findings import DataRace, Deadlock, Finding, Violation
from esbmc_py.vm.footprints import footprint, races_between
from esbmc_py.vm.inputs import EnumeratedInputs, samples
from esbmc_py.vm.long_steps import FEW_OVERRUNS
from esbmc_py.vm.lookout import NOTHING, Awaited, Lookout, Noticed
from esbmc_py.vm.machine import Machine
from esbmc_py.vm.run import blocked_threads, deadlock_of, local_deadlocks, violation
from esbmc_py.vm.schedule import Schedule
from esbmc_py.vm.state_keys import KeyedState, StateKeys
from esbmc_py.vm.stops import Blocked, Infeasible, LimitReached, Stop, UnsupportedReached, ViolationFound
from esbmc_py.vm.values import Value, coerce

from .automaton import Automaton
from .c_values import constants
from .dead_ends import DeadEnds
from .monitor import Monitor, Runs
from .reachable_code import ThreadFlow
from .source_map import SourceMap

_SMALL_DOMAIN = 256
_PATIENCE = 1000  # steps of one thread without a waypoint, after which going on costs something
_DEPARTURE = 2  # its price in waypoints
_MOST_INPUTS = 300  # possibilities of one step


@dataclass(frozen=True, slots=True)
class GuidedLimits:
    seconds: float
    states: int = 300_000


@dataclass(frozen=True, slots=True)
class Searched:
    """`found` is an execution that the witness describes; `complete`: all were looked at."""

    found: Finding | None
    complete: bool
    states: int
    reached: int  # waypoints, in the best execution
    why: str = ""  # not complete
    untold: tuple[str, ...] = ()  # constraints that could not be evaluated
    next: str = ""  # what the best execution has not passed any more, for people


@dataclass(slots=True, eq=False)
class _Node:
    state: KeyedState
    runs: Runs
    thread: int
    depth: int
    before: _Node | None = None
    inputs: tuple[Value, ...] = ()
    alone: int = 0  # steps of its thread in a row without a waypoint
    pause: int | None = None  # its step has ended early, after so many instructions

    def schedule(self) -> Schedule:
        nodes: list[_Node] = []
        node: _Node | None = self
        while node is not None and node.before is not None:
            nodes.append(node)
            node = node.before
        nodes.reverse()
        pauses = tuple((step, one.pause) for step, one in enumerate(nodes) if one.pause is not None)
        values = tuple(value for one in nodes for value in one.inputs)
        return Schedule(tuple(one.thread for one in nodes), values, pauses=pauses)


class _Chosen(Exception):
    """An input was taken, after so many instructions of the step."""

    def __init__(self, executed: int):
        self.executed = executed


@dataclass(frozen=True, slots=True, eq=False)
class _Move:
    """The thread `order[place]` of a node is to make a step. If it cannot and `usual` says so, the next one is."""

    node: _Node
    order: list[int]
    place: int
    cost: int
    usual: bool
    inputs: HintedInputs | None = None


class HintedInputs(EnumeratedInputs):
    """First what the witness says, and nothing else where it leaves no choice."""

    def __init__(self, hints: Callable[[], Sequence[Value]], required: Callable[[], frozenset[int] | None]):
        super().__init__(_SMALL_DOMAIN)
        self._hints = hints
        self._required = required
        self.tried = 0

    @property
    def taken(self) -> int:
        """In the step that is under way."""
        return self._next

    def again(self) -> None:
        """The same for another step."""
        self._next = 0

    def domain_of(self, ctype: ScalarType) -> Sequence[Value]:
        required = self._required() if isinstance(ctype, IntType) else None
        if required:
            return tuple(dict.fromkeys(coerce(value, ctype) for value in sorted(required)))
        hinted = [value for value in self._hints() if isinstance(ctype, IntType) or isinstance(value, float)]
        fitting = [coerce(value, ctype) for value in hinted if _fits(value, ctype)]
        if isinstance(ctype, IntType) and ctype.maximum - ctype.minimum < _SMALL_DOMAIN:
            return tuple(dict.fromkeys((*fitting, *range(ctype.minimum, ctype.maximum + 1))))
        self.sampled[str(ctype)] = None
        return tuple(dict.fromkeys((*fitting, *samples(ctype))))


def _fits(value: Value, ctype: ScalarType) -> bool:
    return not isinstance(ctype, IntType) or (isinstance(value, int) and abs(value) < 1 << ctype.width)


@dataclass(slots=True, eq=False)
class _Watcher:
    """The monitor, and an end to the step where it has taken an input and may rest."""

    patience = Monitor.patience

    monitor: Monitor
    inputs: HintedInputs

    def before(self) -> None:
        self.monitor.before()

    def after(self, following: int | None) -> None:
        self.monitor.after(following)
        machine = self.monitor.machine
        if self.inputs.taken and following is not None and not machine.atomic and not machine.code.visible[following]:
            raise _Chosen(machine.executed)


@dataclass(eq=False)
class GuidedSearch:
    program: Program
    automaton: Automaton
    sources: SourceMap
    properties: frozenset[Property]
    limits: GuidedLimits
    make_monitor: Callable[[Automaton, SourceMap, Machine], Monitor] = Monitor
    # Constraints may also hold where a thread has arrived, and others move before it goes on; what is vague may be
    # passed together with others.
    generous: bool = False
    _heap: list[tuple[int, int, int, int, _Move]] = field(default_factory=list)
    _seen: set[Hashable] = field(default_factory=set)
    _serial: int = 0

    def run(self) -> Searched:
        self._keys = StateKeys()
        self._lookout = Lookout()
        self._awaited: dict[tuple[Runs, int], Awaited | None] = {}
        self.machine = Machine(Executable(self.program, lookout=self._lookout), samples_first)
        self.machine.most_overruns = FEW_OVERRUNS
        self.machine.look_for(leaks=Property.LEAK in self.properties, lost=Property.LOST in self.properties)
        self.monitor = self.make_monitor(self.automaton, self.sources, self.machine)
        self.monitor.generous = self.generous
        deadlock = self.properties == {Property.DEADLOCK}
        memory = bool(self.properties & {Property.LEAK, Property.LOST})
        flow = ThreadFlow(self.program)
        self._dead_ends = DeadEnds(flow, self.automaton, every_target=deadlock, any_place=memory)
        self._why = ""
        self._best, self._next = 0, self.automaton.next_from(0)
        self._deadline = time.monotonic() + self.limits.seconds
        with collection_paused():
            found = self._search()
        if self.monitor.dropped:
            self._give_up("the witness can be followed in too many ways at once")
        untold = tuple(sorted(self.monitor.untold))
        complete = not self._why and not (found is None and self._heap)
        return Searched(found, complete, len(self._seen), self._best, self._why, untold, self._next)

    def _search(self) -> Finding | None:
        state = self._keys.first(self.machine)
        first = _Node(state, self.monitor.first(), 0, 0)
        found = self._arrive(first, 0)
        while found is None and self._heap:
            if time.monotonic() > self._deadline:
                self._give_up("out of time")
                break
            if len(self._seen) > self.limits.states:
                self._give_up(f"more than {self.limits.states:,} states")
                break
            found = self._move(heapq.heappop(self._heap)[-1])
        return found

    def _give_up(self, why: str) -> None:
        self._why = self._why or why

    # -- nodes ---------------------------------------------------------------------------------------------------------

    def _arrive(self, node: _Node, cost: int) -> Finding | None:
        """A state: something is wrong with it already, or its first move is planned."""
        if self._was_there(node):
            return None
        self._note_progress(node)
        going_on = self._dead_ends.without(node.runs, node.state.machine.threads)
        if going_on != node.runs:
            node.runs = going_on
            if self._was_there(node):
                return None
        if not node.runs:
            return None  # the witness describes nothing that goes on from here
        found = self._wrong_here(node)
        if found is not None:
            return found
        order = self._order(node)
        if order:
            extra = int(node.alone > 0 and node.alone % _PATIENCE == 0)
            self._plan(_Move(node, order, 0, cost + extra, True))
        return None

    def _note_progress(self, node: _Node) -> None:
        run = self.monitor.furthest(node.runs)
        if run is not None and self.automaton.ranks[run.node] > self._best:
            self._best, self._next = self.automaton.ranks[run.node], self.automaton.next_from(run.node)

    def _was_there(self, node: _Node) -> bool:
        """If not, it is now."""
        known = len(self._seen)
        self._seen.add((node.state.key, node.runs))
        return len(self._seen) == known

    def _order(self, node: _Node) -> list[int]:
        """Who the witness wants, then the one that was running, then the others in turn."""
        threads = node.state.machine.threads
        alive = [thread.number for thread in threads if not thread.ended]
        if node.state.machine.exit_status is not None or not alive:
            return []
        moving, given_up = self.machine.follow_overruns(alive, threads)
        if given_up is not None:
            self._give_up(given_up)
            return []
        if moving is not alive:
            return moving
        wanted = self.monitor.wanted_threads(self.monitor.furthest(node.runs), threads)
        turn = sorted(alive, key=lambda number: (number != node.thread, (number - node.thread) % len(threads)))
        return sorted(turn, key=lambda number: number not in wanted)

    def _plan(self, move: _Move) -> None:
        run = self.monitor.furthest(move.node.runs)
        rank = 0 if run is None else self.automaton.ranks[run.node]
        self._serial += 1
        heapq.heappush(self._heap, (_DEPARTURE * move.cost - rank, -rank, -move.node.depth, self._serial, move))

    # -- moves ---------------------------------------------------------------------------------------------------------

    def _move(self, move: _Move) -> Finding | None:
        node, number = move.node, move.order[move.place]
        machine, monitor = self.machine, self.monitor
        machine.restore(node.state.machine)
        monitor.runs = node.runs
        inputs = move.inputs or HintedInputs(lambda: self._hints(monitor.runs), monitor.required_inputs)
        found: Finding | None = None
        child: KeyedState | None = None
        pause: int | None = None
        blocked = False
        try:
            pause = self._step(move, inputs)
            if self.generous:
                monitor.rested()
            child = self._keys.after_step(node.state, machine)
        except Blocked:
            blocked = True
        except Infeasible:
            pass
        except ViolationFound as stop:
            found = self._violated(node, number, inputs.chosen(), violation(machine, stop))
        except UnsupportedReached as stop:
            self._give_up(f"not supported: {stop.construct}")
        except LimitReached as stop:
            self._give_up(stop.what)
        except Stop:
            self._give_up("an execution could not be followed")
        machine.output.clear()
        runs, chosen = monitor.runs, inputs.chosen()
        self._plan_others(move, inputs, blocked)
        if found is not None or child is None:
            return found
        alone = node.alone + 1 if number == node.thread and runs == node.runs else 0
        return self._arrive(_Node(child, runs, number, node.depth + 1, node, chosen, alone, pause), move.cost)

    def _step(self, move: _Move, inputs: HintedInputs) -> int | None:
        """After how many instructions it has ended early, if it has."""
        machine, node, number = self.machine, move.node, move.order[move.place]
        if move.inputs is None and self._made_unwatched(node, number):
            return None
        machine.choose = inputs.choose
        watcher: Any = _Watcher(self.monitor, inputs)
        try:
            machine.step_slowly(number, watcher)
            return None
        except _Chosen as chosen:
            executed = chosen.executed
        machine.restore(node.state.machine)
        machine.output.clear()
        self.monitor.runs = node.runs
        inputs.again()
        observer: Any = self.monitor
        machine.step_slowly(number, observer, executed)
        return executed

    def _made_unwatched(self, node: _Node, number: int) -> bool:
        """A step that takes no input, and in which nothing happens that the witness speaks of. Else it is undone."""
        machine, key = self.machine, (node.runs, number)
        if key not in self._awaited:
            self._awaited[key] = self.monitor.awaited(node.runs, number)
        awaited = self._awaited[key]
        if awaited is None:
            return False
        self._lookout.awaited = awaited
        machine.choose = _no_input
        try:
            machine.step(number)
            return True
        except Noticed:
            machine.restore(node.state.machine)
            machine.output.clear()
            return False
        finally:
            self._lookout.awaited = NOTHING  # others make steps, too: who is blocked, who races

    def _plan_others(self, move: _Move, inputs: HintedInputs, blocked: bool) -> None:
        if inputs.sampled:
            self._give_up(f"not all values of type {next(iter(inputs.sampled))} were tried")
        inputs.tried += 1
        if inputs.advance():
            if inputs.tried < _MOST_INPUTS:
                cost = move.cost + (inputs.tried == 1)
                self._plan(_Move(move.node, move.order, move.place, cost, move.usual and blocked, inputs))
                if blocked:
                    return
            else:
                self._give_up("not all inputs were tried")
        if not move.usual:
            return
        rest = range(move.place + 1, len(move.order))
        if blocked:
            if move.place + 1 < len(move.order):
                self._plan(_Move(move.node, move.order, move.place + 1, move.cost, True))
            return
        for place in rest:
            self._plan(_Move(move.node, move.order, place, move.cost + 1, False))

    def _hints(self, runs: Runs) -> Sequence[Value]:
        """Numbers of the next waypoints first."""
        run = self.monitor.furthest(runs)
        if run is None:
            return ()
        return tuple(dict.fromkeys(self._numbers_from(run.node)))

    def _numbers_from(self, node: int) -> Iterator[Value]:
        """Along the first way."""
        for _ in range(40):
            edges = self.automaton.edges[node]
            if not edges:
                return
            for edge in edges:
                yield from constants(edge.guard.constraint)
            if edges[0].target == node:
                return
            node = edges[0].target

    # -- what is found -------------------------------------------------------------------------------------------------

    def _violated(self, node: _Node, number: int, inputs: tuple[Value, ...], what: Violation) -> Finding | None:
        runs = self.monitor.runs
        leak = what.property in (Property.LEAK, Property.LOST)
        if what.property not in self.properties:
            return None
        at_end = any(run.node in self.automaton.targets for run in runs)
        if not (self.monitor.accepts(runs, what) or (leak and at_end)):
            return None
        before = node.schedule()
        return Finding(what, replace(before, threads=(*before.threads, number), inputs=(*before.inputs, *inputs)))

    def _wrong_here(self, node: _Node) -> Finding | None:
        """Races and deadlocks are in states, not in steps."""
        wanted = self.properties & {Property.RACE, Property.DEADLOCK}
        if not wanted or not any(run.node in self.automaton.targets for run in node.runs):
            return None
        self.machine.restore(node.state.machine)
        self.machine.choose = samples_first
        for what in self._of_state(wanted):
            if self.monitor.accepts(node.runs, what):
                return Finding(what, node.schedule())
        return None

    def _of_state(self, wanted: frozenset[Property]) -> Iterator[Deadlock | DataRace]:
        machine = self.machine
        alive = [thread.number for thread in machine.threads if not thread.ended]
        if machine.exit_status is not None or not alive:
            return
        if Property.RACE in wanted:
            touched = {number: footprint(machine, number) for number in alive}
            yield from (race for _, race in races_between(touched))
        if Property.DEADLOCK in wanted:
            blocked = blocked_threads(machine)
            if len(blocked) == len(alive):
                yield deadlock_of(blocked)
            else:
                yield from local_deadlocks(blocked)


def _no_input(ctype: ScalarType) -> Value:
    raise Noticed


def samples_first(ctype: ScalarType) -> Value:
    return samples(ctype)[0]
