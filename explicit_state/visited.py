"""Which states have been visited."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any


class ExactStates:
    """Every state, in full. With a bound, a state counts once for every kind of account, at the lowest cost so far."""

    def __init__(self) -> None:
        self._states: set[bytes] = set()
        self._costs: dict[Hashable, Any] = {}

    def __len__(self) -> int:
        return len(self._states)

    def visit(self, key: bytes, kind: Hashable, cost: Any) -> bool:
        """Notes a state; False if it was there before, at no higher cost."""
        states = self._states
        if kind is None and cost == 0:
            before = len(states)
            states.add(key)
            return len(states) > before
        known = self._costs.get((key, kind))
        if known is not None and known <= cost:
            return False
        self._costs[key, kind] = cost
        states.add(key)
        return True
