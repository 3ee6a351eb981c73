"""An execution with fewer context switches that ends in the same violation: what happens in turns is easier to read."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import replace

from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.program import Program
from esbmc_py.goto.properties import Property
from esbmc_py.vm.executable import Executable
from esbmc_py.vm.explore import SMALL_DOMAIN
from esbmc_py.vm.findings import DataRace, Deadlock, Finding, RunResult, Status, Violation
from esbmc_py.vm.inputs import EnumeratedInputs
from esbmc_py.vm.long_steps import INVISIBLE_LIMIT
from esbmc_py.vm.machine import Machine
from esbmc_py.vm.move_lists import FollowedMoves
from esbmc_py.vm.run import Runner, machine_for, run
from esbmc_py.vm.schedule import Schedule, switches
from esbmc_py.vm.state_after import local_deadlocks_after, local_deadlocks_in, races_after, races_in
from esbmc_py.vm.trace import TraceEvent

from .reduction import Reducer
from .results import Counterexample

_Schedule = tuple[int, ...]
_What = Violation | Deadlock | DataRace
_MOST_IN_A_RUN = 30_000  # instructions: a thread that is let run on may be in a loop without an end
_FEW_INPUTS = 16  # of a step that may race: what depends on others is left as it was found


def same_violation(one: object, other: object) -> bool:
    """At the same place; a deadlock in the same places."""
    match one, other:
        case Violation(), Violation():
            return (one.property, one.location) == (other.property, other.location)
        case Deadlock(), Deadlock():
            return {b.location for b in one.blocked} == {b.location for b in other.blocked}
        case DataRace(), DataRace():
            return one.apart == other.apart and _sides(one) == _sides(other)
    return False


def _sides(race: DataRace) -> set[Hashable]:
    return {(side.location, side.place, side.write, side.atomic) for side in (race.first, race.second)}


# -- what a mode has found --------------------------------------------------------------------------------------------


def with_fewer_switches(program: Program, found: Counterexample) -> Counterexample:
    """What is cheap: some schedules with fewer turns are run. `found` itself, if none of them ends in the same."""
    if not _can_be_shortened(found.what):
        return found
    executable = Executable(program)

    def again(followed: FollowedMoves, steps: int | None, instructions: int | None) -> tuple[Finding | None, RunResult]:
        followed.goes_on = not _is_in_a_state(found.what)
        most = instructions or _MOST_IN_A_RUN
        leaks, lost = _looks_for(found.what)
        result = follow(executable, found.schedule, followed, steps, most, leaks=leaks, lost=lost)
        what = _same_in(_ends_of(result, followed.machine, found.what), found.what)
        return None if what is None else Finding(what, result.schedule), result

    best = Reducer(again).reduced(Finding(found.what, found.schedule))
    return found if best.schedule == found.schedule else _told(program, found, best.schedule) or found


def _can_be_shortened(what: object) -> bool:
    """Not what needs the order of the whole execution (accesses that nothing orders), nor what only one mode sees."""
    match what:
        case DataRace(apart=apart):
            return not apart
        case _:
            return type(what) in (Violation, Deadlock)


def _is_in_a_state(what: object) -> bool:
    """Others may go on: nothing ends the execution there."""
    return isinstance(what, DataRace) or (isinstance(what, Deadlock) and what.local)


def _looks_for(what: object) -> tuple[bool, bool]:
    """Leaks, and memory that is lost."""
    violated = what.property if isinstance(what, Violation) else None
    return violated is Property.LEAK, violated is Property.LOST


def _ends_of(result: RunResult, machine: Machine | None, wanted: object) -> Sequence[_What]:
    """What an execution has come to, and of states what is in the last one."""
    if not _is_in_a_state(wanted):
        return [what for what in (result.violation, result.deadlock) if what is not None]
    if machine is None or result.status not in (Status.MISFIT, Status.LIMIT) or result.location is not None:
        return []  # it has ended, or stands inside of a step
    machine.choose = EnumeratedInputs(SMALL_DOMAIN).choose  # to look takes no input of the run
    return races_in(machine, _FEW_INPUTS) if isinstance(wanted, DataRace) else local_deadlocks_in(machine)


def _same_in(ends: Sequence[_What], wanted: object) -> _What | None:
    return next((one for one in ends if same_violation(one, wanted)), None)


@dataclass(frozen=True, slots=True)
class Shortened:
    """`exact`: within the inputs that were tried, no execution ends in this violation with fewer switches or steps."""

    counterexample: Counterexample
    exact: bool
    why_not: str = ""


def with_fewest_switches(
    program: Program, found: Counterexample, *, max_states: int = 300_000, max_seconds: float = 60.0
) -> Shortened:
    """Fewest context switches, then fewest steps: all executions with no more switches are looked at, few first."""
    from esbmc_py.vm.shortest import shortest

    if not _can_be_run_again(found) or found.invocation is not None:
        return Shortened(found, False, "this kind of violation is not searched for again")
    most = switches(found.schedule.threads)
    result = shortest(
        program,
        lambda what: same_violation(what, found.what),
        contexts=most,
        max_states=max_states,
        max_seconds=max_seconds,
    )
    if result.schedule is None:
        return Shortened(found, False, f"not decided within {result.states:,} states")
    better = _told(program, found, replace(result.schedule, surroundings=found.schedule.surroundings))
    return Shortened(
        better or found, result.complete and better is not None, "" if result.complete else "not all inputs"
    )


def _can_be_run_again(found: Counterexample) -> bool:
    match found.what:
        case Violation(property=violated):
            return violated not in (Property.LEAK, Property.LOST)
        case Deadlock(local=local):
            return not local
        case DataRace():
            return False
        case _:
            return False  # invariants


def follow(
    executable: Executable,
    schedule: Schedule,
    followed: FollowedMoves,
    most_steps: int | None,
    most_instructions: int,
    *,
    invisible_limit: int = INVISIBLE_LIMIT,
    leaks: bool = False,
    lost: bool = False,
) -> RunResult:
    """Runs the moves as far as they can be made, on the machine that the schedule is for."""
    machine = machine_for(schedule)(executable, followed.choose, invisible_limit=invisible_limit)
    first, later = machine.limits
    machine.limits = min(first, most_instructions), min(later, most_instructions)  # a single step may be endless
    machine.look_for(leaks=leaks, lost=lost)
    followed.machine = machine
    result = Runner(machine, followed, followed, None, None, followed.pauses).run(most_steps, most_instructions)
    made = result.schedule
    return replace(result, schedule=replace(schedule, threads=made.threads, inputs=made.inputs, pauses=made.pauses))


def _told(program: Program, found: Counterexample, schedule: Schedule) -> Counterexample | None:
    """The counterexample of another schedule, run once more by a machine that knows nothing else."""
    events: list[TraceEvent] = []
    surroundings, steps = found.schedule.surroundings, len(schedule.threads)
    if _is_in_a_state(found.what):
        if isinstance(found.what, DataRace):
            ends: Sequence[_What] = races_after(program, schedule, events.append, _FEW_INPUTS)
        else:
            ends = local_deadlocks_after(program, schedule, events.append)
        there = _same_in(ends, found.what)
        told = replace(schedule, surroundings=surroundings)
        return None if there is None else replace(found, what=there, schedule=told, events=tuple(events))
    leaks, lost = _looks_for(found.what)
    result = run(program, schedule=schedule, trace=events.append, max_steps=steps + 1, leaks=leaks, lost=lost)
    what = _same_in(_ends_of(result, None, found.what), found.what)
    if what is None:
        return None
    kept = tuple(event for event in events if event.step < result.steps)
    return replace(found, what=what, schedule=replace(result.schedule, surroundings=surroundings), events=kept)
