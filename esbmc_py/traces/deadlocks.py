"""What kind of deadlock it is, told by who holds what and who has signalled whom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.wait_graph import cycles
from esbmc_py.vm.findings import BlockedThread, Deadlock

from .interruptions import WAITS_FOR_SIGNAL
from .library import Operation
from .trace_line import TraceLine

SELF = "self-deadlock"
LOCK_ORDER = "lock-order deadlock"
NESTED_MONITOR = "nested monitor"
LOST_WAKE_UP = "lost wake-up"
MISSING_WAKE_UP = "missing wake-up"
HOLD_AND_WAIT = "hold and wait"
LOCK_KEPT = "lock never given back"


@dataclass(frozen=True, slots=True)
class Done:
    """An operation of the thread library, and the line it is in."""

    line: TraceLine
    operation: Operation


@dataclass(frozen=True, slots=True)
class DeadlockKind:
    kind: str
    objects: tuple[str, ...]
    sentence: str
    done: tuple[Done, ...]  # the operations that it is about
    waiting: tuple[BlockedThread, ...]


def deadlock_kind(lines: Sequence[TraceLine], deadlock: Deadlock) -> DeadlockKind:
    done = [Done(line, one) for line in lines for one in line.operations]
    ends = {line.thread: line for line in lines}
    for found in (
        _kept(done, deadlock, lines),
        _of_itself(done, deadlock),
        _in_a_circle(done, deadlock),
        _nested_monitor(done, deadlock, ends),
        _of_semaphores(done, deadlock, ends),
        _for_a_signal(done, deadlock, lines),
        _after_a_handler(done, deadlock),
    ):
        if found is not None:
            return found
    names = tuple(dict.fromkeys(one.waited_for for one in deadlock.blocked if one.waited_for))
    return DeadlockKind(MISSING_WAKE_UP, names, "nobody is left who could go on", (), deadlock.blocked)


def _kept(done: Sequence[Done], deadlock: Deadlock, lines: Sequence[TraceLine]) -> DeadlockKind | None:
    for one in deadlock.blocked:
        for left in (line for line in lines if line.keeps and line.keeps == one.waited_for):
            held = _last(done, left.thread, left.keeps)
            if held is not None:
                then = "it locks it again" if one.thread == left.thread else f"thread {one.thread} waits for it"
                sentence = (
                    f"thread {left.thread} locks {left.keeps} (line {held.line.location.line}) and {_leaves(left)} "
                    f"without unlocking it (line {left.location.line}); {then} (line {one.location.line})"
                )
                return DeadlockKind(LOCK_KEPT, (left.keeps,), sentence, (held,), (one,))
    return None


def _leaves(line: TraceLine) -> str:
    if not line.ends_thread:
        return f"returns from {line.function}"
    return "is cancelled" if any(one.verb == "end" for one in line.operations) else "ends"


def _of_itself(done: Sequence[Done], deadlock: Deadlock) -> DeadlockKind | None:
    for one in deadlock.blocked:
        if any(holder.thread == one.thread for holder in one.holders):
            held = _last(done, one.thread, one.waited_for)
            where = f" (line {held.line.location.line})" if held is not None else ""
            sentence = (
                f"thread {one.thread} holds {one.waited_for}{where} and locks it again (line {one.location.line})"
            )
            return DeadlockKind(SELF, (one.waited_for,), sentence, () if held is None else (held,), (one,))
    return None


def _in_a_circle(done: Sequence[Done], deadlock: Deadlock) -> DeadlockKind | None:
    waiting = {one.thread: one for one in deadlock.blocked if one.waited_for and one.holders}
    edges = {number: [holder.thread for holder in one.holders] for number, one in waiting.items()}
    for circle in cycles(edges):
        members = [waiting[number] for number in _around(sorted(circle), edges)]
        parts, held = [], []
        for one in members:
            mine = next((other.waited_for for other in members if one.thread in edges[other.thread]), "")
            got = _last(done, one.thread, mine)
            since = f" (line {got.line.location.line})" if got is not None else ""
            parts.append(
                f"thread {one.thread} holds {mine}{since} and waits for {one.waited_for} (line {one.location.line})"
            )
            held += [got] if got is not None else []
        names = tuple(dict.fromkeys(one.waited_for for one in members))
        return DeadlockKind(LOCK_ORDER, names, "; ".join(parts), tuple(held), tuple(members))
    return None


def _around(circle: list[int], edges: dict[int, list[int]]) -> list[int]:
    """In the order of waiting."""
    order = [circle[0]]
    while len(order) < len(circle):
        following = next((one for one in edges[order[-1]] if one in circle and one not in order), None)
        if following is None:
            return circle
        order.append(following)
    return order


def _nested_monitor(done: Sequence[Done], deadlock: Deadlock, ends: dict[int, TraceLine]) -> DeadlockKind | None:
    for one in deadlock.blocked:
        condition = waited_for_at_the_end(one, ends)
        if one.waited_for or not condition:
            continue
        for other in deadlock.blocked:
            if other.waited_for and one.thread in [holder.thread for holder in other.holders]:
                held = _last(done, one.thread, other.waited_for)
                sentence = (
                    f"thread {one.thread} waits for {condition} (line {one.location.line}) while it holds "
                    f"{other.waited_for}, which thread {other.thread} needs before it can wake anybody "
                    f"(line {other.location.line})"
                )
                names = (other.waited_for, condition)
                return DeadlockKind(NESTED_MONITOR, names, sentence, () if held is None else (held,), (one, other))
    return None


def _of_semaphores(done: Sequence[Done], deadlock: Deadlock, ends: dict[int, TraceLine]) -> DeadlockKind | None:
    """A circle of threads, each of which waits for a semaphore that the next one has taken and would give back."""
    waits = {one.thread: (one, waited_for_at_the_end(one, ends)) for one in deadlock.blocked if not one.waited_for}
    taken = {name: _not_given_back(done, name) for _, name in waits.values() if name}
    edges = {
        number: [other for other in taken.get(name, {}) if other in waits and waits[other][1] != name]
        for number, (_, name) in waits.items()
    }
    for circle in cycles(edges):
        members, parts, takes = _around(sorted(circle), edges), [], []
        for number, before in zip(members, (members[-1], *members[:-1]), strict=True):
            one, name = waits[number]
            mine = waits[before][1]
            if number not in taken.get(mine, {}):
                break
            takes.append(taken[mine][number])
            since = takes[-1].line.location.line
            parts.append(
                f"thread {number} has taken {mine} (line {since}) and waits for {name} (line {one.location.line})"
            )
        else:
            names = tuple(dict.fromkeys(waits[number][1] for number in members))
            blocked = tuple(waits[number][0] for number in members)
            return DeadlockKind(HOLD_AND_WAIT, names, "; ".join(parts), tuple(takes), blocked)
    return None


def _not_given_back(done: Sequence[Done], name: str) -> dict[int, Done]:
    """By thread, what it took last of a semaphore; nothing if others than those who have taken it post it."""
    taken: dict[int, list[Done]] = {}
    for one in done:
        mine = taken.setdefault(one.line.thread, [])
        if _is(one, "take", name):
            mine.append(one)
        elif _is(one, "post", name):
            if not mine:
                return {}
            mine.pop()
    return {thread: mine[-1] for thread, mine in taken.items() if mine}


def _for_a_signal(done: Sequence[Done], deadlock: Deadlock, lines: Sequence[TraceLine]) -> DeadlockKind | None:
    ends = {line.thread: line for line in lines}
    candidates = [(one, waited_for_at_the_end(one, ends)) for one in deadlock.blocked if not one.waited_for]
    candidates = [(one, name) for one, name in candidates if name]
    found = [lost for one, name in candidates if (lost := _lost_signal(done, one, name, lines)) is not None]
    if found:
        return min(found, key=_is_rather_another)
    for one, name in candidates:
        takers = [two for two in done if two.operation.verb == "take" and two.operation.object == name]
        others = {two.line.thread for two in takers} - {one.thread}
        waiters = {two.thread for two, other in candidates if other == name}
        if len(waiters) > 1 and {two.line.thread for two in takers} == waiters:
            sentence = (
                f"{_threads(sorted(waiters))} have each taken {name} and wait for it once more "
                f"(line {one.location.line}): nobody gives it back"
            )
            return DeadlockKind(HOLD_AND_WAIT, (name,), sentence, tuple(takers), (one,))
        posts = [two for two in done if two.operation.verb == "post" and two.operation.object == name]
        if posts and others:
            sentence = (
                f"thread {one.thread} waits for {name} (line {one.location.line}), "
                f"but {_threads(sorted(others))} took what was posted (line {takers[-1].line.location.line})"
            )
            return DeadlockKind(LOST_WAKE_UP, (name,), sentence, (posts[-1], takers[-1]), (one,))
    for one, name in candidates:
        taken = _not_given_back(done, name)
        for other, needed in candidates:
            if other.thread in taken and other.thread != one.thread:
                since, begun = taken[other.thread].line.location.line, other.location.line
                sentence = (
                    f"thread {other.thread} has taken {name} (line {since}) and waits for {needed} (line {begun}); "
                    f"thread {one.thread} waits for {name} (line {one.location.line}), and nobody is left to wake them"
                )
                return DeadlockKind(HOLD_AND_WAIT, (name, needed), sentence, (taken[other.thread],), (one, other))
    for one, name in candidates:
        sentence = f"thread {one.thread} waits for {name} (line {one.location.line}), and nobody is left to wake it"
        return DeadlockKind(MISSING_WAKE_UP, (name,), sentence, (), (one,))
    return None


def _is_rather_another(lost: DeadlockKind) -> tuple[bool, bool]:
    """Nobody misses its own signal; and rather than the thread that was woken, it is one that was not."""
    thread, signal = lost.waiting[0].thread, lost.done[0]
    return thread == signal.line.thread, thread in signal.operation.threads


def _lost_signal(
    done: Sequence[Done], one: BlockedThread, name: str, lines: Sequence[TraceLine]
) -> DeadlockKind | None:
    """The last signal of the condition has woken somebody else, or came before the thread began to wait."""
    began = [number for number, two in enumerate(done) if _is(two, "wait", name) and two.line.thread == one.thread]
    told = [number for number, two in enumerate(done) if _is(two, "signal", name) or _is(two, "wake", name)]
    if not began or not told:
        return None
    last, mine = done[told[-1]], done[began[-1]]
    woken = last.operation.threads
    who = f"wakes {_threads(woken)}" if woken else ""
    signals = f"thread {last.line.thread} signals {name}"
    where = f"(line {last.line.location.line})"
    if told[-1] > began[-1]:
        again = [two for two in done[told[-1] :] if _is(two, "wait", name) and two.line.thread in woken]
        useless = f", which cannot use it and waits again (line {again[0].line.location.line})" if again else ""
        sentence = (
            f"{signals} {where} and {who.replace('wakes', 'wakes only', 1)}{useless}; "
            f"thread {one.thread}, which waits for it, too (line {one.location.line}), goes on waiting"
        )
    elif one.thread in woken:
        changed = _changed_meanwhile(lines, last.line, one)
        useless = f"; before it looks, {changed}, so it" if changed else ", which cannot use it and"
        sentence = (
            f"{signals} {where} and {who}{useless} waits again (line {one.location.line}); nobody signals it any more"
        )
    else:
        how = f"{where} and {who}" if woken else f"while nobody waits {where}"
        sentence = (
            f"{signals} {how}; thread {one.thread} begins to wait afterwards (line {one.location.line}) and misses it"
        )
    return DeadlockKind(LOST_WAKE_UP, (name,), sentence, (last, mine), (one,))


def _changed_meanwhile(lines: Sequence[TraceLine], signal: TraceLine, one: BlockedThread) -> str:
    """What somebody has written since the signal that the thread reads before it waits again."""
    since = lines[lines.index(signal) + 1 :]
    read = [note for line in since if line.thread == one.thread for note in line.notes if note.startswith("reads ")]
    for line in reversed(since):
        for assigned in line.assigned if line.thread != one.thread else ():
            place, value = assigned.place, assigned.value
            ways = f"reads {place} = {value}", f"[{place}] = {value}"  # as the line calls it, or the place behind that
            if not assigned.local and any(note.endswith(ways) for note in read):
                return f"thread {line.thread} writes {place} = {value} (line {line.location.line})"
    return ""


def _is(one: Done, verb: str, name: str) -> bool:
    return (one.operation.verb, one.operation.object) == (verb, name)


def _after_a_handler(done: Sequence[Done], deadlock: Deadlock) -> DeadlockKind | None:
    """Who waits for a signal whose handler has run already."""
    for one in deadlock.blocked:
        caught = [two for two in done if two.operation.verb == "interrupt" and two.line.thread == one.thread]
        if one.reason == WAITS_FOR_SIGNAL and caught:
            name = caught[-1].operation.object
            sentence = (
                f"{name} comes, and its handler runs, before thread {one.thread} begins to wait for a signal "
                f"(line {one.location.line}); no other one comes"
            )
            return DeadlockKind(LOST_WAKE_UP, (name,), sentence, (), (one,))
    return None


def waited_for_at_the_end(one: BlockedThread, ends: Mapping[int, TraceLine]) -> str:
    """The condition, semaphore or barrier; `ends`: the last line of each thread."""
    if one.reason == "the joined thread has ended" or one.thread not in ends:
        return ""
    line = ends[one.thread]
    waits = [two.object for two in line.operations if two.verb in ("wait", "arrive")]
    return line.waits_for or (waits[-1] if waits else "")


def _last(done: Sequence[Done], thread: int, name: str) -> Done | None:
    found = [
        one for one in done if (one.line.thread, one.operation.verb, one.operation.object) == (thread, "lock", name)
    ]
    return found[-1] if found else None


def _threads(numbers: Sequence[int]) -> str:
    return " and ".join(f"thread {number}" for number in numbers)
