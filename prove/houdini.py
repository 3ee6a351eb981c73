"""Houdini: of all candidates, those that hold together.

Every location begins with all its candidates. Each obligation (a step, the beginning of a thread, a step of another
thread) is asked in turn; a counterexample strikes out what does not hold after it. What is left when nothing can be
struck out any more is an invariant: the strongest that candidates can make.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping

from encoders.solvers.answers import Sat, Unsat
from encoders.solvers.interface import Solver
from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.types import IntType
from symex.state import Cut, Violation
from symex.terms import FALSE, TRUE, Term, any_of, bv, bvadd, eq, ne, not_, substitute, symbol, symbols, ule, zext

from .clauses import Clause
from .deadlocks import Stuck, why_stuck
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
from .indices import INDEX_BITS
from .variables import Variable

QUESTIONS = 60  # to one solver: it keeps all that it was ever asked
PATIENCE = 80  # questions, after which it is asked whether something can go wrong already


class TooMuch(Exception):
    """More work than was allowed."""


@dataclass(slots=True, eq=False)
class CandidateClause:
    clause: Clause
    term: Term
    other: Term  # the same of another thread
    variables: frozenset[Variable]
    everywhere: bool = False  # about what threads share, and at all locations where there are several
    instances: tuple[Term, ...] = ()  # for numbers of the thread's own, of what holds for any number
    alive: bool = True


@dataclass(slots=True, eq=False)
class Obligation:
    """`premises` of locations, each of this thread or of the other; what is known beside; and what has to follow."""

    own: Location
    other: Location | None
    given: list[Term]
    conclusions: list[tuple[CandidateClause, Term]]
    order: int = 0


class Houdini:
    def __init__(
        self,
        graph: Graph,
        candidates: Mapping[Location, list[Clause]],
        make_solver: Callable[[], Solver],
        most: int,
        tell: Callable[[int], None] | None = None,
        everywhere: Iterable[Clause] = (),
    ) -> None:
        self.graph = graph
        self.checks = 0
        self.work = 0  # what the solver was given, roughly: 30,000 take a second
        self._most = most
        self._tell = tell
        self._make_solver = make_solver
        self._solver = make_solver()
        self._since = 0
        self._renamed: dict[int, Term] = {}
        self._threads = [one for one in graph.shared if one.is_thread]
        self._candidates = {location: [self._candidate(one, at=location) for one in candidates.get(location, ())]
                            for location in graph.locations}  # fmt: skip
        promises = [self._candidate(one, everywhere=True) for one in everywhere]
        for location, found in self._candidates.items():
            found += [] if location.alone else promises
        self._uses: dict[CandidateClause, set[Obligation]] = {}
        self._all: list[Obligation] = []
        self._refuted: list[tuple[Location, Term]] = []
        self._queue: deque[Obligation] = deque()
        self._queued: set[Obligation] = set()
        self._to_the_end = False

    def _candidate(self, clause: Clause, *, at: Location | None = None, everywhere: bool = False) -> CandidateClause:
        term, variables = clause.term, clause.variables
        any_index = self.graph.any_index
        instances: tuple[Term, ...] = ()
        if at is not None and any_index is not None and any_index in variables:
            instances = tuple(substitute(term, {any_index.symbol: one}) for one in self._numbers_of(at))
        return CandidateClause(clause, term, self._rename(term), variables, everywhere, instances)

    def _numbers_of(self, location: Location) -> list[Term]:
        """What may stand for any number: numbers of the thread's own."""
        own = [one for one in location.variables.values() if one.own and isinstance(one.type, IntType)]
        return [one.symbol for one in own if one.width == INDEX_BITS]

    def run(self, *, to_the_end: bool = False) -> bool:
        """Strikes out what does not hold; False: and too little is left, for something can go wrong.

        `to_the_end`: even then. What is left is an invariant that others can build on.
        """
        self._to_the_end = to_the_end
        self._work_off(self._obligations_alone())
        if not to_the_end and not self.is_safe():
            return False
        self._work_off(self._obligations_among_others())
        return self.is_safe()

    def left(self) -> dict[Location, list[Clause]]:
        return {at: [one.clause for one in every if one.alive] for at, every in self._candidates.items()}

    def is_safe(self) -> bool:
        return not any(self._is_possible(location, guard) for location, guard in self._what_goes_wrong())

    def _work_off(self, obligations: Iterable[Obligation]) -> None:
        for obligation in obligations:
            obligation.order = len(self._all)
            self._all.append(obligation)
            self._enqueue(obligation)
        patience = self.checks + PATIENCE
        while self._queue:
            obligation = self._queue.popleft()
            self._queued.discard(obligation)
            self._discharge(obligation)
            if self.checks > patience and not self._to_the_end:
                if not self.is_safe():
                    return  # and it will not be safe with fewer clauses
                patience = self.checks + PATIENCE

    def needed(self) -> dict[Location, tuple[Clause, ...]]:
        """Of the invariant, what it takes to show that nothing goes wrong. Nothing does: that was asked before."""
        found: set[CandidateClause] = set()
        for location, guard in self._what_goes_wrong():
            found |= self._reasons(self._premises_at(location), [*self._facts(location), guard])
        shown: set[tuple[int, CandidateClause]] = set()
        before = -1
        while before < len(found):
            before = len(found)
            for obligation in self._all:
                wanted = [
                    pair for pair in obligation.conclusions
                    if pair[0] in found and (obligation.order, pair[0]) not in shown
                ]  # fmt: skip
                if wanted:
                    shown |= {(obligation.order, one) for one, _ in wanted}
                    refuted = any_of([not_(after) for _, after in wanted])
                    found |= self._reasons(self._premises(obligation), [*obligation.given, refuted])
        return {
            location: tuple(one.clause for one in every if one in found) for location, every in self._candidates.items()
        }

    def _what_goes_wrong(self) -> list[tuple[Location, Term]]:
        graph = self.graph
        found = [(at, one.guard) for at, one in graph.violations] + [(at, one.guard) for at, one in graph.cuts]
        return found + self._refuted

    def _reasons(self, premises: dict[Term, CandidateClause], given: list[Term]) -> set[CandidateClause]:
        """Premises that contradict what is given."""
        assumed = [*premises, *given]
        result = self._ask(assumed)
        assert not isinstance(result, Sat), "what was shown before can be shown again"
        if not isinstance(result, Unsat):
            return set(premises.values())  # more work than last time: all of them may be needed
        core = self._solver.unsat_core() if FALSE not in assumed else ()
        return {premises[term] for term in core if term in premises}

    def _premises_at(self, location: Location) -> dict[Term, CandidateClause]:
        found = {one.term: one for one in self._candidates[location] if one.alive}
        found.update({term: one for one in found.values() for term in one.instances})
        return found

    def why_stuck(self) -> Stuck | None:
        """Whether threads can wait for ever. What was refuted on the way is needed for the proof."""
        return why_stuck(self.graph, self._asked)

    def _asked(self, location: Location, guard: Term) -> bool:
        possible = self._is_possible(location, guard)
        if not possible:
            self._refuted.append((location, guard))
        return possible

    def open_violations(self) -> list[tuple[Location, Violation]]:
        return [(at, one) for at, one in self.graph.violations if self._is_possible(at, one.guard)]

    def open_cuts(self) -> list[tuple[Location, Cut]]:
        return [(at, one) for at, one in self.graph.cuts if self._is_possible(at, one.guard)]

    def _is_possible(self, location: Location, guard: Term) -> bool:
        premises = self._premises_at(location)
        return not isinstance(self._ask([*premises, *self._facts(location), guard]), Unsat)

    # -- obligations --------------------------------------------------------------------------------------------------

    def _obligations_alone(self) -> Iterable[Obligation]:
        for step in self.graph.transitions:
            if step.arrival is not None:
                yield self._own_step(step, step.arrival)
            elif step.shared and not step.halts:
                yield self._last_step(step)
            for arrival in step.started:
                yield self._beginning(step, arrival)

    def _obligations_among_others(self) -> Iterable[Obligation]:
        """Asked last: what does not hold without others is gone by then."""
        several = [location for location in self.graph.locations if not location.alone]
        for step in self.graph.transitions:
            if step.shared and not step.source.alone and not step.halts:
                for location in several:
                    if location.instance is not step.source.instance or location.instance.many:
                        yield self._interference(location, step)

    def _own_step(self, step: GuardedTransition, arrival: Arrival) -> Obligation:
        mapping = _mapping(step, arrival)
        given = self._given(step)
        return Obligation(step.source, None, given, self._after(arrival.target, mapping))

    def _last_step(self, step: GuardedTransition) -> Obligation:
        """Of a thread: what holds everywhere still does. (When the process has ended nobody asks.)"""
        mapping = {variable.symbol: value for variable, value in step.shared.items()}
        promises = [one for one in self._candidates[step.source] if one.everywhere]
        given = self._given(step)
        return Obligation(step.source, None, given, [(one, substitute(one.term, mapping)) for one in promises])

    def _beginning(self, step: GuardedTransition, arrival: Arrival) -> Obligation:
        mapping = _mapping(step, arrival)
        given = self._given(step)
        instance = arrival.target.instance
        if instance.many:
            bits = self.graph.program.pointer_bits
            assert arrival.itself is not None
            new, number = arrival.itself, symbol("new!number", 32)
            mapping[self_of(instance, bits)] = new
            mapping[number_of(instance)] = number
            given += self._facts_of_self(new, number)
            given.append(ne(new, self.graph.self_term(step.source.instance)))
            if step.source.instance.many:
                given.append(ne(number, number_of(step.source.instance)))
            given += [ne(new, step.shared.get(one, one.symbol)) for one in self._threads]
        return Obligation(step.source, None, given, self._after(arrival.target, mapping))

    def _interference(self, location: Location, step: GuardedTransition) -> Obligation:
        mapping = {variable.symbol: self._rename(value) for variable, value in step.shared.items()}
        given = [*self._facts(location), *map(self._rename, self._given(step))]
        given += self._different(location.instance, step.source.instance)
        given += [*self._facts_of_counts(location, step.source), *self._facts_of_ends(location, step.source)]
        changed = step.shared.keys()
        touched = [
            one for one in self._candidates[location]
            if one.alive and not one.everywhere and not one.variables.isdisjoint(changed)
        ]  # fmt: skip
        conclusions = [(one, substitute(one.term, mapping)) for one in touched]
        return Obligation(location, step.source, given, conclusions)

    def _after(self, target: Location, mapping: dict[Term, Term]) -> list[tuple[CandidateClause, Term]]:
        return [(one, substitute(one.term, mapping)) for one in self._candidates[target]]

    # -- what is known ------------------------------------------------------------------------------------------------

    def _given(self, step: GuardedTransition) -> list[Term]:
        """Where a step is made; there are never too many threads, nor after it."""
        counted = (one.variable for one in self.graph.counts if not step.halts)
        after = [ule(step.shared[one], bv(MOST_THREADS, one.width)) for one in counted if one in step.shared]
        ends = self.graph.ends
        begun = () if ends is None else ends.begun.values()
        after += [ule(step.shared[one], bv(MOST_BEGUN, one.width)) for one in begun if one in step.shared]
        return [*self._facts(step.source), step.guard, *after]

    def _facts(self, location: Location) -> list[Term]:
        variables = [*location.variables.values(), *(() if location.alone else self.graph.shared)]
        found = [any_of([eq(one.symbol, bv(value, one.width)) for value in one.values])
                 for one in variables if one.values]  # fmt: skip
        if not location.alone:
            found += [*self._facts_of_counts(location), *self._facts_of_ends(location)]
        if location.instance.many:
            bits = self.graph.program.pointer_bits
            found += self._facts_of_self(self_of(location.instance, bits), number_of(location.instance))
        return found

    def _facts_of_counts(self, *threads: Location) -> Iterator[Term]:
        """Where these are, they are counted. Of two sets, one of which is part of the other, it has fewer threads."""
        for count in self.graph.counts:
            number, width = count.variable.symbol, count.variable.width
            yield ule(number, bv(_most(count, threads), width))
            yield ule(bv(sum(one in count.places for one in threads), width), number)
            for part in self.graph.counts:
                if part.places < count.places:
                    rest = sum(one in count.places - part.places for one in threads)
                    yield ule(bvadd(part.variable.symbol, bv(rest, width)), number)

    def _facts_of_ends(self, *threads: Location) -> Iterator[Term]:
        """Those that were joined have ended; those that have ended, or are at certain locations, have begun."""
        ends = self.graph.ends
        if ends is None:
            return
        width = ends.joined.width
        every = bv(0, width)
        for instance, begun in ends.begun.items():
            ended = ends.ended[instance].symbol
            every = bvadd(every, ended)
            there = sum(one.instance is instance and one in ends.running for one in threads)
            yield ule(begun.symbol, bv(MOST_BEGUN, width))
            yield ule(ended, begun.symbol)  # so that nothing wraps around in what follows
            yield ule(bvadd(ended, bv(there, width)), begun.symbol)
        yield ule(ends.joined.symbol, every)
        for count in self.graph.counts:
            if count.places <= ends.running:
                instances = {one.instance: None for one in self.graph.locations if one in count.places}
                there = sum(one.instance in instances and one in ends.running - count.places for one in threads)
                begun_, ended_ = bv(0, width), bvadd(zext(count.variable.symbol, width), bv(there, width))
                for instance in instances:
                    begun_ = bvadd(begun_, ends.begun[instance].symbol)
                    ended_ = bvadd(ended_, ends.ended[instance].symbol)
                yield ule(ended_, begun_)

    def _facts_of_self(self, itself: Term, number: Term) -> list[Term]:
        bits = self.graph.program.pointer_bits
        return [
            ne(itself, bv(0, bits)),
            *(ne(itself, bv(one, bits)) for one in self.graph.selves),
            *(ne(number, bv(one, 32)) for one in (*self.graph.numbers, 0, 0xFFFFFFFF)),
        ]

    def _different(self, one: ThreadInstance, other: ThreadInstance) -> list[Term]:
        if not (one.many and other.many):
            return []
        bits = self.graph.program.pointer_bits
        return [
            ne(self_of(one, bits), self._rename(self_of(other, bits))),
            ne(number_of(one), self._rename(number_of(other))),
        ]

    def _rename(self, term: Term) -> Term:
        """The other thread's variables have names of their own."""
        found = self._renamed.get(term.id)
        if found is None:
            mapping = {
                one: symbol(f"{one.payload}'", one.width) for one in symbols(term) if str(one.payload)[:2] == "x!"
            }
            found = self._renamed[term.id] = substitute(term, mapping) if mapping else term
        return found

    # -- asking -------------------------------------------------------------------------------------------------------

    def _enqueue(self, obligation: Obligation) -> None:
        if obligation not in self._queued:
            self._queued.add(obligation)
            self._queue.append(obligation)

    def _discharge(self, obligation: Obligation) -> None:
        """Strikes out until the rest follows; notes by what."""
        while True:
            premises = self._premises(obligation)
            doubtful = []
            for one, after in obligation.conclusions:
                if not one.alive or after is TRUE:
                    continue
                if after in premises:
                    self._note(obligation, premises[after])
                else:
                    doubtful.append((one, after))
            obligation.conclusions = [pair for pair in obligation.conclusions if pair[0].alive and pair[1] is not TRUE]
            if self._follow(obligation, premises, doubtful):
                return

    def _follow(
        self,
        obligation: Obligation,
        premises: dict[Term, CandidateClause],
        doubtful: list[tuple[CandidateClause, Term]],
    ) -> bool:
        """False: some do not, and were struck out. What is too much for the solver at once is asked in parts."""
        if not doubtful:
            return True
        assumed = [*premises, *obligation.given, any_of([not_(after) for _, after in doubtful])]
        result = self._ask(assumed)
        if isinstance(result, Unsat):
            for term in self._solver.unsat_core() if FALSE not in assumed else ():
                if term in premises:
                    self._note(obligation, premises[term])
            return True
        if isinstance(result, Sat):
            struck = [one for one, after in doubtful if self._solver.value(after) is False]
            assert struck, "a counterexample violates something"
        elif len(doubtful) > 1:
            half = len(doubtful) // 2
            first = self._follow(obligation, premises, doubtful[:half])
            return self._follow(obligation, premises, doubtful[half:]) and first
        else:
            struck = [one for one, _ in doubtful]
        for one in struck:
            self._strike(one)
        return False

    def _premises(self, obligation: Obligation) -> dict[Term, CandidateClause]:
        found = self._premises_at(obligation.own)
        if obligation.other is not None:
            found.update({one.other: one for one in self._candidates[obligation.other] if one.alive})
        return found

    def _note(self, obligation: Obligation, used: CandidateClause) -> None:
        self._uses.setdefault(used, set()).add(obligation)

    def _strike(self, candidate: CandidateClause) -> None:
        candidate.alive = False
        for obligation in sorted(self._uses.pop(candidate, ()), key=lambda one: one.order):
            self._enqueue(obligation)

    def _ask(self, terms: list[Term]) -> object:
        self.checks += 1
        self.work += len(terms) + 20
        if self.work > self._most:
            raise TooMuch("looking for an invariant takes more work than is allowed")
        if self._tell is not None:
            self._tell(self.work)
        self._since += 1
        if self._since > QUESTIONS:
            self._solver.close()
            self._solver = self._make_solver()
            self._since = 0
        return self._solver.check(terms)


def _most(count: Count, threads: tuple[Location, ...]) -> int:
    """How many can be counted, when these threads are where they are."""
    counted = {one.instance for one in count.places}
    elsewhere = {one.instance for one in threads if one not in count.places}
    return MOST_THREADS if any(one.many for one in counted) else len(counted - elsewhere)


def _mapping(step: GuardedTransition, arrival: Arrival) -> dict[Term, Term]:
    mapping = {variable.symbol: value for variable, value in step.shared.items()}
    mapping.update({variable.symbol: value for variable, value in arrival.values.items()})
    return mapping
