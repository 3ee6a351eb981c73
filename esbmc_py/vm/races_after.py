"""The data races in the state that a schedule leads to."""

from __future__ import annotations

from random import Random

from ..goto.program import Program
from .executable import Executable
from .footprints import footprint, races_between
from .inputs import EnumeratedInputs, RunInputs
from .machine import Machine
from .races import Access
from .results import DataRace, Status
from .run import Runner, Scheduled
from .schedule import Schedule
from .trace import Observer, TraceSink

_SMALL_DOMAIN = 256


def races_after(program: Program, schedule: Schedule, trace: TraceSink) -> list[DataRace]:
    """Runs a schedule; then the races among the steps that threads could make next, with any inputs."""
    inputs = RunInputs(schedule.inputs, Random(0))
    machine = Machine(Executable(program), inputs.choose)
    order = Scheduled(schedule.threads)
    result = Runner(machine, inputs, order, None, Observer(machine, trace)).run(len(schedule.threads), None)
    if result.status is not Status.LIMIT or result.steps < len(schedule.threads):
        return []
    footprints = {thread.number: _footprint(machine, thread.number) for thread in machine.threads if not thread.ended}
    return [race for _, race in races_between(footprints)]


def _footprint(machine: Machine, number: int) -> list[Access]:
    enumerated = EnumeratedInputs(_SMALL_DOMAIN)
    machine.choose = enumerated.choose
    accesses = footprint(machine, number)
    while enumerated.advance():
        accesses += footprint(machine, number)
    return accesses
