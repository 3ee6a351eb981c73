"""The walk through the reachability tree: depth first, the active thread first, then by number.

A step of the symbolic executor applies the rules R1–R6 (see `rules`) from one switch point to the next. Here the
steps of all threads from a node are put together: its children, what goes wrong on the way to them, and what the bounds
leave out. Only the nodes on the way to the current one are kept: memory grows with the depth of the tree.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace

from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.properties import Property
from symex.state import State
from symex.terms import FALSE, TRUE, Term, all_of, and_, not_

from .bounds import ScheduleBound
from .enabled import blocked_for_all_inputs
from .events import End, Ending, Event, Occurrence, OccurrenceKind
from .footprints import Move, WatchingExecutor
from .happens_before import Order
from .independence import moves_alone
from .local_deadlocks import local_deadlocks, waiting_of
from .node import Node, PathCondition, StepsFromRoot, user_location
from .overwritten import is_silent_store, overwrites
from .persistent import NoPersistentSets, PathFromRoot
from .races import races, unordered
from .reductions import Reductions
from .remembered import RememberedSteps
from .seen import SeenStates
from .sleep import Sleepers, sleepers, still_asleep

HEARTBEAT_NODES = 64
MANY_THREADS = 8  # from which persistent sets are worth their costs

Feasible = Callable[[PathCondition], bool]
# Told about a step that is not followed: the node, its thread, why, and the state it leads to, if that was computed.
LeftOut = Callable[["Node", int, str, "State | None"], None]


def nobody_asks(_node: Node, _thread: int, _why: str, _state: State | None) -> None:
    pass


@dataclass(slots=True, eq=False)
class WalkCounts:
    nodes: int = 0
    steps: int = 0
    infeasible: int = 0  # children pruned by each reduction
    seen: int = 0
    independent: int = 0  # nodes at which one thread moved alone
    asleep: int = 0  # steps that were not made
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
        by_order: bool = False,
        left_out: LeftOut = nobody_asks,
    ) -> None:
        """`feasible` is asked about the path condition of children, where that is not constant.

        `by_order`: two accesses that nothing orders race, too, however far apart they are (see `happens_before`).
        """
        self.executor = executor
        self.bound = bound or ScheduleBound()
        self.reductions = reductions or Reductions()
        self.feasible = feasible if self.reductions.infeasible else None
        self.deadlocks = deadlocks
        self.races = races
        self.by_order = by_order
        self._left_out = left_out
        self.counts = WalkCounts()
        self._switch_cut = False
        self._stepper = RememberedSteps(executor)
        self._begin(persistent=False)

    def _begin(self, *, persistent: bool) -> None:
        bounded = self.bound.bounded
        self._seen = SeenStates(with_active=bounded) if self.reductions.seen else None
        self._sleep = sleepers(self.bound) if self.reductions.sleep else Sleepers.NOBODY
        self._way: PathFromRoot | None = None
        if persistent:
            self._way = PathFromRoot(active_or_all=bounded)
            self._sleep = self._sleep if bounded else Sleepers.NOBODY

    def root(self) -> Node:
        order = Order() if self.by_order else None
        return Node(0, 0, 0, self.executor.initial_state(), None, None, order=order)

    def walk(self, heartbeat: Callable[[], None] | None = None) -> Iterator[Event]:
        """Everything that happens in the tree, in depth-first order. Calls `heartbeat` every few nodes."""
        # a race is about a state: not all states are met where threads move alone
        self._begin(persistent=self.reductions.persistent and not self.bound.preemptions_only and not self.races)
        try:
            yield from self._walk(heartbeat)
        except NoPersistentSets:  # what was met so far is met once more
            self._begin(persistent=False)
            yield from self._walk(heartbeat)

    def _walk(self, heartbeat: Callable[[], None] | None) -> Iterator[Event]:
        root = self.root()
        if self._seen is not None:
            self._seen.visit(root)
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
                if self._way is not None and isinstance(item, End):
                    self._way.first_end(len(item.node.state.threads) >= MANY_THREADS)
                yield item

    # -- one node -------------------------------------------------------------------------------------------------

    def expand(self, node: Node) -> Iterator[Node | Event]:
        """The children of a node that are worth a visit, between them what happens on the way there."""
        state = node.state
        alive = [thread.number for thread in state.threads if thread.frame is not None and not thread.stopped]
        somebody_stopped = not state.halted and any(thread.stopped for thread in state.threads)
        if state.halted or not alive:
            if self._way is not None and self._seen is not None and self._seen.latest is not None:
                self._seen.latest.ahead = {}
            yield End(Ending.CUT if somebody_stopped else Ending.FINISHED, node.steps, node)
            return
        moves = self._moves(node, alive)
        if self.races:
            yield from races(node, {number: move.step for number, move in moves.items()}, self.executor.space)
        asleep = dict(node.asleep)
        effective = sum(move.step.blocked is not TRUE and n not in asleep for n, move in moves.items()) > 1
        blocked = {n: blocked_for_all_inputs(state, n, move.step) for n, move in moves.items()}
        active_stopped = state.threads[node.active].stopped  # it could go on, if only beyond the bounds
        active_blocked = FALSE if active_stopped else blocked.get(node.active, TRUE)
        all_blocked = FALSE if FALSE in blocked.values() else all_of(blocked.values())
        moved = False
        for number in self._turns(node, moves):
            if blocked[number] is TRUE or number in node.asleep:
                self._left_out(node, number, "waits" if blocked[number] is TRUE else "asleep", None)
                continue
            move = moves[number]
            still = still_asleep(asleep, move)
            for condition, used in self.bound.moves(node.active, node.used, number, active_blocked):
                moved = True
                yield from self._move(node, number, move, condition, used, effective, still)
            forbidden = self.bound.forbidden(node.active, node.used, number, active_blocked)
            forbidden = and_(forbidden, not_(blocked[number]))
            if forbidden is not FALSE:
                yield self._switch(node, number, forbidden)
            if self._sleep is Sleepers.EVERYBODY or (self._sleep is Sleepers.ACTIVE and number == node.active):
                asleep[number] = move
        somebody_moves = TRUE if somebody_stopped else not_(all_blocked)  # who stopped would go on
        if self.deadlocks and somebody_moves is not FALSE and node.only is None:
            waiting = {n: move.step for n, move in moves.items() if blocked[n] is not FALSE}
            if waiting:
                yield from local_deadlocks(node, waiting, blocked, self.executor, somebody_moves)
        if len(moves) == len(alive) and all_blocked is not FALSE:
            if somebody_stopped:
                yield End(Ending.CUT, node.steps, node)
            else:
                yield from self._deadlock(node, moves, all_blocked)
        elif not moved and self.bound.bounded and not node.asleep:
            yield End(Ending.BOUND, node.steps, node)

    def _turns(self, node: Node, moves: dict[int, Move]) -> Iterator[int]:
        """The threads that move at a node; more may be wanted while what follows is looked at (see `persistent`)."""
        way = self._way
        if way is None:
            yield from moves
            return
        visit = None if self._seen is None else self._seen.latest
        yield from way.turns(way.enter(moves, node.asleep, node.active))
        ahead = way.leave()
        if visit is not None:
            visit.ahead = ahead

    def _moves(self, node: Node, alive: list[int]) -> dict[int, Move]:
        """Each live thread's step, the active thread's first; those that can make no difference are left out."""
        executor, state = self.executor, node.state
        moves: dict[int, Move] = {}
        # What is not freed at the end can tell whether an invisible step was made.
        independent = self.reductions.independent and not self.bound.bounded and not executor.finds_leaks
        independent = independent and self._way is None
        if independent and len(alive) > 1:
            for number in alive:
                if number not in node.asleep and not executor.at_switch_point(state.threads[number]):
                    move = self._stepper.move(state, number)
                    if moves_alone(state, move.step) and not move.step.history:
                        self.counts.steps += 1
                        self.counts.independent += 1
                        for other in alive:
                            if other != number:
                                self._left_out(node, other, "independent", None)
                        return {number: move}
        out_of_switches = self._switch_cut and self.bound.most is not None and node.used >= self.bound.most
        out_of_switches = out_of_switches and not self.races  # which are between threads, whoever may move
        out_of_switches = out_of_switches and not self.bound.preemptions_only
        somebody_can = False
        for number in _with_first(alive, node.active):
            if node.only is not None and number not in node.only:
                continue
            if number in node.asleep and not self.races:  # a race is about what the step would touch in this state
                self.counts.asleep += 1
                move = moves[number] = node.asleep[number]
                somebody_can = somebody_can or move.step.blocked is FALSE
                continue
            unable = out_of_switches and number != node.active and somebody_can
            if unable and not (self.deadlocks and executor.may_block(state.threads[number])):
                if not self.deadlocks and not node.asleep:
                    break  # nor are the others
                continue
            self.counts.steps += 1
            move = moves[number] = self._stepper.move(state, number)
            somebody_can = somebody_can or move.step.blocked is FALSE
        return moves

    def _move(
        self,
        node: Node,
        number: int,
        move: Move,
        condition: Term,
        used: int,
        effective: bool,
        asleep: Mapping[int, Move],
    ) -> Iterator[Node | Event]:
        """A thread's step: what goes wrong in it, then the nodes that it leads to."""
        step = move.step
        alone = frozenset({number}) if self._goes_on_alone(node, number, move, asleep) else None
        steps = StepsFromRoot.after(node.steps, number, effective)
        for violation in step.violations:
            guard = and_(condition, violation.guard)
            if guard is not FALSE:
                yield Occurrence(
                    OccurrenceKind.VIOLATION, guard, node.state.path, node.condition, steps, violation.log, number,
                    violation.location, violation.message, violation.property,
                )  # fmt: skip
        order = node.order
        if order is not None:
            order, unordered_pairs = order.after(number, step.history, self.executor.space)
            yield from unordered(node, step, steps, condition, unordered_pairs)
        for cut in step.cuts:
            kind = OccurrenceKind.UNSUPPORTED if cut.unsupported else OccurrenceKind.UNWINDING
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
            follows = None if order is None else order.with_threads(len(successor.threads), number)
            child = self._child(node, number, successor, condition, used, steps, asleep, alone, follows)
            if child is not None:
                yield child

    def _goes_on_alone(self, node: Node, number: int, move: Move, asleep: Mapping[int, Move]) -> bool:
        """No switch is needed after the step: its thread was active, and nobody wakes up (see `overwritten`)."""
        if not (self.reductions.overwritten and self.bound.bounded) or self.races or self._way is not None:
            return False
        if number != node.active or len(asleep) != len(node.asleep) or not is_silent_store(node.state, move):
            return False
        after = move.step.successors[0]
        thread = after.threads[number]
        can_move = thread.frame is not None and not thread.stopped
        return can_move and overwrites(self._stepper.move(after, number), move)

    def _child(
        self,
        node: Node,
        number: int,
        successor: State,
        condition: Term,
        used: int,
        steps: StepsFromRoot,
        asleep: Mapping[int, Move],
        only: frozenset[int] | None,
        order: Order | None,
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
                self._left_out(node, number, "infeasible", successor)
                return None
        contexts = node.contexts + (number != node.active)
        child = Node(number, contexts, used, successor, steps, path_condition, asleep, only, order)
        if self._way is not None:
            for new in range(len(node.state.threads), len(successor.threads)):
                self._way.started(new)
        if self._seen is None:
            return child
        left = self._seen.visit(child)
        if left is None:
            self.counts.seen += 1
            self._left_out(node, number, "seen", successor)
            if self._way is not None:
                assert self._seen.latest is not None
                self._way.met_again(self._seen.latest.ahead)
        return left

    # -- what nobody can do -----------------------------------------------------------------------------------------

    def _switch(self, node: Node, number: int, guard: Term) -> Occurrence:
        thread = node.state.threads[number]
        assert thread.frame is not None
        return Occurrence(
            OccurrenceKind.SWITCH, guard, node.state.path, node.condition, node.steps, node.state.log, number,
            user_location(thread.frame), f"a switch to thread {number}",
        )  # fmt: skip

    def switch_was_cut(self) -> None:
        """Told by the user of the walk when a forbidden switch was feasible: others need not be looked for."""
        self._switch_cut = True

    def _deadlock(self, node: Node, moves: dict[int, Move], guard: Term) -> Iterator[Event]:
        if self.deadlocks:
            waiting = tuple(waiting_of(node, number, moves[number].step) for number in sorted(moves))
            message = "; ".join(map(str, waiting))
            first = waiting[0]
            yield Occurrence(
                OccurrenceKind.VIOLATION, guard, node.state.path, node.condition, node.steps, node.state.log,
                first.thread, first.location, message, Property.DEADLOCK, waiting,
            )  # fmt: skip
        yield End(Ending.DEADLOCK, node.steps, node)


def _with_first(alive: list[int], first: int) -> list[int]:
    """In their order, but for the one that comes first."""
    return [first, *(number for number in alive if number != first)] if first in alive else alive
