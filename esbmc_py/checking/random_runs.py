"""Mode `random`: executions at random. It finds half of all bugs in a moment, and proves nothing.

Who has time goes on. A few thousand instructions are one execution of a program of some size, or less: for such a
program the search at random is one among others, and often the only one that comes to the ends of executions.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from functools import partial
from random import Random

from encoders.outcome import Outcome, Statistics
from encoders.request import Options
from esbmc_py.goto.program import Program
from esbmc_py.goto.properties import Property
from esbmc_py.vm.executable import Executable
from esbmc_py.vm.findings import DataRace, Deadlock, Finding, RunResult, Violation
from esbmc_py.vm.long_steps import INVISIBLE_LIMIT
from esbmc_py.vm.move_lists import FollowedMoves
from esbmc_py.vm.predicted_races import MOST_INSTRUCTIONS, predicted_race
from esbmc_py.vm.priorities import PriorityOrder
from esbmc_py.vm.run import TurnOrder, run
from esbmc_py.vm.state_after import unordered_on_the_way

from .concrete import concrete_found
from .likely_calls import call_at_random, has_calls, wanted_counts
from .reduction import Reducer
from .shorten import follow, same_violation

_INSTRUCTIONS = 20_000  # of all runs together, waits included: less than a tenth of a second
_LONGEST = 8_000  # of one run
_RUNS = 200
_RUNS_FOR_RACES = 16  # in which races are looked for at first: that takes longer than to run
_LOOK = 3  # times as long
_RUNS_FOR_ANOTHER = 2_000  # executions that end in a known violation
_PROPERTIES = {Deadlock: frozenset({Property.DEADLOCK}), DataRace: frozenset({Property.RACE})}
_MORE = 6  # times as much of each where there are inputs: there is more to try, and a search takes longer
_LATER_SEEDS = 1_000_000  # so far from the first seeds that both never meet
_LARGEST_TIMES = 256  # as long as the shortest ones are the longest executions
_SPARED = 0.1  # seconds before the time is up, to tell how far it came
NOTHING = "executions at random: that none of them failed says little"


def check_at_random(program: Program, options: Options) -> Outcome:
    """As many runs as the work allows: which ones depends on nothing but the seed."""
    begun = time.monotonic()
    runner = _Runner(program, options.looked_for.properties)
    times = _MORE if runner.takes_much else 1
    runner.longest = times * _LONGEST
    found: Finding | None = None
    while found is None and runner.instructions < times * _INSTRUCTIONS and runner.runs < times * _RUNS:
        if options.timeout is not None and time.monotonic() - begun > options.timeout:
            break
        found = runner.run(options.solving.seed + runner.runs)
    return _outcome(runner, found, begun)


def race_seen(program: Program, seed: int) -> DataRace | None:
    """A race by happens-before in one of a few executions: for those who did not ask for races."""
    runner = _Runner(program, frozenset())
    race: DataRace | None = None
    while race is None and runner.instructions < _INSTRUCTIONS and runner.runs < _RUNS_FOR_RACES:
        race = runner.unordered(seed + runner.runs)
    return race


def sample(program: Program, options: Options) -> Outcome:
    """Runs until one fails, or the time is up; every other one changes priorities instead of switching by chance."""
    begun = time.monotonic()
    runner = _Runner(program, options.looked_for.properties)
    runner.runs_for_races = math.inf
    shortest = _MORE * _LONGEST if runner.takes_much else _LONGEST
    found: Finding | None = None
    while found is None and not (options.timeout and time.monotonic() - begun > options.timeout - _SPARED):
        runner.longest = shortest * min(luby(runner.runs // 2 + 1), _LARGEST_TIMES)
        found = runner.run(options.solving.seed + _LATER_SEEDS + runner.runs, runner.order_of_next())
        if options.progress is not None:
            options.progress(runner.statistics(begun))
        if not runner.leaves_choices:
            break
    return _outcome(runner, found, begun)


def _outcome(runner: _Runner, found: Finding | None, begun: float) -> Outcome:
    is_race = found is not None and isinstance(found.what, DataRace)  # which is shortened when it is confirmed
    shown = () if found is None else (concrete_found(runner.shortened(found), reduced=not is_race),)
    return Outcome("random", shown, False, (), (), () if shown else (NOTHING,), (), runner.statistics(begun))


def luby(number: int) -> int:
    """1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 ...: short ones often, long ones now and then (Luby, Sinclair, Zuckerman 1993)."""
    while number & (number + 1):
        number -= (1 << (number.bit_length() - 1)) - 1
    return (number + 1) >> 1


def executions_that_end_in(
    program: Program, what: Violation | Deadlock | DataRace, seconds: float
) -> Iterator[Finding]:
    """At random, each with fewer context switches first; what does not end in the same violation is left out."""
    begun = time.monotonic()
    properties = frozenset({what.property}) if isinstance(what, Violation) else _PROPERTIES[type(what)]
    runner = _Runner(program, properties)
    runner.longest = _MORE * _LONGEST
    for seed in range(_RUNS_FOR_ANOTHER):
        if time.monotonic() - begun > seconds:
            return
        found = runner.run(seed)
        if found is not None and same_violation(found.what, what):
            yield from dict.fromkeys((runner.shortened(found), found))


class _Runner:
    """Many runs of one program, each no longer than so many instructions, and how much they were."""

    longest = _LONGEST
    runs_for_races: float = _RUNS_FOR_RACES

    def __init__(self, program: Program, properties: frozenset[Property]) -> None:
        self._program = program
        self._properties = properties
        self.executable = Executable(program)
        self.takes_much = self.executable.asks_for_inputs or has_calls(program)  # from outside
        self._counts = wanted_counts(program)
        self.runs = self.steps = self.instructions = self.threads = self.fewest_steps = self.most_steps = 0
        self.looks = 0  # instructions of executions in which races were looked for
        self.takes_inputs = False  # has an execution chosen a value, also of an argument or in a model?

    @property
    def leaves_choices(self) -> bool:
        """Would another execution be another one?"""
        return self.takes_inputs or self.threads > 1

    def order_of_next(self) -> Callable[[Random], TurnOrder] | None:
        return partial(PriorityOrder, shortest=self.fewest_steps, longest=self.most_steps) if self.runs % 2 else None

    def statistics(self, begun: float) -> Statistics:
        return Statistics(
            transitions=self.steps,
            steps=self.instructions + _LOOK * self.looks,
            interleavings=self.runs,
            threads=self.threads,
            exploration_time=time.monotonic() - begun,
        )

    def run(self, seed: int, order: Callable[[Random], TurnOrder] | None = None) -> Finding | None:
        result = self._run(seed, order)
        return self._found(result) or self._race_in(result)

    def unordered(self, seed: int) -> DataRace | None:
        schedule = self._run(seed, None).schedule
        return unordered_on_the_way(self._program, schedule, self.executable, self._invisible_limit)

    def shortened(self, found: Finding) -> Finding:
        if isinstance(found.what, DataRace):
            return found  # it ends with the race: to look for one in many other schedules takes long
        return Reducer(partial(self._again, found)).reduced(found)

    def _again(
        self, wanted: Finding, followed: FollowedMoves, steps: int | None, instructions: int | None
    ) -> tuple[Finding | None, RunResult]:
        """The same violation (a deadlock in the same places) under another schedule."""
        result = follow(
            self.executable,
            wanted.schedule,
            followed,
            steps,
            instructions or self.longest,
            invisible_limit=self._invisible_limit,
            leaks=Property.LEAK in self._properties,
            lost=Property.LOST in self._properties,
        )
        self._count(result)
        found = self._found(result)
        return found if found is not None and same_violation(found.what, wanted.what) else None, result

    @property
    def _invisible_limit(self) -> int:
        return min(self.longest, INVISIBLE_LIMIT)  # as whoever replays it

    def _run(self, seed: int, order: Callable[[Random], TurnOrder] | None) -> RunResult:
        result = run(
            self._program,
            seed=seed,
            inputs=call_at_random(self._program, self._counts, Random(seed)),
            max_instructions=self.longest,
            max_waits=self.longest,
            invisible_limit=self._invisible_limit,
            leaks=Property.LEAK in self._properties,
            lost=Property.LOST in self._properties,
            executable=self.executable,
            choose_again=True,
            order=order,
        )
        self._count(result)
        self.fewest_steps = min(self.fewest_steps or result.steps, result.steps)
        self.most_steps = max(self.most_steps, result.steps)
        return result

    def _count(self, result: RunResult) -> None:
        if result.detail == "interrupted":
            raise KeyboardInterrupt
        self.runs += 1
        self.steps += result.steps
        self.instructions += result.instructions + result.waits
        self.threads = max(self.threads, result.threads)
        self.takes_inputs |= bool(result.schedule.inputs)

    def _found(self, result: RunResult) -> Finding | None:
        if result.violation is not None and result.violation.property in self._properties:
            return Finding(result.violation, result.schedule)
        if result.deadlock is not None and Property.DEADLOCK in self._properties:
            return Finding(result.deadlock, result.schedule)
        return None

    def _race_in(self, result: RunResult) -> Finding | None:
        if Property.RACE in self._properties and result.threads > 1 and self.runs <= self.runs_for_races:
            self.looks += min(result.instructions, MOST_INSTRUCTIONS)
            return predicted_race(self._program, result.schedule, self.executable)
        return None
