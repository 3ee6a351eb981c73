"""The checker: is this really an invariant, and does nothing go wrong where it holds?

It shares with the search the program and its translation into steps, and nothing else. Every obligation is written down
anew and asked of a solver of its own. Without it there is no proof.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import permutations

from encoders.solvers.answers import Unsat
from encoders.solvers.interface import Solver
from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.types import IntType
from symex.terms import Term, all_of, and_, any_of, bv, bvadd, eq, not_, substitute, symbol, symbols, ule, zext

from .clauses import Clause, ClauseProblem, parse_clause
from .deadlocks import why_stuck
from .ghosts import with_counts, with_sums
from .graph import (
    MOST_BEGUN,
    MOST_THREADS,
    Arrival,
    Count,
    Graph,
    GuardedTransition,
    Location,
    ThreadInstance,
    number_of,
    self_of,
)
from .variables import Variable

_IN_COUNT = re.compile(r"^self in (?P<count>threads\(\d+\))$")
Invariant = Mapping[str, Sequence[str]]  # clauses, by the names of locations


@dataclass(frozen=True, slots=True)
class Problem:
    """An obligation that does not hold, or is not known to."""

    location: Location
    what: str

    def __str__(self) -> str:
        return f"{self.location.source}: {self.what} (at {self.location.name})"


class Checker:
    def __init__(self, graph: Graph, invariant: Invariant, solver: Solver, *, deadlocks: bool = False) -> None:
        """Raises ClauseProblem if the invariant is not one of this program."""
        self._with_deadlocks = deadlocks
        numbers = [one for one in graph.shared if isinstance(one.type, IntType) and not one.ghost]
        self._graph = graph = with_counts(with_sums(graph, numbers), _counted(graph, invariant))
        self._solver = solver
        self._bits = graph.program.pointer_bits
        self._threads = [one for one in graph.shared if one.is_thread]
        self.checks = 0
        self._clauses = self._read(invariant)

    def _read(self, invariant: Invariant) -> dict[Location, list[Clause]]:
        names = {location.name: location for location in self._graph.locations}
        for name in invariant:
            if name not in names:
                raise ClauseProblem(f"there is no location '{name}' in this program")
        return {
            location: [self._parsed(location, text) for text in invariant.get(name, ()) if not _IN_COUNT.match(text)]
            for name, location in names.items()
        }

    def _parsed(self, location: Location, text: str) -> Clause:
        variables = {one.name: one for one in self._variables(location)}
        return parse_clause(text, variables, self._graph.self_term(location.instance))

    def _variables(self, location: Location) -> list[Variable]:
        return list(self._graph.seen_at(location))

    # -- the obligations --------------------------------------------------------------------------------------------

    def problems(self) -> Iterator[Problem]:
        yield from self._at_start()
        for step in self._graph.transitions:
            yield from self._after_step(step)
            yield from self._after_creation(step)
            yield from self._while_others_move(step)
        yield from self._nothing_goes_wrong()
        if self._with_deadlocks:
            yield from self._nobody_waits_for_ever()

    def _at_start(self) -> Iterator[Problem]:
        """Before the first step everything is known."""
        start = self._graph.start
        if start.variables or self._clauses[start]:
            yield Problem(start, "the beginning of the program has an invariant")

    def _after_step(self, step: GuardedTransition) -> Iterator[Problem]:
        if not self._follows(self._before(step), self._threads_are_threads(step)):
            yield Problem(step.source, "what holds a thread's address may hold something else after a step")
        if step.arrival is None:
            return
        claim = self._claim(step.arrival.target)
        if not self._follows(self._before(step), substitute(claim, _effect(step, step.arrival))):
            yield Problem(step.source, f"the invariant does not hold after a step to {step.arrival.target.source}")

    def _after_creation(self, step: GuardedTransition) -> Iterator[Problem]:
        for arrival in step.started:
            mapping = _effect(step, arrival)
            known = self._before(step)
            instance = arrival.target.instance
            if instance.many:
                assert arrival.itself is not None
                new, number = arrival.itself, symbol("created!number", 32)
                mapping[self_of(instance, self._bits)] = new
                mapping[number_of(instance)] = number
                known += [self._is_a_thread(new, number), not_(eq(new, self._graph.self_term(step.source.instance)))]
                known += [not_(eq(new, step.shared.get(one, one.symbol))) for one in self._threads]
            if not self._follows(known, substitute(self._claim(arrival.target), mapping)):
                yield Problem(
                    step.source, f"the invariant does not hold where a thread begins: {arrival.target.source}"
                )

    def _while_others_move(self, step: GuardedTransition) -> Iterator[Problem]:
        if step.source.alone or step.halts or not step.shared:
            return
        other = [_of_other(term) for term in self._before(step)]
        effect = {variable.symbol: _of_other(value) for variable, value in step.shared.items()}
        for location in self._graph.locations:
            if location.alone or (location.instance is step.source.instance and not location.instance.many):
                continue
            claim = self._claim(location)
            after = substitute(claim, effect)
            if after is claim:
                continue  # not a word about what has changed
            known = [self._holds(location), *other, *self._distinct(location.instance, step.source.instance)]
            known += [*self._both_counted(location, step.source), *self._have_begun(location, step.source)]
            if not self._follows(known, after):
                yield Problem(location, f"another thread's step at {step.source.source} breaks the invariant")

    def _nothing_goes_wrong(self) -> Iterator[Problem]:
        for location, violation in self._graph.violations:
            if not self._follows([self._holds(location)], not_(violation.guard)):
                yield Problem(location, f"{violation.property}: {violation.message}")
        for location, cut in self._graph.cuts:
            if not self._follows([self._holds(location)], not_(cut.guard)):
                yield Problem(location, f"not supported: {cut.what}")

    def _nobody_waits_for_ever(self) -> Iterator[Problem]:
        found = why_stuck(self._graph, lambda at, guard: not self._follows([self._holds(at)], not_(guard)))
        if found is not None:
            yield Problem(found.location, found.reason)

    # -- formulas ---------------------------------------------------------------------------------------------------

    def _before(self, step: GuardedTransition) -> list[Term]:
        """There are not too many threads after a step, either: where there are, nothing is claimed."""
        limits = [
            self._is_between(0, step.shared[one.variable]) for one in self._graph.counts if one.variable in step.shared
        ]
        if self._graph.ends is not None:
            begun = [one for one in self._graph.ends.begun.values() if one in step.shared]
            limits += [ule(step.shared[one], bv(MOST_BEGUN, one.width)) for one in begun]
        return [self._holds(step.source), step.guard, *limits]

    def _is_between(self, least: int, count: Term) -> Term:
        return and_(ule(bv(least, count.width), count), ule(count, bv(MOST_THREADS, count.width)))

    def _both_counted(self, one: Location, other: Location) -> list[Term]:
        """Two threads, where one makes a step and another one looks on, are two."""
        counts = self._graph.counts
        found = [self._is_between(2, count.variable.symbol) for count in counts if {one, other} <= count.places]
        found += [ule(count.variable.symbol, self._names(count, one, other)) for count in counts if _by_name(count)]
        for larger, smaller in permutations(counts, 2):
            if smaller.places < larger.places and {one, other} <= larger.places - smaller.places:
                found.append(ule(bvadd(smaller.variable.symbol, bv(2, 32)), larger.variable.symbol))
        return found

    def _is_counted(self, location: Location) -> list[Term]:
        """A thread at a location, by itself. What is part of a set has no more threads than the set."""
        counts = self._graph.counts
        found = [self._is_between(location in one.places, one.variable.symbol) for one in counts]
        found += [ule(one.variable.symbol, self._names(one, location)) for one in counts if _by_name(one)]
        for larger, smaller in permutations(counts, 2):
            if smaller.places < larger.places:
                more = bv(location in larger.places - smaller.places, 32)
                found.append(ule(bvadd(smaller.variable.symbol, more), larger.variable.symbol))
        return found

    def _names(self, count: Count, *threads: Location) -> Term:
        """Of threads that are known by name, how many can be counted: none of those that are elsewhere."""
        names = {one.instance.name for one in count.places}
        names -= {one.instance.name for one in threads if one not in count.places}
        return bv(len(names), 32)

    def _holds(self, location: Location) -> Term:
        """The invariant, and what a thread knows about itself."""
        terms = [self._claim(location), *self._for_numbers_of(location)]
        if not location.alone:
            terms += self._is_counted(location)
            terms += self._have_begun(location)
        if location.instance.many:
            terms.append(self._is_a_thread(self_of(location.instance, self._bits), number_of(location.instance)))
        return all_of(terms)

    def _for_numbers_of(self, location: Location) -> Iterator[Term]:
        """What is claimed for any number holds for each: so for the numbers that the thread has."""
        any_index = self._graph.any_index
        if any_index is None:
            return
        general = [one for one in self._clauses[location] if any_index in one.variables]
        for one in location.variables.values():
            if isinstance(one.type, IntType) and one.width == any_index.width:
                yield from (substitute(clause.term, {any_index.symbol: one.symbol}) for clause in general)

    def _have_begun(self, *threads: Location) -> Iterator[Term]:
        """The threads that have ended, those that are counted and have not, and these, have begun.

        They are different threads, each with an address of its own: so their numbers are far from wrapping around.
        """
        ends = self._graph.ends
        if ends is None:
            return
        for instance in ends.begun:
            yield self._begun_at_least([instance], [one for one in threads if one in ends.running])
        for count in self._graph.counts:
            if all(one in ends.running for one in count.places):
                others = [one for one in threads if one in ends.running and one not in count.places]
                yield self._begun_at_least(self._instances(count), others, count.variable.symbol)
        yield ule(ends.joined.symbol, self._sum(ends.ended, list(ends.ended)))

    def _begun_at_least(
        self, instances: list[ThreadInstance], threads: list[Location], counted: Term | None = None
    ) -> Term:
        """Of these routines: those that have ended, these threads, and those that are counted."""
        ends = self._graph.ends
        assert ends is not None
        begun, ended = self._sum(ends.begun, instances), self._sum(ends.ended, instances)
        alive = bv(sum(one.instance in instances for one in threads), 64)
        alive = alive if counted is None else bvadd(alive, zext(counted, 64))
        few = [ule(ends.begun[one].symbol, bv(MOST_BEGUN, 64)) for one in instances]
        right = [ule(ends.ended[one].symbol, ends.begun[one].symbol) for one in instances]
        return all_of([*few, *right, ule(bvadd(ended, alive), begun)])

    def _instances(self, count: Count) -> list[ThreadInstance]:
        return list(dict.fromkeys(one.instance for one in self._graph.locations if one in count.places))

    def _sum(self, numbers: Mapping[ThreadInstance, Variable], instances: list[ThreadInstance]) -> Term:
        result = bv(0, 64)
        for instance, one in numbers.items():
            result = bvadd(result, one.symbol) if instance in instances else result
        return result

    def _claim(self, location: Location) -> Term:
        """The clauses, and that variables have the values that the translation found."""
        values = [
            any_of([eq(one.symbol, bv(value, one.width)) for value in one.values])
            for one in self._variables(location)
            if one.values
        ]
        return all_of([*(clause.term for clause in self._clauses[location]), *values])

    def _is_a_thread(self, itself: Term, number: Term) -> Term:
        """One of many: not null, and none of those that are known by name. There are fewer than 2^32 - 1 threads."""
        names = [bv(value, self._bits) for value in (0, *self._graph.selves)]
        numbers = [bv(value, 32) for value in (0, 0xFFFFFFFF, *self._graph.numbers)]
        return all_of([*(not_(eq(itself, one)) for one in names), *(not_(eq(number, one)) for one in numbers)])

    def _distinct(self, one: ThreadInstance, other: ThreadInstance) -> list[Term]:
        if not (one.many and other.many):
            return []
        theirs = _of_other(self_of(other, self._bits)), _of_other(number_of(other))
        return [not_(eq(self_of(one, self._bits), theirs[0])), not_(eq(number_of(one), theirs[1]))]

    def _threads_are_threads(self, step: GuardedTransition) -> Term:
        """What holds addresses of threads gets none but null and those of threads that are there."""
        there = [bv(value, self._bits) for value in (0, *self._graph.selves)]
        there.append(self._graph.self_term(step.source.instance))
        there += [] if step.source.alone else [one.symbol for one in self._threads]
        changes = [value for variable, value in step.shared.items() if variable.is_thread]
        return all_of([any_of([eq(value, one) for one in there]) for value in changes])

    def _follows(self, known: Sequence[Term], claim: Term) -> bool:
        self.checks += 1
        self._solver.push()
        try:
            for term in known:
                self._solver.assert_(term)
            self._solver.assert_(not_(claim))
            return isinstance(self._solver.check(), Unsat)
        finally:
            self._solver.pop()


def _counted(graph: Graph, invariant: Invariant) -> dict[str, frozenset[Location]]:
    """Which locations count: those that say so. `self in threads(1)` makes a ghost of that name."""
    found: dict[str, set[Location]] = {}
    for location in graph.locations:
        for text in invariant.get(location.name, ()):
            said = _IN_COUNT.match(text)
            if said is not None:
                if location.alone:
                    raise ClauseProblem(f"'{text}': there are no other threads at {location.name}")
                found.setdefault(said["count"], set()).add(location)
    return {name: frozenset(places) for name, places in found.items()}


def _by_name(count: Count) -> bool:
    return not any(one.instance.many for one in count.places)


def _effect(step: GuardedTransition, arrival: Arrival) -> dict[Term, Term]:
    shared = {variable.symbol: value for variable, value in step.shared.items()}
    return {**shared, **{variable.symbol: value for variable, value in arrival.values.items()}}


def _of_other(term: Term) -> Term:
    """Of another thread: its own variables are not ours. What a step takes from outside is anything anyway."""
    own = [one for one in symbols(term) if not str(one.payload).startswith("g!")]
    return substitute(term, {one: symbol(f"other!{one.payload}", one.width) for one in own})
