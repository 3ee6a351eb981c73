"""Values of local variables and of their parts, and results of calls, in a violated condition: `s.hits is 3`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from esbmc_py.goto.expressions import Register
from esbmc_py.goto.instructions import Assert, Load
from esbmc_py.goto.operands import registers_in
from esbmc_py.goto.program import Program
from esbmc_py.vm.trace import TracedValue, TraceEvent


def values_in_condition(program: Program, events: Sequence[TraceEvent], declared: frozenset[int]) -> list[str]:
    """Of the assertion that the execution ends in. `declared`: registers that hold the programmer's variables."""
    last = events[-1] if events else None
    if last is None or last.in_model or not isinstance(last.instruction, Assert):
        return []
    return list(dict.fromkeys(_told(program, events, registers_in(last.instruction.condition), declared)))


def _told(
    program: Program, events: Sequence[TraceEvent], registers: Sequence[Register], declared: frozenset[int]
) -> Iterator[str]:
    for one in registers:
        name = one.name.partition("$")[0]
        value = _last_value(events, one.name)
        if value is not None and (one.index in declared or name == one.name):
            yield f"{name} is {value}"
        elif value is not None and name in program.functions and not program.functions[name].is_model:
            yield f"{name} returns {value}"
        elif (part := _last_read(events, one.name)) is not None:
            yield f"{part.place} is {part.value}"


def _last_value(events: Sequence[TraceEvent], name: str) -> str | None:
    """Of a register of the last event's function; a parameter is set by the call."""
    last = events[-1]
    for event in reversed(events):
        if event.thread == last.thread and event.waits is None and event.depth <= last.depth + 1:
            for change in event.changes:
                if change.kind == "set" and change.place == name:
                    return change.value
            if event.depth < last.depth:
                return None
    return None


def _last_read(events: Sequence[TraceEvent], name: str) -> TracedValue | None:
    """What the register was read from, if no other thread can see that: what threads share is told anyway."""
    last = events[-1]
    for event in reversed(events):
        if event.thread != last.thread or event.waits is not None:
            continue
        if event.depth < last.depth:
            return None
        load = event.instruction
        if event.depth == last.depth and isinstance(load, Load) and load.target.name == name:
            reads = [one for one in event.changes if one.kind == "read" and "$" not in one.place]
            return reads[0] if reads and not load.visible else None
    return None
