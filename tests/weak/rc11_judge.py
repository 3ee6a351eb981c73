"""The judge of rc11: all execution graphs of small programs, one after the other, and what they must not have in them.

Nothing is shared with smtcb. A program is a list of threads, a thread a list of instructions in the small language
below. Threads are run with all values that reads might give; then every way to say which write each read finds (rf),
and in which order the writes of a place come (mo), is tried. The conditions are those of Lahav, Vafeiadis, Kang, Hur
and Dreyer, "Repairing sequential consistency in C/C++11" (PLDI 2017), written down as sets of pairs.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, permutations, product

PLAIN, RELAXED, ACQUIRE, RELEASE, ACQ_REL, SEQ_CST = "plain", "relaxed", "acquire", "release", "acq_rel", "seq_cst"
ACQUIRING, RELEASING = {ACQUIRE, ACQ_REL, SEQ_CST}, {RELEASE, ACQ_REL, SEQ_CST}


@dataclass(frozen=True)
class Store:
    place: str
    value: int
    order: str


@dataclass(frozen=True)
class Load:
    register: str
    place: str
    order: str


@dataclass(frozen=True)
class Exchange:
    register: str
    place: str
    value: int
    order: str


@dataclass(frozen=True)
class Add:
    register: str
    place: str
    value: int
    order: str


@dataclass(frozen=True)
class Swap:
    """Compare and exchange; the register gets what was there."""

    register: str
    place: str
    expected: int
    value: int
    success: str
    failure: str


@dataclass(frozen=True)
class Fence:
    order: str


@dataclass(frozen=True)
class If:
    """Only where the register has this value."""

    register: str
    value: int
    then: tuple[Instruction, ...]


Instruction = Store | Load | Exchange | Add | Swap | Fence | If
Thread = tuple[Instruction, ...]


@dataclass(frozen=True)
class Event:
    number: int
    thread: int  # -1: it is there at the start
    kind: str  # R, W or F
    place: str
    value: int
    order: str
    partner: int = -1  # of the read of a read-modify-write: its write


Pairs = frozenset[tuple[int, int]]
Registers = tuple[tuple[str, int], ...]


@dataclass(frozen=True)
class Behaviours:
    """With which registers the program can end, and whether it has a data race."""

    outcomes: frozenset[Registers]
    races: bool


def behaviours(threads: tuple[Thread, ...]) -> Behaviours:
    values = _values(threads)
    outcomes: set[Registers] = set()
    races = False
    for runs in product(*(list(_runs(thread, values)) for thread in threads)):
        for graph in _graphs([events for events, _ in runs]):
            if graph.is_consistent():
                outcomes.add(tuple(sorted(pair for _, registers in runs for pair in registers.items())))
                races = races or graph.has_race()
    return Behaviours(frozenset(outcomes), races)


# -- threads, with guessed values -------------------------------------------------------------------------------------


def _values(threads: tuple[Thread, ...]) -> dict[str, list[int]]:
    """All that can be in each place: constants that are stored, and these with all that is added."""
    found: dict[str, set[int]] = {}
    flat = [i for thread in threads for i in _flat(thread) if not isinstance(i, Fence | If)]
    for instruction in flat:
        known = found.setdefault(instruction.place, {0})
        if isinstance(instruction, Store | Exchange | Swap):
            known.add(instruction.value)
    for instruction in flat:
        if isinstance(instruction, Add):
            found[instruction.place] |= {value + instruction.value for value in found[instruction.place]}
    return {place: sorted(known) for place, known in found.items()}


def _flat(thread: Thread) -> Iterator[Instruction]:
    for instruction in thread:
        if isinstance(instruction, If):
            yield from _flat(instruction.then)
        else:
            yield instruction


def _runs(thread: Thread, values: dict[str, list[int]]) -> Iterator[tuple[list[Event], dict[str, int]]]:
    """Events (with their places in the thread for numbers), and registers in the end."""

    def go(
        rest: Thread, events: list[Event], registers: dict[str, int]
    ) -> Iterator[tuple[list[Event], dict[str, int]]]:
        if not rest:
            yield events, registers
            return
        first, later = rest[0], rest[1:]
        n = len(events)
        match first:
            case Store(place, value, order):
                yield from go(later, [*events, Event(n, 0, "W", place, value, order)], registers)
            case Fence(order):
                yield from go(later, [*events, Event(n, 0, "F", "", 0, order)], registers)
            case If(register, value, then):
                chosen = (*then, *later) if registers.get(register, 0) == value else later
                yield from go(chosen, events, registers)
            case Load(register, place, order):
                for value in values[place]:
                    yield from go(
                        later, [*events, Event(n, 0, "R", place, value, order)], {**registers, register: value}
                    )
            case Exchange() | Add() | Swap():
                for value in values[first.place]:
                    made = list(_modify(first, n, value))
                    yield from go(later, [*events, *made], {**registers, first.register: value})

    yield from go(thread, [], {})


def _modify(instruction: Exchange | Add | Swap, n: int, found: int) -> Iterator[Event]:
    if isinstance(instruction, Swap):
        if found != instruction.expected:
            yield Event(n, 0, "R", instruction.place, found, instruction.failure)
            return
        order, left = instruction.success, instruction.value
    else:
        order = instruction.order
        left = instruction.value + (found if isinstance(instruction, Add) else 0)
    yield Event(n, 0, "R", instruction.place, found, order, partner=n + 1)
    yield Event(n + 1, 0, "W", instruction.place, left, order)


# -- graphs -----------------------------------------------------------------------------------------------------------


def _graphs(runs: list[list[Event]]) -> Iterator[Graph]:
    places = sorted({event.place for run in runs for event in run if event.place})
    events = [Event(number, -1, "W", place, 0, PLAIN) for number, place in enumerate(places)]
    for thread, run in enumerate(runs):
        base = len(events)
        for e in run:
            partner = e.partner + base if e.partner >= 0 else -1
            events.append(Event(base + e.number, thread, e.kind, e.place, e.value, e.order, partner))
    reads = [e for e in events if e.kind == "R"]
    sources = [
        [
            w.number
            for w in events
            if w.kind == "W" and w.place == r.place and w.value == r.value and w.number != r.partner
        ]
        for r in reads
    ]
    if not all(sources):
        return
    histories = [
        [
            (start.number, *later)
            for later in permutations([e.number for e in events if _writes(e, start)])
            if _keeps_program_order(later, events)  # coherence asks for that much at once
        ]
        for start in events[: len(places)]
    ]
    for chosen in product(*sources):
        rf = frozenset((w, r.number) for w, r in zip(chosen, reads, strict=True))
        if not Graph(events, rf, frozenset()).has_causes():
            continue
        for orders in product(*histories):
            mo = frozenset((a, b) for order in orders for i, a in enumerate(order) for b in order[i + 1 :])
            yield Graph(events, rf, mo)


def _writes(event: Event, start: Event) -> bool:
    return event.kind == "W" and event.thread >= 0 and event.place == start.place


def _keeps_program_order(numbers: tuple[int, ...], events: list[Event]) -> bool:
    return all(a < b or events[a].thread != events[b].thread for a, b in combinations(numbers, 2))


def then(first: Pairs, second: Pairs) -> Pairs:
    by_start: dict[int, list[int]] = {}
    for a, b in second:
        by_start.setdefault(a, []).append(b)
    return frozenset((a, c) for a, b in first for c in by_start.get(b, ()))


def closure(pairs: Pairs) -> Pairs:
    while True:
        more = pairs | then(pairs, pairs)
        if more == pairs:
            return pairs
        pairs = more


def is_irreflexive(pairs: Pairs) -> bool:
    return all(a != b for a, b in pairs)


class Graph:
    def __init__(self, events: list[Event], rf: Pairs, mo: Pairs) -> None:
        self.events = events
        self.rf, self.mo = rf, mo
        self.same = frozenset((e.number, e.number) for e in events)
        self.po = frozenset(
            (a.number, b.number)
            for a in events
            for b in events
            if (a.thread == -1 and b.thread >= 0) or (a.thread == b.thread >= 0 and a.number < b.number)
        )
        self.rmw = frozenset((e.number, e.partner) for e in events if e.partner >= 0)
        backwards = frozenset((r, w) for w, r in rf)
        self.rb = frozenset((a, b) for a, b in then(backwards, mo) if a != b)

    def of(self, *kinds: str, orders: set[str] | None = None) -> Pairs:
        """[kind and order], as a set of pairs."""
        return frozenset(
            (e.number, e.number) for e in self.events if e.kind in kinds and (orders is None or e.order in orders)
        )

    def at_same_place(self, pairs: Pairs) -> Pairs:
        return frozenset((a, b) for a, b in pairs if self.events[a].place == self.events[b].place != "")

    def between_places(self, pairs: Pairs) -> Pairs:
        return pairs - self.at_same_place(pairs)

    def is_consistent(self) -> bool:
        if not self.has_causes():
            return False
        if self.rmw & then(self.rb, self.mo):  # atomicity
            return False
        hb = self.happens_before()
        eco = closure(self.rf | self.mo | self.rb)
        if not is_irreflexive(hb | then(hb, eco)):  # coherence
            return False
        return is_irreflexive(closure(self._psc(hb, eco)))

    def has_causes(self) -> bool:
        """Nothing comes out of thin air."""
        return is_irreflexive(closure(self.po | self.rf))

    def happens_before(self) -> Pairs:
        atomic = {RELAXED, ACQUIRE, RELEASE, ACQ_REL, SEQ_CST}
        w_atomic, r_atomic = self.of("W", orders=atomic), self.of("R", orders=atomic)
        local = self.at_same_place(self.po) | self.same
        sequence = then(then(self.of("W"), local), w_atomic)
        further = closure(then(self.rf, self.rmw)) | self.same
        rs = then(sequence, further)
        start = then(self.of("F"), self.po) | self.same
        end = then(self.po, self.of("F")) | self.same
        sw = then(self.of("W", "F", orders=RELEASING), then(start, then(rs, self.rf)))
        sw = then(sw, then(r_atomic, then(end, self.of("R", "F", orders=ACQUIRING))))
        return closure(self.po | sw)

    def _psc(self, hb: Pairs, eco: Pairs) -> Pairs:
        apart = self.between_places(self.po)
        scb = self.po | then(apart, then(hb, apart)) | self.at_same_place(hb) | self.mo | self.rb
        all_sc, fences = self.of("R", "W", "F", orders={SEQ_CST}), self.of("F", orders={SEQ_CST})
        maybe_hb = hb | self.same
        base = then(all_sc | then(fences, maybe_hb), then(scb, all_sc | then(maybe_hb, fences)))
        of_fences = then(fences, then(hb | then(hb, then(eco, hb)), fences))
        return base | of_fences

    def has_race(self) -> bool:
        hb = self.happens_before()
        accesses = [e for e in self.events if e.kind != "F" and e.thread >= 0]
        return any(
            a.thread != b.thread
            and a.place == b.place
            and "W" in (a.kind, b.kind)
            and PLAIN in (a.order, b.order)
            and (a.number, b.number) not in hb
            and (b.number, a.number) not in hb
            for a in accesses
            for b in accesses
        )
