"""The steps from a state, one by one, as far as a bound on schedules allows; or in chains, where there is no choice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, TypeAlias

from .invariants import Invariants
from .moving_threads import MovingThreads
from .search_findings import Path, SearchFindings
from .search_result import Counts
from .transitions import BLOCKED, MOVED, Transition, Transitions
from .vectors import Vector

Successor: TypeAlias = tuple[Sequence[Transition], Vector, Any]  # where transitions lead, and the bound's account there


class BoundedSteps:
    def __init__(
        self,
        transitions: Transitions,
        bound: Any,
        movers: MovingThreads,
        notes: SearchFindings,
        counts: Counts,
        invariants: Invariants,
        *,
        races: bool,
        longest: int,
    ) -> None:
        self._transitions = transitions
        self._bound = bound
        self._movers = movers
        self._notes = notes
        self._counts = counts
        self._invariants = invariants
        self._races = races
        self._longest = longest
        self.bound_hit = False

    def single(self, vector: Vector, account: Any, path: Path) -> Iterator[Successor]:
        """Every thread's next step."""
        for _, transition, moved in self._moves(vector, account, path):
            self._counts.transitions += 1
            if transition.kind is MOVED:
                after = transition.after(vector, self._transitions.components.width)
                if self._invariants:
                    self._invariants.check(after, [*path(), transition])
                yield (transition,), after, moved
            else:
                self._notes.end([*path(), transition])

    def chains(self, vector: Vector, account: Any, path: Path) -> Iterator[Successor]:
        """With a bound: steps that are the only possible ones in the states between them are taken together.

        Claim 1 does not carry over to bounded search: moving a thread's transitions before those of others can cost
        preemptions. Leaving out states that have one way on cannot.
        """
        for thread, transition, moved in self._moves(vector, account, path):
            yield from self._chain(vector, thread, transition, moved, path)

    def _chain(
        self, vector: Vector, thread: int, transition: Transition, account: Any, path: Path
    ) -> Iterator[Successor]:
        moves: list[Transition] = []
        slots = self._transitions.components.thread_slots
        seen: set[tuple[int, int]] = set()
        while True:
            moves.append(transition)
            self._counts.transitions += 1
            if transition.kind is not MOVED:
                self._notes.end([*path(), *moves])
                return
            vector = transition.after(vector, self._transitions.components.width)
            if self._invariants:
                self._invariants.check(vector, [*path(), *moves])
            place = thread, vector[slots[thread]]
            if place in seen or len(moves) >= self._longest:
                break
            seen.add(place)
            allowed = self._moves(vector, account, lambda: [*path(), *moves])
            if len(allowed) != 1:
                break
            thread, transition, account = allowed[0]
        yield moves, vector, account

    def _moves(self, vector: Vector, account: Any, path: Path) -> list[tuple[int, Transition, Any]]:
        """What can happen next within the bound, with the account that it leads to."""
        last = self._bound.last(account)
        alive = self._movers.alive(vector, last)
        if alive and not (alive := self._movers.moving(vector, alive)):
            return []
        of = self._transitions.of
        possible = [of(vector, thread) for thread in alive]
        enabled = [several for several in possible if any(one.kind is not BLOCKED for one in several)]
        if not enabled:
            if alive:
                self._notes.deadlock([several[-1] for several in possible], path)
            else:
                self._notes.leak(vector, path)
            return []
        if len(enabled) < len(possible):
            self._notes.local_deadlocks([several[-1] for several in possible if several not in enabled], path)
        if self._races:
            self._notes.races(enabled, path)
        last_enabled = enabled[0][0].thread == last
        moves = []
        for several in enabled:
            thread = several[0].thread
            moved = self._bound.move(account, thread, last_enabled)
            if moved is None:
                self.bound_hit = True
            else:
                moves += [(thread, one, moved) for one in several if one.kind is not BLOCKED]
        return moves
