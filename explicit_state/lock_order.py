"""In which order threads take locks: whoever holds one and asks for another one makes an edge.

Where the edges have no circle, nobody waits, through locks alone, for a thread that waits for what it has itself.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable

from esbmc_py.goto.closure import closure


class LockOrder:
    """The edges that were seen. Outlives a search that has to begin again."""

    def __init__(self) -> None:
        self._after: defaultdict[Hashable, set[Hashable]] = defaultdict(set)
        self._relied: set[tuple[Hashable, Hashable]] = set()
        self.version = 0  # of the edges

    def note(self, held: Iterable[Hashable], asked: Hashable) -> bool:
        """A thread that holds these asks for another lock. False if that breaks what was relied on."""
        new = [lock for lock in held if asked not in self._after[lock]]
        for lock in new:
            self._after[lock].add(asked)
            self.version += 1
        return not new or all(not self._leads(later, earlier) for earlier, later in self._relied)

    def may_rely(self, held: Iterable[Hashable], asked: Hashable) -> bool:
        """Does nobody ask for one of those while he has this one, or one that leads to it? Then that is relied on."""
        edges = [(lock, asked) for lock in held]
        if any(self._leads(asked, lock) for lock, _ in edges):
            return False
        self._relied.update(edges)
        return True

    def leads_on(self, lock: Hashable) -> bool:
        """Has anybody who held it asked for another one?"""
        return bool(self._after.get(lock))

    def is_relied_on(self, lock: Hashable) -> bool:
        return any(lock in edge for edge in self._relied)

    def forget_reliance(self) -> None:
        self._relied.clear()

    def _leads(self, begin: Hashable, end: Hashable) -> bool:
        """Is there a way along the edges?"""
        return end in closure([begin], lambda lock: self._after.get(lock, ()))
