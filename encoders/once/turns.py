"""Who may move when: rounds of all threads, rounds of some of them in an order of their own, or contexts.

The grammar of schedules is that of Lazy-CSeq (`sequentialize.round_patterns`).
"""

from __future__ import annotations

from collections.abc import Sequence

from esbmc_py.goto.deferred import dataclass
from sequentialize.round_patterns import parse_pattern


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


def in_contexts(switches: int, word: tuple[int, ...] = ()) -> Turns:
    """With so many context switches at most. `word`: who moves in the first contexts, if anybody does."""
    first = tuple((thread,) for thread in word[: switches + 1])
    return Turns((*first, *(None,) * (switches + 1 - len(first))), alone=True)


def by_schedule(text: str) -> Turns:
    """Raises ScheduleProblem."""
    return Turns(parse_pattern(text))
