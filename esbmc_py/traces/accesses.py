"""The program's own accesses to memory that threads share, picked from the events of an execution.

What the thread library does inside is none; what memcpy or pthread_create does to the program's variables is one, in
the line that calls it.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Sequence

from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.instructions import AtomicBegin, AtomicEnd, Copy, Free, Load, Store
from esbmc_py.goto.program import Program
from esbmc_py.goto.symbols import SourceLocation
from esbmc_py.vm.trace import TraceEvent

from .own_code import OwnCode


@dataclass(frozen=True, slots=True)
class TracedAccess:
    """`name` is the place in memory (`a[3]`, `conn->refs`), `place` what the source calls it there."""

    position: int
    step: int
    thread: int
    write: bool
    address: int
    size: int
    name: str
    place: str
    value: str
    location: SourceLocation
    frees: bool = False
    ends_life: bool = False  # of a local: not an access, but what makes the next one wrong

    def overlaps(self, other: TracedAccess) -> bool:
        if not (self.size and other.size):
            return False
        return self.address < other.address + other.size and other.address < self.address + self.size

    def conflicts(self, other: TracedAccess) -> bool:
        return self.thread != other.thread and (self.write or other.write) and self.overlaps(other)


def own_accesses(program: Program, events: Sequence[TraceEvent]) -> list[TracedAccess]:
    found: list[TracedAccess] = []
    split = program.address_space.split
    touching: dict[int, set[int]] = {}  # object → threads
    for event in events:
        if isinstance(event.instruction, Load | Store | Copy):
            for one in event.touched:
                touching.setdefault(split(one.address)[0], set()).add(event.thread)
    sections: dict[int, int] = {}  # thread → how deep it is in atomic sections of the library
    callers = OwnCode()
    waiting: dict[tuple[int, str], deque[SourceLocation]] = defaultdict(deque)  # stores in buffers
    for position, event in enumerate(events):
        if event.waits is not None:
            continue
        callers.follow(event)
        if not event.in_model:
            sections.pop(event.thread, None)
        elif isinstance(event.instruction, AtomicBegin):
            sections[event.thread] = sections.get(event.thread, 0) + 1
        elif isinstance(event.instruction, AtomicEnd):
            sections[event.thread] = sections.get(event.thread, 1) - 1
        elif sections.get(event.thread) and not isinstance(event.instruction, Free):
            continue
        location = callers.last(event.thread)[0] if event.thread in callers else None
        for change in event.changes:
            if change.kind == "wait":
                waiting[event.thread, change.target].append(event.location)
            elif change.kind == "reach" and waiting[event.thread, change.target]:
                location = waiting[event.thread, change.target].popleft()
        if location is not None and isinstance(event.instruction, Load | Store | Copy | Free):
            several = _accesses(position, event, location)
            if isinstance(event.instruction, Copy):  # one side is private, mostly
                several = [one for one in several if len(touching[split(one.address)[0]]) > 1]
            found += several
    return found


def _accesses(position: int, event: TraceEvent, location: SourceLocation) -> list[TracedAccess]:
    instruction = event.instruction
    shared = instruction.visible or getattr(instruction, "attached", False)
    if not shared and not isinstance(instruction, Free):
        return []
    found = []
    for number, one in enumerate(event.touched):
        change = event.changes[min(number, len(event.changes) - 1)] if event.changes else None
        name = change.target if change is not None else ""
        place = change.place if change is not None and not event.in_model else name
        if change is None and not event.in_model:
            place = getattr(instruction, "place", "")
        value = change.value if change is not None else ""
        if isinstance(instruction, Copy) and not one.write and len(event.changes) < 2:
            name = place = instruction.source_place
        found.append(
            TracedAccess(
                position,
                event.step,
                event.thread,
                one.write,
                one.address,
                one.size,
                name,
                place.partition("$")[0],
                value,
                location,
                isinstance(instruction, Free),
            )
        )
    return found
