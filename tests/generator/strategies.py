"""Generated programs as a hypothesis strategy: `@given(programs())`."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from hypothesis import strategies

from .choices import Option
from .compose import FEATURES, Generated, compose


class DrawnChoices:
    def __init__(self, draw: Callable[[strategies.SearchStrategy[Option]], Option]) -> None:
        self._draw = draw

    def integer(self, low: int, high: int) -> int:
        return self._draw(strategies.integers(low, high))  # type: ignore[arg-type, return-value]

    def pick(self, options: Sequence[Option]) -> Option:
        return options[self.integer(0, len(options) - 1)]

    def chance(self, percent: int) -> bool:
        return self.integer(0, 99) >= 100 - percent


@strategies.composite
def programs(
    draw: Callable[[strategies.SearchStrategy[Option]], Option],
    size: int = 8,
    features: frozenset[str] = FEATURES,
) -> Generated:
    return compose(DrawnChoices(draw), size, features)
