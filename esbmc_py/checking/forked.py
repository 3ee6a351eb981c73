"""Instances in processes of this machine: each is decided by a copy of this process, which has recorded the threads."""

from __future__ import annotations

import os
import pickle
import selectors
import signal
import time
from collections import deque
from contextlib import suppress
from dataclasses import replace
from typing import NoReturn

from encoders.instances import Instance
from encoders.outcome import Options, Outcome
from encoders.solvers.parent_death import die_with_parent
from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.program import Program

from .instances import Decided, Lost

_TRIES = 2  # for an instance whose process dies


@dataclass(slots=True, eq=False)
class _Child:
    pid: int
    stream: int
    number: int
    begun: float
    data: bytearray


class ForkedCrew:
    """`jobs` processes at a time, one for each instance. Only for a process without other threads that matter."""

    def __init__(self, program: Program, request: Options, jobs: int) -> None:
        self._program = program
        self._request = request
        self._jobs = jobs
        self._instances: dict[int, Instance] = {}
        self._waiting: deque[int] = deque()
        self._tries: dict[int, int] = {}
        self._children: dict[int, _Child] = {}  # by stream
        self._selector = selectors.DefaultSelector()

    @property
    def size(self) -> int:
        return self._jobs

    def begin(self, instances: dict[int, Instance]) -> None:
        self._instances |= instances
        self._waiting += instances
        self._fill()

    def _fill(self) -> None:
        while self._waiting and len(self._children) < self._jobs:
            self._start(self._waiting.popleft())

    def _start(self, number: int) -> None:
        self._tries[number] = self._tries.get(number, 0) + 1
        ours, theirs = os.pipe()
        prepare = die_with_parent()
        pid = os.fork()
        if pid == 0:
            prepare()
            for stream in (ours, *self._children):
                os.close(stream)
            _decide(self._program, replace(self._request, instance=self._instances[number]), theirs)
        os.close(theirs)
        self._children[ours] = _Child(pid, ours, number, time.monotonic(), bytearray())
        self._selector.register(ours, selectors.EVENT_READ)

    def wait(self, seconds: float) -> list[Decided | Lost]:
        events: list[Decided | Lost] = []
        for key, _ in self._selector.select(seconds):
            child = self._children[key.fd]
            chunk = os.read(key.fd, 1 << 16)
            child.data += chunk
            if not chunk:
                events += self._has_ended(child)
        self._fill()
        return events

    def _has_ended(self, child: _Child) -> list[Decided | Lost]:
        self._forget(child)
        _, status, usage = os.wait4(child.pid, 0)
        if os.waitstatus_to_exitcode(status) == 0 and child.data:
            answer = pickle.loads(bytes(child.data))
            if isinstance(answer, Outcome):
                processor = usage.ru_utime + usage.ru_stime
                return [Decided(child.number, answer, time.monotonic() - child.begun, processor=processor)]
            return [Lost(child.number, answer)]
        if self._tries[child.number] < _TRIES:
            self._waiting.append(child.number)
            return []
        return [Lost(child.number, f"its process died ({os.waitstatus_to_exitcode(status)})")]

    def _forget(self, child: _Child) -> None:
        self._selector.unregister(child.stream)
        os.close(child.stream)
        del self._children[child.stream]

    def close(self) -> None:
        """Solvers that they have started end with them."""
        self._waiting.clear()
        for child in list(self._children.values()):
            with suppress(ProcessLookupError):
                os.kill(child.pid, signal.SIGKILL)
            with suppress(ChildProcessError):
                os.waitpid(child.pid, 0)
            self._forget(child)
        self._selector.close()


def _decide(program: Program, request: Options, stream: int) -> NoReturn:
    """What the parent would do after us is not ours to do."""
    status = 1
    try:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # a Ctrl-C is for the parent, who ends us
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        runtime = replace(request.runtime, progress=None, transcript=None, questions=None)
        data = pickle.dumps(_answer(program, replace(request, runtime=runtime)))
        with os.fdopen(stream, "wb") as file:
            file.write(data)
        status = 0
    finally:
        os._exit(status)


def _answer(program: Program, request: Options) -> Outcome | str:
    """The outcome, or why there is none."""
    from encoders.once.check import check_lazyseq

    try:
        return check_lazyseq(program, request)
    except MemoryError:
        return "out of memory"
    except Exception as error:
        if os.environ.get("SMTCB_DEBUG"):
            raise
        what = str(error).splitlines()[0][:200] if str(error) else "no message"
        return f"internal error: {type(error).__name__}: {what}: that is a defect of smtcb"
