"""Random formulas, and whether an automaton accepts a lasso, decided by what its definition says."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import networkx

from explicit_state.liveness.automaton import LtlAutomaton, Valuation
from explicit_state.liveness.formula import (
    FALSE,
    TRUE,
    And,
    Formula,
    Next,
    Not,
    Or,
    Proposition,
    Release,
    Until,
    always,
    at_some_time,
    weak_until,
)  # fmt: skip

_UNARY = (Not, always, at_some_time)
_BINARY = (And, Or, Until, Release, weak_until)


def random_formula(
    random: Random, propositions: Sequence[Proposition], depth: int, *, stepwise: bool = True
) -> Formula:
    if depth == 0 or random.random() < 0.15:
        return random.choice((*propositions, *propositions, TRUE, FALSE))

    def smaller() -> Formula:
        return random_formula(random, propositions, depth - 1, stepwise=stepwise)

    if random.random() < 0.45:
        return random.choice((*_UNARY, Next) if stepwise else _UNARY)(smaller())
    return random.choice(_BINARY)(smaller(), smaller())


def accepts(automaton: LtlAutomaton, states: Sequence[Valuation], again: int) -> bool:
    """A run that is a lasso itself, with a component in which no bit is on all edges."""
    following = [*range(1, len(states)), again]
    graph = networkx.MultiDiGraph()
    pending, seen = [(0, 0)], {(0, 0)}
    while pending:
        place, state = node = pending.pop()
        for edge in automaton.edges[state]:
            if edge.fits(states[place]):
                target = following[place], edge.target
                graph.add_edge(node, target, lacking=edge.lacking)
                if target not in seen:
                    seen.add(target)
                    pending.append(target)
    for component in networkx.strongly_connected_components(graph):
        lacking = -1
        for _, _, bits in graph.subgraph(component).edges(data="lacking"):
            lacking &= bits
        if lacking == 0:
            return True
    return False
