"""Decides whether a program has an execution without an end that is looked for, without any reduction.

All states of the concrete machine, one step at a time; then, on the whole graph, components by networkx. Nothing is
shared with the search but the machine and the automaton, which is judged by itself (`test_formulas`).
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

import networkx

from esbmc_py.goto.program import Program
from esbmc_py.goto.types import ScalarType
from esbmc_py.vm.executable import Executable
from esbmc_py.vm.machine import Machine
from esbmc_py.vm.run import blocked_threads
from esbmc_py.vm.state_keys import KeyedState, StateKeys
from esbmc_py.vm.stops import Stop
from esbmc_py.vm.values import Value
from explicit_state.liveness.automaton import Valuation, automaton_for
from explicit_state.liveness.formula import Formula, Not, Proposition

NOBODY = -1
Place: TypeAlias = tuple[bytes, int, int]  # the machine's state; who moved last and how many preemptions, if bounded


class TooMany(Exception):
    """States."""


class Judge:
    """Programs without inputs, whose states are few.

    With a bound on preemptions, a state of the graph is one of the machine, who moved last, and how often somebody was
    preempted so far.
    """

    def __init__(
        self,
        program: Program,
        functions: Mapping[Proposition, str],
        most: int = 3_000,
        *,
        preemptions: int | None = None,
    ) -> None:
        self._preemptions = preemptions
        self._machine = Machine(Executable(program), _no_input)
        self._keys = StateKeys()
        self._functions = functions
        self.graph = networkx.MultiDiGraph()  # of states: edges know who moves and whom that leaves out
        self.holds: dict[Place, Valuation] = {}
        self.alive: dict[Place, frozenset[int]] = {}
        self.contents: dict[Place, object] = {}
        self.overran = False  # a thread goes on and on without a visible step: where its steps end means nothing
        self.first = self._explore(most)

    def _explore(self, most: int) -> Place:
        state = self._keys.first(self._machine)
        first = state.key, 0, 0
        pending, seen = [(state, first)], {first}
        while pending:
            for state, place in self._steps(*pending.pop()):
                if place not in seen:
                    if len(seen) > most:
                        raise TooMany
                    seen.add(place)
                    pending.append((state, place))
        return first

    def _steps(self, state: KeyedState, place: Place) -> list[tuple[KeyedState, Place]]:
        machine = self._machine
        machine.restore(state.machine)
        saved = machine.save()
        self.holds[place] = frozenset(self._look(saved))
        alive = [] if machine.finished else [thread.number for thread in machine.threads if not thread.ended]
        stuck = blocked_threads(machine) if alive else {}
        able = [thread for thread in alive if thread not in stuck]
        self.alive[place], self.contents[place] = frozenset(alive), tuple(state.contents.items())
        found = []
        for thread in able:
            last, used = self._account(place, thread, able)
            if self._preemptions is not None and used > self._preemptions:
                continue
            machine.restore(saved)
            try:
                machine.step(thread)
            except Stop as stop:
                raise AssertionError(f"the program must not stop: {stop}") from None
            self.overran = self.overran or machine.threads[thread].overruns > 0
            after = self._keys.first(machine)
            machine.restore(after.machine)
            following = after.key, last, used
            found.append(
                (KeyedState(machine.save(), after.key, after.contents, after.population, after.threads), following)
            )
            self.graph.add_edge(place, following, mover=thread, waiting=frozenset(able) - {thread})
        if not able:
            self.graph.add_edge(place, place, mover=NOBODY, waiting=frozenset())
        return found

    def _account(self, place: Place, thread: int, able: list[int]) -> tuple[int, int]:
        if self._preemptions is None:
            return 0, 0
        _, last, used = place
        return thread, used + (last != thread and last in able)

    def _look(self, saved: object) -> list[Proposition]:
        said = []
        for proposition, name in self._functions.items():
            if self._machine.call_aside(name):
                said.append(proposition)
            self._machine.restore(saved)  # type: ignore[arg-type]
        return said

    # -- questions -----------------------------------------------------------------------------------------------

    def breaks(self, formula: Formula, *, fair: bool) -> bool:
        """Is there an execution in which the formula does not hold?"""
        automaton = automaton_for(Not(formula))
        product = networkx.MultiDiGraph()
        pending, seen = [(self.first, 0)], {(self.first, 0)}
        while pending:
            state, place = node = pending.pop()
            for edge in automaton.edges[place]:
                if not edge.fits(self.holds[state]):
                    continue
                for _, target, step in self.graph.out_edges(state, data=True):
                    after = target, edge.target
                    lacking = {f"u{bit}" for bit in range(automaton.bits) if edge.lacking >> bit & 1}
                    product.add_edge(node, after, lacking=lacking | (step["waiting"] if fair else frozenset()))
                    if after not in seen:
                        seen.add(after)
                        pending.append(after)
        return _has_cycle(product)

    def goes_on(self, *, fair: bool) -> bool:
        return _has_cycle(self._where(lambda _, __, step: step["mover"] != NOBODY, fair=fair))

    def starves(self, *, fair: bool) -> bool:
        threads = {thread for alive in self.alive.values() for thread in alive}

        def without(thread: int) -> networkx.MultiDiGraph:
            return self._where(
                lambda state, _, step: step["mover"] not in (NOBODY, thread) and thread in self.alive[state], fair=fair
            )

        return any(_has_cycle(without(thread), thread) for thread in threads)

    def spins(self, *, fair: bool) -> bool:
        return _has_cycle(
            self._where(
                lambda state, target, step: step["mover"] != NOBODY and self.contents[state] == self.contents[target],
                fair=fair,
            )
        )

    def _where(self, wanted, *, fair: bool) -> networkx.MultiDiGraph:  # type: ignore[no-untyped-def]
        part = networkx.MultiDiGraph()
        for state, target, step in self.graph.edges(data=True):
            if wanted(state, target, step):
                part.add_edge(state, target, waiting=step["waiting"], lacking=step["waiting"] if fair else frozenset())
        return part


def _has_cycle(graph: networkx.MultiDiGraph, left_out: int | None = None) -> bool:
    """One on which nobody lacks what he needs; and on which this thread could move from time to time."""
    for component in networkx.strongly_connected_components(graph):
        edges = list(graph.subgraph(component).edges(data=True))
        lacking = [frozenset(edge["lacking"]) for _, _, edge in edges]
        could = left_out is None or any(left_out in edge["waiting"] for _, _, edge in edges)
        if edges and could and not frozenset.intersection(*lacking):
            return True
    return False


def _no_input(ctype: ScalarType) -> Value:
    raise AssertionError("the program takes no input")
