"""No bug is reported that the concrete machine did not run into."""

from __future__ import annotations

from collections.abc import Sequence

from encoders.outcome import Found, race_identity
from esbmc_py.goto.program import Program
from esbmc_py.goto.properties import Property
from esbmc_py.vm.eager_replay import InputBits, replay_eagerly, replay_local_deadlock, replay_race, replay_unordered
from esbmc_py.vm.findings import DataRace, Deadlock, Finding, RunResult, Status, Violation
from esbmc_py.vm.run import run
from esbmc_py.vm.schedule import Schedule
from esbmc_py.vm.state_after import local_deadlocks_after, races_after, says_after, unordered_after
from esbmc_py.vm.trace import TraceEvent

from .concrete import ConcreteFound
from .results import Counterexample


def replay(program: Program, found: Found, properties: frozenset[Property]) -> Counterexample | None:
    """The execution as the machine sees it; None if it does not violate any property that was asked for."""
    if isinstance(found, ConcreteFound) and found.finding is not None:
        return _replay_finding(program, found.finding, properties)
    queues = {
        thread: [InputBits(value.bits, value.width) for value in values] for thread, values in found.inputs.items()
    }
    if found.graph is not None:
        from .graphs import replay_graph

        return replay_graph(program, found, found.graph, queues, properties)
    if found.property is Property.RACE:
        return _replay_race(program, found, queues) or _violation_instead(program, found, queues, properties)
    result, kept = _followed(program, found, found.schedule, queues, properties)
    if result.status is Status.VIOLATION and result.violation is not None:
        if result.violation.property in properties:
            return Counterexample(result.violation, result.schedule, kept)
        return None
    if found.property is Property.DEADLOCK:
        return _replay_deadlock(program, found, queues)
    return None


def _followed(
    program: Program,
    found: Found,
    schedule: Sequence[int],
    queues: dict[int, list[InputBits]],
    properties: frozenset[Property],
) -> tuple[RunResult, tuple[TraceEvent, ...]]:
    events: list[TraceEvent] = []
    result = replay_eagerly(
        program,
        schedule,
        queues,
        trace=events.append,
        looked_for=properties,
        leaks=Property.LEAK in properties,
        lost=Property.LOST in properties,
        through_loops=found.through_loops,
        violates=found.property not in (Property.DEADLOCK, Property.RACE),
    )
    return result, tuple(event for event in events if event.step < result.steps)


def _violation_instead(
    program: Program, found: Found, queues: dict[int, list[InputBits]], properties: frozenset[Property]
) -> Counterexample | None:
    """Where threads race that copy more than there is room for, the machine may see that first: it always knows how
    large an object is."""
    for side in found.sides:
        result, kept = _followed(program, found, (*found.schedule, side.thread), queues, properties)
        if result.violation is not None and result.violation.property in properties:
            return Counterexample(result.violation, result.schedule, kept)
    return None


def _replay_finding(program: Program, finding: Finding, properties: frozenset[Property]) -> Counterexample | None:
    """What a concrete mode has found, once more in a machine that knows nothing but the schedule."""
    events: list[TraceEvent] = []
    steps = len(finding.schedule.threads)
    if isinstance(finding.what, DataRace):
        again = unordered_after if finding.what.apart else races_after
        races = again(program, finding.schedule, events.append)
        return Counterexample(finding.what, finding.schedule, tuple(events)) if finding.what in races else None
    if isinstance(finding.what, Violation) and type(finding.what) is not Violation:
        return _replay_of_explicit(program, finding.schedule, finding.what)
    if isinstance(finding.what, Deadlock) and finding.what.local:
        return _replay_local_deadlock(program, finding.schedule, finding.what)
    further = isinstance(finding.what, Deadlock)
    leaks, lost = finding.property is Property.LEAK, finding.property is Property.LOST
    limit, schedule = steps + further, finding.schedule
    result = run(program, schedule=schedule, trace=events.append, max_steps=limit, leaks=leaks, lost=lost)
    kept = tuple(event for event in events if event.step < result.steps)
    if result.violation is not None and result.violation.property in properties:
        return Counterexample(result.violation, result.schedule, kept)
    if further and result.deadlock is not None and result.steps == steps:
        return Counterexample(result.deadlock, result.schedule, kept)
    return None


def _replay_of_explicit(program: Program, schedule: Schedule, what: Violation) -> Counterexample | None:
    """Kinds of violations that the explicit-state search alone looks for: nobody else has to load it."""
    from explicit_state.liveness.search import EndlessRun
    from explicit_state.search_result import BrokenInvariant

    from .replay_endless import replay_endless

    if isinstance(what, EndlessRun):
        return replay_endless(program, schedule, what)
    assert isinstance(what, BrokenInvariant)
    events: list[TraceEvent] = []
    holds = says_after(program, schedule, what.function, events.append)
    return None if holds else Counterexample(what, schedule, tuple(events))


def _replay_local_deadlock(program: Program, schedule: Schedule, wanted: Deadlock) -> Counterexample | None:
    """The threads that wait for one another must do so after the schedule, too."""
    events: list[TraceEvent] = []
    threads = {one.thread for one in wanted.blocked}
    for deadlock in local_deadlocks_after(program, schedule, events.append):
        if {one.thread for one in deadlock.blocked} == threads:
            return Counterexample(deadlock, schedule, tuple(events))
    return None


def _replay_race(program: Program, found: Found, queues: dict[int, list[InputBits]]) -> Counterexample | None:
    """After the schedule, the next steps of two threads must touch the same memory; or two of its steps must, and
    nothing must order them."""
    if found.apart:
        wanted = race_identity(found.sides)
        confirmed = replay_unordered(program, found.schedule, queues, wanted, through_loops=found.through_loops)
        if confirmed is None:
            return None
        result, seen, unordered = confirmed
        return Counterexample(unordered, result.schedule, seen)
    events: list[TraceEvent] = []
    result, races = replay_race(program, found.schedule, queues, events.append, through_loops=found.through_loops)
    race = races.get(race_identity(found.sides))
    return None if race is None else Counterexample(race, result.schedule, tuple(events))


def _replay_deadlock(program: Program, found: Found, queues: dict[int, list[InputBits]]) -> Counterexample | None:
    """After the schedule, nobody must be able to move; or some threads must wait for one another."""
    events: list[TraceEvent] = []
    if found.local:
        result, deadlocks = replay_local_deadlock(
            program, found.schedule, queues, events.append, through_loops=found.through_loops
        )
        return Counterexample(deadlocks[0], result.schedule, tuple(events)) if deadlocks else None
    result = replay_eagerly(
        program, found.schedule, queues, trace=events.append, further=True, through_loops=found.through_loops
    )
    if result.status is Status.DEADLOCK and result.deadlock is not None and result.steps == len(found.schedule):
        return Counterexample(result.deadlock, result.schedule, tuple(events))
    return None
