"""What calls of the thread library do, told by what their models write.

A model says "locks m" where it stores the owner of the mutex, not where its function is called: so a call stands in a
trace where it takes effect.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import field

from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.instructions import Call, EndThread, Return, StartThread, Store
from esbmc_py.goto.reused_memory import FREE_FOR_NOW
from esbmc_py.vm.trace import TracedValue, TraceEvent

from .interruptions import signal_name, signal_of_handler

MUTEX_WAITS = frozenset(
    {
        "the mutex is free",
        "the spin lock is free",
        "no thread writes or waits to write first",
        "no thread reads or writes",
        "no other thread holds the stream",
    }
)  # reasons of a `Block` for what one thread holds while the others wait


ABOUT_MEMORY = frozenset({"free", "reuse"})  # verbs: their object is all of it, not what lies at its beginning


@dataclass(frozen=True, slots=True)
class Operation:
    """`verb` says what happens to `object`: lock, unlock, wait, wake, ... ; `text` says it to people."""

    verb: str
    object: str
    text: str
    threads: tuple[int, ...] = ()  # those that are woken, or joined


@dataclass(slots=True, eq=False)
class _Activation:
    """A call of a model's function under way."""

    depth: int
    function: str
    values: dict[str, str] = field(default_factory=dict)  # of parameters and locals, as text


class LibraryCalls:
    """Follows the calls of all threads through the events of an execution."""

    def __init__(self) -> None:
        self._stacks: dict[int, list[_Activation]] = {}
        self._threads: dict[str, int] = {}  # control block → number
        self._told: set[int] = set()  # threads whose call has done something worth telling

    def resume(self, thread: int, calls: Iterable[tuple[int, str, dict[str, str]]], threads: Mapping[str, int]) -> None:
        """A thread is in the middle of these calls: depth, function, and values of parameters and locals as text.

        `threads`: control blocks that these values lead to, and the threads' numbers.
        """
        self._stacks[thread] = [_Activation(depth, function, values) for depth, function, values in calls]
        self._threads |= threads

    def operations(self, event: TraceEvent) -> list[Operation]:
        """What the library does for the program in this event."""
        stack = self._stack(event)
        ended = self._ended(event, stack)
        if isinstance(event.instruction, Call):
            self._called(event, stack)
        name = signal_of_handler(event)
        if name is not None:
            return [Operation("interrupt", name, f"is interrupted by {name}")]
        if ended is not None:
            return [ended]
        if not event.in_model or not stack:
            return []
        now = stack[-1]
        for change in event.changes:
            if change.kind == "set":
                now.values[change.place.partition("$")[0]] = change.value
        if isinstance(event.instruction, StartThread):
            return self._started(event, now)
        if isinstance(event.instruction, EndThread) and any(one.function == "pthread_exit" for one in stack[1:]):
            return [Operation("end", "", "is cancelled")]  # a function of the library calls it, not the program
        if not isinstance(event.instruction, Store) or not event.changes:
            return []
        found = self._stored(event.changes[0], [one.function for one in stack], now)
        if found is not None:
            self._told.add(event.thread)
        return [] if found is None else [found]

    def object_of_call(self, thread: int) -> str:
        """What the thread's call of the library is about: the semaphore that it waits for."""
        for now in reversed(self._stacks.get(thread, [])):
            for parameter in ("semaphore", "condition", "mutex", "lock", "barrier", "once", "stream"):
                if now.values.get(parameter, "").startswith("&"):
                    return _object(now, parameter)
        return ""

    def _stack(self, event: TraceEvent) -> list[_Activation]:
        stack = self._stacks.setdefault(event.thread, [])
        while stack and (stack[-1].depth > event.depth or (stack[-1].depth == event.depth and not event.in_model)):
            stack.pop()
        return stack

    def _called(self, event: TraceEvent, stack: list[_Activation]) -> None:
        name = getattr(event.instruction.callee, "name", "")  # type: ignore[union-attr]
        if not stack:
            self._told.discard(event.thread)
        values = {change.place.partition("$")[0]: change.value for change in event.changes}
        stack.append(_Activation(event.depth + 1, name, values))

    def _ended(self, event: TraceEvent, stack: list[_Activation]) -> Operation | None:
        """A signal that finds nobody leaves no trace in memory: it is told where its call ends."""
        if not isinstance(event.instruction, Return) or not stack or event.thread in self._told:
            return None
        now = stack[-1]
        if now.function == "pthread_cond_signal":
            name = _object(now, "condition")
            return Operation("signal", name, f"signals {name}, nobody waits")
        return None

    def _started(self, event: TraceEvent, now: _Activation) -> list[Operation]:
        number = next((change.value for change in event.changes if change.kind == "set"), "")
        if not number.isdecimal():
            return [Operation("start", "", "starts a thread")]
        if "created" in now.values:
            self._threads[now.values["created"]] = int(number)
        self._told.add(event.thread)
        return [Operation("start", "", f"starts thread {number}", (int(number),))]

    def _stored(self, change: TracedValue, functions: list[str], now: _Activation) -> Operation | None:
        function, place, value = now.function, change.place, change.value
        if function.endswith(("_init", "_destroy")):
            return _set_up(function, place, now)
        match place:
            case "mutex->__owner":
                return _mutex(value, functions, _object(now, "mutex"))
            case "is_free" if function == FREE_FOR_NOW:
                name = _object(now, "freed")
                return Operation("free", name, f"frees {name}")
            case "is_free":
                name = _object(now, "given")
                return Operation("reuse", name, f"gets the memory of {name} again")
            case "lock->__writer" if value != "NULL":
                return _locks(_object(now, "lock"), " for writing")
            case "lock->__readers" if function == "begin_reading":
                return _locks(_object(now, "lock"), " for reading")
            case "lock->__waiting_writers" if function == "announce_writer":
                name = _object(now, "lock")
                return Operation("announce", name, f"waits to write {name}, before all who come to read")
            case "lock->__writer" | "lock->__readers":
                return _unlocks(_object(now, "lock"))
            case "stream->__holder":
                return _mutex(value, functions, _object(now, "stream"))
            case "*lock" if function.startswith("pthread_spin_"):
                name = _object(now, "lock")
                return _unlocks(name) if function == "pthread_spin_unlock" else _locks(name)
            case "semaphore->__value":
                verb = "post" if function == "sem_post" else "take"
                name = _object(now, "semaphore")
                return Operation(verb, name, f"{verb}s {name}, now {value}")
            case "condition->__waiting":
                return _condition(function, functions, now)
            case "barrier->__arrived":
                name = _object(now, "barrier")
                last = value == "0"
                text = f"is the last to arrive at {name}: all go on" if last else f"arrives at {name} and waits"
                return Operation("arrive", name, text)
            case "asked->signals" if function == "pthread_kill":
                asked = self._threads.get(now.values.get("asked", ""), 0)  # main was not created
                return _sends(now, f"thread {asked}", (asked,))
            case "cancelled->cancel_requested":
                asked = self._threads.get(now.values.get("cancelled", ""), 0)
                return Operation("cancel", "", f"asks thread {asked} to end", (asked,))
            case "__smtcb_sent" if function == "send_to_process":
                return _sends(now, "the process")
            case "joined->joined":
                number = self._threads.get(now.values.get("joined", ""))
                return None if number is None else Operation("join", "", f"thread {number} has ended", (number,))
            case _:
                return None


def _object(now: _Activation, parameter: str) -> str:
    return now.values.get(parameter, "").removeprefix("&") or parameter


def _set_up(function: str, place: str, now: _Activation) -> Operation | None:
    """Said once, at the first field."""
    first = {
        "mutex->__count": "mutex", "mutex->__kind": "mutex", "condition->__clock": "condition",
        "condition->__destroyed": "condition", "semaphore->__value": "semaphore", "semaphore->__destroyed": "semaphore",
        "lock->__kind": "lock", "lock->__destroyed": "lock", "*lock": "lock", "barrier->__waiting": "barrier",
        "barrier->__count": "barrier",
    }  # fmt: skip
    if place not in first or now.values.get("set up"):
        return None
    now.values["set up"] = "yes"
    name = _object(now, first[place])
    if function.endswith("_init"):
        return Operation("initialise", name, f"initialises {name}")
    return Operation("destroy", name, f"destroys {name}")


def _locks(name: str, how: str = "") -> Operation:
    return Operation("lock", name, f"locks {name}{how}")


def _unlocks(name: str) -> Operation:
    return Operation("unlock", name, f"unlocks {name}")


def _sends(now: _Activation, whom: str, threads: tuple[int, ...] = ()) -> Operation:
    name = signal_name(now.values.get("signal", ""))
    return Operation("send", name, f"sends {name} to {whom}", threads)


def _mutex(value: str, functions: list[str], name: str) -> Operation:
    if value == "NULL":
        return _unlocks(name)
    if "end_waiting" in functions:
        return Operation("lock", name, f"goes on, locks {name}")
    return _locks(name)


_WITH_DEADLINE = ("cond_timedwait", "cond_clockwait", "cnd_timedwait")


def _condition(function: str, functions: list[str], now: _Activation) -> Operation:
    name = _object(now, "condition")
    if function == "begin_waiting":
        return Operation("wait", name, f"begins to wait for {name}")
    if "end_waiting" in functions:
        if any(one.endswith(_WITH_DEADLINE) for one in functions):
            return Operation("leave", name, f"gives up waiting for {name}: nobody has signalled")
        return Operation("leave", name, f"is no longer waiting for {name}, though nobody signalled")
    woken = _members(now.values.get("threads", ""))
    if not woken:
        return Operation("signal", name, f"signals {name}, nobody waits")
    who = " and ".join(f"thread {one}" for one in woken)
    return Operation("wake", name, f"signals {name}, wakes {who}", woken)


def _members(text: str) -> tuple[int, ...]:
    """Threads of a set, which is a number: bit n is thread n."""
    found = re.fullmatch(r"\d+", text)
    bits = int(text) if found else 0
    return tuple(number for number in range(bits.bit_length()) if bits >> number & 1)
