"""Why it went wrong: the kind of mistake, the object, the accesses, and the orders that it cannot happen without."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby, pairwise
from typing import Any

from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.instructions import StartThread
from esbmc_py.goto.program import Program
from esbmc_py.vm.findings import DataRace, Deadlock, Status, Violation
from esbmc_py.vm.run import run
from esbmc_py.vm.schedule import Schedule
from esbmc_py.vm.trace import TracedValue, TraceEvent

from .accesses import TracedAccess
from .deadlocks import LOCK_KEPT, DeadlockKind, Done, deadlock_kind
from .interruptions import handed_over, shared_with_handlers
from .kinds import misdirected, patterns
from .lines import trace_lines
from .orders import (
    MOST_STATES,
    Judge,
    Moment,
    OrderOfTwo,
    call_of,
    resting_sites,
    without_those_that_follow,
)
from .patterns import ABA, ATOMICITY_VIOLATION, CHECK_THEN_ACT, DEAD_LOCAL, ORDER_VIOLATION, Pattern
from .relevance import mark_what_matters
from .scene import LONGEST_RUN, Scene, root_of
from .store_buffers import BufferedAccess, TooLate, store_seen_too_late
from .trace_line import TraceLine

MOST_PATTERNS = 6
MOST_ORDERS = 10
MOST_HAPPENINGS = 12
RACE = "data race"
_SET_UP = frozenset({"initialise", "destroy"})
WEAK = "stale value"
BUFFERED = "store buffering"
INTERRUPTED = "interrupted by a signal handler"
_OF = ("lost update", "torn read", "use before initialisation", "use after free", "double free")
UNCLASSIFIED = "an interleaving of no simple kind"


@dataclass(frozen=True, slots=True)
class Happening:
    """A line of a picture: what a thread does; `ends`: what it all ends in."""

    thread: int
    line: int
    text: str
    ends: bool = False


@dataclass(frozen=True, slots=True)
class Explanation:
    kind: str
    objects: tuple[str, ...]
    sentence: str
    orders: tuple[OrderOfTwo, ...]  # those that were asked about
    contexts: int  # within which they were decided
    bad: tuple[Happening, ...]
    good: tuple[Happening, ...] = ()  # an execution with another order, in which nothing goes wrong
    called: bool = False  # orders were decided for calls like this one only: as many arguments, as long

    @property
    def title(self) -> str:
        """`lost update of counter`"""
        objects = ", ".join(self.objects)
        of = "of" if self.kind in _OF else "on"
        if self.kind in (LOCK_KEPT, INTERRUPTED, DEAD_LOCAL):
            return f"{self.kind}: {objects}"
        return f"{self.kind} {of} {objects}" if objects else self.kind

    @property
    def necessary(self) -> tuple[OrderOfTwo, ...]:
        return tuple(one for one in self.orders if one.necessary and not one.forced)

    @property
    def unknown(self) -> tuple[OrderOfTwo, ...]:
        return tuple(one for one in self.orders if one.necessary is None)

    def to_json(self) -> dict[str, Any]:
        return {
            "kind": self.kind,
            "objects": list(self.objects),
            "text": self.sentence,
            "orders": [_order_to_json(one) for one in self.orders],
            "decided_within_contexts": self.contexts,
            "decided_for_such_calls": self.called,
            "bad": [_happening_to_json(one) for one in self.bad],
            "good": [_happening_to_json(one) for one in self.good],
        }


def _order_to_json(one: OrderOfTwo) -> dict[str, Any]:
    return {"first": _moment_to_json(one.first), "second": _moment_to_json(one.second), "necessary": one.necessary}


def _moment_to_json(one: Moment) -> dict[str, Any]:
    return {"thread": one.thread, "line": one.location.line, "file": one.location.file, "text": one.text}


def _happening_to_json(one: Happening) -> dict[str, Any]:
    return {"thread": one.thread, "line": one.line, "text": one.text}


def explain(
    program: Program,
    events: Sequence[TraceEvent],
    schedule: Schedule,
    what: Violation | Deadlock | DataRace,
    most_states: int = MOST_STATES,
) -> Explanation | None:
    """None where no pattern fits. `most_states`: how hard to try to decide about an order."""
    lines = trace_lines(program, events, what)
    mark_what_matters(program, events, lines, what)
    scene = Scene(program, events, lines, what, schedule)
    contexts = sum(one != other for one, other in pairwise((0, *schedule.threads))) + 1
    called = call_of(events)
    stale = [change for event in events for change in event.changes if change.kind == "origin"]
    if stale and not isinstance(what, DataRace):
        return _weak(lines, stale, contexts)
    if isinstance(what, DataRace):
        return _race(scene, what)
    judge = Judge(program, what, contexts, schedule.inputs, most_states, called)
    found: Explanation | None
    match what:
        case Deadlock():
            found = _deadlock(scene, what, schedule, judge)
        case Violation():
            late = store_seen_too_late(events, {one.position for one in scene.accesses})
            if late is not None:
                return _buffered(scene, late, what, contexts)
            found = _violation(scene, what, judge)
    return found if found is None or called is None else replace(found, called=True)


def _weak(lines: Sequence[TraceLine], stale: Sequence[TracedValue], contexts: int) -> Explanation:
    """Orders of steps do not explain it: some thread does not see what came before."""
    read = stale[0]
    places = tuple(dict.fromkeys(one.target or one.place for one in stale))
    sentence = f"a thread reads {places[0]} {read.value}: nothing keeps it from that"
    advice = "smtcb fix --memory-model rc11 looks for fences or memory orders that would"
    shown = [line for line in lines if line.notes and not line.operations and line.waits is None]
    bad = tuple(Happening(one.thread, one.location.line, ", ".join(one.notes)) for one in shown)
    return Explanation(WEAK, places, f"{sentence}; {advice}", (), contexts, bad)


def _buffered(scene: Scene, late: TooLate, what: Violation, contexts: int) -> Explanation:
    parts = [_in_thread(scene, list(accesses), late) for _, accesses in groupby(late.accesses, lambda one: one.thread)]
    places = tuple(dict.fromkeys(scene.names.text(store.place) for store, _ in late.late))
    which = "each of the stores that wait" if len(late.late) > 1 else "the store that waits"
    sentence = (
        f"{'; '.join(parts)}: without store buffers, no order of these accesses gives these values; a fence after "
        f"{which} forbids it"
    )
    ordered = sorted(late.accesses, key=lambda one: one.issued)
    bad = [Happening(one.thread, one.location.line, scene.names.text(one.text)) for one in ordered]
    text = f"{what.property}: {scene.names.message(what.message)}"
    bad.append(Happening(what.thread, what.location.line, text, ends=True))
    return Explanation(BUFFERED, places, sentence, (), contexts, tuple(bad))


def _in_thread(scene: Scene, accesses: Sequence[BufferedAccess], late: TooLate) -> str:
    told = [f"{scene.names.text(one.text)} (line {one.location.line})" for one in accesses]
    thread = f"thread {accesses[0].thread}"
    if tuple(accesses) not in late.late:
        return f"{thread} {', then '.join(told)}"
    if accesses[1].write:
        return f"{thread} {told[0]}, and {told[1]}, which reaches memory first"
    return f"{thread} {told[0]}, and {told[1]} while that is still in its store buffer"


# -- violations -------------------------------------------------------------------------------------------------------


def _violation(scene: Scene, what: Violation, judge: Judge) -> Explanation | None:
    judged: list[tuple[Pattern, tuple[OrderOfTwo, ...]]] = []
    for pattern in _distinct(patterns(scene)):
        orders = tuple(judge.decide(scene.moment(one), scene.moment(other)) for one, other in pattern.orders)
        judged.append((pattern, orders))
        if len(judged) == MOST_PATTERNS or pattern.certain or any(one.necessary and not one.forced for one in orders):
            break
    if not judged:
        return _unclassified(scene, judge) or _interrupted(scene)
    chosen, orders = min(judged, key=lambda one: (_doubt(*one), judged.index(one)))
    unsure = chosen.kind == ORDER_VIOLATION and not any(one.necessary and not one.forced for one in orders)
    elsewhere = misdirected(scene) if unsure else None
    if elsewhere is not None:
        chosen, unsure = elsewhere, False
    known = list(orders)
    for first, second in _conflicts(scene):
        if len(known) < MOST_ORDERS:
            moments = scene.moment(first), scene.moment(second)
            if not any((one.first.site, one.second.site) == (moments[0].site, moments[1].site) for one in known):
                known.append(judge.decide(*moments))
    known = without_those_that_follow(sorted((one for one in known if not one.forced), key=lambda one: one.second.step))
    shown = [*chosen.accesses, *_of_orders(scene, known)]
    bad, good = _happenings(scene, shown), _good(scene, known, shown)
    if unsure:  # it is no use to name what is only the last in a long row
        return Explanation(UNCLASSIFIED, (), chosen.sentence, tuple(known), judge.contexts, bad, good)
    return Explanation(chosen.kind, chosen.objects, chosen.sentence, tuple(known), judge.contexts, bad, good)


def _unclassified(scene: Scene, judge: Judge) -> Explanation | None:
    """No pattern is there: the orders alone are told."""
    orders = [judge.decide(scene.moment(one), scene.moment(other)) for one, other in _conflicts(scene)][:MOST_ORDERS]
    if not orders:
        return None
    known = tuple(sorted((one for one in orders if not one.forced), key=lambda one: one.second.step))
    if not known:
        return None
    bad = _happenings(scene, _of_orders(scene, known))
    needed = any(one.necessary is not False for one in known)
    sentence = "it takes these orders together" if needed else "it can happen in several ways"
    return Explanation(UNCLASSIFIED, (), sentence, known, judge.contexts, bad)


def _interrupted(scene: Scene) -> Explanation | None:
    """By a signal handler, which uses what the thread was working on."""
    lines = [line for line in scene.lines if any(one.verb == "interrupt" for one in line.operations)]
    if not lines:
        return None
    line = lines[-1]
    shared = shared_with_handlers(scene.program, scene.events)
    handled = (shared & set(line.members)) | handed_over(scene.program, scene.events) or shared
    changes = [change for position in sorted(handled) for change in scene.events[position].changes]
    objects = tuple(dict.fromkeys(root_of(change.target) for change in changes if change.target))
    how = next(one.text for one in line.operations if one.verb == "interrupt")
    sentence = (
        f"thread {line.thread} {how} in {line.function} (line {line.location.line}), and the handler uses what it "
        f"works on: {', '.join(objects)}"
    )
    shown = [one for one in scene.lines if one.notes and (one is line or (one.matters and handled & set(one.members)))]
    bad = [Happening(one.thread, one.location.line, ", ".join(one.notes)) for one in shown[-12:]]
    return Explanation(INTERRUPTED, objects, sentence, (), 0, tuple(bad))


def _doubt(pattern: Pattern, orders: Sequence[OrderOfTwo]) -> int:
    """Patterns with a necessary order come first, then those of which that is not known. A lost update or a torn read
    is one even where it can happen in several ways, so that no single order is necessary."""
    if pattern.certain or any(one.necessary and not one.forced for one in orders):
        return 0
    if pattern.kind == ABA:
        return 0  # nothing else looks like that: an order that is necessary elsewhere says less
    if pattern.kind == ORDER_VIOLATION:
        return 4
    if any(one.necessary is None for one in orders):
        return 1
    return 3 if pattern.kind in (CHECK_THEN_ACT, ATOMICITY_VIOLATION) else 2


def _distinct(found: Iterator[Pattern]) -> Iterator[Pattern]:
    seen: set[tuple[str, tuple[str, ...]]] = set()
    for pattern in found:
        key = (pattern.kind, pattern.objects)
        if key not in seen:
            seen.add(key)
            yield pattern


def _conflicts(scene: Scene) -> Iterator[tuple[TracedAccess, TracedAccess]]:
    """Accesses to the same place by two threads, one right after the other; the latest first."""
    for index in range(len(scene.accesses) - 1, -1, -1):
        second = scene.accesses[index]
        for first in reversed(scene.accesses[:index]):
            if first.conflicts(second):
                if not scene.has_joined(second, first.thread):  # that order is no accident
                    yield first, second
                break


def _of_orders(scene: Scene, orders: Sequence[OrderOfTwo]) -> list[TracedAccess]:
    steps = {moment.step for one in orders if one.necessary and not one.forced for moment in (one.first, one.second)}
    return [one for one in scene.accesses if one.step in steps]


def _happenings(scene: Scene, accesses: Sequence[TracedAccess]) -> tuple[Happening, ...]:
    ordered = sorted({one.position: one for one in accesses}.values(), key=lambda one: one.position)
    found = [Happening(one.thread, one.location.line, scene.text(one)) for one in ordered]
    what = scene.what
    if isinstance(what, Violation):
        text = f"{what.property}: {scene.names.message(what.message)}"
        found.append(Happening(what.thread, what.location.line, text, ends=True))
    return tuple(dict.fromkeys(found))


def _to_the_end(program: Program, schedule: Schedule) -> list[TraceEvent]:
    """What happens, and what comes after it where nobody is interrupted any more; unless something goes wrong there."""
    events: list[TraceEvent] = []
    ended = run(program, schedule=schedule, trace=events.append, max_steps=LONGEST_RUN).status is Status.EXITED
    if not ended:
        events.clear()
        run(program, schedule=schedule, trace=events.append, max_steps=len(schedule.threads))
    return events


def _good(scene: Scene, orders: Sequence[OrderOfTwo], shown: Sequence[TracedAccess]) -> tuple[Happening, ...]:
    """An execution with a necessary order turned round, in which the same places are used and nothing goes wrong."""
    turned = next((one for one in orders if one.necessary and one.harmless is not None), None)
    if turned is None or turned.harmless is None:
        return ()
    other = Scene.of_execution(scene.program, _to_the_end(scene.program, turned.harmless))
    begins = next((n for n, event in enumerate(other.events) if isinstance(event.instruction, StartThread)), 0)
    places = {(one.address, one.size) for one in shown}
    found = [one for one in other.all_accesses if one.position > begins and (one.address, one.size) in places]
    if len(found) > MOST_HAPPENINGS:  # those that happen in the other execution, too
        sites = {scene.sites.get(one.step) for one in shown}
        found = [one for one in found if other.sites.get(one.step) in sites]
    told = [(one.step, Happening(one.thread, one.location.line, other.text(one))) for one in found]
    steps = {site: step for step, site in other.sites.items()}
    for one in (turned.first, turned.second):  # the library may make that access for the program
        step = steps.get(one.site)
        if step is not None and step not in [known for known, _ in told]:
            told.append((step, Happening(one.thread, one.location.line, one.text)))
    told.sort(key=lambda one: one[0])
    return tuple(one for one, _ in groupby(happening for _, happening in told))[:MOST_HAPPENINGS]


# -- deadlocks --------------------------------------------------------------------------------------------------------


def _deadlock(scene: Scene, what: Deadlock, schedule: Schedule, judge: Judge) -> Explanation:
    named = Deadlock(
        tuple(replace(one, waited_for=scene.names.text(one.waited_for)) for one in what.blocked), what.local
    )
    found = deadlock_kind(scene.lines, named)
    pairs = [] if what.local else [*_attempts(scene, found, schedule), *_deadlock_pairs(scene, found)]
    orders = [judge.decide(*pair) for pair in pairs[:MOST_ORDERS]]
    orders = [one for one in orders if not one.forced]
    bad = [Happening(line.thread, line.location.line, ", ".join(line.notes)) for line in _matter(scene, found)]
    good = _good_lines(scene, orders, found)
    return Explanation(found.kind, found.objects, found.sentence, tuple(orders), judge.contexts, tuple(bad), good)


def _good_lines(scene: Scene, orders: Sequence[OrderOfTwo], found: DeadlockKind) -> tuple[Happening, ...]:
    """Of an execution with a necessary order turned round, what is done with the same objects."""
    harmless = next((one.harmless for one in orders if one.necessary and one.harmless is not None), None)
    if harmless is None:
        return ()
    events: list[TraceEvent] = []
    run(scene.program, schedule=harmless, trace=events.append, max_steps=len(harmless.threads))
    about = [
        (line, [one.text for one in line.operations if one.object in found.objects and one.verb not in _SET_UP])
        for line in trace_lines(scene.program, events)
    ]
    told = [Happening(line.thread, line.location.line, ", ".join(texts)) for line, texts in about if texts]
    return tuple(told[:MOST_HAPPENINGS])


def _matter(scene: Scene, found: DeadlockKind) -> list[TraceLine]:
    """Lines about the objects of the deadlock."""
    about = [
        line
        for line in scene.lines
        if line.matters
        and (
            line.waits_for in found.objects
            or line.keeps in found.objects
            or any(one.object in found.objects and one.verb not in _SET_UP for one in line.operations)
        )
    ]
    return about[-16:]


def _deadlock_pairs(scene: Scene, found: DeadlockKind) -> Iterator[tuple[Moment, Moment]]:
    """Operations of different threads on the same object, one right after the other."""
    done = [
        Done(line, one)
        for line in scene.lines
        for one in line.operations
        if one.object in found.objects and one.verb in ("lock", "wait", "signal", "wake", "post", "take")
    ]
    moments = [one for one in (_moment(scene, one) for one in done) if one is not None]
    for first, second in pairwise(moments):
        if first.thread != second.thread:
            yield first, second


def _attempts(scene: Scene, found: DeadlockKind, schedule: Schedule) -> Iterator[tuple[Moment, Moment]]:
    """Who got a lock before another one tried to."""
    sites = resting_sites(scene.program, schedule)
    for one in found.waiting:
        for held in found.done:
            mine = (held.operation.verb, held.operation.object) == ("lock", one.waited_for)
            first = _moment(scene, held) if mine and held.line.thread != one.thread else None
            if first is not None and one.thread in sites:
                text = f"locks {one.waited_for}"
                yield first, Moment(one.thread, one.location, text, sites[one.thread], len(schedule.threads))


def _moment(scene: Scene, done: Done) -> Moment | None:
    line = done.line
    steps = [scene.events[position].step for position in line.members if scene.events[position].in_model]
    site = scene.sites.get(steps[-1]) if steps else None
    return None if site is None else Moment(line.thread, line.location, done.operation.text, site, steps[-1])


# -- races ------------------------------------------------------------------------------------------------------------


def _race(scene: Scene, what: DataRace) -> Explanation:
    sides = (what.first, what.second)
    texts = [f"{'writes' if side.write else 'reads'} {scene.names.text(side.place)}" for side in sides]
    parts = [
        f"thread {side.thread} {text} (line {side.location.line})" for side, text in zip(sides, texts, strict=True)
    ]
    how = "nothing orders them" if what.apart else "both can happen at the same time"
    bad = tuple(Happening(side.thread, side.location.line, text) for side, text in zip(sides, texts, strict=True))
    objects = tuple(dict.fromkeys(scene.names.text(side.place) for side in sides))
    return Explanation(RACE, objects, f"{' and '.join(parts)}: {how}", (), 0, bad)
