"""A cycle that is looked for, by two nested depth-first searches that keep two bits for each state.

Courcoubetis, Vardi, Wolper and Yannakakis, "Memory-efficient algorithms for the verification of temporal properties"
(1992). The first search goes through the product of a program's graph and a watch. When it leaves an accepting node for
good, the second one looks for a way from there back to it. Neither needs more of a node than whether it was visited.

A node is accepting if a *round* is over: a round waits for an edge without the first bit, then for one without the
second, and so on. A cycle on which no bit is on all edges ends a round at last, and the other way round.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from esbmc_py.goto.deferred import dataclass

from ..transitions import Transition
from ..visited import BitState
from .cycles import Lasso
from .graph import GraphStep, LivenessGraph, State
from .watches import Watch

OVER = -1  # the bit that a round waits for once it is over
Node: TypeAlias = tuple[State, int, int]  # of the program, of the watch, the bit that the round waits for


@dataclass(frozen=True, slots=True)
class _Frame:
    node: Node
    step: GraphStep | None  # that led there
    following: Iterator[tuple[Node, GraphStep]]


class NestedSearch:
    def __init__(
        self, graph: LivenessGraph, watch: Watch, *, fair: bool, megabytes: int, on_state: Callable[[int], None]
    ) -> None:
        """`graph` need not remember its states. `on_state` is told how many nodes there are."""
        self._graph = graph
        self._watch = watch
        self._fair = fair
        self._on_state = on_state
        self._visited = BitState(megabytes)  # by the first search
        self._followed = BitState(megabytes)  # by the second one
        self._stack: list[_Frame] = []

    def __len__(self) -> int:
        return len(self._visited)

    @property
    def coverage(self) -> float:
        return min(self._visited.coverage, self._followed.coverage)

    def lasso(self) -> Lasso | None:
        """One that is looked for, if the search meets any."""
        start: Node = (self._graph.first, 0, 0)
        self._enter(self._visited, start, None)
        while self._stack:
            frame = self._stack[-1]
            following = next(frame.following, None)
            if following is not None:
                self._enter(self._visited, *following)
                continue
            if frame.node[2] == OVER:
                depth = len(self._stack)
                if self._comes_back(frame.node):
                    steps = [frame.step for frame in self._stack[1:] if frame.step is not None]
                    return Lasso(tuple(steps[: depth - 1]), tuple(steps[depth - 1 :]))
            self._stack.pop()
        return None

    def _comes_back(self, seed: Node) -> bool:
        """Is there a way from the seed to itself? Then it is on the stack, from the seed on."""
        depth = len(self._stack)
        self._stack.append(_Frame(seed, None, self._following(seed)))
        while len(self._stack) > depth:
            following = next(self._stack[-1].following, None)
            if following is None:
                self._stack.pop()
            elif following[0] == seed:
                self._stack.append(_Frame(*following, iter(())))
                return True
            else:
                self._enter(self._followed, *following)
        return False

    def _enter(self, visited: BitState, node: Node, step: GraphStep | None) -> None:
        if visited.add(repr(node).encode()):
            self._stack.append(_Frame(node, step, self._following(node)))
            self._on_state(len(self._visited))

    def _following(self, node: Node) -> Iterator[tuple[Node, GraphStep]]:
        state, watched, waits_for = node
        width = self._watch.bits + (max(self._graph.alive(state), default=-1) + 1 if self._fair else 0)
        for step in self._graph.steps(state, self._path):
            waiting = step.kept_waiting << self._watch.bits if self._fair else 0
            for target, bits in self._watch.edges(self._graph, watched, state, step):
                yield (step.target, target, _next_bit(waits_for, waiting | bits, width)), step

    def _path(self) -> list[Transition]:
        return [one for frame in self._stack if frame.step is not None for one in frame.step.transitions]


def _next_bit(waits_for: int, bits: int, width: int) -> int:
    """After an edge that has these bits."""
    bit = 0 if waits_for == OVER else waits_for
    while bit < width and not bits >> bit & 1:
        bit += 1
    return bit if bit < width else OVER
