"""Signal handlers: where they interrupt a thread, and what they share with what they interrupt.

Only one thread is needed for that, so it is not memory that threads share.
"""

from __future__ import annotations

import signal
from collections.abc import Iterator, Sequence

from esbmc_py.goto.expressions import FunctionAddress
from esbmc_py.goto.instructions import Call, Load, Store
from esbmc_py.goto.program import Program
from esbmc_py.goto.symbols import CALLS_HANDLERS
from esbmc_py.vm.trace import TraceEvent

WAITS_FOR_SIGNAL = "a signal arrives"  # the reason of a `Block`


def calls_handler(event: TraceEvent) -> bool:
    called = event.instruction.callee if isinstance(event.instruction, Call) and event.in_model else None
    return called is not None and event.function == CALLS_HANDLERS and not isinstance(called, FunctionAddress)


def signal_of_handler(event: TraceEvent) -> str | None:
    """`SIGALRM`, if the event is the call of a handler."""
    if not calls_handler(event):
        return None
    return signal_name(event.changes[0].value if event.changes else "")


def signal_name(number: str) -> str:
    try:
        return signal.Signals(int(number)).name
    except ValueError:
        return f"signal {number}" if number else "a signal"


def in_handlers(events: Sequence[TraceEvent]) -> frozenset[int]:
    """Positions of what the program's own handlers do."""
    several = _with_handlers(events)
    return frozenset(position for position, event, handling in several if handling and not event.in_model)


def is_in_handler(events: Sequence[TraceEvent], position: int) -> bool:
    """Also what the library does there."""
    return any(handling for at, _, handling in _with_handlers(events) if at == position)


def shared_with_handlers(program: Program, events: Sequence[TraceEvent]) -> frozenset[int]:
    """Positions of the program's own accesses to what a handler and the code that it interrupts both touch."""
    touched: dict[bool, set[int]] = {True: set(), False: set()}
    accesses: list[tuple[int, int]] = []
    split = program.address_space.split
    for position, event, handling in _with_handlers(events):
        if isinstance(event.instruction, Load | Store) and not event.in_model:
            for one in event.touched:
                number = split(one.address)[0]
                touched[handling].add(number)
                accesses.append((position, number))
    both = touched[True] & touched[False]
    return frozenset(position for position, number in accesses if number in both)


def handed_over(program: Program, events: Sequence[TraceEvent]) -> frozenset[int]:
    """Those positions of what one of the two has written before the other one reads it: not a flag for later."""
    handling = in_handlers(events)
    written: dict[int, set[bool]] = {}  # object → by whom: a handler, or somebody else
    passed: set[int] = set()
    shared = sorted(shared_with_handlers(program, events))
    objects = {position: program.address_space.split(events[position].touched[0].address)[0] for position in shared}
    for position, number in objects.items():
        by_handler, writers = position in handling, written.setdefault(number, set())
        if any(one.write for one in events[position].touched):
            writers.add(by_handler)
        elif (not by_handler) in writers:
            passed.add(number)
    return frozenset(position for position, number in objects.items() if number in passed)


def _with_handlers(events: Sequence[TraceEvent]) -> Iterator[tuple[int, TraceEvent, bool]]:
    """Each event that happened, and whether a handler is under way in its thread."""
    under_way: dict[int, list[int]] = {}  # per thread, depths of the calls
    for position, event in enumerate(events):
        if event.waits is not None:
            continue
        depths = under_way.setdefault(event.thread, [])
        while depths and event.depth <= depths[-1]:
            depths.pop()
        yield position, event, bool(depths)
        if signal_of_handler(event) is not None:
            depths.append(event.depth)
