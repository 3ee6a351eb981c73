"""The walk through the reachability tree: depth first, the active thread first, then by number.

A step of the symbolic executor applies the rules R1–R6 (see `rules`) from one switch point to the next. Here the
steps of all threads from a node are put together: its children, what goes wrong on the way to them, and what the bounds
leave out. Only the nodes on the way to the current one are kept: memory grows with the depth of the tree.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from esbmc_py.goto.properties import Property
from symex.state import State, Step
from symex.terms import FALSE, TRUE, Term, and_, not_

from .bounds import ScheduleBound
from .enabled import blocked_for_all_inputs
from .events import End, Ending, Event, Kind, Occurrence, Waiting
from .independence import moves_alone
from .node import Node, PathCondition, Steps, user_location
from .races import races
from .seen import SeenStates
from .waits import RepeatedWaits, WatchingExecutor

HEARTBEAT_NODES = 64

Feasible = Callable[[PathCondition], bool]


@dataclass(frozen=True, slots=True)
class Reductions:
    """What may be left out of the tree because nothing new can be found there. All off: the plain tree of the paper."""

    infeasible: bool = True  # children whose path condition is unsatisfiable (needs a solver)
    seen: bool = True  # states that were met before
    independent: bool = True  # other threads' steps while some thread's step concerns nobody else (without bounds only)

    @staticmethod
    def none() -> Reductions:
        return Reductions(False, False, False)


@dataclass(slots=True, eq=False)
class Counts:
    nodes: int = 0
    steps: int = 0
    infeasible: int = 0  # children pruned by each reduction
    seen: int = 0
    independent: int = 0  # nodes at which one thread moved alone
    deepest: int = 0


class ReachabilityTree:
    def __init__(
        self,
        executor: WatchingExecutor,
        bound: ScheduleBound | None = None,
        reductions: Reductions | None = None,
        feasible: Feasible | None = None,
        *,
        deadlocks: bool = True,
        races: bool = False,
    ) -> None:
        """`feasible` is asked about the path condition of children, where that is not constant."""
        self.executor = executor
        self.bound = bound or ScheduleBound()
        self.reductions = reductions or Reductions()
        self.feasible = feasible if self.reductions.infeasible else None
        self.deadlocks = deadlocks
        self.races = races
        self.counts = Counts()
        self._seen = SeenStates(with_active=self.bound.bounded) if self.reductions.seen else None
        self._switch_cut = False
        self._stepper = RepeatedWaits(executor)

    def root(self) -> Node:
        return Node(0, 0, 0, self.executor.initial_state(), None, None)

    def walk(self, heartbeat: Callable[[], None] | None = None) -> Iterator[Event]:
        """Everything that happens in the tree, in depth-first order. Calls `heartbeat` every few nodes."""
        root = self.root()
        if self._seen is not None:
            self._seen.covers(root)
        self.counts.nodes += 1
        stack = [self.expand(root)]
        while stack:
            item = next(stack[-1], None)
            if item is None:
                stack.pop()
            elif isinstance(item, Node):
                self.counts.nodes += 1
                if heartbeat is not None and self.counts.nodes % HEARTBEAT_NODES == 0:
                    heartbeat()
                stack.append(self.expand(item))
                if len(stack) > self.counts.deepest:
                    self.counts.deepest = len(stack)
            else:
                yield item

    # -- one node -------------------------------------------------------------------------------------------------

    def expand(self, node: Node) -> Iterator[Node | Event]:
        """The children of a node that are worth a visit, between them what happens on the way there."""
        state = node.state
        alive = [thread.number for thread in state.threads if thread.frame is not None]
        if state.halted or not alive:
            yield End(Ending.FINISHED, node.steps, node)
            return
        steps = self._steps(node, alive)
        if self.races:
            yield from races(node, steps, self.executor.space)
        effective = sum(step.blocked is not TRUE for step in steps.values()) > 1
        active_blocked = TRUE
        if node.active in steps:
            active_blocked = blocked_for_all_inputs(state, node.active, steps[node.active])
        all_blocked = TRUE
        moved = False
        for number, step in steps.items():
            blocked = active_blocked if number == node.active else blocked_for_all_inputs(state, number, step)
            all_blocked = and_(all_blocked, blocked)
            if blocked is TRUE:
                continue
            for condition, used in self.bound.moves(node.active, node.used, number, active_blocked):
                moved = True
                yield from self._move(node, number, step, condition, used, effective)
            forbidden = and_(self.bound.forbidden(node.active, node.used, number, active_blocked), not_(blocked))
            if forbidden is not FALSE:
                yield self._switch(node, number, forbidden)
        if len(steps) == len(alive) and all_blocked is not FALSE:
            yield from self._deadlock(node, steps, all_blocked)
        elif not moved:
            yield End(Ending.BOUND, node.steps, node)

    def _steps(self, node: Node, alive: list[int]) -> dict[int, Step]:
        """Each live thread's step, the active thread's first; those that can make no difference are left out."""
        executor, state = self.executor, node.state
        steps: dict[int, Step] = {}
        if self.reductions.independent and not self.bound.bounded and len(alive) > 1:
            for number in alive:
                if not executor.at_switch_point(state.threads[number]):
                    step = self._stepper.step(state, number)
                    if moves_alone(state, step):
                        self.counts.steps += 1
                        self.counts.independent += 1
                        return {number: step}
        out_of_switches = self._switch_cut and self.bound.most is not None and node.used >= self.bound.most
        out_of_switches = out_of_switches and not self.races  # which are between threads, whoever may move
        for number in sorted(alive, key=lambda thread: (thread != node.active, thread)):
            if out_of_switches and number != node.active and not self.bound.preemptions_only and _can_move(steps):
                continue
            self.counts.steps += 1
            steps[number] = self._stepper.step(state, number)
        return steps

    def _move(
        self, node: Node, number: int, step: Step, condition: Term, used: int, effective: bool
    ) -> Iterator[Node | Event]:
        """A thread's step: what goes wrong in it, then the nodes that it leads to."""
        steps = Steps.after(node.steps, number, effective)
        for violation in step.violations:
            guard = and_(condition, violation.guard)
            if guard is not FALSE:
                yield Occurrence(
                    Kind.VIOLATION, guard, node.state.path, node.condition, steps, violation.log, number,
                    violation.location, violation.message, violation.property,
                )  # fmt: skip
        for cut in step.cuts:
            kind = Kind.UNSUPPORTED if cut.unsupported else Kind.UNWINDING
            guard = and_(condition, cut.guard)
            if guard is not FALSE:
                yield Occurrence(
                    kind, guard, node.state.path, node.condition, steps, node.state.log, number, cut.location, cut.what
                )
        if step.violations:
            yield End(Ending.VIOLATION, steps, node)
        elif step.cuts and not step.successors:
            yield End(Ending.CUT, steps, node)
        for successor in step.successors:
            child = self._child(node, number, successor, condition, used, steps)
            if child is not None:
                yield child

    def _child(
        self, node: Node, number: int, successor: State, condition: Term, used: int, steps: Steps
    ) -> Node | None:
        """The node that a step leads to, unless a reduction says that nothing new can be found there."""
        if condition is not TRUE:
            successor = replace(successor, path=and_(successor.path, condition))
        path, path_condition = successor.path, node.condition
        if path is FALSE:
            return None
        if path is not node.state.path:
            path_condition = PathCondition.after(path_condition, path)
            if self.feasible is not None and not self.feasible(path_condition):
                self.counts.infeasible += 1
                return None
        contexts = node.contexts + (number != node.active)
        child = Node(number, contexts, used, successor, steps, path_condition)
        if self._seen is not None and self._seen.covers(child):
            self.counts.seen += 1
            return None
        return child

    # -- what nobody can do -----------------------------------------------------------------------------------------

    def _switch(self, node: Node, number: int, guard: Term) -> Occurrence:
        thread = node.state.threads[number]
        assert thread.frame is not None
        return Occurrence(
            Kind.SWITCH, guard, node.state.path, node.condition, node.steps, node.state.log, number,
            user_location(thread.frame), f"a switch to thread {number}",
        )  # fmt: skip

    def switch_was_cut(self) -> None:
        """Told by the user of the walk when a forbidden switch was feasible: others need not be looked for."""
        self._switch_cut = True

    def _deadlock(self, node: Node, steps: dict[int, Step], guard: Term) -> Iterator[Event]:
        if self.deadlocks:
            waiting = tuple(self._waiting(node, number, steps[number]) for number in sorted(steps))
            message = "; ".join(f"thread {w.thread} waits at {w.location} until {w.reason}" for w in waiting)
            first = waiting[0]
            yield Occurrence(
                Kind.VIOLATION, guard, node.state.path, node.condition, node.steps, node.state.log, first.thread,
                first.location, message, Property.DEADLOCK, waiting,
            )  # fmt: skip
        yield End(Ending.DEADLOCK, node.steps, node)

    def _waiting(self, node: Node, number: int, step: Step) -> Waiting:
        frame = node.state.threads[number].frame
        assert frame is not None
        reasons = list(dict.fromkeys(reason for _, reason in step.reasons))
        return Waiting(number, user_location(frame), " or ".join(reasons))


def _can_move(steps: dict[int, Step]) -> bool:
    return any(step.blocked is FALSE for step in steps.values())
