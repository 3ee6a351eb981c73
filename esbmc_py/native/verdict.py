"""Did the process end as the counterexample does?"""

from __future__ import annotations

import signal
from pathlib import PurePath

from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.properties import Property
from esbmc_py.goto.symbols import SourceLocation
from esbmc_py.vm.findings import DataRace, Deadlock, Violation

from .report import NativeRun, ReportLine

# How a process shows a violation: the kinds of its report.
SHOWN: dict[Property, frozenset[str]] = {
    Property.ASSERTION: frozenset({"assertion", "reached", "abort"}),
    Property.REACH: frozenset({"assertion", "reached", "abort"}),
    Property.NULL: frozenset({"signal"}),
    Property.BOUNDS: frozenset({"memory", "signal", "undefined"}),
    Property.FREED: frozenset({"memory", "signal"}),
    Property.DOUBLE_FREE: frozenset({"memory"}),
    Property.INVALID_FREE: frozenset({"memory", "abort", "signal"}),
    Property.READ_ONLY: frozenset({"signal"}),
    Property.DIVISION: frozenset({"signal", "undefined"}),
    Property.OVERFLOW: frozenset({"undefined"}),
    Property.SHIFT: frozenset({"undefined"}),
    Property.DEADLOCK: frozenset({"deadlock"}),
}
_SIGNALS = {
    Property.NULL: (signal.SIGSEGV, signal.SIGBUS),
    Property.BOUNDS: (signal.SIGSEGV, signal.SIGBUS),
    Property.FREED: (signal.SIGSEGV, signal.SIGBUS),
    Property.INVALID_FREE: (signal.SIGSEGV, signal.SIGBUS),
    Property.READ_ONLY: (signal.SIGSEGV,),
    Property.DIVISION: (signal.SIGFPE,),
}


@dataclass(frozen=True, slots=True)
class NativeVerdict:
    agrees: bool
    says: tuple[str, ...]  # how the process ended, for people


def cannot_show(what: Violation | Deadlock | DataRace) -> str:
    """Why no process can show this violation; empty if one can."""
    if isinstance(what, DataRace):
        return (
            "the two accesses of this race do not happen at the same time: --tsan hands it to ThreadSanitizer"
            if what.apart
            else ""
        )
    if isinstance(what, Violation) and what.property not in {*SHOWN, Property.LEAK, Property.LOCK}:
        return f"a process does not notice {what.property}"
    return ""


def is_undefined(what: Violation | Deadlock | DataRace) -> bool:
    return isinstance(what, Violation) and what.property in (Property.OVERFLOW, Property.SHIFT, Property.BOUNDS)


def compare(what: Violation | Deadlock | DataRace, run: NativeRun) -> NativeVerdict:
    """The same violation, or how it ended instead and where it went another way."""
    agrees = _agrees(what, run)
    said = _told(run)
    if not agrees and run.other_way is not None:
        where = run.other_way
        said.append(f"it went another way in thread {where.thread} at {where.place}: {where.text}")
    if not agrees and run.dropped:
        number = "1 access" if run.dropped == 1 else f"{run.dropped} accesses"
        said.append(f"{number} of the counterexample did not happen: left out by the compiler, or not reached")
    return NativeVerdict(agrees, tuple(said))


def compare_report(what: Violation | Deadlock | DataRace, run: NativeRun) -> NativeVerdict:
    """What ThreadSanitizer says: a race between the two lines."""
    lines = run.output.splitlines()
    begin = next((i for i, line in enumerate(lines) if "ThreadSanitizer: data race" in line), None)
    if begin is None:
        return NativeVerdict(False, ("ThreadSanitizer does not report a race", *_told(run)))
    end = next((i for i in range(begin, len(lines)) if lines[i].startswith("SUMMARY")), len(lines) - 1)
    told = "\n".join(lines[begin : end + 1])
    assert isinstance(what, DataRace)
    places = [place_of(side.location) for side in (what.first, what.second)]
    return NativeVerdict(all(place in told for place in places), tuple(told.splitlines()))


def _agrees(what: Violation | Deadlock | DataRace, run: NativeRun) -> bool:
    match what:
        case Deadlock(blocked=blocked, local=local):
            waiting = {line.thread for line in run.threads}
            wanted = {one.thread for one in blocked}
            return run.kind == "deadlock" and (wanted <= waiting if local else wanted == waiting)
        case DataRace(first=first, second=second):
            places = {(line.thread, line.place) for line in run.threads}
            wanted_places = {(side.thread, place_of(side.location)) for side in (first, second)}
            return run.kind == "race" and places == wanted_places
        case Violation(property=Property.LEAK):
            return run.kind == "exited" and run.not_freed > 0
        case Violation(property=Property.LOCK, thread=thread):
            return run.misuse is not None and run.misuse.thread == thread
        case Violation(property=violated, thread=thread, location=location):
            if run.kind not in SHOWN.get(violated, ()) or run.at is None:
                return run.kind == "deadlock" and violated is Property.DEADLOCK
            if run.kind == "signal" and int(run.detail) not in _SIGNALS.get(violated, ()):
                return False
            exact = run.kind == "assertion" and violated is Property.ASSERTION
            return run.at.thread == thread and (not exact or run.at.place == place_of(location))
    return False


def place_of(location: SourceLocation) -> str:
    return f"{PurePath(location.file).name}:{location.line}"


def _told(run: NativeRun) -> list[str]:
    where = _where(run.at)
    match run.kind:
        case "assertion":
            return [f"{where}: the assertion {run.at.text if run.at else ''} fails"]
        case "abort":
            return [f"{where}: abort"]
        case "reached":
            return [f"{where}: {run.at.text if run.at else ''} is reached"]
        case "memory" | "undefined":
            return [f"{where}: {run.at.text if run.at else ''}"]
        case "signal":
            return [f"{where}: {_signal_name(run.detail)}"]
        case "deadlock":
            return ["deadlock:", *(f"  {_waiting(line)}" for line in run.threads)]
        case "race":
            return ["data race, both are about to happen:", *(f"  {_where(line)}: {line.text}" for line in run.threads)]
        case "stuck":
            return [f"nothing happens any more; {where or 'all threads wait for something outside'}"]
        case "assumption":
            return [f"{where}: an assumption does not hold"]
        case "exited":
            more = [f"{run.not_freed} block(s) of the heap were not freed"] if run.not_freed else []
            misuse = [f"{_where(run.misuse)}: {run.misuse.text}"] if run.misuse is not None else []
            return [f"the process exits with status {run.detail}", *more, *misuse]
    return [f"the process ends without a report (status {run.detail or 'unknown: it had to be ended'})"]


def _where(line: ReportLine | None) -> str:
    return "" if line is None else f"thread {line.thread} at {line.place}"


def _waiting(line: ReportLine) -> str:
    held = f" (thread {line.holder})" if line.holder >= 0 else ""
    return f"{_where(line)} waits until {line.text}{held}"


def _signal_name(number: str) -> str:
    try:
        return signal.Signals(int(number)).name
    except ValueError:
        return f"signal {number}"
