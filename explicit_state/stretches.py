"""Transitions that a thread has made in a row, put together.

A superstep is often a dozen transitions that nobody else notices, and from many states it is the same dozen. A stretch
is a guess: where the thread's own state and all bytes that the row looks at are the same, the row is the same. Whether
it may be taken is decided anew in every state, by what its transitions touch.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Sequence
from typing import Any, TypeAlias

from .footprints import Footprint
from .transitions import Look, OutcomeKind, Patch, TableEntry, Transition, Transitions, WrittenBytes
from .vectors import Vector


class Stretch:
    __slots__ = ("before", "effect", "entries", "last", "transitions")

    def __init__(self, transitions: tuple[Transition, ...], before: Footprint, effect: Transition):
        self.transitions = transitions
        self.last = transitions[-1]
        self.before = before  # what all but the last transition touch
        self.effect = effect  # of all of them
        self.entries = TableEntry(before, transitions[:-1]), self.last.entry


Tree: TypeAlias = "Look | Stretch"


class Stretches:
    """`shortest`: shorter rows are not worth it. `holding`, in what follows: what else must be as it was."""

    def __init__(self, transitions: Transitions, shortest: int = 2) -> None:
        self._transitions = transitions
        self._shortest = shortest
        self._trees: defaultdict[Hashable, dict[int, Tree]] = defaultdict(dict)  # thread, holding → its number → tree

    def find(self, vector: Vector, thread: int, holding: Hashable = None) -> Stretch | None:
        """What the thread did in a row where everything looked like this."""
        components = self._transitions.components
        if len(vector) < components.width:
            components.fit(vector)
        node: Any = self._trees[thread, holding].get(vector[components.thread_slots[thread]])
        while node.__class__ is Look:
            node = node.near.get(vector[node.slot]) or self._transitions.beyond(vector, node)
        found: Stretch | None = node
        return found

    def learn(self, vector: Vector, done: Sequence[Transition], holding: Hashable = None) -> Stretch | None:
        """Keeps a row of transitions that led from a state to others, unless something is known there."""
        if len(done) < self._shortest or any(one.looks is None or one.kind is not OutcomeKind.MOVED for one in done):
            return None
        thread = done[0].thread
        if self.find(vector, thread, holding) is not None:
            return None  # this row, or a shorter one
        composer = _Composer(self._transitions, done)
        branches: dict[Any, Any] = self._trees[thread, holding]
        components = self._transitions.components
        components.fit(vector)  # there may be more of them than when the vector was made: what was done looks at those
        key: Any = vector[components.thread_slots[thread]]
        for slot, begin, end in composer.looks:
            node = branches.get(key)
            if node is None:
                node = branches[key] = Look(slot, begin, end)
            elif not isinstance(node, Look):
                return None  # a shorter row is known
            branches, key = node.branches, self._transitions.seen(vector, node)
        if key in branches:
            return None  # a longer row is known, which looks at more
        found = branches[key] = composer.stretch()
        return found


class _Composer:
    """Looks and effects of several transitions as those of one."""

    def __init__(self, transitions: Transitions, done: Sequence[Transition]) -> None:
        self._transitions = transitions
        self._done = tuple(done)
        self.looks: dict[tuple[int, int, int], None] = {}  # at the state before all of them
        self._sets: dict[int, int] = {}
        self._patches: dict[int, list[Patch]] = {}
        for transition in done:
            self._look(transition)
            self._change(transition)

    def _look(self, transition: Transition) -> None:
        assert transition.looks is not None
        for slot, begin, end in transition.looks:
            if slot not in self._sets and not any(
                offset <= begin and end <= offset + len(data) for offset, data, _ in self._patches.get(slot, ())
            ):
                self.looks[slot, begin, end] = None

    def _change(self, transition: Transition) -> None:
        for slot, number in transition.sets:
            self._sets[slot] = number
            self._patches.pop(slot, None)
        for edit in transition.edits:
            if edit.slot in self._sets:
                self._sets[edit.slot] = edit[self._sets[edit.slot]]
            else:
                self._patches.setdefault(edit.slot, []).extend(edit.patches)

    def stretch(self) -> Stretch:
        footprints = self._transitions.footprints
        first = self._done[0]
        before = footprints.union(transition.footprint for transition in self._done[:-1])
        effect = Transition(OutcomeKind.MOVED, first.thread, footprints.nothing, ())
        effect.sets = tuple(self._sets.items())
        components = self._transitions.components
        effect.edits = tuple(WrittenBytes(components, slot, tuple(patches)) for slot, patches in self._patches.items())
        return Stretch(self._done, before, effect)
