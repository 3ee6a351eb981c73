"""The answer: a verdict, the scope it holds in, and counterexamples that were replayed."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

from esbmc_py.vm.results import Deadlock, Violation
from esbmc_py.vm.schedule import Schedule

if TYPE_CHECKING:
    from encoders.results import Statistics
    from esbmc_py.goto.program import Program
    from esbmc_py.vm.trace import TraceEvent


class Verdict(StrEnum):
    SUCCESSFUL = "successful"
    FAILED = "failed"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Counterexample:
    """`what` is what the concrete machine ran into; `schedule` makes it do so again."""

    what: Violation | Deadlock
    schedule: Schedule
    events: tuple[TraceEvent, ...]


@dataclass(frozen=True, slots=True)
class Bounds:
    """Those of the last completed search; None: none."""

    unwind: int | None = None
    contexts: int | None = None
    preemptions: int | None = None
    rounds: int | None = None

    def __str__(self) -> str:
        parts = []
        for name, value, plural in (
            ("unwind", self.unwind, ""),
            ("context switch", self.contexts, "es"),
            ("preemption", self.preemptions, "s"),
            ("round", self.rounds, "s"),
        ):
            if value is not None:
                parts.append(f"unwind {value}" if name == "unwind" else f"{value} {name}{plural if value != 1 else ''}")
        return ", ".join(parts)


@dataclass(frozen=True, slots=True)
class CheckResult:
    verdict: Verdict
    mode: str
    scope: tuple[str, ...]  # sentences
    complete: bool  # the verdict holds for all executions
    bounds: Bounds
    counterexamples: tuple[Counterexample, ...]
    notes: tuple[str, ...]
    statistics: Statistics
    seconds: float
    program: Program = field(repr=False, compare=False)
