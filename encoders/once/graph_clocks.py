"""Happens-before in an execution graph (memory model rc11), as clocks.

The clock of a node is the set of nodes that happen before it, as a bit-vector. It grows along the thread, and where the
thread acquires. What is acquired is a symbol that holds *at least* what was released: more would only forbid more, so
the solver may take it as small as it can be. That is all that is needed, since nothing asks for happens-before to hold.

Synchronisation is that of Lahav et al. (PLDI 2017): release writes, release fences before relaxed writes, release
sequences; acquire reads, relaxed reads before acquire fences. Beside it, threads begin after what their creators did,
and atomic sections that touch the same cell come one after the other.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from itertools import permutations

from symex.terms import (
    FALSE,
    TRUE,
    Term,
    all_of,
    and_,
    bv,
    bvand,
    bvnot,
    bvor,
    eq,
    extract,
    implies,
    ite,
    not_,
    symbol,
)

from .cells import Key
from .graph_events import Event, Events, GraphNode
from .operations import BoundedThread
from .precedence import Precedence

Found = Callable[[Event, Event], Term]  # the read finds what the write left (where both are made)
Precedes = Callable[[Event, Event], Term]  # of two events of a cell: the first comes first in the cell's history


class GraphClocks:
    def __init__(self, events: Events, precedence: Precedence) -> None:
        self._events = events
        self._precedence = precedence
        known = [node for node in events.nodes() if node.fence is not None or self._meets_others(node)]
        self._bits = {node.index: bit for bit, node in enumerate(known)}
        self.width = max(1, len(known))
        self._nothing = bv(0, self.width)
        self._in: dict[int, Term] = {}  # per node, what happens before it
        self._out: dict[int, Term] = {}  # the same, and the node itself
        self._released: dict[Event, Term] = {}  # per atomic write, what whoever acquires it gets to know
        self._inherits: list[tuple[Event, Event, Term]] = []  # a read, a write of the same section, and from it
        self._gets: list[tuple[Event, Term]] = []  # per atomic read, at least what was released there
        self._joins: dict[int, Term] = {}  # per section: at least what those before it know
        for line in events.lines:
            self._follow(line)

    def _meets_others(self, node: GraphNode) -> bool:
        return any(self._events.shared(event.key) for event in node.events)

    # -- along a thread -----------------------------------------------------------------------------------------------

    def _follow(self, line: list[GraphNode]) -> None:
        if not line:
            return
        clock = self._at_start(line[0].thread)
        fence_released, fence_gets = self._nothing, self._nothing
        written: defaultdict[Key, Term] = defaultdict(lambda: self._nothing)  # by the last release write of the thread
        acquires_later = [
            any(later.fence is not None and later.fence.acquires for later in line[place + 1 :])
            for place in range(len(line))
        ]
        for node in line:
            if node.fence is not None and node.fence.acquires:
                clock = bvor(clock, ite(node.when, fence_gets, self._nothing))
            if node.strong:
                self._joins[node.index] = symbol(f"section!{node.name}:{self.width}", self.width)
                clock = bvor(clock, self._joins[node.index])
            for event in node.events:
                if event.reads and event.order is not None:
                    acquires = event.has_order("acquires")
                    if acquires is not FALSE or acquires_later[node.place]:
                        got = symbol(f"got!{event.name}:{self.width}", self.width)
                        self._gets.append((event, got))
                        clock = bvor(clock, ite(and_(event.when, acquires), got, self._nothing))
                        fence_gets = bvor(fence_gets, ite(event.when, got, self._nothing))
            self._in[node.index] = clock
            clock = self._out[node.index] = bvor(clock, self._bit(node))
            if node.fence is not None and node.fence.releases:
                fence_released = ite(node.when, clock, fence_released)
            for event in node.events:
                if event.writes and event.order is not None:
                    releases = event.has_order("releases")
                    written[event.key] = ite(and_(event.when, releases), clock, written[event.key])
                    released = bvor(fence_released, written[event.key])
                    self._released[event] = bvor(released, self._inherited(event))

    def _inherited(self, write: Event) -> Term:
        """A read-modify-write goes on with the release sequence that it has read from."""
        whole = self._nothing
        for read in write.node.events[: write.place]:
            if read.reads and read.key == write.key and read.order is not None:
                from_it = symbol(f"inherits!{write.name}.{read.place}:{self.width}", self.width)
                self._inherits.append((read, write, from_it))
                whole = bvor(whole, ite(read.when, from_it, self._nothing))
        return whole

    def _bit(self, node: GraphNode) -> Term:
        bit = self._bits.get(node.index)
        return self._nothing if bit is None else ite(node.when, bv(1 << bit, self.width), self._nothing)

    def _at_start(self, thread: BoundedThread) -> Term:
        """A thread knows what its creator knows after the step that has started it."""
        if thread.parent < 0:
            return self._nothing
        before = [node for node in self._events.lines[thread.parent] if node.block.index <= thread.created_after]
        if before:
            return self._out[before[-1].index]
        return self._at_start(self._precedence.program.threads[thread.parent])

    # -- what is asked ------------------------------------------------------------------------------------------------

    def before(self, one: GraphNode, other: GraphNode) -> Term:
        """The one is made, and happens before the other."""
        if one.thread is other.thread:
            return one.when if one.place < other.place else FALSE
        surely = self._precedence.surely_before
        if surely(one.thread, one.block.index, other.thread, other.block.index):
            return one.when
        if surely(other.thread, other.block.index, one.thread, one.block.index) or one.index not in self._bits:
            return FALSE
        bit = self._bits[one.index]
        return eq(extract(self._in[other.index], bit, bit), bv(1, 1))

    def knows(self, node: GraphNode) -> bool:
        return node.index in self._bits

    # -- in the formula -----------------------------------------------------------------------------------------------

    def constraints(self, found: Found, precedes: Precedes) -> list[Term]:
        made = [self._gets_at_least(read, got, found) for read, got in self._gets]
        made += [self._gets_at_least(read, got, found, write.when) for read, write, got in self._inherits]
        for here in self._events.by_key.values():
            strong = [event for event in here if event.node.strong and not event.ends_life]
            made += [self._in_turn(one, other, precedes) for one, other in permutations(strong, 2)]
        return made

    def _gets_at_least(self, read: Event, got: Term, found: Found, condition: Term = TRUE) -> Term:
        terms = []
        for write in self._events.by_key[read.key]:
            released = self._released.get(write)
            if released is not None and released is not self._nothing and write.node is not read.node:
                here = all_of([read.when, condition, write.when, found(read, write)])
                terms.append(implies(here, self._holds(got, released)))
        return all_of(terms)

    def _in_turn(self, one: Event, other: Event, precedes: Precedes) -> Term:
        """What sections do to a cell comes one after the other: so do they."""
        if one.node.thread is other.node.thread or (one.reads and other.reads):
            return TRUE
        here = all_of([one.when, other.when, precedes(one, other)])
        return implies(here, self._holds(self._joins[other.node.index], self._out[one.node.index]))

    def event_before(self, one: Event, other: Event) -> Term:
        """Does one happen before the other? Those of a node are in the order of their places."""
        if one.node is other.node:
            return TRUE if one.place < other.place else FALSE
        return self.before(one.node, other.node)

    def _holds(self, whole: Term, part: Term) -> Term:
        return eq(bvand(part, bvnot(whole)), self._nothing)


def unordered(clocks: GraphClocks, one: GraphNode, other: GraphNode) -> Term:
    return and_(not_(clocks.before(one, other)), not_(clocks.before(other, one)))
