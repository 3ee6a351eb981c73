"""Which variables matter: those that decide whether a step is made, or something goes wrong, and what these come from.

What is stored in a buffer and printed later decides nothing. No clause about it can be needed.
"""

from __future__ import annotations

from collections.abc import Iterator

from esbmc_py.goto.closure import closure
from symex.terms import Term, symbols

from .graph import Graph
from .variables import Variable


def relevant(graph: Graph) -> frozenset[Variable]:
    """Those that threads share, and those of locations."""
    named: dict[Term, set[Variable]] = {}
    for one in graph.shared:
        named.setdefault(one.symbol, set()).add(one)
    for location in graph.locations:
        for one in location.variables.values():
            named.setdefault(one.symbol, set()).add(one)
    sources: dict[Term, set[Term]] = {}
    for variable, value in _changes(graph):
        sources.setdefault(variable.symbol, set()).update(symbols(value))
    deciding = {symbol for guard in _guards(graph) for symbol in symbols(guard)}
    found = closure(deciding, lambda symbol: sources.get(symbol, ()))
    return frozenset(one for symbol in found for one in named.get(symbol, ()))


def _guards(graph: Graph) -> Iterator[Term]:
    yield from (step.guard for step in graph.transitions)
    yield from (violation.guard for _, violation in graph.violations)
    yield from (cut.guard for _, cut in graph.cuts)
    for _, wait in graph.waits:
        yield wait.guard
        yield from (one for one in (wait.holder, wait.holders) if isinstance(one, Term))


def _changes(graph: Graph) -> Iterator[tuple[Variable, Term]]:
    for step in graph.transitions:
        yield from step.shared.items()
        for arrival in (*step.started, *(() if step.arrival is None else (step.arrival,))):
            yield from arrival.values.items()
