"""A solver in a process of its own: text in, s-expressions out, a deadline on both."""

from __future__ import annotations

import contextlib
import os
import selectors
import shlex
import subprocess
import tempfile
import time
import weakref
from typing import IO

from .answers import SolverError
from .parent_death import die_with_parent
from .sexpressions import SExpression, is_complete, parse

_CHUNK = 1 << 16


class ProcessEnded(Exception):
    """The process is gone or was killed; the message says why."""


class SolverProcess:
    """Starts `command`. What is written is sent with the next question, so that many small commands cost one write."""

    def __init__(self, command: str, memory: int | None = None) -> None:
        words = shlex.split(command)
        if not words:
            raise SolverError("the solver's command is empty")
        self._command = words[0]
        self._errors: IO[bytes] = tempfile.TemporaryFile()  # noqa: SIM115 - lives as long as the process
        try:
            # A session of its own: Ctrl-C is for us, and we end the process.
            self._process = subprocess.Popen(
                words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=self._errors,
                bufsize=0,
                start_new_session=True,
                preexec_fn=die_with_parent(),
            )
        except OSError as error:
            raise SolverError(f"cannot run {self._command}: {error.strerror}") from error
        self._finalizer = weakref.finalize(self, _kill, self._process)
        self._limit_memory(memory)
        assert self._process.stdin is not None and self._process.stdout is not None
        self._input, self._output = self._process.stdin.fileno(), self._process.stdout.fileno()
        os.set_blocking(self._input, False)
        os.set_blocking(self._output, False)
        self._pending = bytearray()
        self._received = ""
        self.interrupted = False

    def _limit_memory(self, megabytes: int | None) -> None:
        if megabytes is not None:
            with contextlib.suppress(ImportError, AttributeError, OSError):  # only Linux can do this to another process
                import resource

                size = megabytes << 20
                resource.prlimit(self._process.pid, resource.RLIMIT_AS, (size, size))

    def write(self, line: str) -> None:
        self._pending += line.encode() + b"\n"

    def ask(self, line: str, seconds: float | None = None) -> SExpression:
        """Sends `line` and reads one s-expression. Raises `ProcessEnded` when none comes, and ends the process."""
        self.write(line)
        deadline = None if seconds is None else time.monotonic() + seconds
        try:
            while not is_complete(self._received):
                self._exchange(deadline)
        except BaseException:
            self.close()
            raise
        answer = parse(self._received)
        self._received = ""
        return answer

    def _exchange(self, deadline: float | None) -> None:
        with selectors.DefaultSelector() as selector:
            selector.register(self._output, selectors.EVENT_READ)
            if self._pending:
                selector.register(self._input, selectors.EVENT_WRITE)
            remaining = None if deadline is None else deadline - time.monotonic()
            ready = selector.select(remaining) if remaining is None or remaining > 0 else []
        if not ready:
            raise ProcessEnded("timed out")
        for key, events in ready:
            if events & selectors.EVENT_READ:
                self._receive()
            elif key.fd == self._input:
                self._send()

    def _receive(self) -> None:
        data = os.read(self._output, _CHUNK)
        if not data:
            raise ProcessEnded(self._obituary())
        self._received += data.decode(errors="replace")

    def _send(self) -> None:
        try:
            sent = os.write(self._input, self._pending[:_CHUNK])
        except BrokenPipeError:
            raise ProcessEnded(self._obituary()) from None
        del self._pending[:sent]

    def _obituary(self) -> str:
        if self.interrupted:
            return "interrupted"
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(1)
        status = self._process.poll()
        self._errors.seek(0)
        said = self._errors.read().decode(errors="replace").strip() or self._received.strip()
        last = said.splitlines()[-1][:200] if said else ""
        killed = status is not None and status < 0
        ending = f"was killed by signal {-(status or 0)}" if killed else f"ended with status {status}"
        return f"{self._command} {ending}" + (f": {last}" if last else "")

    def interrupt(self) -> None:
        """From another thread: the question that is being asked gets no answer."""
        self.interrupted = True
        self._process.kill()

    def close(self) -> None:
        self._finalizer()
        self._errors.close()


def _kill(process: subprocess.Popen[bytes]) -> None:
    process.kill()
    for stream in (process.stdin, process.stdout):
        if stream is not None:
            with contextlib.suppress(OSError):
                stream.close()
    process.wait()
