"""Ghosts: variables that steps only write.

Who wrote last, for each variable that threads share: while a thread holds a lock, that is the thread itself. So locks
need not be recognised: a mutex has an owner anyway, and a word that is used as a lock has a last writer.

Who took a variable away from a value: `taker(next)[7]` is the thread that changed `next` last when it was 7. So a
thread knows a number that it has drawn as its own, although others draw numbers, too.

Which threads have been started, of those that are known by name. (That they have ended is in their control blocks.)

What a thread that is known by name has added to a variable so far: `added(x, worker#1)`.

How many threads are at certain locations: `threads(1)`. Which locations that are is part of an invariant.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from esbmc_py.goto.types import IntType
from symex.terms import BOOL, Term, array_width, boolean, bv, bvadd, bvsub, const_array, eq, ite, store, symbol

from .ends import with_ends
from .graph import COUNT_TYPE, Arrival, Count, Graph, GuardedTransition, Location, ThreadInstance
from .monitors import with_monitors
from .relevant import relevant
from .variables import Variable

MOST_GHOSTS = 16


def with_ghosts(graph: Graph) -> Graph:
    bits = graph.program.pointer_bits
    matters = relevant(graph)
    numbers = [one for one in graph.shared if one.own and isinstance(one.type, IntType) and one in matters]
    watched = [one for one in numbers if one.inside is None][:MOST_GHOSTS]
    ghosts = {one: _ghost(one, bits) for one in watched}
    takers = {one: _taker(one, bits) for one in watched if _is_counted_on(graph, one)}
    starts = {one: _start_ghost(one) for one in _known_by_name(graph)}
    transitions = tuple(
        _noting_start(_noting_taker(graph, _noting(graph, one, ghosts), takers), starts) for one in graph.transitions
    )
    every = (*ghosts.values(), *takers.values(), *starts.values())
    return with_ends(with_monitors(replace(graph, shared=(*graph.shared, *every), transitions=transitions)))


def _known_by_name(graph: Graph) -> list[ThreadInstance]:
    started = (arrival.target.instance for step in graph.transitions for arrival in step.started)
    return [one for one in dict.fromkeys(started) if not one.many]


def _start_ghost(instance: ThreadInstance) -> Variable:
    name = f"started({instance.name})"
    return Variable(name, symbol(f"g!{name}", BOOL), None, True, ghost=True, tells_of="start")


def _noting_start(step: GuardedTransition, starts: dict[ThreadInstance, Variable]) -> GuardedTransition:
    """While main is alone none has been started."""
    begun = {arrival.target.instance for arrival in step.started}
    if not begun:
        return step
    asked = starts if step.source.alone else [one for one in starts if one in begun]
    return replace(step, shared={**step.shared, **{starts[one]: boolean(one in begun) for one in asked}})


def _ghost(variable: Variable, bits: int) -> Variable:
    made = symbol(f"g!writer({variable.name})", bits)
    return Variable(f"writer({variable.name})", made, None, True, is_thread=True, ghost=True)


def _noting(graph: Graph, step: GuardedTransition, ghosts: dict[Variable, Variable]) -> GuardedTransition:
    """A step that leaves a value as it was has not written. As long as main is alone nobody has."""
    itself = graph.self_term(step.source.instance)
    nobody = bv(0, graph.program.pointer_bits)
    changes = dict(step.shared)
    if step.source.alone:
        if step.started:
            changes.update(dict.fromkeys(ghosts.values(), nobody))
    else:
        for variable, value in step.shared.items():
            ghost = ghosts.get(variable)
            if ghost is not None:
                changes[ghost] = _writer(variable, value, ghost, itself)
    return replace(step, shared=changes)


def _writer(variable: Variable, value: Term, ghost: Variable, itself: Term) -> Term:
    return ite(eq(value, variable.symbol), ghost.symbol, itself)


# -- who took it away from a value ------------------------------------------------------------------------------------


def _is_counted_on(graph: Graph, variable: Variable) -> bool:
    """Does a step add to it?"""
    changes = (step.shared.get(variable) for step in graph.transitions if not step.source.alone)
    return any(value is not None and value.op == "bvadd" for value in changes)


def _taker(variable: Variable, bits: int) -> Variable:
    name = f"taker({variable.name})"
    made = symbol(f"g!{name}", array_width(variable.width, bits))
    return Variable(name, made, None, True, ghost=True)


def taker_of(graph: Graph) -> dict[Variable, Variable]:
    """Of each variable that has one."""
    names = {one.name: one for one in graph.shared if one.ghost}
    found = ((one, names.get(f"taker({one.name})")) for one in graph.shared)
    return {one: taker for one, taker in found if taker is not None}


def _noting_taker(graph: Graph, step: GuardedTransition, takers: dict[Variable, Variable]) -> GuardedTransition:
    changes = dict(step.shared)
    for variable, taker in takers.items():
        if step.source.alone:
            if step.started:
                changes[taker] = const_array(variable.width, bv(0, graph.program.pointer_bits))
        elif variable in changes:
            taken = store(taker.symbol, variable.symbol, graph.self_term(step.source.instance))
            changes[taker] = ite(eq(changes[variable], variable.symbol), taker.symbol, taken)
    return replace(step, shared=changes)


# -- what threads have added ------------------------------------------------------------------------------------------


def with_sums(graph: Graph, numbers: Iterable[Variable]) -> Graph:
    """With ghosts for what each thread that is known by name has added to these, since there are several threads."""
    instances = list(dict.fromkeys(one.instance for one in graph.locations if not one.instance.many))
    sums = {(number, one): _added(number, one) for number in numbers for one in instances}
    transitions = tuple(_adding(step, sums) for step in graph.transitions)
    return replace(graph, shared=(*graph.shared, *sums.values()), transitions=transitions)


def _added(number: Variable, instance: ThreadInstance) -> Variable:
    name = f"added({number.name}, {instance.name})"
    return Variable(name, symbol(f"g!{name}", number.width), number.type, True, ghost=True)


def _adding(step: GuardedTransition, sums: dict[tuple[Variable, ThreadInstance], Variable]) -> GuardedTransition:
    if step.source.alone:
        nothing = {one: bv(0, one.width) for one in sums.values()} if step.started else {}
        return replace(step, shared={**step.shared, **nothing})
    changes = dict(step.shared)
    for number, after in step.shared.items():
        sum_ = sums.get((number, step.source.instance))
        if sum_ is not None:
            changes[sum_] = bvadd(sum_.symbol, bvsub(after, number.symbol))
    return replace(step, shared=changes)


# -- how many threads are where ---------------------------------------------------------------------------------------


def with_counts(graph: Graph, places: dict[str, frozenset[Location]]) -> Graph:
    """With a ghost for each of these sets of locations. Main is counted from when there are several threads."""
    counts = tuple(Count(_count(name), found) for name, found in places.items())
    transitions = tuple(_counting(step, counts) for step in graph.transitions)
    shared = (*graph.shared, *(one.variable for one in counts))
    return replace(graph, shared=shared, transitions=transitions, counts=counts)


def _count(name: str) -> Variable:
    return Variable(name, symbol(f"g!{name}", COUNT_TYPE.width), COUNT_TYPE, True, ghost=True, counts=True)


def _counting(step: GuardedTransition, counts: tuple[Count, ...]) -> GuardedTransition:
    """A step takes its thread away from one location, and brings it and new threads to others."""
    if step.source.alone and not step.started:
        return step
    changes = dict(step.shared)
    for count in counts:
        more = sum(one.target in count.places for one in _arrivals(step))
        if step.source.alone:
            changes[count.variable] = bv(more, COUNT_TYPE.width)
            continue
        more -= step.source in count.places
        if more:
            changes[count.variable] = bvadd(count.variable.symbol, bv(more, COUNT_TYPE.width))
    return replace(step, shared=changes)


def _arrivals(step: GuardedTransition) -> tuple[Arrival, ...]:
    return step.started if step.arrival is None else (step.arrival, *step.started)
