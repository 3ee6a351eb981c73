"""How many ways (interleavings, with their inputs) lead from the beginning to an end, and how many of them fail."""

from __future__ import annotations

from collections import deque

from esbmc_py.goto.deferred import dataclass
from esbmc_py.vm.results import Violation

from .graph import Node, StateGraph


@dataclass(frozen=True, slots=True)
class Ways:
    all: int
    failing: int


def count_ways(graph: StateGraph) -> Ways | None:
    """Of a graph that has been explored; None where a way can go round in circles, or nobody knows how it goes on."""
    if any(node.given_up for node in graph.nodes):
        return None
    following = [[move.to for move in node.moves if isinstance(move.to, int)] for node in graph.nodes]
    following = [[] if node.deadlock is not None else to for node, to in zip(graph.nodes, following, strict=True)]
    before: list[list[int]] = [[] for _ in graph.nodes]
    missing = [len(to) for to in following]
    for number, several in enumerate(following):
        for to in several:
            before[to].append(number)
    counts = [_of_itself(node) for node in graph.nodes]
    ready, done = deque(number for number, left in enumerate(missing) if not left), 0
    while ready:
        number = ready.popleft()
        done += 1
        for earlier in before[number]:
            counts[earlier] = _sum(counts[earlier], counts[number])
            missing[earlier] -= 1
            if not missing[earlier]:
                ready.append(earlier)
    return counts[0] if done == len(graph.nodes) else None


def _of_itself(node: Node) -> Ways:
    """The ways that end in a state, or in a step from it. An assumption that fails makes no execution."""
    if node.deadlock is not None:
        return Ways(1, 1)
    if node.finished:
        return Ways(1, 0)
    failing = sum(isinstance(move.to, Violation) for move in node.moves)
    return Ways(failing, failing)


def _sum(one: Ways, other: Ways) -> Ways:
    return Ways(one.all + other.all, one.failing + other.failing)
