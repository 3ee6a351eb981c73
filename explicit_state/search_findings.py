"""What the search notes down: violations, deadlocks, races and leaks, with the schedule that leads there."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence, Set
from typing import TypeAlias

from esbmc_py.goto.program import Program
from esbmc_py.goto.properties import Property
from esbmc_py.goto.symbols import SourceLocation
from esbmc_py.vm.findings import DataRace, Deadlock, Finding, Violation
from esbmc_py.vm.footprints import races_between
from esbmc_py.vm.run import deadlock_of, local_deadlocks, run, user_location
from esbmc_py.vm.schedule import Schedule
from esbmc_py.vm.stops import Leak, LimitReached, UnsupportedReached

from .granularity import coarse_schedule
from .search_result import BrokenInvariant, Reduction, SearchOptions
from .supersteps import Meeting
from .transitions import Transition, Transitions
from .vectors import EXIT, Vector

REMEMBERED = 100_000  # sets of blocked threads of which it is remembered that there is no cycle in them

Path: TypeAlias = Callable[[], list[Transition]]


class AllFound(Exception):
    """What was looked for has been found."""


class SearchFindings:
    def __init__(
        self, program: Program, options: SearchOptions, transitions: Transitions, until: Set[Hashable] = frozenset()
    ) -> None:
        """`until`: it is enough when all of this has been found."""
        self._program = program
        self._options = options
        self._transitions = transitions
        self._until = until
        self._leaks = Property.LEAK in options.properties
        self._lost = Property.LOST in options.properties and not self._leaks
        self.findings: dict[Hashable, Finding] = {}
        self.incomplete: dict[str, None] = {}
        self.unsupported: dict[tuple[str, SourceLocation], None] = {}
        self.executions = 0
        self._without_cycle: set[tuple[Transition, ...]] = set()  # threads that do not wait for each other
        self._raced: set[tuple[Transition, Transition]] = set()  # pairs whose races are known

    def end(self, path: list[Transition]) -> None:
        """The last transition ends the execution."""
        self.executions += 1
        match path[-1].stop:
            case None:
                pass  # an assumption does not hold
            case Violation() as found:
                self.note((found.property, found.location), found, path)
                alone = len(self._transitions.components.thread_slots) < 2 and not path[-1].lone
                if found.property not in self._options.properties and not alone:
                    # the superstep that ends there has begun before: what others saw meanwhile is not looked at
                    what = f"going on before a violation that was not asked for ({found.message})"
                    self.unsupported[what, found.location] = None
            case UnsupportedReached(construct=construct), location:
                self.unsupported[construct, location] = None
            case LimitReached(what=what), location:
                self.incomplete[f"{location}: {what}"] = None

    def deadlock(self, blocked: Sequence[Transition], path: Path) -> None:
        self.executions += 1
        deadlock = deadlock_of({one.thread: one.blocked for one in blocked if one.blocked is not None})
        identity = frozenset((place.location, place.reason) for place in deadlock.blocked)
        self.note(identity, deadlock, path())

    def local_deadlocks(self, blocked: Sequence[Transition], path: Path) -> None:
        together = tuple(blocked)
        if together in self._without_cycle:
            return
        found = list(local_deadlocks({one.thread: one.blocked for one in blocked if one.blocked is not None}))
        for deadlock in found:
            identity = frozenset((place.location, place.reason) for place in deadlock.blocked)
            self.note(("local", identity), deadlock, path())
        if not found and len(self._without_cycle) < REMEMBERED:
            self._without_cycle.add(together)

    def leak(self, vector: Vector, path: Path) -> None:
        """The process has ended: the first object that was allocated and is still there leaks, as the machine says."""
        if not (self._leaks or self._lost):
            return
        way, components = path(), self._transitions.components
        if vector[EXIT] and not way[-1].exits:
            return  # by abort, or the like
        if self._lost:
            self._note_lost(way)
            return
        sites = {number: site for transition in way for number, site in transition.allocated.items()}
        for number in sorted(sites):
            slot = components.object_slots[number]
            content = components.tables[slot][vector[slot]] if slot < len(vector) else None
            if content is not None:
                leak = Leak(len(content[0] if isinstance(content, tuple) else content), sites[number])
                location = user_location(leak.site)
                found = Violation(leak.property, leak.message, location, way[-1].thread, leak.site)
                if self._is_seen_at_switch_points(way):
                    self.note((leak.property, location), found, way)
                return

    def _note_lost(self, way: list[Transition]) -> None:
        """Nothing leads to it any more: the machine knows what leads where."""
        found = run(self._program, schedule=self._schedule(way), lost=True).violation
        if found is not None and found.property is Property.LOST:
            self.note((found.property, found.location), found, way)

    def _is_seen_at_switch_points(self, way: list[Transition]) -> bool:
        """With `--reduction none`, a thread may be between two switch points of the program when another one exits."""
        if self._options.reduction is not Reduction.NONE:
            return True
        result = run(self._program, schedule=self._schedule(way), leaks=True)
        return result.violation is not None and result.violation.property is Property.LEAK

    def meetings(self, meetings: list[Meeting], path: Path) -> None:
        for meeting in meetings:
            self._race(meeting.first, meeting.second, lambda: [*path(), *meeting.before])  # noqa: B023

    def races(self, enabled: list[tuple[Transition, ...]], path: Path) -> None:
        for place, some in enumerate(enabled):
            for others in enabled[place + 1 :]:
                for one in some:
                    for other in others:
                        if one.footprint.conflicts[other.footprint]:
                            self._race(one, other, path)

    def _race(self, first: Transition, second: Transition, path: Path) -> None:
        if (first, second) in self._raced:
            return
        self._raced.add((first, second))
        for identity, race in races_between({first.thread: first.accesses, second.thread: second.accesses}):
            self.note(("race", identity), race, path())

    def note(self, identity: Hashable, what: Violation | Deadlock | DataRace, path: list[Transition]) -> None:
        if identity in self.findings:
            return
        finding = Finding(what, self._schedule(path))
        if finding.property not in self._options.properties and not isinstance(what, BrokenInvariant):
            return
        self.findings[identity] = finding
        if not self._options.all_violations or (self._until and self._until <= self.findings.keys()):
            raise AllFound

    def _schedule(self, path: list[Transition]) -> Schedule:
        moves = [(transition.thread, transition.inputs) for transition in path]
        if self._options.reduction is Reduction.NONE:
            moves = coarse_schedule(self._program, self._transitions, path)
        return Schedule(
            tuple(thread for thread, _ in moves),
            tuple(value for _, values in moves for value in values),
            compiled_reads=self._options.compiled_reads,
        )
