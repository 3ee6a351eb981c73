"""Parts of a question in processes of this machine: each is answered by a copy of this process.

Of mode lazyseq the parts are instances, and the process has recorded the threads already.
"""

from __future__ import annotations

import os
import pickle
import selectors
import signal
import time
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import Generic, NoReturn, TypeVar

from encoders.instances import Instance
from encoders.outcome import Outcome, Statistics
from encoders.request import Options
from encoders.solvers.cause_of_death import cause_of_death
from encoders.solvers.parent_death import die_with_parent
from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.program import Program

from .alarm import AttemptEnded
from .instances import PER_JOB, Decided, Deciding, Lost, Standing, decide_in_instances, instances_of

_TRIES = 2  # for a part whose process dies

_Part = TypeVar("_Part")


@dataclass(slots=True, eq=False)
class _Child:
    pid: int
    stream: int
    number: int
    begun: float
    data: bytearray


def instance_crew(program: Program, request: Options, jobs: int) -> ForkedCrew[Instance]:
    """Decides instances."""
    runtime = replace(request.runtime, progress=None, transcript=None, questions=None)
    request = replace(request, runtime=runtime)

    def decide(instance: Instance) -> Outcome:
        from encoders.once.check import check_lazyseq

        return check_lazyseq(program, replace(request, instance=instance))

    return ForkedCrew(decide, jobs)


def decide_here(program: Program, request: Options, jobs: int) -> Outcome:
    """In so many processes of this machine."""
    from .replay import replay

    def confirms(outcome: Outcome) -> bool:
        return any(replay(program, found, request.looked_for.properties) is not None for found in outcome.found)

    def watch(standing: Standing) -> None:
        if request.progress is not None:
            request.progress(Statistics(solver_checks=standing.done))

    def decide(instances: list[Instance], options: Options) -> Outcome:
        deadline = None if options.timeout is None else begun + options.timeout
        deciding = Deciding(instances, confirms=confirms, watch=watch, deadline=deadline)
        return deciding.run(instance_crew(program, options, jobs))

    begun = time.monotonic()
    return decide_in_instances(request, lambda options: instances_of(program, options, PER_JOB * jobs), decide)


class ForkedCrew(Generic[_Part]):
    """`jobs` processes at a time, one for each part. Only for a process without other threads that matter."""

    def __init__(self, work: Callable[[_Part], Outcome], jobs: int) -> None:
        self._work = work
        self._jobs = jobs
        self._parts: dict[int, _Part] = {}
        self._waiting: deque[int] = deque()
        self._tries: dict[int, int] = {}
        self._children: dict[int, _Child] = {}  # by stream
        self._selector = selectors.DefaultSelector()

    @property
    def size(self) -> int:
        return self._jobs

    def begin(self, parts: dict[int, _Part]) -> None:
        self._parts |= parts
        self._waiting += parts
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
            _answer_and_end(lambda: self._work(self._parts[number]), theirs)
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
        return [Lost(child.number, f"its process died: {cause_of_death(os.waitstatus_to_exitcode(status))}")]

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


def _answer_and_end(work: Callable[[], Outcome], stream: int) -> NoReturn:
    """What the parent would do after us is not ours to do."""
    status = 1
    try:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # a Ctrl-C is for the parent, who ends us
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        signal.setitimer(signal.ITIMER_REAL, 0)
        data = pickle.dumps(_answer(work))
        with os.fdopen(stream, "wb") as file:
            file.write(data)
        status = 0
    finally:
        os._exit(status)


def _answer(work: Callable[[], Outcome]) -> Outcome | str:
    """The outcome, or why there is none."""
    try:
        return work()
    except MemoryError:
        return "out of memory"
    except AttemptEnded as enough:
        return str(enough)
    except Exception as error:
        if os.environ.get("SMTCB_DEBUG"):
            raise
        what = str(error).splitlines()[0][:200] if str(error) else "no message"
        return f"internal error: {type(error).__name__}: {what}: that is a defect of smtcb"
