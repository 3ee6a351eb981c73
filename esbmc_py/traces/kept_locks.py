"""Locks that are never given back: a function returns with one that it unlocks in other places, or a thread ends with
one; and others wait."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from esbmc_py.goto.expressions import FunctionAddress
from esbmc_py.goto.instructions import Call, EndThread, Return
from esbmc_py.goto.program import Function, Program
from esbmc_py.vm.findings import Deadlock
from esbmc_py.vm.trace import TraceEvent

from .trace_line import TraceLine


def tell_kept_locks(
    program: Program, events: Sequence[TraceEvent], lines: Iterable[TraceLine], waited_for: Iterable[str]
) -> None:
    """The line in which control leaves the function, or the thread ends, says so, and `keeps` what."""
    told = list(lines)
    for name in waited_for:
        locked = _never_unlocked(told, name)
        leaves = None if locked is None else _return_of(program, events, locked)
        ends = None if locked is None or leaves is not None else _end_of(events, locked.thread)
        for line in told:
            if not {leaves, ends}.isdisjoint(line.members):
                line.interesting, line.keeps, line.ends_thread = True, name, leaves is None
                line.notes.append(f"{'ends' if line.ends_thread else 'returns'} with {name} locked")


def names_of_locks(deadlock: Deadlock) -> list[str]:
    return [one.waited_for for one in deadlock.blocked if one.waited_for]


def _never_unlocked(lines: Iterable[TraceLine], name: str) -> TraceLine | None:
    """Where it was locked the last time, if nobody has unlocked it since."""
    locked = None
    for line in lines:
        for one in line.operations:
            if one.object == name and one.verb in ("lock", "unlock", "wait"):
                locked = line if one.verb == "lock" else None
    return locked


def _return_of(program: Program, events: Sequence[TraceEvent], locked: TraceLine) -> int | None:
    """Where the call ended in which it was locked: None if it has not, or if that function never unlocks anything."""
    function = program.functions.get(locked.function)
    if function is None or not _unlocks(function) or not locked.members:
        return None
    for position in range(locked.members[-1] + 1, len(events)):
        event = events[position]
        if event.thread == locked.thread and event.waits is None and event.depth == locked.depth:
            if isinstance(event.instruction, Return) and not event.in_model:
                return position
    return None


def _end_of(events: Sequence[TraceEvent], thread: int) -> int | None:
    """The last thing that a thread has done that has ended."""
    last = None
    for position, event in enumerate(events):
        if event.thread == thread and event.waits is None:
            if not event.in_model or last is not None:
                last = position
            if isinstance(event.instruction, EndThread):
                return last
    return None


def _unlocks(function: Function) -> bool:
    return any(
        isinstance(one, Call) and isinstance(one.callee, FunctionAddress) and one.callee.name.endswith("unlock")
        for one in function.instructions
    )
