"""What a machine has found, as encodings tell what they have found."""

from __future__ import annotations

from collections.abc import Mapping

from encoders.outcome import Found
from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.symbols import SourceLocation
from esbmc_py.vm.findings import DataRace, Deadlock, Finding, Violation


@dataclass(frozen=True, slots=True)
class ConcreteFound(Found):
    """What a machine has run into already; `finding` says how. `reduced`: a shorter execution was looked for."""

    finding: Finding | None = None
    reduced: bool = False


def is_reduced(found: Found) -> bool:
    return isinstance(found, ConcreteFound) and found.reduced


def concrete_found(finding: Finding, *, reduced: bool = False) -> ConcreteFound:
    inputs: Mapping[int, tuple[()]] = {}
    location, thread, message = _where(finding)
    threads = finding.schedule.threads
    return ConcreteFound(finding.property, message, location, thread, threads, inputs, finding=finding, reduced=reduced)


def _where(finding: Finding) -> tuple[SourceLocation, int, str]:
    match finding.what:
        case Violation(location=location, thread=thread, message=message):
            return location, thread, message
        case Deadlock(blocked=blocked):
            return blocked[0].location, blocked[0].thread, str(finding.what)
        case DataRace(first=first):
            return first.location, first.thread, str(finding.what)
