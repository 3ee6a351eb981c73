"""Changes other than critical sections. Each knows which counterexamples it makes impossible, as far as can be seen."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from esbmc_py.traces.accesses import TracedAccess

from .change import Change
from .edits import Edit, line_after, line_before, lines_of, moved, without_statement
from .executions import NEVER, Execution
from .flags import moved_flags
from .handlers import handlers_without_locks
from .sections import Sections
from .source import BARRIERS, CREATES, JOINS, LOCKS, SIGNALS, UNLOCKS, WAITS, Site, Source
from .statements import Statement

_SCALAR = re.compile(r"(\s*(?:static\s+)?)(?:volatile\s+)?(?:(?:unsigned|signed|long|short)\s+)*\w+\s+(?=\w)")
_COST_OF_MOVING = 8  # more than a small critical section: threads are together for a shorter time
_COST_OF_WAITING = 16  # work that threads did beside others is done alone
_FARTHEST = 4  # statements by which joins and starts are moved


def changes(source: Source, execution: Execution) -> list[Change]:
    """Those that may help against a counterexample."""
    found = [
        *_waits_in_loops(source),
        *_broadcasts(source),
        *_other_lock_orders(source),
        *_earlier_unlocks(source),
        *_forgotten_unlocks(source),
        *_recursive_mutexes(source),
        *_atomic_variables(source, execution),
        *_exchanges(source),
        *_earlier_joins(source),
        *_later_starts(source),
        *_more_barriers(source),
        *moved_flags(source),
        *handlers_without_locks(source, execution),
    ]
    return [change for change in found if change.forbids(execution)]


# -- condition variables -----------------------------------------------------------------------------------------------


def _waits_in_loops(source: Source) -> Iterator[Change]:
    """`while` instead of `if` around a wait."""
    for site in source.calls(WAITS):
        around = [one for one in source.bodies[site.function].inside() if one.begin <= site.offset < one.end]
        tests = [one for one in around if one.keyword == "if" and len(one.parts) == 1]
        loops = [one for one in around if one.keyword in ("while", "for", "do")]
        if tests and not any(one.begin > tests[-1].begin for one in loops):
            test = tests[-1]
            edit = Edit(test.begin, test.begin + len("if"), "while")
            what = f"{site.function} tests its condition again after a wait"
            yield Change(what, (edit,), 1, _passes(site.function, test), loops=True)


def _broadcasts(source: Source) -> Iterator[Change]:
    """All who wait are woken, not one of them."""
    sites = source.calls(SIGNALS)
    found = re.compile(r"\b(pthread_cond|cnd)_signal(?=\s*\()")
    # A macro may have it: then its definition is changed.
    text = "\n".join(_with_definitions(source))
    edits = tuple(Edit(one.start(), one.end(), f"{one[1]}_broadcast") for one in found.finditer(text))
    if sites and edits:
        yield Change("all who wait are woken, not one of them", edits, 1 + len(edits), _deadlock_after(sites))


def _with_definitions(source: Source) -> Iterator[str]:
    """Lines that are compiled, and directives."""
    for line, active in zip(source.text.split("\n"), source.active.split("\n"), strict=True):
        yield line if line.lstrip().startswith("#") else active


def _deadlock_after(sites: Sequence[Site]) -> Callable[[Execution], bool]:
    def forbids(execution: Execution) -> bool:
        waiting = any(one.time == NEVER and one.waits for one in execution.moments)
        offsets = {(site.function, site.offset) for site in sites}
        signalled = any(
            (frame.function, frame.offset) in offsets for moment in execution.moments for frame in moment.frames
        )
        return waiting and signalled

    return forbids


# -- locks -------------------------------------------------------------------------------------------------------------


def _other_lock_orders(source: Source) -> Iterator[Change]:
    """Two locks that are taken one after the other: the other way round, or by their addresses."""
    for first, second in _nested_locks(source):
        one, other = (source.statement_at(site.function, site.offset) for site in (first, second))
        if one is None or other is None or one.end > other.begin:
            continue
        texts = source.text_of(one), source.text_of(other)
        if not all(re.match(r"pthread_mutex_lock\s*\(", text) for text in texts):
            continue
        forbids = _stuck_in(first.function)
        edits = Edit(one.begin, one.end, texts[1]), Edit(other.begin, other.end, texts[0])
        yield Change(f"{first.function} takes its locks in the other order", edits, 2, forbids)
        between = source.active[one.end : other.begin]
        a, b = first.objects[0], second.objects[0]
        if not between.strip() and not re.search(r"[-+]{2}|=|\(", a + b):
            smaller = f"pthread_mutex_lock(&{a} < &{b} ? &{a} : &{b});"
            larger = f"pthread_mutex_lock(&{a} < &{b} ? &{b} : &{a});"
            edits = Edit(one.begin, one.end, smaller), Edit(other.begin, other.end, larger)
            what = f"{first.function} takes its locks in the order of their addresses"
            yield Change(what, edits, 3, forbids, "checked with the addresses that smtcb gives to objects")


def _nested_locks(source: Source) -> Iterator[tuple[Site, Site]]:
    """Two locks, the second taken while the first is held: nothing is unlocked in between."""
    for function in source.bodies:
        calls = sorted(source.calls((*LOCKS, *UNLOCKS), function), key=lambda one: one.offset)
        for first, second in pairwise(calls):
            if first.callee in LOCKS and second.callee in LOCKS:
                yield first, second


def _earlier_unlocks(source: Source) -> Iterator[Change]:
    """A lock is given back before another one is taken, if somebody waits for a condition with both."""
    for first, second in _nested_locks(source):
        if not any(one.offset > second.offset for one in source.calls(WAITS, first.function)):
            continue
        unlocks = [one for one in source.calls(UNLOCKS, first.function) if one.objects[:1] == first.objects[:1]]
        last = source.statement_at(first.function, unlocks[0].offset) if len(unlocks) == 1 else None
        inner = source.statement_at(second.function, second.offset)
        if last is None or inner is None or last.begin < inner.begin:
            continue
        removed = without_statement(source.text, last.begin, last.end)
        begin, _ = lines_of(source.text, inner.begin, inner.end)
        indent = source.text[begin : inner.begin]
        if indent.strip():
            continue
        added = Edit(begin, begin, f"{indent}{source.text_of(last)}\n", last.begin - len(indent))
        what = f"{first.function} gives {first.objects[0]} back before it takes {second.objects[0]}"
        yield Change(what, (removed, added), 4, _stuck_in(first.function))


def _forgotten_unlocks(source: Source) -> Iterator[Change]:
    """A function returns with a lock that it gives back elsewhere."""
    for lock in source.locks:
        for function, leaving, edits in Sections(source, lock).leaks():
            line = source.text.count("\n", 0, leaving.begin) + 1
            ends = "it returns" if leaving.keyword == "return" else "the thread ends"
            what = f"{function} unlocks {lock} before {ends} in line {line}"
            yield Change(what, tuple(edits), 1, _deadlock_behind(function, leaving))


def _deadlock_behind(function: str, statement: Statement) -> Callable[[Execution], bool]:
    passed = _passes(function, statement)
    return lambda execution: execution.deadlock is not None and passed(execution)


def _recursive_mutexes(source: Source) -> Iterator[Change]:
    """A thread may lock again what it has locked."""

    def forbids(execution: Execution) -> bool:
        deadlock = execution.deadlock
        return deadlock is not None and any(
            holder.thread == one.thread for one in deadlock.blocked for holder in one.holders
        )

    initialised = re.compile(r"\bpthread_mutexattr_init\s*\(\s*(&?\w+)\s*\)\s*;").search(source.active)
    if initialised is not None:
        line = f"pthread_mutexattr_settype({initialised[1]}, PTHREAD_MUTEX_RECURSIVE);"
        edit = line_after(source.text, initialised.start(), initialised.end(), line)
        yield Change("the mutex is recursive: a thread may lock it again", (edit,), 4, forbids)
    for name in source.locks:
        declared = re.compile(rf"\b{re.escape(name)}\s*=\s*(PTHREAD_MUTEX_INITIALIZER)\b").search(source.active)
        if declared is not None and "_GNU_SOURCE" in source.text:
            edit = Edit(declared.start(1), declared.end(1), "PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP")
            yield Change(f"{name} is recursive: a thread may lock it again", (edit,), 4, forbids)


def _stuck_in(function: str) -> Callable[[Execution], bool]:
    def forbids(execution: Execution) -> bool:
        last = [one for one in execution.moments if one.time == NEVER]
        return execution.deadlock is not None and any(
            frame.function == function for moment in last for frame in moment.frames
        )

    return forbids


# -- atomic operations -------------------------------------------------------------------------------------------------


def _atomic_variables(source: Source, execution: Execution) -> Iterator[Change]:
    """`_Atomic int x`: then `x++` is one step."""
    names = dict.fromkeys(_root(one.name) for one in execution.accesses)
    for name in names:
        symbol = next((one for one in source.program.globals if one.name == name), None)
        if symbol is None or symbol.location.file != source.file:
            continue
        at = source.offset(symbol.location)
        begin = source.text.rfind("\n", 0, at) + 1
        found = _SCALAR.match(source.active, begin)
        if found is None or "_Atomic" in source.active[begin:at] or "atomic_" in source.active[begin:at]:
            continue
        declared = Edit(found.end(1), found.end(1), "_Atomic ")
        steps = _one_step(source, name)
        yield Change(f"{name} is atomic", (declared, *steps), 2 + len(steps), _interrupts_update(name))


def _one_step(source: Source, name: str) -> list[Edit]:
    """`x = x + e;` as `x += e;`."""
    escaped = re.escape(name)
    pattern = re.compile(rf"\b{escaped}\s*=\s*{escaped}\s*([-+|&^])\s*([^;=]+);")
    return [
        Edit(one.start(), one.end(), f"{name} {one[1]}= {one[2]};")
        for one in pattern.finditer(source.active)
        if not re.search(rf"\b{escaped}\b|[-+*/%&|^]", one[2])
    ]


def _interrupts_update(name: str) -> Callable[[Execution], bool]:
    """Somebody writes between the read and the write of one statement."""

    def forbids(execution: Execution) -> bool:
        own = [one for one in execution.accesses if _root(one.name) == name]
        return any(
            _same_statement(read, write) and any(_between(read, other, write) for other in own)
            for read in own
            for write in own
        )

    return forbids


def _same_statement(read: TracedAccess, write: TracedAccess) -> bool:
    if read.write or not write.write or read.thread != write.thread or read.position > write.position:
        return False
    return read.location.line == write.location.line and read.overlaps(write)


def _between(read: TracedAccess, other: TracedAccess, write: TracedAccess) -> bool:
    return read.position < other.position < write.position and other.write and other.conflicts(read)


def _exchanges(source: Source) -> Iterator[Change]:
    """`T old = x; x = new;` in one step."""
    pattern = re.compile(r"(\b\w+\s*=\s*)(\w+);(\s*)(\w+)\s*=\s*([^;=]+);")
    for found in pattern.finditer(source.active):
        name = found[2]
        if name != found[4] or not source.is_global(name) or re.search(rf"\b{name}\b", found[5]):
            continue
        function = next((f for f, body in source.bodies.items() if body.begin <= found.start() < body.end), None)
        if function is None:
            continue
        new = f"{found[1]}__atomic_exchange_n(&{name}, {found[5].strip()}, __ATOMIC_SEQ_CST);"
        edit = Edit(found.start(), found.end(), new)
        yield Change(
            f"{function} exchanges {name} in one step", (edit,), 2, _interrupted(function, found.start(), found.end())
        )


def _interrupted(function: str, begin: int, end: int) -> Callable[[Execution], bool]:
    def forbids(execution: Execution) -> bool:
        stays = execution.stays(function, begin, end)
        return any(one.overlaps(other) for one in stays for other in stays)

    return forbids


# -- joins and starts --------------------------------------------------------------------------------------------------


def _earlier_joins(source: Source) -> Iterator[Change]:
    """What uses the results comes after the joins."""

    def ahead(passed: tuple[int, int], function: str) -> Callable[[Execution], bool]:
        def forbids(execution: Execution) -> bool:
            here = [one.time for one in execution.moments if one.within(function, *passed) is not None]
            return bool(here) and execution.others_at(here[0])

        return forbids

    yield from _moves(source, JOINS, later=False, what="waits for its threads earlier", forbids=ahead)


def _later_starts(source: Source) -> Iterator[Change]:
    """What threads need is done before they begin."""

    def behind(passed: tuple[int, int], function: str) -> Callable[[Execution], bool]:
        def forbids(execution: Execution) -> bool:
            last = max((stay.last for stay in execution.stays(function, *passed)), default=NEVER)
            return any(one.thread != 0 and one.time < last for one in execution.moments)

        return forbids

    yield from _moves(source, CREATES, later=True, what="starts its threads later", forbids=behind)


def _moves(
    source: Source,
    names: Sequence[str],
    *,
    later: bool,
    what: str,
    forbids: Callable[[tuple[int, int], str], Callable[[Execution], bool]],
) -> Iterator[Change]:
    """All statements of a block that call one of these, up or down by some statements."""
    for function, body in source.bodies.items():
        offsets = [site.offset for site in source.calls(names, function)]
        for block in (one for one in body.inside() if one.keyword == "{"):
            hit = [n for n, part in enumerate(block.parts) if any(part.begin <= at < part.end for at in offsets)]
            if not hit or any(part.keyword == "return" for part in block.parts[hit[0] : hit[-1] + 1]):
                continue
            begin, _ = lines_of(source.text, block.parts[hit[0]].begin, block.parts[hit[0]].end)
            _, end = lines_of(source.text, block.parts[hit[-1]].begin, block.parts[hit[-1]].end)
            plain = True
            for distance in range(1, _FARTHEST + 1):
                place = hit[-1] + distance if later else hit[0] - distance
                if not 0 <= place < len(block.parts) or _must_stay(source, block.parts[place]):
                    break
                passed = block.parts[place]
                plain = plain and passed.keyword == ""  # an initialisation, as a rule; otherwise it is work
                first, last = lines_of(source.text, passed.begin, passed.end)
                nearest = block.parts[hit[-1] + 1] if later else block.parts[hit[0] - 1]
                over = (nearest.begin, passed.end) if later else (passed.begin, nearest.end)
                edits = moved(source.text, begin, end, last if later else first)
                cost = (_COST_OF_MOVING if plain else _COST_OF_WAITING) + 2 * distance
                # whoever is joined may wait for what is done only afterwards: then that never ends
                yield Change(f"{function} {what}", edits, cost, forbids(over, function), loops=not later, starts=later)


def _must_stay(source: Source, statement: Statement) -> bool:
    """Control leaves there; or threads begin or end there: what passes them makes the program sequential. A thread
    that was joined cannot be cancelled, and the like."""
    threads = re.search(
        r"\b(?:pthread_(?:create|join|cancel|kill|detach)|thrd_(?:create|join|detach))\b", source.text_of(statement)
    )
    return statement.keyword in ("return", "goto", "break") or threads is not None


# -- barriers ----------------------------------------------------------------------------------------------------------

_CALL = re.compile(r"(?:\(void\)\s*)?(\w+)\s*\([^;]*\)\s*;")


def _more_barriers(source: Source) -> Iterator[Change]:
    """Threads wait for each other once more, between two statements of a block in which they do so."""
    waiting = {*BARRIERS, *(site.function for site in source.calls(BARRIERS))}
    for function, body in source.bodies.items():
        for block in (one for one in body.inside() if one.keyword == "{"):
            calls = {part: _CALL.fullmatch(source.text_of(part)) for part in block.parts if part.keyword == ""}
            waits = [part for part, call in calls.items() if call is not None and call[1] in waiting]
            for before, after in pairwise(block.parts if waits else ()):
                if before not in waits and after not in waits:
                    edit = line_before(source.text, after.begin, source.text_of(waits[0]))
                    forbids = _overtakes(function, (block.begin, before.end), (after.begin, block.end))
                    line = source.text.count("\n", 0, after.begin) + 1
                    what = f"threads wait for each other at the barrier in {function}, before line {line}, too"
                    yield Change(what, (edit,), 3, forbids)


def _overtakes(function: str, before: tuple[int, int], after: tuple[int, int]) -> Callable[[Execution], bool]:
    """A thread is behind a place when another one is still before it."""

    def forbids(execution: Execution) -> bool:
        late, early = execution.stays(function, *before), execution.stays(function, *after)
        return any(one.thread != other.thread and other.first < one.last for one in late for other in early)

    return forbids


# -- what they forbid --------------------------------------------------------------------------------------------------


def _passes(function: str, statement: Statement) -> Callable[[Execution], bool]:
    """Some thread has been there."""
    return lambda execution: bool(execution.stays(function, statement.begin, statement.end))


def _root(name: str) -> str:
    found = re.match(r"[A-Za-z_]\w*", name)
    return found[0] if found else name
