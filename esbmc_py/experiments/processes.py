"""A command in a process of its own, with hard limits on time and memory.

Nothing here waits: `Process.poll` looks whether it has ended or gone too far. So one thread can watch several, and the
children can be told to die with it (that signal is sent when the *thread* that started them ends).
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

PATIENCE = 1.5  # seconds between being asked to end and being killed
_WALL_FACTOR, _WALL_EXTRA = 3.0, 10.0  # a process that waits instead of computing has so much more time
_LEISURE = 20  # looking takes a twentieth of the time at most, however much there is to count
_OUTPUT_LIMIT = 64_000_000  # bytes of output that are read
_PR_SET_PDEATHSIG = 1


@dataclass(frozen=True, slots=True)
class ProcessLimits:
    """Of processor time in seconds and of memory in megabytes."""

    timeout: float | None = None
    memory: int | None = None


@dataclass(frozen=True, slots=True)
class Ended:
    """How a process came to its end. `limit` is "timeout" or "memory" if it went beyond that."""

    status: int  # exit status; a signal's number, negative
    limit: str | None
    cpu: float  # seconds of processor time, with those of its children
    wall: float
    memory: float  # megabytes at most
    output: str
    errors: str


class Process:
    """A running command. It is the leader of a process group, so that nothing it starts outlives it."""

    def __init__(
        self, command: Sequence[str], limits: ProcessLimits, environment: Mapping[str, str] | None = None
    ) -> None:
        self._limits = limits
        self._limit: str | None = None
        self._asked_to_end: float | None = None
        self._cpu = self._memory = self._next_look = 0.0
        # Closed when the process has ended.
        self._output = tempfile.TemporaryFile()  # noqa: SIM115
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115
        self._started = time.monotonic()
        self._ours = resident(os.getpid()) / 1e6
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.DEVNULL,
            stdout=self._output,
            stderr=self._errors,
            env=environment,
            start_new_session=True,
            preexec_fn=_before_exec(limits),
        )

    def poll(self) -> Ended | None:
        """None: it is still running."""
        pid, status, usage = os.wait4(self._process.pid, os.WNOHANG)
        if pid == 0:
            self._watch()
            return None
        return self._end(status, usage)

    def kill(self) -> None:
        """At once, with everything it started; its result is lost."""
        self._kill()
        _, status, usage = os.wait4(self._process.pid, 0)
        self._end(status, usage)

    def _watch(self) -> None:
        if self._asked_to_end is not None:
            if time.monotonic() - self._asked_to_end > PATIENCE:
                self._kill()
            return
        before = time.monotonic()
        if before < self._next_look:
            return
        cpu, memory = usage_of_tree(self._process.pid)
        self._next_look = before + _LEISURE * (time.monotonic() - before)
        self._cpu, self._memory = max(self._cpu, cpu), max(self._memory, memory)
        wall = time.monotonic() - self._started
        if self._limits.memory is not None and memory > self._limits.memory:
            self._limit = "memory"
            self._kill()
            self._asked_to_end = time.monotonic()
        elif self._limits.timeout is not None and (
            max(cpu, self._cpu) > self._limits.timeout or wall > self._limits.timeout * _WALL_FACTOR + _WALL_EXTRA
        ):
            self._limit = "timeout"
            self._signal(signal.SIGINT)  # smtcb answers with what it knows so far
            self._asked_to_end = time.monotonic()

    def _kill(self) -> None:
        """The group, and whoever has left it for a group of its own: solvers that smtcb starts do."""
        family = [pid for pid, _ in tree(self._process.pid)]
        self._signal(signal.SIGKILL)
        for pid in family:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.kill(pid, signal.SIGKILL)

    def _signal(self, number: signal.Signals) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self._process.pid, number)

    def _most_memory(self, told: float) -> float:
        """Linux counts what this process holds, too: the other one began as a copy of it.

        Below a megabyte, it was seen before it had loaded its program, which says nothing."""
        own = told > 1.1 * self._ours or self._memory < 1
        return max(self._memory, told) if own else self._memory

    def _end(self, status: int, usage: resource.struct_rusage) -> Ended:
        self._signal(signal.SIGKILL)  # children that it left behind
        wall = time.monotonic() - self._started
        code = os.waitstatus_to_exitcode(status)
        self._process.returncode = code
        cpu = max(self._cpu, usage.ru_utime + usage.ru_stime)
        memory = self._most_memory(usage.ru_maxrss / (1e6 if sys.platform == "darwin" else 1e3))
        limit = self._limit
        if limit is None and self._limits.timeout is not None and cpu > self._limits.timeout:
            limit = "timeout"  # over the limit between two looks
        if limit is None and self._limits.memory is not None and memory > self._limits.memory:
            limit = "memory"
        texts = _text(self._output), _text(self._errors)
        ended = Ended(code, limit, round(cpu, 3), round(wall, 3), round(memory, 1), *texts)
        self._output.close()
        self._errors.close()
        return ended


def _text(file: BinaryIO) -> str:
    file.seek(0)
    return file.read(_OUTPUT_LIMIT).decode("utf-8", "replace")


def _before_exec(limits: ProcessLimits) -> Callable[[], None]:
    """What the child does before it becomes the command: it will die with its parent.

    The kernel's limit on time is for what escapes from us: the grandchild of a parent that was killed.
    """
    prctl = ctypes.CDLL(None).prctl if sys.platform == "linux" else None
    seconds = None if limits.timeout is None else int(2 * limits.timeout * (os.cpu_count() or 1)) + 10

    def prepare() -> None:
        signal.signal(signal.SIGINT, signal.SIG_DFL)  # a shell's background jobs ignore it, and their children would
        if prctl is not None:
            prctl(_PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0)
        if seconds is not None:
            resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))

    return prepare


# -- what a process and its children use ------------------------------------------------------------------------------

_TICKS = os.sysconf("SC_CLK_TCK")
_PAGE = os.sysconf("SC_PAGE_SIZE")


def usage_of_tree(pid: int) -> tuple[float, float]:
    """Seconds of processor time, and megabytes in use now; nothing where there is no /proc."""
    members = list(tree(pid))
    # The time of each, and that of children that have ended.
    cpu = sum(sum(map(int, fields[11:15])) for _, fields in members) / _TICKS
    used = sum(share(process) for process, _ in members) if len(members) > 1 else resident(pid)
    return cpu, used / 1e6


def share(pid: int) -> int:
    """Bytes, where what several processes share is divided among them: a forked child shares nearly everything."""
    try:
        text = Path(f"/proc/{pid}/smaps_rollup").read_bytes()
        return int(text.partition(b"\nPss:")[2].split()[0]) * 1024
    except (OSError, ValueError, IndexError):
        return resident(pid)  # as it is now: a process that has ended meanwhile holds nothing any more


def resident(pid: int) -> int:
    """Bytes in use now, shared or not."""
    try:
        return int(Path(f"/proc/{pid}/statm").read_bytes().split()[1]) * _PAGE
    except (OSError, ValueError, IndexError):
        return 0


def tree(pid: int) -> Iterator[tuple[int, list[bytes]]]:
    """The process and all that descends from it, each with what /proc/PID/stat says after the name."""
    waiting = [pid]
    while waiting:
        process = waiting.pop()
        try:
            # The command's name may hold anything, so count from the bracket that ends it.
            fields = Path(f"/proc/{process}/stat").read_bytes().rpartition(b")")[2].split()
            waiting += [
                int(child)
                for task in Path(f"/proc/{process}/task").iterdir()
                for child in (task / "children").read_bytes().split()
            ]
        except (OSError, ValueError):
            continue
        yield process, fields
