"""An execution with fewer context switches that ends in the same violation: what happens in turns is easier to read."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from itertools import groupby, pairwise

from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.program import Program
from esbmc_py.goto.properties import Property
from esbmc_py.vm.executable import Executable
from esbmc_py.vm.findings import DataRace, Deadlock, Finding, RunResult, Violation
from esbmc_py.vm.run import run
from esbmc_py.vm.schedule import Schedule
from esbmc_py.vm.trace import TraceEvent

from .results import Counterexample

Turn = tuple[int, int]  # a thread, and how many steps it makes
_Schedule = tuple[int, ...]

MOST_RUNS = 60
_MOST_INSTRUCTIONS = 300_000  # of all runs that look for fewer switches in what a mode has found
_MOST_IN_A_RUN = 30_000  # a thread that is let run on may be in a loop without an end


def shortened(finding: Finding, again: Callable[[_Schedule], Finding | None]) -> Finding:
    """`again` runs a schedule, and gives what is found if that is the same violation."""
    runs = 0
    improved = True
    while improved and runs < MOST_RUNS:
        improved = False
        for candidate in _with_fewer_turns(_turns(finding.schedule.threads)):
            if runs == MOST_RUNS:
                break
            runs += 1
            found = again(candidate)
            if found is not None and _size(found) < _size(finding):
                finding, improved = found, True
                break
    return finding


def _size(finding: Finding) -> tuple[int, int]:
    threads = finding.schedule.threads
    return len(_turns(threads)), len(threads)


def _turns(threads: _Schedule) -> list[Turn]:
    return [(thread, len(list(steps))) for thread, steps in groupby(threads)]


def _with_fewer_turns(turns: list[Turn]) -> Iterator[_Schedule]:
    """A turn left out; two turns of a thread made one, before or after what others did in between."""
    for index, (thread, length) in enumerate(turns):
        rest = turns[index + 1 :]
        following = next((i for i, (other, _) in enumerate(rest) if other == thread), None)
        if following is not None:
            between, more, after = rest[:following], rest[following][1], rest[following + 1 :]
            yield _steps([*turns[:index], (thread, length + more), *between, *after])
            yield _steps([*turns[:index], *between, (thread, length + more), *after])
    for index in range(len(turns)):
        yield _steps([*turns[:index], *turns[index + 1 :]])


def _steps(turns: list[Turn]) -> _Schedule:
    return tuple(thread for thread, length in turns for _ in range(length))


def same_violation(one: object, other: object) -> bool:
    """At the same place; a deadlock in the same places."""
    match one, other:
        case Violation(), Violation():
            return (one.property, one.location) == (other.property, other.location)
        case Deadlock(), Deadlock():
            return {b.location for b in one.blocked} == {b.location for b in other.blocked}
        case DataRace(), DataRace():
            return {one.first.location, one.second.location} == {other.first.location, other.second.location}
    return False


# -- what a mode has found --------------------------------------------------------------------------------------------


def with_fewer_switches(program: Program, found: Counterexample) -> Counterexample:
    """What is cheap: some schedules with fewer turns are run. `found` itself, if none of them ends in the same."""
    if not _can_be_run_again(found):
        return found
    executable = Executable(program)
    left = _MOST_INSTRUCTIONS

    def again(threads: _Schedule) -> Finding | None:
        nonlocal left
        if left <= 0:
            return None
        most = min(left, _MOST_IN_A_RUN)
        result = _run(program, replace(found.schedule, threads=threads), len(threads) + 1, most, executable)
        left -= result.instructions + 1
        what = result.violation or result.deadlock
        return None if what is None or not same_violation(what, found.what) else Finding(what, result.schedule)

    best = shortened(Finding(found.what, found.schedule), again)
    return found if best.schedule == found.schedule else _told(program, found, best.schedule) or found


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


def switches(threads: _Schedule) -> int:
    """How often the thread changes; main is active before the first step."""
    return sum(one != other for one, other in pairwise((0, *threads)))


def _can_be_run_again(found: Counterexample) -> bool:
    match found.what:
        case Violation(property=violated):
            return violated not in (Property.LEAK, Property.LOST) and not found.schedule.pauses
        case Deadlock(local=local):
            return not local and not found.schedule.pauses
        case DataRace():
            return False
        case _:
            return False  # invariants


def _run(
    program: Program, schedule: Schedule, steps: int, instructions: int | None, executable: Executable
) -> RunResult:
    return run(program, schedule=schedule, max_steps=steps, max_instructions=instructions, executable=executable)


def _told(program: Program, found: Counterexample, schedule: Schedule) -> Counterexample | None:
    """The counterexample of another schedule, run once more by a machine that knows nothing else."""
    events: list[TraceEvent] = []
    result = run(program, schedule=schedule, trace=events.append, max_steps=len(schedule.threads) + 1)
    what = result.violation or result.deadlock
    if what is None or not same_violation(what, found.what):
        return None
    kept = tuple(event for event in events if event.step < result.steps)
    surroundings = found.schedule.surroundings
    return replace(found, what=what, schedule=replace(result.schedule, surroundings=surroundings), events=kept)
