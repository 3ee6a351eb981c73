"""What the runtime reports about a run, line by line (`runtime/report.c`), and what that means."""

from __future__ import annotations

import re
from collections.abc import Sequence

from esbmc_py.goto.deferred import dataclass

from .problems import ReplayProblem


@dataclass(frozen=True, slots=True)
class ReportLine:
    """What the runtime says about a thread."""

    thread: int
    place: str  # file:line
    text: str = ""
    holder: int = -1  # the thread that holds what this one waits for


@dataclass(frozen=True, slots=True)
class NativeRun:
    """How the process ended."""

    kind: str  # assertion, abort, reached, deadlock, race, memory, signal, undefined; exited, stuck, assumption, lost
    detail: str = ""  # of a signal: its number; of an exit: its status
    at: ReportLine | None = None
    threads: tuple[ReportLine, ...] = ()  # blocked ones, or the two accesses of a race
    other_way: ReportLine | None = None  # where it left the counterexample first
    misuse: ReportLine | None = None  # of a lock
    not_freed: int = 0  # blocks of the heap
    dropped: int = 0  # accesses of the counterexample that the process did not make
    output: str = ""


_ABOUT = re.compile(
    r"(?P<word>[a-z-]+)(?: (?P<kind>[a-z]+))?(?: (?P<detail>\d+|local))?"
    r"(?: thread (?P<thread>-?\d+)(?: (?:at|after) (?P<place>[^ ]+?))?)?"
    r"(?: address \S+)?(?:: (?P<text>.*?)(?:, held by (?P<holder>-?\d+))?)?$"
)


def read_report(said: Sequence[str], status: int | None, output: str) -> NativeRun:
    """`status` is that of the process, None if it had to be ended."""
    lines = [match for line in said if (match := _ABOUT.match(line))]
    first: dict[str, re.Match[str]] = {}
    for match in lines:
        first.setdefault(match["word"], match)
    if "broken" in first:
        raise ReplayProblem(f"the runtime of the replay: {next(one for one in said if one.startswith('broken '))[7:]}")
    threads = tuple(_line(match) for match in lines if match["word"] in ("blocked", "access"))
    kind, detail, at = "lost", "" if status is None else str(status), None
    if "violation" in first:
        found = first["violation"]
        kind, detail, at = found["kind"], found["detail"] or "", _line(found)
    elif "assumption" in first:
        kind, at = "assumption", _line(first["assumption"])
    elif "stuck" in first:
        kind, at = "stuck", _line(first["running"]) if "running" in first else None
    elif "exited" in first:
        kind, detail = "exited", first["exited"]["detail"]
    return NativeRun(
        kind,
        detail,
        at if at is not None and at.place else None,
        threads,
        _line(first["diverged"]) if "diverged" in first else None,
        _line(first["misuse"]) if "misuse" in first else None,
        int(first["not-freed"]["detail"]) if "not-freed" in first else 0,
        int(first["dropped"]["detail"]) if "dropped" in first else 0,
        output,
    )


def _line(match: re.Match[str]) -> ReportLine:
    holder = -1 if match["holder"] is None else int(match["holder"])
    return ReportLine(int(match["thread"] or -1), match["place"] or "", match["text"] or "", holder)
