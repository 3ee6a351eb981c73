"""Where the generator's decisions come from: a seeded random generator, or hypothesis (which can shrink them)."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Protocol, TypeVar

Option = TypeVar("Option")


class Choices(Protocol):
    def integer(self, low: int, high: int) -> int:
        """Between low and high, both included; low is the simplest."""
        ...

    def pick(self, options: Sequence[Option]) -> Option:
        """One of the options; the first is the simplest."""
        ...

    def chance(self, percent: int) -> bool:
        """True in about `percent` of a hundred cases; False is the simplest."""
        ...


class SeededChoices:
    def __init__(self, seed: int) -> None:
        self._random = Random(seed)

    def integer(self, low: int, high: int) -> int:
        return self._random.randint(low, high)

    def pick(self, options: Sequence[Option]) -> Option:
        return self._random.choice(options)

    def chance(self, percent: int) -> bool:
        return self._random.randrange(100) >= 100 - percent
