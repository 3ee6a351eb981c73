"""An execution with everything that an explanation asks about: accesses that matter, what depends on what, locks."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace

from esbmc_py.goto.instructions import Branch
from esbmc_py.goto.numbering import Numbering
from esbmc_py.goto.program import Program
from esbmc_py.goto.properties import Property
from esbmc_py.goto.symbols import SourceLocation
from esbmc_py.vm.describe import object_text
from esbmc_py.vm.findings import DataRace, Deadlock, Violation
from esbmc_py.vm.run import run
from esbmc_py.vm.schedule import Schedule
from esbmc_py.vm.shortest import StepSite
from esbmc_py.vm.trace import TraceEvent

from .accesses import TracedAccess, own_accesses
from .dependences import Dependences
from .names import HeapNames
from .orders import Moment, step_sites
from .slicing import slice_of
from .trace_line import TraceLine

LONGEST_RUN = 2_000  # steps
_UNNAMED = re.compile(r"^&heap object \d+ of thread \d+$")  # of another execution
_ROOT = re.compile(r"[A-Za-z_]\w*(?:#\d+|\[\d+\](?=->))?")


class Scene:
    def __init__(
        self,
        program: Program,
        events: Sequence[TraceEvent],
        lines: Sequence[TraceLine],
        what: Violation | Deadlock | DataRace | None,
        schedule: Schedule | None = None,
    ) -> None:
        self.program = program
        self.events = events
        self.lines = lines
        self.what = what
        self.names = HeapNames(events, program)
        self.dependences = Dependences(program, events)
        found = None if what is None else slice_of(program, events, what)
        executed = [position for position, event in enumerate(events) if event.waits is None]
        self.last = executed[-1] if executed else 0
        self.all_accesses = [one for one in own_accesses(program, events) if not self._leads_nowhere(one)]
        self.accesses = [
            one for one in self.all_accesses if one.size and (found is None or one.position in found.positions)
        ]
        self.sites = step_sites(events)
        self.to_come: dict[TracedAccess, StepSite] = {}  # accesses of another execution that are spoken of
        self._usual: list[TraceEvent] | None = None  # an execution without preemptions, called in the same way
        self._as_called = Schedule() if schedule is None else replace(schedule, threads=(), pauses=())

    @classmethod
    def of_execution(cls, program: Program, events: Sequence[TraceEvent]) -> Scene:
        """One that ends in nothing in particular."""
        return cls(program, events, (), None)

    def fails(self) -> TracedAccess:
        """The access that is violated, also where the library makes it for the program."""
        own = next((one for one in reversed(self.all_accesses) if one.position == self.last), None)
        if own is not None:
            return own
        event, one = self.events[self.last], self.events[self.last].touched[0]
        number, offset = self.program.address_space.split(one.address)
        name = object_text(Numbering(self.program), number) + (f" + {offset}" if offset else "")
        where = self.own_location(self.last)
        return TracedAccess(
            self.last, event.step, event.thread, one.write, one.address, one.size, name, name, "", where
        )

    def _leads_nowhere(self, access: TracedAccess) -> bool:
        """Through a null pointer: there is no object, what matters is where the pointer came from."""
        failed = isinstance(self.what, Violation) and self.what.property is Property.NULL
        return failed and access.position == self.last

    # -- names ----------------------------------------------------------------------------------------------------

    def name(self, access: TracedAccess) -> str:
        if access.name:
            return self.names.text(access.name)
        if access.place:  # the instruction failed
            return access.place
        return self.object_name(self.program.address_space.split(access.address)[0])

    def object_name(self, number: int) -> str:
        """Of a heap object, found where somebody uses it or holds its address."""
        split = self.program.address_space.split
        for event in self.events:
            for one, change in zip(event.touched, event.changes, strict=False):
                if split(one.address)[0] != number:
                    continue
                if one.size and change.target:
                    return self.names.object(change.target.partition(" + ")[0])
                if not one.size and change.value.startswith("&"):
                    return self.names.object(change.value.removeprefix("&"))
        return "the object"

    def root(self, access: TracedAccess) -> str:
        """The variable that the place is a part of."""
        return root_of(self.name(access))

    def moment(self, access: TracedAccess) -> Moment:
        site = self.to_come.get(access) or self.sites[access.step]
        return Moment(access.thread, access.location, self.text(access), site, access.step)

    def text(self, access: TracedAccess) -> str:
        name, value = self.name(access), self.names.text(access.value)
        value = _UNNAMED.sub("a new object" if access.write else "that object", value)
        if value.startswith("&*"):
            value = value.removeprefix("&*")
            value = value if value != name else "a new object" if access.write else "that object"
        if access.ends_life:
            return f"ends the life of {name}"
        if access.frees:
            return f"frees {name}"
        if not value:
            return f"{'writes' if access.write else 'reads'} {name}"
        if access.write:
            return f"writes {name} = {value}"
        return f"reads {name} = {value}"

    # -- dependences ----------------------------------------------------------------------------------------------

    def flows(self, source: int, target: int) -> bool:
        """Does the value of one event get into another one of the same thread, through registers and private memory?"""
        return self._reaches(source, target, values_only=True)

    def decides(self, source: int, target: int) -> bool:
        """Does the value of one event decide, in a branch, whether another one of the same thread happens?"""
        return self._reaches(source, target, values_only=False) and not self.flows(source, target)

    def _reaches(self, source: int, target: int, *, values_only: bool) -> bool:
        thread = self.events[source].thread
        pending, seen = [target], {target}
        while pending:
            position = pending.pop()
            if position == source:
                return True
            following: Iterable[int] = self.dependences.of[position]
            if values_only:  # a branch, which decides what keeps its value, has none itself
                values = self.dependences.values_of(position)
                following = (one for one in values if not isinstance(self.events[one].instruction, Branch))
            for one in following:
                if one >= source and one not in seen and self.events[one].thread == thread:
                    seen.add(one)
                    pending.append(one)
        return False

    # -- accesses -------------------------------------------------------------------------------------------------

    def writer_before(self, read: TracedAccess) -> TracedAccess | None:
        """Whose value is read."""
        writes = [one for one in self.all_accesses if one.write and one.overlaps(read) and one.position < read.position]
        return writes[-1] if writes else None

    def is_set_before(self, read: TracedAccess) -> bool:
        """By anybody, also where no other thread could see it yet. To make a pointer null does not count."""
        end = read.address + read.size
        writers = [
            event
            for event in self.events[: read.position]
            if any(one.write and one.address < end and read.address < one.address + one.size for one in event.touched)
        ]
        if read.value == "NULL":  # what the last one wrote is what is read, also if it wrote a whole structure
            return any(event.value != 0 for event in writers[:-1])
        return bool(writers)

    def writes_to_come(self, read: TracedAccess) -> list[tuple[TracedAccess, StepSite]]:
        """Writes of other threads to that place that have not happened here, but do where threads run one by one."""
        if self._usual is None:
            events: list[TraceEvent] = []
            run(self.program, schedule=self._as_called, trace=events.append, max_steps=LONGEST_RUN)
            self._usual = events
        usual = own_accesses(self.program, self._usual)
        sites = step_sites(self._usual)
        done = set(self.sites.values())
        found = [one for one in usual if one.write and one.thread != read.thread and one.overlaps(read)]
        return [(one, sites[one.step]) for one in found if sites[one.step] not in done and not self.ended(one.thread)]

    def own_location(self, position: int) -> SourceLocation:
        """Where the thread was in the program's own code."""
        thread = self.events[position].thread
        own = (one for one in reversed(self.events[: position + 1]) if one.thread == thread and not one.in_model)
        return next(own, self.events[position]).location

    def ended(self, thread: int) -> bool:
        return any(event.thread == thread and event.kind == "endthread" for event in self.events)

    def has_joined(self, access: TracedAccess, thread: int) -> bool:
        """Has whoever makes the access waited for the end of that thread before?"""
        return any(
            one.verb == "join" and thread in one.threads and line.thread == access.thread
            for line in self.lines
            if line.members and line.members[-1] < access.position
            for one in line.operations
        )

    def is_swap(self, step: int, access: TracedAccess) -> bool:
        """Does the step read and write the place, in one go?"""
        kinds = {one.write for one in self.all_accesses if one.step == step and one.overlaps(access)}
        return kinds == {True, False}


def root_of(name: str) -> str:
    found = _ROOT.search(name)
    return found[0] if found else name
