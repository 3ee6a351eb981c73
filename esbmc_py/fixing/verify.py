"""Is a changed program right? It compiles, a check finds nothing, it still ends, and sequentially it does the same."""

from __future__ import annotations

import re
import subprocess
import tempfile
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cached_property
from pathlib import Path

from esbmc_py.checking.api import check, load_source
from esbmc_py.checking.modes import find_mode
from esbmc_py.checking.options import DEFAULT_GROUPS, CheckOptions, OptionProblem
from esbmc_py.checking.results import CheckResult, Verdict
from esbmc_py.checking.surroundings import NO_SPURIOUS_WAKEUPS
from esbmc_py.frontend.load import LoadProblem
from esbmc_py.goto.memory_models import SC
from esbmc_py.goto.program import Program

from .edits import Edited
from .sequential import same_results
from .unreachable_code import reached_lines

_ENDS_SECONDS = 10.0
_ASKS_WHETHER_STARTED = re.compile(r"[=(!]\s*(?:pthread_create|thrd_create)\s*\(")


class Verifier:
    def __init__(self, path: Path, text: str, options: CheckOptions, *, each: float) -> None:
        self._path = path
        self._text = text
        self._options = options
        self.each = each

    def compiles(self, text: str) -> bool:
        """By gcc, if it is there, with no warning that was not there before."""
        warnings = self._warnings(text)
        return warnings is None or (self._old_warnings is not None and not warnings - self._old_warnings)

    def checked(self, text: str, *, patience: int = 1) -> CheckResult | None:
        """For all that is usually looked for, not only for what was asked. None: it is not C any more."""
        return self._check(text, self._asked(self._options), patience=patience)

    def without_races(self, text: str) -> CheckResult | None:
        """The answer about data races, if there is none."""
        options = self._options if self._options.by_graphs else under_sc(self._options)  # buffers know no races
        result = self._check(text, replace(options, groups=("race",)))
        return result if result is not None and result.verdict is Verdict.SUCCESSFUL else None

    def woken_spuriously(self, text: str, answer: CheckResult) -> CheckResult | None:
        """What goes wrong where a wait for a condition ends though nobody has signalled it, as POSIX allows.

        None if nothing does that is known, or if the answer looked at that already.
        """
        if NO_SPURIOUS_WAKEUPS not in answer.scope.meaning:
            return None
        surroundings = replace(self._options.semantics.surroundings, spurious_wakeups=True)
        result = self._check(text, self._asked(self._options.in_surroundings(surroundings)))
        return result if result is not None and result.verdict is Verdict.FAILED else None

    def objection(self, text: str, answer: CheckResult, *, may_spin: bool = True, moves_starts: bool = False) -> str:
        """Why it is no fix although nothing is found; empty if it is one."""
        settled = answer.verdict is Verdict.SUCCESSFUL
        if settled and answer.coverage is not None and answer.coverage.unreached:
            return "assertions are not reached any more"
        if not same_results(self._prepared(self._text), self._prepared(text)):
            return "it does something else where threads do not interrupt each other"
        if settled and may_spin and self._goes_on(text) is Verdict.FAILED:
            return "it may go on for ever"
        if moves_starts and _ASKS_WHETHER_STARTED.search(text) and self._goes_wrong_without_threads(text):
            return "it goes wrong where a thread cannot be created"
        return ""

    def lost_lines(self, edited: Edited) -> tuple[int, ...]:
        """Lines that executions came to before and come to no more. None are told if not all executions were seen."""
        reached, complete = reached_lines(self._prepared(edited.text), str(self._path))
        if not complete:
            return ()
        kept = {self._text.count("\n", 0, edited.origin(at)) + 1 for _, at in _begins(edited.text, reached)}
        lost = self._old_lines - kept
        return tuple(line for line, at in _begins(self._text, lost) if edited.keeps(at))

    # -- details ----------------------------------------------------------------------------------------------------

    def _asked(self, options: CheckOptions) -> CheckOptions:
        return replace(options, groups=tuple(dict.fromkeys((*options.groups, *DEFAULT_GROUPS))))

    @cached_property
    def _old_warnings(self) -> Counter[str] | None:
        return self._warnings(self._text)

    @cached_property
    def _old_lines(self) -> set[int]:
        return reached_lines(self._prepared(self._text), str(self._path))[0]

    def _goes_on(self, text: str) -> Verdict:
        """Is there an execution without an end, in which every thread has its turns?"""
        options = replace(self._options, groups=("termination",), mode="explicit", unwind=None, contexts=None)
        try:
            result = self._check(text, replace(options, timeout=min(self.each, _ENDS_SECONDS)))
        except OptionProblem:
            return Verdict.UNKNOWN
        return Verdict.UNKNOWN if result is None else result.verdict

    def _goes_wrong_without_threads(self, text: str) -> bool:
        """What is done where a thread cannot be created now comes after what stood behind."""
        surroundings = replace(self._options.semantics.surroundings, create_may_fail=True)
        result = self._check(text, replace(self._options.in_surroundings(surroundings), groups=DEFAULT_GROUPS))
        return result is not None and result.verdict is Verdict.FAILED

    def _check(self, text: str, options: CheckOptions, *, patience: int = 1) -> CheckResult | None:
        limit = self.each if options.timeout is None else min(self.each, options.timeout)
        with tempfile.TemporaryDirectory() as folder:
            try:
                return check(self._written(Path(folder), text), replace(options, timeout=patience * limit))
            except LoadProblem:
                return None

    def _prepared(self, text: str) -> Program:
        with tempfile.TemporaryDirectory() as folder:
            program = load_source(self._written(Path(folder), text), self._options).program
        return find_mode("explicit").prepare(program, self._options)

    def _written(self, folder: Path, text: str) -> Path:
        """Messages name the user's file."""
        path = folder / self._path.name
        path.write_text(f'#line 1 "{self._path}"\n{text}', encoding="utf-8")
        return path

    def _warnings(self, text: str) -> Counter[str] | None:
        """Without their places. None: there is no gcc. An error counts as a warning that was never there."""
        command = ["gcc", "-x", "c", "-fsyntax-only", "-Wall", "-pthread"]
        command += [f"-I{one}" for one in self._options.include_dirs] + [f"-D{one}" for one in self._options.defines]
        command += [f"-m{self._options.arch}"] if self._options.arch != 64 else []
        try:
            done = subprocess.run([*command, "-"], input=text.encode(), capture_output=True, timeout=60, check=False)
        except (OSError, subprocess.TimeoutExpired):
            return None
        return Counter(re.findall(r"(?:warning|error): (.*)", done.stderr.decode(errors="replace")))


def under_sc(options: CheckOptions) -> CheckOptions:
    surroundings = replace(options.semantics.surroundings, memory_model=SC, store_buffer=None)
    return options.in_surroundings(surroundings)


def _begins(text: str, lines: set[int]) -> Iterator[tuple[int, int]]:
    """These lines, and where each has its first sign."""
    at = 0
    for number, line in enumerate(text.splitlines(keepends=True), 1):
        if number in lines:
            yield number, at + len(line) - len(line.lstrip())
        at += len(line)
