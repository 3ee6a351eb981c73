"""Who waits for whom: a cycle is a local deadlock.

A thread that waits for others needs each of them to move on (the owner of a mutex, the thread that it joins, all who
read under a lock that it wants to write under). So a cycle of threads, each waiting for the next, never moves again,
whatever anybody else does.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping


def cycles(edges: Mapping[int, Collection[int]]) -> Iterator[tuple[int, ...]]:
    """Every cycle once, beginning with its smallest thread; a thread that waits for itself is one."""
    for first in sorted(edges):
        pending: list[tuple[int, ...]] = [(first,)]
        while pending:
            path = pending.pop()
            for target in sorted(edges.get(path[-1], ()), reverse=True):
                if target == first:
                    yield path
                elif target > first and target not in path:
                    pending.append((*path, target))
