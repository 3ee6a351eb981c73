"""How many ways (interleavings, with their inputs) lead from the beginning to an end, and how many of them fail."""

from __future__ import annotations

from collections import deque
from heapq import heappop, heappush

from esbmc_py.goto.deferred import dataclass
from esbmc_py.vm.findings import Violation

from .graph import PlayMove, PlayNode, StateGraph


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


def _of_itself(node: PlayNode) -> Ways:
    """The ways that end in a state, or in a step from it. An assumption that fails makes no execution."""
    if node.deadlock is not None:
        return Ways(1, 1)
    if node.finished:
        return Ways(1, 0)
    failing = sum(isinstance(move.to, Violation) for move in node.moves)
    return Ways(failing, failing)


def _sum(one: Ways, other: Ways) -> Ways:
    return Ways(one.all + other.all, one.failing + other.failing)


def fewest_switches(graph: StateGraph) -> tuple[int, list[tuple[PlayNode, PlayMove]]] | None:
    """A way to something wrong with as few context switches as there can be, and as few steps as these take."""
    start = (0, 0)  # the state, and the thread that moved last
    costs: dict[tuple[int, int], tuple[int, int]] = {start: (0, 0)}
    came: dict[tuple[int, int], tuple[tuple[int, int], PlayMove]] = {}
    heap: list[tuple[int, int, int, int]] = [(0, 0, *start)]
    best: tuple[tuple[int, int], tuple[int, int], PlayMove | None] | None = None
    while heap:
        switches, steps, state, last = heappop(heap)
        if costs[state, last] < (switches, steps):
            continue
        if best is not None and (switches, steps) >= best[0]:
            break
        node = graph.nodes[state]
        if node.deadlock is not None:
            best = (switches, steps), (state, last), None
            break
        for move in node.moves:
            cost = switches + (move.thread != last), steps + 1
            if isinstance(move.to, Violation) and (best is None or cost < best[0]):
                best = cost, (state, last), move
            elif isinstance(move.to, int) and cost < costs.get((move.to, move.thread), (cost[0] + 1, 0)):
                costs[move.to, move.thread] = cost
                came[move.to, move.thread] = (state, last), move
                heappush(heap, (*cost, move.to, move.thread))
    if best is None:
        return None
    cost, place, final = best
    way = [] if final is None else [(graph.nodes[place[0]], final)]
    while place != start:
        place, move = came[place]
        way.append((graph.nodes[place[0]], move))
    return cost[0], way[::-1]


def address_of(way: list[tuple[PlayNode, PlayMove]]) -> str:
    """The way as the page's address has it: threads, and which of several moves, where a thread has a choice."""
    words = []
    for node, move in way:
        same = [one for one in node.moves if one.thread == move.thread]
        words.append(f"{move.thread}-{same.index(move)}" if len(same) > 1 else str(move.thread))
    return f"#w={'.'.join(words)}"
