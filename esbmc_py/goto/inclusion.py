"""A solver for inclusion constraints (Andersen's analysis): which objects may the value at a node name?

Nodes and objects are small integers. A set of objects is one Python integer with a bit per object, so that union
and difference are single machine-speed operations, and only what is new travels along an edge. Nodes on a cycle
have the same set in the end; when the work goes on for long, such nodes are found and merged.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias

ObjectSet: TypeAlias = int

Watcher: TypeAlias = Callable[[int], None]

PATIENCE = 1  # visits per node, on average, before cycles are looked for


def members(objects: ObjectSet) -> Iterator[int]:
    while objects:
        lowest = objects & -objects
        yield lowest.bit_length() - 1
        objects ^= lowest


class Inclusions:
    """Constraints that may grow while they are solved: a watcher may add nodes, objects and constraints."""

    def __init__(self) -> None:
        self.contents: list[int] = []  # object → the node that stands for everything stored in it
        self._points: list[ObjectSet] = []
        self._new: list[ObjectSet] = []  # the part of it that has not been passed on yet
        self._merged: list[int] = []  # node → the node it was merged into, or itself
        self._edges: list[set[int]] = []
        self._loads: dict[int, list[int]] = {}
        self._stores: dict[int, list[int]] = {}
        self._watchers: dict[int, list[Watcher]] = {}
        self._work: deque[int] = deque()

    def node(self) -> int:
        node = len(self._points)
        self._points.append(0)
        self._new.append(0)
        self._merged.append(node)
        self._edges.append(set())
        return node

    def object(self) -> int:
        self.contents.append(self.node())
        return len(self.contents) - 1

    def points(self, node: int) -> ObjectSet:
        return self._points[self._find(node)]

    def _find(self, node: int) -> int:
        merged = self._merged
        while merged[node] != node:
            merged[node] = merged[merged[node]]
            node = merged[node]
        return node

    def include(self, node: int, objects: ObjectSet) -> None:
        """points(node) ⊇ objects."""
        node = self._find(node)
        fresh = objects & ~self._points[node]
        if fresh:
            self._points[node] |= fresh
            if not self._new[node]:
                self._work.append(node)
            self._new[node] |= fresh

    def edge(self, source: int, target: int) -> None:
        """points(target) ⊇ points(source)."""
        source, target = self._find(source), self._find(target)
        if source != target and target not in self._edges[source]:
            self._edges[source].add(target)
            self.include(target, self._points[source])

    def load(self, address: int, target: int) -> None:
        """points(target) ⊇ points(contents[o]) for every o in points(address)."""
        address = self._find(address)
        self._loads.setdefault(address, []).append(target)
        for place in members(self._points[address]):
            self.edge(self.contents[place], target)

    def store(self, address: int, source: int) -> None:
        """points(contents[o]) ⊇ points(source) for every o in points(address)."""
        address = self._find(address)
        self._stores.setdefault(address, []).append(source)
        for place in members(self._points[address]):
            self.edge(source, self.contents[place])

    def watch(self, node: int, watcher: Watcher) -> None:
        """Calls watcher(o) for every o in points(node), now or when it arrives there; for some more than once."""
        node = self._find(node)
        self._watchers.setdefault(node, []).append(watcher)
        for place in members(self._points[node] & ~self._new[node]):
            watcher(place)

    def unify(self, nodes: Iterable[int]) -> None:
        """Makes the points of all these nodes one set."""
        distinct = sorted({self._find(node) for node in nodes})
        if len(distinct) > 1:
            self._merge(distinct)

    @property
    def has_work(self) -> bool:
        return bool(self._work)

    def solve(self) -> None:
        patience = PATIENCE * len(self._points)
        while self._work:
            node = self._work.popleft()
            if self._merged[node] != node or not self._new[node]:
                continue
            self._pass_on(node)
            patience -= 1
            if patience < 0:
                self._merge_cycles()
                patience = PATIENCE * len(self._points)

    def _pass_on(self, node: int) -> None:
        fresh, self._new[node] = self._new[node], 0
        for target in self._edges[node]:
            self.include(target, fresh)
        loads, stores = self._loads.get(node, ()), self._stores.get(node, ())
        watchers = tuple(self._watchers.get(node, ()))  # one that is added meanwhile sees these objects anyway
        if loads or stores:
            for contents in {self._find(self.contents[place]) for place in members(fresh)}:
                for target in loads:
                    self.edge(contents, target)
                for source in stores:
                    self.edge(source, contents)
        if watchers:
            for place in members(fresh):
                for watcher in watchers:
                    watcher(place)

    # Cycles

    def _merge_cycles(self) -> None:
        roots = [node for node, merged in enumerate(self._merged) if merged == node and self._edges[node]]
        for node in roots:
            self._edges[node] = {self._find(target) for target in self._edges[node]} - {node}
        for component in self._components(roots):
            self._merge(component)
        for node in roots:
            self._edges[node] = {self._find(target) for target in self._edges[node]} - {node}

    def _merge(self, component: list[int]) -> None:
        into = component[0]
        seen_by_all = -1
        for node in component:
            seen_by_all &= self._points[node] & ~self._new[node]
            self._points[into] |= self._points[node]
            if node != into:
                self._merged[node] = into
                self._edges[into] |= self._edges[node]
                self._edges[node] = set()
                for table in (self._loads, self._stores):
                    if node in table:
                        table.setdefault(into, []).extend(table.pop(node))
                if node in self._watchers:
                    self._watchers.setdefault(into, []).extend(self._watchers.pop(node))
        self._new[into] = self._points[into] & ~seen_by_all
        if self._new[into]:
            self._work.append(into)

    def _components(self, roots: list[int]) -> list[list[int]]:
        """The strongly connected components of more than one node, by Tarjan's algorithm without recursion."""
        order: dict[int, int] = {}
        low: dict[int, int] = {}
        stack: list[int] = []
        waiting: set[int] = set()  # on the stack
        components: list[list[int]] = []
        for root in roots:
            work = [] if root in order else [(root, iter(self._edges[root]))]
            while work:
                node, targets = work[-1]
                if node not in order:
                    order[node] = low[node] = len(order)
                    stack.append(node)
                    waiting.add(node)
                for target in targets:
                    if target not in order:
                        work.append((target, iter(self._edges[target])))
                        break
                    if target in waiting:
                        low[node] = min(low[node], order[target])
                else:
                    work.pop()
                    if work:
                        parent = work[-1][0]
                        low[parent] = min(low[parent], low[node])
                    if low[node] == order[node]:
                        place = _last_index(stack, node)
                        component = stack[place:]
                        del stack[place:]
                        waiting.difference_update(component)
                        if len(component) > 1:
                            components.append(component)
        return components


def _last_index(stack: list[int], node: int) -> int:
    place = len(stack) - 1
    while stack[place] != node:
        place -= 1
    return place
