"""A cycle that is looked for, in the product of a program's graph and a watch, found while the product is built.

Couvreur, Duret-Lutz and Poitrenaud, "On-the-fly emptiness checks for generalized Büchi automata" (SPIN 2005): depth
first, with a stack of components that may still grow. Each knows the bits that all its edges have in common; a
component without such a bit has a cycle without one.

Weak fairness is a bit for each thread: an edge has it if the thread could move there and another one did. So a cycle
that leaves a thread waiting for ever is none, unless the thread was unable to move from time to time.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator
from typing import TypeAlias

from esbmc_py.goto.deferred import dataclass

from .graph import GraphStep, LivenessGraph, State
from .watches import Watch

Node: TypeAlias = tuple[State, int]  # a state of the program, a state of the watch
Edge: TypeAlias = tuple[Node, int, GraphStep]  # where to, bits, what the program does


@dataclass(frozen=True, slots=True)
class Lasso:
    """Steps once, and then steps for ever."""

    stem: tuple[GraphStep, ...]
    cycle: tuple[GraphStep, ...]


@dataclass(slots=True)
class _Component:
    first: int  # the number of its first node
    entered: int  # bits of the edge that leads there
    lacking: int = -1  # bits that all its edges have; all bits there are: it has no edge yet


class Product:
    def __init__(self, graph: LivenessGraph, watch: Watch, *, fair: bool) -> None:
        self._graph = graph
        self._watch = watch
        self._fair = fair
        self.nodes: dict[Node, int] = {}  # those met so far → their numbers

    def __len__(self) -> int:
        return len(self.nodes)

    def edges(self, node: Node) -> Iterator[Edge]:
        state, watched = node
        for step in self._graph.steps(state):
            waiting = step.kept_waiting << self._watch.bits if self._fair else 0
            for target, bits in self._watch.edges(self._graph, watched, state, step):
                yield (step.target, target), waiting | bits, step

    def lasso(self) -> Lasso | None:
        """One that is looked for, if there is any."""
        component = self._component()
        if component is None:
            return None
        start: Node = (self._graph.first, 0)
        stem: tuple[Edge, ...] = ()
        if start not in component:
            stem = self._way(start, self.nodes.__contains__, lambda _, edge: edge[0] in component)
        entry = stem[-1][0] if stem else start
        return Lasso(tuple(edge[2] for edge in stem), tuple(edge[2] for edge in self._cycle(entry, component)))

    def _component(self) -> set[Node] | None:
        """The nodes of the first component that has no bit in common."""
        start = (self._graph.first, 0)
        numbers = self.nodes
        live: list[Node] = [start]  # of components that may grow
        done: set[Node] = set()  # of others
        numbers[start] = 0
        components = [_Component(0, 0)]
        stack = [(start, self.edges(start))]
        while stack:
            node, edges = stack[-1]
            edge = next(edges, None)
            if edge is None:
                stack.pop()
                if components[-1].first == numbers[node]:
                    components.pop()
                    while live and numbers[live[-1]] >= numbers[node]:
                        done.add(live.pop())
                continue
            target, bits, _ = edge
            if target not in numbers:
                numbers[target] = len(numbers)
                live.append(target)
                components.append(_Component(numbers[target], bits))
                stack.append((target, self.edges(target)))
            elif target not in done:
                while components[-1].first > numbers[target]:
                    merged = components.pop()
                    bits &= merged.lacking & merged.entered
                components[-1].lacking &= bits
                if components[-1].lacking == 0:
                    return {one for one in live if numbers[one] >= components[-1].first}
        return None

    def _way(
        self, start: Node, inside: Callable[[Node], bool], wanted: Callable[[Node, Edge], bool]
    ) -> tuple[Edge, ...]:
        """A shortest one to an edge that is wanted."""
        origins: dict[Node, tuple[Node, Edge] | None] = {start: None}
        queue = deque([start])
        while queue:
            node = queue.popleft()
            for edge in self.edges(node):
                if not inside(edge[0]):
                    continue
                if wanted(node, edge):
                    way, origin = [edge], origins[node]
                    while origin is not None:
                        way.append(origin[1])
                        origin = origins[origin[0]]
                    return tuple(reversed(way))
                if edge[0] not in origins:
                    origins[edge[0]] = node, edge
                    queue.append(edge[0])
        raise AssertionError("in a component there is a way from everywhere to everywhere")

    def _cycle(self, entry: Node, component: set[Node]) -> list[Edge]:
        """From the entry round to the entry, until no bit is on all edges."""
        way: list[Edge] = []
        node, lacking = entry, -1
        while lacking:
            row = self._way(node, component.__contains__, lambda _, edge: bool(lacking & ~edge[1]))  # noqa: B023
            for edge in row:
                lacking &= edge[1]
            way += row
            node = way[-1][0]
        if node != entry:
            way += self._way(node, component.__contains__, lambda _, edge: edge[0] == entry)
        return way
