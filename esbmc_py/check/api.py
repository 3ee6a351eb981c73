"""`check`: from source to answer."""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from encoders.modes import MODES
from encoders.results import Options, Outcome, Statistics
from esbmc_py.frontend import load
from esbmc_py.goto.program import Program
from esbmc_py.goto.sharing import prepare
from reachability_tree.walk import Reductions

from .deepening import bounds_to_try
from .options import UNDECIDED_GROUPS, CheckOptions, OptionProblem
from .replay import replay
from .results import Bounds, CheckResult, Counterexample, Verdict


def check(source: str | Path | Sequence[str | Path], options: CheckOptions | None = None, **settings: Any) -> CheckResult:
    """Checks a program: a path, several paths, or C text (anything with a line break in it).

    Settings are the fields of `CheckOptions`: check("prog.c", mode="uw", unwind=3, contexts=2).
    """
    options = replace(options or CheckOptions(), **settings)
    options.validate()
    if options.mode not in MODES:
        raise OptionProblem(f"there is no mode '{options.mode}'; there are {', '.join(MODES)}")
    if isinstance(source, str) and "\n" in source:
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "program.c"
            path.write_text(source, encoding="utf-8")
            return _check_files([path], options)
    if isinstance(source, str | Path):
        source = [source]
    return _check_files(list(source), options)


def _check_files(paths: Sequence[str | Path], options: CheckOptions) -> CheckResult:
    started = time.monotonic()
    loaded = load(
        paths,
        include_dirs=options.include_dirs,
        defines=options.defines,
        arch=options.arch,
        checks=options.checks,
    )
    notes = [str(warning) for warning in loaded.warnings]
    return check_program(prepare(loaded.program), options, notes, started)


def check_program(
    program: Program, options: CheckOptions, notes: Sequence[str] = (), started: float | None = None
) -> CheckResult:
    """Checks a prepared goto program, within the bounds that were given or within growing ones."""
    search = _Search(program, options, started if started is not None else time.monotonic(), list(notes))
    for bounds in bounds_to_try(options):
        if search.completed and search.time_left() == 0:
            search.timed_out = True
            break
        if search.run(bounds):
            break
    return search.result()


class _Search:
    """The attempts so far: the last completed one is what the answer is about."""

    def __init__(self, program: Program, options: CheckOptions, started: float, notes: list[str]) -> None:
        self._program = program
        self._options = options
        self._started = started
        self._notes = notes
        self._bounds = Bounds()
        self._outcome: Outcome | None = None
        self._counterexamples: list[Counterexample] = []
        self._unconfirmed: list[str] = []
        self.completed = False
        self.timed_out = False

    def time_left(self) -> float | None:
        if self._options.timeout is None:
            return None
        return max(0.0, self._options.timeout - (time.monotonic() - self._started))

    def run(self, bounds: Bounds) -> bool:
        """One attempt; True if no further one is wanted."""
        outcome = MODES[self._options.mode](self._program, self._request(bounds))
        if outcome.unknown and self.completed and not outcome.found:
            self.timed_out = True  # the answer stays that of the last attempt that came to an end
            self._notes += [f"within {bounds}: {reason}" for reason in outcome.unknown]
            return True
        self._bounds, self._outcome = bounds, outcome
        self.completed = not outcome.unknown
        self._confirm(outcome)
        return bool(outcome.found or outcome.unknown or outcome.unsupported) or not _was_cut(outcome)

    def _request(self, bounds: Bounds) -> Options:
        options = self._options
        return Options(
            unwind=bounds.unwind,
            unwind_at=options.unwind_at,
            contexts=bounds.contexts,
            preemptions=bounds.preemptions,
            rounds=bounds.rounds,
            properties=options.properties,
            all_violations=options.all_violations,
            reductions=Reductions() if options.reduction else Reductions.none(),
            solver=options.solver,
            timeout=self.time_left(),
            memory=options.memory,
            seed=options.seed,
            progress=_progress(options.progress, str(bounds)),
        )

    def _confirm(self, outcome: Outcome) -> None:
        for found in outcome.found:
            counterexample = replay(self._program, found, self._options.properties)
            if counterexample is not None:
                self._counterexamples.append(counterexample)
            else:
                where = f"{found.location}: {found.property}: {found.message}"
                self._unconfirmed.append(f"{where}: found, but the replay does not confirm it")

    # -- the answer -----------------------------------------------------------------------------------------------

    def result(self) -> CheckResult:
        outcome = self._outcome
        assert outcome is not None, "at least one attempt is made"
        notes = list(self._notes)
        notes += [f"'{name}' has no body and no model: its result may be any value" for name in outcome.unknown_functions]
        if self._unconfirmed:
            notes += self._unconfirmed
            notes.append("That is a defect of smtcb: please report it with the program.")
        verdict = self._verdict(outcome)
        return CheckResult(
            verdict,
            self._options.mode,
            tuple(self._scope(outcome)),
            verdict is Verdict.SUCCESSFUL and not _was_cut(outcome),
            self._bounds,
            tuple(self._counterexamples),
            tuple(notes),
            outcome.statistics,
            time.monotonic() - self._started,
            self._program,
        )

    def _undecided(self) -> list[str]:
        return [group for group in self._options.groups if group in UNDECIDED_GROUPS]

    def _verdict(self, outcome: Outcome) -> Verdict:
        if self._counterexamples:
            return Verdict.FAILED
        if self._unconfirmed or outcome.unknown or outcome.unsupported or self._undecided():
            return Verdict.UNKNOWN
        return Verdict.SUCCESSFUL

    def _scope(self, outcome: Outcome) -> list[str]:
        lines: list[str] = []
        if outcome.unknown or outcome.unsupported or self._undecided():
            lines.append("not everything was decided:")
            lines += [f"  {reason}" for reason in outcome.unknown]
            lines += [f"  {place.location}: not supported: {place.what}" for place in outcome.unsupported]
            lines += [f"  mode {self._options.mode} does not look for: {group}" for group in self._undecided()]
        elif not _was_cut(outcome):
            lines.append("all executions")
        else:
            lines.append(f"within bounds: {self._bounds}")
            if outcome.switches_cut:
                lines.append("  there are schedules beyond the bound")
            lines += [f"  {place.location}: {place.what}: there are executions beyond" for place in outcome.unwinding_cut]
        if self.timed_out:
            lines.append("  larger bounds were not finished in the time given")
        return lines


def _was_cut(outcome: Outcome) -> bool:
    return outcome.switches_cut or bool(outcome.unwinding_cut)


def _progress(
    report: Callable[[str, Statistics], None] | None, bounds: str
) -> Callable[[Statistics], None] | None:
    return None if report is None else lambda statistics: report(bounds, statistics)
