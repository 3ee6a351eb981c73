"""Counterexamples under the memory model rc11: the machine follows them, and C11 judges them, before they are told."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import replace

from encoders.outcome import Found, race_identity
from esbmc_py.goto.execution_graphs import GraphSteps
from esbmc_py.goto.instructions import Copy, Load
from esbmc_py.goto.program import Program
from esbmc_py.goto.properties import Property
from esbmc_py.vm.eager_replay import InputBits
from esbmc_py.vm.findings import DataRace, Status
from esbmc_py.vm.graph_check import ExecutionGraph, NotAllowed
from esbmc_py.vm.run import blocked_threads, local_deadlocks
from esbmc_py.vm.told_reads import Followed, MemoryEvent, follow_graph
from esbmc_py.vm.trace import TracedValue, TraceEvent

from .results import Counterexample

Queues = dict[int, list[InputBits]]


def replay_graph(
    program: Program, found: Found, graph: GraphSteps, queues: Queues, properties: frozenset[Property]
) -> Counterexample | None:
    """The execution as the machine sees it; None if C11 does not allow it, or if nothing is wrong with it."""
    events: list[TraceEvent] = []
    threads, further = found.schedule, found.property is Property.DEADLOCK and not found.local
    followed = follow_graph(program, threads, queues, graph, events.append, looked_for=properties, further=further)
    judged = _judged(followed)
    if judged is None:
        return None
    result = followed.result
    kept = with_origins([event for event in events if event.step < result.steps], followed.events)
    race = _race(program, found, graph, queues, judged) if found.property is Property.RACE else None
    if race is not None:
        return race
    if result.status is Status.VIOLATION and result.violation is not None:
        asked = result.violation.property in properties
        return Counterexample(result.violation, result.schedule, kept) if asked else None
    if found.local:
        deadlocks = list(local_deadlocks(blocked_threads(followed.machine)))
        return Counterexample(deadlocks[0], result.schedule, kept) if deadlocks else None
    if further and result.deadlock is not None and result.steps == len(threads):
        return Counterexample(result.deadlock, result.schedule, kept)
    return None


def _judged(followed: Followed) -> ExecutionGraph | None:
    if not followed.fits:
        return None
    try:
        graph = ExecutionGraph(followed.events)
        graph.require_consistent()
    except NotAllowed:
        return None
    return graph


def _race(
    program: Program, found: Found, graph: GraphSteps, queues: Queues, judged: ExecutionGraph
) -> Counterexample | None:
    """Up to the second of the two accesses."""
    races = sorted(judged.races(), key=lambda one: (_identity(one[0]) != race_identity(found.sides), one[1]))
    if not races:
        return None
    race, steps = races[0]
    events: list[TraceEvent] = []
    threads, part = found.schedule[:steps], graph[:steps]
    followed = follow_graph(program, threads, queues, part, events.append, looked_for=frozenset())
    again = _judged(followed)
    if again is None or race not in (one for one, _ in again.races()):
        return None
    return Counterexample(race, followed.result.schedule, with_origins(events, followed.events))


def _identity(race: DataRace) -> frozenset[tuple[object, bool]]:
    return frozenset((side.location, side.write) for side in (race.first, race.second))


# -- where the values come from, for people ---------------------------------------------------------------------------


def with_origins(events: Sequence[TraceEvent], made: Sequence[MemoryEvent]) -> tuple[TraceEvent, ...]:
    """Reads that do not find what was written last say where their value comes from."""
    texts = _origins(made)
    count: defaultdict[int, int] = defaultdict(int)  # per step, its reads so far
    told: list[TraceEvent] = []
    for event in events:
        if isinstance(event.instruction, Load | Copy) and event.waits is None:
            text = texts.get((event.step, count[event.step]))
            count[event.step] += 1
            if text is not None and event.changes:
                read = event.changes[0]
                event = replace(event, changes=(*event.changes, TracedValue("origin", read.place, read.target, text)))
        told.append(event)
    return tuple(told)


def _origins(made: Sequence[MemoryEvent]) -> dict[tuple[int, int], str]:
    """By step, and by the number of the read in it."""
    texts: dict[tuple[int, int], str] = {}
    count: defaultdict[int, int] = defaultdict(int)
    written: dict[tuple[int, int], MemoryEvent] = {}  # by address and position in the history
    last: dict[int, tuple[int, MemoryEvent]] = {}  # by address, with the position
    for event in made:
        if event.write:
            for cell in event.cells:
                written[cell.address, cell.position] = event
                last[cell.address] = cell.position, event
        elif event.size:
            for cell in event.cells:
                position, newest = last.get(cell.address, (cell.position, event))
                if position != cell.position:
                    texts[event.step, count[event.step]] = _text(written.get((cell.address, cell.position)), newest)
            count[event.step] += 1
    return texts


def _text(source: MemoryEvent | None, newest: MemoryEvent) -> str:
    whence = (
        "as it was at the start" if source is None else f"written by thread {source.thread} at line {_line(source)}"
    )
    what = newest.cells[0].value
    return f"{whence}, although thread {newest.thread} wrote {what} before"


def _line(event: MemoryEvent) -> int:
    own = next((entry.location for entry in event.stack if not entry.in_model), event.location)
    return own.line
