"""What can be said about the state that a schedule leads to."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from random import Random

from ..goto.program import Program
from .executable import Executable
from .findings import DataRace, Deadlock, Status
from .footprints import footprint, races_between, unordered
from .happens_before import Order, after
from .inputs import EnumeratedInputs, RunInputs
from .long_steps import INVISIBLE_LIMIT
from .machine import Machine
from .races import Access
from .run import Runner, Scheduled, blocked_threads, local_deadlocks, machine_for
from .schedule import Schedule
from .stops import Stop
from .trace import Observer, TraceSink

_SMALL_DOMAIN = 256


def races_after(
    program: Program, schedule: Schedule, trace: TraceSink, most_inputs: int | None = None
) -> list[DataRace]:
    """The races among the steps that threads could make next, with any inputs, or with so many of them."""
    machine = _run(program, schedule, trace)
    return [] if machine is None else races_in(machine, most_inputs)


def races_in(machine: Machine, most_inputs: int | None = None) -> list[DataRace]:
    """The machine is left as it was, but for where its inputs come from."""
    alive = [thread.number for thread in machine.threads if not thread.ended]
    return [race for _, race in races_between({number: _footprint(machine, number, most_inputs) for number in alive})]


def unordered_after(program: Program, schedule: Schedule, trace: TraceSink) -> list[DataRace]:
    """The races of the schedule's last step with accesses before it that nothing orders."""
    if _run(program, schedule, trace) is None:
        return []
    steps = _unordered_of_each_step(program, schedule, Executable(program), INVISIBLE_LIMIT)
    return deque(steps, maxlen=1)[-1]


def unordered_on_the_way(
    program: Program, schedule: Schedule, executable: Executable, invisible_limit: int
) -> DataRace | None:
    """The first race by happens-before in an execution."""
    steps = _unordered_of_each_step(program, schedule, executable, invisible_limit)
    return next((race for races in steps for race in races), None)


def _unordered_of_each_step(
    program: Program, schedule: Schedule, executable: Executable, invisible_limit: int
) -> Iterator[list[DataRace]]:
    inputs = RunInputs(schedule.inputs, Random(0))
    machine = machine_for(schedule)(executable, inputs.choose, invisible_limit=invisible_limit)
    pauses = dict(schedule.pauses)
    order = Order()
    for step, thread in enumerate(schedule.threads):
        accesses: list[Access] = []
        machine.accesses = accesses
        try:
            machine.step_slowly(thread, longest=pauses.get(step))
        except Stop:
            return
        order, races = after(order, thread, accesses, len(machine.threads), fences=program.fences)
        yield [race for _, race in unordered(thread, races)]


def local_deadlocks_after(program: Program, schedule: Schedule, trace: TraceSink) -> list[Deadlock]:
    """The circles of threads that wait for one another there."""
    machine = _run(program, schedule, trace)
    return [] if machine is None else local_deadlocks_in(machine)


def local_deadlocks_in(machine: Machine) -> list[Deadlock]:
    return list(local_deadlocks(blocked_threads(machine)))


def says_after(program: Program, schedule: Schedule, function: str, trace: TraceSink) -> bool:
    """Does a function of the program return something other than 0 there? (Also if the schedule does not get there.)"""
    machine = _run(program, schedule, trace)
    return machine is None or bool(machine.call_aside(function))


def _run(program: Program, schedule: Schedule, trace: TraceSink) -> Machine | None:
    """The machine after the last step of the schedule, if that is possible."""
    inputs = RunInputs(schedule.inputs, Random(0))
    machine = machine_for(schedule)(Executable(program), inputs.choose)
    machine.acquired = {}
    steps = len(schedule.threads)
    order, observer = Scheduled(schedule.threads), Observer(machine, trace)
    result = Runner(machine, inputs, order, None, observer, dict(schedule.pauses)).run(steps, None)
    arrived = result.steps == steps and result.status in (Status.LIMIT, Status.EXITED)
    return machine if arrived else None


def _footprint(machine: Machine, number: int, most_inputs: int | None) -> list[Access]:
    enumerated = EnumeratedInputs(_SMALL_DOMAIN)
    machine.choose = enumerated.choose
    accesses = footprint(machine, number)
    tried = 1
    while (most_inputs is None or tried < most_inputs) and enumerated.advance():
        accesses += footprint(machine, number)
        tried += 1
    return accesses
