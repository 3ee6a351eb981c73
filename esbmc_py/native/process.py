"""One run of the real binary: in a scratch folder, in a session of its own, and gone when it is over."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import tempfile
from pathlib import Path

from .problems import ReplayProblem
from .report import NativeRun, read_report

LONGEST_RUN = 40.0  # seconds: the runtime itself notices when nothing happens any more
LARGEST_OUTPUT = 1_000_000
TSAN_OPTIONS = "halt_on_error=1:report_thread_leaks=0:detect_deadlocks=0:exitcode=66"


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
    return read_report(said, ended, printed)


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
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()
