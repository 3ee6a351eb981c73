"""Patterns of tests that say nothing any more when something is done because of them."""

from __future__ import annotations

import re
from collections.abc import Iterator

from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.instructions import Branch, Call

from .accesses import TracedAccess
from .patterns import CHECK_THEN_ACT, Pattern, says
from .scene import Scene

_SELECTS = re.compile(r"->|\.")


def waits_without_a_second_look(scene: Scene) -> Iterator[Pattern]:
    """`if` instead of `while`: a thread waits since a test says so, is woken, finds the same value, and goes on."""
    for number, line in enumerate(scene.lines):
        for condition in [one.object for one in line.operations if one.verb == "wait"]:
            woken = [later for later in scene.lines[number + 1 :] if later.thread == line.thread and later.members]
            tested = _decided_by(scene, line.thread, line.members[-1])
            acting = _next(scene, tested, woken[0].members[0]) if tested and woken else None
            if tested is None or acting is None or not _is_as_it_was_and_not_asked(scene, tested, acting):
                continue
            since = [one for one in scene.accesses if one.write and tested.step < one.step < acting.step]
            others = [one for one in since if one.conflicts(tested)]
            orders = ((tested, others[0]), (others[-1], acting)) if others else ()
            between = "".join(f"; {says(scene, one)}" for one in dict.fromkeys(others[:1] + others[-1:]))
            sentence = (
                f"{says(scene, tested)} and so waits for {condition} (line {line.location.line}){between}; "
                f"thread {line.thread} goes on without another look, and {scene.text(acting)} "
                f"(line {acting.location.line})"
            )
            accesses = (tested, *others[:1], *(others[-1:] if len(others) > 1 else ()), acting)
            certain = acting.overlaps(tested) and scene.flows(acting.position, scene.last)
            yield Pattern(CHECK_THEN_ACT, (scene.name(tested),), accesses, orders, sentence, certain)


def _decided_by(scene: Scene, thread: int, position: int) -> TracedAccess | None:
    """The last read of the thread that decides that the event happens."""
    reads = [one for one in scene.all_accesses if one.thread == thread and not one.write and one.position < position]
    return next((one for one in reversed(reads) if scene.decides(one.position, position)), None)


def _next(scene: Scene, tested: TracedAccess, position: int) -> TracedAccess | None:
    """What the thread does next with what it tested; or, if it does nothing with that, with anything else."""
    later = [one for one in scene.all_accesses if one.thread == tested.thread and one.position > position]
    return next((one for one in later if one.overlaps(tested)), later[0] if later else None)


def _is_as_it_was_and_not_asked(scene: Scene, tested: TracedAccess, acting: TracedAccess) -> bool:
    place, again = (scene.events[one.position] for one in (tested, acting))
    same_test = (place.function, place.index) == (again.function, again.index)
    if acting.overlaps(tested):
        return not same_test and not acting.write and acting.value == tested.value
    writes = [one for one in scene.all_accesses if one.write and one.overlaps(tested) and one.step > tested.step]
    before = [one for one in writes if one.position < acting.position]
    return bool(before) and before[-1].value == tested.value


def waits_not_made(scene: Scene) -> Iterator[Pattern]:
    """A thread takes no lock or semaphore since a test says so, and meets one that has taken it."""
    for tested, avoided in _avoided_waits(scene):
        writer = scene.writer_before(tested)
        for met in _met_who_takes_it(scene, tested, avoided)[:1]:
            sentence = (
                f"{says(scene, tested)} and so does not wait for {met.object} (line {avoided.location.line}), which "
                f"thread {met.write.thread} takes before it {scene.text(met.write)} (line {met.write.location.line}); "
                f"then {says(scene, met.read)}"
            )
            accesses = (*([writer] if writer is not None else ()), tested, met.write, met.read)
            accesses = tuple(sorted(dict.fromkeys(accesses), key=lambda one: one.position))
            orders = ((writer, tested),) if writer is not None and writer.thread != tested.thread else ()
            yield Pattern(CHECK_THEN_ACT, (scene.name(tested),), accesses, orders, sentence, certain=True)


def _avoided_waits(scene: Scene) -> Iterator[tuple[TracedAccess, Call]]:
    """Reads of the thread that runs into the violation which lead it around the lock or semaphore of that call."""
    thread = scene.events[scene.last].thread
    own = [one for one in scene.accesses if one.thread == thread and not one.write]
    for position in range(scene.last, -1, -1):
        event = scene.events[position]
        if event.thread == thread and isinstance(event.instruction, Branch) and event.waits is None:
            avoided = scene.dependences.avoided_wait(position)
            tested = [one for one in own if one.position < position and scene.flows(one.position, position)]
            if isinstance(avoided, Call) and not _gives_locks_back(avoided) and tested:
                yield tested[-1], avoided


def _gives_locks_back(call: Call) -> bool:
    """A wait for a condition is no wait for its lock."""
    return bool(re.search("cond|cnd", getattr(call.callee, "name", "")))


@dataclass(frozen=True, slots=True)
class _Met:
    """What a thread reads while another one, which has taken the lock or semaphore, writes it."""

    object: str
    write: TracedAccess
    read: TracedAccess


def _met_who_takes_it(scene: Scene, tested: TracedAccess, avoided: Call) -> list[_Met]:
    source = scene.program.source_line(avoided.location)
    reads = [one for one in scene.accesses if one.thread == tested.thread and one.position > tested.position]
    found = []
    for number, line in enumerate(scene.lines):
        if line.thread == tested.thread or not line.members:
            continue
        for one in line.operations:
            if one.verb in ("lock", "take") and _speaks_of(source, one.object):
                inside = range(line.members[-1], _given_back(scene, number, one.object) + 1)
                writes = [access for access in scene.accesses if access.write and access.thread == line.thread]
                pairs = ((write, read) for write in writes for read in reads if write.conflicts(read))
                found += [_Met(one.object, write, read) for write, read in pairs if write.position in inside]
    return found


def _speaks_of(source: str, name: str) -> bool:
    """Does the line name the lock? `&gate->lock` does, where that is `gates[1].lock`."""
    return re.search(rf"\b{re.escape(_SELECTS.split(name)[-1])}\b", source) is not None


def _given_back(scene: Scene, number: int, name: str) -> int:
    """Where the thread of that line gives the lock or semaphore back: a position; the last one, if it does not."""
    thread = scene.lines[number].thread
    for line in scene.lines[number + 1 :]:
        gives = any(one.object == name and one.verb in ("unlock", "post") for one in line.operations)
        if line.thread == thread and gives and line.members:
            return line.members[-1]
    return scene.last


def stale_flags(scene: Scene) -> Iterator[Pattern]:
    """A thread goes by a flag that another one has set together with something else; that has changed since.

    It has changed it itself, and left the flag as it was: a flag `pushed` that is still set when all was popped.
    """
    thread = scene.events[scene.last].thread
    own = [one for one in scene.accesses if one.thread == thread]
    used = [one for one in own if not one.write and scene.flows(one.position, scene.last)]
    for read in reversed(own):
        setter = None if read.write else scene.writer_before(read)
        if setter is None or setter.thread == thread or not scene.decides(read.position, scene.last):
            continue
        if any(one.write and one.overlaps(read) for one in own):
            continue
        for value in [one for one in reversed(used) if one.position > read.position]:
            changed = scene.writer_before(value)
            both = [one for one in scene.accesses if one.thread == setter.thread and one.write and one.overlaps(value)]
            if changed is None or changed.thread != thread or value.overlaps(read) or not both:
                continue
            first = next(one for one in scene.all_accesses if one.write and one.overlaps(read))
            sentence = (
                f"{says(scene, read)} and goes on because of that; thread {setter.thread} has written it together with "
                f"{scene.name(value)} (line {setter.location.line}), but thread {thread} has changed "
                f"{scene.name(value)} alone since (line {changed.location.line}); then {says(scene, value)}"
            )
            accesses = (setter, changed, read, value)
            yield Pattern(CHECK_THEN_ACT, (scene.name(read),), accesses, ((first, read),), sentence)
