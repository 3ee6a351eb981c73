"""Who may move when: rounds of all threads, rounds of some of them in an order of their own, or contexts.

The grammar of schedules is that of Lazy-CSeq (ASE 2015): rounds are separated by colons; `+` is a round of all threads
in the order of their numbers, `2,1` one in which only thread 2 and then thread 1 may move. Main is thread 0.
"""

from __future__ import annotations

from collections.abc import Sequence

from esbmc_py.goto.deferred import dataclass


class ScheduleProblem(ValueError):
    """A schedule that nobody can follow."""


@dataclass(frozen=True, slots=True)
class Turns:
    """`orders` has an entry for each round: the threads that may move, or None for all of them.

    `alone`: in each round one thread moves, whichever: rounds are contexts then.
    """

    orders: tuple[tuple[int, ...] | None, ...]
    alone: bool = False

    @property
    def rounds(self) -> int:
        return len(self.orders)

    @property
    def free(self) -> bool:
        """Everybody may move in every round: what this leaves out, more rounds add."""
        return all(order is None for order in self.orders)

    def order(self, round_: int, threads: int) -> Sequence[int]:
        chosen = self.orders[round_]
        return range(threads) if chosen is None else [number for number in chosen if number < threads]


def in_rounds(count: int) -> Turns:
    return Turns((None,) * count)


def in_contexts(switches: int) -> Turns:
    """With so many context switches at most."""
    return Turns((None,) * (switches + 1), alone=True)


def by_schedule(text: str) -> Turns:
    """Raises ScheduleProblem."""
    return Turns(tuple(_round(part.strip()) for part in text.split(":")))


def _round(text: str) -> tuple[int, ...] | None:
    if text == "+":
        return None
    names = [name.strip() for name in text.split(",")]
    if not all(name.isdecimal() for name in names):
        raise ScheduleProblem(f"'{text}' is no round: '+', or thread numbers with commas between")
    numbers = tuple(int(name) for name in names)
    if len(set(numbers)) < len(numbers):
        raise ScheduleProblem(f"a thread has one turn in a round, not several: '{text}'")
    return numbers
