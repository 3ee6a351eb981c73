"""No bug is reported that the concrete machine did not run into."""

from __future__ import annotations

from encoders.collect import race_identity
from encoders.results import Found
from esbmc_py.goto.program import Program
from esbmc_py.goto.properties import Property
from esbmc_py.vm.eager import InputBits, replay_eagerly, replay_race
from esbmc_py.vm.results import Status
from esbmc_py.vm.trace import TraceEvent

from .results import Counterexample


def replay(program: Program, found: Found, properties: frozenset[Property]) -> Counterexample | None:
    """The execution as the machine sees it; None if it does not violate any property that was asked for."""
    queues = {
        thread: [InputBits(value.bits, value.width) for value in values] for thread, values in found.inputs.items()
    }
    events: list[TraceEvent] = []
    if found.property is Property.RACE:
        return _replay_race(program, found, queues)
    result = replay_eagerly(program, found.schedule, queues, trace=events.append)
    kept = tuple(event for event in events if event.step < result.steps)
    if result.status is Status.VIOLATION and result.violation is not None:
        if result.violation.property in properties:
            return Counterexample(result.violation, result.schedule, kept)
        return None
    if found.property is Property.DEADLOCK:
        return _replay_deadlock(program, found, queues)
    return None


def _replay_race(program: Program, found: Found, queues: dict[int, list[InputBits]]) -> Counterexample | None:
    """After the schedule, the next steps of two threads must touch the same memory."""
    events: list[TraceEvent] = []
    result, races = replay_race(program, found.schedule, queues, events.append)
    race = races.get(race_identity(found.sides))
    return None if race is None else Counterexample(race, result.schedule, tuple(events))


def _replay_deadlock(program: Program, found: Found, queues: dict[int, list[InputBits]]) -> Counterexample | None:
    """After the schedule, nobody must be able to move."""
    events: list[TraceEvent] = []
    result = replay_eagerly(program, found.schedule, queues, trace=events.append, further=True)
    if result.status is Status.DEADLOCK and result.deadlock is not None and result.steps == len(found.schedule):
        return Counterexample(result.deadlock, result.schedule, tuple(events))
    return None
