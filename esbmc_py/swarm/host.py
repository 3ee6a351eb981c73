"""A process that has a program and decides instances of it, one after the other: `python -m esbmc_py.swarm.host`.

Workers of a cluster run many threads; an instance needs a process without any, which can be ended at any moment. So
each thread of a worker has a host. The host records the program's threads once and lets a copy of itself decide each
instance. It ends when its input does, whatever happened to the worker, and takes everything with it.

Here is also the worker's side of it: `Host`.
"""

from __future__ import annotations

import os
import pickle
import selectors
import signal
import struct
import subprocess
import sys
from contextlib import suppress
from typing import TYPE_CHECKING, Any, NoReturn

from esbmc_py.goto.deferred import dataclass

if TYPE_CHECKING:
    from encoders.instances import Instance

    from .job import Job

_HEADER = struct.Struct("<I")
_POLL = 0.2


@dataclass(frozen=True, slots=True)
class Trouble:
    """Why there is no outcome."""

    why: str


class HostEnded(Exception):
    """It died before it could answer."""


class Host:
    """The process, as the thread of a worker sees it."""

    def __init__(self, job: Job) -> None:
        self.digest = job.digest
        self._process = subprocess.Popen(
            [sys.executable, "-m", __name__, str(os.getpid())],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,  # a Ctrl-C in a terminal is not for it
        )
        assert self._process.stdin is not None and self._process.stdout is not None
        self._to, self._from = self._process.stdin.fileno(), self._process.stdout.fileno()
        self._data = bytearray()
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._from, selectors.EVENT_READ)
        self._send(job)

    def decide(self, instance: Instance) -> None:
        self._send(instance)

    def _send(self, message: object) -> None:
        try:
            _write(self._to, message)
        except BrokenPipeError:
            raise HostEnded from None

    def answer(self, seconds: float) -> Any:
        """Decided, or Trouble; None: not yet. Raises HostEnded."""
        if self._selector.select(seconds):
            chunk = os.read(self._from, 1 << 16)
            if not chunk:
                raise HostEnded
            self._data += chunk
        return _take(self._data)

    def end(self) -> None:
        """At once, with whoever works for it."""
        with suppress(ProcessLookupError):
            self._process.kill()
        self._process.wait()
        self._selector.close()
        for stream in (self._process.stdin, self._process.stdout):
            with suppress(OSError):
                if stream is not None:
                    stream.close()


def _write(stream: int, message: object) -> None:
    data = pickle.dumps(message)
    view: Any = memoryview(_HEADER.pack(len(data)) + data)
    while view:
        view = view[os.write(stream, view) :]


def _take(data: bytearray) -> Any:
    """The first message, if all of it is there."""
    if len(data) < _HEADER.size:
        return None
    (length,) = _HEADER.unpack_from(data)
    if len(data) < _HEADER.size + length:
        return None
    message = pickle.loads(bytes(data[_HEADER.size : _HEADER.size + length]))
    del data[: _HEADER.size + length]
    return message


# -- inside the host --------------------------------------------------------------------------------------------------


class _Serving:
    """The first message is the job, all others are instances of it."""

    def __init__(self, reading: int, writing: int) -> None:
        self._reading = reading
        self._writing = writing
        self._data = bytearray()

    def run(self) -> NoReturn:
        job = self._receive()
        trouble = _problem_with(job)
        program = request = None
        if trouble is None:
            from .job import prepared

            program, request = prepared(job)
        while True:
            instance = self._receive()
            if trouble is not None:
                _write(self._writing, trouble)
                continue
            self._decide(program, request, instance)

    def _decide(self, program: Any, request: Any, instance: Instance) -> None:
        """In a copy of this process; ends with the input."""
        from encoders.once.check import lines
        from esbmc_py.checking.forked import instance_crew
        from esbmc_py.checking.instances import Decided

        lines(program, request)  # from now on, what was recorded is there
        crew = instance_crew(program, request, 1)
        crew.begin({0: instance})
        while True:
            if self._input_has_ended():
                crew.close()
                os._exit(0)
            for event in crew.wait(_POLL):
                crew.close()
                _write(self._writing, event if isinstance(event, Decided) else Trouble(event.why))
                return

    def _input_has_ended(self) -> bool:
        """Nobody sends a second instance before the first is decided."""
        with selectors.DefaultSelector() as selector:
            selector.register(self._reading, selectors.EVENT_READ)
            return bool(selector.select(0)) and not self._read()

    def _read(self) -> bool:
        chunk = os.read(self._reading, 1 << 16)
        self._data += chunk
        return bool(chunk)

    def _receive(self) -> Any:
        while (message := _take(self._data)) is None:
            if not self._read():
                os._exit(0)
        return message


def _problem_with(job: Job) -> Trouble | None:
    from .versions import differences, own_versions

    what = differences(job.versions, own_versions())
    return Trouble(f"the worker is made of something else: {what}") if what else None


def main() -> NoReturn:
    """Messages go where the output went; whatever prints something prints it among the errors."""
    from encoders.solvers.parent_death import end_with_parent

    end_with_parent(int(sys.argv[1]))  # also while it is busy, and does not look at its input
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    writing = os.dup(1)
    os.dup2(2, 1)
    try:
        _Serving(0, writing).run()
    except BrokenPipeError:
        os._exit(0)
    except Exception as error:
        if os.environ.get("SMTCB_DEBUG"):
            raise
        with suppress(BrokenPipeError):
            _write(writing, Trouble(f"internal error in a worker: {type(error).__name__}: {str(error)[:200]}"))
        os._exit(1)


if __name__ == "__main__":
    main()
