"""Necessary orders: pairs of events such that the violation is impossible if their order is turned round.

That is decided, never guessed: all executions with the other order, within a number of context switches, are looked at
in the concrete machine. Where that takes too long, the answer is that it is not known.
"""

from __future__ import annotations

import itertools
import time
from collections.abc import Callable, Sequence
from dataclasses import field
from random import Random

from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.instructions import Nondet, StartThread
from esbmc_py.goto.program import Program
from esbmc_py.goto.symbols import SourceLocation
from esbmc_py.goto.types import IntType
from esbmc_py.vm.executable import Executable
from esbmc_py.vm.findings import Deadlock, Violation
from esbmc_py.vm.inputs import RunInputs
from esbmc_py.vm.run import Runner, Scheduled, machine_for
from esbmc_py.vm.schedule import Schedule
from esbmc_py.vm.shortest import Found, StepSite, Turned, shortest
from esbmc_py.vm.trace import Observer, TraceEvent
from esbmc_py.vm.values import Value

from .names import TEXT_IS_MADE

# Measured in states, so that the same question has the same answer on a slow machine; the time is for emergencies.
MOST_STATES = 20_000  # for one pair; three times that for all pairs
MOST_SECONDS = 60.0


@dataclass(frozen=True, slots=True)
class Moment:
    """Something that a thread does, and the step in which it does so."""

    thread: int
    location: SourceLocation
    text: str
    site: StepSite
    step: int

    def __str__(self) -> str:
        return f"thread {self.thread} {self.text} (line {self.location.line})"


@dataclass(frozen=True, slots=True)
class OrderOfTwo:
    """`necessary`: None where it is not known; `forced`: there is no execution with the other order."""

    first: Moment
    second: Moment
    necessary: bool | None
    harmless: Schedule | None = None  # an execution with the other order that comes to its end
    forced: bool = False


def call_of(events: Sequence[TraceEvent]) -> tuple[Value, ...] | None:
    """The Booleans that are chosen before there is a second thread, if arguments or environment are inputs. With others
    the program is called in another way; to try all of them would take too long."""
    if not any(one.function == TEXT_IS_MADE for one in events):
        return None
    begins = itertools.takewhile(lambda one: not isinstance(one.instruction, StartThread), events)
    return tuple(
        int(change.value)
        for one in begins
        if isinstance(one.instruction, Nondet) and one.waits is None
        for change in one.changes
        if change.value in ("0", "1") and _is_boolean(one.instruction)
    )


def _is_boolean(instruction: Nondet) -> bool:
    ctype = instruction.target.type
    return isinstance(ctype, IntType) and ctype.is_bool


def without_those_that_follow(orders: Sequence[OrderOfTwo]) -> list[OrderOfTwo]:
    """Of necessary orders of the same two threads, those that say most: if `a` comes before `b`, then what is before
    `a` in its thread comes before what is after `b` in the other one."""
    return [one for one in orders if not any(_follows(one, other) for other in orders)]


def _follows(one: OrderOfTwo, other: OrderOfTwo) -> bool:
    if not (one.necessary and other.necessary) or one is other:
        return False
    same = (one.first.thread, one.second.thread) == (other.first.thread, other.second.thread)
    wider = one.first.step <= other.first.step and other.second.step <= one.second.step
    return same and wider and (one.first.step, one.second.step) != (other.first.step, other.second.step)


def step_sites(events: Sequence[TraceEvent]) -> dict[int, StepSite]:
    """Of each step, how it can be found again in another execution."""
    counts: dict[tuple[int, str, int], int] = {}
    sites: dict[int, StepSite] = {}
    for event in events:
        if event.first and event.waits is None:
            place = (event.thread, event.function, event.index)
            counts[place] = counts.get(place, 0) + 1
            sites[event.step] = StepSite(*place, counts[place])
    return sites


@dataclass(slots=True, eq=False)
class Judge:
    """Decides about orders in executions of one program with at most so many context switches."""

    program: Program
    what: Violation | Deadlock
    contexts: int
    inputs: tuple[Value, ...] = ()  # of large types, only these values are tried
    most_states: int = MOST_STATES
    called: tuple[Value, ...] | None = None  # Booleans that say how many arguments there are, and how long: see below
    states: int = 0
    undecided: int = 0
    _known: dict[tuple[StepSite, StepSite], tuple[bool | None, Schedule | None, bool]] = field(default_factory=dict)
    _executable: Executable | None = None
    _deadline: float = field(default_factory=lambda: time.monotonic() + MOST_SECONDS)

    def decide(self, first: Moment, second: Moment) -> OrderOfTwo:
        pair = (first.site, second.site)
        if pair not in self._known:
            self._known[pair] = self._decide(*pair)
        return OrderOfTwo(first, second, *self._known[pair])

    def _decide(self, first: StepSite, second: StepSite) -> tuple[bool | None, Schedule | None, bool]:
        left = self._deadline - time.monotonic()
        left_states = 3 * self.most_states - self.states
        if left <= 0 or left_states <= 0 or max(first.count, second.count) > 250:
            self.undecided += 1
            return None, None, False
        self._executable = self._executable or Executable(self.program)
        result = shortest(
            self.program,
            self._wanted(),
            contexts=self.contexts,
            turned=Turned(second, first),
            max_states=min(self.most_states, left_states),
            max_seconds=left,
            executable=self._executable,
            inputs=self.inputs,
            called=self.called,
        )
        self.states += result.states
        if result.schedule is not None:
            return False, None, False
        self.undecided += not result.complete
        forced = result.complete and not result.turns
        return (True if result.complete else None), result.harmless, forced

    def _wanted(self) -> Callable[[Found], bool]:
        match self.what:
            case Violation(property=violated, location=location):
                return lambda found: (
                    isinstance(found, Violation) and (found.property, found.location) == (violated, location)
                )
            case Deadlock():
                return lambda found: isinstance(found, Deadlock)


def resting_sites(program: Program, schedule: Schedule) -> dict[int, StepSite]:
    """After a schedule, the step that each thread would make next."""
    events: list[TraceEvent] = []
    inputs = RunInputs(schedule.inputs, Random(0))
    machine = machine_for(schedule)(Executable(program), inputs.choose)
    steps = len(schedule.threads)
    order, observer = Scheduled(schedule.threads), Observer(machine, events.append)
    Runner(machine, inputs, order, None, observer, dict(schedule.pauses)).run(steps, None)
    done = step_sites(events)
    found: dict[int, StepSite] = {}
    for thread in machine.threads:
        if not thread.ended:
            place = (thread.number, thread.code.name, thread.pc)
            count = sum((site.thread, site.function, site.index) == place for site in done.values())
            found[thread.number] = StepSite(*place, count + 1)
    return found
