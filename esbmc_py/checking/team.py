"""Mode `auto`: several engines on one question, and the first settled answer is the answer.

First some executions at random; then the engines, each in a process of its own, on as many processors as there are.
Beside them goes on the search at random: in short turns, longer ones where executions are so long that it saw few.
Where there are more engines than processors they take turns of growing work, those of the last one shorter. Which
engine comes first follows from the program (`order_of`). The verdict does not depend on who was first: what is settled
is true, whoever settles it.
"""

from __future__ import annotations

import math
import os
import selectors
import sys
import time
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from encoders.outcome import Statistics
from esbmc_py.vm.invocation import takes_from_outside

from .engine_order import PROVER, a_proof_may_help, creates_without_end, order_of, share_of_a_proof
from .large_calls import called_with, failing_call, with_room
from .likely_calls import has_calls
from .memory_use import shares_beyond
from .modes import AUTO, AtFirst, Mode, Sampler, asks_for_explicit, mode_of
from .options import CheckOptions, OptionProblem
from .results import Bounds, CheckResult, EngineReport, Scope, Times, Verdict
from .search import Search, peak_memory, visible_operations
from .surroundings import outside
from .unasked import race_by_chance
from .workers import HAS_PROCESSES, Covered, EngineAnswer, Failed, Leash, Progress, Refused, TurnOver, Worker

if TYPE_CHECKING:
    from esbmc_py.frontend.load import Loaded
    from esbmc_py.goto.program import Program
    from esbmc_py.vm.findings import DataRace

TEAM = ("lazy", "lazyseq", "explicit")

_FIRST_TURN = 300.0  # of work: milliseconds, roughly
_GROWTH = 1.6  # of turns
_LAST = 0.25  # of a turn is one of the engine that comes last: see `engine_order`
_SAMPLE = 0.08  # is one of the search at random where it has seen many executions by then
_LONG_SAMPLE = 0.35  # and where it has not
_FEW_RUNS = 20
_UNLIMITED = 1e18
_PATIENCE = (
    5.0  # seconds of the processor after which a turn does not keep others from theirs: a question may have no end
)
_LATE = 0.45  # seconds after the time is up, engines that have not ended by themselves are ended
_OUT_OF_TIME = "out of time"
_FAREWELL = 1.0  # seconds to tell what they know, after an interruption
_POLL = 0.1
_TELL = 0.2  # seconds between two words about progress


def members(options: CheckOptions) -> list[str]:
    """The engines that take all that is asked for. Raises OptionProblem if there is none."""
    fitting, problems = [], []
    for name in TEAM:
        try:
            alone = replace(options, mode=name)
            mode_of(alone).validate(alone)
            fitting.append(name)
        except OptionProblem as problem:
            problems.append(problem)
    if not fitting:
        # what explicit alone understands, it knows best
        raise problems[TEAM.index("explicit") if asks_for_explicit(options) else 0]
    return fitting


@dataclass(eq=False)
class TeamMember:
    mode: Mode
    worker: Worker
    begun: float
    turn: float  # how much work it may do when it is next
    covered: Covered | None = None
    result: CheckResult | None = None
    ended: str = ""  # why it ended without an answer
    seconds: float = 0.0
    runs: int = 0  # executions of the search at random, with those before the engines began

    @property
    def name(self) -> str:
        return self.mode.name

    @property
    def scope(self) -> Scope | None:
        """Of its answer, or of what it had told before it was ended. Executions at random cover nothing."""
        if self.mode.is_by_chance:
            return None
        if self.result is not None:
            return self.result.scope
        return replace(self.covered.scope, left_open=self.ended) if self.covered is not None else None

    def report(self) -> EngineReport:
        return EngineReport(self.name, self._says(), self.seconds)

    def _says(self) -> str:
        if self.mode.is_by_chance and (self.result is None or self.result.verdict is not Verdict.FAILED):
            return f"no violation in {self.runs:,} executions"
        if self.result is not None:
            first = self.result.scope.lines()[0]
            reasons = self.result.scope.reasons() if first.endswith(":") else [first]
            return f"{self.result.verdict}: {'; '.join(line.strip() for line in reasons)}"
        done = f"no violation within {self.covered.bounds}" if self.covered is not None else "nothing settled"
        return f"{done}; {self.ended or 'ended with the team'}"


class Team:
    def __init__(
        self,
        program: Program,
        options: CheckOptions,
        started: float,
        notes: Sequence[str] = (),
        reload: Callable[[CheckOptions], Loaded] | None = None,
    ) -> None:
        """`program` is prepared; `reload` loads it for an engine that wants other surroundings."""
        self._options = options
        self._jobs = options.jobs or processors()
        self._started = started
        self._reload = reload
        self._notes = list(notes)
        self._loading = time.monotonic() - started
        self._program = program
        self._members: list[TeamMember] = []
        self._interrupted = False
        self._next_word = 0.0
        self._runs_at_first: int | None = None  # executions at random, before the engines began
        self._race_seen: DataRace | None = None  # in one of them

    def run(self) -> CheckResult:
        engines = [self._engine(name) for name in members(self._options)]
        if len(engines) == 1 or not HAS_PROCESSES:
            return self._search(engines[0], self._options.progress).run()
        first = self._at_random()
        if first is not None:
            return first
        self._race_seen = race_by_chance(self._program, self._options)
        try:
            taking_part = {mode.name: mode for mode in (*engines, *self._provers())}
            order = order_of(self._program, list(taking_part))
            self._start([*(taking_part[name] for name in order), *self._samplers()])
            winner = self._race()
        finally:
            for member in self._members:
                member.worker.kill()
            for member in self._members:
                member.worker.end()
        return self._settled(winner) if winner is not None else self._unsettled()

    def _engine(self, name: str) -> Mode:
        return mode_of(replace(self._options, mode=name))

    def _provers(self) -> list[Mode]:
        """Who can answer where bounds never will, if it takes what is asked for."""
        prover = self._engine(PROVER)
        try:
            prover.validate(replace(self._options, mode=PROVER))
        except OptionProblem:
            return []
        return [prover] if a_proof_may_help(self._program) else []

    def _samplers(self) -> list[Mode]:
        return [Sampler()] if self._runs_at_first and not self._options.all_violations else []

    def _at_random(self) -> CheckResult | None:
        """A violation that a few executions show; they know nothing of bounds."""
        options = self._options
        if options.schedule_bounds or options.unwind is not None or options.unwind_at or options.coverage:
            return None
        mode = AtFirst()
        result = self._search(mode, None, likely_calls=True).run()
        self._runs_at_first = result.statistics.interleavings
        settled = result.verdict is Verdict.FAILED or result.scope.interrupted
        if options.all_violations:
            return None
        found = result if settled else self._in_a_large_call()
        return None if found is None else replace(found, mode=AUTO, engine=mode.name)

    def _in_a_large_call(self) -> CheckResult | None:
        """A violation with a longer argument, or more of them, than engines look at."""
        mode = AtFirst()
        room = with_room(self._options) if has_calls(self._program) and self._reload is not None else None
        call = room and failing_call(self._program_for(mode, room), self._options.properties)
        if not call:
            return None
        options = replace(called_with(self._options, call), mode=mode.name, progress=None, covered=None, jobs=1)
        notes = [*self._notes, "any arguments are looked at, and such a call was tried first"]
        result = Search(self._program_for(mode, options), options, self._started, notes, mode=mode).run()
        return result if result.verdict is Verdict.FAILED else None

    # -- the engines ----------------------------------------------------------------------------------------------

    def _start(self, modes: Sequence[Mode]) -> None:
        sys.stdout.flush()
        last = [mode for mode in modes if mode.name in TEAM][len(TEAM) - 1 :]
        for mode in modes:
            others = [member.worker for member in self._members]
            worker = Worker(self._work_of(mode), others)
            turn = self._first_turn(mode) * (_LAST if mode in last else 1)
            self._members.append(TeamMember(mode, worker, time.monotonic(), turn, runs=self._runs_at_first or 0))

    def _first_turn(self, mode: Mode) -> float:
        """Where nobody but the prover can say that the program is right, it has one of several processors to itself."""
        if mode.only_proves and self._jobs > 1 and creates_without_end(self._program):
            return _UNLIMITED
        if mode.only_proves:
            return _FIRST_TURN * share_of_a_proof(self._program)
        if mode.is_by_chance:
            return _FIRST_TURN * (_LONG_SAMPLE if (self._runs_at_first or 0) < _FEW_RUNS else _SAMPLE)
        return _FIRST_TURN

    def _work_of(self, mode: Mode) -> Callable[[Leash], CheckResult]:
        tells = self._options.progress is not None or mode.is_by_chance

        def work(leash: Leash) -> CheckResult:
            told = 0.0

            def progress(bounds: str, statistics: Statistics) -> None:
                nonlocal told
                if tells and time.monotonic() > told + _TELL:
                    told = time.monotonic()
                    leash.tell(Progress(bounds, statistics))
                leash.worked(mode.work(statistics))  # which may take a while

            def covered(bounds: Bounds, scope: Scope) -> None:
                leash.tell(Covered(str(bounds), scope))

            result = self._search(mode, progress, covered).run()
            return result.without_program()

        return work

    def _search(
        self,
        mode: Mode,
        progress: Callable[[str, Statistics], None] | None,
        covered: Callable[[Bounds, Scope], None] | None = None,
        *,
        likely_calls: bool = False,
    ) -> Search:
        options = mode.adapted(replace(self._options, mode=mode.name, progress=progress, covered=None, jobs=1))
        program, notes = self._program_for(mode, options), self._notes
        return Search(program, options, self._started, notes, covered, likely_calls=likely_calls, mode=mode)

    def _program_for(self, mode: Mode, options: CheckOptions) -> Program:
        """As an engine wants it: with other surroundings it has other objects, and other schedules."""
        if self._reload is None or options.semantics == self._options.semantics:
            return self._program
        if not takes_from_outside(self._program):
            return self._program
        return mode.prepare(self._reload(options).program, options)

    # -- turns and messages ---------------------------------------------------------------------------------------

    def _race(self) -> TeamMember | None:
        """The first that settles the question."""
        waiting = deque(self._members)
        running: set[TeamMember] = set()
        alive = set(self._members)
        alone = len(self._members) <= self._jobs
        try:
            with selectors.DefaultSelector() as selector:
                for member in self._members:
                    selector.register(member.worker.stream, selectors.EVENT_READ, member)
                while not all(member.mode.is_by_chance for member in alive):
                    while waiting and self._at_work(running) < self._jobs:
                        member = waiting.popleft()
                        if member not in alive:
                            continue  # ended while it was waiting
                        running.add(member)
                        member.worker.give_turn(_UNLIMITED if alone else member.turn)
                        member.turn *= _GROWTH
                    for key, _ in selector.select(_POLL):
                        member = key.data
                        for message in member.worker.receive():
                            if message is None or isinstance(message, EngineAnswer | Failed):
                                self._has_ended(member, message)
                                alive.discard(member)
                                running.discard(member)
                                if key.fd in selector.get_map():
                                    selector.unregister(key.fd)
                                if member.result is not None and member.result.verdict is not Verdict.UNKNOWN:
                                    return member
                                break
                            self._hear(member, message, running, waiting)
                    self._keep_limits(alive, running, selector)
        except KeyboardInterrupt:
            self._say_farewell(alive)
        return None

    def _at_work(self, running: set[TeamMember]) -> int:
        """Those whose turn is not much longer than a turn should be."""
        return sum(not one.worker.works_longer_than(max(_PATIENCE, 2 * one.turn / 1000)) for one in running)

    def _hear(self, member: TeamMember, message: object, running: set[TeamMember], waiting: deque[TeamMember]) -> None:
        match message:
            case Refused(what=what):
                raise OptionProblem(what)
            case TurnOver():
                running.discard(member)
                waiting.append(member)
            case Covered(bounds=bounds):
                member.covered = message
                if self._options.covered is not None:
                    self._options.covered(member.name, bounds)
            case Progress(bounds=bounds, statistics=statistics):
                if member.mode.is_by_chance:
                    member.runs = (self._runs_at_first or 0) + statistics.interleavings
                elif self._options.progress is not None and time.monotonic() > self._next_word:
                    self._next_word = time.monotonic() + _TELL
                    self._options.progress(f"{member.name}, {bounds}", statistics)

    def _has_ended(self, member: TeamMember, message: EngineAnswer | Failed | None) -> None:
        member.seconds = time.monotonic() - member.begun
        if isinstance(message, EngineAnswer):
            member.result = message.result
        elif isinstance(message, Failed):
            member.ended = f"internal error: {message.what}"
            self._notes.append(f"engine {member.name}: {member.ended}: that is a defect of smtcb")
        elif member.result is None and not member.ended:
            member.ended = f"its process died: {member.worker.cause_of_end()}"

    @property
    def _out_of_memory(self) -> str:
        return f"more than {self._options.memory} MB of memory"

    def _keep_limits(self, alive: set[TeamMember], running: set[TeamMember], selector: selectors.BaseSelector) -> None:
        late = self._options.timeout is not None and (time.monotonic() - self._started > self._options.timeout + _LATE)
        if late:
            for member in alive:
                member.worker.kill()
            for member in list(alive):
                self._end(member, _OUT_OF_TIME, alive, running, selector)
        if self._options.memory is not None and alive:
            shares = shares_beyond(self._options.memory, [member.worker.pid for member in alive])
            if shares:
                largest = max(alive, key=lambda member: shares[member.worker.pid])
                self._end(largest, self._out_of_memory, alive, running, selector)

    def _end(
        self,
        member: TeamMember,
        why: str,
        alive: set[TeamMember],
        running: set[TeamMember],
        selector: selectors.BaseSelector,
    ) -> None:
        member.ended = why
        member.seconds = time.monotonic() - member.begun
        selector.unregister(member.worker.stream)
        member.worker.end()
        alive.discard(member)
        running.discard(member)

    def _say_farewell(self, alive: set[TeamMember]) -> None:
        """What they know, if they can tell it soon."""
        self._interrupted = True
        deadline = time.monotonic() + _FAREWELL
        for member in alive:
            member.ended = "interrupted"
            member.worker.interrupt()
        try:
            with selectors.DefaultSelector() as selector:
                for member in alive:
                    selector.register(member.worker.stream, selectors.EVENT_READ, member)
                while selector.get_map() and time.monotonic() < deadline:
                    for key, _ in selector.select(_POLL):
                        for message in key.data.worker.receive():
                            if message is None or isinstance(message, EngineAnswer | Failed):
                                self._has_ended(key.data, message)
                                selector.unregister(key.fd)
                                break
        except KeyboardInterrupt:
            pass  # who asks twice does not want to wait

    # -- the answer -----------------------------------------------------------------------------------------------

    def _reports(self) -> tuple[EngineReport, ...]:
        now = time.monotonic()
        for member in self._members:
            member.seconds = member.seconds or now - member.begun
        return tuple(member.report() for member in self._members)

    def _settled(self, winner: TeamMember) -> CheckResult:
        assert winner.result is not None
        result = self._complete(winner.result)
        if result.counterexamples:  # who explains them must look at the same program
            options = winner.mode.adapted(replace(self._options, mode=winner.name))
            result = replace(result, program=self._program_for(winner.mode, options))
        return replace(result, engine=winner.name, team=self._reports())

    def _complete(self, result: CheckResult) -> CheckResult:
        """With what is known here only."""
        times = replace(result.times, loading=self._loading, total=time.monotonic() - self._started)
        defects = [note for note in self._notes if note not in result.notes]
        notes = (*result.notes, *defects)
        return replace(
            result,
            mode=AUTO,
            program=self._program,
            times=times,
            notes=notes,
            peak_memory=peak_memory(),
            race_seen=self._race_seen,
        )

    def _unsettled(self) -> CheckResult:
        """Unknown: with the reasons of the engine that can tell most, and what the others have covered."""
        reports = self._reports()
        engines = [member for member in self._members if not member.mode.is_by_chance]
        best = min(engines, key=tells_little)
        scope = best.scope
        others = tuple(f"{one.name}: {one.says}" for one in reports if one.name != best.name or scope is None)
        answer = best.result or next((member.result for member in engines if member.result is not None), None)
        result = self._nothing() if answer is None else self._complete(answer)
        return replace(result, scope=replace(scope or result.scope, engines=others), team=reports)

    def _nothing(self) -> CheckResult:
        ended = {member.ended for member in self._members}
        limits = (limit for limit in (_OUT_OF_TIME, self._out_of_memory) if limit in ended)
        reason = "interrupted" if self._interrupted else next(limits, "no engine came to an end")
        scope = Scope(Verdict.UNKNOWN, AUTO, self._options.groups, Bounds(), unknown=(reason,))
        scope = replace(scope, outside=tuple(outside(self._program)))
        times = Times(loading=self._loading, total=time.monotonic() - self._started)
        operations = visible_operations(self._program)
        notes = tuple(self._notes)
        return CheckResult(
            Verdict.UNKNOWN,
            AUTO,
            scope,
            (),
            notes,
            Statistics(),
            operations,
            times,
            peak_memory(),
            self._program,
            race_seen=self._race_seen,
        )


def tells_little(member: TeamMember) -> tuple[bool, bool, float]:
    """The least of these comes first: what has no meaning, then what was covered, and how far loops were followed."""
    scope = member.scope
    if scope is None:
        return True, True, 0
    unwind = scope.hit.unwind
    return not scope.unsupported, not scope.left_open, -math.inf if unwind is None else -unwind


def processors() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
