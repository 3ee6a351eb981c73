"""One run of the real binary: in a scratch folder, in a session of its own, and gone when it is over."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import tempfile
from pathlib import Path

from esbmc_py.goto.deferred import dataclass

from .problems import ReplayProblem

LONGEST_RUN = 60.0  # seconds: the runtime itself notices when nothing happens any more
LARGEST_OUTPUT = 1_000_000
TSAN_OPTIONS = "halt_on_error=1:report_thread_leaks=0:detect_deadlocks=0:exitcode=66"

_VIOLATION = re.compile(r"violation (?P<kind>\w+)(?: (?P<detail>\d+|local))?(?: thread (?P<thread>-?\d+) at (?P<place>\S+?))?(?:: (?P<text>.*)| address .*)?$")
_BLOCKED = re.compile(r"blocked thread (?P<thread>\d+) at (?P<place>\S+): (?P<text>.*), held by (?P<holder>-?\d+)$")
_ACCESS = re.compile(r"access thread (?P<thread>\d+) at (?P<place>\S+): (?P<text>.*)$")


@dataclass(frozen=True, slots=True)
class Line:
    """What the runtime says about a thread."""

    thread: int
    place: str  # file:line
    text: str = ""
    holder: int = -1  # the thread that holds what this one waits for


@dataclass(frozen=True, slots=True)
class NativeRun:
    """How the process ended, as its runtime reported it."""

    kind: str  # assertion, abort, reached, deadlock, race, memory, signal, undefined; exited, stuck, assumption, lost
    detail: str = ""  # of a signal: its number; of an exit: its status
    at: Line | None = None
    threads: tuple[Line, ...] = ()  # blocked ones, or the two accesses of a race
    other_way: Line | None = None  # where it left the counterexample first
    misuse: Line | None = None
    not_freed: int = 0
    output: str = ""


def run_once(program: Path, plan: Path, patience: float = 5.0, *, tsan: bool = False) -> NativeRun:
    """Runs the program under its plan. Nothing of it is left behind."""
    with tempfile.TemporaryDirectory(prefix="smtcb-replay-") as scratch:
        report = Path(scratch) / "report"
        home = Path(scratch) / "run"
        home.mkdir()
        environment = {**os.environ, "SMTCB_PLAN": str(plan), "SMTCB_REPORT": str(report)}
        environment |= {"SMTCB_PATIENCE": str(patience)} | ({"TSAN_OPTIONS": TSAN_OPTIONS} if tsan else {})
        with (Path(scratch) / "output").open("w+b") as output:
            ended = _execute(program, home, environment, output)
            output.seek(0)
            printed = output.read(LARGEST_OUTPUT).decode(errors="replace")
        said = report.read_text(errors="replace").splitlines() if report.exists() else []
    return _read(said, ended, printed)


def _execute(program: Path, folder: Path, environment: dict[str, str], output: object) -> int | None:
    """The exit status; None if it had to be ended."""
    try:
        process = subprocess.Popen(
            [program],
            cwd=folder,
            env=environment,
            stdin=subprocess.DEVNULL,
            stdout=output,  # type: ignore[call-overload]
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
    except OSError as problem:
        raise ReplayProblem(f"{program}: cannot be run: {problem.strerror}") from None
    try:
        return process.wait(LONGEST_RUN)
    except subprocess.TimeoutExpired:
        return None
    finally:
        _end_group(process)


def _end_group(process: subprocess.Popen[bytes]) -> None:
    """The process, and whatever it has started."""
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except (ProcessLookupError, PermissionError):
        pass
    process.wait()


def _read(said: list[str], ended: int | None, output: str) -> NativeRun:
    kind, detail = "lost", "" if ended is None else str(ended)
    at = other_way = misuse = None
    threads: list[Line] = []
    not_freed = 0
    for line in said:
        if match := _VIOLATION.match(line):
            kind, detail = match["kind"], match["detail"] or ""
            if match["thread"] is not None:
                at = Line(int(match["thread"]), match["place"], match["text"] or "")
        elif match := _BLOCKED.match(line):
            threads.append(Line(int(match["thread"]), match["place"], match["text"], int(match["holder"])))
        elif match := _ACCESS.match(line):
            threads.append(Line(int(match["thread"]), match["place"], match["text"]))
        elif match := re.match(r"(diverged|misuse|running|assumption) thread (-?\d+) (?:at|after) (\S+?)(?:: (.*))?$", line):
            where = Line(int(match[2]), match[3], match[4] or "")
            other_way = where if match[1] == "diverged" and other_way is None else other_way
            misuse = where if match[1] == "misuse" and misuse is None else misuse
            at = where if match[1] in ("running", "assumption") else at
            kind = "assumption" if match[1] == "assumption" else kind
        elif line == "stuck":
            kind = "stuck"
        elif line.startswith("not-freed "):
            not_freed = int(line.split()[1])
        elif line.startswith("exited ") and kind == "lost":
            kind, detail = "exited", line.split()[1]
        elif line.startswith("broken "):
            raise ReplayProblem(f"the runtime of the replay: {line.removeprefix('broken ')}")
    return NativeRun(kind, detail, at, tuple(threads), other_way, misuse, not_freed, output)
