"""Monitors: how many threads sleep at a condition variable, and how many were woken and have not gone on yet.

`asleep(c)` counts the threads that wait at `c` and nobody has signalled, `woken(c)` those that were signalled and do
not have the mutex again. The sets of threads in the models say the same, but not where threads are created without end.
`live(worker)` counts the threads of a routine that have begun and not ended. All three are ghosts.

What a step does to them is known from the model function that it is in: `begin_waiting` lets its thread sleep,
`pthread_cond_signal` wakes one if there is one, `pthread_cond_broadcast` all, and `end_waiting` is passed by those who
were woken, only. That is so as long as nobody leaves for another reason (a deadline, a cancellation), and nobody else
changes the set of those who wait: of a condition variable where that may happen nothing is said.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from symex.terms import TRUE, Term, all_of, and_, any_of, bv, bvadd, bvsub, eq, ite, not_, or_, symbol, ule, ult

from .graph import COUNT_TYPE, MOST_THREADS, ConditionMonitor, Graph, GuardedTransition, Location, ThreadInstance
from .stacks import place_in_program
from .variables import RegisterSlot, Variable

_SET = ".__waiting"
FALLS_ASLEEP, GOES_ON, WAKES_ONE, WAKES_ALL = (
    "begin_waiting", "end_waiting", "pthread_cond_signal", "pthread_cond_broadcast"
)  # fmt: skip
_TOLD = (FALLS_ASLEEP, GOES_ON, WAKES_ONE, WAKES_ALL)
_CONDITION = RegisterSlot(0, 0)  # the first parameter of those that are not passed by the woken
_SEVERAL = -1  # no address
_WIDTH = COUNT_TYPE.width


def with_monitors(graph: Graph) -> Graph:
    """The same graph if there is nothing to count."""
    groups = [_monitors(graph, name, places) for name, places in _conditions(graph).values()]
    if not groups:
        return graph
    begun = (one.target.instance for step in graph.transitions for one in step.started)
    lives = {one: _count(f"live({one.name})") for one in dict.fromkeys(begun)}
    counted = _Counted(groups, lives)
    transitions = tuple(counted.step(one) for one in graph.transitions)
    monitors = tuple(one for group in groups for one in group)
    ghosts = [ghost for one in monitors for ghost in (one.asleep, one.woken)]
    shared = (*graph.shared, *ghosts, *lives.values())
    return replace(graph, shared=shared, transitions=transitions, monitors=monitors, lives=lives)


def _count(name: str) -> Variable:
    return Variable(name, symbol(f"g!{name}", _WIDTH), COUNT_TYPE, True, ghost=True, counts=True, own=False)


def _monitors(graph: Graph, name: str, places: frozenset[Location]) -> list[ConditionMonitor]:
    """Of one condition variable: one for each line of the program where threads wait."""
    kinds = {kind: frozenset(one for one in places if _function(one) == kind) for kind in _TOLD}
    lines: dict[int, set[Location]] = {}
    for one in sorted(kinds[FALLS_ASLEEP] | kinds[GOES_ON], key=lambda at: at.name):
        lines.setdefault(place_in_program(graph.program, one.source, one.source).line, set()).add(one)
    choice = symbol(f"in!woken({name})", _WIDTH) if len(lines) > 1 else None
    found = []
    for line, there in sorted(lines.items()):
        called = name if choice is None else f"{name}:{line}"
        found.append(
            ConditionMonitor(
                _count(f"asleep({called})"), _count(f"woken({called})"),
                kinds[FALLS_ASLEEP] & there, kinds[GOES_ON] & there, kinds[WAKES_ONE], kinds[WAKES_ALL], choice,
            )
        )  # fmt: skip
    return found


def _function(location: Location) -> str:
    """The model function that the location is in; "" if it is in none that matters here."""
    code = location.stack[0][0]
    return code.name if code.function.is_model and code.name in _TOLD else ""


# -- which condition variables can be counted at ----------------------------------------------------------------------


def _conditions(graph: Graph) -> dict[Variable, tuple[str, frozenset[Location]]]:
    """By the set of those who wait: the name, and the locations that are about it."""
    if not _one_place_each(graph):
        return {}
    sets = [one for one in graph.shared if one.name.endswith(_SET)]
    changed = {one: _changed_at(graph, one) for one in sets}
    found: dict[Variable, tuple[str, frozenset[Location]]] = {}
    for one, places in changed.items():
        addresses = {_address(at) for at in places}
        if one.width < 0 or len(addresses) != 1 or not addresses.isdisjoint((None, _SEVERAL)):
            continue  # it may be one of many condition variables, or somebody else changes it
        if FALLS_ASLEEP not in {_function(at) for at in places}:
            continue
        about = {at for at in graph.locations if _address(at) in addresses}
        if about != places or any(places & more for other, more in changed.items() if other is not one):
            continue
        sleeping = _sleeping_from(graph, places)
        if sleeping is not None:
            found[one] = one.name.removesuffix(_SET), frozenset(about | sleeping)
    everywhere = {at for _, places in found.values() for at in places}
    # somebody who goes on, and it is not known from where: then nothing is known of anybody
    lost = any(_function(at) == GOES_ON and at not in everywhere and not at.alone for at in graph.locations)
    return {} if lost else found


def _one_place_each(graph: Graph) -> bool:
    """Each of the functions is interrupted at one place only: before all that it does."""
    places: dict[str, set[int]] = {}
    for location in graph.locations:
        if _function(location):
            places.setdefault(_function(location), set()).add(location.stack[0][1])
    return all(len(found) == 1 for found in places.values())


def _changed_at(graph: Graph, waiting: Variable) -> set[Location]:
    """Where steps begin that change the set, once there are several threads."""
    return {step.source for step in graph.transitions if waiting in step.shared and not step.source.alone}


def _address(location: Location) -> int | None:
    """Of the condition variable that the step from this location is about, if it is always the same one."""
    if location.alone or _function(location) in ("", GOES_ON):
        return None
    known = location.known.get(_CONDITION)
    if not isinstance(known, frozenset) or len(known) != 1:
        return _SEVERAL
    return next(iter(known))


def _sleeping_from(graph: Graph, places: Iterable[Location]) -> set[Location] | None:
    """Where those are who fell asleep at these places. None: others may be there, too."""
    falls = {one for one in places if _function(one) == FALLS_ASLEEP}
    found = {
        step.arrival.target
        for step in graph.transitions
        if step.arrival is not None and step.source in falls and _function(step.arrival.target) == GOES_ON
    }
    arriving = (step for step in graph.transitions if step.arrival is not None and step.arrival.target in found)
    return found if all(step.source in falls for step in arriving) else None


# -- what steps do ----------------------------------------------------------------------------------------------------


class _Counted:
    """`groups`: of each condition variable those who wait at different lines."""

    def __init__(self, groups: list[list[ConditionMonitor]], lives: dict[ThreadInstance, Variable]) -> None:
        self._groups = groups
        self._lives = lives

    def step(self, step: GuardedTransition) -> GuardedTransition:
        if step.source.alone and not step.started:
            return step
        changes = dict(step.shared)
        guard = step.guard
        if step.source.alone:
            nobody = [ghost for group in self._groups for one in group for ghost in (one.asleep, one.woken)]
            changes.update({one: bv(0, _WIDTH) for one in (*nobody, *self._lives.values())})
        else:
            for group in self._groups:
                guard = all_of([guard, self._signal(group, step, changes), *(_at(one, step, changes) for one in group)])
        return replace(step, guard=and_(guard, self._live(step, changes)), shared=changes)

    def _signal(self, group: list[ConditionMonitor], step: GuardedTransition, changes: dict[Variable, Term]) -> Term:
        """Wakes one of those who sleep, whatever line they are at."""
        if step.source not in group[0].waking_one:
            return TRUE
        none, one = bv(0, _WIDTH), bv(1, _WIDTH)
        somebody = []
        for number, monitor in enumerate(group):
            asleep, woken = monitor.asleep.symbol, monitor.woken.symbol
            chosen = not_(eq(asleep, none))
            if monitor.choice is not None:
                chosen = and_(chosen, eq(monitor.choice, bv(number, _WIDTH)))
            somebody.append(chosen)
            changes[monitor.asleep] = ite(chosen, bvsub(asleep, one), asleep)
            changes[monitor.woken] = ite(chosen, bvadd(woken, one), woken)
        nobody = all_of([eq(monitor.asleep.symbol, none) for monitor in group])
        return or_(nobody, any_of(somebody))

    def _live(self, step: GuardedTransition, changes: dict[Variable, Term]) -> Term:
        known = TRUE
        for instance, live in self._lives.items():
            more = sum(one.target.instance is instance for one in step.started)
            if step.arrival is None and not step.halts and step.source.instance is instance:
                more -= 1
            if more:
                before = changes.get(live, live.symbol)
                changes[live] = bvadd(before, bv(more, _WIDTH))
                known = and_(known, ult(before, bv(MOST_THREADS, _WIDTH)))
                if more < 0:
                    known = and_(known, ult(bv(0, _WIDTH), before))
        return known


def _at(monitor: ConditionMonitor, step: GuardedTransition, changes: dict[Variable, Term]) -> Term:
    """What is known of the numbers where the step is made."""
    asleep, woken = monitor.asleep.symbol, monitor.woken.symbol
    one, none, most = bv(1, _WIDTH), bv(0, _WIDTH), bv(MOST_THREADS, _WIDTH)
    if step.source in monitor.going_on:
        changes[monitor.woken] = bvsub(woken, one)
        return and_(ult(none, woken), ule(woken, most))
    if step.source in monitor.falling_asleep and step.arrival and step.arrival.target in monitor.going_on:
        changes[monitor.asleep] = bvadd(asleep, one)
    elif step.source in monitor.waking_all:
        changes[monitor.asleep] = none
        changes[monitor.woken] = bvadd(woken, asleep)
    elif step.source not in monitor.waking_one:
        return TRUE
    # there are never too many threads, and the one that makes this step is not among them
    return all_of([ult(asleep, most), ult(woken, most), ult(bvadd(asleep, woken), most)])
