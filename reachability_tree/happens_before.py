"""Races by happens-before on a path of the tree: what each thread knows of the accesses before, symbolically.

A path has a schedule, so vector clocks can be carried along it. What is known of the past is kept as a set: for each
thread, which of the accesses so far come before its next operation, each under a condition where addresses or guards
are symbolic (mostly there are none, and the conditions are constants). Of all accesses of a thread of the same kind to
the same bytes the last one is kept: what comes after it comes after all of them.

What orders: program order; the start of a thread; atomic sections, which come one after the other; an atomic write
that releases and an atomic read that finds what it left behind, or what came of it in a release sequence (C11
5.1.2.4p10: read-modify-writes, and stores of the same thread). The library synchronises by atomic accesses to its
objects, so that there is nothing special about locks, joins and semaphores. A relaxed access orders nothing.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TypeAlias

from esbmc_py.goto.addresses import AddressSpace
from symex.accesses import Access, Birth, is_in, overlap, same_place
from symex.terms import FALSE, TRUE, Term, all_of, and_, any_of, not_, or_

Name: TypeAlias = Hashable  # of an access: the same for all that replace one another
Known: TypeAlias = dict[Name, Term]  # when an access comes before; never changed once it is part of an order
Unordered: TypeAlias = tuple[Access, Access, Term]  # what a step does, what it races with, and when


@dataclass(frozen=True, slots=True)
class Past:
    """An access that was made where `when` holds, and is the last one of its kind there."""

    access: Access
    when: Term


@dataclass(frozen=True, slots=True)
class Released:
    """What an atomic object carries where `when` holds: what the thread knew that released it, and who that was."""

    access: Access
    thread: int
    when: Term
    known: Known


@dataclass(frozen=True)
class Order:
    """What is known at a node about the accesses before."""

    past: dict[Name, Past] = field(default_factory=dict)
    known: tuple[Known, ...] = ({},)  # by each thread
    released: tuple[Released, ...] = ()
    sections: Known = field(default_factory=dict)  # by the atomic sections so far

    @cached_property
    def key(self) -> Hashable:
        """Orders with the same key have the same races ahead."""
        past = frozenset((name, past.access.side, past.when) for name, past in self.past.items())
        released = frozenset(
            (one.access.address, one.access.size, one.thread, one.when, frozenset(one.known.items()))
            for one in self.released
        )
        return past, tuple(frozenset(known.items()) for known in self.known), released, frozenset(self.sections.items())

    def after(
        self, thread: int, history: Sequence[Access | Birth], space: AddressSpace
    ) -> tuple[Order, list[Unordered]]:
        """The order after a step of a thread, and the races of the step with what others have done before."""
        if not history:
            return self, []
        step = _Step(dict(self.past), list(self.known), list(self.released), self.sections, thread, space)
        races = [race for event in history for race in step.take(event)]
        return Order(step.past, tuple(step.known), tuple(step.released), step.sections), races

    def with_threads(self, number: int, creator: int) -> Order:
        """Threads that a step has started know what their creator knows."""
        new = number - len(self.known)
        return self if new <= 0 else replace(self, known=self.known + (self.known[creator],) * new)


@dataclass(slots=True)
class _Step:
    past: dict[Name, Past]
    known: list[Known]
    released: list[Released]
    sections: Known
    thread: int
    space: AddressSpace
    read: list[Access] = field(default_factory=list)  # atomically, in this step

    def take(self, event: Access | Birth) -> Iterator[Unordered]:
        if isinstance(event, Birth):
            self._begin_to_live(event)
            return
        if event.side.atomic:
            self._acquire(event)
        yield from self._races(event)
        self._note(event)
        if event.side.atomic:
            self._release(event)

    def _races(self, access: Access) -> Iterator[Unordered]:
        known = self.known[self.thread]
        for name, past in self.past.items():
            if not access.side.may_race_with(past.access.side):
                continue
            unknown = not_(known.get(name, FALSE))
            if unknown is not FALSE:
                when = all_of([access.guard, past.when, unknown, overlap(access, past.access, self.space)])
                if when is not FALSE:
                    yield access, past.access, when

    # -- the past ---------------------------------------------------------------------------------------------------

    def _note(self, access: Access) -> None:
        side = access.side
        name: tuple[Hashable, ...] = (access.address, access.size, side.thread, side.write, side.atomic)
        if access.guard is not TRUE:
            name = (*name, side.location, access.guard)
        for other, past in list(self.past.items()):
            if _is_of_a_kind(past.access, access) and other != name:
                self._restrict(other, past, and_(access.guard, same_place(past.access, access, self.space)))
        self._forget(name)
        self.past[name] = Past(access, access.guard)
        self.known[self.thread] = {**self.known[self.thread], name: TRUE}

    def _begin_to_live(self, birth: Birth) -> None:
        for name, past in list(self.past.items()):
            self._restrict(name, past, and_(birth.guard, is_in(past.access, birth.number, self.space)))
        self._restrict_releases(
            {
                place: and_(birth.guard, is_in(one.access, birth.number, self.space))
                for place, one in enumerate(self.released)
            }
        )

    def _restrict(self, name: Name, past: Past, gone: Term) -> None:
        """Where `gone` holds, the access does not matter any more."""
        if gone is FALSE:
            return
        when = and_(past.when, not_(gone))
        if when is FALSE:
            self._forget(name)
            del self.past[name]
        else:
            self.past[name] = Past(past.access, when)

    def _forget(self, name: Name) -> None:
        """Nobody knows of it."""
        self.known = [_without(known, name) for known in self.known]
        self.released = [
            replace(one, known=_without(one.known, name)) if name in one.known else one for one in self.released
        ]
        self.sections = _without(self.sections, name)

    # -- what orders ------------------------------------------------------------------------------------------------

    def _acquire(self, access: Access) -> None:
        if access.section:
            self._learn(self.sections, access.guard)
        if not access.side.write:
            self.read.append(access)
            if access.ordered:
                for one in self.released:
                    found = overlap(access, one.access, self.space)
                    self._learn(one.known, all_of([access.guard, one.when, found]))

    def _learn(self, known: Known, when: Term) -> None:
        if when is not FALSE and known:
            self.known[self.thread] = _joined(self.known[self.thread], known, when)

    def _release(self, access: Access) -> None:
        if access.section:
            self.sections = _joined(self.sections, self.known[self.thread], access.guard)
        if access.side.write:
            self._leave(access)

    def _leave(self, access: Access) -> None:
        """A read-modify-write goes on with what was released before; a relaxed store by another thread ends it."""
        again = TRUE if access.section else any_of([self._is_again(access, read) for read in self.read])
        here = [and_(access.guard, same_place(access, one.access, self.space)) for one in self.released]
        if not access.ordered:
            ended = {
                place: and_(found, not_(again))
                for place, found in enumerate(here)
                if self.released[place].thread != self.thread
            }
            self._restrict_releases(ended)
            return
        mine = self.known[self.thread]
        going_on = [
            Released(access, one.thread, all_of([found, one.when, again]), _joined(mine, one.known, TRUE))
            for one, found in zip(self.released, here, strict=True)
        ]
        others = not_(any_of([one.when for one in going_on]))
        anew = Released(access, self.thread, and_(access.guard, others), mine)
        self._restrict_releases(dict(enumerate(here)))
        self.released += [one for one in (*going_on, anew) if one.when is not FALSE]

    def _is_again(self, access: Access, read: Access) -> Term:
        return and_(read.guard, same_place(access, read, self.space))

    def _restrict_releases(self, gone: dict[int, Term]) -> None:
        kept = []
        for place, one in enumerate(self.released):
            when = and_(one.when, not_(gone.get(place, FALSE)))
            if when is not FALSE:
                kept.append(one if when is one.when else replace(one, when=when))
        self.released = kept


def _is_of_a_kind(one: Access, other: Access) -> bool:
    first, second = one.side, other.side
    return (first.thread, first.write, first.atomic) == (second.thread, second.write, second.atomic)


def _without(known: Known, name: Name) -> Known:
    return {other: when for other, when in known.items() if other != name} if name in known else known


def _joined(one: Known, other: Known, when: Term) -> Known:
    """What is known in the one, and, where the condition holds, in the other."""
    joined = dict(one)
    for name, known in other.items():
        found = and_(known, when)
        if found is not FALSE:
            joined[name] = or_(joined.get(name, FALSE), found)
    return joined
