"""States already seen: from an equal state with no less room left in the bounds, nothing new can be found.

Equal means: the same live objects with the same contents, the same places in the code, the same live registers, the
same path condition. Values are numbers or hash-consed terms, so equality is cheap; nothing is hashed away. Parts of a
state (objects, threads) are given small numbers when they first occur, and a state's key is made of these.

Three things are no part of a key. Names of undefined contents and the number of inputs taken: what a thread has not
read yet is as free in the one state as in the other. And how far loops have been unwound: like the switches used,
that is room in a bound, so a state is covered by one that had used no more of any bound. A loop that waits for another
thread is thus left alone as soon as a round has changed nothing.

Threads that are asleep (see `sleep`) are not looked at. So an earlier visit covers a later one except for the threads
that were asleep then and are not now; where there are such, the node is visited again for these alone (under a bound on
switches: for all).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import replace
from operator import itemgetter
from typing import Any

from esbmc_py.goto.deferred import dataclass
from symex.objects import Memory, Object
from symex.state import Frame, State, ThreadState
from symex.terms import Term, conjuncts

from .node import Node
from .persistent import Ahead

_MOST_KEPT = 200_000
Counts = tuple[tuple[tuple[int, int, int], int], ...]  # (thread, depth of the frame, loop head) → rounds counted


@dataclass(slots=True, eq=False)
class Visit:
    """How a state was met: what was used of the bounds, and which threads' steps were not looked at."""

    used: int
    counts: Counts
    asleep: frozenset[int]
    ahead: Ahead | None = None  # what follows from it, when all of that has been looked at (see `persistent`)

    def has_room_of(self, other: Visit) -> bool:
        return self.used <= other.used and _at_most(self.counts, other.counts)


class SeenStates:
    def __init__(self, *, with_active: bool) -> None:
        """`with_active`: under a bound on switches, what can follow depends on who moved last."""
        self._with_active = with_active
        self._numbers: dict[Hashable, int] = {}
        self._objects: dict[int, int] = {}  # numbers by identity
        self._threads: dict[int, int] = {}
        self._loops: dict[int, Counts] = {}  # of the threads that have any
        self._kept: list[object] = []  # whose identities these are
        self._paths: dict[Term, frozenset[Term]] = {}
        self._projections: dict[tuple[int, int, bool], Callable[[tuple[Any, ...]], Hashable]] = {}
        self._seen: dict[Hashable, list[Visit]] = {}
        self.latest: Visit | None = None  # the visit that was noted last, or that covered the last one

    def __len__(self) -> int:
        return len(self._seen)

    def visit(self, node: Node) -> Node | None:
        """What of a node is worth a visit, which is noted: all of it if the state is new; nothing if it was met before
        with as much room; in between, the threads that were asleep whenever it was met, and are awake now.
        """
        key = self.key(node)
        this = Visit(node.used, self._loop_counts(node.state), frozenset(node.asleep))
        visits = self._seen.get(key)
        if visits is None:
            self._seen[key] = [this]
            self.latest = this
            return node
        roomier = [visit for visit in visits if visit.has_room_of(this)]
        covering = [visit for visit in roomier if visit.asleep <= this.asleep]
        if covering:
            self.latest = next((visit for visit in covering if visit.ahead is not None), covering[0])
            return None
        if roomier and not self._with_active:  # a step that comes first may need a switch more
            always_asleep = frozenset.intersection(*(visit.asleep for visit in roomier))
            awake_now = always_asleep - this.asleep
            if not awake_now:
                return None
            this = Visit(this.used, this.counts, this.asleep & always_asleep)
            node = replace(node, asleep={n: node.asleep[n] for n in this.asleep}, only=awake_now)
        visits[:] = [visit for visit in visits if not (this.has_room_of(visit) and this.asleep <= visit.asleep)]
        visits.append(this)
        self.latest = this
        return node

    def key(self, node: Node) -> Hashable:
        state = node.state
        active = node.active if self._with_active else -1
        path = self._path(state.path)
        if len(self._kept) > _MOST_KEPT:
            self._forget()
        threads = tuple(map(self._threads.get, map(id, state.threads)))
        if None in threads:
            threads = tuple(map(self._thread, state.threads))
        key = active, state.halted, path, threads, self._memory(state.memory)
        return key if node.order is None else (key, node.order.key)

    def _forget(self) -> None:
        """What goes by identity. Numbers stay."""
        for table in (self._objects, self._threads, self._loops):
            table.clear()
        self._kept.clear()

    # -- parts ----------------------------------------------------------------------------------------------------

    def _number(self, part: Hashable) -> int:
        return self._numbers.setdefault(part, len(self._numbers))

    def _path(self, path: Term) -> Hashable:
        """The conjuncts of a path condition, in whatever order they came."""
        if path.op != "and":
            return path
        known = self._paths.get(path)
        if known is None:
            known = self._paths[path] = frozenset(conjuncts(path))
        return known

    def _memory(self, memory: Memory) -> Hashable:
        """Numbers and contents of all objects, in the map's order: equal maps that differ in it are only missed."""
        targets = tuple(memory.values())
        contents = list(map(self._objects.get, map(id, targets)))
        if None in contents:
            for place in [place for place, number in enumerate(contents) if number is None]:
                contents[place] = self._object(targets[place])
        return self._number(tuple(memory.keys())), tuple(contents)

    def _object(self, target: Object) -> int:
        number = self._objects.get(id(target))
        if number is None:
            number = self._objects[id(target)] = self._number(_contents(target))
            self._kept.append(target)
        return number

    def _thread(self, thread: ThreadState) -> int:
        number = self._threads.get(id(thread))
        if number is not None:
            return number
        stack: list[Hashable] = [thread.atomic, thread.allocated, thread.allocas, thread.stopped]
        frame, suspended = thread.frame, False
        while frame is not None:
            stack += (frame.code.name, frame.pc, frame.result, self._registers(frame, suspended))
            frame, suspended = frame.parent, True
        number = self._threads[id(thread)] = self._number(("thread", *stack))
        self._kept.append(thread)
        counts = _counts_of(thread)
        if counts:
            self._loops[id(thread)] = counts
        return number

    def _loop_counts(self, state: State) -> Counts:
        """Of threads whose numbers are known."""
        if not self._loops:
            return ()
        return tuple(entry for thread in state.threads for entry in self._loops.get(id(thread), ()))

    def _registers(self, frame: Frame, suspended: bool) -> Hashable:
        key = id(frame.code), frame.pc, suspended
        projection = self._projections.get(key)
        if projection is None:
            projection = self._projections[key] = self._projection(frame, suspended)
        return projection(frame.registers)

    def _projection(self, frame: Frame, suspended: bool) -> Callable[[tuple[Any, ...]], Hashable]:
        """Takes from a frame's registers what will be read again (in a suspended frame, not the call's result)."""
        code = frame.code
        wanted = set(code.live[frame.pc])
        if suspended:
            target = getattr(code.instructions[frame.pc - 1], "target", None)
            if target is not None:
                wanted.discard(target.index)
        indices = sorted(wanted)
        return itemgetter(*indices) if indices else _nothing


def _nothing(registers: tuple[Any, ...]) -> Hashable:
    return ()


def _contents(target: Object) -> Hashable:
    """What an object holds; cells that hold what the initial image does are left out."""
    image = target.image
    kept: Hashable = target.cells  # the map itself: made of parts that others share, and hashed far faster than a set
    if image is not None:
        kept = frozenset(
            (offset, size, value)
            for offset, (size, value) in target.cells.items()
            if value.__class__ is not int
            or value != int.from_bytes(image[offset : offset + size].ljust(size, b"\0"), "little")
        )
    return ("object", target.size, image, target.alive, kept, target.array, target.heap, target.mixture)


def _counts_of(thread: ThreadState) -> Counts:
    counts = []
    frame = thread.frame
    while frame is not None:
        for head, count in frame.loops.items():
            if count.counted:
                counts.append(((thread.number, frame.depth, head), count.counted))
        frame = frame.parent
    return tuple(counts)


def _at_most(first: Counts, second: Counts) -> bool:
    if not first or first == second:
        return True
    limits = dict(second)
    return all(count <= limits.get(place, 0) for place, count in first)
