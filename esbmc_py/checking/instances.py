"""One question, cut into instances that are decided one by one, by whoever there is: processes here, or a cluster.

The answers are put together: a violation in one instance is one, and if no instance has any, there is none.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Protocol

from encoders.attempts import SharedByAttempts
from encoders.cutting import cut, cut_words
from encoders.instances import IN_DOUBT, Instance
from encoders.outcome import Outcome, Statistics
from encoders.request import Options
from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.program import Program

PER_JOB = 2  # instances for each process of this machine: more make more work in all, fewer leave some idle
_POLL = 0.2  # seconds between two looks at the clock
_MOST_NAMED = 3  # instances that are missing, with what they are


@dataclass(frozen=True, slots=True)
class Decided:
    """Instance `number` (the first is 0), by whom, and how long it took."""

    number: int
    outcome: Outcome
    seconds: float
    where: str = ""
    processor: float = 0.0  # seconds of a processor, solvers included


@dataclass(frozen=True, slots=True)
class Lost:
    """Nobody could decide it."""

    number: int
    why: str


class Crew(Protocol):
    """Those who decide instances."""

    def begin(self, instances: dict[int, Instance]) -> None:
        """By number."""

    def wait(self, seconds: float) -> list[Decided | Lost]:
        """What has come to an end; nothing after so many seconds."""

    def close(self) -> None:
        """At once: whoever is at work ends, too."""

    @property
    def size(self) -> int:
        """How many are at work at a time."""


@dataclass(frozen=True, slots=True)
class Standing:
    """How far it is."""

    done: int
    of: int
    workers: int
    seconds: float  # of work that is done
    here: int  # instances among those done that were decided now, not in an earlier run

    def __str__(self) -> str:
        text = f"{self.done} of {self.of} instances done, {self.workers} at work"
        if self.here == 0 or self.done == self.of:
            return text
        left = self.seconds / self.here * (self.of - self.done) / max(1, self.workers)
        return f"{text}, about {_readable(left)} left"


def _readable(seconds: float) -> str:
    if seconds < 100:
        return f"{seconds:.0f} s"
    return f"{seconds / 60:.0f} min" if seconds < 6000 else f"{seconds / 3600:.1f} h"


class Notebook(Protocol):
    """Where answers are written down as they come, so that they need not be found again."""

    def known(self, instance: Instance) -> Outcome | None: ...

    def note(self, instance: Instance, decided: Decided) -> None: ...


class InDoubt(Exception):
    """Something fails that was not asked for: the steps have to be others."""


class Deciding:
    """Until all are decided, one has a violation that is confirmed, the time is up, or somebody interrupts."""

    def __init__(
        self,
        instances: Sequence[Instance],
        *,
        confirms: Callable[[Outcome], bool],
        notebook: Notebook | None = None,
        watch: Callable[[Standing], None] = lambda _standing: None,
        deadline: float | None = None,
    ) -> None:
        self._instances = instances
        self._confirms = confirms
        self._notebook = notebook
        self._watch = watch
        self._deadline = deadline
        self._outcomes: dict[int, Outcome] = {}
        self._lost: dict[int, str] = {}
        self._seconds = 0.0
        self._here = 0
        self._violated = False

    def run(self, crew: Crew) -> Outcome:
        """Raises InDoubt."""
        why = ""
        try:
            self._look_up()
            if not self._violated:
                why = self._work(crew)
        except KeyboardInterrupt:
            why = "interrupted"
        finally:
            crew.close()
        return self.so_far(why)

    def _look_up(self) -> None:
        for number, instance in enumerate(self._instances):
            known = None if self._notebook is None else self._notebook.known(instance)
            if known is not None and not self._violated:
                self._take(number, known)

    def _work(self, crew: Crew) -> str:
        open_ = {number: one for number, one in enumerate(self._instances) if number not in self._outcomes}
        if not open_:
            return ""
        crew.begin(open_)
        while len(self._outcomes) + len(self._lost) < len(self._instances):
            self._watch(Standing(len(self._outcomes), len(self._instances), crew.size, self._seconds, self._here))
            left = _POLL if self._deadline is None else min(_POLL, self._deadline - time.monotonic())
            if left <= 0:
                return "out of time"
            for event in crew.wait(left):
                self._hear(event)
                if self._violated:
                    return ""
        return ""

    def _hear(self, event: Decided | Lost) -> None:
        if isinstance(event, Lost):
            self._lost[event.number] = event.why
            return
        if event.number in self._outcomes:  # decided twice: once is enough
            return
        if event.outcome.unknown and not event.outcome.found and IN_DOUBT not in event.outcome.unknown:
            self._lost[event.number] = "; ".join(event.outcome.unknown)
            return
        if event.outcome.decided and self._notebook is not None:
            self._notebook.note(self._instances[event.number], event)
        self._seconds += event.seconds
        self._here += 1
        self._take(event.number, event.outcome)

    def _take(self, number: int, outcome: Outcome) -> None:
        if IN_DOUBT in outcome.unknown:
            raise InDoubt
        self._outcomes[number] = outcome
        if outcome.found and self._confirms(outcome):
            self._violated = True
            self._outcomes = {number: outcome}

    def so_far(self, why: str) -> Outcome:
        """All that is known, if it ended for this reason."""
        if self._violated:
            return together(self._outcomes.values(), ())
        return together(self._outcomes.values(), self._missing(why))

    def _missing(self, why: str) -> list[str]:
        """What is not decided, by name."""
        reasons = [why] if why else []
        open_ = [number for number in range(len(self._instances)) if number not in self._outcomes]
        if not open_:
            return reasons
        count = len(self._instances)
        reasons.append(f"{count - len(open_)} of {count} instances have no violation; not decided: {_ranges(open_)}")
        lost = [number for number in open_ if number in self._lost]
        for number in (lost or open_)[:_MOST_NAMED]:
            told = f": {self._lost[number]}" if number in self._lost else ""
            reasons.append(f"instance {number + 1} ({self._instances[number]}){told}")
        return reasons


def _ranges(numbers: Sequence[int]) -> str:
    """`1, 4-7`; the first is 1 for people."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and runs[-1][1] == number:
            runs[-1][1] = number + 1
        else:
            runs.append([number + 1, number + 1])
    return ", ".join(str(first) if first == last else f"{first}-{last}" for first, last in runs)


def together(outcomes: Iterable[Outcome], missing: Iterable[str]) -> Outcome:
    """One outcome of all. Whatever one of them left out is left out."""
    every = list(outcomes)
    return Outcome(
        "lazyseq",
        tuple(found for one in every for found in one.found),
        any(one.switches_cut for one in every) or not every,
        tuple(dict.fromkeys(place for one in every for place in one.unwinding_cut)),
        tuple(dict.fromkeys(place for one in every for place in one.unsupported)),
        (*dict.fromkeys(reason for one in every for reason in one.unknown), *missing),
        tuple(dict.fromkeys(name for one in every for name in one.unknown_functions)),
        _sum([one.statistics for one in every]),
        tuple(dict.fromkeys(what for one in every for what in one.assuming)),
    )


def _sum(every: list[Statistics]) -> Statistics:
    return Statistics(
        threads=max((one.threads for one in every), default=0),
        nodes=max((one.nodes for one in every), default=0),
        formula_nodes=sum(one.formula_nodes for one in every),
        solver_checks=sum(one.solver_checks for one in every),
        exploration_time=sum(one.exploration_time for one in every),
        solver_time=sum(one.solver_time for one in every),
    )


def can_be_cut(request: Options) -> bool:
    """Schedules in rounds, or in contexts."""
    bounded = (request.bounds.rounds or 0) > 0 or request.bounds.contexts is not None
    whole = request.looked_for.all_violations or request.runtime.transcript is not None
    return bounded and request.bounds.turns is None and not whole


def instances_of(program: Program, request: Options, count: int) -> list[Instance]:
    """What was recorded stays with `request.shared`."""
    from encoders.once.check import lines

    threads = lines(program, request)
    if request.bounds.contexts is not None:
        return cut_words(threads, request.bounds.contexts, count)
    assert request.bounds.rounds is not None, "it can be cut"
    return cut(threads, request.bounds.rounds, count)


def decide_in_instances(
    request: Options,
    cut_into: Callable[[Options], list[Instance]],
    decide: Callable[[list[Instance], Options], Outcome],
) -> Outcome:
    """Cuts, and has all instances decided; once more without trust where that turns out to be needed."""
    shared = request.shared or SharedByAttempts()
    # one attempt for each: nothing is handed on but the recording
    levers = request.encoding.levers - {"incremental"} | {"recordings"}
    encoding = replace(request.encoding, levers=levers)
    request = replace(request, encoding=encoding, runtime=replace(request.runtime, shared=shared))
    try:
        return decide(cut_into(request), request)
    except InDoubt:
        request = replace(request, encoding=replace(encoding, levers=levers - {"trust"}))
        return decide(cut_into(request), request)
