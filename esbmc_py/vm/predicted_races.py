"""Races that an execution shows, in other orders of its steps, too.

Two steps that touch the same memory race if both may come next. Between them, other steps may have been made. Those
that do not depend on the first one can be made before it as well: they do the same in any such order (Mazurkiewicz).
What depends on the first step, by its thread or by memory, is left out. So one execution speaks for many; a walk would
have to meet the one in which nothing is in between.

Nothing is taken for granted: whether the threads race where this leads is asked of the machine.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from random import Random

from ..goto.deferred import dataclass
from ..goto.program import Program
from .executable import Executable
from .findings import Finding
from .inputs import RunInputs
from .races import Access
from .run import machine_for
from .schedule import Schedule
from .state_after import races_after
from .stops import Stop
from .values import Value

_MOST_LOOKS = 5  # at states in which threads seem to race


@dataclass(frozen=True, slots=True)
class _Step:
    thread: int
    threads: int  # there are so many before it
    accesses: Sequence[Access]
    inputs: tuple[Value, ...]


Clock = dict[int, int]  # thread → its latest step on which something depends
Latest = dict[tuple[int, bool], tuple[int, Access]]  # a thread, did it write → where and how it was last there


def predicted_race(program: Program, schedule: Schedule, executable: Executable) -> Finding | None:
    """A race in a state that the steps of an execution lead to, after as few of them as possible."""
    for shorter in islice(_places_to_look(schedule, executable), _MOST_LOOKS):
        races = races_after(program, shorter, lambda event: None)
        if races:
            return Finding(races[0], shorter)
    return None


def _places_to_look(schedule: Schedule, executable: Executable) -> Iterator[Schedule]:
    """Schedules after which two threads seem to race, each pair of places once."""
    steps = _steps(schedule, executable)
    told = set()
    dependencies = _Dependencies()
    for index, step in enumerate(steps):
        for first, one, other in dependencies.add(index, step):
            places = frozenset({(one.location, one.write), (other.location, other.write)})
            if places not in told:
                told.add(places)
                kept = [steps[i] for i in range(index) if not dependencies.depends(i, steps[first].thread, first)]
                threads = tuple(one.thread for one in kept)
                yield replace(schedule, threads=threads, inputs=tuple(value for one in kept for value in one.inputs))


def _steps(schedule: Schedule, executable: Executable) -> list[_Step]:
    inputs = RunInputs(schedule.inputs, Random(0))
    machine = machine_for(schedule)(executable, inputs.choose)
    steps: list[_Step] = []
    for thread in schedule.threads:
        accesses: list[Access] = []
        machine.accesses = accesses
        before, mark = len(machine.threads), inputs.mark()
        try:
            machine.step_slowly(thread)
        except Stop:
            return [*steps, _Step(thread, before, accesses, ())]
        steps.append(_Step(thread, before, accesses, tuple(inputs.used[mark:])))
    return steps


class _Dependencies:
    """Which steps depend on which: by their threads, by their starts, and by memory."""

    def __init__(self) -> None:
        self._makers: list[int] = []  # of the steps: threads
        self._clocks: list[Clock] = []  # of each step, after it
        self._of_threads: list[Clock] = [{}]
        self._latest: defaultdict[int, defaultdict[tuple[int, int], Latest]] = defaultdict(lambda: defaultdict(dict))

    def depends(self, index: int, thread: int, first: int) -> bool:
        """On a step of a thread? Each step depends on itself."""
        return self._clocks[index].get(thread, -1) >= first

    def add(self, index: int, step: _Step) -> list[tuple[int, Access, Access]]:
        """The next step. With which ones before it may it race: does nothing else put them in an order?"""
        while len(self._of_threads) < step.threads:  # they have been started by the step before
            self._of_threads.append(dict(self._clocks[-1]))
        clock = dict(self._of_threads[step.thread])
        racing: list[tuple[int, Access, Access]] = []
        for access in step.accesses:
            for earlier, other in self._earlier(access, step.thread):
                if access.races_with(other):
                    racing.append((earlier, other, access))
                elif access.write or other.write:
                    self._join(clock, earlier)
        unordered = [one for one in racing if clock.get(self._makers[one[0]], -1) < one[0]]
        for earlier, _, _ in racing:
            self._join(clock, earlier)
        clock[step.thread] = index
        self._makers.append(step.thread)
        self._clocks.append(clock)
        self._of_threads[step.thread] = clock
        for access in step.accesses:
            self._note(index, step.thread, access)
        return unordered

    def _join(self, clock: Clock, index: int) -> None:
        for thread, latest in self._clocks[index].items():
            if clock.get(thread, -1) < latest:
                clock[thread] = latest

    def _earlier(self, access: Access, thread: int) -> Iterator[tuple[int, Access]]:
        """What others did there."""
        for (begin, end), latest in self._latest[access.number].items():
            if begin < access.end and access.begin < end:
                yield from (found for (other, _), found in latest.items() if other != thread)

    def _note(self, index: int, thread: int, access: Access) -> None:
        if access.begin == access.end:  # the object begins to live
            self._latest.pop(access.number, None)
        else:
            self._latest[access.number][access.begin, access.end][thread, access.write] = index, access
