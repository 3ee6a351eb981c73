"""All interleavings of a program: every state that some schedule and some nondeterministic values lead to.

This is the judge of everything symbolic, so it is simple: from every state every thread makes its step, with every
value of the inputs it asks for; a state seen before is not looked at again; nothing else is left out. Types with
too many values are sampled, and the result says so.
"""

from __future__ import annotations

import sys
import time
from collections import deque
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from ..goto.coverage import Coverage
from ..goto.garbage import collection_paused
from ..goto.program import Program
from ..goto.symbols import SourceLocation
from ..goto.types import ScalarType
from .bounds import Bound, Unbounded, bound_for
from .executable import HOT, Executable
from .findings import (
    BlockedThread,
    DataRace,
    Deadlock,
    Exploration,
    Finding,
    UnsupportedPlace,
    Violation,
)
from .footprints import races_between, unordered
from .happens_before import Order, after
from .inputs import EnumeratedInputs
from .long_steps import FEW_OVERRUNS, INVISIBLE_LIMIT
from .machine import Machine
from .races import Access
from .run import blocked_thread, deadlock_of, local_deadlocks, user_location, violation
from .schedule import Schedule
from .state_keys import KeyedState, StateKeys
from .stops import Blocked, Infeasible, LimitReached, Stop, UnsupportedReached, ViolationFound
from .values import Value

SMALL_DOMAIN = 256
DEEPEST_REST = 2_000  # calls deep in which a thread may rest: beyond, the states would be too many and too large

Progress: TypeAlias = Callable[[int, int], None]  # gets the numbers of states and transitions so far
Move: TypeAlias = tuple[int, tuple[Value, ...]]  # the thread, and the nondeterministic values of its step


class FirstChoice:
    """Makes the inputs of a step when it asks for the first of them: most steps never do."""

    __slots__ = ("_booleans", "_given", "_small_domain", "inputs")

    def __init__(self, small_domain: int, given: Sequence[Value] | None = None, booleans: Sequence[Value] = ()):
        self._small_domain = small_domain
        self._given = given
        self._booleans = booleans
        self.inputs: EnumeratedInputs | None = None

    def choose(self, ctype: ScalarType) -> Value:
        if self.inputs is None:
            self.inputs = EnumeratedInputs(self._small_domain, self._given, self._booleans)
        return self.inputs.choose(ctype)


class Enough(Exception):
    """The exploration ends early."""


def explore(
    program: Program,
    *,
    contexts: int | None = None,
    preemptions: int | None = None,
    rounds: int | None = None,
    max_states: int | None = None,
    max_seconds: float | None = None,
    small_domain: int = SMALL_DOMAIN,
    races: bool = False,
    happens_before: bool = False,
    leaks: bool = False,
    lost: bool = False,
    order: Literal["dfs", "bfs"] = "dfs",
    shortest: bool = True,
    progress: Progress | None = None,
    invisible_limit: int = INVISIBLE_LIMIT,
    deepest_rest: int = DEEPEST_REST,
    switches_everywhere: bool = False,
    coverage: Coverage | None = None,
) -> Exploration:
    """Explores within at most one of the bounds `contexts` (switches), `preemptions` and `rounds`.

    Depth first, then, when something was found and `shortest` is asked for, breadth first until all of it is found
    again. `small_domain` is the number of values up to which an input is enumerated. With `happens_before`, conflicting
    accesses that nothing orders are races, too, where they are not next to each other.
    `switches_everywhere` believes nobody: threads may be switched before every instruction, visible or not.
    `coverage` gets what is executed; then nothing is compiled.
    """
    bound = bound_for(contexts, preemptions, rounds)
    deadline = None if max_seconds is None else time.monotonic() + max_seconds

    def explorer() -> Explorer:
        inputs = EnumeratedInputs(small_domain)
        hot = HOT if coverage is None else sys.maxsize
        executable = Executable(program, hot, switches_everywhere=switches_everywhere, coverage=coverage)
        machine = Machine(executable, inputs.choose, invisible_limit=invisible_limit)
        machine.most_overruns = FEW_OVERRUNS
        machine.look_for(leaks=leaks, lost=lost)
        return Explorer(
            machine, bound, small_domain, races, max_states, deadline, progress, deepest_rest, happens_before
        )

    with collection_paused():
        search = explorer()
        if order == "bfs":
            search.breadth_first()
        else:
            search.depth_first()
            if search.findings and shortest:
                again = explorer()
                again.breadth_first(until=search.findings.keys())
                search.findings.update(again.findings)
        return search.result()


@dataclass(eq=False)
class Explorer:
    machine: Machine
    bound: Bound
    small_domain: int
    races: bool
    max_states: int | None
    deadline: float | None
    progress: Progress | None
    deepest_rest: int
    happens_before: bool = False
    findings: dict[Hashable, Finding] = field(default_factory=dict)
    transitions: int = 0
    terminal_states: int = 0
    deepest: int = 0
    bound_hit: bool = False
    incomplete: dict[str, None] = field(default_factory=dict)
    unsupported: dict[tuple[str, SourceLocation], None] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.keys = StateKeys()
        self.first_choice = FirstChoice(self.small_domain)
        self.visited: dict[Hashable, Any] = {}
        self.states: set[bytes] = set()  # where `visited` has more than states in its keys

    def result(self) -> Exploration:
        return Exploration(
            tuple(self.findings.values()),
            self._state_count(),
            self.transitions,
            self.terminal_states,
            self.deepest,
            self.bound_hit,
            tuple(self.incomplete),
            tuple(UnsupportedPlace(construct, location) for construct, location in self.unsupported),
            tuple(self.machine.unknown_functions),
        )

    # -- searches ----------------------------------------------------------------------------------------------------

    def depth_first(self) -> None:
        first, account = self._first(), self.bound.start()
        self._visit(first, account)
        path: list[Move] = []
        stack = [self._successors(first, account, lambda: path)]
        try:
            while stack:
                following = next(stack[-1], None)
                if following is None:
                    stack.pop()
                    if path:
                        path.pop()
                    continue
                move, state, account = following
                if self._visit(state, account):
                    path.append(move)
                    self.deepest = max(self.deepest, len(path))
                    stack.append(self._successors(state, account, lambda: path))
        except Enough as enough:
            self.incomplete[str(enough)] = None
        except KeyboardInterrupt:
            self.incomplete["interrupted"] = None

    def breadth_first(self, until: Any = None) -> None:
        """Finds everything by a shortest path; ends when everything in `until` has been found."""
        origins: list[tuple[int, Move]] = []

        def path_to(node: int) -> list[Move]:
            moves = []
            while node >= 0:
                node, move = origins[node]
                moves.append(move)
            return moves[::-1]

        first, account = self._first(), self.bound.start()
        self._visit(first, account)
        queue = deque([(first, account, -1, 0)])
        try:
            while queue and (until is None or not until <= self.findings.keys()):
                state, account, node, depth = queue.popleft()
                self.deepest = max(self.deepest, depth)
                for move, child, child_account in self._successors(state, account, lambda: path_to(node)):  # noqa: B023
                    if self._visit(child, child_account):
                        origins.append((node, move))
                        queue.append((child, child_account, len(origins) - 1, depth + 1))
        except Enough as enough:
            self.incomplete[str(enough)] = None
        except KeyboardInterrupt:
            self.incomplete["interrupted"] = None

    def _first(self) -> KeyedState:
        first = self.keys.first(self.machine)
        first.order = Order() if self.happens_before else None
        return first

    def _visit(self, state: KeyedState, account: Any) -> bool:
        """Notes a state; False if it was there before, at no higher cost."""
        kind, cost = self.bound.kind(account), self.bound.cost(account)
        key: Hashable = state.key if kind is None else (state.key, kind)
        if state.order is not None:
            key = (key, state.order.key)
        known = self.visited.get(key)
        if known is not None and known <= cost:
            return False
        if known is None and self.max_states is not None and self._state_count() >= self.max_states:
            if kind is None or state.key not in self.states:
                raise Enough(f"stopped after {self.max_states} states")
        self.visited[key] = cost
        if kind is not None:
            self.states.add(state.key)
        return True

    def _state_count(self) -> int:
        return len(self.states) or len(self.visited)

    def _look_at_the_clock(self) -> None:
        if self.progress is not None and self.transitions % 256 == 0:
            self.progress(self._state_count(), self.transitions)
        if self.deadline is not None and time.monotonic() > self.deadline:
            raise Enough("out of time")

    # -- one state -----------------------------------------------------------------------------------------------------

    def _successors(
        self, state: KeyedState, account: Any, path: Callable[[], list[Move]]
    ) -> Iterator[tuple[Move, KeyedState, Any]]:
        """All moves from a state, with where they lead. What goes wrong on the way is noted."""
        alive = [thread.number for thread in state.machine.threads if not thread.ended]
        if state.machine.exit_status is not None or not alive:
            self.terminal_states += 1
            return
        bound = self.bound
        last = bound.last(account)
        moving, given_up = self.machine.follow_overruns(alive, state.machine.threads)
        if given_up is not None:
            self.incomplete[given_up] = None
            return
        reordered, alive = moving is not alive, moving
        # the thread that was running comes first: whether it could go on decides about the others
        if last in alive and not (reordered and isinstance(bound, Unbounded)):
            alive.remove(last)
            alive.insert(0, last)
        blocked: dict[int, BlockedThread] = {}
        footprints: dict[int, list[Access]] = {}
        last_enabled = anything_enabled = False
        for number in alive:
            moved = bound.move(account, number, last_enabled)
            if moved is None and self.bound_hit and anything_enabled and not self._is_of_interest(state, number):
                continue
            inputs: EnumeratedInputs | None = None
            enabled = False
            while True:
                inputs, outcome = self._attempt(state, number, inputs, path if moved is not None else None, footprints)
                if isinstance(outcome, BlockedThread):
                    blocked[number] = outcome
                else:
                    enabled = True
                    if moved is None:
                        self.bound_hit = True
                        if not self.races:
                            break
                    elif outcome is not None:
                        yield (number, inputs.chosen() if inputs is not None else ()), outcome, moved
                if inputs is None or not inputs.advance():
                    break
            if enabled:
                anything_enabled = True
                last_enabled = last_enabled or number == last
                blocked.pop(number, None)
        if not anything_enabled:
            deadlock = deadlock_of(blocked)
            identity = frozenset((place.location, place.reason) for place in deadlock.blocked)
            self._note(identity, deadlock, path())
        else:
            self._note_local_deadlocks(blocked, path)
        for race_identity, race in races_between(footprints):
            self._note(("race", race_identity), race, path())

    def _is_of_interest(self, state: KeyedState, number: int) -> bool:
        """Though a thread may not move within the bound, it may race, or wait for ever, in this state."""
        return self.races or self.machine.may_block(state.machine.threads[number])

    def _attempt(
        self,
        state: KeyedState,
        number: int,
        inputs: EnumeratedInputs | None,
        path: Callable[[], list[Move]] | None,
        footprints: dict[int, list[Access]],
    ) -> tuple[EnumeratedInputs | None, KeyedState | BlockedThread | None]:
        """One step of a thread: the state it leads to, a reason to wait, or None where the path ends.

        With it, the inputs that the step used (None if it used none). Without `path`, nothing is noted.
        """
        machine = self.machine
        machine.restore(state.machine)
        first_choice = self.first_choice
        first_choice.inputs = None
        machine.choose = first_choice.choose if inputs is None else inputs.choose
        outcome: KeyedState | BlockedThread | None = None
        accesses: list[Access] = []
        try:
            if self.races:
                machine.accesses = accesses
                machine.step_slowly(number)
            else:
                machine.step(number)
            if machine.depth > self.deepest_rest:
                raise LimitReached(f"more than {self.deepest_rest} nested calls at a switch point")
            outcome = self.keys.after_step(state, machine)
            if state.order is not None:
                chosen = inputs or first_choice.inputs
                moves = [(number, chosen.chosen() if chosen is not None else ())]
                self._follow_order(state.order, outcome, number, accesses, path, moves)
        except Blocked as stop:
            outcome = blocked_thread(machine, stop)
            accesses = []
        except Infeasible:
            accesses = machine.accesses_before_assumption()
        except Stop as stop:
            chosen = inputs or first_choice.inputs
            self._stopped(stop, number, chosen.chosen() if chosen is not None else (), path)
        self.transitions += 1
        self._look_at_the_clock()
        machine.output.clear()
        if accesses:
            footprints.setdefault(number, []).extend(accesses)
        inputs = inputs or first_choice.inputs
        if inputs is not None and inputs.sampled:
            for ctype in inputs.sampled:
                self.incomplete[f"not all values of type {ctype} were tried"] = None
        return inputs, outcome

    def _follow_order(
        self,
        order: Order,
        reached: KeyedState,
        number: int,
        accesses: list[Access],
        path: Callable[[], list[Move]] | None,
        moves: list[Move],
    ) -> None:
        """What a step adds to the order of accesses, and what it races with."""
        fences = self.machine.executable.program.fences
        reached.order, races = after(order, number, accesses, len(reached.machine.threads), fences=fences)
        if path is not None:
            for identity, race in unordered(number, races):
                self._note(("race", identity), race, [*path(), *moves])

    def _stopped(
        self, stop: Stop, number: int, chosen: tuple[Value, ...], path: Callable[[], list[Move]] | None
    ) -> None:
        """A step did not come to its end."""
        machine = self.machine
        match stop:
            case ViolationFound():
                if path is not None:
                    found = violation(machine, stop)
                    self._note((found.property, found.location), found, [*path(), (number, chosen)])
            case UnsupportedReached(construct=construct):
                self.unsupported[construct, user_location(machine.stack())] = None
            case LimitReached(what=what):
                self.incomplete[f"{user_location(machine.stack())}: {what}"] = None
            case _:
                raise stop

    def _note_local_deadlocks(self, blocked: dict[int, BlockedThread], path: Callable[[], list[Move]]) -> None:
        """Threads that wait for one another in a circle."""
        for deadlock in local_deadlocks(blocked):
            identity = frozenset((place.location, place.reason) for place in deadlock.blocked)
            self._note(("local", identity), deadlock, path())

    # -- findings ------------------------------------------------------------------------------------------------------

    def _note(self, identity: Hashable, what: Violation | Deadlock | DataRace, path: list[Move]) -> None:
        if identity not in self.findings:
            threads = tuple(thread for thread, _ in path)
            inputs = tuple(value for _, values in path for value in values)
            self.findings[identity] = Finding(what, Schedule(threads, inputs))
