"""What kind of mistake it is: patterns of accesses that matter, each with the orders that would have to be necessary.

Several patterns may be there in one execution. Which one explains it, is decided by which of their orders are
necessary; of those that are equal, the first here.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import pairwise

from esbmc_py.goto.instructions import Copy, EndThread, Store
from esbmc_py.goto.properties import Property
from esbmc_py.vm.findings import Violation

from .accesses import TracedAccess
from .interruptions import is_in_handler
from .lifetimes import end_of_life
from .patterns import (
    ABA,
    ATOMICITY_VIOLATION,
    CHECK_THEN_ACT,
    DEAD_LOCAL,
    DOUBLE_FREE,
    LOST_UPDATE,
    ORDER_VIOLATION,
    TORN_READ,
    USE_AFTER_FREE,
    USE_BEFORE_INITIALISATION,
    Pattern,
    says,
)
from .scene import Scene
from .stale_tests import stale_flags, waits_not_made, waits_without_a_second_look


def patterns(scene: Scene) -> Iterator[Pattern]:
    """Of a violation of something else than deadlock and race, the most specific first."""
    assert isinstance(scene.what, Violation)
    if scene.what.property in (Property.FREED, Property.DOUBLE_FREE, Property.INVALID_FREE):
        yield from _freed(scene, scene.what.property)
    if scene.what.property is Property.DEAD:
        yield from _dead(scene, scene.what)
    yield from _aba(scene)
    yield from _lost_updates(scene)
    yield from _failed_swaps(scene)
    torn = list(_torn_reads(scene))
    if torn:  # as a rule, who reads takes no lock; but why?
        yield from waits_not_made(scene)
    yield from torn
    yield from waits_without_a_second_look(scene)
    yield from _check_then_act(scene, same_place=True)
    yield from _sandwiches(scene)
    yield from _too_early(scene, used=True)
    yield from _check_then_act(scene, same_place=False)
    yield from _too_early(scene, used=False)
    yield from stale_flags(scene)
    yield from _last_conflict(scene)


def _sandwich(scene: Scene, kind: str, accesses: tuple[TracedAccess, TracedAccess, TracedAccess], why: str) -> Pattern:
    first, between, last = accesses
    sentence = f"{says(scene, first)}, then {says(scene, between)}, then {says(scene, last)}{why}"
    orders = ((first, between), (between, last))
    return Pattern(kind, (scene.name(between),), accesses, orders, sentence)


def _own_pairs(scene: Scene) -> Iterator[tuple[TracedAccess, TracedAccess]]:
    """Two accesses of one thread to one place, the second the next one; the latest first."""
    for index in range(len(scene.accesses) - 1, -1, -1):
        second = scene.accesses[index]
        for first in reversed(scene.accesses[:index]):
            if first.thread == second.thread and first.overlaps(second):
                yield first, second
                break


def _between(scene: Scene, first: TracedAccess, second: TracedAccess) -> list[TracedAccess]:
    """Writes of other threads to that place in between."""
    return [
        one
        for one in scene.accesses
        if one.write and first.step < one.step < second.step and one.conflicts(first) and one.conflicts(second)
    ]


def _freed(scene: Scene, violated: Property) -> Iterator[Pattern]:
    event = scene.events[scene.last]
    if not event.touched:
        return
    split = scene.program.address_space.split
    used = split(event.touched[0].address)[0]
    frees = [one for one in scene.all_accesses if one.frees and split(one.address)[0] == used]
    frees = [one for one in frees if one.position < scene.last]
    if not frees:
        return
    free = frees[-1]
    name = scene.object_name(used)
    last = scene.fails()
    kind = USE_AFTER_FREE if violated is Property.FREED else DOUBLE_FREE
    again = "uses it" if kind == USE_AFTER_FREE else "frees it again"
    user = f"thread {event.thread}" + ", in a signal handler," * is_in_handler(scene.events, scene.last)
    where = scene.what.location if isinstance(scene.what, Violation) else free.location
    sentence = f"thread {free.thread} frees {name} (line {free.location.line}), then {user} {again} (line {where.line})"
    accesses = (free, last)
    orders = ((free, last),) if last.thread != free.thread else ()
    yield Pattern(kind, (name,), accesses, orders, sentence, certain=True)


def _dead(scene: Scene, what: Violation) -> Iterator[Pattern]:
    end = end_of_life(scene.program, scene.events, what)
    if end is None:
        return
    ends = scene.events[end.position]
    where = scene.own_location(end.position)
    how = "ends" if isinstance(ends.instruction, EndThread) else f"leaves {ends.function}"
    over = TracedAccess(
        end.position, ends.step, ends.thread, True, 0, 0, end.name, end.name, "", where, ends_life=True
    )  # fmt: skip
    last = next((one for one in reversed(scene.all_accesses) if one.position == scene.last), None)
    sentence = (
        f"thread {ends.thread} {how} (line {where.line}), and {end.name} lives no longer; "
        f"then thread {what.thread} uses it (line {what.location.line})"
    )
    others = last is not None and last.thread != ends.thread
    accesses = (over,) if last is None else (over, last)
    orders = ((over, last),) if last is not None and others else ()
    yield Pattern(DEAD_LOCAL, (end.name,), accesses, orders, sentence, certain=True)


def _aba(scene: Scene) -> Iterator[Pattern]:
    for first, second in _own_pairs(scene):
        others = _between(scene, first, second)
        if first.write or not scene.is_swap(second.step, second) or len(others) < 2:
            continue
        if others[-1].value == first.value and any(one.value != first.value for one in others):
            changed = next(one for one in others if one.value != first.value)
            name = scene.name(first)
            sentence = (
                f"{says(scene, first)}; before it swaps it, {says(scene, changed)}, and {says(scene, others[-1])} "
                f"again: the compare-and-swap (line {second.location.line}) finds the old value and does not notice"
            )
            orders = ((first, changed), (others[-1], second))
            yield Pattern(ABA, (name,), (first, changed, others[-1], second), orders, sentence)


def _lost_updates(scene: Scene) -> Iterator[Pattern]:
    for read, write in _own_pairs(scene):
        if not write.write or read.write or not scene.flows(read.position, write.position):
            continue
        for other in reversed(_between(scene, read, write)):
            why = f", which it has made of the old value: what thread {other.thread} wrote is lost"
            yield _sandwich(scene, LOST_UPDATE, (read, other, write), why)


def _failed_swaps(scene: Scene) -> Iterator[Pattern]:
    """A compare-and-swap that fails since another thread was faster, and is not tried again."""
    first_of = {event.step: event for event in scene.events if event.first}
    everything = [one for one in scene.all_accesses if one.size]
    for index in range(len(everything) - 1, -1, -1):
        again = everything[index]
        tried = again.write or scene.is_swap(again.step, again) or first_of[again.step].kind != "atomicbegin"
        if tried or any(one.thread == again.thread and one.overlaps(again) for one in everything[index + 1 :]):
            continue
        before = [one for one in everything[:index] if one.thread == again.thread and one.overlaps(again)]
        others = [one for one in scene.accesses if one.write and one.conflicts(again)]
        for read in before[-1:]:
            for other in others:
                if not read.write and read.step < other.step < again.step:
                    why = f": the swap fails and is not tried again, the update of thread {again.thread} is lost"
                    yield _sandwich(scene, LOST_UPDATE, (read, other, again), why)


def _check_then_act(scene: Scene, *, same_place: bool) -> Iterator[Pattern]:
    """What was read decides about something that happens after another thread has changed it; there or elsewhere."""
    reads = [one for one in scene.accesses if not one.write]
    for read in reversed(reads):
        others = [one for one in scene.accesses if one.write and one.step > read.step and one.conflicts(read)]
        for other in others[:1]:
            act = _decided(scene, read, other)
            if act is not None:
                acting, then = act
                if same_place != (acting is not None and acting.overlaps(read)):
                    continue
                writes = (other, *_seen_instead(others, acting))
                orders = [(read, other)]
                if acting is not None and acting.conflicts(writes[-1]):
                    orders.append((writes[-1], acting))
                accesses = (read, *writes) if acting is None else (read, *writes, acting)
                between = "; ".join(says(scene, one) for one in writes)
                sentence = f"{says(scene, read)} and goes on because of that; {between}; then {then}"
                yield Pattern(CHECK_THEN_ACT, (scene.name(read),), accesses, tuple(orders), sentence)


def _seen_instead(writes: list[TracedAccess], acting: TracedAccess | None) -> list[TracedAccess]:
    """The write that a read sees in the end, where that is not the first one since."""
    if acting is None or acting.write:
        return []
    return [one for one in writes[1:] if one.step < acting.step and one.conflicts(acting)][-1:]


def _decided(scene: Scene, read: TracedAccess, other: TracedAccess) -> tuple[TracedAccess | None, str] | None:
    """What happens after `other` since `read` read what it did."""
    later = [one for one in scene.accesses if one.thread == read.thread and one.step > other.step]
    later.sort(key=lambda one: not one.overlaps(read))  # the same place, if possible
    for one in later:
        if scene.decides(read.position, one.position):
            return one, says(scene, one)
    ends = scene.events[scene.last]
    if ends.thread == read.thread and scene.decides(read.position, scene.last):
        assert isinstance(scene.what, Violation)
        return None, f"thread {ends.thread} runs into the violation (line {scene.what.location.line})"
    return None


def _torn_reads(scene: Scene) -> Iterator[Pattern]:
    """Of two things that another thread changes together, one is seen as it was before and one as it is after."""
    thread = scene.events[scene.last].thread
    reads = [one for one in scene.accesses if not one.write and one.thread == thread]
    reads = [one for one in reads if scene.flows(one.position, scene.last) or scene.decides(one.position, scene.last)]
    for first, second in reversed(list(pairwise(reads))):
        parts = first.location == second.location or first.location.line == second.location.line
        together = scene.flows(first.position, scene.last) and scene.flows(second.position, scene.last)
        leads = scene.flows(first.position, second.position)  # from one place to the next, as in a list
        if first.overlaps(second) or leads or not (parts or together):
            continue
        for one, other in ((first, second), (second, first)):
            pattern = _seen_from_two_sides(scene, one, other)
            if pattern is not None:
                yield pattern


def _seen_from_two_sides(scene: Scene, fresh: TracedAccess, stale: TracedAccess) -> Pattern | None:
    writer = scene.writer_before(fresh)
    if writer is None or writer.thread == fresh.thread:
        return None
    earlier = [one for one in scene.all_accesses if one.write and one.overlaps(stale) and one.position < stale.position]
    if any(one.thread == writer.thread for one in earlier):
        return None
    same = scene.root(fresh) == scene.root(stale)
    overwrites = [
        one
        for one in scene.all_accesses
        if one.write and one.thread == writer.thread and one.overlaps(stale) and one.position > stale.position
    ]
    if not overwrites:
        to_come = [(one, site) for one, site in scene.writes_to_come(stale) if one.thread == writer.thread]
        scene.to_come.update(to_come[:1])
        overwrites = [one for one, _ in to_come]
    if not same and overwrites and all(one.value and one.value == stale.value for one in overwrites):
        return None  # it is the same before and after (which of one object some bytes may be: see memcpy)
    elsewhere = not scene.ended(writer.thread) and _writes_elsewhere(scene, _functions(scene, writer.thread), stale)
    if not overwrites and not elsewhere:
        return None
    objects = (scene.root(fresh),) if same else (scene.name(fresh), scene.name(stale))
    happened = [one for one in overwrites[:1] if one not in scene.to_come]
    accesses = tuple(sorted({writer, fresh, stale, *happened}, key=lambda one: one.position))
    sentence = (
        f"{says(scene, writer)}; {says(scene, fresh)}, which is new, but {says(scene, stale)}, which is old: "
        f"thread {writer.thread} changes both, and thread {fresh.thread} sees one half of that"
    )
    orders = [(writer, fresh), *((stale, one) for one in overwrites[:1])]
    return Pattern(TORN_READ, objects, accesses, tuple(orders), sentence)


def _writes_elsewhere(scene: Scene, functions: Iterable[str], place: TracedAccess) -> bool:
    """Would these functions write that place, too? Their code says so."""
    names = {place.place, scene.name(place)}
    return any(
        isinstance(instruction, Store | Copy) and instruction.place in names
        for function in functions
        for instruction in scene.program.functions[function].instructions
    )


def _too_early(scene: Scene, *, used: bool) -> Iterator[Pattern]:
    """What is read is not yet what another thread is about to write. `used`: its value is what goes wrong."""
    for read in reversed(scene.accesses):
        if read.write or read.thread != scene.events[scene.last].thread:
            continue
        flows = scene.flows(read.position, scene.last)
        if flows != used or not (flows or scene.decides(read.position, scene.last)):
            continue
        first = not scene.is_set_before(read)
        kind = USE_BEFORE_INITIALISATION if first and used else ORDER_VIOLATION
        writes = [one for one in scene.accesses if one.write and one.conflicts(read) and one.step > read.step]
        again = [one for one in scene.accesses if one.thread == read.thread and one.overlaps(read)]
        if writes and any(one.step > writes[0].step for one in again):
            continue  # it looks again: see `_sandwiches`
        for write in writes[:1]:
            sentence = f"{says(scene, read)} before {says(scene, write)}"
            yield Pattern(kind, (scene.name(read),), (read, write), ((read, write),), sentence)
        if not used:
            continue
        for write, site in scene.writes_to_come(read)[:1]:
            its_own = read.name.startswith("heap object") and f"of thread {write.thread}" in read.name
            if first or its_own:
                scene.to_come[write] = site
                sentence = f"{says(scene, read)} before thread {write.thread} writes it (line {write.location.line})"
                objects = (scene.name(read),)
                yield Pattern(USE_BEFORE_INITIALISATION, objects, (read,), ((read, write),), sentence)
        itself = any(one.write and one.thread == read.thread and one.overlaps(read) for one in scene.all_accesses)
        if first and not itself and _writes_elsewhere(scene, _every_function(scene), read):
            sentence = f"{says(scene, read)}, which nobody has written yet"
            published = _published(scene, read)
            if published is not None:
                write, pointer = published
                sentence = f"{says(scene, write)}; {says(scene, pointer)} and goes there; {sentence}"
            accesses = (*(published or ()), read)
            yield Pattern(USE_BEFORE_INITIALISATION, (scene.name(read),), accesses, (), sentence)


def _published(scene: Scene, read: TracedAccess) -> tuple[TracedAccess, TracedAccess] | None:
    """The pointer by which the thread came there, where it found it, and who has put it there: another thread."""
    for pointer in reversed(scene.all_accesses):
        before = pointer.thread == read.thread and not pointer.write and pointer.position < read.position
        if before and scene.flows(pointer.position, read.position):
            writer = scene.writer_before(pointer)
            return None if writer is None or writer.thread == read.thread else (writer, pointer)
    return None


def _functions(scene: Scene, thread: int) -> list[str]:
    own = [one for one in scene.events if not one.in_model and one.thread == thread]
    return list(dict.fromkeys(one.function for one in own))


def _every_function(scene: Scene) -> list[str]:
    """Of the program itself."""
    return [name for name, function in scene.program.functions.items() if not function.is_model]


def _sandwiches(scene: Scene) -> Iterator[Pattern]:
    for first, second in _own_pairs(scene):
        for other in reversed(_between(scene, first, second)):
            yield _sandwich(scene, ATOMICITY_VIOLATION, (first, other, second), "")


def _last_conflict(scene: Scene) -> Iterator[Pattern]:
    for index in range(len(scene.accesses) - 1, -1, -1):
        second = scene.accesses[index]
        for first in reversed(scene.accesses[:index]):
            if first.conflicts(second):
                if not second.write or scene.has_joined(second, first.thread):
                    break  # what was written is read, or comes after a join: that is how things go, no mistake
                sentence = f"{says(scene, first)}, then {says(scene, second)}"
                objects = (scene.name(second),)
                yield Pattern(ORDER_VIOLATION, objects, (first, second), ((first, second),), sentence)
                break


def misdirected(scene: Scene) -> Pattern | None:
    """What should have been written where it is read went elsewhere: an index was changed before its reader came."""
    split = scene.program.address_space.split
    for read in reversed(scene.accesses):
        if read.write or scene.writer_before(read) is not None or not scene.flows(read.position, scene.last):
            continue
        whole = split(read.address)[0]
        for write in scene.all_accesses:
            others = write.write and write.thread != read.thread and write.position < read.position
            if others and split(write.address)[0] == whole and not write.overlaps(read):
                found = _changed_before(scene, write, whole)
                if found is not None:
                    changed, index = found
                    sentence = (
                        f"{says(scene, changed)} before {says(scene, index)}, which so {scene.text(write)} "
                        f"(line {write.location.line}); {says(scene, read)}, which nobody has written"
                    )
                    accesses = (changed, index, write, read)
                    return Pattern(ORDER_VIOLATION, (scene.name(index),), accesses, ((changed, index),), sentence)
    return None


def _changed_before(scene: Scene, write: TracedAccess, whole: int) -> tuple[TracedAccess, TracedAccess] | None:
    """A read that decides where the write goes, of something that another thread has changed; and that change."""
    split = scene.program.address_space.split
    for index in reversed(scene.all_accesses):
        if index.write or index.thread != write.thread or index.position > write.position:
            continue
        if not index.value.lstrip("-").isdecimal():
            continue  # a pointer that leads somewhere else is how lists go
        writer = scene.writer_before(index) if split(index.address)[0] != whole else None
        if writer is not None and writer.thread != index.thread and scene.flows(index.position, write.position):
            return writer, index
    return None
