"""Locks that are never given back: a function returns with one that it unlocks in other places, and others wait."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from esbmc_py.goto.expressions import FunctionAddress
from esbmc_py.goto.instructions import Call, Return
from esbmc_py.goto.program import Function, Program
from esbmc_py.vm.findings import Deadlock
from esbmc_py.vm.trace import TraceEvent

from .trace_line import TraceLine


def tell_kept_locks(
    program: Program, events: Sequence[TraceEvent], lines: Iterable[TraceLine], waited_for: Iterable[str]
) -> None:
    """The line in which control leaves the function says so, and `keeps` what."""
    told = list(lines)
    for name in waited_for:
        locked = _never_unlocked(told, name)
        leaves = None if locked is None else _return_of(program, events, locked)
        for line in told:
            if leaves is not None and leaves in line.members:
                line.interesting, line.keeps = True, name
                line.notes.append(f"returns with {name} locked")


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


def _unlocks(function: Function) -> bool:
    return any(
        isinstance(one, Call) and isinstance(one.callee, FunctionAddress) and one.callee.name.endswith("unlock")
        for one in function.instructions
    )
