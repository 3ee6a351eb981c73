"""When no thread can wait for ever: what threads wait for can be put in an order.

Threads wait for *resources*: a lock that has an owner, or the end of a thread that is known by name. Behind a resource
that is waited for is a thread that has not ended: the lock's owner (no thread ends with a lock), or the thread itself.
If that thread waits, too, then for something that comes later in the order. So the thread behind the last resource that
is waited for does not wait: it can move. Local deadlocks are excluded by the same order.

What has no owner, such as a semaphore, is a resource if threads are counted (`ghosts.with_counts`) of which there is
always one while somebody waits: that one is behind it. It has not ended, and is at one of the locations that count.

Where what a thread waits for may come from outside at any time (`pause` waits for the end of the process), it does not
wait: for some input, there is a step.

Threads that sleep at condition variables are counted (`monitors.py`). They wait for nobody in particular, so they are
no part of a circle. That all threads sleep is excluded thus: nobody sleeps with a lock, nor behind one, so if no thread
can move then all locks are free; nobody who was woken is left; and main, which is there as long as the process, waits
at one of its locations. If it can wait there, then all live threads of each routine sleep, too: at those condition
variables where threads of this routine do. That must contradict the invariant.

Anything else that threads wait for (deadlines apart; read-write locks) is not decided here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import TypeAlias

from esbmc_py.goto.closure import closure
from esbmc_py.goto.deferred import dataclass
from symex.terms import BOOL, Term, all_of, and_, any_of, boolean, bv, bvadd, eq, not_, substitute, symbols, ule, zext
from symex.waiting import WaitFor

from .graph import ConditionMonitor, Count, Graph, GuardedTransition, Location, ThreadInstance
from .variables import Variable

JOIN = "the joined thread has ended"  # the reason of such a wait, as the model in pthread_models has it
Resource: TypeAlias = Variable | ThreadInstance | Count
SIGNALLED = "the condition variable is signalled"
_SIGNAL = "a signal"
_WIDE = 48  # bits, in which numbers of threads can be added up
Possible: TypeAlias = Callable[[Location, Term], bool]  # can this be so at the location?


@dataclass(frozen=True, slots=True)
class Stuck:
    """Why it is not shown that nobody waits for ever."""

    location: Location
    reason: str


def why_stuck(graph: Graph, possible: Possible) -> Stuck | None:
    """None: no thread can wait for ever."""
    waits: list[tuple[Location, WaitFor, Resource]] = []
    sleeps: list[Sleep] = []
    for location, wait in graph.waits:
        if not possible(location, wait.guard):
            continue
        found = _resource(graph, wait) or _counted(graph, location, wait, possible)
        if found is None and _can_always_move(graph, location, wait, possible):
            continue
        monitor = _monitor(graph, location, wait) if found is None else None
        if monitor is not None:
            sleeps.append(Sleep(location, wait, monitor))
            continue
        if found is None:
            return Stuck(location, f"whether a thread can wait for ever here is not decided ({wait.reason})")
        waits.append((location, wait, found))
    locks = list({one.name: one for _, _, one in waits if isinstance(one, Variable)}.values())
    return (
        _badly_waiting(graph, waits, possible)
        or _badly_held(graph, locks, possible)
        or _not_in_order(graph, waits, sleeps, locks, possible)
        or (_all_asleep(graph, waits, sleeps, locks, possible) if sleeps else None)
    )


@dataclass(frozen=True, slots=True)
class Sleep:
    """Where a thread may sleep at a condition variable."""

    location: Location
    wait: WaitFor
    monitor: ConditionMonitor


def _monitor(graph: Graph, location: Location, wait: WaitFor) -> ConditionMonitor | None:
    found = (one for one in graph.monitors if location in one.going_on)
    return next(found, None) if wait.reason == SIGNALLED and not wait.names_holders else None


def _resource(graph: Graph, wait: WaitFor) -> Resource | None:
    if isinstance(wait.holders, Term) or wait.holders:
        return None
    if isinstance(wait.holder, int):
        if wait.reason != JOIN:
            return None  # a lock that always has the same owner
        everybody = {location.instance.name: location.instance for location in graph.locations}
        return next((one for one in everybody.values() if one.self_value == wait.holder != 0), None)
    for variable in graph.shared:
        if variable.is_thread and not variable.ghost and wait.holder in (variable.symbol, variable.value):
            return variable
    return None


def _can_always_move(graph: Graph, location: Location, wait: WaitFor, possible: Possible) -> bool:
    """Is there an input with which the thread makes a step, whatever the state is?"""
    steps = [step.guard for step in graph.transitions if step.source is location]
    for one in symbols(wait.guard):
        if str(one.payload).startswith("in!"):
            choices = [boolean(value) if one.width == BOOL else bv(value, one.width) for value in (False, True)]
            moves = [substitute(guard, {one: choice}) for guard in steps for choice in choices]
            if not possible(location, not_(any_of(moves))):
                return True
    return False


def _counted(graph: Graph, location: Location, wait: WaitFor, possible: Possible) -> Count | None:
    """Of a wait that names nobody: threads of which there is one whenever somebody waits here."""
    if wait.names_holders:
        return None
    for count in graph.counts:
        nobody = eq(count.variable.symbol, bv(0, count.variable.width))
        if location not in count.places and not possible(location, and_(wait.guard, nobody)):
            return count
    return None


def _badly_waiting(graph: Graph, waits: list[tuple[Location, WaitFor, Resource]], possible: Possible) -> Stuck | None:
    """For what nobody holds, or for oneself."""
    for location, wait, resource in waits:
        if isinstance(resource, ThreadInstance):
            if resource is location.instance:
                return Stuck(location, "a thread waits for its own end")
            continue
        if isinstance(resource, Count):
            continue  # there is somebody, and it is not the thread itself
        itself = graph.self_term(location.instance)
        nobody = bv(0, graph.program.pointer_bits)
        bad = any_of([eq(resource.symbol, nobody), eq(resource.symbol, itself)])
        if possible(location, and_(wait.guard, bad)):
            return Stuck(location, f"a thread may wait for {_shown(resource)}, which it holds itself, or nobody")
    return None


def _badly_held(graph: Graph, locks: list[Variable], possible: Possible) -> Stuck | None:
    """A thread ends with a lock, or a lock gets an owner that is not the thread that takes it."""
    nobody = bv(0, graph.program.pointer_bits)
    for step in graph.transitions:
        itself = graph.self_term(step.source.instance)
        for lock in locks:
            after = step.shared.get(lock, lock.symbol)
            if step.source.alone:
                bad = not_(any_of([eq(after, nobody), eq(after, itself)])) if step.started else None
            else:
                bad = not_(any_of([eq(after, one) for one in (nobody, itself, lock.symbol)]))
            if bad is not None and possible(step.source, and_(step.guard, bad)):
                return Stuck(step.source, f"{_shown(lock)} may get an owner that does not take it")
            if _ends(step) and possible(step.source, and_(step.guard, eq(after, itself))):
                return Stuck(step.source, f"a thread may end while it holds {_shown(lock)}")
    return None


def _ends(step: GuardedTransition) -> bool:
    return step.arrival is None and not step.halts


def _not_in_order(
    graph: Graph,
    waits: list[tuple[Location, WaitFor, Resource]],
    sleeps: list[Sleep],
    locks: list[Variable],
    possible: Possible,
) -> Stuck | None:
    """Behind which resource may a thread be that waits for which?"""
    later: dict[str, set[str]] = {}
    counts = {resource for _, _, resource in waits if isinstance(resource, Count)}
    waiting = [(location, wait, _name(resource)) for location, wait, resource in waits]
    waiting += [(one.location, one.wait, _SIGNAL) for one in sleeps]
    for location, wait, name in waiting:
        for count in counts:
            if location in count.places:
                later.setdefault(_name(count), set()).add(name)
        if not location.instance.many:
            later.setdefault(_name(location.instance), set()).add(name)
        itself = graph.self_term(location.instance)
        for lock in locks:
            if possible(location, and_(wait.guard, eq(lock.symbol, itself))):
                later.setdefault(_name(lock), set()).add(name)
    if _has_cycle(later):
        return Stuck(waits[0][0], "threads take what they wait for in different orders")
    for lock in locks:
        if _SIGNAL in closure([_name(lock)], lambda name: later.get(name, ())):
            return Stuck(sleeps[0].location, f"a thread may wait for a signal while {_shown(lock)} is held")
    return None


def _all_asleep(
    graph: Graph,
    waits: list[tuple[Location, WaitFor, Resource]],
    sleeps: list[Sleep],
    locks: list[Variable],
    possible: Possible,
) -> Stuck | None:
    """Can main wait while nobody can move?"""
    main = graph.start.instance
    for step in graph.transitions:
        if step.source.instance is main and _ends(step) and possible(step.source, step.guard):
            return Stuck(step.source, "main may end while others wait for signals")
    nobody_moves = [
        *(eq(lock.symbol, bv(0, lock.width)) for lock in locks),
        *(eq(one.woken.symbol, bv(0, one.woken.width)) for one in graph.monitors),
        *_routines_asleep(graph, waits, sleeps),
    ]
    for location, wait, resource in waits:
        waits_for_others = location.instance is main and not isinstance(resource, Variable)
        if waits_for_others and possible(location, all_of([wait.guard, *nobody_moves])):
            return Stuck(location, "all threads may wait for signals")
    for one in sleeps:
        asleep = one.monitor.asleep
        some = not_(eq(asleep.symbol, bv(0, asleep.width)))
        if one.location.instance is main and possible(one.location, all_of([one.wait.guard, some, *nobody_moves])):
            return Stuck(one.location, "all threads may wait for signals")
    return None


def _routines_asleep(
    graph: Graph, waits: list[tuple[Location, WaitFor, Resource]], sleeps: list[Sleep]
) -> Iterator[Term]:
    """All live threads of a routine that waits for nothing but locks and signals sleep."""
    otherwise = {location.instance for location, _, resource in waits if not isinstance(resource, Variable)}
    for instance, live in graph.lives.items():
        if instance not in otherwise:
            monitors = {one.monitor.asleep: None for one in sleeps if one.location.instance is instance}
            asleep = bv(0, _WIDE)
            for one in monitors:
                asleep = bvadd(asleep, zext(one.symbol, _WIDE))
            yield ule(zext(live.symbol, _WIDE), asleep)


def _shown(lock: Variable) -> str:
    """As the program calls it."""
    return lock.name.removesuffix(".__owner")


def _name(resource: Resource) -> str:
    if isinstance(resource, Count):
        return resource.variable.name
    return f"thread {resource.name}" if isinstance(resource, ThreadInstance) else resource.name


def _has_cycle(later: dict[str, set[str]]) -> bool:
    done: set[str] = set()
    while True:
        free = [
            name
            for name in later
            if name not in done and later[name] <= done | (set().union(*later.values()) - later.keys())
        ]
        if not free:
            return len(done) < len(later)
        done.update(free)
