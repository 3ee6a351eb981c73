"""The cheapest choice of changes that makes every counterexample impossible: a minimum hitting set, by MaxSMT."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import product

import z3

from esbmc_py.goto.deferred import dataclass

from .change import Change
from .executions import Execution
from .regions import Region
from .sections import Sections
from .source import Source
from .writer import NEW, Choice, Locked, Part, Writer

_COST_OF_NEW = 3
_MOST_LOCKS = 3


@dataclass(frozen=True, slots=True)
class Lesson:
    """A counterexample, and the choice under which it was found; `caused`: without that choice it may be impossible."""

    execution: Execution
    choice: Choice
    caused: bool


class Chooser:
    """Knows the changes that may help so far, and what was learnt about choices of them."""

    def __init__(self, source: Source, writer: Writer) -> None:
        self._writer = writer
        self._locks = (*source.locks[:_MOST_LOCKS], NEW)
        self._sections = {lock: Sections(source, lock) for lock in self._locks}
        self._parts: dict[Part, z3.BoolRef] = {}
        self._held: dict[Locked, bool] = {}
        self._lessons: list[Lesson] = []
        self._rejected: list[tuple[Choice, bool]] = []
        self._enough: list[Choice] = []
        self._optimize: z3.Optimize | None = None  # None: there is more to know than it has been told

    def add(self, parts: Sequence[Change], regions: Sequence[Region], lesson: Lesson) -> None:
        self._lessons.append(lesson)
        self._optimize = None
        known = {(one.what, one.edits) for one in self._parts if isinstance(one, Change)}
        for change in parts:
            if (change.what, change.edits) not in known:
                self._declare(change)
        for region, lock in product(regions, self._locks):
            part = Locked(region, lock, self._crosses(region, lock))
            if part in self._held or not self._sections[lock].allowed(region):
                continue
            self._held[part] = lock != NEW and self._sections[lock].held(region)
            if not self._held[part]:
                self._declare(part)

    def _crosses(self, region: Region, lock: str) -> int:
        return sum(one.is_crossed(region) for other, one in self._sections.items() if other not in (lock, NEW))

    def reject(self, choice: Choice, *, with_more: bool) -> None:
        """Not this one; with more: nor any that has all of it."""
        self._rejected.append((choice, with_more))
        if self._optimize is not None:
            self._optimize.add(self._without(choice, with_more=with_more))

    def reject_larger(self, choice: Choice) -> None:
        """It is right: sections of the same mutexes around the same statements and more are no other way to mend it."""
        self._enough.append(choice)
        self._optimize = None

    def cheapest(self) -> Choice | None:
        """None: nothing is left."""
        if self._optimize is None:
            self._optimize = self._told()
        if self._optimize.check() != z3.sat:
            return None
        model = self._optimize.model()
        return frozenset(part for part, variable in self._parts.items() if z3.is_true(model.eval(variable)))

    def _told(self) -> z3.Optimize:
        optimize = z3.Optimize()
        optimize.set("timeout", 10_000)
        for lesson in self._lessons:
            optimize.add(self._learnt(lesson))
        for choice, with_more in self._rejected:
            optimize.add(self._without(choice, with_more=with_more))
        for choice in self._enough:
            optimize.add(z3.Not(z3.And(*(self._is_made(part) for part in choice))))
        for part, variable in self._parts.items():
            optimize.add_soft(z3.Not(variable), part.cost)
        new = [variable for part, variable in self._parts.items() if isinstance(part, Locked) and part.lock == NEW]
        optimize.add_soft(z3.Not(z3.Or(*new)), _COST_OF_NEW)
        return optimize

    def _is_made(self, part: Part) -> z3.BoolRef:
        return self._parts[part] if isinstance(part, Change) else self._covered(part.region, part.lock)

    def _without(self, choice: Choice, *, with_more: bool) -> z3.BoolRef:
        others = [] if with_more else [variable for part, variable in self._parts.items() if part not in choice]
        return z3.Or(*(z3.Not(self._parts[part]) for part in choice), *others)

    def _declare(self, part: Part) -> None:
        if self._writer.conflict(frozenset({part})) is None:
            self._parts[part] = z3.Bool(f"part_{len(self._parts)}")

    def _learnt(self, lesson: Lesson) -> z3.BoolRef:
        """One of the changes that forbid it is made; or, if the choice itself is to blame, some part of that is not."""
        execution = lesson.execution
        ways = [
            variable
            for part, variable in self._parts.items()
            if isinstance(part, Change) and part not in lesson.choice and part.forbids(execution)
        ]
        ways += self._exclusions(lesson)
        if lesson.caused:
            ways += [z3.Not(self._parts[part]) for part in lesson.choice]
        return z3.Or(*ways)

    def _exclusions(self, lesson: Lesson) -> list[z3.BoolRef]:
        """Two stays that overlap cannot if both hold one mutex. What held one already did not help."""
        regions = list(dict.fromkeys(part.region for part in self._held))
        stays = {one: lesson.execution.stays(one.function, one.begin, one.end) for one in regions}
        ways = []
        for number, one in enumerate(regions):
            for other in regions[number:]:
                if not any(a.overlaps(b) for a in stays[one] for b in stays[other]):
                    continue
                for lock in self._locks:
                    if not (
                        self._is_covered(one, lock, lesson.choice) and self._is_covered(other, lock, lesson.choice)
                    ):
                        ways.append(z3.And(self._covered(one, lock), self._covered(other, lock)))
        return ways

    def _covered(self, region: Region, lock: str) -> z3.BoolRef:
        """It holds the mutex: as it is, or it is in a region that is chosen."""
        if self._held.get(Locked(region, lock)):
            return z3.BoolVal(True)
        return z3.Or(
            *(
                variable
                for part, variable in self._parts.items()
                if isinstance(part, Locked) and part.lock == lock and part.region.contains(region)
            )
        )

    def _is_covered(self, region: Region, lock: str, choice: Choice) -> bool:
        held = bool(self._held.get(Locked(region, lock)))
        return held or any(
            isinstance(part, Locked) and part.lock == lock and part.region.contains(region) for part in choice
        )
