"""Where nondeterministic values come from: a list, chance, or all possibilities one after the other."""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import cache
from random import Random

from ..goto.expressions import Const, Expression
from ..goto.operands import expressions_of, parts_of
from ..goto.program import Program
from ..goto.types import FloatType, IntType, PointerType, ScalarType
from .values import Value, coerce

_LARGEST_SMALL = 10  # random numbers are often no larger
_SMALL = *range(-4, _LARGEST_SMALL + 1), 0, 0, 0, 1, -1  # these say, most often, how something went
_MOST_NUMBERS = 100
_CHARACTERS = b"0011122233445566789-ax "  # digits first: most texts that programs ask for are numbers
_CHARACTER = 0.75  # so often a `char` is one of them


class RunInputs:
    """The values that were given, then random ones. `mark` and `rewind` serve steps that turn out not to be enabled.

    Numbers that are `likely` come up now and then, and so do their neighbours.
    """

    def __init__(self, given: Sequence[Value], random: Random, likely: Sequence[int] = ()):
        self._given = given
        self._fixed = len(given)
        self._random = random
        self._likely = likely
        self.used: list[Value] = []

    def choose(self, ctype: ScalarType) -> Value:
        place = len(self.used)
        value = coerce(self._given[place], ctype) if place < len(self._given) else self._at_random(ctype)
        self.used.append(value)
        return value

    def _at_random(self, ctype: ScalarType) -> Value:
        if self._likely and isinstance(ctype, IntType) and not ctype.is_bool and self._random.random() < 0.2:
            number = self._random.choice(self._likely) + self._random.choice((-1, 0, 0, 1))
            if ctype.minimum <= number <= ctype.maximum:
                return number
        return random_value(self._random, ctype)

    def mark(self) -> int:
        return len(self.used)

    def rewind(self, mark: int) -> None:
        del self.used[mark:]

    def forget(self, mark: int) -> None:
        """Goes back to `mark`. All values from there on are chosen anew, but those that were given."""
        self.rewind(mark)
        self._given = self._given[: max(self._fixed, mark)]

    def change_last(self, mark: int, count: int) -> bool:
        """Goes back to `mark`. The values from there on come again; the last `count` of them are chosen anew.

        False if it has no choice there.
        """
        changed = max(mark, self._fixed, len(self.used) - count)
        if changed >= len(self.used):
            return False
        self._given = self.used[:changed]
        self.rewind(mark)
        return True


def numbers_in(program: Program) -> list[int]:
    """Numbers that the program's own code is about and that are not small: what it compares inputs with, sizes, ..."""
    found: dict[int, None] = {}
    for function in program.functions.values():
        if not function.is_model:
            for instruction in function.instructions:
                for expression in expressions_of(instruction):
                    found.update(dict.fromkeys(_numbers(expression)))
    return list(found)[:_MOST_NUMBERS]


def _numbers(expression: Expression) -> Iterator[int]:
    if isinstance(expression, Const):
        if isinstance(expression.value, int) and abs(expression.value) > _LARGEST_SMALL:
            yield expression.value
    else:
        for part in parts_of(expression):
            yield from _numbers(part)


def random_value(random: Random, ctype: ScalarType) -> Value:
    """Small values are likely: programs compare with small numbers. So are texts that are numbers."""
    match ctype:
        case FloatType():
            return coerce(random.choice((0.0, 1.0, -1.0, random.uniform(-10, 10), random.gauss(0, 1e6))), ctype)
        case PointerType():
            return 0
        case IntType(name="char") if random.random() < _CHARACTER:
            return random.choice(_CHARACTERS)
        case IntType():
            if random.random() < 0.6:
                return max(ctype.minimum, min(ctype.maximum, random.choice(_SMALL)))
            return random.randint(ctype.minimum, ctype.maximum)


class EnumeratedInputs:
    """All possibilities of one step: run it, call `advance`, run it again, until `advance` says that was all.

    Types with more than `small_domain` values are not enumerated: a few values are tried, and `sampled` says so. Where
    some are `given`, these are tried instead. The first Booleans are `booleans`, as far as these go.
    """

    def __init__(self, small_domain: int, given: Sequence[Value] | None = None, booleans: Sequence[Value] = ()):
        self._small_domain = small_domain
        self._given = given
        self._booleans = booleans
        self.in_turn = 0  # how many of them were chosen
        self._domains: list[Sequence[Value]] = []
        self._places: list[int] = []
        self._next = 0
        self.sampled: dict[str, None] = {}  # the types that were not enumerated, in order of appearance

    def choose(self, ctype: ScalarType) -> Value:
        if self._next == len(self._domains):
            self._domains.append(self.domain_of(ctype))
            self._places.append(0)
        value = self._domains[self._next][self._places[self._next]]
        self._next += 1
        return value

    def chosen(self) -> tuple[Value, ...]:
        return tuple(domain[place] for domain, place in zip(self._domains, self._places, strict=True))

    def advance(self) -> bool:
        """On to the next possibility, the last choice changing fastest. False: there is none."""
        self._next = 0
        while self._domains:
            self._places[-1] += 1
            if self._places[-1] < len(self._domains[-1]):
                return True
            self._domains.pop()
            self._places.pop()
        return False

    def domain_of(self, ctype: ScalarType) -> Sequence[Value]:
        if isinstance(ctype, IntType) and ctype.is_bool and self.in_turn < len(self._booleans):
            self.in_turn += 1
            return (self._booleans[self.in_turn - 1],)
        if isinstance(ctype, IntType) and ctype.maximum - ctype.minimum < self._small_domain:
            return range(ctype.minimum, ctype.maximum + 1)
        if self._given:
            return tuple(dict.fromkeys(coerce(value, ctype) for value in self._given))
        self.sampled[str(ctype)] = None
        return samples(ctype)


@cache
def samples(ctype: ScalarType) -> tuple[Value, ...]:
    """A few values of a type that has many."""
    match ctype:
        case FloatType():
            return (0.0, 1.0, -1.0, 0.5, math.inf, -math.inf, math.nan)
        case PointerType():
            return (0,)
        case IntType():
            wanted = (0, 1, -1, 2, 3, 4, 5, 10, 100, ctype.minimum, ctype.maximum)
            return tuple(dict.fromkeys(value for value in wanted if ctype.minimum <= value <= ctype.maximum))
