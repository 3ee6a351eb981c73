"""Candidates about condition variables: why threads sleep there.

A thread sleeps because of what it saw under the lock (`count == 0`), and whoever changes that wakes somebody. So when
the lock is free and somebody sleeps, it is still so, or there are threads that were woken, and have not gone on: as
many as there is something for (`count <= woken(c)`). While a thread holds the lock it may owe one signal.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from esbmc_py.goto.types import IntType

from .clauses import Clause, Comparison, Sum, unit
from .graph import MOST_THREADS, ConditionMonitor, Graph, Location
from .variables import Variable

OWED = (-1, 0, 1)  # signals: one was given before there is something, or there is something and nobody was woken yet
MOST_REASONS = 12  # why threads sleep at one condition variable


class MonitorCandidates:
    def __init__(self, graph: Graph, known: Mapping[Location, Sequence[Clause]]) -> None:
        """`known`: what holds where threads fall asleep says why they do."""
        self._graph = graph
        self._owners = [one for one in graph.shared if one.is_thread and not one.ghost]
        self._reasons = {one: _reasons(one, known) for one in graph.monitors}

    @property
    def is_worth_while(self) -> bool:
        return bool(self._graph.monitors)

    def everywhere(self) -> list[Clause]:
        few = [unit(one.woken, "<", MOST_THREADS) for one in self._graph.monitors]
        few += [unit(one, "<=", MOST_THREADS) for one in self._graph.lives.values()]
        return few + [
            Clause((Comparison(owner, "!=", 0), *claim))
            for owner in self._owners
            for monitor in self._graph.monitors
            for claim in self._claims(monitor, owed=0)
        ]

    def at(self, location: Location) -> list[Clause]:
        if location.alone:
            return []
        found = [
            Clause(claim) for one in self._graph.monitors for owed in OWED for claim in self._claims(one, owed=owed)
        ]
        found += [unit(live, ">=", least) for live in self._graph.lives.values() for least in (1, 2)]
        return found

    def _claims(self, monitor: ConditionMonitor, *, owed: int) -> Iterator[tuple[Comparison, ...]]:
        """What holds while somebody sleeps."""
        nobody = Comparison(monitor.asleep, "==", 0)
        for reason in self._reasons[monitor]:
            if owed == 0:
                yield nobody, reason
            number, value = reason.left, reason.right
            if reason.op != "==" or not isinstance(number, Variable):
                continue
            if isinstance(value, Variable):
                for one, other in ((number, value), (value, number)):
                    yield nobody, Comparison(Sum((one,), (other,)), "<=", Sum((monitor.woken,), constant=owed))
            elif isinstance(value, int):
                most = value + owed
                yield nobody, Comparison(number, "<=", Sum((monitor.woken,), constant=most) if most else monitor.woken)
                if value > 0:
                    yield nobody, Comparison(Sum((number, monitor.woken)), ">=", value - owed)


def _reasons(monitor: ConditionMonitor, known: Mapping[Location, Sequence[Clause]]) -> list[Comparison]:
    """What is known wherever threads fall asleep at it, and not everywhere."""
    common = [set(known.get(one, ())) for one in monitor.falling_asleep]
    if not common:
        return []
    several = [set(clauses) for location, clauses in known.items() if not location.alone]
    found = common[0].intersection(*common[1:]) - several[0].intersection(*several[1:])
    units = [one.comparisons[0] for one in found if len(one.comparisons) == 1 and all(map(_tells, one.variables))]
    return sorted(units, key=lambda one: (one.op != "==", str(one)))[:MOST_REASONS]


def _tells(one: Variable) -> bool:
    return one.shared and one.own and not one.ghost and isinstance(one.type, IntType) and ".__" not in one.name
