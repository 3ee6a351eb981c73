"""Limits that hold whatever runs: a command with a limit on time or memory works in a child, and we watch it.

Who works looks at the clock, too, and can tell more in the end. But a parser, a preprocessor or a solver may not look
for a long time: then we end it with everything that it has started, and say ourselves that the limit was reached.
"""

from __future__ import annotations

import argparse
import io
import os
import select
import shutil
import signal
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from types import FrameType
from typing import NoReturn, TextIO

from encoders.solvers.cause_of_death import cause_of_death
from encoders.solvers.parent_death import adopt_orphans, die_with_parent

from .cut_short import answer_cut_short
from .exit_codes import ExitCode
from .process_age import seconds_since_start

# A command that takes T seconds altogether ends by itself. It is ended after a twentieth more and this many seconds.
_LATE = 0.75
_MORE_MEMORY = 1.03  # times the limit; up to it, whoever works may end by itself
_JUMP = 16  # megabytes that a process may ask for beyond that at once
_AFTER_SIGNAL = 1.5  # seconds in which a command that is interrupted may tell what it knows
_LOOK = 0.02  # seconds between two looks at the memory
_LONGEST_PAUSE = 0.3
_LEISURE = 5  # looking takes a fifth of the time at most
_TWICE = 0.5  # seconds: a Ctrl-C reaches both processes, and ours is handed on
_ANSWERS = b"a"  # what the child says before it writes its answer
_FAILS = b"f"  # what it says before it tells what it dies of
_LONGEST_WORD = 600  # bytes of that


@dataclass(frozen=True, slots=True)
class Limited:
    """What a command may use; seconds count from the start of this process."""

    seconds: float | None
    megabytes: int | None


def supervise(options: argparse.Namespace, execute: Callable[[], int]) -> int:
    """Executes a command within the limits that it has as a whole.

    Others keep their own: `smtcb fix --timeout` is about each of its checks, bench and compare watch by themselves.
    """
    if options.command not in ("check", "swarm", "validate", "run") or not hasattr(os, "fork"):
        return execute()
    option = "max_seconds" if options.command == "run" else "timeout"
    seconds = getattr(options, option, None)

    def work() -> int:
        """It begins now, but its time began when this process did."""
        options.covered = logbook.note
        if seconds is not None:
            left = max(0.05, seconds - seconds_since_start())
            setattr(options, option, left)
            options.ends_at = time.monotonic() + left
        return execute()

    limits = Limited(seconds, getattr(options, "memory", None))
    with tempfile.TemporaryFile("w+", encoding="utf-8") as file:
        logbook = _Logbook(file)
        return run_within(limits, work, lambda why: answer_cut_short(options, why, logbook.known()))


@dataclass(frozen=True, slots=True)
class _Logbook:
    """What the child has covered so far: it may have no time to tell it in the end."""

    file: TextIO

    def note(self, mode: str, bounds: str) -> None:
        with suppress(OSError):  # an answer does not depend on it
            print(f"{mode}: no violation within {bounds}", file=self.file, flush=True)

    def known(self) -> list[str]:
        """The latest word of each engine; the last line may be half of one."""
        self.file.seek(0)
        latest: dict[str, str] = {}
        for line in self.file.read().split("\n")[:-1]:
            latest[line.partition(":")[0]] = line
        return list(latest.values())


def run_within(limits: Limited, work: Callable[[], int], cut_short: Callable[[str], int]) -> int:
    """The exit status of `work`, done in a child; if it has to be ended, of `cut_short`, which is told why."""
    folder = tempfile.mkdtemp(prefix="smtcb-")  # the child's temporary files: it may have no time to remove them
    try:
        return _Supervisor(limits, folder).run(work, cut_short)
    finally:
        shutil.rmtree(folder, ignore_errors=True)


@dataclass(slots=True)
class _Supervisor:
    limits: Limited
    folder: str
    child: int = 0
    said: int = 0  # where the child says that it answers now
    asked: list[int] = field(default_factory=list)  # signals that have come
    ends_by: float = float("inf")
    next_look: float = 0.0
    failed: str = ""  # what the child says that it dies of

    def run(self, work: Callable[[], int], cut_short: Callable[[str], int]) -> int:
        if self.limits.seconds is not None:
            self.ends_by = time.monotonic() - seconds_since_start() + 1.05 * self.limits.seconds + _LATE
        before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
        try:
            for number, handler in before.items():
                if handler is not signal.SIG_IGN:
                    signal.signal(number, self._pass_on)
            self._start(work)
            with os.fdopen(self.said, "rb", closefd=True):
                return self._wait(cut_short)
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def _start(self, work: Callable[[], int]) -> None:
        sys.stdout.flush()
        sys.stderr.flush()
        self.said, saying = os.pipe()
        prepare = die_with_parent()
        child = os.fork()
        if child == 0:
            os.close(self.said)
            prepare()
            _work_and_end(work, saying, self.folder, self.limits.megabytes)
        self.child = child
        os.close(saying)
        if self.asked:  # it came before we knew whom to hand it on to
            os.kill(child, self.asked[0])

    def _pass_on(self, number: int, _frame: FrameType | None) -> None:
        self.asked.append(number)
        self.ends_by = min(self.ends_by, time.monotonic() + _AFTER_SIGNAL)
        if self.child:
            os.kill(self.child, number)  # it has not been waited for: the number is still its own

    def _wait(self, cut_short: Callable[[str], int]) -> int:
        answers = False
        while True:
            answers = answers or self._says_something(self._pause())
            pid, status = os.waitpid(self.child, os.WNOHANG if not answers else 0)
            if pid:
                self.child = 0
                return self._ended(os.waitstatus_to_exitcode(status), answers, cut_short)
            if not answers and (why := self._too_much()):
                self._end_all()
                return cut_short(why)

    def _pause(self) -> float:
        """Not for long: if another thread gets a signal, nothing wakes us."""
        if self.limits.megabytes is not None:
            return _LOOK
        return min(_LONGEST_PAUSE, max(0.0, self.ends_by - time.monotonic()))

    def _says_something(self, pause: float) -> bool:
        """Or has ended: then the pipe is closed."""
        ready, _, _ = select.select([self.said], [], [], pause)
        word = os.read(self.said, 1) if ready else b""
        if word == _FAILS:
            self.failed = os.read(self.said, _LONGEST_WORD).decode(errors="replace")
        return word == _ANSWERS

    def _ended(self, status: int, answers: bool, cut_short: Callable[[str], int]) -> int:
        if answers:
            return status if status >= 0 else ExitCode.UNKNOWN
        if self.asked:
            return cut_short("interrupted")
        if self.limits.megabytes is not None:
            return cut_short(f"more than {self.limits.megabytes} MB of memory")
        self._says_something(0)
        return cut_short(self.failed or f"its process died: {cause_of_death(status)}")

    def _too_much(self) -> str:
        now = time.monotonic()
        if now >= self.ends_by:
            return "interrupted" if self.asked else "out of time"
        if self.limits.megabytes is not None and now >= self.next_look:
            from esbmc_py.checking.memory_use import shares_beyond

            beyond = shares_beyond(_MORE_MEMORY * self.limits.megabytes, [os.getpid()])
            self.next_look = now + _LEISURE * (time.monotonic() - now)
            if beyond:
                return f"more than {self.limits.megabytes} MB of memory"
        return ""

    def _end_all(self) -> None:
        """The child, and whoever descends from it: who loses a parent becomes ours."""
        from esbmc_py.checking.memory_use import children, descendants

        adopt_orphans()
        for pid in (self.child, *descendants(self.child)):
            _kill(pid)
        while left := list(children(os.getpid())):
            for pid in left:
                _kill(pid)
                os.waitpid(pid, 0)
        self.child = 0


def _kill(pid: int) -> None:
    with suppress(ProcessLookupError):  # it has ended by itself
        os.kill(pid, signal.SIGKILL)


# -- the child --------------------------------------------------------------------------------------------------------


class _Held(io.StringIO):
    """Output that is written at the end. Whoever asks what it is hears about the one that it goes to."""

    def __init__(self, target: TextIO) -> None:
        super().__init__()
        self.target = target

    def isatty(self) -> bool:
        return self.target.isatty()

    def fileno(self) -> int:
        return self.target.fileno()


def _work_and_end(work: Callable[[], int], saying: int, folder: str, megabytes: int | None) -> NoReturn:
    """Nothing is written to the output before the answer is complete: if there is none, another one will be."""
    os.environ["TMPDIR"] = tempfile.tempdir = folder
    _raise_once()
    if megabytes is not None:
        _refuse_more_than(int(_MORE_MEMORY * megabytes) + _JUMP)
    held = _Held(sys.stdout)
    sys.stdout = held
    try:
        status = work()
    except BaseException as error:  # an interruption at the last moment, or nothing left to report it with
        with suppress(BaseException):
            os.write(saying, _FAILS + _last_words(error).encode()[:_LONGEST_WORD])
        os._exit(ExitCode.UNKNOWN)
    for number in (signal.SIGINT, signal.SIGTERM):  # whoever does not want to read it
        signal.signal(number, signal.SIG_DFL)
    signal.signal(signal.SIGALRM, signal.SIG_IGN)
    os.write(saying, _ANSWERS)
    status = _write(held, status)
    sys.stderr.flush()
    os._exit(status)


def _last_words(error: BaseException) -> str:
    if os.environ.get("SMTCB_DEBUG"):
        import traceback

        traceback.print_exception(error)
    what = f"{type(error).__name__}: {(str(error).splitlines() or ['no message'])[0]}"
    return (
        f"internal error: {what:.300}: that is a defect of smtcb (SMTCB_DEBUG=1 in the environment shows the traceback)"
    )


def _write(held: _Held, status: int) -> int:
    try:
        held.target.write(held.getvalue())
        held.target.flush()
    except BrokenPipeError:
        return ExitCode.UNKNOWN  # the reader has gone
    except OSError as error:
        print(f"smtcb: cannot write the answer: {error.strerror}", file=sys.stderr)
        return ExitCode.UNKNOWN
    return status


def _raise_once() -> None:
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        return
    latest = -_TWICE

    def interrupt(_number: int, _frame: FrameType | None) -> None:
        nonlocal latest
        now = time.monotonic()
        if now - latest > _TWICE:
            latest = now
            raise KeyboardInterrupt

    signal.signal(signal.SIGINT, interrupt)
    signal.signal(signal.SIGTERM, interrupt)


def _refuse_more_than(megabytes: int) -> None:
    """A single step can ask for gigabytes between two looks."""
    import resource

    if sys.platform == "linux":
        _, hard = resource.getrlimit(resource.RLIMIT_DATA)
        wanted = megabytes << 20
        if hard == resource.RLIM_INFINITY or hard > wanted:
            resource.setrlimit(resource.RLIMIT_DATA, (wanted, hard))
