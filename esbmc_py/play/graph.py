"""The state graph of a program: from every state, what each thread can do next, with every value of its inputs.

`smtcb run --explore` asks what can go wrong; this asks what leads where, so it keeps states and moves. It takes the
machine's steps and keys of states as they are: a state here is a state there.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from esbmc_py.goto.garbage import collection_paused
from esbmc_py.goto.program import Program
from esbmc_py.goto.types import ScalarType
from esbmc_py.vm.executable import Executable
from esbmc_py.vm.explore import DEEPEST_REST, SMALL_DOMAIN
from esbmc_py.vm.findings import BlockedThread, Deadlock, Violation
from esbmc_py.vm.frames import call_stack
from esbmc_py.vm.inputs import EnumeratedInputs
from esbmc_py.vm.long_steps import FEW_OVERRUNS
from esbmc_py.vm.machine import Machine
from esbmc_py.vm.run import blocked_thread, deadlock_of, local_deadlocks, user_location, violation
from esbmc_py.vm.state_keys import KeyedState, StateKeys
from esbmc_py.vm.stops import Blocked, Infeasible, LimitReached, Stop, UnsupportedReached, ViolationFound
from esbmc_py.vm.values import Value

from .moves import MoveText, MoveTexts


@dataclass(frozen=True, slots=True)
class Assumed:
    """An assumption does not hold: this is no execution."""

    place: str


@dataclass(frozen=True, slots=True)
class GivenUp:
    """The machine cannot go on; nothing is known about what would follow."""

    reason: str


End = Violation | Assumed | GivenUp


@dataclass(frozen=True, slots=True)
class PlayMove:
    """A step of a thread with these inputs, and where it leads: to a state (its number), or to an end."""

    thread: int
    inputs: tuple[Value, ...]
    to: int | End
    text: MoveText


@dataclass(slots=True, eq=False)
class PlayNode:
    """A state that has been looked at."""

    state: KeyedState
    moves: tuple[PlayMove, ...] = ()
    blocked: tuple[BlockedThread, ...] = ()
    deadlock: Deadlock | None = None  # of all threads, or of some that wait for one another
    given_up: str = ""  # why its moves are not all that there are

    @property
    def finished(self) -> bool:
        machine = self.state.machine
        return machine.exit_status is not None or all(thread.ended for thread in machine.threads)


MOST_CHOICES = 1_000  # of the inputs of one step: nobody could pick from more


class TooManyStates(Exception):
    """There are more states than were asked for."""


@dataclass(eq=False)
class StateGraph:
    """Made state by state: `expand` looks at one and numbers what follows it."""

    program: Program
    small_domain: int = SMALL_DOMAIN
    nodes: list[PlayNode] = field(default_factory=list)
    sampled: dict[str, None] = field(default_factory=dict)  # types of inputs of which only a few values are tried
    cut_choices: dict[str, None] = field(default_factory=dict)  # places with too many combinations of inputs

    def __post_init__(self) -> None:
        self.machine = Machine(Executable(self.program), self._no_input)
        self.machine.most_overruns = FEW_OVERRUNS
        self.keys = StateKeys()
        self.texts = MoveTexts(self.program, self.machine)
        self._numbers: dict[bytes, int] = {}
        self._expanded: set[int] = set()
        self._number(self.keys.first(self.machine))

    @staticmethod
    def _no_input(ctype: ScalarType) -> Value:
        raise AssertionError(f"an input of type {ctype} outside of a step")

    def explore(self, most: int, progress: Callable[[int, int], None] | None = None) -> None:
        """Everything, breadth first; raises `TooManyStates`."""
        with collection_paused():
            queue, seen = deque([0]), 1
            while queue:
                self.expand(queue.popleft())
                if len(self.nodes) > most:
                    raise TooManyStates
                queue.extend(range(seen, len(self.nodes)))
                seen = len(self.nodes)
                if progress is not None and seen % 64 == 0:
                    progress(seen, seen)

    def _number(self, state: KeyedState) -> int:
        number = self._numbers.setdefault(state.key, len(self.nodes))
        if number == len(self.nodes):
            self.nodes.append(PlayNode(state))
        return number

    def expand(self, number: int) -> PlayNode:
        """Finds the moves from a state, unless they are known."""
        node = self.nodes[number]
        if number in self._expanded or node.finished:
            return node
        self._expanded.add(number)
        threads = node.state.machine.threads
        alive = [thread.number for thread in threads if not thread.ended]
        moving, given_up = self.machine.follow_overruns(alive, threads)
        moves: list[PlayMove] = []
        blocked: dict[int, BlockedThread] = {}
        for thread in sorted(moving):
            found = self._steps(node, thread)
            moves += (one for one in found if isinstance(one, PlayMove))
            waiting = [one for one in found if isinstance(one, BlockedThread)]
            if waiting and len(waiting) == len(found):
                blocked[thread] = waiting[0]
        node.moves, node.blocked, node.given_up = tuple(moves), tuple(blocked.values()), given_up or ""
        if not moves and not given_up:
            node.deadlock = deadlock_of(blocked)
        else:
            node.deadlock = next(local_deadlocks(blocked), None)
        return node

    def _steps(self, node: PlayNode, thread: int) -> list[PlayMove | BlockedThread]:
        """A thread's next step, once for every value of its inputs."""
        inputs, found = EnumeratedInputs(self.small_domain), []
        while True:
            found.append(self.step(node, thread, inputs))
            if not inputs.advance():
                break
            if len(found) == MOST_CHOICES:
                at = node.state.machine.threads[thread]
                self.cut_choices[str(user_location(call_stack(at.code, at.pc, at.caller)))] = None
                break
        self.sampled |= inputs.sampled
        return found

    def step(self, node: PlayNode, thread: int, inputs: EnumeratedInputs) -> PlayMove | BlockedThread:
        machine = self.machine
        machine.restore(node.state.machine)
        machine.choose = inputs.choose
        machine.output.clear()
        to: int | End
        try:
            machine.step(thread)
            if machine.depth > DEEPEST_REST:
                raise LimitReached(f"more than {DEEPEST_REST} nested calls at a switch point")
            to = self._number(self.keys.after_step(node.state, machine))
        except Blocked as stop:
            return blocked_thread(machine, stop)
        except Stop as stop:
            to = _end(machine, stop)
        chosen = inputs.chosen()
        return PlayMove(thread, chosen, to, self.texts.of(node.state, thread, chosen))


def _end(machine: Machine, stop: Stop) -> End:
    place = user_location(machine.stack())
    match stop:
        case ViolationFound():
            return violation(machine, stop)
        case Infeasible():
            return Assumed(str(place))
        case UnsupportedReached(construct=construct):
            return GivenUp(f"{place}: not supported: {construct}")
        case LimitReached(what=what):
            return GivenUp(f"{place}: {what}")
    raise stop
