"""Follows an execution without an end: its first steps once, what is repeated for ever twice."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from ..goto.deferred import dataclass
from ..goto.program import Program
from .executable import Executable
from .inputs import RunInputs
from .machine import Machine
from .run import blocked_threads, machine_for
from .schedule import Schedule
from .state_keys import StateKeys
from .stops import Stop
from .trace import Observer, TraceEvent


@dataclass(frozen=True, slots=True)
class Around:
    """One of the states that come again and again."""

    key: bytes
    contents: tuple[tuple[int, int], ...]  # of memory
    alive: frozenset[int]  # threads that have not ended
    stuck: frozenset[int]  # those of them that cannot move


@dataclass(frozen=True, slots=True)
class FollowedLasso:
    says: tuple[frozenset[str], ...]  # in each state, the first one included: the functions that do not return 0
    around: tuple[
        Around, ...
    ]  # the states before each step that is repeated; or the last state, if nothing happens there
    moved: tuple[int, ...]  # who makes these steps
    events: tuple[TraceEvent, ...]

    @property
    def left_out(self) -> frozenset[int]:
        """Threads that never move again, although they could in one of these states at least."""
        return frozenset.union(*(one.alive - one.stuck for one in self.around)) - set(self.moved)

    @property
    def is_fair(self) -> bool:
        """Does no thread wait for ever that can always move?"""
        always = frozenset.intersection(*(one.alive - one.stuck for one in self.around))
        return always <= set(self.moved)


def follow(program: Program, schedule: Schedule, begin: int, functions: Sequence[str]) -> FollowedLasso | None:
    """None if the execution is not possible, or does not repeat what it does from the step `begin` on."""
    try:
        return _Following(program, schedule, begin, functions).followed()
    except Stop:
        return None


class _Following:
    def __init__(self, program: Program, schedule: Schedule, begin: int, functions: Sequence[str]) -> None:
        self._stem, self._cycle = schedule.threads[:begin], schedule.threads[begin:]
        self._functions = functions
        self._inputs = RunInputs(schedule.inputs, Random(0))
        self._machine: Machine = machine_for(schedule)(Executable(program), self._inputs.choose)
        self._keys = StateKeys()
        self._says: list[frozenset[str]] = []
        self._events: list[TraceEvent] = []
        self._observer = Observer(self._machine, self._events.append)

    def followed(self) -> FollowedLasso | None:
        for thread in self._stem:
            self._step(thread)
        mark = self._inputs.mark()
        first = self._round()
        says, events = tuple(self._says), tuple(self._events)
        if not self._cycle:
            rest = self._around()
            at_rest = rest.alive == rest.stuck
            return FollowedLasso((*says, self._look()), (rest,), (), events) if at_rest else None
        self._inputs.rewind(mark)
        second = self._round()
        came_back = second == first and self._around() == first[0]
        said_again = self._says[len(says) :] == self._says[len(self._stem) : len(says)]
        return FollowedLasso(says, first, self._cycle, events) if came_back and said_again else None

    def _round(self) -> tuple[Around, ...]:
        around = []
        for thread in self._cycle:
            around.append(self._around())
            self._step(thread)
        return tuple(around)

    def _step(self, thread: int) -> None:
        self._observer.begin(len(self._says))
        self._says.append(self._look())
        self._machine.step_slowly(thread, self._observer)
        self._observer.commit()

    def _look(self) -> frozenset[str]:
        machine = self._machine
        saved, said = machine.save(), []
        for name in self._functions:
            if machine.call_aside(name):
                said.append(name)
            machine.restore(saved)
        return frozenset(said)

    def _around(self) -> Around:
        machine = self._machine
        alive = [] if machine.finished else [thread.number for thread in machine.threads if not thread.ended]
        mark = self._inputs.mark()
        stuck = frozenset(blocked_threads(machine)) if alive else frozenset()
        self._inputs.rewind(mark)
        saved = machine.save()
        state = self._keys.first(machine)
        machine.restore(saved)
        return Around(state.key, tuple(state.contents.items()), frozenset(alive), stuck)
