"""Why it goes wrong: for each violation and deadlock in a graph, what the checker says about a shortest way there."""

from __future__ import annotations

from collections import deque
from collections.abc import Sequence
from typing import Any

from esbmc_py.traces.explain import explain
from esbmc_py.vm.findings import Deadlock, Violation
from esbmc_py.vm.run import run
from esbmc_py.vm.schedule import Schedule
from esbmc_py.vm.trace import TraceEvent

from .graph import PlayMove, StateGraph

MOST = 4  # a graph may have many deadlocks that differ in little
MOST_STATES = 6_000  # for an order: the page tells the kind, not the orders


def explanations(graph: StateGraph, ends: Sequence[Sequence[Any]]) -> list[str | None]:
    """A sentence for each end, where there is one to say; ends with the same words have the same cause."""
    found: list[str | None] = [None] * len(ends)
    told = 0
    for number, (kind, violated, message, _, line, *_) in enumerate(ends):
        if kind in ("violation", "deadlock") and told < MOST:
            found[number] = _explained(graph, kind, violated, message, line)
            told += 1
    return found


def _explained(graph: StateGraph, kind: str, violated: str, message: str, line: int) -> str | None:
    way = _shortest(graph, kind, violated, line, message)
    if way is None:
        return None
    what, moves = way
    schedule = Schedule(tuple(move.thread for move in moves), tuple(value for move in moves for value in move.inputs))
    events: list[TraceEvent] = []
    run(graph.program, schedule=schedule, trace=events.append, max_steps=len(moves))
    explanation = explain(graph.program, events, schedule, what, MOST_STATES)
    if explanation is None:
        return None
    return f"{explanation.title}. {explanation.sentence[:1].upper()}{explanation.sentence[1:]}."


def _shortest(
    graph: StateGraph, kind: str, violated: str, line: int, message: str
) -> tuple[Violation | Deadlock, list[PlayMove]] | None:
    """Breadth first to the first violation in that line, or deadlock of as many threads."""
    came: dict[int, tuple[int, PlayMove] | None] = {0: None}
    queue = deque([0])
    while queue:
        number = queue.popleft()
        node = graph.nodes[number]
        waiting = len(message.splitlines())
        if kind == "deadlock" and node.deadlock and not node.deadlock.local and len(node.deadlock.blocked) == waiting:
            return node.deadlock, _way(came, number)
        for move in node.moves:
            match move.to:
                case Violation(property=found, location=at) as what if kind == "violation":
                    if (str(found), at.line) == (violated, line):
                        return what, [*_way(came, number), move]
                case int(to) if to not in came:
                    came[to] = number, move
                    queue.append(to)
    return None


def _way(came: dict[int, tuple[int, PlayMove] | None], number: int) -> list[PlayMove]:
    moves: list[PlayMove] = []
    while (step := came[number]) is not None:
        number, move = step
        moves.append(move)
    return moves[::-1]
