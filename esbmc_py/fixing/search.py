"""Looks for changes: the cheapest that forbids all counterexamples so far is checked, and may bring another one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from esbmc_py.checking.api import check
from esbmc_py.checking.options import CheckOptions
from esbmc_py.checking.results import CheckResult, Verdict
from esbmc_py.goto.deferred import dataclass
from esbmc_py.vm.results import Deadlock

from .changes import Change, changes
from .choose import Chooser, Lesson
from .edits import Edited
from .executions import Execution
from .files import SourceText
from .regions import regions_of
from .source import Source
from .verify import Verifier
from .writer import Choice, Writer

MOST_CHECKS = 60
MOST_MORE = 12  # checks after the last fix that was found
MOST_CHOICES = 400
MOST_FIXES = 3


@dataclass(frozen=True, slots=True)
class Fix:
    """What is changed, in words, and how much that is: the smaller, the better."""

    what: str
    cost: int


@dataclass(frozen=True, slots=True)
class Verified:
    """A change after which nothing is found; `answer` says within which scope, `races` what else was looked for."""

    fix: Fix
    text: str
    answer: CheckResult
    races: CheckResult | None
    lost: tuple[int, ...] = ()  # lines of the old text that no execution comes to any more
    remarks: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Fixing:
    file: SourceText
    before: CheckResult  # what is wrong
    fixes: tuple[Verified, ...]
    tried: int
    counterexamples: int = 0
    unknown: int = 0  # programs that no check could decide
    each: float = 0.0  # seconds for each of them


class Fixer:
    def __init__(
        self, path: Path, options: CheckOptions, *, each: float, tell: Callable[[str], None] = lambda _: None
    ) -> None:
        self._path = path
        self._options = replace(options, include_dirs=(*options.include_dirs, path.parent))
        self._each = each
        self._tell = tell

    def run(self, most: int = MOST_FIXES) -> Fixing:
        """Raises OSError, LoadProblem."""
        file = SourceText.read(self._path)
        before = check(self._path, self._options)
        if before.verdict is not Verdict.FAILED:
            return Fixing(file, before, (), 0)
        source = Source(before.program, file.text, self._path, self._options)
        verifier = Verifier(self._path, file.text, self._options, each=self._each)
        return _Search(source, verifier, self._tell).run(file, before, most)


class _Search:
    def __init__(self, source: Source, verifier: Verifier, tell: Callable[[str], None]) -> None:
        self._source = source
        self._verifier = verifier
        self._tell = tell
        self._writer = Writer(source)
        self._chooser = Chooser(source, self._writer)
        self._seen: set[str] = {source.text}
        self._lessons = self._checks = self._unknown = 0

    def run(self, file: SourceText, before: CheckResult, most: int) -> Fixing:
        found: list[Verified] = []
        last = 0
        self._learn(before, frozenset(), Edited(self._source.text, ()))
        for _ in range(MOST_CHOICES):
            good = sum(not one.lost for one in found)
            if good >= most or self._checks >= (MOST_CHECKS if not found else min(MOST_CHECKS, last + MOST_MORE)):
                break
            choice = self._chooser.cheapest()
            if choice is None:
                break
            fixed = self._tried(choice)
            if fixed is not None:
                found.append(fixed)
                last = self._checks
        found.sort(key=lambda one: (bool(one.lost), one.races is None, one.fix.cost))
        return Fixing(
            file, before, tuple(found[:most]), self._checks, self._lessons, self._unknown, self._verifier.each
        )

    def _tried(self, choice: Choice) -> Verified | None:
        """Writes it down, checks it, and learns from what comes out."""
        self._chooser.reject(choice, with_more=False)
        conflict = self._writer.conflict(choice)
        if conflict is not None:
            self._chooser.reject(conflict, with_more=True)
            return None
        edited = self._writer.written(choice)
        if edited.text in self._seen or not self._verifier.compiles(edited.text):
            return None
        self._seen.add(edited.text)
        self._checks += 1
        answer = self._verifier.checked(edited.text)
        what = self._writer.words(choice)
        self._tell(f"{what}: {'not C' if answer is None else answer.verdict}")
        if answer is None:
            return None
        if answer.verdict is Verdict.FAILED:
            self._learn(answer, choice, edited)
        elif answer.verdict is Verdict.UNKNOWN:
            self._unknown += 1
        else:
            self._chooser.reject(choice, with_more=True)
            objection = self._verifier.objection(edited.text, answer, may_spin=self._writer.may_spin(choice))
            if not objection:
                races = self._verifier.without_races(edited.text)
                lost = self._verifier.lost_lines(edited)
                fix = Fix(what, sum(part.cost for part in choice))
                return Verified(fix, edited.text, answer, races, lost, self._writer.remarks(choice))
            self._tell(f"  {objection}")
        return None

    def _learn(self, answer: CheckResult, choice: Choice, edited: Edited) -> None:
        """Which changes forbid what was found?"""
        self._lessons += 1
        found = answer.counterexamples[0]
        execution = Execution(self._source, answer.program, found, edited)
        caused = bool(choice) and isinstance(found.what, Deadlock)
        caused = caused or any(isinstance(part, Change) for part in choice)
        parts, regions = changes(self._source, execution), regions_of(self._source, execution)
        self._chooser.add(parts, regions, Lesson(execution, choice, caused))
