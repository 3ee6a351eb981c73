"""Attempts within growing bounds, until one of them settles the question."""

from __future__ import annotations

import resource
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import replace
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING

from encoders.attempts import SharedByAttempts
from encoders.outcome import Outcome, Place, Statistics
from encoders.request import Options, Progress, Runtime
from esbmc_py.goto.coverage import Coverage
from esbmc_py.goto.expected_blocks import watch_blocks
from esbmc_py.goto.program import Program
from esbmc_py.goto.properties import LIVENESS, Property
from esbmc_py.vm.invocation import takes_from_outside
from esbmc_py.vm.schedule import switches
from symex.reset import forget_terms

from .alarm import AttemptEnded, within
from .calls import in_surroundings, invocation
from .coverage import summary
from .deepening import Attempt
from .interruptions import noted_interruptions
from .likely_calls import has_calls, violation_in_a_likely_call
from .loops import ending_loops, loop_bounds
from .memory_use import resident
from .modes import Mode, mode_of
from .options import CheckOptions, OptionProblem
from .results import Bounds, CheckResult, Counterexample, Scope, Times, Verdict
from .surroundings import (
    ENDLESS_WITHIN,
    FAIR,
    NEIGHBOURS_ONLY,
    RACES_BY_ORDER,
    UNFAIR,
    bounds_of_inputs,
    may_race_far_apart,
    outside,
    sizes_of_arguments,
    surroundings,
)

if TYPE_CHECKING:
    from encoders.solvers.cross_check import SecondOpinions
    from encoders.solvers.transcript import Transcript

# A tentative attempt may visit so many nodes, and so many times those of the attempt before.
_FREE_NODES = 2000
_TIMES_MORE = 4
# A question about all schedules in one formula may take so much work (`encoders.solvers.interface.Limits`) when they
# are tried for the first time, and half as much more each time that they are tried again.
_FREE_EFFORT = 20_000


class Search:
    """The attempts so far. The last one that came to an end is what the answer is about."""

    def __init__(
        self,
        program: Program,
        options: CheckOptions,
        started: float,
        notes: Sequence[str] = (),
        covered: Callable[[Bounds, Scope], None] | None = None,
        *,
        likely_calls: bool = True,
        mode: Mode | None = None,
    ) -> None:
        """`mode`: who answers, if it is not the one that the options name."""
        self._options = options
        self._tell_covered = covered
        self._likely_calls = likely_calls
        self._mode = mode or mode_of(options)
        self._program = watch_blocks(program) if "atomicity" in options.groups else program
        self._transcript: Transcript | None = None
        self._unwind_at = loop_bounds(self._program, options.unwind_at)
        self._ending_loops = ending_loops(self._program)
        self._started = started
        self._loading = time.monotonic() - started
        self._notes = list(notes)
        self._completed: list[Bounds] = []
        self._bounds = Bounds()
        self._outcome: Outcome | None = None
        self._unfinished: Bounds | None = None
        self._given_up: Bounds | None = None  # the latest tentative attempt, if it was
        self._effort = _FREE_EFFORT  # for the next one of all schedules in one formula
        self._interrupted = False
        self._counterexamples: list[Counterexample] = []
        self._unconfirmed: list[str] = []
        self._perhaps_lost: list[str] = []
        self._exploration = self._solving = self._replay = 0.0
        self._shared = SharedByAttempts()
        self._opinions = _second_opinions() if options.cross_check else None
        self._makes_several_attempts = len(list(islice(self._mode.attempts(options), 2))) > 1
        self._coverage = Coverage(options.coverage) if self._mode.knows_coverage(options) else None  # of all attempts

    def run(self) -> CheckResult:
        forget_terms()
        with closing(self._shared), transcript(self._options.dump_smt2) as self._transcript:
            try:
                self._make_attempts()
            except KeyboardInterrupt:  # between two attempts
                if self._outcome is None:
                    raise
                self._interrupted = True
        return self._result()

    def _make_attempts(self) -> None:
        if self._fails_in_a_likely_call():
            return
        for attempt in self._mode.attempts(self._options):
            attempt = self._adapted(attempt)
            if self._tells_more(attempt.bounds) and self._settles(attempt):
                break

    def _adapted(self, attempt: Attempt) -> Attempt:
        """All schedules of an unwinding that was given up are tried again, with more work, before those of larger ones.

        These have larger formulas. What goes wrong in later rounds of loops is looked for within bounded schedules.
        """
        if attempt.fewer is not None and self._given_up is None:
            return Attempt(attempt.fewer, brief=attempt.brief)
        if attempt.tentative and self._mode.works_by_solver and self._given_up is not None:
            return replace(attempt, bounds=self._given_up, brief=True)
        return attempt

    def _fails_in_a_likely_call(self) -> bool:
        """Tried first where any arguments are to be looked at. Whoever gives bounds asks about what is within them."""
        options = self._options
        wanted = self._likely_calls and self._mode.tries_likely_calls
        searches = options.coverage  # the machine does not note what it reaches
        if not wanted or searches or not is_unbounded(options) or not has_calls(self._program):
            return False
        found = violation_in_a_likely_call(self._program, options.properties)
        if found is None:
            return False
        from .shorten import with_fewer_switches

        self._counterexamples.append(self._with_call(with_fewer_switches(self._program, found)))
        self._outcome = Outcome(options.mode, (), False, (), (), (), (), Statistics())
        self._notes.append("found in a run of the program; some likely calls are tried before the search")
        return True

    # -- attempts -------------------------------------------------------------------------------------------------

    def _tells_more(self, bounds: Bounds) -> bool:
        """Larger bounds are of use if the smaller ones cut something, and something that these do not cut, too."""
        outcome = self._outcome
        if outcome is None:
            return True
        if any(done.covers(bounds) for done in self._completed):
            return False
        loops = bounds.unwind != self._bounds.unwind and any(map(self._may_unwind, outcome.unwinding_cut))
        return loops or (outcome.switches_cut and bounds.schedule != self._bounds.schedule)

    def _may_unwind(self, cut: Place) -> bool:
        """Not where the loop has a bound of its own."""
        return (cut.location.file, cut.location.line) not in self._unwind_at

    def _settles(self, attempt: Attempt) -> bool:
        """One attempt; True if no further one is wanted."""
        if self._completed and self._time_left() == 0:
            self._unfinished = attempt.bounds
            return True
        outcome = self._attempt(attempt)
        if attempt.tentative:
            self._given_up = attempt.bounds if outcome is None else None
        if outcome is None:
            return False
        self._exploration += outcome.statistics.exploration_time
        self._solving += outcome.statistics.solver_time
        if attempt.beyond and self._says_nothing(outcome):
            return False
        if outcome.unknown and not outcome.found and self._completed:
            return self._stopped_by(outcome, attempt.bounds)
        self._bounds, self._outcome = attempt.bounds, outcome
        if not outcome.unknown and not (attempt.early and outcome.switches_cut):
            self._complete(outcome)
        self._confirm_unless_interrupted(outcome)
        return bool(outcome.found or outcome.unknown or outcome.unsupported)

    def _confirm_unless_interrupted(self, outcome: Outcome) -> None:
        """A replay that was interrupted does not speak against a violation."""
        with noted_interruptions() as interrupted:
            self._confirm(outcome)
        if interrupted() and self._unconfirmed:
            self._interrupted = True
            self._notes.append("interrupted before a violation that was found could be replayed")
            self._unconfirmed = []

    def _says_nothing(self, outcome: Outcome) -> bool:
        """Beyond the bound on context switches that was asked for, what is not known, or needs more, is no answer."""
        if outcome.found:
            most = self._options.contexts or 0
            return all(switches(found.schedule) > most for found in outcome.found)
        return (
            bool(outcome.unknown or outcome.unsupported)
            and self._time_left() != 0
            and "interrupted" not in outcome.unknown
        )

    def _complete(self, outcome: Outcome) -> None:
        """Keeps of what came to an end only what looked furthest; the latest last."""
        bounds = self._bounds.that_cut(loops=bool(outcome.unwinding_cut), switches=outcome.switches_cut)
        self._completed = [old for old in self._completed if not bounds.covers(old)] + [bounds]
        if outcome.found or outcome.unsupported:
            return  # there is more to tell: in the answer
        if self._tell_covered is not None:
            self._tell_covered(bounds, self._scope(Verdict.UNKNOWN, outcome))
        if self._options.covered is not None:
            self._options.covered(self._options.mode, str(bounds))

    def _stopped_by(self, outcome: Outcome, bounds: Bounds) -> bool:
        """The answer stays that of the last attempt that came to an end."""
        self._unfinished = bounds
        self._interrupted = "interrupted" in outcome.unknown
        if not self._interrupted and self._time_left() != 0:  # the solver gave up
            self._notes += [f"within {bounds}: {reason}" for reason in outcome.unknown]
        return True

    def _attempt(self, attempt: Attempt) -> Outcome | None:
        """None: it was tentative, and became too much."""
        latest = Statistics()
        too_much = AttemptEnded("far more nodes than before")
        budget: int | None = None
        effort: int | None = None
        left = self._time_left()
        if attempt.tentative and self._mode.works_by_solver:
            effort = self._effort
            self._effort += self._effort // 2
        elif attempt.tentative and self._outcome is not None:
            budget = _FREE_NODES + (1 if attempt.beyond else _TIMES_MORE) * self._outcome.statistics.nodes

        def watch(statistics: Statistics) -> None:
            nonlocal latest
            latest = statistics
            if budget is not None and statistics.nodes > budget:
                raise too_much
            if self._options.memory is not None and (resident() or peak_memory()) > self._options.memory:
                raise AttemptEnded(f"more than {self._options.memory} MB of memory")
            if self._options.progress is not None:
                self._options.progress(str(attempt.bounds), statistics)

        if self._options.progress is not None:
            self._options.progress(str(attempt.bounds), latest)
        if self._transcript is not None:
            self._transcript.comment(f"mode {self._options.mode}, {attempt.bounds}")
        begun = time.monotonic()
        try:
            brief = attempt.brief and not self._unwind_at  # then all loops that are cut need to be known
            request = replace(self._request(attempt.bounds, watch, left, effort), brief=brief)
            outcome = within(left, AttemptEnded("out of time"), lambda: self._ask(request))
            return None if effort is not None and self._is_too_much(outcome) else outcome
        except AttemptEnded as enough:
            if enough is too_much:
                self._exploration += time.monotonic() - begun
                return None
            return self._broken_off(str(enough), latest)
        except KeyboardInterrupt:
            return self._broken_off("interrupted", latest)
        except MemoryError:
            return self._broken_off("out of memory", latest)

    def _is_too_much(self, outcome: Outcome) -> bool:
        """It ended because the work, or the formula, would be too large: not because the time is up."""
        open_ = bool(outcome.unknown) and not outcome.found and "interrupted" not in outcome.unknown
        return open_ and self._time_left() != 0

    def _ask(self, request: Options) -> Outcome:
        return self._mode.check(self._program, request, self._options)

    def _broken_off(self, reason: str, statistics: Statistics) -> Outcome:
        return Outcome(self._options.mode, (), False, (), (), (reason,), (), statistics)

    def _request(self, bounds: Bounds, progress: Progress, timeout: float | None, effort: int | None) -> Options:
        shared = self._shared if self._makes_several_attempts else None
        request = self._options.request
        solver = self._mode.solver_with(self._options, texts=takes_from_outside(self._program))
        return replace(
            request,
            bounds=bounds,
            unwind_at={**self._ending_loops, **self._unwind_at},
            solving=replace(request.solving, solver=solver, effort=effort),
            timeout=timeout,
            runtime=Runtime(progress, self._transcript, shared, self._coverage, opinions=self._opinions),
        )

    def _time_left(self) -> float | None:
        if self._options.timeout is None:
            return None
        return max(0.0, self._options.timeout - (time.monotonic() - self._started))

    def _confirm(self, outcome: Outcome) -> None:
        """What the machine does not run into is not reported."""
        begun = time.monotonic()
        for found in outcome.found:
            from .concrete import is_reduced
            from .replay import replay  # few programs need it, and it takes a while to load
            from .shorten import with_fewer_switches

            counterexample = replay(self._program, found, self._options.properties)
            if counterexample is not None and found.graph is None and not is_reduced(found):
                counterexample = with_fewer_switches(self._program, counterexample)
            if found.property is Property.LOST and (counterexample is None or not self._program.pointers_in_memory):
                what = "memory that is allocated here and never freed"
                self._perhaps_lost.append(f"{found.location}: {what}: whether it is lost (memtrack) is not decided")
            elif counterexample is not None:
                self._counterexamples.append(self._with_call(counterexample))
            else:
                where = f"{found.location}: {found.property}: {found.message}"
                self._unconfirmed.append(f"{where}: found, but the replay does not confirm it")
        self._replay += time.monotonic() - begun

    def _with_call(self, found: Counterexample) -> Counterexample:
        """With how the program was called, and in which surroundings."""
        given = self._options.semantics.surroundings
        if takes_from_outside(self._program):
            from .readable import with_readable_texts

            found = with_readable_texts(self._program, found)
        call = invocation(self._program, found.schedule, given)
        return replace(found, schedule=in_surroundings(self._program, found.schedule, given), invocation=call)

    # -- the answer -----------------------------------------------------------------------------------------------

    def _result(self) -> CheckResult:
        outcome = self._outcome
        assert outcome is not None, "at least one attempt is made"
        notes = [*self._notes, *self._unconfirmed]
        verdict = self._verdict(outcome)
        notes += self._told_by_others(verdict)
        if self._unconfirmed:
            notes.append("That is a defect of smtcb: please report it with the program.")
        scope = self._scope(verdict, outcome)
        covered = None
        if self._coverage is not None:
            covered = summary(self._program, self._coverage, self._options.properties, self._options.explicit.observers)
            notes += covered.warnings(scope.complete) if verdict is Verdict.SUCCESSFUL else []
        total = time.monotonic() - self._started
        return CheckResult(
            verdict,
            self._options.mode,
            scope,
            tuple(self._counterexamples),
            tuple(notes),
            outcome.statistics,
            visible_operations(self._program),
            Times(self._loading, self._exploration, self._solving, self._replay, total),
            peak_memory(),
            self._program,
            covered,
            invariant=outcome.invariant,
            loop_claims=outcome.loop_claims,
        )

    def _verdict(self, outcome: Outcome) -> Verdict:
        if self._counterexamples:
            return Verdict.FAILED
        gaps = (
            self._unconfirmed,
            self._perhaps_lost,
            outcome.unknown,
            outcome.unsupported,
            self._interrupted,
            self._left_open(outcome),
            self._differences(),
            self._unsought(),
        )
        return Verdict.UNKNOWN if any(gaps) else Verdict.SUCCESSFUL

    def _unsought(self) -> list[str]:
        """Races of the kind that the mode does not know."""
        if Property.RACE not in self._options.properties or self._options.happens_before:
            return []
        return [NEIGHBOURS_ONLY] if may_race_far_apart(self._program, self._options.semantics) else []

    def _differences(self) -> list[str]:
        """Between solvers."""
        return [] if self._opinions is None else list(dict.fromkeys(self._opinions.differences))

    def _told_by_others(self, verdict: Verdict) -> list[str]:
        if self._differences():
            return [
                "Solvers disagree: that is a defect of one of them, or of smtcb. Please report it with the program."
            ]
        if self._opinions is None or verdict is not Verdict.SUCCESSFUL or not self._opinions.confirmed:
            return []
        return [f"cross-check: another solver confirms {self._opinions.confirmed:,} answers 'unsatisfiable'"]

    def _left_open(self, outcome: Outcome) -> str:
        """Why executions were left out that the bounds do not exclude that were asked for; empty: none were."""
        options = self._options
        by_loops = any(self._may_unwind(cut) for cut in outcome.unwinding_cut) and options.unwind is None
        asked = (options.contexts, options.preemptions, options.rounds, options.schedule)
        by_switches = outcome.switches_cut and all(bound is None for bound in asked)
        if not (by_loops or by_switches or self._unfinished is not None):
            return ""
        return "out of time" if self._time_left() == 0 else "larger bounds would have to be tried"

    def _scope(self, verdict: Verdict, outcome: Outcome) -> Scope:
        unknown = [*outcome.unknown, *(["interrupted"] if self._interrupted else [])]
        unknown += ["the replay did not confirm a violation"] if self._unconfirmed else []
        unknown += [*self._perhaps_lost, *self._unsought()]
        unknown += [one for one in self._differences() if one not in unknown]
        return Scope(
            verdict,
            self._options.mode,
            (*self._options.groups, *(f"ltl {text}" for text in self._options.explicit.ltl)),
            self._bounds,
            tuple(self._completed[:-1]),
            outcome.switches_cut,
            outcome.unwinding_cut,
            outcome.unsupported,
            tuple(unknown),
            self._unfinished,
            self._options.semantics.atomic_statements,
            (*surroundings(self._program, self._options.semantics), *self._meant(outcome)),
            outside=tuple(outside(self._program)),
            assuming=(*outcome.assuming, *self._bounds_of_inputs(outcome)),
            unwind_at=tuple((f"{file}:{line}", bound) for (file, line), bound in self._unwind_at.items()),
            left_open=self._left_open(outcome),
            proved=outcome.proved,
            by_chance=self._mode.is_by_chance,
        )

    def _bounds_of_inputs(self, outcome: Outcome) -> list[str]:
        return bounds_of_inputs(self._program, self._options.semantics, any_arguments=outcome.proved)

    def _meant(self, outcome: Outcome) -> list[str]:
        """What words mean here: which races, where it is not the usual kind; how many threads; which executions."""
        told = [RACES_BY_ORDER] if self._options.happens_before else []
        if self._options.explicit.ltl or self._options.properties & LIVENESS:
            told.append(FAIR if self._options.explicit.fair else UNFAIR)
            if self._options.schedule_bounds:
                told.append(ENDLESS_WITHIN)
        if outcome.proved:
            told += sizes_of_arguments(self._program, self._options.semantics)
        if any("threads(" in one.clause for one in outcome.invariant):  # a proof that counts them
            told.append("fewer than 2147483648 threads live at a time")
        return told


def _second_opinions() -> SecondOpinions:
    from encoders.solvers.cross_check import SecondOpinions  # few want it

    return SecondOpinions()


def is_unbounded(options: CheckOptions) -> bool:
    """Is all that can go wrong asked for, and one violation enough?"""
    asked = (options.unwind, options.contexts, options.preemptions, options.rounds, options.schedule, options.dump_smt2)
    return all(bound is None for bound in asked) and not options.unwind_at and not options.all_violations


@contextmanager
def transcript(path: Path | None) -> Iterator[Transcript | None]:
    """A file for all that solvers are asked; None if nobody wants one."""
    if path is None:
        yield None
        return
    try:
        file = path.open("w", encoding="utf-8")
    except OSError as problem:
        raise OptionProblem(f"{path}: cannot write the formulas: {problem.strerror}") from None
    from encoders.solvers.transcript import Transcript

    written = Transcript(file)
    try:
        yield written
    finally:
        written.close()


def visible_operations(program: Program) -> int:
    return sum(instruction.visible for function in program.functions.values() for instruction in function.instructions)


def peak_memory() -> float:
    """Of this process so far, or of the largest child that has ended (a solver), in megabytes."""
    peak = max(resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return peak / 1e6 if sys.platform == "darwin" else peak / 1e3
