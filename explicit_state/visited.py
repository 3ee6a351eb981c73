"""Which states have been visited."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, Protocol


class VisitedStates(Protocol):
    def __len__(self) -> int: ...

    def add(self, key: bytes) -> bool:
        """Notes a state; False if it was there before."""

    def visit(self, key: bytes, kind: Hashable, cost: Any) -> bool:
        """Within a bound: False if the state was there before, with an account of this kind, at no higher cost."""


class ExactStates:
    """Every state, in full. With a bound, a state counts once for every kind of account, at the lowest cost so far."""

    def __init__(self) -> None:
        self._states: set[bytes] = set()
        self._costs: dict[Hashable, Any] = {}

    def __len__(self) -> int:
        return len(self._states)

    def add(self, key: bytes) -> bool:
        if key in self._states:
            return False
        self._states.add(key)
        return True

    def visit(self, key: bytes, kind: Hashable, cost: Any) -> bool:
        known = self._costs.get((key, kind))
        if known is not None and known <= cost:
            return False
        self._costs[key, kind] = cost
        self._states.add(key)
        return True


class BitState:
    """Two bits for each state, as SPIN's supertrace: a state whose bits are both set may have been visited, or not.

    The hash functions are the same in every run, so that the same input gives the same output.
    """

    def __init__(self, megabytes: int) -> None:
        from hashlib import blake2b  # which takes a while to load

        self._hash = blake2b
        self._bits = bytearray(megabytes << 20)
        self._size = len(self._bits) * 8
        self._set = 0  # bits
        self._count = 0
        self._missed = 0.0  # states that probably were taken for old ones

    def __len__(self) -> int:
        return self._count

    def visit(self, key: bytes, kind: Hashable, cost: Any) -> bool:
        return self.add(key + repr((kind, cost)).encode())

    def add(self, key: bytes) -> bool:
        digest = self._hash(key, digest_size=16).digest()
        first = int.from_bytes(digest[:8], "little") % self._size
        second = int.from_bytes(digest[8:], "little") % self._size
        fresh = self._put(first) + self._put(second)
        if not fresh:
            return False
        taken_for_old = (self._set / self._size) ** 2
        self._missed += taken_for_old / (1 - taken_for_old)
        self._set += fresh
        self._count += 1
        return True

    def _put(self, bit: int) -> bool:
        place, mask = bit >> 3, 1 << (bit & 7)
        if self._bits[place] & mask:
            return False
        self._bits[place] |= mask
        return True

    @property
    def coverage(self) -> float:
        """An estimate of the share of the states that were visited.

        A new state is taken for an old one if two random bits are set: with each that was not, so many were lost.
        """
        return self._count / (self._count + self._missed) if self._count else 1.0
