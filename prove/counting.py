"""Candidates that count threads, and that say whose number a number is."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations, islice

from esbmc_py.goto.types import IntType

from .balances import Balance, balances, first_values, summed
from .candidates import Candidates, alike
from .clauses import Clause, Comparison, Element, Self, Sum, unit
from .ghosts import taker_of, with_counts, with_sums
from .graph import Graph, Location
from .join_candidates import JoinCandidates
from .variables import Variable

MOST_INDICES = 8  # that an owner is looked up at
MOST_PROMISES = 800
MOST_LOCKS = 4
CONSTANTS = 3  # that values are compared with


class Counting:
    """`graph` has ghosts that count threads where it is worth while. `known`: an invariant, if a weak one."""

    def __init__(self, graph: Graph, known: Mapping[Location, Sequence[Clause]]) -> None:
        self._balances = balances(graph, known)
        names: dict[frozenset[Location], str] = {}
        for balance in self._balances:
            for places in (*balance.added, *balance.taken):
                names.setdefault(places, f"threads({len(names) + 1})")
        self._holding = holding(graph, known) if graph.ends is not None else {}
        for places in self._holding.values():
            names.setdefault(places, f"threads({len(names) + 1})")
        self.graph = with_counts(graph, {name: places for places, name in names.items()})
        self._counts = {one.places: one.variable for one in self.graph.counts}
        self._takers = taker_of(graph)
        self.candidates = Candidates(self.graph)
        self._joins = JoinCandidates(self.graph, self.candidates.constants)

    @property
    def is_worth_while(self) -> bool:
        return bool(self._balances or self._takers or self.graph.ends is not None)

    def everywhere(self) -> list[Clause]:
        found = [*self._joins.everywhere(), *self._held()]
        found += [clause for balance in self._balances for clause in self._balanced(balance)]
        found += [unit(one, "<=", value) for one in self._counts.values() for value in self._some_constants()]
        zero = [Comparison(count, "==", 0) for count in self._counts.values()]
        values = [Comparison(one, "==", value) for one in self._numbers() for value in self._some_constants()]
        equal = [Comparison(one, "==", other) for one, other in combinations(self._numbers(), 2) if alike(one, other)]
        return list(dict.fromkeys((*found, *self._while_at([*zero, *equal, *values]))))

    def _held(self) -> Iterator[Clause]:
        """Who has a lock is one of those that hold it: so when they have all ended, nobody has."""
        for owner, places in self._holding.items():
            by_name = [Comparison(owner, "==", one) for one in self.graph.selves]
            somebody = Comparison(self._counts[places], ">=", 1)
            yield Clause((Comparison(owner, "==", 0), somebody))
            yield Clause((Comparison(owner, "==", 0), *by_name, somebody))

    def _numbers(self) -> list[Variable]:
        return [one for one in self.candidates.shared_numbers() if not one.ghost]

    def _while_at(self, promises: list[Comparison]) -> list[Clause]:
        """What holds while a number has a value, or has not."""
        values = self._some_constants()
        flags = [Comparison(one, op, value) for one in self._numbers() for value in values for op in ("==", "!=")]
        found = (Clause((flag, one)) for one in promises for flag in flags if flag.left is not one.left)
        return list(islice(found, MOST_PROMISES))

    def _some_constants(self) -> list[int]:
        return [one for one in self.candidates.constants if one >= 0][:CONSTANTS]

    def _balanced(self, balance: Balance) -> Iterator[Clause]:
        """It is what it was at first, and what threads have added: one of these is right, if any."""
        added = tuple(self._counts[one] for one in balance.added)
        taken = tuple(self._counts[one] for one in balance.taken)
        added, taken = (*added, *balance.added_by_ended), (*taken, *balance.taken_by_ended)
        left = balance.plus[0] if not balance.minus and len(balance.plus) == 1 else Sum(balance.plus, balance.minus)
        first = first_values(self.graph, balance.plus, balance.minus)
        for value in first or self.candidates.constants:
            yield unit(left, "==", Sum(added, taken, value) if added or taken else value)

    def at(self, location: Location) -> list[Clause]:
        found = self._joins.at(location)
        return (
            found
            if location.alone
            else list(dict.fromkeys((*found, *self._distances(location), *self._owned(location))))
        )

    def _distances(self, location: Location) -> Iterator[Clause]:
        """A number that was drawn is served before those that are drawn later."""
        for balance in self._balances:
            if len(balance.minus) == 1 and len(balance.added) == 1:
                (served,), count = balance.minus, self._counts[balance.added[0]]
                for local in _locals(location, served.width):
                    yield unit(Sum((local,), (served,)), "<", count)

    def _owned(self, location: Location) -> Iterator[Clause]:
        itself = Self(self.graph.self_term(location.instance))
        for number, taker in self._takers.items():
            variables = [*_locals(location, number.width), *self._others(number)][:MOST_INDICES]
            elements = [Element(taker, one) for one in variables]
            elements += [Element(taker, value) for value in self._some_constants()]
            for element in elements:
                yield unit(element, "==", itself)
                yield unit(element, "!=", itself)
                for value in self._some_constants():
                    yield Clause((Comparison(number, "!=", value), Comparison(element, "==", itself)))

    def _others(self, number: Variable) -> list[Variable]:
        return [one for one in self._numbers() if one.width == number.width and one is not number]


def holding(graph: Graph, known: Mapping[Location, Sequence[Clause]]) -> dict[Variable, frozenset[Location]]:
    """Of each lock: where threads hold it, of those of which there are many."""
    found: dict[Variable, set[Location]] = {}
    for location, clauses in known.items():
        units = [one.comparisons[0] for one in clauses if location.instance.many and len(one.comparisons) == 1]
        for one in units:
            match one:
                case Comparison(Variable(is_thread=True, ghost=False) as owner, "==", Self()):
                    found.setdefault(owner, set()).add(location)
    return {owner: frozenset(places) for owner, places in list(found.items())[:MOST_LOCKS]}


class Summing:
    """What threads that are known by name have added to numbers: `graph` has ghosts for that."""

    def __init__(self, graph: Graph, known: Mapping[Location, Sequence[Clause]]) -> None:
        self._numbers = summed(graph, known)
        self.graph = with_sums(graph, self._numbers)
        self.candidates = Candidates(self.graph)

    @property
    def is_worth_while(self) -> bool:
        return bool(self._numbers)

    def everywhere(self) -> list[Clause]:
        """A number is what it was at first, and what all threads have added."""
        return [
            unit(number, "==", Sum(self._added(number), constant=value))
            for number in self._numbers
            for value in first_values(self.graph, (number,)) or self.candidates.constants
        ]

    def _added(self, number: Variable) -> tuple[Variable, ...]:
        """By those that do."""
        steps = [step for step in self.graph.transitions if number in step.shared and not step.source.alone]
        names = {f"added({number.name}, {step.source.instance.name})" for step in steps}
        return tuple(one for one in self.graph.shared if one.ghost and one.name in names)


def _locals(location: Location, width: int) -> list[Variable]:
    found = location.variables.values()
    return [one for one in found if one.own and isinstance(one.type, IntType) and one.width == width]
