"""Local deadlocks at a node: a cycle of blocked threads, each waiting for what the next one holds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from esbmc_py.goto.properties import Property
from esbmc_py.goto.wait_graph import cycles
from symex.executor import Executor
from symex.state import Step
from symex.terms import FALSE, Term, all_of, and_, or_
from symex.values import Value
from symex.waiting import WaitFor, is_among

from .events import Occurrence, OccurrenceKind, Waiting
from .node import Node, user_location


def local_deadlocks(
    node: Node, steps: Mapping[int, Step], blocked: Mapping[int, Term], executor: Executor[Any], unless: Term
) -> Iterator[Occurrence]:
    """One occurrence for each cycle that may be there, with the condition under which it is.

    `steps` are those of the threads that may be blocked, and `blocked` says when they are; `unless`, when this is a
    deadlock of all threads.
    """
    waiting = {number: step.waits for number, step in steps.items() for wait in step.waits if wait.names_holders}
    edges: dict[int, dict[int, Term]] = {}
    for other in waiting:
        name = executor.program_memory.self_value(node.state.memory, other)
        for number, waits in waiting.items():
            condition = and_(blocked[number], _waits_for(waits, other, name, executor.space.pointer_bits))
            if condition is not FALSE:
                edges.setdefault(number, {})[other] = condition
    for cycle in cycles(edges) if edges else ():
        following = (*cycle[1:], cycle[0])
        guard = all_of([edges[one][other] for one, other in zip(cycle, following, strict=True)])
        guard = and_(guard, unless)
        if guard is not FALSE:
            yield _occurrence(node, guard, [waiting_of(node, number, steps[number]) for number in sorted(cycle)])


def _waits_for(waits: Sequence[WaitFor], other: int, self_value: Value, bits: int) -> Term:
    condition = FALSE
    for wait in waits:
        condition = or_(condition, and_(wait.guard, is_among(wait, other, self_value, bits)))
    return condition


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
