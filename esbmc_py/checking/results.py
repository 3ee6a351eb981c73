"""The answer: a verdict, the scope it holds in, and counterexamples that were replayed."""

from __future__ import annotations

from dataclasses import field, replace
from enum import StrEnum
from typing import TYPE_CHECKING, Any

from encoders.attempt_bounds import Bounds as Bounds
from esbmc_py.goto.deferred import dataclass
from esbmc_py.vm.findings import DataRace, Deadlock, Violation
from esbmc_py.vm.schedule import Schedule

if TYPE_CHECKING:
    from encoders.outcome import InvariantLine, Place, Statistics
    from esbmc_py.goto.program import Program
    from esbmc_py.vm.invocation import Invocation
    from esbmc_py.vm.trace import TraceEvent

    from .coverage import CoverageSummary
    from .report.traces import Trace


class Verdict(StrEnum):
    SUCCESSFUL = "successful"
    FAILED = "failed"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Counterexample:
    """`what` is what the concrete machine ran into; `schedule` makes it do so again."""

    what: Violation | Deadlock | DataRace
    schedule: Schedule
    events: tuple[TraceEvent, ...] = field(repr=False)
    invocation: Invocation | None = None  # how the program was called, if it can tell

    def __repr__(self) -> str:
        from .report.traces import summary

        return f"<counterexample of {len(self.schedule.threads)} steps: {summary(self.what)}>"


@dataclass(frozen=True, slots=True)
class Scope:
    """What the verdict covers, and what it does not."""

    verdict: Verdict
    mode: str
    groups: tuple[str, ...]  # of properties that were looked for
    bounds: Bounds  # of the last search that came to an end
    also: tuple[Bounds, ...] = ()  # of earlier ones that looked further in some way
    switches_cut: bool = False  # there are schedules beyond the bounds
    unwinding_cut: tuple[Place, ...] = ()  # loops that go on beyond the bounds
    unsupported: tuple[Place, ...] = ()  # constructs that an execution reaches
    unknown: tuple[str, ...] = ()  # why something was not decided
    unfinished: Bounds | None = None  # larger bounds that were begun
    atomic_statements: bool = False  # other threads were let in between statements only
    meaning: tuple[str, ...] = ()  # what the library was taken to do: for people
    outside: tuple[str, ...] = ()  # what functions without a body were taken to do
    assuming: tuple[str, ...] = ()  # what else it rests on
    unwind_at: tuple[tuple[str, int], ...] = ()  # loops that had bounds of their own
    left_open: str = ""  # why the search ended before all was covered that had been asked about
    engines: tuple[str, ...] = ()  # what other engines of the team have to say where nothing is settled
    proved: bool = False  # by an invariant
    by_chance: bool = False  # some executions were looked at

    def __repr__(self) -> str:
        return f"<scope: {'; '.join(line.strip() for line in self.lines())}>"

    @property
    def complete(self) -> bool:
        """Does SUCCESSFUL hold for all executions?"""
        return self._nothing_cut and not self.atomic_statements

    @property
    def _nothing_cut(self) -> bool:
        gaps = (self.switches_cut, self.unwinding_cut, self.unsupported, self.unknown, self.assuming)
        return self.verdict is Verdict.SUCCESSFUL and not any(gaps)

    @property
    def interrupted(self) -> bool:
        return "interrupted" in (*self.unknown, self.left_open)

    @property
    def hit(self) -> Bounds:
        """The bounds that left something out."""
        return self.bounds.that_cut(loops=bool(self.unwinding_cut), switches=self.switches_cut)

    def lines(self) -> list[str]:
        """For people: one statement a line, details indented."""
        return [*self._lines(), *(f"  {engine}" for engine in self.engines)]

    def _lines(self) -> list[str]:
        if self.verdict is Verdict.FAILED:
            how = "in an execution at random" if self.by_chance else f"within {self.bounds}"
            return [f"found {how}", *self._loops(), *self._assuming(), *self._outside()]
        if self.verdict is Verdict.UNKNOWN and (self.unknown or self.unsupported or not self.left_open):
            return ["not everything was decided:", *self.reasons(), *self._outside()]
        how = ", any number of threads and iterations (proved by an invariant)" if self.proved else ""
        if self._nothing_cut:
            atomic = " in which statements are atomic" if self.atomic_statements else ""
            return [f"all executions{atomic}{how}", *self._meaning(), *self._not_followed()]
        if self.verdict is Verdict.UNKNOWN:
            lines = [f"no violation within {self.hit}; {self.left_open}", *self._loops()]
        else:
            lines = [f"within bounds: {self.hit}{how}", *self._loops()]
        lines += ["  and: statements are atomic"] if self.atomic_statements else []
        lines += [f"  and: {bounds}" for bounds in self.also]
        lines += self._assuming()
        if self.switches_cut:
            lines.append("  there are schedules beyond the bound")
        lines += [f"  {place.location}: {place.what}: there are executions beyond" for place in self.unwinding_cut]
        if self.unfinished is not None:
            lines.append(f"  not finished: {self.unfinished}")
        return lines + self._meaning() + self._not_followed()

    def _loops(self) -> list[str]:
        return [f"  {place}: unwind {bound}" for place, bound in self.unwind_at]

    def _assuming(self) -> list[str]:
        return [f"  {what}" for what in self.assuming]

    def _meaning(self) -> list[str]:
        return [f"  {sentence}" for sentence in self.meaning] + self._outside()

    def _outside(self) -> list[str]:
        """In every answer: what is found may rest on it, too."""
        return [f"  {sentence}" for sentence in self.outside]

    def reasons(self) -> list[str]:
        """Why not everything was decided."""
        lines = [f"  {reason}" for reason in self.unknown]
        lines += [f"  {place.location}: not supported: {place.what}" for place in self.unsupported]
        if self.unfinished is not None:
            done = "; ".join(str(bounds) for bounds in (self.hit, *self.also))
            lines += [f"  reached: {self.unfinished}", f"  no violation within: {done}"]
        elif self.bounds != Bounds():
            lines.append(f"  reached: {self.bounds}")
        return lines

    def _not_followed(self) -> list[str]:
        """An execution ends where it does what has no meaning, whether that was asked about or not."""
        silent = [group for group in ("memory", "locks") if group not in self.groups]
        if not silent:
            return []
        return [f"  executions are followed up to a violation of what was not asked for: {', '.join(silent)}"]


@dataclass(frozen=True, slots=True)
class Times:
    """Seconds, over all bounds that were tried."""

    loading: float = 0.0
    exploration: float = 0.0
    solving: float = 0.0
    replay: float = 0.0
    total: float = 0.0


@dataclass(frozen=True, slots=True)
class EngineReport:
    """What an engine of a team came to."""

    name: str
    says: str
    seconds: float


@dataclass(frozen=True, slots=True)
class CheckResult:
    verdict: Verdict
    mode: str
    scope: Scope
    counterexamples: tuple[Counterexample, ...]
    notes: tuple[str, ...]
    statistics: Statistics  # of the last search
    visible_operations: int  # instructions at which threads can interfere
    times: Times
    peak_memory: float  # of this process, in megabytes
    program: Program = field(repr=False, compare=False)
    coverage: CoverageSummary | None = field(default=None, compare=False)  # None: not known
    engine: str = ""  # of mode auto: who settled it
    team: tuple[EngineReport, ...] = ()  # all engines that took part, if several did
    invariant: tuple[InvariantLine, ...] = ()  # of a proof
    loop_claims: tuple[InvariantLine, ...] = ()  # what C can say of it, at the heads of loops
    race_seen: DataRace | None = None  # in an execution at random, although nobody asked for races

    def __str__(self) -> str:
        """What `smtcb check` prints."""
        from .report.answer import answer_text

        return answer_text(self)

    def __repr__(self) -> str:
        scope = self.scope.lines()[0].removesuffix(":")
        return f"<{self.verdict.upper()} by {self.engine or self.mode}: {'; '.join([scope, *self.found])}>"

    def _repr_html_(self) -> str:
        """The page of `to_html`, in a frame: for notebooks."""
        from html import escape

        return f'<iframe srcdoc="{escape(self.to_html())}" width="100%" height="560" frameborder="0"></iframe>'

    def to_html(self) -> str:
        """The page that `smtcb check --html` writes."""
        from .report.answer import answer_page

        return answer_page(self)

    def to_json(self) -> dict[str, Any]:
        """The document that `smtcb check --json` prints."""
        from .report.answer import document

        return document(self, self.traces)

    @property
    def traces(self) -> list[Trace]:
        """The counterexamples step by step, each with its source lines and values."""
        from .report.answer import traces

        return traces(self)

    @property
    def found(self) -> list[str]:
        """What each counterexample violates, in a line."""
        if not self.counterexamples:
            return []
        from .report.traces import summary

        return [summary(one.what) for one in self.counterexamples]

    @property
    def complete(self) -> bool:
        """Does the answer hold for all executions?"""
        return self.scope.complete

    def without_program(self) -> CheckResult:
        """To be sent from one process to another that has it already."""
        nothing: Any = None
        return replace(self, program=nothing)

    @property
    def bounds(self) -> Bounds:
        return self.scope.bounds
