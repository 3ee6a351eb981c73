"""Which threads cannot move, whatever the others do: those that are not there yet, and those that have been joined.

A thread's control block, which the library has for each, says what it is called, whether it has ended and whether it
was joined. (It is read in full: what has its number on one path may be another object on another, and whoever is not
sure takes it that a thread can move.)
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from functools import cached_property
from operator import itemgetter
from typing import Any

from esbmc_py.goto.types import PointerType, StructType, unqualified

from .transitions import Patch, Transition, Transitions
from .vectors import THREADS, Vector

MOST = 32  # threads with higher numbers are taken as if they could always move

Away = frozenset[int]
NOBODY: Away = frozenset()


class AbsentThreads:
    def __init__(self, transitions: Transitions) -> None:
        self._components = transitions.components
        self._shift = transitions.machine.memory.shift
        self._name_slots: dict[int, int] = {}  # thread → slot of the thread-local object with its name
        self._name_tables: list[list[Any]] = []  # thread → what these objects have been
        self._names: dict[tuple[int, int], int] = {}  # that slot, its number → name
        self._joiners: dict[int, int] = {}  # object → who wrote where a join would
        self._may_have_joined: set[int] = set()  # the same threads
        self.joins: set[Transition] = set()  # steps that may join a thread: others may be away after them
        self._wrong: set[int] = set()  # objects that several threads wrote so, or that said an end that was none yet
        self._counted: set[int] = set()  # control blocks that were relied on
        self._unstarted = [frozenset(range(threads, MOST)) for threads in range(MOST + 1)]
        self._joined: dict[Hashable, Away] = {}
        self._away: dict[tuple[int, Away], Away] = {}
        # how many threads → how many contents the objects with their names have had; the numbers of control blocks
        self._blocks_of: dict[int, tuple[int, Callable[[Vector], Any]]] = {}

    def name(self, vector: Vector, thread: int) -> int:
        """What the library calls a thread in the locks that it holds; 0 if it has no name."""
        slot = self._name_slots.get(thread) or self._name_slot(thread)
        if slot >= len(vector):
            return 0
        key = slot, vector[slot]
        name = self._names.get(key)
        if name is None:
            content = self._components.tables[slot][vector[slot]]
            name = self._names[key] = int.from_bytes(content, "little") if isinstance(content, bytes) else 0
        return name

    def _name_slot(self, thread: int) -> int:
        slot = self._name_slots.get(thread)
        if slot is None:
            address = self._components.executable.name_address(thread)
            slot = self._name_slots[thread] = self._components.object_slot(address >> self._shift)
        return slot

    # -- threads that do not move any more, or not yet -------------------------------------------------------------

    def is_settled(self, vector: Vector, alive: Sequence[int]) -> bool:
        """Is a thread alone that knows it: has every other thread ended, and been joined?

        Only then what it touches needs no guard. A thread that has ended but was not joined might have ended later,
        too: its last steps may have come first, and what is touched after them might be touched in their midst.
        """
        if len(alive) > 1:
            return False
        return all(thread in alive or self._is_joined(vector, thread) for thread in range(vector[THREADS]))

    def away(self, vector: Vector, thread: int) -> Away:
        """The threads that do not move before (if they are not there yet) or after (if it has joined them) this state.

        Only those count that it has joined itself: a join by another thread may have come first, too.
        """
        threads = min(vector[THREADS], MOST)
        if thread not in self._may_have_joined:
            return self._unstarted[threads]
        joined = self.joined(vector, thread)
        away = self._away.get((threads, joined))
        if away is None:
            away = self._away[threads, joined] = self._unstarted[threads] | joined
        return away

    def joined(self, vector: Vector, thread: int) -> Away:
        """The threads that a thread, and nobody else, has joined."""
        if thread not in self._may_have_joined:
            return NOBODY
        threads = min(vector[THREADS], MOST)
        numbers = self._block_numbers(threads)
        if len(vector) < self._components.width:
            self._components.fit(vector)
        key = thread, threads, numbers(vector)
        joined = self._joined.get(key)
        if joined is None:
            others = (other for other in range(threads) if other != thread)
            joined = frozenset(other for other in others if self._is_joined_by(vector, thread, other))
            self._joined[key] = joined
        return joined

    def _block_numbers(self, threads: int) -> Callable[[Vector], Any]:
        """What looks at all objects that were ever the control block of one of the first threads."""
        while len(self._name_tables) < threads:
            self._name_tables.append(self._components.tables[self._name_slot(len(self._name_tables))])
        contents = sum(map(len, self._name_tables[:threads]))
        known, numbers = self._blocks_of.get(threads, (-1, _nothing))
        if known != contents:
            self._joined.clear()
            objects = {number for thread in range(threads) for number in self._blocks(thread)}
            slots = [self._components.object_slot(number) for number in sorted(objects)]
            numbers = itemgetter(*slots) if slots else _nothing
            self._blocks_of[threads] = contents, numbers
        return numbers

    def _is_joined_by(self, vector: Vector, joiner: int, thread: int) -> bool:
        blocks = self._blocks(thread)
        by_it = all(self._joiners.get(block) == joiner for block in blocks) and self._wrong.isdisjoint(blocks)
        away = by_it and self._components.thread(vector, thread).ended and self._is_joined(vector, thread)
        if away:
            self._counted |= blocks
        return away

    def _is_joined(self, vector: Vector, thread: int) -> bool:
        """Says so the control block of a thread that has ended: one of those that its name has ever been."""
        contents = (self._content(vector, number) for number in self._blocks(thread))
        blocks = [block for block in contents if block is not None]
        joined = self._offsets.get("joined", -1)
        return bool(blocks) and joined >= 0 and all(block[joined : joined + 1] > b"\0" for block in blocks)

    def _blocks(self, thread: int) -> set[int]:
        """The objects that its name has ever led to."""
        contents = self._components.tables[self._name_slot(thread)]
        names = {int.from_bytes(content, "little") for content in contents if isinstance(content, bytes)}
        return {name >> self._shift for name in names if name}

    def _content(self, vector: Vector, number: int) -> bytes | None:
        slot = self._components.object_slots.get(number)
        if slot is None or slot >= len(vector):
            return None
        content = self._components.tables[slot][vector[slot]]
        data: bytes | None = content[0] if isinstance(content, tuple) else content
        return data

    @cached_property
    def _offsets(self) -> dict[str, int]:
        """Where what is in a control block."""
        itself = self._components.executable.program.thread_self
        assert itself is not None and isinstance(itself.type, PointerType)
        block = unqualified(itself.type.target)
        assert isinstance(block, StructType) and block.members is not None
        return {member.name: member.offset for member in block.members if member.name is not None}

    # -- what happens --------------------------------------------------------------------------------------------------

    def note(self, transition: Transition, patches: Sequence[tuple[int, Sequence[Patch]]]) -> bool:
        """A step that writes this. False if what was said before may have been wrong."""
        before = len(self._wrong & self._counted)
        for number, some in patches:
            if _covers(some, self._offsets.get("joined", -1)):
                self.joins.add(transition)
                self._note_join(number, transition.thread)
            if _covers(some, self._offsets.get("ended", -1)) and not self._ends(transition):
                self._wrong.add(number)
        right = len(self._wrong & self._counted) == before
        if not right:
            self._joined.clear()
        return right

    def _note_join(self, number: int, thread: int) -> None:
        self._may_have_joined.add(thread)
        if self._joiners.setdefault(number, thread) != thread:
            self._wrong.add(number)

    def _ends(self, transition: Transition) -> bool:
        """A thread ends in the step that says so: what others do who have learnt of it comes after all that it did."""
        slot = self._components.thread_slots[transition.thread]
        return any(self._components.tables[slot][number].ended for where, number in transition.sets if where == slot)


def _nothing(_vector: Vector) -> Any:
    return ()


def _covers(patches: Sequence[Patch], offset: int) -> bool:
    return any(begin <= offset < begin + len(data) for begin, data, _ in patches)
