"""Looks for changes: the cheapest that forbids all counterexamples so far is checked, and may bring another one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

from esbmc_py.checking.api import check, load_source
from esbmc_py.checking.options import CheckOptions
from esbmc_py.checking.results import CheckResult, Verdict
from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.memory_models import SC
from esbmc_py.goto.sharing import prepare
from esbmc_py.vm.findings import Deadlock

from .change import Change
from .changes import changes
from .choose import Chooser, Lesson
from .edits import Edited, changed_lines
from .executions import Execution
from .files import SourceText
from .regions import regions_of
from .source import Source
from .verify import Verifier, under_sc
from .writer import Choice, Writer

MOST_CHECKS = 60
MOST_MORE = 12  # checks after the last fix that was found
MOST_FOR_NO_RACE = 4  # the same, where races remain in all that were found
MOST_OPEN = 2  # programs that a check could not decide
MOST_AFTER_OPEN = 8  # checks after the first of them: its proof needs the time, too
PATIENCE = 3  # times the seconds of a check for the cheapest of them in the end
MOST_CHOICES = 400
MOST_FIXES = 3


@dataclass(frozen=True, slots=True)
class Fix:
    """What is changed, in words, and how much that is: the smaller, the better."""

    what: str
    cost: int


@dataclass(frozen=True, slots=True)
class Verified:
    """A change after which nothing is found; `answer` says within which scope, or that nobody knows; `races`: none."""

    fix: Fix
    text: str
    answer: CheckResult
    races: CheckResult | None = None
    lost: tuple[int, ...] = ()  # lines of the old text that no execution comes to any more
    remarks: tuple[str, ...] = ()
    woken: CheckResult | None = None  # what goes wrong where waits for conditions wake up spuriously

    @property
    def good(self) -> bool:
        """Nothing has to be told that may be a reason to take another one."""
        return not self.lost and self.woken is None and self.races is not None

    @property
    def proven(self) -> bool:
        """Within the scope of the answer. Otherwise nothing was found in time, and nobody knows."""
        return self.answer.verdict is Verdict.SUCCESSFUL


@dataclass(frozen=True, slots=True)
class Fixing:
    file: SourceText
    before: CheckResult  # what is wrong
    fixes: tuple[Verified, ...]
    tried: int
    counterexamples: int = 0
    unknown: int = 0  # programs that no check could decide in time
    each: float = 0.0  # seconds for each of them

    @property
    def proven(self) -> bool:
        return bool(self.fixes) and self.fixes[0].proven


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
        verifier = Verifier(self._path, file.text, self._options, each=self._each)
        fenced = self._fences(file, verifier)
        if fenced is not None:
            return Fixing(file, before, (fenced,), 1)
        source = Source(before.program, file.text, self._path, self._options)
        return _Search(source, verifier, self._tell).run(file, before, most)

    def _fences(self, file: SourceText, verifier: Verifier) -> Verified | None:
        """Under a weak memory model, the cheapest set of fences that is enough."""
        model = self._options.semantics.surroundings.memory_model
        if model == SC:
            return None
        from .fences import FenceAdvice

        program = prepare(load_source(self._path, under_sc(self._options)).program)
        found = FenceAdvice(program, file.text, str(self._path), model, verifier).best()
        if found is None:
            return None
        self._tell(f"{found.what}: {found.answer.verdict}")
        return Verified(Fix(found.what, found.cost), found.text, found.answer, verifier.without_races(found.text))


@dataclass(frozen=True, slots=True)
class _Open:
    """A choice after which nothing was found in time, and nothing is proven."""

    choice: Choice
    edited: Edited
    answer: CheckResult


class _Search:
    def __init__(self, source: Source, verifier: Verifier, tell: Callable[[str], None]) -> None:
        self._source = source
        self._verifier = verifier
        self._tell = tell
        self._writer = Writer(source)
        self._chooser = Chooser(source, self._writer)
        self._seen: set[str] = {source.text}
        self._lessons = self._checks = 0
        self._checks_before_last = 0  # until the last fix was found
        self._checks_before_open = 0  # until the first that was not decided
        self._interrupted = False
        self._found: list[Verified] = []
        self._open: list[_Open] = []

    def run(self, file: SourceText, before: CheckResult, most: int) -> Fixing:
        self._learn(before, frozenset(), Edited(self._source.text, ()))
        for _ in range(MOST_CHOICES):
            choice = None if self._is_enough(most) else self._chooser.cheapest()
            if choice is None:
                break
            self._try(choice)
        if self._open and not self._found and not self._interrupted:
            self._decide_the_cheapest()
        self._found.sort(key=lambda one: (bool(one.lost), one.races is None, one.woken is not None, one.fix.cost))
        shown = tuple((self._found or [self._shown(one) for one in self._open])[:most])
        return Fixing(file, before, shown, self._checks, self._lessons, len(self._open), self._verifier.each)

    def _is_enough(self, most: int) -> bool:
        racy = not any(one.races is not None for one in self._found)
        more = MOST_FOR_NO_RACE if racy else MOST_MORE
        checks = min(MOST_CHECKS, self._checks_before_last + more) if self._found else MOST_CHECKS
        good = sum(one.good for one in self._found)
        waiting = bool(self._open) and not self._found and self._checks >= self._checks_before_open + MOST_AFTER_OPEN
        return self._interrupted or waiting or good >= most or len(self._open) >= MOST_OPEN or self._checks >= checks

    def _try(self, choice: Choice) -> None:
        """Writes it down, checks it, and learns from what comes out."""
        self._chooser.reject(choice, with_more=False)
        edited = self._written(choice)
        if edited is None:
            return
        self._checks += 1
        answer = self._verifier.checked(edited.text)
        self._tell(f"{self._writer.words(choice)}: {'not C' if answer is None else answer.verdict}")
        if answer is None:
            return
        if answer.scope.interrupted:
            self._interrupted = True
            return
        if answer.verdict is Verdict.FAILED:
            self._learn(answer, choice, edited)
            return
        self._chooser.reject(choice, with_more=True)
        objection = self._objection(choice, edited, answer)
        if objection:
            self._tell(f"  {objection}")
        elif answer.verdict is Verdict.SUCCESSFUL:
            found = self._verified(choice, edited, answer)
            self._found.append(found)
            self._checks_before_last = self._checks
            if found.good:
                self._chooser.reject_larger(choice)
            if found.woken is not None:
                self._learn(found.woken, choice, edited)
        else:
            self._checks_before_open = self._checks_before_open or self._checks
            self._open.append(_Open(choice, edited, answer))

    def _decide_the_cheapest(self) -> None:
        """Nothing is proven: one of those that were not decided in time gets more of it."""
        one = min(self._open, key=lambda one: self._fix(one.choice).cost)
        answer = self._verifier.checked(one.edited.text, patience=PATIENCE)
        if answer is not None and answer.verdict is Verdict.SUCCESSFUL:
            self._open.remove(one)
            if not self._objection(one.choice, one.edited, answer):
                self._found.append(self._verified(one.choice, one.edited, answer))
        elif answer is not None and answer.verdict is Verdict.FAILED:
            self._open.remove(one)

    def _objection(self, choice: Choice, edited: Edited, answer: CheckResult) -> str:
        return self._verifier.objection(
            edited.text,
            answer,
            may_spin=self._writer.may_spin(choice),
            moves_starts=self._writer.moves_starts(choice),
        )

    def _written(self, choice: Choice) -> Edited | None:
        """None: it cannot be written down, was there before, does not compile, or does more than is enough."""
        conflict = self._writer.conflict(choice)
        if conflict is not None:
            self._chooser.reject(conflict, with_more=True)
            return None
        edited = self._writer.written(choice)
        if edited.text in self._seen or self._is_more_than_enough(edited):
            return None
        if not self._verifier.compiles(edited.text):
            self._reject_what_is_not_c(choice)
            return None
        self._seen.add(edited.text)
        return edited

    def _is_more_than_enough(self, edited: Edited) -> bool:
        """Has it all lines of a change that is right without the others?"""
        lines = changed_lines(self._source.text, edited.text)
        return any(one.good and changed_lines(self._source.text, one.text) < lines for one in self._found)

    def _reject_what_is_not_c(self, choice: Choice) -> None:
        """A part that does not compile alone is never tried again."""
        for part in choice:
            alone = frozenset({part})
            if len(choice) == 1 or not self._verifier.compiles(self._writer.written(alone).text):
                self._chooser.reject(alone, with_more=True)

    def _verified(self, choice: Choice, edited: Edited, answer: CheckResult) -> Verified:
        races = self._verifier.without_races(edited.text)
        lost = self._verifier.lost_lines(edited)
        woken = self._verifier.woken_spuriously(edited.text, answer)
        return Verified(self._fix(choice), edited.text, answer, races, lost, self._writer.remarks(choice), woken)

    def _shown(self, one: _Open) -> Verified:
        return Verified(self._fix(one.choice), one.edited.text, one.answer, remarks=self._writer.remarks(one.choice))

    def _fix(self, choice: Choice) -> Fix:
        return Fix(self._writer.words(choice), sum(part.cost for part in choice))

    def _learn(self, answer: CheckResult, choice: Choice, edited: Edited) -> None:
        """Which changes forbid what was found?"""
        self._lessons += 1
        found = answer.counterexamples[0]
        execution = Execution(self._source, answer.program, found, edited)
        caused = bool(choice) and isinstance(found.what, Deadlock)
        caused = caused or any(isinstance(part, Change) for part in choice)
        parts, regions = changes(self._source, execution), regions_of(self._source, execution)
        self._chooser.add(parts, regions, Lesson(execution, choice, caused))
