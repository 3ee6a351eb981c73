"""Balances: what threads have added to shared numbers, and have not taken away again.

If every step of a thread from one location to another adds a known amount to a number (or to a difference or a sum of
two), then what a thread has added by the time that it is at a location is known, too: the location's *amount*. Where no
thread leaves anything behind when it ends, the number is what it was at first, and the amounts of all threads. So a
semaphore and the threads that have passed it are as many as it was at first; a counter of references is the number of
threads that have one; of a ticket lock, as many threads wait as tickets have been drawn and not served.

Amounts are guesses: a step that writes `r + 1` is taken to add 1 if `r` was read from that number, wherever that was.
What is found here are candidates, and which locations are counted; whether they hold is asked like all else.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import combinations

from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.types import IntType
from symex.terms import Term, conjuncts

from .clauses import Clause
from .graph import Graph, GuardedTransition, Location
from .variables import Variable

MOST_NUMBERS = 8
MOST_BALANCES = 6
MOST_SUMS = 3  # numbers of which it is told what each thread has added
LARGEST = 2  # amount of a location
NARROWEST = 32  # bits: in narrower numbers, many threads leave no trace


@dataclass(frozen=True, slots=True)
class Balance:
    """`plus - minus` changes by the amounts of threads: `sets` of locations, each worth 1 or (`taken`) -1 a thread."""

    plus: tuple[Variable, ...]
    minus: tuple[Variable, ...]
    added: tuple[frozenset[Location], ...]
    taken: tuple[frozenset[Location], ...]
    added_by_ended: tuple[Variable, ...] = ()  # numbers of threads that have ended: each has left 1 behind
    taken_by_ended: tuple[Variable, ...] = ()


def balances(graph: Graph, known: Mapping[Location, Sequence[Clause]]) -> list[Balance]:
    """Numbers by themselves first, then pairs that have none. `known`: an invariant, if a weak one."""
    finder = _Finder(graph, known)
    found: list[Balance] = []
    for plus, minus in finder.combinations():
        if any({*plus, *minus} >= {*one.plus, *one.minus} for one in found):
            continue
        amounts = finder.amounts(plus, minus)
        if amounts is not None:
            found.append(_balance(plus, minus, *amounts))
    return found[:MOST_BALANCES]


def first_values(graph: Graph, plus: tuple[Variable, ...], minus: tuple[Variable, ...] = ()) -> list[int]:
    """What `plus - minus` may be when main starts its first thread, as far as that is known."""
    found: dict[int, None] = {}
    for step in graph.transitions:
        if step.source.alone and step.started:
            terms = [(1, step.shared.get(one)) for one in plus] + [(-1, step.shared.get(one)) for one in minus]
            values = [sign * int(one.payload) for sign, one in terms if one is not None and one.op == "const"]
            if len(values) == len(terms):
                found.setdefault(_signed(sum(values), plus[0].width))
    return list(found)


def summed(graph: Graph, known: Mapping[Location, Sequence[Clause]]) -> list[Variable]:
    """Numbers to which threads add, all of them known by name."""
    finder = _Finder(graph, known)
    many = {variable for step in graph.transitions if step.source.instance.many for variable in step.shared}
    return [one for one in finder.numbers if one not in many][:MOST_SUMS]


def _balance(
    plus: tuple[Variable, ...], minus: tuple[Variable, ...], amounts: dict[Location, int], left: dict[Variable, int]
) -> Balance:
    """Of a difference, the way round that threads add to. `left`: what each of those that have ended left behind."""

    def sets(sign: int) -> Iterator[frozenset[Location]]:
        for least in range(1, LARGEST + 1):
            places = frozenset(one for one, amount in amounts.items() if amount * sign >= least)
            if places:
                yield places

    added, taken = tuple(sets(1)), tuple(sets(-1))
    more = tuple(ended for ended, amount in left.items() for _ in range(amount))
    less = tuple(ended for ended, amount in left.items() for _ in range(-amount))
    if minus and not (added or more):
        return Balance(minus, plus, taken, added, less, more)
    return Balance(plus, minus, added, taken, more, less)


class _Finder:
    def __init__(self, graph: Graph, known: Mapping[Location, Sequence[Clause]]) -> None:
        self._known = {location: _values(clauses) for location, clauses in known.items()}
        self._ends = graph.ends
        self._steps = [step for step in graph.transitions if not step.source.alone and not step.halts]
        self._first = [step for step in graph.transitions if step.source.alone and step.started]
        self._read = _read_from(graph)
        numbers = [one for one in graph.shared if one.own and isinstance(one.type, IntType) and not one.ghost]
        self._changes: dict[Variable, list[int]] = {}
        for one in numbers:
            changes = [self._change(step, one) for step in self._steps]
            if one.width >= NARROWEST and None not in changes and any(changes):
                self._changes[one] = changes  # type: ignore[assignment]

    @property
    def numbers(self) -> list[Variable]:
        """To which every step adds a known amount."""
        return list(self._changes)

    def combinations(self) -> Iterator[tuple[tuple[Variable, ...], tuple[Variable, ...]]]:
        numbers = self.numbers[:MOST_NUMBERS]
        for one in numbers:
            yield (one,), ()
        for one, other in combinations(numbers, 2):
            if one.width == other.width:
                yield (one,), (other,)
                yield (one, other), ()

    def amounts(
        self, plus: tuple[Variable, ...], minus: tuple[Variable, ...]
    ) -> tuple[dict[Location, int], dict[Variable, int]] | None:
        """What a thread at a location has added, and what those have that have ended and are counted.

        None: that depends on how it came there, or it leaves something, and nobody counts those that have ended.
        """
        changes = [0] * len(self._steps)
        for sign, variables in ((1, plus), (-1, minus)):
            for variable in variables:
                changes = [sum_ + sign * more for sum_, more in zip(changes, self._changes[variable], strict=True)]
        found = {step.arrival.target: 0 for step in self._first if step.arrival is not None}
        found.update({one.target: 0 for step in (*self._first, *self._steps) for one in step.started})
        pending = list(found)
        left: dict[Variable, int] = {}
        leaving: dict[Location, list[tuple[GuardedTransition, int]]] = {}
        for step, change in zip(self._steps, changes, strict=True):
            leaving.setdefault(step.source, []).append((step, change))
        while pending:
            location = pending.pop()
            for step, change in leaving.get(location, ()):
                amount = found[location] + change
                ended = self._ended(step)
                if ended is not None:
                    if abs(amount) > LARGEST or left.setdefault(ended, amount) != amount:
                        return None
                    amount = 0  # from now on it is counted among those that have ended
                if step.arrival is None:
                    if amount:
                        return None
                    continue
                target = step.arrival.target
                if abs(amount) > LARGEST or found.get(target, amount) != amount:
                    return None
                if target not in found:
                    found[target] = amount
                    pending.append(target)
        return found, left

    def _ended(self, step: GuardedTransition) -> Variable | None:
        """What counts the thread from this step on, as one that has ended."""
        ended = None if self._ends is None else self._ends.ended.get(step.source.instance)
        return ended if ended is not None and ended in step.shared else None

    def _change(self, step: GuardedTransition, variable: Variable) -> int | None:
        """What a step is taken to add; None: there is no telling."""
        value = step.shared.get(variable)
        return 0 if value is None else self._added(step, variable, value)

    def _added(self, step: GuardedTransition, variable: Variable, value: Term) -> int | None:
        if value is variable.symbol:
            return 0
        if value.op == "ite":
            found = (self._added(step, variable, one) for one in value.args[1:])
            ways = [one for one in found if one is not None]
            return min(ways, key=lambda one: (one == 0, abs(one)), default=None)  # the one that adds a little
        base, more = _with_constant(value)
        if base is None:
            before = self._value_before(step, variable)
            return None if before is None else _signed(more - before, variable.width)
        read = {0} if base is variable.symbol else self._read.get((variable, base), set())
        return _signed(more + next(iter(read)), variable.width) if len(read) == 1 else None

    def _value_before(self, step: GuardedTransition, variable: Variable) -> int | None:
        """The value that the variable must have for the step to be made."""
        for one in conjuncts(step.guard):
            if one.op == "=" and variable.symbol in one.args:
                first, second = one.args
                other = second if first is variable.symbol else first
                if other.op == "const":
                    return int(other.payload)
        return next((value for one, value in self._known.get(step.source, ()) if one is variable), None)


def _values(clauses: Iterable[Clause]) -> list[tuple[Variable, int]]:
    units = (one.comparisons[0] for one in clauses if len(one.comparisons) == 1)
    return [
        (one.left, one.right)
        for one in units
        if one.op == "==" and isinstance(one.left, Variable) and isinstance(one.right, int)
    ]


def _read_from(graph: Graph) -> dict[tuple[Variable, Term], set[int]]:
    """Which locals have been read from which shared numbers, somewhere, and what was added then."""
    numbers = {one.symbol: one for one in graph.shared}
    found: dict[tuple[Variable, Term], set[int]] = {}
    for step in graph.transitions:
        for local, value in () if step.arrival is None else step.arrival.values.items():
            base, more = _with_constant(value)
            if base is not None and base in numbers:
                found.setdefault((numbers[base], local.symbol), set()).add(more)
    return found


def _with_constant(value: Term) -> tuple[Term | None, int]:
    if value.op == "const":
        return None, int(value.payload)
    if value.op == "bvadd":
        first, second = value.args
        if first.op == "const":
            first, second = second, first
        if second.op == "const":
            return first, int(second.payload)
    return value, 0


def _signed(value: int, width: int) -> int:
    value &= (1 << width) - 1
    return value if value < 1 << width - 1 else value - (1 << width)
