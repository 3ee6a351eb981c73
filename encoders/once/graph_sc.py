"""Sequentially consistent accesses and fences in an execution graph: psc has no cycle (Lahav et al., PLDI 2017, §3.3).

Every event that is seq_cst has a rank, and whoever comes before another in psc has the smaller one. Of an event x,
`low` is at least the rank of what leads to x (x itself, or fences that happen before it), and `high` at most the rank
of what x leads to. So scb(x, y) is `low(x) < high(y)`, whatever leads to x and from y.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations, permutations

from symex.terms import FALSE, TRUE, Term, all_of, and_, any_of, implies, not_, symbol, ule, ult

from .graph_clocks import GraphClocks
from .graph_events import Event, Events, GraphNode
from .precedence import Precedence

Precedes = Callable[[Event, Event], Term]


class SequentialOrder:
    def __init__(self, events: Events, clocks: GraphClocks, precedence: Precedence, precedes: Precedes) -> None:
        self._events = events
        self._clocks = clocks
        self._precedence = precedence
        self._precedes = precedes
        nodes = list(events.nodes())
        self._fences = [node for node in nodes if node.fence is not None and node.fence.name == "SEQ_CST"]
        self._accesses = [
            (event, and_(event.when, sequential))
            for node in nodes
            for event in node.events
            if (sequential := event.has_order("sequential")) is not FALSE
        ]
        self._bits = (len(self._fences) + len(self._accesses) + 1).bit_length()

    def constraints(self) -> Iterator[Term]:
        if len(self._fences) + len(self._accesses) < 2:
            return
        yield from self._in_program_order()
        yield from self._of_fences()
        yield from self._around()
        for key, here in self._events.by_key.items():
            if self._events.shared(key):
                yield from self._of_cell([event for event in here if not event.ends_life])

    # -- ranks --------------------------------------------------------------------------------------------------------

    def _rank(self, one: GraphNode | Event) -> Term:
        kind = "fence" if isinstance(one, GraphNode) else "access"
        return symbol(f"sc!{kind}!{one.name}:{self._bits}", self._bits)

    def _comes_before(self, when: Term, one: GraphNode | Event, other: GraphNode | Event) -> Term:
        return implies(when, ult(self._rank(one), self._rank(other)))

    # -- along threads ------------------------------------------------------------------------------------------------

    def _in_program_order(self) -> Iterator[Term]:
        """Of any two of a thread. (Between two with others between them, nothing need be said.)"""
        for line in self._events.lines:
            found: list[tuple[GraphNode | Event, Term]] = []
            for node in line:
                if node in self._fences:
                    found.append((node, node.when))
                found += [(event, when) for event, when in self._accesses if event.node is node]
            for (one, when), (other, also) in combinations(found, 2):
                yield self._comes_before(and_(when, also), one, other)

    def _of_fences(self) -> Iterator[Term]:
        """What happens before a fence, by something that comes after it in its thread; and the other way round."""
        for one, other in permutations(self._fences, 2):
            if one.thread is not other.thread:
                yield self._comes_before(and_(other.when, self._clocks.before(one, other)), one, other)
        for event, when in self._accesses:
            for fence in self._fences:
                if fence.thread is not event.node.thread:
                    leads = self._by_what_follows(event, fence)
                    yield self._comes_before(all_of([when, fence.when, leads]), event, fence)
                    follows = self._by_what_precedes(fence, event)
                    yield self._comes_before(all_of([when, fence.when, follows]), fence, event)

    def _around(self) -> Iterator[Term]:
        """po, to another cell; happens-before; po, from another cell."""
        for (one, when), (other, also) in permutations(self._accesses, 2):
            if one.node.thread is not other.node.thread:
                ways = [
                    and_(_elsewhere(node, other), self._by_what_follows(one, node, elsewhere=True))
                    for node in self._earlier(other)
                ]
                leads = any_of([self._surely(one.node, other.node), *ways])
                yield self._comes_before(all_of([when, also, leads]), one, other)

    def _by_what_follows(self, event: Event, then: GraphNode, *, elsewhere: bool = False) -> Term:
        """Something that comes after the event in its thread happens before the node."""
        ways = [
            and_(_elsewhere(node, event) if elsewhere else TRUE, self._clocks.before(node, then))
            for node in self._later(event)
        ]
        return any_of([self._surely(event.node, then), *ways])

    def _by_what_precedes(self, first: GraphNode, event: Event) -> Term:
        ways = [and_(node.when, self._clocks.before(first, node)) for node in self._earlier(event)]
        return any_of([self._surely(first, event.node), *ways])

    def _later(self, event: Event) -> list[GraphNode]:
        line = self._events.lines[event.node.thread.number]
        return [node for node in line[event.node.place + 1 :] if self._clocks.knows(node)]

    def _earlier(self, event: Event) -> list[GraphNode]:
        return self._events.lines[event.node.thread.number][: event.node.place]

    def _surely(self, one: GraphNode, other: GraphNode) -> Term:
        """By what the library does between them: creating, and joining."""
        surely = self._precedence.surely_before
        return TRUE if surely(one.thread, one.block.index, other.thread, other.block.index) else FALSE

    # -- on a cell ----------------------------------------------------------------------------------------------------

    def _of_cell(self, here: list[Event]) -> Iterator[Term]:
        lows = {event: self._low(event) for event in here}
        highs = {event: self._high(event) for event in here}
        for event in here:
            yield from (rule for low in lows[event].values() for rule in low.rules)
            yield from (rule for high in highs[event].values() for rule in high.rules)
        for one, other in permutations(here, 2):
            both = and_(one.when, other.when)
            low, high = lows[one].get("all"), highs[other].get("all")
            if low is not None and high is not None:
                related = any_of([self._mo_or_rb(one, other), self._clocks.event_before(one, other)])
                yield implies(and_(both, related), ult(low.number, high.number))
            low, high = lows[one].get("fences"), highs[other].get("fences")
            if low is not None and high is not None:
                yield implies(and_(both, self._eco(one, other)), ult(low.number, high.number))

    def _mo_or_rb(self, one: Event, other: Event) -> Term:
        return self._precedes(one, other) if other.writes else FALSE

    def _eco(self, one: Event, other: Event) -> Term:
        """Of two reads, the later one finds a later write."""
        if one.reads and other.reads:
            return and_(self._precedes(one, other), not_(self._precedes(other, one)))
        return self._precedes(one, other)

    def _low(self, event: Event) -> dict[str, _Number]:
        fences = [(fence, self._clocks.before(fence, event.node)) for fence in self._fences]
        return self._numbers(event, "low", fences, lambda rank, number: ule(rank, number))

    def _high(self, event: Event) -> dict[str, _Number]:
        fences = [(fence, and_(fence.when, self._clocks.before(event.node, fence))) for fence in self._fences]
        return self._numbers(event, "high", fences, lambda rank, number: ule(number, rank))

    def _numbers(
        self,
        event: Event,
        name: str,
        fences: list[tuple[GraphNode, Term]],
        at_least: Callable[[Term, Term], Term],
    ) -> dict[str, _Number]:
        """Of what leads here, or from here: fences alone, or the event itself, too."""
        found: dict[str, _Number] = {}
        reached = [(fence, when) for fence, when in fences if when is not FALSE]
        if reached:
            number = symbol(f"{name}!fences!{event.name}:{self._bits}", self._bits)
            found["fences"] = _Number(
                number, [implies(when, at_least(self._rank(one), number)) for one, when in reached]
            )
        itself = [(one, when) for one, when in self._accesses if one is event]
        if reached or itself:
            number = symbol(f"{name}!{event.name}:{self._bits}", self._bits)
            both: list[tuple[GraphNode | Event, Term]] = [*reached, *itself]
            found["all"] = _Number(number, [implies(when, at_least(self._rank(one), number)) for one, when in both])
        return found


class _Number:
    def __init__(self, number: Term, rules: list[Term]) -> None:
        self.number = number
        self.rules = rules


def _elsewhere(node: GraphNode, event: Event) -> Term:
    """The node is made, and of another cell; a fence is of none."""
    if node.fence is not None:
        return node.when
    return any_of([one.when for one in node.events if one.key != event.key])
