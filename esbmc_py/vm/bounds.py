"""Bounds on schedules. Each keeps its own account along a path and says which accounts are worth exploring again."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, Protocol

from esbmc_py.goto.deferred import dataclass


class Bound(Protocol):
    """`account` is whatever the bound remembers of a path.

    Of two paths to the same state with the same `kind`, the one with the smaller `cost` can do all that the other can.
    """

    def start(self) -> Any:
        """The account of the empty path."""

    def move(self, account: Any, thread: int, last_enabled: bool) -> Any:
        """The account after a step of `thread`, where the last thread could have gone on or not; None: not allowed."""

    def kind(self, account: Any) -> Hashable: ...

    def cost(self, account: Any) -> Any: ...

    def last(self, account: Any) -> int:
        """The thread that made the last step (main, at the beginning)."""


@dataclass(frozen=True, slots=True)
class Unbounded:
    def start(self) -> int:
        return 0

    def move(self, account: int, thread: int, last_enabled: bool) -> int:
        return thread

    def kind(self, account: int) -> None:
        return None

    def cost(self, account: int) -> int:
        return 0

    def last(self, account: int) -> int:
        return account


@dataclass(frozen=True, slots=True)
class Switches:
    """At most `most` context switches; or preemptions, which are switches away from a thread that could go on."""

    most: int
    preemptions_only: bool = False

    def start(self) -> tuple[int, int]:
        return 0, 0

    def move(self, account: tuple[int, int], thread: int, last_enabled: bool) -> tuple[int, int] | None:
        last, used = account
        if thread != last and (last_enabled or not self.preemptions_only):
            used += 1
        return (thread, used) if used <= self.most else None

    def kind(self, account: tuple[int, int]) -> int:
        return account[0]

    def cost(self, account: tuple[int, int]) -> int:
        return account[1]

    def last(self, account: tuple[int, int]) -> int:
        return account[0]


@dataclass(frozen=True, slots=True)
class Rounds:
    """At most `most` rounds; in each the threads run in the order of their numbers, each any number of steps."""

    most: int

    def start(self) -> tuple[int, int]:
        return 0, 0

    def move(self, account: tuple[int, int], thread: int, last_enabled: bool) -> tuple[int, int] | None:
        done, current = account
        if thread < current:
            done += 1
        return (done, thread) if done < self.most else None

    def kind(self, account: tuple[int, int]) -> None:
        return None  # being earlier in a round, or in an earlier round, allows all that being later does

    def cost(self, account: tuple[int, int]) -> tuple[int, int]:
        return account

    def last(self, account: tuple[int, int]) -> int:
        return account[1]


def bound_for(contexts: int | None, preemptions: int | None, rounds: int | None) -> Bound:
    given = [name for name, value in (("contexts", contexts), ("preemptions", preemptions), ("rounds", rounds))
             if value is not None]  # fmt: skip
    if len(given) > 1:
        raise ValueError(f"choose one of the bounds {' and '.join(given)}")
    if contexts is not None:
        return Switches(contexts)
    if preemptions is not None:
        return Switches(preemptions, preemptions_only=True)
    if rounds is not None:
        return Rounds(rounds)
    return Unbounded()
