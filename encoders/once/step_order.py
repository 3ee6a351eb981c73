"""One order of steps: who comes before whom.

`before(x, y)`, for steps of different threads, is monotone along both threads and has no cycles of three. Where that
would be too many terms, every step has a time. Steps that touch nothing that another thread touches, too, have no place
in the order: wherever their threads and precedence let them be, they are right.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import combinations, pairwise, permutations

from symex.terms import FALSE, TRUE, Term, and_, bool_symbol, implies, not_, symbol, ult

from .meetings import Meetings
from .positions import Positions
from .precedence import Precedence
from .steps import JoinedBlocks, Steps

_MOST_TRIPLES = 400_000  # of steps of three threads: beyond, times are the smaller formula


class StepOrder:
    def __init__(self, steps: Steps, positions: Positions, precedence: Precedence, *, timed: bool) -> None:
        """`positions`: how far each thread got, in the end. `timed`: in any case."""
        self._steps = steps
        self._positions = positions
        self._precedence = precedence
        self._always_timed = timed
        self.lines = steps.lines  # per thread, those that have a place in the order
        self._meetings: Meetings | None = None  # None: all steps of all threads
        self._timed = self._takes_times()

    def _takes_times(self) -> bool:
        triples = sum(len(ones) * len(others) * len(thirds) for ones, others, thirds in self._triangles())
        return self._always_timed or triples > _MOST_TRIPLES

    def leave_out_all_but(self, meetings: Meetings) -> None:
        """Before anybody asks."""
        self.lines = [[step for step in line if step in meetings.steps] for line in self._steps.lines]
        self._meetings = meetings
        self._timed = self._takes_times()

    def linking_lines(self) -> list[list[JoinedBlocks]]:
        """Of threads that have joined some and are joined: what they joined comes before what follows their own end.

        Nobody else says so (`surely_before` does not), so they must have their places in the order.
        """
        joins = self._precedence.joins
        joined = {thread for _, thread in joins}
        return [self._steps.lines[thread] for thread in sorted({waiting for waiting, _ in joins} & joined)]

    def _pairs(self) -> Iterator[tuple[list[JoinedBlocks], list[JoinedBlocks]]]:
        for one, other in combinations(range(len(self.lines)), 2):
            if self._relates(one, other):
                yield self.lines[one], self.lines[other]

    def _triangles(self) -> Iterator[tuple[list[JoinedBlocks], list[JoinedBlocks], list[JoinedBlocks]]]:
        for one, other in combinations(range(len(self.lines)), 2):
            if self._relates(one, other):
                for third in range(other + 1, len(self.lines)):
                    if self._relates(one, third) and self._relates(other, third):
                        yield self.lines[one], self.lines[other], self.lines[third]

    def _relates(self, one: int, other: int) -> bool:
        return self._meetings is None or (one, other) in self._meetings.pairs

    def made(self, step: JoinedBlocks) -> Term:
        return self._positions.past_in_the_end(step.thread, step.first)

    def before(self, one: JoinedBlocks, other: JoinedBlocks) -> Term:
        """Of two different steps."""
        if self.surely_before(one, other):
            return TRUE
        if self.surely_before(other, one):
            return FALSE
        if one.thread.number > other.thread.number:
            return not_(self.before(other, one))
        assert self._meetings is None or self._meetings.relate(one, other), f"no order of {one.name} and {other.name}"
        if self._timed:  # at the same time, the thread with the smaller number comes first
            return not_(ult(self._time(other), self._time(one)))
        return bool_symbol(f"before!{one.name}!{other.name}")

    def comes_before(self, one: JoinedBlocks, other: JoinedBlocks, value: Callable[[Term], object]) -> bool:
        """In a model; neither of two steps that are not related does."""
        if self.is_settled(one, other):
            return self.surely_before(one, other)
        related = self._meetings is None or self._meetings.relate(one, other)
        return related and bool(value(self.before(one, other)))

    def is_settled(self, one: JoinedBlocks, other: JoinedBlocks) -> bool:
        """In every execution they come in the same order."""
        return one is other or self.surely_before(one, other) or self.surely_before(other, one)

    def surely_before(self, one: JoinedBlocks, other: JoinedBlocks) -> bool:
        if self._precedence.surely_before(one.thread, one.first, other.thread, other.first):
            return True
        # a step that begins with the wait for another thread's end comes after all of that thread's steps
        return self._precedence.waits_for(other.thread, other.first, one.thread)

    def _time(self, step: JoinedBlocks) -> Term:
        bits = sum(len(line) for line in self.lines).bit_length()
        return symbol(f"time!{step.name}:{bits}", bits)

    def constraints(self) -> Iterator[Term]:
        """Steps that are never made have a place, too: at the end, where nobody asks for it."""
        return self._by_times() if self._timed else self._by_pairs()

    def _by_times(self) -> Iterator[Term]:
        for line in self.lines:
            for one, next_ in pairwise(line):
                yield ult(self._time(one), self._time(next_))
        for ones, others in permutations(self.lines, 2):
            for one, other in self._handovers(ones, others):
                yield ult(self._time(one), self._time(other))

    def _handovers(
        self, ones: list[JoinedBlocks], others: list[JoinedBlocks]
    ) -> Iterator[tuple[JoinedBlocks, JoinedBlocks]]:
        """By creation and joins: the last of a thread that comes before one of another thread, where that changes."""
        known = 0
        for other in others:
            before = known
            while known < len(ones) and self.surely_before(ones[known], other):
                known += 1
            if known > before:
                yield ones[known - 1], other

    def _by_pairs(self) -> Iterator[Term]:
        """An order is monotone along threads, and has no cycles of three; longer ones are made of these."""
        for ones, others in self._pairs():
            for one in ones:
                for early, late in pairwise(others):
                    yield implies(self.before(one, early), self.before(one, late))
            for other in others:
                for early, late in pairwise(ones):
                    yield implies(self.before(late, other), self.before(early, other))
        for ones, others, thirds in self._triangles():
            for one in ones:
                for other in others:
                    here = self.before(one, other)
                    for third in thirds:
                        yield implies(and_(here, self.before(other, third)), self.before(one, third))
                        yield implies(and_(not_(here), self.before(third, other)), self.before(third, one))

    def ends_with(self, end: JoinedBlocks, condition: Term) -> Iterator[Term]:
        """Where the condition holds, this step is the end of the process: what others do, they have done before."""
        over = and_(self.made(end), condition)
        for line in self._steps.lines:
            for step in line:
                if step.thread is not end.thread:
                    yield implies(and_(over, self.made(step)), self.before(step, end))

    def in_rounds(self, rounds: int) -> Iterator[Term]:
        """Who comes before whom is a matter of rounds: in the same one, the thread with the smaller number does."""

        def by(step: JoinedBlocks, round_: int) -> Term:
            """The step is made in one of the first so many rounds."""
            if round_ >= rounds:
                return TRUE
            return bool_symbol(f"by!{step.name}!{round_}") if round_ > 0 else FALSE

        for line in self.lines:
            for step in line:
                for round_ in range(1, rounds - 1):
                    yield implies(by(step, round_), by(step, round_ + 1))
            for one, next_ in pairwise(line):
                for round_ in range(1, rounds):
                    yield implies(by(next_, round_), by(one, round_))
        for ones, others in combinations(self.lines, 2):
            for one in ones:
                for other in others:
                    both = and_(self.made(one), self.made(other))
                    first = and_(both, self.before(one, other))
                    second = and_(both, self.before(other, one))
                    for round_ in range(rounds):
                        yield implies(and_(first, by(other, round_)), by(one, round_))
                        yield implies(and_(second, by(one, round_ + 1)), by(other, round_))
