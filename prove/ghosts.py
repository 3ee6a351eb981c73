"""Who wrote last: a ghost for each variable that threads share. While a thread holds a lock, that is the thread itself.

With it, locks need not be recognised: a mutex has an owner anyway, and a word that is used as a lock has a last writer.
"""

from __future__ import annotations

from dataclasses import replace

from esbmc_py.goto.types import IntType
from symex.terms import Term, bv, eq, ite, symbol

from .graph import Graph, Transition
from .variables import Variable

MOST_GHOSTS = 16


def with_ghosts(graph: Graph) -> Graph:
    bits = graph.program.pointer_bits
    watched = [one for one in graph.shared if one.own and isinstance(one.type, IntType)][:MOST_GHOSTS]
    ghosts = {one: _ghost(one, bits) for one in watched}
    transitions = tuple(_noting(graph, one, ghosts) for one in graph.transitions)
    return replace(graph, shared=(*graph.shared, *ghosts.values()), transitions=transitions)


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
