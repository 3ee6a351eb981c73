"""What is in memory at one point of the encoding: a term for each cell, and for each object whether it lives."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol, Self

from symex.terms import Term, and_, eq, ite

Key = tuple[int, int]  # an object, and the offset of a cell in it
LIFE = -1  # in place of the offset: whether the object lives


def differ(one: Term, other: Term) -> bool:
    """Are two indices known not to be the same?"""
    return one is not other and one.op == "const" and other.op == "const"


class Writes:
    """A column of an array: what was written to it, one after the other. `before` tells what was at an index before."""

    def __init__(self, before: Callable[[Term], Term]) -> None:
        self.before = before
        self.made: list[tuple[Term, Term, Term]] = []  # when, at which index, what

    def load(self, index: Term) -> Term:
        """The last write to this index counts."""
        found = self.before(index)
        for when, at, value in self.made:
            if not differ(at, index):
                found = ite(and_(when, eq(at, index)), value, found)
        return found

    def store(self, when: Term, index: Term, value: Term) -> None:
        self.made.append((when, index, value))

    def copy(self) -> Writes:
        copied = Writes(self.before)
        copied.made = list(self.made)
        return copied


class CellMemory(Protocol):
    """What whoever encodes an access needs of memory."""

    def load(self, key: Key) -> Term: ...

    def store(self, key: Key, when: Term, value: Term) -> None: ...

    def array(self, key: Key) -> Writes:
        """A column of an array."""

    def copy(self) -> Self: ...


class Cells:
    """Follows the writes in the order of the encoding."""

    def __init__(self, values: dict[Key, Term] | None = None) -> None:
        self.values = values if values is not None else {}
        self.arrays: dict[Key, Writes] = {}

    def load(self, key: Key) -> Term:
        return self.values[key]

    def store(self, key: Key, when: Term, value: Term) -> None:
        self.values[key] = ite(when, value, self.load(key))

    def array(self, key: Key) -> Writes:
        return self.arrays[key]

    def copy(self) -> Cells:
        copied = Cells(dict(self.values))
        copied.arrays = {key: writes.copy() for key, writes in self.arrays.items()}
        return copied
