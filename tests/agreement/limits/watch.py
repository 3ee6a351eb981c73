"""One command, watched from outside: when it ends, what its processes use, what it leaves behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
import uuid
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path

_LOOK = 0.05  # seconds between two looks
_MARK = "SMTCB_LIMITS_RUN"  # in the environment of all its processes, whatever session they are in
_GONE = 0.5  # seconds after the end, nobody is left


@dataclass(slots=True)
class Seen:
    status: int | None = None  # None: it did not end, and was killed
    seconds: float = 0.0  # until it ended
    after_signal: float = 0.0
    memory: float = 0.0  # megabytes, of all its processes, at most
    processes_left: list[str] = field(default_factory=list)
    files_left: list[str] = field(default_factory=list)
    output: str = ""
    errors: str = ""


def watch(
    words: Sequence[str], *, patience: float, signal_after: tuple[int, float] | None = None, group: bool = False
) -> Seen:
    """`signal_after`: which, and when. `group`: to all of its group, as a terminal does."""
    mark = uuid.uuid4().hex
    seen = Seen()
    with tempfile.TemporaryDirectory(prefix="limits") as folder:
        environment = {**os.environ, _MARK: mark, "TMPDIR": folder}
        # Its output goes to files, not pipes: nobody has to read it for it to go on.
        with tempfile.TemporaryFile() as output, tempfile.TemporaryFile() as errors:
            begun = time.monotonic()
            process = subprocess.Popen(
                [sys.executable, "-m", "esbmc_py", *words],
                env=environment, stdin=subprocess.DEVNULL, stdout=output, stderr=errors, start_new_session=True,
                preexec_fn=_listen,
            )  # fmt: skip
            sent = _follow(process, mark, seen, begun, patience, signal_after, group)
            seen.seconds = time.monotonic() - begun
            seen.after_signal = time.monotonic() - sent if sent else 0.0
            seen.status = process.returncode
            seen.processes_left = _left(mark)
            seen.output, seen.errors = _text(output), _text(errors)
        seen.files_left = sorted(str(path.relative_to(folder)) for path in Path(folder).rglob("*"))
    return seen


def _listen() -> None:
    """A shell's background jobs ignore Ctrl-C, and so would what they start."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def _follow(
    process: subprocess.Popen[bytes],
    mark: str,
    seen: Seen,
    begun: float,
    patience: float,
    signal_after: tuple[int, float] | None,
    group: bool,
) -> float | None:
    """When the signal was sent."""
    sent: float | None = None
    while process.poll() is None:
        now = time.monotonic()
        if signal_after is not None and sent is None and now - begun >= signal_after[1]:
            (os.killpg if group else os.kill)(process.pid, signal_after[0])
            sent = now
        if now - (sent or begun) > patience:
            for pid in _marked(mark):
                _kill(pid)
            process.wait()
            process.returncode = None
            break
        seen.memory = max(seen.memory, memory_of(_marked(mark), seen.memory))
        time.sleep(_LOOK)
    return sent


def memory_of(pids: Iterator[int], least: float) -> float:
    """Megabytes; what processes share counts once. Below `least` it is not counted exactly."""
    known = list(pids)
    resident = sum(_resident(pid) for pid in known)
    return resident if resident <= least or len(known) == 1 else sum(_share(pid) for pid in known)


def _resident(pid: int) -> float:
    try:
        return int(Path(f"/proc/{pid}/statm").read_bytes().split()[1]) * os.sysconf("SC_PAGE_SIZE") / 1e6
    except (OSError, IndexError):
        return 0.0


def _share(pid: int) -> float:
    try:
        return int(Path(f"/proc/{pid}/smaps_rollup").read_bytes().partition(b"\nPss:")[2].split()[0]) * 1024 / 1e6
    except (OSError, IndexError, ValueError):
        return 0.0


def _marked(mark: str) -> Iterator[int]:
    wanted = f"{_MARK}={mark}".encode()
    for path in Path("/proc").iterdir():
        if path.name.isdigit():
            try:
                if wanted in (path / "environ").read_bytes():
                    yield int(path.name)
            except OSError:
                continue


def _left(mark: str) -> list[str]:
    """Those that do not go by themselves in a moment. They are killed."""
    deadline = time.monotonic() + _GONE
    while (left := list(_marked(mark))) and time.monotonic() < deadline:
        time.sleep(_LOOK)
    names = [_name(pid) for pid in left]
    for pid in left:
        _kill(pid)
    return names


def _name(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes().replace(b"\0", b" ").decode(errors="replace")[:80]
    except OSError:
        return "?"


def _kill(pid: int) -> None:
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


def _text(file: object) -> str:
    file.seek(0)  # type: ignore[attr-defined]
    return file.read(100_000).decode(errors="replace")  # type: ignore[attr-defined, no-any-return]
