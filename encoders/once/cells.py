"""What is in memory at one point of the encoding: a term for each cell, and for each object whether it lives."""

from __future__ import annotations

from symex.terms import Term, ite

Key = tuple[int, int]  # an object, and the offset of a cell in it
LIFE = -1  # in place of the offset: whether the object lives


class Cells:
    """Follows the writes in the order of the encoding."""

    def __init__(self, values: dict[Key, Term] | None = None) -> None:
        self.values = values if values is not None else {}

    def load(self, key: Key) -> Term:
        return self.values[key]

    def store(self, key: Key, when: Term, value: Term) -> None:
        self.values[key] = ite(when, value, self.load(key))

    def copy(self) -> Cells:
        return Cells(dict(self.values))
