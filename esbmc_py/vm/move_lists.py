"""An execution as a list of moves, and runs that follow such a list as far as they can.

A move that cannot be made is left out, so a list from which somebody has taken moves away is still good for a run. Each
move brings its own inputs: what a thread gets from outside stays with it where the order of threads changes.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random

from esbmc_py.goto.deferred import dataclass

from ..goto.types import IntType, ScalarType
from .inputs import random_value
from .machine import Machine
from .run import Misfit
from .values import Value, coerce

_PATIENCE = 1000  # steps of a thread after the last move: it may wait for another one in a loop


@dataclass(frozen=True, slots=True)
class MoveMade:
    """A step of a thread, where it began, and the nondeterministic values that it took."""

    thread: int
    function: str
    index: int
    inputs: tuple[Value, ...]
    said_yes: tuple[int, ...] = ()  # which of these are true, of those that are true or false
    depth: int = 0  # of the call in which it began


class FollowedMoves:
    """Which thread is next, and what it gets from outside: as the moves say, as long as there are any.

    `row` are inputs of which only the order is known in which they were taken, not by which move; `pauses` are moves
    that end after so many instructions. With `goes_on`, threads go on after the last move.
    """

    goes_on = True

    def __init__(self, moves: Sequence[MoveMade], row: Sequence[Value] = (), pauses: Mapping[int, int] = {}) -> None:
        self._moves = moves
        self._row = row
        self.pauses = dict(pauses)
        self._next = 0
        self._begun: list[tuple[str, int, int, int]] = []  # of each step: place, depth, and inputs used before it
        self._given: Sequence[Value] = ()
        self._said_yes: set[int] = set()
        self._step = 0
        self._in_a_row = 0
        self._random = Random(0)
        self.machine: Machine | None = None
        self.used: list[Value] = []

    # -- the order of threads: see `run.Scheduled` -----------------------------------------------------------------

    def prescribed(self, step: int) -> int | None:
        self._step = step
        return None

    def pick(self, candidates: list[int], current: int) -> int:
        while self._next < len(self._moves) and self._moves[self._next].thread not in candidates:
            self._next += 1
        if self._next < len(self._moves):
            move = self._moves[self._next]
            self._next += 1
            return self._begin(move.thread, move.inputs)
        if not self.goes_on:
            raise Misfit("no moves are left")
        self._in_a_row += 1
        first = current if self._in_a_row <= _PATIENCE else current + 1
        return self._begin(next((thread for thread in candidates if thread >= first), candidates[0]), ())

    def _begin(self, thread: int, inputs: tuple[Value, ...]) -> int:
        assert self.machine is not None
        at = self.machine.threads[thread]
        self._given = inputs
        del self._begun[self._step :]  # one that could not move
        self._begun.append((at.code.name, at.pc, at.depth, len(self.used)))
        return thread

    # -- inputs: see `run.Inputs` ----------------------------------------------------------------------------------

    def choose(self, ctype: ScalarType) -> Value:
        inputs, place = self._given, len(self.used) - (self._begun[-1][-1] if self._begun else 0)
        if self._row:
            inputs, place = self._row, len(self.used)
        decides = isinstance(ctype, IntType) and ctype.is_bool
        value = coerce(inputs[place] if place < len(inputs) else self._not_given(ctype, decides), ctype)
        if value and decides:
            self._said_yes.add(len(self.used))
        self.used.append(value)
        return value

    def _not_given(self, ctype: ScalarType, decides: bool) -> Value:
        """A move that asks for more than it did: what may happen does not. After the last move, it may."""
        is_listed = self._in_a_row == 0
        return 0 if decides and is_listed else random_value(self._random, ctype)

    def mark(self) -> int:
        return len(self.used)

    def rewind(self, mark: int) -> None:
        del self.used[mark:]
        self._said_yes = {place for place in self._said_yes if place < mark}

    def made(self, threads: Sequence[int]) -> list[MoveMade]:
        """The moves of the run that has ended, whose steps were made by these threads."""
        begun = self._begun[: len(threads)]
        ends = [*(mark for *_, mark in begun[1:]), len(self.used)]
        return [
            MoveMade(
                thread,
                function,
                index,
                tuple(self.used[mark:end]),
                tuple(place - mark for place in range(mark, end) if place in self._said_yes),
                depth,
            )
            for thread, (function, index, depth, mark), end in zip(threads, begun, ends, strict=True)
        ]
