"""Which lines of an execution matter for what it ends in.

The slice decides about values and branches. Around it, a reader needs the frame: where threads start and are joined
that do something that matters, the locks that are held while they do it, who waits in the end and for what.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence, Set
from itertools import pairwise

from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.instructions import Assign, Call, Free, Nondet, Store
from esbmc_py.goto.numbering import Numbering
from esbmc_py.goto.program import Program
from esbmc_py.goto.symbols import Symbol
from esbmc_py.vm.findings import DataRace, Deadlock, Violation
from esbmc_py.vm.trace import TraceEvent

from .interruptions import WAITS_FOR_SIGNAL, in_handlers, shared_with_handlers
from .slicing import Slice, slice_of
from .trace_line import FROM_THE_RIGHT, TraceLine

_OF_ORDER = frozenset(FROM_THE_RIGHT.values())
_SETS = re.compile(r"([A-Za-z_]\w*) = [^,]*")
_ON_WAITERS = frozenset({"announce", "wait", "wake", "signal", "leave", "post", "take", "arrive"})


def mark_what_matters(
    program: Program, events: Sequence[TraceEvent], lines: list[TraceLine], what: Violation | Deadlock | DataRace | None
) -> None:
    """Sets `matters` of every line."""
    if what is None or not lines or (isinstance(what, Violation) and what.repeats is not None):
        return  # of an execution without an end, everything matters
    if any(change.kind == "origin" for event in events for change in event.changes):
        return  # values do not come from what was written last: the slice does not know whence
    waited = _waited_for_in_the_end(lines, what)
    caught = in_handlers(events) if _waits_for_a_signal(what) else frozenset()
    handled = shared_with_handlers(program, events)
    told = handled | _sets_globals(program, events)
    about = [line for line in lines if line.keeps or _is_on_waiters(line, waited) or caught & set(line.members)]
    also = [position for line in about for position in line.members]
    found = slice_of(program, events, what, [*also, *handled])
    if found is None:
        return
    for line in lines:
        line.matters = line in about or line.ends_life or _is_told_by(line, found, events, told)
        line.matters |= not _OF_ORDER.isdisjoint(line.notes)
    if not isinstance(what, Deadlock):
        lines[-1].matters = True
    _mark_reuse(lines)
    _mark_waits(lines, what)
    _mark_locks(lines, waited)
    _mark_starts_and_joins(lines, what)
    _mark_waits(lines, what)
    _hide_waits_for_what_is_hidden(lines)
    _hide_rounds_without_a_body(lines)


def _is_on_waiters(line: TraceLine, waited: set[str]) -> bool:
    return any(one.object in waited and one.verb in _ON_WAITERS for one in line.operations)


def _waits_for_a_signal(what: Violation | Deadlock | DataRace) -> bool:
    """Then a handler that has run came too early."""
    return isinstance(what, Deadlock) and any(one.reason == WAITS_FOR_SIGNAL for one in what.blocked)


def _sets_globals(program: Program, events: Sequence[TraceEvent]) -> set[int]:
    """Also those that one thread alone uses."""
    static, split = Numbering(program).static, program.address_space.split
    return {
        position
        for position, event in enumerate(events)
        if isinstance(event.instruction, Store) and not event.in_model and event.touched
        if isinstance(static(split(event.touched[0].address)[0]), Symbol)
    }


def _is_told_by(line: TraceLine, found: Slice, events: Sequence[TraceEvent], told: Set[int]) -> bool:
    """Does the line tell something that matters? What only counts the rounds of a loop does not."""
    if any(one.verb in ("interrupt", "send") for one in line.operations):
        return True
    if line.waits is not None or {one.verb for one in line.operations} & {"start", "join"}:
        return False
    for position in line.members:
        if position in found.positions:
            event = events[position]
            if event.in_model:
                if (line.operations and not _only_locks(line)) or (_touches_shared(event) and not line.operations):
                    return True
            elif (
                _touches_shared(event)
                or position in told
                or _enters(event)
                or isinstance(event.instruction, Nondet | Free)
            ):
                return True
            if position in found.values and isinstance(event.instruction, Assign) and not event.in_model:
                return True
    return False


def _mark_reuse(lines: list[TraceLine]) -> None:
    """Memory that is given out again, and where it was freed before."""
    freed: dict[str, TraceLine] = {}
    for line in lines:
        for one in line.operations:
            if one.verb == "free":
                freed[one.object] = line
            elif one.verb == "reuse":
                line.matters = True
                if one.object in freed:
                    freed[one.object].matters = True


def _only_locks(line: TraceLine) -> bool:
    return all(one.verb in ("lock", "unlock") for one in line.operations)


def _touches_shared(event: TraceEvent) -> bool:
    return bool(event.touched) and event.instruction.visible


def _enters(event: TraceEvent) -> bool:
    """A function of the program, which has parameters to tell."""
    return isinstance(event.instruction, Call) and bool(event.changes)


def _waited_for_in_the_end(lines: list[TraceLine], what: Violation | Deadlock | DataRace) -> set[str]:
    """The names of what blocked threads wait for."""
    if not isinstance(what, Deadlock):
        return set()
    names = {one.waited_for for one in what.blocked if one.waited_for}
    for blocked in what.blocked:
        for line in reversed([line for line in lines if line.thread == blocked.thread]):
            waits = [one.object for one in line.operations if one.verb in ("wait", "arrive")]
            if waits:
                names.add(waits[-1])
                break
    ends = {line.thread: line for line in lines}
    return names | {line.waits_for for line in ends.values() if line.waits_for}


@dataclass(frozen=True, slots=True)
class _Section:
    """From the line that locks something to the one that unlocks it, if there is one."""

    object: str
    thread: int
    first: int
    last: int | None


def _sections(lines: list[TraceLine]) -> Iterator[_Section]:
    opened: dict[tuple[int, str], int] = {}
    for number, line in enumerate(lines):
        for one in line.operations:
            if one.verb == "lock":
                opened.setdefault((line.thread, one.object), number)
            elif one.verb == "unlock" and (line.thread, one.object) in opened:
                yield _Section(one.object, line.thread, opened.pop((line.thread, one.object)), number)
    for (thread, name), number in opened.items():
        yield _Section(name, thread, number, None)


def _mark_locks(lines: list[TraceLine], waited: Iterable[str]) -> None:
    """Those that are held while something happens that matters, or for ever while others wait for them."""
    for section in _sections(lines):
        end = len(lines) if section.last is None else section.last
        inside = [line for line in lines[section.first + 1 : end] if line.thread == section.thread]
        if any(line.matters and (line.waits is None or section.last is None) for line in inside) or (
            section.last is None and section.object in waited
        ):
            lines[section.first].matters = True
            if section.last is not None:
                lines[section.last].matters = True


def _mark_starts_and_joins(lines: list[TraceLine], what: Violation | Deadlock | DataRace) -> None:
    doing = {line.thread for line in lines if line.matters}
    match what:
        case Deadlock(blocked=blocked):
            doing |= {one.thread for one in blocked}
        case DataRace(first=first, second=second):
            doing |= {first.thread, second.thread}
    cancelled = {line.thread for line in lines if line.matters and any(one.verb == "end" for one in line.operations)}
    for line in reversed(lines):  # whoever starts a thread that matters, matters
        for one in line.operations:
            if one.verb == "cancel" and cancelled & set(one.threads):
                line.matters = True
                doing.add(line.thread)
            if one.verb == "start" and doing & set(one.threads):
                line.matters = True
                doing.add(line.thread)
            elif one.verb == "join" and doing & set(one.threads):
                line.matters = True


def _mark_waits(lines: list[TraceLine], what: Violation | Deadlock | DataRace) -> None:
    """A wait matters if what comes after it in its thread does, or if the thread waits for ever."""
    blocked = {one.thread for one in what.blocked} if isinstance(what, Deadlock) else set()
    later: dict[int, bool] = {}
    for line in reversed(lines):
        if line.waits is not None:
            ends = line.thread in blocked and line.thread not in later
            line.matters = ends or later.get(line.thread, False)
        later[line.thread] = line.matters


def _hide_waits_for_what_is_hidden(lines: list[TraceLine]) -> None:
    """Who waits a while for a lock that somebody took in a line that is hidden: nobody could follow that."""
    last = {line.thread: line for line in lines}
    locked: dict[tuple[int, str], TraceLine] = {}
    for line in lines:
        for one in line.operations:
            if one.verb == "lock":
                locked[line.thread, one.object] = line
        if line.waits is not None and line.matters and line is not last[line.thread]:
            taken = [locked.get((holder.thread, line.waits_for)) for holder in line.waits.holders]
            line.matters = all(one is None or one.matters for one in taken)


def _hide_rounds_without_a_body(lines: list[TraceLine]) -> None:
    """Of rounds of a loop in which nothing else is told, the last is enough: `i = 0`, `i = 1`, `i = 2`."""
    shown = [line for line in lines if line.matters]
    for line, following in pairwise(shown):
        if _place(line) == _place(following) and _only_sets(line) and _only_sets(line) == _only_sets(following):
            line.matters = False


def _place(line: TraceLine) -> tuple[int, str, str, int]:
    return line.thread, line.function, line.location.file, line.location.line


def _only_sets(line: TraceLine) -> list[str]:
    """The names of local variables, if it does nothing but set them."""
    found = [_SETS.fullmatch(note) for note in line.notes]
    return [one[1] for one in found if one] if all(found) and not line.operations and line.waits is None else []
