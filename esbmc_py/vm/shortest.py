"""The shortest way to a violation: fewest context switches, then fewest steps; also where an order is turned round.

States are visited in the order of what it costs to get there, so the first way found is a shortest one, and if there
is none, all schedules within the bound were looked at. Inputs are tried one by one (see `EnumeratedInputs`).
"""

from __future__ import annotations

import heapq
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import field

from esbmc_py.goto.deferred import dataclass

from ..goto.garbage import collection_paused
from ..goto.program import Program
from ..goto.types import ScalarType
from .executable import Executable
from .explore import SMALL_DOMAIN, FirstChoice, Move
from .findings import BlockedThread, Deadlock, Violation
from .inputs import EnumeratedInputs
from .machine import Machine
from .run import blocked_thread, deadlock_of, violation
from .schedule import Schedule
from .state_keys import KeyedState, StateKeys
from .stops import Blocked, Infeasible, Stop, ViolationFound
from .values import Value

Found = Violation | Deadlock
_PROGRESS = -1  # the number of an object that no program has: how far the two steps of an order have come


@dataclass(frozen=True, slots=True)
class StepSite:
    """A step of an execution, so that it can be found again in others: which thread's `count`th step from there."""

    thread: int
    function: str
    index: int
    count: int


@dataclass(frozen=True, slots=True)
class Turned:
    """Only executions in which `first` happens before `second`, or `second` not at all."""

    first: StepSite
    second: StepSite


@dataclass(frozen=True, slots=True)
class Shortest:
    """`schedule` leads to what was looked for; None: nothing does, and if `complete` nothing can within the bound."""

    schedule: Schedule | None
    complete: bool
    states: int
    harmless: Schedule | None = None  # an execution that comes to its end, if one was seen
    turns: bool = True  # whether the other order was seen at all; if not, and `complete`, it is impossible


class TurnedMachine(Machine):
    """Executions in which the other order happens are none."""

    def __init__(self, executable: Executable, choose: Callable[[ScalarType], Value], turned: Turned):
        super().__init__(executable, choose)
        self._turned = turned
        self.turns = False  # the other order was seen
        self.memory.buffers[_PROGRESS] = bytes(3)  # steps at the first place, at the second; whether it has happened

    def step(self, number: int) -> None:
        self._count(number)
        super().step(number)

    def _count(self, number: int) -> None:
        at = self.threads[number]
        first, second, done = self.memory.buffers[_PROGRESS]
        if done:
            return
        if self._is_at(at.code.name, at.pc, number, self._turned.second):
            if second + 1 >= self._turned.second.count:
                raise Infeasible
            second += 1
        if self._is_at(at.code.name, at.pc, number, self._turned.first):
            first += 1
            done = int(first >= self._turned.first.count)
            self.turns = self.turns or bool(done)
        self.memory.buffers[_PROGRESS] = bytes((0, 0, 1) if done else (min(first, 255), min(second, 255), 0))
        self.memory.touched.add(_PROGRESS)

    @staticmethod
    def _is_at(function: str, index: int, thread: int, site: StepSite) -> bool:
        return (thread, function, index) == (site.thread, site.function, site.index)


def shortest(
    program: Program,
    wanted: Callable[[Found], bool],
    *,
    contexts: int,
    turned: Turned | None = None,
    max_states: int = 20_000,
    max_seconds: float = 5.0,
    executable: Executable | None = None,
    inputs: Sequence[Value] | None = None,
    called: Sequence[Value] | None = None,
) -> Shortest:
    """Looks for an execution that ends in something `wanted`, with at most so many context switches.

    With `inputs`, only these are tried of types with many values (and that counts as all of them). With `called`, the
    Booleans that are chosen before there is a second thread are these, one after the other (how many arguments there
    are, and how long); and all other types have many values.
    """
    executable = executable or Executable(program)
    nothing = EnumeratedInputs(SMALL_DOMAIN).choose
    machine = Machine(executable, nothing) if turned is None else TurnedMachine(executable, nothing, turned)
    with collection_paused():
        return _Search(machine, wanted, contexts, max_states, time.monotonic() + max_seconds, inputs, called).run()


@dataclass(slots=True, eq=False)
class _Node:
    """A state, or what was found (None for the state), and how it was reached."""

    state: KeyedState | None
    last: int
    move: Move | None
    parent: _Node | None
    called: int = 0  # how many of the Booleans of the call were chosen on the way here

    def schedule(self) -> Schedule:
        moves: list[Move] = []
        node: _Node | None = self
        while node is not None and node.move is not None:
            moves.append(node.move)
            node = node.parent
        moves.reverse()
        threads = tuple(thread for thread, _ in moves)
        return Schedule(threads, tuple(value for _, values in moves for value in values))


@dataclass(slots=True, eq=False)
class _Search:
    machine: Machine
    wanted: Callable[[Found], bool]
    contexts: int
    max_states: int
    deadline: float
    inputs: Sequence[Value] | None
    called: Sequence[Value] | None
    complete: bool = True
    harmless: _Node | None = None
    seen: set[tuple[bytes, int]] = field(default_factory=set)
    keys: StateKeys = field(default_factory=StateKeys)

    def run(self) -> Shortest:
        queue: list[tuple[int, int, int, _Node]] = [(0, 0, 0, _Node(self.keys.first(self.machine), 0, None, None))]
        pushed = 0
        while queue:
            switches, steps, _, node = heapq.heappop(queue)
            if node.state is None:
                return self._result(node)
            key = (node.state.key, node.last)
            if key in self.seen:
                continue
            self.seen.add(key)
            if len(self.seen) > self.max_states or time.monotonic() > self.deadline:
                self.complete = False
                return self._result(None)
            for child in self._children(node, node.state):
                if child is node:  # nobody can move, and that is what was looked for
                    return self._result(node)
                more = switches + (child.last != node.last)
                if more <= self.contexts:
                    pushed += 1
                    heapq.heappush(queue, (more, steps + 1, pushed, child))
        return self._result(None)

    def _result(self, found: _Node | None) -> Shortest:
        harmless = None if self.harmless is None else self.harmless.schedule()
        turns = self.machine.turns if isinstance(self.machine, TurnedMachine) else True
        return Shortest(None if found is None else found.schedule(), self.complete, len(self.seen), harmless, turns)

    def _children(self, node: _Node, state: KeyedState) -> Iterator[_Node]:
        alive = [thread.number for thread in state.machine.threads if not thread.ended]
        if state.machine.exit_status is not None or not alive:
            self.harmless = self.harmless or node
            return
        blocked: dict[int, BlockedThread] = {}
        anything = False
        for number in alive:
            if state.machine.threads[number].overruns:
                self.complete = False  # it goes on without a switch point: who knows for how long
            inputs: EnumeratedInputs | None = None
            while True:
                inputs, outcome = self._step(node, state, number, inputs)
                if isinstance(outcome, BlockedThread):
                    blocked[number] = outcome
                else:
                    anything = True
                    if outcome is not None:
                        yield outcome
                if inputs is None or not inputs.advance():
                    break
        if not anything and self.wanted(deadlock_of(blocked)):
            yield node

    def _step(
        self, node: _Node, state: KeyedState, number: int, inputs: EnumeratedInputs | None
    ) -> tuple[EnumeratedInputs | None, _Node | BlockedThread | None]:
        machine = self.machine
        machine.restore(state.machine)
        alone = self.called is not None and len(state.machine.threads) == 1
        booleans = self.called[node.called :] if self.called is not None and alone else ()
        first = FirstChoice(SMALL_DOMAIN if self.called is None else 2, self.inputs, booleans)
        machine.choose = first.choose if inputs is None else inputs.choose
        outcome: _Node | BlockedThread | None = None
        after: KeyedState | None = None
        ended = False
        try:
            machine.step(number)
            after = self.keys.after_step(state, machine)
        except Blocked as stop:
            outcome = blocked_thread(machine, stop)
        except Infeasible:
            pass
        except ViolationFound as stop:
            ended = self.wanted(violation(machine, stop))
        except Stop:
            self.complete = False
        machine.output.clear()
        used = inputs or first.inputs
        if used is not None and used.sampled:
            self.complete = False
        if after is not None or ended:
            chosen = used.chosen() if used is not None else ()
            begun = node.called + (used.in_turn if used is not None else 0)
            outcome = _Node(after, number, (number, chosen), node, begun)
        return used, outcome
