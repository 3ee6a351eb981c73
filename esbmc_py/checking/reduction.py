"""Shorter executions that end in the same violation: moves are taken away or put together, and what is left is run.

First fewer turns, then fewer steps, then fewer instructions. It is cheap and not exact: after so many runs and
instructions, the shortest execution so far is it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from itertools import groupby, islice, pairwise, takewhile

from esbmc_py.goto.deferred import dataclass
from esbmc_py.vm.findings import Finding, RunResult
from esbmc_py.vm.move_lists import FollowedMoves, MoveMade

MOST_RUNS = 120
MOST_INSTRUCTIONS = 300_000  # of all runs
_FEW_OF_A_KIND = 6  # candidates, before others are tried: those that leave out most come first
_MOST_OF_A_KIND = 40
_FEW_ROUNDS = 4
_LONGER = 2  # times as many instructions as the execution that is to be reduced: a candidate may be endless

Moves = Sequence[MoveMade]
Again = Callable[[FollowedMoves, int | None, int | None], tuple[Finding | None, RunResult]]


@dataclass(frozen=True, slots=True)
class _Execution:
    finding: Finding
    moves: tuple[MoveMade, ...]
    instructions: int

    @property
    def size(self) -> tuple[int, int, int, int]:
        last = max((move.thread for move in self.moves), default=0)  # those after it need not be started
        return len(turns_of(self.moves)), len(self.moves), last, self.instructions


class Reducer:
    """`again` follows moves for so many steps and instructions at most, and gives what is found if it is the same."""

    def __init__(self, again: Again, most_runs: int = MOST_RUNS, most_instructions: int = MOST_INSTRUCTIONS) -> None:
        self._again = again
        self._runs = most_runs
        self._instructions = most_instructions
        self._tried: set[tuple[MoveMade, ...]] = set()

    def reduced(self, finding: Finding) -> Finding:
        first = best = self._first(finding)
        if first is None or best is None:
            return finding
        for most in (_FEW_OF_A_KIND, _MOST_OF_A_KIND):
            improved = True
            while improved and self._has_effort_left:
                improved = False
                for kind in _KINDS:
                    while (better := self._better(best, kind, most)) is not None:
                        best, improved = better, True
        return finding if best is first else best.finding

    @property
    def _has_effort_left(self) -> bool:
        return self._runs > 0 and self._instructions > 0

    def _first(self, finding: Finding) -> _Execution | None:
        """The execution itself, as moves. Where some of them end early, one in which they do not, or are not made."""
        schedule = finding.schedule
        early = dict(schedule.pauses)
        moves = [MoveMade(thread, "", 0, ()) for thread in schedule.threads]
        itself = self._run(FollowedMoves(moves, schedule.inputs, early), None)
        if itself is None or not early:
            return itself
        without = tuple(move for step, move in enumerate(itself.moves) if step not in early)
        return self._run(FollowedMoves(itself.moves), itself) or self._run(FollowedMoves(without), itself)

    def _better(self, best: _Execution, kind: Callable[[Moves], Iterator[Moves]], most: int) -> _Execution | None:
        for candidate in islice(kind(best.moves), most):
            if not self._has_effort_left:
                return None
            moves = tuple(candidate)
            if moves not in self._tried:
                self._tried.add(moves)
                found = self._run(FollowedMoves(moves), best)
                if found is not None and found.size < best.size:
                    return found
        return None

    def _run(self, followed: FollowedMoves, best: _Execution | None) -> _Execution | None:
        """An execution that is no longer than the best one by much."""
        limits = (None, None) if best is None else (len(best.moves) + 1, _LONGER * best.instructions)
        finding, result = self._again(followed, *limits)
        self._runs -= 1
        self._instructions -= result.instructions + 1
        if finding is None:
            return None
        return _Execution(finding, tuple(followed.made(result.schedule.threads)), result.instructions)


def turns_of(moves: Moves) -> list[list[MoveMade]]:
    return [list(turn) for _, turn in groupby(moves, key=lambda move: move.thread)]


# -- what is tried ----------------------------------------------------------------------------------------------------


def without_rounds(moves: Moves) -> Iterator[Moves]:
    """A thread comes to the same place again: what it did in between is left out. Many rounds at once come first."""
    visits: dict[tuple[int, str, int], list[int]] = {}
    for position, move in enumerate(moves):
        visits.setdefault((move.thread, move.function, move.index), []).append(position)
    spans = {
        (moves[several[0]].thread, several[at], several[at + rounds])
        for several in visits.values()
        for rounds in _powers(len(several) - 1)
        for at in range(0, len(several) - rounds, max(1, rounds // 2))
    }
    for thread, begin, end in sorted(spans, key=lambda span: (span[1] - span[2], span)):
        yield [move for at, move in enumerate(moves) if not (begin <= at < end and move.thread == thread)]


def _powers(most: int) -> list[int]:
    """All of them, then half as many, and so on; and few, since a bug may need every third round."""
    halves = [most >> times for times in range(most.bit_length())]
    return sorted({*halves, *range(1, min(most, _FEW_ROUNDS) + 1)}, reverse=True)


def _with_fewer_turns(moves: Moves) -> Iterator[Moves]:
    """A turn left out; two turns of a thread made one, before or after what others did in between."""
    turns = turns_of(moves)
    for index, turn in enumerate(turns):
        rest = turns[index + 1 :]
        following = next((i for i, other in enumerate(rest) if other[0].thread == turn[0].thread), None)
        if following is not None:
            between, more, after = rest[:following], rest[following], rest[following + 1 :]
            yield _joined([*turns[:index], [*turn, *more], *between, *after])
            yield _joined([*turns[:index], *between, [*turn, *more], *after])
    for index in range(len(turns)):
        yield _joined([*turns[:index], *turns[index + 1 :]])


def with_earlier_signals(moves: Moves) -> Iterator[Moves]:
    """What comes from outside comes before the rounds of a loop that a thread has made until then."""
    for at, move in enumerate(moves):
        own = [position for position, other in enumerate(moves) if other.thread == move.thread]
        later = {_place(moves[position]) for position in own if position > at}
        for before, following in pairwise(own if move.said_yes else ()):
            if following <= at and _place(moves[following]) in later:
                made = moves[before].inputs
                left = [one for p, one in enumerate(moves) if one.thread != move.thread or not before <= p <= at]
                for place in range(len(made)):
                    comes = replace(moves[before], inputs=(*made[:place], 1))
                    yield [*moves[:before], comes, *left[before:]]


def _place(move: MoveMade) -> tuple[str, int]:
    return move.function, move.index


def _with_shorter_turns(moves: Moves) -> Iterator[Moves]:
    """The end of a turn left out: all but the first step, half of it, and so on."""
    turns = turns_of(moves)
    for index, turn in enumerate(turns):
        for less in _powers(len(turn) - 1):
            yield _joined([*turns[:index], turn[:-less], *turns[index + 1 :]])


def by_earlier_threads(moves: Moves) -> Iterator[Moves]:
    """What a thread does, one does that was started before it and does nothing: of several alike, the first."""
    threads = {move.thread for move in moves}
    for thread in sorted(threads):
        for idle in sorted(set(range(1, thread)) - threads):
            yield [replace(move, thread=idle) if move.thread == thread else move for move in moves]


def without_signals(moves: Moves) -> Iterator[Moves]:
    """Something that may happen does not: signals, many at once first, whose handlers do not run then; a failure."""
    signals = [at for at, move in enumerate(moves) if move.said_yes and move.said_yes[-1] == len(move.inputs) - 1]
    for fewer in [len(signals), *_powers(len(signals) - 1)] if signals else ():
        for first in range(0, len(signals) - fewer + 1, max(1, fewer // 2)):
            left_out = signals[first : first + fewer]
            handlers = {position for at in left_out for position in _handler_after(moves, at)}
            kept = [_calm(move, -1) if at in left_out else move for at, move in enumerate(moves)]
            yield [move for at, move in enumerate(kept) if at not in handlers]
    for at, move in enumerate(moves):
        for place in move.said_yes:
            yield [*moves[:at], _calm(move, place), *moves[at + 1 :]]


def _calm(move: MoveMade, place: int) -> MoveMade:
    inputs = list(move.inputs)
    inputs[place] = 0
    return replace(move, inputs=tuple(inputs))


def _handler_after(moves: Moves, at: int) -> list[int]:
    """The moves of the calls in which the thread is after that move, until it is back from them."""
    own = [p for p in range(at + 1, len(moves)) if moves[p].thread == moves[at].thread]
    return list(takewhile(lambda p: moves[p].depth >= moves[own[0]].depth, own))


def _joined(turns: Sequence[Moves]) -> Moves:
    return [move for turn in turns for move in turn]


_KINDS = (
    without_signals,
    without_rounds,
    _with_fewer_turns,
    with_earlier_signals,
    _with_shorter_turns,
    by_earlier_threads,
)
