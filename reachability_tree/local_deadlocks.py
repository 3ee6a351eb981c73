"""Local deadlocks at a node: a cycle of blocked threads, each waiting for what the next one holds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from esbmc_py.goto.properties import Property
from esbmc_py.goto.wait_graph import cycles
from symex.executor import Executor
from symex.state import State, Step
from symex.terms import FALSE, Term, all_of, and_, any_of
from symex.waiting import is_among

from .enabled import blocked_for_all_inputs
from .events import Occurrence, OccurrenceKind, Waiting
from .node import Node, user_location


def local_deadlocks(
    node: Node, steps: Mapping[int, Step], executor: Executor[Any], unless: Term
) -> Iterator[Occurrence]:
    """One occurrence for each cycle that may be there, with the condition under which it is.

    `unless` says when this is a deadlock of all threads.
    """
    state = node.state
    waiting = {number: step for number, step in steps.items() if any(wait.names_holders for wait in step.waits)}
    if not waiting:
        return
    edges: dict[int, dict[int, Term]] = {}
    for number, step in waiting.items():
        conditions = ((other, _waits_for(state, number, step, other, executor)) for other in waiting)
        edges[number] = {other: condition for other, condition in conditions if condition is not FALSE}
    for cycle in cycles(edges):
        following = (*cycle[1:], cycle[0])
        guard = all_of([edges[one][other] for one, other in zip(cycle, following, strict=True)])
        guard = and_(guard, unless)
        if guard is not FALSE:
            yield _occurrence(node, guard, [waiting_of(node, number, steps[number]) for number in sorted(cycle)])


def _waits_for(state: State, number: int, step: Step, other: int, executor: Executor[Any]) -> Term:
    self_value = executor.program_memory.self_value(state.memory, other)
    cases = [and_(wait.guard, is_among(wait, other, self_value, executor.space.pointer_bits)) for wait in step.waits]
    return and_(blocked_for_all_inputs(state, number, step), any_of(cases))


def _occurrence(node: Node, guard: Term, waiting: list[Waiting]) -> Occurrence:
    message = "; ".join(map(str, waiting))
    first = waiting[0]
    return Occurrence(
        OccurrenceKind.VIOLATION, guard, node.state.path, node.condition, node.steps, node.state.log, first.thread,
        first.location, f"local: {message}", Property.DEADLOCK, tuple(waiting), local=True,
    )  # fmt: skip


def waiting_of(node: Node, number: int, step: Step) -> Waiting:
    """Where a blocked thread is, and what it may wait for."""
    frame = node.state.threads[number].frame
    assert frame is not None
    reasons = list(dict.fromkeys(wait.reason for wait in step.waits))
    return Waiting(number, user_location(frame), " or ".join(reasons))
