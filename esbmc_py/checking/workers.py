"""An engine in a process of its own: a copy of this one, which has loaded the program already.

It works in turns, and asks for the next one: where there are more engines than processors, they take turns of growing
work. It tells what it has covered as it goes, so that what was known is not lost with it.
"""

from __future__ import annotations

import os
import pickle
import signal
import struct
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from types import FrameType
from typing import TYPE_CHECKING, Any, NoReturn

from encoders.outcome import Statistics
from esbmc_py.goto.deferred import dataclass

from .options import OptionProblem
from .processor_time import processor_time

if TYPE_CHECKING:
    from .results import CheckResult, Scope

HAS_PROCESSES = hasattr(os, "fork")
_HEADER = struct.Struct("<I")
_TURN = struct.Struct("<d")
_MOST_SHARED = 8  # times as long on the clock, one that hardly uses the processor waits for something else


@dataclass(frozen=True, slots=True)
class Progress:
    """What it looks at now, and how far it is."""

    bounds: str
    statistics: Statistics


@dataclass(frozen=True, slots=True)
class Covered:
    """There is no violation within these bounds, and the scope says what else that rests on."""

    bounds: str
    scope: Scope


@dataclass(frozen=True, slots=True)
class TurnOver:
    """It waits for its next turn."""


@dataclass(frozen=True, slots=True)
class EngineAnswer:
    result: CheckResult


@dataclass(frozen=True, slots=True)
class Failed:
    """An internal error."""

    what: str


@dataclass(frozen=True, slots=True)
class Refused:
    """Options that mean nothing for this program."""

    what: str


Message = Progress | Covered | TurnOver | EngineAnswer | Failed | Refused


class Leash:
    """What an engine knows of its team: how much work it may do before others get their turn, and whom to tell."""

    def __init__(self, reading: int, writing: int):
        self._reading = reading
        self._writing = writing
        self._allowed = 0.0
        self._done = 0.0
        self._latest = 0.0

    def tell(self, message: Message) -> None:
        data = pickle.dumps(message)
        _write(self._writing, _HEADER.pack(len(data)) + data)

    def worked(self, work: float) -> None:
        """`work` counts from 0 in each attempt. Waits where the turn is over."""
        self._done += work - self._latest if work >= self._latest else work
        self._latest = work
        while self._done > self._allowed:
            self.tell(TurnOver())
            self.await_turn()

    def await_turn(self) -> None:
        data = os.read(self._reading, _TURN.size)
        if len(data) < _TURN.size:  # there is nobody left to answer
            os._exit(1)
        self._allowed += _TURN.unpack(data)[0]


class Worker:
    """The engine as its team sees it."""

    def __init__(self, work: Callable[[Leash], CheckResult], others: Iterable[Worker] = ()):
        ours, theirs = os.pipe()
        turns, giving = os.pipe()
        from encoders.solvers.parent_death import die_with_parent

        prepare = die_with_parent()
        self.pid = os.fork()
        if self.pid == 0:
            for stream in (ours, giving, *(stream for other in others for stream in other.streams)):
                os.close(stream)
            prepare()
            _run(work, Leash(turns, theirs))
        os.close(theirs)
        os.close(turns)
        self.stream = ours
        self._giving = giving
        self._data = bytearray()
        self._ended = False
        self._turn_began = time.monotonic()
        self._used_before = 0.0  # seconds of the processor, when its turn began

    @property
    def streams(self) -> tuple[int, ...]:
        """The parent's: nobody else holds them open."""
        return () if self._ended else (self.stream, self._giving)

    def give_turn(self, work: float) -> None:
        assert not self._ended, "its pipe is closed, and may be somebody else's by now"
        self._turn_began = time.monotonic()
        self._used_before = processor_time(self.pid)
        with suppress(BrokenPipeError):  # it has ended, and will be heard of
            os.write(self._giving, _TURN.pack(work))

    def works_longer_than(self, seconds: float) -> bool:
        """In its turn. What counts is the processor: where other programs have it, turns are long for all of ours."""
        on_the_clock = time.monotonic() - self._turn_began
        if on_the_clock < seconds:
            return False
        used = processor_time(self.pid) - self._used_before
        return used >= seconds or on_the_clock >= _MOST_SHARED * seconds

    def receive(self) -> Iterator[Message | None]:
        """What has arrived; None: nothing will any more."""
        chunk = os.read(self.stream, 1 << 16)
        self._data += chunk
        while len(self._data) >= _HEADER.size:
            (length,) = _HEADER.unpack_from(self._data)
            if len(self._data) < _HEADER.size + length:
                break
            message: Message = pickle.loads(bytes(self._data[_HEADER.size : _HEADER.size + length]))
            del self._data[: _HEADER.size + length]
            yield message
        if not chunk:
            yield None

    def interrupt(self) -> None:
        """It ends as soon as it can, and tells what it knows."""
        if not self._ended:
            with suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGUSR1)

    def cause_of_end(self) -> str:
        """Of one that has ended without an answer; it is waited for later."""
        from encoders.solvers.cause_of_death import cause_of_death

        try:
            ended = os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOWAIT)
        except ChildProcessError:  # somebody else has
            return "nobody knows of what"
        assert ended is not None
        return cause_of_death(ended.si_status if ended.si_code == os.CLD_EXITED else -ended.si_status)

    def kill(self) -> None:
        """It ends soon. A process with much memory takes a while for that: several do it beside each other."""
        if not self._ended:
            with suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGKILL)

    def end(self) -> None:
        """At once. Solvers that it has started end with it."""
        if not self._ended:
            self.kill()
            self._ended = True
            with suppress(ChildProcessError):  # where whoever calls us ignores SIGCHLD, it is gone
                os.waitpid(self.pid, 0)
            os.close(self.stream)
            os.close(self._giving)


def _run(work: Callable[[Leash], CheckResult], leash: Leash) -> NoReturn:
    """What the parent would do after us is not ours to do."""
    status = 1
    try:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # a Ctrl-C is for the parent, who tells us
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        signal.signal(signal.SIGUSR1, _interrupted)
        signal.setitimer(signal.ITIMER_REAL, 0)
        leash.await_turn()
        leash.tell(EngineAnswer(work(leash)))
        status = 0
    except KeyboardInterrupt:
        pass  # before there was anything to tell
    except OptionProblem as problem:
        leash.tell(Refused(str(problem)))
    except BaseException as error:
        leash.tell(Failed(_described(error)))
    finally:
        os._exit(status)


def _interrupted(_number: int, _frame: FrameType | None) -> NoReturn:
    signal.signal(signal.SIGUSR1, signal.SIG_IGN)  # once is enough
    raise KeyboardInterrupt


def _described(error: BaseException) -> str:
    import traceback

    if os.environ.get("SMTCB_DEBUG"):
        return traceback.format_exc()
    return f"{type(error).__name__}: {str(error).splitlines()[0][:200] if str(error) else 'no message'}"


def _write(stream: int, data: bytes) -> None:
    view: Any = memoryview(data)
    while view:
        view = view[os.write(stream, view) :]
