"""Do the invariants of a witness of correctness hold? All states are looked at, as far as that can be done."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.program import Program
from esbmc_py.vm.lookout import Awaited
from esbmc_py.vm.machine import Machine

from .automaton import Automaton, Resolver, Spot
from .c_values import FunctionPlace, holds
from .guided import GuidedLimits, GuidedSearch
from .monitor import Monitor, Runs
from .source_map import SourceMap
from .witness import Invariant


@dataclass(frozen=True, slots=True)
class InvariantCheck:
    broken: str | None  # one that does not hold, for people
    complete: bool  # all states were looked at
    why: str  # if not


class _Broken(Exception):
    pass


class _InvariantMonitor(Monitor):
    """Evaluates invariants wherever a thread gets to their places; there are no waypoints to pass."""

    wanted: Mapping[Spot, Sequence[Invariant]] = {}

    def before(self) -> None:
        function, index = self.machine.code.function, self.machine.pc
        super().before()
        for invariant in self.wanted.get((function.name, index), ()):
            at = function.instructions[index].location
            told = holds(invariant.value, self.machine, FunctionPlace(self._sources.of(function.name), at))
            if told is None:
                self.untold.add(invariant.value)
            if told is False:
                raise _Broken(f"{invariant.position}: the invariant does not hold: {invariant.value}")

    def awaited(self, runs: Runs, number: int) -> Awaited | None:
        return Awaited(frozenset(self.wanted))


def check_invariants(
    program: Program, sources: SourceMap, invariants: Sequence[Invariant], limits: GuidedLimits
) -> InvariantCheck:
    resolver = Resolver(sources)
    wanted: dict[Spot, list[Invariant]] = {}
    for invariant in invariants:
        spots = resolver.loop_heads(invariant.position) if invariant.kind == "loop_invariant" else frozenset()
        for spot in spots or resolver.entries(invariant.position):
            wanted.setdefault(spot, []).append(invariant)

    def make_monitor(automaton: Automaton, sources: SourceMap, machine: Machine) -> Monitor:
        monitor = _InvariantMonitor(automaton, sources, machine)
        monitor.wanted = wanted
        return monitor

    nothing = Automaton(((),), ((),), {})
    try:
        searched = GuidedSearch(program, nothing, sources, frozenset(), limits, make_monitor).run()
    except _Broken as broken:
        return InvariantCheck(str(broken), False, "")
    if searched.untold:
        return InvariantCheck(None, False, f"could not be evaluated: {searched.untold[0]}")
    return InvariantCheck(None, searched.complete, searched.why)
