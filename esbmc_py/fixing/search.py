"""Tries candidates until a check finds nothing any more."""

from __future__ import annotations

import subprocess
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

from esbmc_py.checking.api import check, load_source
from esbmc_py.checking.options import CheckOptions
from esbmc_py.checking.results import CheckResult, Verdict
from esbmc_py.frontend.load import LoadProblem
from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.memory_models import SC
from esbmc_py.goto.sharing import prepare

from .candidates import Candidates
from .edits import Fix

MOST_CHECKS = 120
MOST_FIXES = 3


@dataclass(frozen=True, slots=True)
class Verified:
    """A change after which nothing is found; `answer` says within which scope, `races` what else was looked for."""

    fix: Fix
    text: str
    answer: CheckResult
    races: CheckResult | None


@dataclass(frozen=True, slots=True)
class Fixing:
    before: CheckResult  # what is wrong
    fixes: tuple[Verified, ...]
    tried: int


class Fixer:
    def __init__(
        self, path: Path, options: CheckOptions, *, each: float, tell: Callable[[str], None] = lambda _: None
    ) -> None:
        self._path = path
        self._options = replace(options, include_dirs=(*options.include_dirs, path.parent))
        self._each = each
        self._tell = tell
        self._known: dict[str, CheckResult | None] = {}

    def run(self, most: int = MOST_FIXES) -> Fixing:
        text = self._path.read_text(encoding="utf-8")
        before = check(self._path, self._options)
        if before.verdict is not Verdict.FAILED:
            return Fixing(before, (), 0)
        found: list[Verified] = []
        for fix, patched, answer in self._helpful(text, before):
            if any(set(one.fix.edits) <= set(fix.edits) for one in found):
                continue  # a smaller one does it
            races = self._without_races(patched)
            found.append(Verified(fix, patched, answer, races))
            if len(found) >= most:
                break
        found.sort(key=lambda one: (one.races is None, one.fix.cost))
        return Fixing(before, tuple(found), len(self._known))

    def _helpful(self, text: str, before: CheckResult) -> Iterator[tuple[Fix, str, CheckResult]]:
        """Fences; fixes of one step; then of two, where a first one leads to another violation."""
        yield from self._fences(text)
        pending = [(Fix("", (), 0), text, before)]
        for _ in range(2):
            following = []
            for base, current, answer in pending:
                for fix in self._candidates(current, answer):
                    if len(self._known) >= MOST_CHECKS:
                        return
                    patched = fix.applied(current)
                    if patched in self._known:
                        continue
                    result = self._known[patched] = self._checked(patched)
                    whole = fix if not base.what else Fix(f"{base.what}; {fix.what}", fix.edits, base.cost + fix.cost)
                    if result is None:
                        continue
                    self._tell(f"{whole.what}: {result.verdict}")
                    if result.verdict is Verdict.SUCCESSFUL and _reaches_all(result):
                        yield whole, patched, result
                    elif result.verdict is Verdict.FAILED and _differs(result, answer):
                        following.append((whole, patched, result))
            pending = following

    def _fences(self, text: str) -> Iterator[tuple[Fix, str, CheckResult]]:
        """Under a weak memory model, the cheapest set of fences that is enough."""
        model = self._options.semantics.surroundings.memory_model
        if model == SC:
            return
        from .fences import FenceAdvice

        strong = _under_sc(self._options)
        program = prepare(load_source(self._path, strong).program)
        found = FenceAdvice(program, text, str(self._path), model, self._checked).best()
        if found is not None:
            self._tell(f"{found[0].what}: {found[2].verdict}")
            yield found

    def _candidates(self, text: str, answer: CheckResult) -> list[Fix]:
        counterexample = answer.counterexamples[0]
        return Candidates(answer.program, text, str(self._path), counterexample.events).all()

    def _checked(self, text: str) -> CheckResult | None:
        """None: it does not compile, neither here nor with gcc."""
        if not compiles(text, self._options):
            return None
        return self._check(text, self._options)

    def _check(self, text: str, options: CheckOptions) -> CheckResult | None:
        limit = self._each if options.timeout is None else min(self._each, options.timeout)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / self._path.name
            path.write_text(f'#line 1 "{self._path}"\n{text}', encoding="utf-8")
            try:
                return check(path, replace(options, timeout=limit))
            except LoadProblem:
                return None

    def _without_races(self, text: str) -> CheckResult | None:
        """The answer about data races, if there is none."""
        options = self._options if self._options.by_graphs else _under_sc(self._options)  # buffers know no races
        result = self._check(text, replace(options, groups=("race",)))
        return result if result is not None and result.verdict is Verdict.SUCCESSFUL else None


def _under_sc(options: CheckOptions) -> CheckOptions:
    surroundings = replace(options.semantics.surroundings, memory_model=SC, store_buffer=None)
    return replace(options, semantics=replace(options.semantics, surroundings=surroundings))


def _reaches_all(answer: CheckResult) -> bool:
    """A change that keeps the program from coming to its assertions is none."""
    return answer.coverage is None or not answer.coverage.unreached


def _differs(after: CheckResult, before: CheckResult) -> bool:
    """Another kind of violation, or another place: something has been gained."""
    first, second = after.counterexamples[0].what, before.counterexamples[0].what
    return type(first) is not type(second) or getattr(first, "property", None) != getattr(second, "property", None)


def compiles(text: str, options: CheckOptions) -> bool:
    """By gcc, if it is there."""
    command = ["gcc", "-x", "c", "-fsyntax-only", "-Wall", "-pthread", *(f"-I{one}" for one in options.include_dirs)]
    command += [f"-D{one}" for one in options.defines]
    try:
        done = subprocess.run([*command, "-"], input=text, capture_output=True, text=True, timeout=60, check=False)
    except (OSError, subprocess.TimeoutExpired):
        return True
    return done.returncode == 0
