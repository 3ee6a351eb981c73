"""Which executions without an end are looked for: automata that read a program's states and steps.

A watch begins in its state 0. Out of a state lead edges, each with bits: an execution is one of those that are looked
for if no bit is on all edges from some time on.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Protocol

from .automaton import automaton_for
from .formula import Formula, Not
from .graph import NOBODY, GraphStep, LivenessGraph, State


class Watch(Protocol):
    bits: int

    def edges(self, graph: LivenessGraph, watched: int, state: State, step: GraphStep) -> Iterator[tuple[int, int]]:
        """Where the watch may go as the program makes this step from this state; with bits."""
        ...


class Breaks:
    """Executions in which a formula does not hold."""

    def __init__(self, formula: Formula) -> None:
        self._automaton = automaton_for(Not(formula))
        self.bits = self._automaton.bits

    def edges(self, graph: LivenessGraph, watched: int, state: State, step: GraphStep) -> Iterator[tuple[int, int]]:
        holds = graph.holds(state)
        for edge in self._automaton.edges[watched]:
            if edge.fits(holds):
                yield edge.target, edge.lacking


class RunsForEver:
    """Executions in which the threads never come to an end, nor all to a halt."""

    bits = 0

    def edges(self, graph: LivenessGraph, watched: int, state: State, step: GraphStep) -> Iterator[tuple[int, int]]:
        if step.mover != NOBODY:
            yield 0, 0


class Starves:
    """Executions in which, from some time on, a thread never moves, although it could again and again.

    One that waits for what never comes (a join of a thread without an end) does not starve. State 0 waits for that
    time; state n + 1: it has come for thread n.
    """

    bits = 2

    def edges(self, graph: LivenessGraph, watched: int, state: State, step: GraphStep) -> Iterator[tuple[int, int]]:
        if step.mover == NOBODY:
            return
        if watched == 0:
            yield 0, 0b11
            for thread in graph.alive(state):
                if thread != step.mover:
                    yield thread + 1, 0b10
        elif step.mover != watched - 1:
            yield watched, 0 if step.kept_waiting >> watched - 1 & 1 else 0b10


class Without:
    """Executions in which, from some time on, threads move but what is called progress does not happen."""

    bits = 1

    def __init__(self, progress: Callable[[LivenessGraph, State, GraphStep], bool]) -> None:
        self._progress = progress

    def edges(self, graph: LivenessGraph, watched: int, state: State, step: GraphStep) -> Iterator[tuple[int, int]]:
        if watched == 0:
            yield 0, 1
        if step.mover != NOBODY and not self._progress(graph, state, step):
            yield 1, 0


def changes_memory(graph: LivenessGraph, state: State, step: GraphStep) -> bool:
    """Where nobody has marked what progress is: threads that only look and wait make none."""
    vector = graph.vector(state)
    before = graph.memory(vector)
    for transition in step.transitions:
        vector = transition.after(vector, len(vector))
        if graph.memory(vector) != before:
            return True
    return False


def writes_mark(graph: LivenessGraph, state: State, step: GraphStep) -> bool:
    """The program has marked what progress is."""
    return any(transition.footprint.conflicts[graph.mark] for transition in step.transitions)
