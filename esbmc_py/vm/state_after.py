"""What can be said about the state that a schedule leads to."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from ..goto.program import Program
from .executable import Executable
from .findings import DataRace, Deadlock, Finding, Status
from .footprints import footprint, races_between, unordered
from .happens_before import Order, after
from .inputs import EnumeratedInputs, RunInputs
from .machine import Machine
from .races import Access
from .run import Runner, Scheduled, blocked_threads, local_deadlocks, machine_for
from .schedule import Schedule
from .stops import Stop
from .trace import Observer, TraceSink

_SMALL_DOMAIN = 256
_MOST_LOOKS = 3  # at states of an execution in which threads seem to race


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


def race_on_the_way(program: Program, schedule: Schedule, executable: Executable) -> Finding | None:
    """A race in one of the states that an execution goes through, after as few steps as possible.

    What a thread touches with its next step does not depend on what others do before it: so the accesses of the
    execution tell where to look. Whether the threads race there is asked of the machine in that state.
    """
    for index in list(_suspicious(schedule, executable))[:_MOST_LOOKS]:
        shorter = replace(schedule, threads=schedule.threads[:index])
        races = races_after(program, shorter, lambda event: None)
        if races:
            return Finding(races[0], shorter)
    return None


def _suspicious(schedule: Schedule, executable: Executable) -> list[int]:
    """Before which steps the next steps of two threads seem to meet."""
    machine = machine_for(schedule)(executable, RunInputs(schedule.inputs, Random(0)).choose)
    steps: list[tuple[int, int, list[Access]]] = []  # a thread, how many there are before, and what it touches
    for thread in schedule.threads:
        accesses: list[Access] = []
        machine.accesses = accesses
        steps.append((thread, len(machine.threads), accesses))
        try:
            machine.step_slowly(thread)
        except Stop:
            break
    found: list[int] = []
    upcoming: dict[int, list[Access]] = {}
    for index in reversed(range(len(steps))):
        thread, threads, accesses = steps[index]
        upcoming[thread] = accesses
        others = [one for other, one in upcoming.items() if other != thread and other < threads]
        if any(one.races_with(other) for one in accesses for theirs in others for other in theirs):
            found.append(index)
    return found[::-1]


def unordered_after(program: Program, schedule: Schedule, trace: TraceSink) -> list[DataRace]:
    """The races of the schedule's last step with accesses before it that nothing orders."""
    if _run(program, schedule, trace) is None:
        return []
    inputs = RunInputs(schedule.inputs, Random(0))
    machine = machine_for(schedule)(Executable(program), inputs.choose)
    order = Order()
    races: list[tuple[Access, int, Access]] = []
    for thread in schedule.threads:
        accesses: list[Access] = []
        machine.accesses = accesses
        machine.step_slowly(thread)
        order, races = after(order, thread, accesses, len(machine.threads), fences=program.fences)
    return [race for _, race in unordered(schedule.threads[-1], races)]


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
