"""Ghosts: variables that steps only write.

Who wrote last, for each variable that threads share: while a thread holds a lock, that is the thread itself. So locks
need not be recognised: a mutex has an owner anyway, and a word that is used as a lock has a last writer.

Which threads have been started, of those that are known by name. (That they have ended is in their control blocks.)
"""

from __future__ import annotations

from dataclasses import replace

from esbmc_py.goto.types import IntType
from symex.terms import BOOL, Term, boolean, bv, eq, ite, symbol

from .graph import Graph, Instance, Transition
from .variables import Variable

MOST_GHOSTS = 16


def with_ghosts(graph: Graph) -> Graph:
    bits = graph.program.pointer_bits
    watched = [one for one in graph.shared if one.own and isinstance(one.type, IntType)][:MOST_GHOSTS]
    ghosts = {one: _ghost(one, bits) for one in watched}
    starts = {one: _start_ghost(one) for one in _known_by_name(graph)}
    transitions = tuple(_noting_start(_noting(graph, one, ghosts), starts) for one in graph.transitions)
    return replace(graph, shared=(*graph.shared, *ghosts.values(), *starts.values()), transitions=transitions)


def _known_by_name(graph: Graph) -> list[Instance]:
    started = (arrival.target.instance for step in graph.transitions for arrival in step.started)
    return [one for one in dict.fromkeys(started) if not one.many]


def _start_ghost(instance: Instance) -> Variable:
    name = f"started({instance.name})"
    return Variable(name, symbol(f"g!{name}", BOOL), None, True, ghost=True, tells_of="start")


def _noting_start(step: Transition, starts: dict[Instance, Variable]) -> Transition:
    """While main is alone none has been started."""
    begun = {arrival.target.instance for arrival in step.started}
    if not begun:
        return step
    asked = starts if step.source.alone else [one for one in starts if one in begun]
    return replace(step, shared={**step.shared, **{starts[one]: boolean(one in begun) for one in asked}})


def _ghost(variable: Variable, bits: int) -> Variable:
    made = symbol(f"g!writer({variable.name})", bits)
    return Variable(f"writer({variable.name})", made, None, True, is_thread=True, ghost=True)


def _noting(graph: Graph, step: Transition, ghosts: dict[Variable, Variable]) -> Transition:
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
