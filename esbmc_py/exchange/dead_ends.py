"""Where a witness cannot go on any more: the thread of its next waypoint, or of its target, never gets there again."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TypeAlias

from esbmc_py.vm.core import Thread

from .automaton import Automaton, Edge, Guard, Kind, Spot, WitnessTarget
from .monitor import MonitorState, Runs
from .reachable_code import Ahead, ThreadFlow

Place: TypeAlias = tuple[Spot, ...]  # where a thread is, and the calls that have not come back; nothing: it has ended


class DeadEnds:
    def __init__(self, flow: ThreadFlow, automaton: Automaton, *, every_target: bool, any_place: bool) -> None:
        """`any_place`: the violation counts wherever it is."""
        self._flow = flow
        self._automaton = automaton
        self._every_target = every_target  # of a deadlock, all of them have to wait where the witness says
        self._any_place = any_place
        self._places: dict[Place, Ahead] = {}
        self._answers: dict[tuple[MonitorState, tuple[Place, ...]], bool] = {}
        self._says_nothing = flow.says_nothing or not automaton.targets  # without, all states are to be visited

    def without(self, runs: Runs, threads: Sequence[Thread]) -> Runs:
        """Those that may still come to their end."""
        if self._says_nothing:
            return runs
        places: dict[int, Place] = {}
        return frozenset(run for run in runs if self._goes_on(run, threads, places))

    def _goes_on(self, run: MonitorState, threads: Sequence[Thread], places: dict[int, Place]) -> bool:
        for _, number in run.names:
            if number not in places:
                places[number] = tuple(_stack(threads[number]))
        key = run, tuple(places[number] for _, number in run.names)
        if key not in self._answers:
            self._answers[key] = self._decide(run, {name: self._of(places[number]) for name, number in run.names})
        return self._answers[key]

    def _decide(self, run: MonitorState, known: dict[str, Ahead]) -> bool:
        ways = self._forward(run.node)
        here = self._automaton.targets.get(run.node, ())
        if len(ways) != 1 or here:
            return any(self._passes(one.guard, known) for one in ways) or self._ends(here, known)
        node = run.node
        while len(ways) == 1 and not self._automaton.targets.get(node):  # all of these are still to come
            if not self._passes(ways[0].guard, known):
                return False
            node = ways[0].target
            ways = self._forward(node)
        return bool(ways) or self._ends(self._automaton.targets.get(node, ()), known)

    def _forward(self, node: int) -> list[Edge]:
        return [edge for edge in self._automaton.edges[node] if edge.target != node]

    def _passes(self, guard: Guard, known: dict[str, Ahead]) -> bool:
        ahead = known.get(guard.thread or "")
        return guard.kind is Kind.FREE or ahead is None or not ahead.spots.isdisjoint(guard.spots)

    def _ends(self, several: Sequence[tuple[WitnessTarget, ...]], known: dict[str, Ahead]) -> bool:
        needed = all if self._every_target else any
        return any(needed(self._gets_to(one, known) for one in targets) for targets in several)

    def _gets_to(self, target: WitnessTarget, known: dict[str, Ahead]) -> bool:
        ahead = known.get(target.thread or "")
        return self._any_place or ahead is None or target.lines is None or not ahead.lines.isdisjoint(target.lines)

    def _of(self, place: Place) -> Ahead:
        if place not in self._places:
            nothing = Ahead(frozenset(), frozenset())
            self._places[place] = self._flow.of_stack(place[0], place[1:]) if place else nothing
        return self._places[place]


def _stack(thread: Thread) -> Iterator[Spot]:
    if thread.ended:
        return
    yield thread.code.name, thread.pc
    caller = thread.caller
    while caller is not None:
        yield caller[0].name, caller[1] - 1
        caller = caller[3]
