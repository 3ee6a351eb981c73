"""One order of all steps: who comes before whom.

`before(x, y)`, for steps of different threads, is monotone along both threads and has no cycles of three. Where that
would be too many terms, every step has a time.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations, pairwise

from symex.terms import FALSE, TRUE, Term, and_, bool_symbol, implies, not_, symbol, ult

from .positions import Positions
from .precedence import Precedence
from .steps import JoinedBlocks, Steps

_MOST_TRIPLES = 400_000  # of steps of three threads: beyond, times are the smaller formula


class StepOrder:
    def __init__(self, steps: Steps, positions: Positions, precedence: Precedence, *, timed: bool) -> None:
        """`positions`: how far each thread got, in the end. `timed`: in any case."""
        self._steps = steps
        self._lines = steps.lines
        self._positions = positions
        self._precedence = precedence
        triples = sum(a * b * c for a, b, c in combinations([len(line) for line in self._lines], 3))
        self._timed = timed or triples > _MOST_TRIPLES

    def made(self, step: JoinedBlocks) -> Term:
        return self._positions.past_in_the_end(step.thread, step.first)

    def before(self, one: JoinedBlocks, other: JoinedBlocks) -> Term:
        """Of two different steps."""
        if self._surely_before(one, other):
            return TRUE
        if self._surely_before(other, one):
            return FALSE
        if one.thread.number > other.thread.number:
            return not_(self.before(other, one))
        if self._timed:  # at the same time, the thread with the smaller number comes first
            return not_(ult(self._time(other), self._time(one)))
        return bool_symbol(f"before!{one.name}!{other.name}")

    def _surely_before(self, one: JoinedBlocks, other: JoinedBlocks) -> bool:
        return self._precedence.surely_before(one.thread, one.first, other.thread, other.first)

    def _time(self, step: JoinedBlocks) -> Term:
        bits = sum(len(line) for line in self._lines).bit_length()
        return symbol(f"time!{step.name}:{bits}", bits)

    def constraints(self) -> Iterator[Term]:
        """Steps that are never made have a place, too: at the end, where nobody asks for it."""
        return self._by_times() if self._timed else self._by_pairs()

    def _by_times(self) -> Iterator[Term]:
        for line in self._lines:
            for one, next_ in pairwise(line):
                yield ult(self._time(one), self._time(next_))
            if line and line[0].thread.created_after >= 0:
                created_by = self._steps.of(line[0].thread.parent, line[0].thread.created_after)
                yield ult(self._time(created_by), self._time(line[0]))
        for (waiting, joined), block in self._precedence.joins.items():
            later = [step for step in self._lines[waiting] if step.first > block]
            if later and self._lines[joined]:
                yield ult(self._time(self._lines[joined][-1]), self._time(later[0]))

    def _by_pairs(self) -> Iterator[Term]:
        """An order is monotone along threads, and has no cycles of three; longer ones are made of these."""
        for ones, others in combinations(self._lines, 2):
            for one in ones:
                for early, late in pairwise(others):
                    yield implies(self.before(one, early), self.before(one, late))
            for other in others:
                for early, late in pairwise(ones):
                    yield implies(self.before(late, other), self.before(early, other))
        for ones, others, thirds in combinations(self._lines, 3):
            for one in ones:
                for other in others:
                    here = self.before(one, other)
                    for third in thirds:
                        yield implies(and_(here, self.before(other, third)), self.before(one, third))
                        yield implies(and_(not_(here), self.before(third, other)), self.before(third, one))

    def in_rounds(self, rounds: int) -> Iterator[Term]:
        """Who comes before whom is a matter of rounds: in the same one, the thread with the smaller number does."""

        def by(step: JoinedBlocks, round_: int) -> Term:
            """The step is made in one of the first so many rounds."""
            if round_ >= rounds:
                return TRUE
            return bool_symbol(f"by!{step.name}!{round_}") if round_ > 0 else FALSE

        for line in self._lines:
            for step in line:
                for round_ in range(1, rounds - 1):
                    yield implies(by(step, round_), by(step, round_ + 1))
            for one, next_ in pairwise(line):
                for round_ in range(1, rounds):
                    yield implies(by(next_, round_), by(one, round_))
        for ones, others in combinations(self._lines, 2):
            for one in ones:
                for other in others:
                    both = and_(self.made(one), self.made(other))
                    first = and_(both, self.before(one, other))
                    second = and_(both, self.before(other, one))
                    for round_ in range(rounds):
                        yield implies(and_(first, by(other, round_)), by(one, round_))
                        yield implies(and_(second, by(one, round_ + 1)), by(other, round_))
