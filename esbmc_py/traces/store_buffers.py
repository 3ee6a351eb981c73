"""What only store buffers explain: a store that is seen too late.

Accesses make a graph: the order of each thread's code, whose value a read sees, which write reaches memory before
another. If it has a cycle, no order of the accesses leads to what was seen. Each cycle holds a store that waits in its
buffer while its thread goes on; a shortest one tells what happened.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Collection, Iterator, Sequence
from itertools import pairwise

from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.symbols import SourceLocation
from esbmc_py.vm.trace import TraceEvent

_NEVER = 1 << 60
_MOST = 500  # accesses


@dataclass(slots=True, eq=False)
class BufferedAccess:
    """`issued` and `reached`: which event it is, and when memory has it (the same, for a read)."""

    thread: int
    write: bool
    place: str
    value: str
    location: SourceLocation
    issued: int
    reached: int

    @property
    def text(self) -> str:
        return f"{'writes' if self.write else 'reads'} {self.place} = {self.value}"


@dataclass(frozen=True, slots=True)
class TooLate:
    """A cycle, in the order of its edges. `late`: stores that wait while the access of their thread behind is done."""

    accesses: tuple[BufferedAccess, ...]
    late: tuple[tuple[BufferedAccess, BufferedAccess], ...]


def store_seen_too_late(events: Sequence[TraceEvent], matter: Collection[int]) -> TooLate | None:
    """A shortest cycle whose reads are among the events that matter."""
    if not any(change.kind == "wait" for event in events for change in event.changes):
        return None
    accesses = [one for one in _accesses(events) if one.write or one.issued in matter]
    if len(accesses) > _MOST:
        return None
    graph = _Graph(accesses)
    cycles = (graph.cycle(*pair) for pair in graph.overtaken())
    return min(filter(None, cycles), key=lambda one: len(one.accesses), default=None)


def _accesses(events: Sequence[TraceEvent]) -> Iterator[BufferedAccess]:
    """In the order of the code, for each thread; what a thread reads from its own buffer is left out."""
    waiting: dict[tuple[int, str], deque[BufferedAccess]] = defaultdict(deque)
    own = set(_own_reads(events))
    for position, event in enumerate(events):
        shared = event.waits is None and not event.in_model and getattr(event.instruction, "visible", False)
        for change in event.changes:
            made = (event.thread, change.kind in ("wait", "write"), change.target, change.value, event.location)
            if change.kind == "wait":
                store = BufferedAccess(*made, position, _NEVER)
                waiting[event.thread, change.target].append(store)
                yield store
            elif change.kind == "reach" and waiting[event.thread, change.target]:
                waiting[event.thread, change.target].popleft().reached = position
            elif shared and change.kind in ("read", "write") and position not in own:
                yield BufferedAccess(*made, position, position)


def _own_reads(events: Sequence[TraceEvent]) -> Iterator[int]:
    """Reads that get their value from the buffer of their thread: that is told when the buffer has been looked into."""
    last: dict[int, int] = {}
    for position, event in enumerate(events):
        kinds = {change.kind for change in event.changes}
        if "read" in kinds:
            last[event.thread] = position
        if "own" in kinds and event.thread in last:
            yield last[event.thread]


class _Graph:
    def __init__(self, accesses: Sequence[BufferedAccess]) -> None:
        self._by_thread: dict[int, list[BufferedAccess]] = defaultdict(list)
        self._by_place: dict[str, list[BufferedAccess]] = defaultdict(list)
        for one in accesses:
            self._by_thread[one.thread].append(one)
            self._by_place[one.place].append(one)

    def overtaken(self) -> Iterator[tuple[BufferedAccess, BufferedAccess]]:
        for accesses in self._by_thread.values():
            for store in accesses:
                for later in accesses if store.write else ():
                    if store.issued < later.issued and later.reached < store.reached and later.place != store.place:
                        yield store, later

    def cycle(self, store: BufferedAccess, later: BufferedAccess) -> TooLate | None:
        came: dict[BufferedAccess, BufferedAccess | None] = {later: None}
        queue = deque([later])
        while queue:
            here = queue.popleft()
            if here is store:
                return self._told(came, store)
            for following in self._following(here):
                if following not in came:
                    came[following] = here
                    queue.append(following)
        return None

    def _told(self, came: dict[BufferedAccess, BufferedAccess | None], store: BufferedAccess) -> TooLate:
        backwards = []
        here: BufferedAccess | None = store
        while here is not None:
            backwards.append(here)
            here = came[here]
        accesses = (store, *backwards[:0:-1])
        ring = [*pairwise((*accesses, store))]
        late = tuple(
            (one, other)
            for one, other in ring
            if one.thread == other.thread and one.write and one.issued < other.issued and other.reached < one.reached
        )
        return TooLate(accesses, late)

    def _following(self, here: BufferedAccess) -> Iterator[BufferedAccess]:
        """What must be later, if there is an order of all of them."""
        yield from (one for one in self._by_thread[here.thread] if one.issued > here.issued)
        others = self._by_place[here.place]
        if here.write:
            read_from = (one for one in others if not one.write and self._source(one) is here)
            yield from (one for one in read_from if one.thread != here.thread)
        yield from (one for one in others if one.write and one.reached > here.reached)

    def _source(self, read: BufferedAccess) -> BufferedAccess | None:
        writes = [one for one in self._by_place[read.place] if one.write and one.reached < read.issued]
        return max(writes, key=lambda one: one.reached, default=None)
