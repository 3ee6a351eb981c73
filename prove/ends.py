"""Ends: how many threads have begun, have ended, and were joined when they had ended, of those of which there are many.

`begun(worker)` and `ended(worker)` count the threads of a routine, `joined(threads)` those that were joined. Each has
an address of its own that does not come again, so numbers of 64 bits do not wrap around. A thread ends once, after it
has begun; and of those that were joined each has ended, and is counted once. So if as many were joined as have begun,
then all have ended, and nobody is left at any location.

`order(threads)[t]` is as which one the thread was created. Nothing is assumed of it: it is a means to say that the
elements of an array are different threads. `any()` is a number of which nothing is known, and nothing changes it: what
a clause says of it holds for all numbers.

What a step does to these is read off what it does to the control blocks. If that is not of a form that is known, there
are no such ghosts.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.types import IntType
from symex.terms import Term, all_of, array_width, bv, bvadd, const_array, eq, ite, ne, select, store, symbol
from symex.terms.sorts import element_bits, is_array

from .graph import Graph, GuardedTransition, JoinedThreads, Location
from .pools import ALIVE, THREADS
from .variables import Variable

WIDTH = 64
_COUNTED = IntType(WIDTH, False, "unsigned long")
_INDEX = IntType(32, True, "int")


class _NotKnown(Exception):
    """A step does what is not expected to control blocks."""


def with_ends(graph: Graph) -> Graph:
    """The same graph if nobody joins threads of which there are many."""
    parts = {one.name: one for one in graph.shared if one.element is not None}
    names = (f"{THREADS}.{part}" for part in ("created", "ended", "joined"))
    created, ended, joined = (parts.get(name) for name in names)
    if created is None or ended is None or joined is None:
        return graph
    blocks = _Blocks(graph, created, ended, joined)
    try:
        return blocks.with_ghosts()
    except _NotKnown:
        return graph


def _number(name: str) -> Variable:
    return Variable(name, symbol(f"g!{name}", WIDTH), _COUNTED, True, ghost=True, own=False, counts=True)


def any_index() -> Variable:
    return Variable("any()", symbol("g!any()", 32), _INDEX, True, ghost=True)  # no program can call a variable so


@dataclass(frozen=True, slots=True, eq=False)
class _Blocks:
    """What is known of control blocks."""

    graph: Graph
    created: Variable
    ended: Variable
    joined: Variable

    def with_ghosts(self) -> Graph:
        graph = self.graph
        instances = list(dict.fromkeys(one.instance for one in graph.locations if one.instance.many))
        joins = [one for one in self._steps() if self._is_joined_in(one)]
        arrays = self._arrays()
        if not instances or not joins or not arrays:
            return graph
        running = self._running()
        order = "order(threads)"
        ends = JoinedThreads(
            {one: _number(f"begun({one.name})") for one in instances},
            {one: _number(f"ended({one.name})") for one in instances},
            _number("joined(threads)"),
            Variable(order, symbol(f"g!{order}", array_width(64, WIDTH)), None, True, ghost=True, element=_COUNTED),
            running,
            arrays,
        )
        transitions = tuple(self._noting(one, ends) for one in graph.transitions)
        ghosts = (*ends.begun.values(), *ends.ended.values(), ends.joined, ends.order)
        return replace(
            graph, shared=(*graph.shared, *ghosts), transitions=transitions, ends=ends, any_index=any_index()
        )

    def _steps(self) -> Iterator[GuardedTransition]:
        """Of when there are several threads."""
        return (one for one in self.graph.transitions if not one.source.alone)

    def _is_joined_in(self, step: GuardedTransition) -> bool:
        return self.joined in step.shared and self.created not in step.shared

    def _arrays(self) -> tuple[Variable, ...]:
        """Of bytes; those of which elements are read, or written, as wide as an address. All can be spoken of."""
        found: dict[Variable, None] = {}
        for location in self.graph.locations:
            for one in self.graph.seen_at(location):
                if is_array(one.width) and element_bits(one.width) == 8 and one.element is None and not one.ghost:
                    found.setdefault(one)
        return tuple(found)

    # -- what steps do to control blocks ------------------------------------------------------------------------------

    def _new(self, step: GuardedTransition) -> Term | None:
        """The address of the control block that a step makes."""
        value = step.shared.get(self.created)
        if value is None:
            return None
        array, address, state = self._stored(value, self.created)
        if array is not self.created.symbol or state is not bv(ALIVE, 8) or not _is_chosen(address):
            raise _NotKnown
        return address

    def _stored(self, value: Term, into: Variable) -> tuple[Term, Term, Term]:
        if value.op != "store":
            raise _NotKnown
        array, address, what = value.args
        return array, address, what

    def _ends(self, step: GuardedTransition) -> bool:
        """Does it say of its own thread, and of nobody else, that it has ended?"""
        value = step.shared.get(self.ended)
        if value is None:
            return False
        array, address, what = self._stored(value, self.ended)
        if array is not self.ended.symbol:
            raise _NotKnown
        if address is self._new(step) and what is bv(0, 8):
            return False
        is_own = step.source.instance.many and address is self.graph.self_term(step.source.instance)
        if not is_own or what is not bv(1, 8):
            raise _NotKnown
        return True

    def _running(self) -> frozenset[Location]:
        """Where a thread, of those of which there are many, has not said that it has ended. It says so once."""
        before: set[Location] = set()
        after: set[Location] = set()
        pending = [
            (one.target, False) for step in self.graph.transitions for one in step.started if one.target.instance.many
        ]
        leaving: dict[Location, list[GuardedTransition]] = {}
        for step in self._steps():
            leaving.setdefault(step.source, []).append(step)
        while pending:
            location, has_ended = pending.pop()
            there = after if has_ended else before
            if location in there:
                continue
            there.add(location)
            for step in leaving.get(location, ()):
                ends = self._ends(step)
                if ends and has_ended:
                    raise _NotKnown
                if step.arrival is not None:
                    pending.append((step.arrival.target, has_ended or ends))
        for step in self.graph.transitions:
            if step.source.alone:
                self._require_nobody_ended(step)
            elif not step.source.instance.many and self._ends(step):
                raise _NotKnown
        if before & after:
            raise _NotKnown
        return frozenset(before)

    def _require_nobody_ended(self, step: GuardedTransition) -> None:
        """When main starts its first thread."""
        value = step.shared.get(self.ended)
        if not step.started:
            return
        while value is not None and value.op == "store" and value.args[2] is bv(0, 8):
            value = value.args[0]
        if value is not const_array(64, bv(0, 8)):
            raise _NotKnown

    def _joined_at(self, value: Term) -> Term:
        """Of one thread only."""
        found: set[Term] = set()
        pending, seen = [value], set[int]()
        while pending:
            one = pending.pop()
            if one.id in seen:
                continue
            seen.add(one.id)
            if one.op == "ite":
                pending += one.args[1:]
            elif one.op == "store":
                found.add(one.args[1])
                pending.append(one.args[0])
            elif one is not self.joined.symbol:
                raise _NotKnown
        if len(found) != 1:
            raise _NotKnown
        return next(iter(found))

    # -- what that is to the ghosts -----------------------------------------------------------------------------------

    def _noting(self, step: GuardedTransition, ends: JoinedThreads) -> GuardedTransition:
        if step.source.alone:
            return self._noting_first(step, ends) if step.started else step
        changes = dict(step.shared)
        one = bv(1, WIDTH)
        new = self._new(step)
        if new is not None:
            before = bv(0, WIDTH)
            for begun in ends.begun.values():
                before = bvadd(before, begun.symbol)
            changes[ends.order] = store(ends.order.symbol, new, before)
        for arrival in step.started:
            if arrival.target.instance.many:
                begun = ends.begun[arrival.target.instance]
                changes[begun] = bvadd(changes.get(begun, begun.symbol), one)
        if self._ends(step):
            ended = ends.ended[step.source.instance]
            changes[ended] = bvadd(ended.symbol, one)
        if self.joined in step.shared:
            changes[ends.joined] = self._joined_after(step.shared[self.joined], ends.joined.symbol)
        return replace(step, shared=changes)

    def _joined_after(self, value: Term, before: Term) -> Term:
        """One more, if that thread had ended and was not joined before. If somebody takes that back, none is known."""
        thread = self._joined_at(value)
        was, is_ = (ne(select(one, thread), bv(0, 8)) for one in (self.joined.symbol, value))
        there = eq(select(self.created.symbol, thread), bv(ALIVE, 8))
        has_ended = ne(select(self.ended.symbol, thread), bv(0, 8))
        more = all_of([there, has_ended, is_, eq(select(self.joined.symbol, thread), bv(0, 8))])
        taken_back = all_of([there, was, eq(select(value, thread), bv(0, 8))])
        return ite(more, bvadd(before, bv(1, WIDTH)), ite(taken_back, bv(0, WIDTH), before))

    def _noting_first(self, step: GuardedTransition, ends: JoinedThreads) -> GuardedTransition:
        """Main, alone, starts its first thread."""
        begun = [one.target.instance for one in step.started if one.target.instance.many]
        counts = {variable: bv(begun.count(one), WIDTH) for one, variable in ends.begun.items()}
        nobody = {one: bv(0, WIDTH) for one in (*ends.ended.values(), ends.joined)}
        order = {ends.order: const_array(64, bv(0, WIDTH))}
        return replace(step, shared={**step.shared, **counts, **nobody, **order})


def _is_chosen(address: Term) -> bool:
    """A value that the translation has chosen: it is assumed to be new."""
    return address.op == "symbol" and str(address.payload).startswith("out!")
