"""An execution as lines: one per source line executed, with what was read and changed.

Steps of library models are folded into the line that calls them, and that line stands where the call takes effect, not
where it is entered: `pthread_mutex_lock` where the mutex is locked. A thread that has to wait says so in a line of its
own, before others go on.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field, replace

from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.expressions import FunctionAddress
from esbmc_py.goto.instructions import AtomicBegin, Call, Copy, Declare, Free, Halt, Nondet, Store
from esbmc_py.goto.memory_models import FENCE, STORE_BUFFERS, STORE_REACHES, MemoryOrder
from esbmc_py.goto.numbering import Numbering, ObjectKind
from esbmc_py.goto.program import Function, Program
from esbmc_py.goto.symbols import COMPOUND_LITERAL, SourceLocation
from esbmc_py.vm.describe import object_text
from esbmc_py.vm.findings import BlockedThread, DataRace, Deadlock, Violation
from esbmc_py.vm.trace import TracedValue, TraceEvent

from .accesses import TracedAccess, own_accesses
from .array_elements import fold_elements
from .conditions import values_in_condition
from .interruptions import shared_with_handlers
from .kept_locks import names_of_locks, tell_kept_locks
from .library import ABOUT_MEMORY, LibraryCalls, Operation
from .lifetimes import EndOfLife, end_of_life, uses_of_unset
from .names import HeapNames, with_arrow
from .own_code import OwnCode
from .trace_line import FROM_THE_RIGHT, Assigned, TraceLine

_MOST_RESULTS = 4  # of a call, told beside its line
_UNDEFINED = "undefined"
_INTERNAL = "__smtcb_"  # variables of the library's models
_LITERAL = "a string literal"
_PACKED = ("varargs$", "argument$")  # copies that are handed over: variable arguments, and structures
_IMAGE = "its initialiser"  # what a local is filled with: the line shows it
_RESULT = "&result$"  # where a function puts a structure that it returns
_PART = re.compile(r"^(?!\*.*\]$)(.*?)(?:\[\d+\]| \+ \d+)$")  # of `*texts[1]`, the index is no part
_INSIDE = re.compile(r"(?:\.|->)__\w")  # a member of a library type
_FIRST_OF_HEAP = re.compile(r"\*[\w#]+")
_STORE_HANDLES = ("pthread_create", "thrd_create")
_BASE = re.compile(r"^(?!heap object|stack block)[A-Za-z_]\w*")


def trace_lines(
    program: Program, events: Sequence[TraceEvent], what: Violation | Deadlock | DataRace | None = None
) -> list[TraceLine]:
    """The lines worth telling; the last one, where it all ends, is. `what` is what the execution ends in."""
    names = HeapNames(events, program)
    handled = shared_with_handlers(program, events)
    unset = uses_of_unset(program, events)
    folder = _Folder(program, names, own_accesses(program, events), unset.uses, handled)
    everything = list(folder.fold(events, to_the_end=isinstance(what, Violation)))
    if isinstance(what, Deadlock):
        everything += folder.waiting(everything, what)
        tell_kept_locks(program, events, everything, map(names.text, names_of_locks(what)))
    if isinstance(what, Violation) and everything:
        function = program.functions.get(events[-1].function)
        declared = declared_registers(function) if function else frozenset()
        everything[-1].notes += map(names.text, values_in_condition(program, events, declared))
    tell_end_of_life(everything, end_of_life(program, events, what))
    tell_begun_again(everything, unset.again)
    lines = [line for line in everything if line.interesting or line is everything[-1]]
    before = 0
    for line in lines:
        line.notes[:] = fold_elements(line.notes)
        line.switched = line.thread != before  # lines were left out: it is said again where the thread changes
        before = line.thread
    return lines


def tell_end_of_life(lines: Iterable[TraceLine], end: EndOfLife | None) -> None:
    for line in lines:
        if end is not None and end.position in line.members:
            line.interesting = line.ends_life = True
            line.notes.append(f"{end.name} lives no longer")


def tell_begun_again(lines: Iterable[TraceLine], again: Mapping[int, str]) -> None:
    for line in lines:
        if found := dict.fromkeys(again[position] for position in line.members if position in again):
            line.interesting = line.ends_life = True
            line.notes += (f"{name} begins anew" for name in found)


@dataclass(frozen=True, slots=True)
class Resting:
    """A thread before a step: where it is in its own code, and the calls of the library that are under way there."""

    thread: int
    location: SourceLocation
    function: str
    depth: int
    calls: tuple[tuple[int, str, dict[str, str]], ...]  # outermost first: depth, function, values as text
    threads: Mapping[str, int]  # control blocks among these values, and their threads


def step_lines(program: Program, events: Sequence[TraceEvent], names: HeapNames, at: Resting | None) -> list[TraceLine]:
    """The lines of a single step. A call of the library that is entered, and nothing more, is none."""
    folder = _Folder(program, names, own_accesses(program, events))
    if at is not None:
        folder.resume(at)
    return [line for line in folder.fold(events, to_the_end=False) if line.interesting]


def object_of_call(at: Resting) -> str:
    """What the call of the library is about in which a thread rests: a semaphore, a condition."""
    library = LibraryCalls()
    library.resume(at.thread, at.calls, at.threads)
    return library.object_of_call(at.thread)


def thread_names(events: Iterable[TraceEvent]) -> dict[int, str]:
    """The start routine of each thread."""
    names: dict[int, str] = {}
    for event in events:
        if not event.in_model:
            names.setdefault(event.thread, event.function)
    return names


def waiting_text(one: BlockedThread, name: str = "") -> str:
    """`waits for m, held by thread 2`; `waits for the end of thread 1`; `waits until the semaphore is positive: s`."""
    holders = " and ".join(f"thread {holder.thread}" for holder in one.holders)
    if one.waited_for:
        return f"waits for {one.waited_for}" + (f", held by {holders}" if holders else "")
    if name:
        return f"waits until {one.reason}: {name}"
    if one.reason == "the joined thread has ended" and holders:
        return f"waits for the end of {holders}"
    return f"waits until {one.reason}" + (f": {holders}" if holders else "")


@dataclass(slots=True, eq=False)
class _Entered:
    """A call of the library that has not taken effect yet."""

    step: int
    events: list[tuple[int, TraceEvent, list[Operation]]] = field(default_factory=list)


class _Folder:
    """Folds events into lines."""

    def __init__(
        self,
        program: Program,
        names: HeapNames,
        accesses: Iterable[TracedAccess],
        unset: Mapping[int, list[str]] | None = None,
        handled: frozenset[int] = frozenset(),
    ) -> None:
        self._program = program
        self._handled = handled  # positions of accesses to what is shared with signal handlers
        self._unset = unset or {}  # what is used without a value, by position
        self._accesses: dict[int, list[TracedAccess]] = {}
        for one in accesses:
            self._accesses.setdefault(one.position, []).append(one)
        self._names = names
        self._declared: dict[str, frozenset[int]] = {}
        self._called_from = OwnCode()
        self._entered: dict[int, _Entered] = {}  # per thread
        self._library = LibraryCalls()
        self._line: TraceLine | None = None
        self._written_handle: dict[int, str] = {}  # per thread, by the call that starts another one
        self._handles: dict[str, int] = {}  # values of type pthread_t, and whose they are
        self._numbering = Numbering(program)
        self._fails = -1  # the position of what is violated

    def resume(self, at: Resting) -> None:
        self._called_from.executed(at.thread, at.location, at.function, at.depth)
        self._library.resume(at.thread, at.calls, at.threads)

    def fold(self, events: Sequence[TraceEvent], *, to_the_end: bool) -> Iterator[TraceLine]:
        self._fails = len(events) - 1 if to_the_end else -1
        for position, event in enumerate(events):
            if event.waits is not None:
                yield from self._waits(event, event.waits)
            else:
                yield from self._executed(position, event)
        if to_the_end and events:
            yield from self._take_effect(events[-1].thread, None)
        if self._line is not None:
            yield self._line

    def _waits(self, event: TraceEvent, blocked: BlockedThread) -> Iterator[TraceLine]:
        if self._line is not None:
            if self._line.thread == event.thread and self._line.says_it_waits:
                return
            yield self._line
        self._line = self._waiting_line(blocked, event.step)

    def _waiting_line(self, one: BlockedThread, step: int) -> TraceLine:
        function = self._called_from.last(one.thread)[1] if one.thread in self._called_from else ""
        line = TraceLine(one.thread, one.location, function, self._program.source_line(one.location), step, True)
        line.waits, line.interesting = one, True
        joins = one.reason == "the joined thread has ended"
        name = one.waited_for or ("" if joins else self._library.object_of_call(one.thread))
        line.waits_for = self._names.text(name)
        line.notes.append(self._names.text(waiting_text(one, line.waits_for)))
        return line

    def waiting(self, lines: list[TraceLine], deadlock: Deadlock) -> Iterator[TraceLine]:
        """After all events: those who wait in the end, unless their last line says so already."""
        last = {line.thread: line for line in lines}
        step = lines[-1].step if lines else 0
        running = lines[-1].thread if lines else 0  # whoever ran last comes first
        for one in sorted(deadlock.blocked, key=lambda one: (one.thread != running, one.thread)):
            if one.thread not in last or not last[one.thread].says_it_waits:
                yield self._waiting_line(one, step)
            else:
                self._tell_who_holds_it_in_the_end(last[one.thread], one)

    @staticmethod
    def _tell_who_holds_it_in_the_end(line: TraceLine, one: BlockedThread) -> None:
        """Another thread may have got it since."""
        if line.waits is None or not one.waited_for:
            return
        then, now = ([holder.thread for holder in waits.holders] for waits in (line.waits, one))
        if then != now and line.notes:
            holders = " and ".join(f"thread {thread}" for thread in now)
            line.notes[-1] = f"{line.notes[-1].partition(', held by')[0]}, held by {holders} in the end"

    def _executed(self, position: int, event: TraceEvent) -> Iterator[TraceLine]:
        operations = self._library.operations(event)
        if event.in_model:
            self._note_handles(event, operations)
        entered = self._entered.get(event.thread)
        if entered is not None:
            if event.in_model and event.step == entered.step:
                entered.events.append((position, event, operations))
                return
            yield from self._take_effect(event.thread, event.step if event.in_model else None)
        if not event.in_model:
            self._called_from.executed(event.thread, event.location, event.function, event.depth)
            if self._calls_model(event):
                self._entered[event.thread] = _Entered(event.step, [(position, event, operations)])
                return
        elif event.thread not in self._called_from:
            return  # before main, or in a thread that has not reached its start routine
        else:
            self._called_from.returned(event.thread, event.depth)
        yield from self._add(position, event, operations, event.step)

    def _take_effect(self, thread: int, step: int | None) -> Iterator[TraceLine]:
        entered = self._entered.pop(thread, None)
        if entered is not None:
            for position, event, operations in entered.events:
                yield from self._add(position, event, operations, entered.step if step is None else step)

    def _add(self, position: int, event: TraceEvent, operations: list[Operation], step: int) -> Iterator[TraceLine]:
        location, function, depth = self._called_from.last(event.thread)
        line = self._line
        if line is None or not self._continues(line, event, location, function):
            if line is not None:
                yield line
            source = self._program.source_line(location)
            switched = line is not None and line.thread != event.thread
            self._line = line = TraceLine(event.thread, location, function, source, step, switched, depth=depth)
        line.members.append(position)
        self._note(line, position, event, operations)
        if event.in_model and event.function in _STORE_HANDLES:
            self._note_handle(line, position)
        elif event.function == STORE_REACHES:
            pass  # that is told with the store's value
        elif event.in_model and not any(_INSIDE.search(change.place) for change in event.changes):
            self._note_library_accesses(line, position)
            if position not in self._accesses:
                self._note_results(line, event)

    def _note_results(self, line: TraceLine, event: TraceEvent) -> None:
        """What a call puts into a variable that only its thread knows: the time, a number that was read."""
        texts = any(one.size == 1 for one in event.touched)  # and buffers: byte by byte
        for change in event.changes:
            known = isinstance(event.instruction, Store) or change.value == _UNDEFINED  # not a variable of the library
            if change.kind == "write" and known and not texts and self._is_own_local(event.address):
                begin = f"{self._names.text(change.target)} = "
                others = [note for note in line.notes if not note.startswith(begin)]
                if len(others) < _MOST_RESULTS:
                    line.interesting = True
                    line.notes[:] = [*others, begin + self._value(event, change)]

    def _is_own_local(self, address: int) -> bool:
        """Is it in a local variable of the program itself?"""
        identity = self._numbering.identity(self._program.address_space.split(address)[0])
        if identity is None or identity.kind is not ObjectKind.LOCAL or identity.index < self._numbering.stride:
            return False
        function, _ = self._numbering.locals[identity.index % self._numbering.stride]
        return not function.is_model

    def _note_handle(self, line: TraceLine, position: int) -> None:
        """A function that starts a thread stores its handle."""
        for one in self._accesses.get(position, ()):
            if one.write:
                line.interesting = True
                line.notes.append(f"writes {self._names.text(one.name)}")

    def _note_handles(self, event: TraceEvent, operations: list[Operation]) -> None:
        """It is written before the thread starts."""
        if event.function in _STORE_HANDLES:
            for change in event.changes:
                if change.kind == "write" and change.place == "*thread":
                    self._written_handle[event.thread] = change.value
        for one in operations:
            if one.verb == "start" and one.threads and event.thread in self._written_handle:
                self._handles[self._written_handle[event.thread]] = one.threads[0]

    def _note_library_accesses(self, line: TraceLine, position: int) -> None:
        """What memcpy and its like do to the program's variables: how many bytes of which."""
        for one in self._accesses.get(position, ()):
            if one.size and one.name and not one.name.startswith((_INTERNAL, _LITERAL)):
                line.interesting = True
                base = _BASE.match(one.name)
                name = base[0] if base else _PART.sub(r"\1", self._names.text(one.name))
                text = f"{'writes' if one.write else 'reads'} {name}"
                size = one.size
                for number, note in enumerate(line.notes):
                    if note.startswith(f"{text} ("):
                        size += int(note.removeprefix(f"{text} (").partition(" ")[0])
                        line.notes[number] = f"{text} ({size} bytes)"
                        break
                else:
                    line.notes.append(f"{text} ({size} byte{'s' * (size != 1)})")

    def _continues(self, line: TraceLine, event: TraceEvent, location: SourceLocation, function: str) -> bool:
        same = (line.thread, line.function) == (event.thread, function) and _line(line.location) == _line(location)
        further = event.in_model or event.depth != line.depth or line.goes_on_at(event.index)
        return same and further and line.waits is None

    def _note(self, line: TraceLine, position: int, event: TraceEvent, operations: list[Operation]) -> None:
        if not event.in_model and event.depth == line.depth:
            line.reaches(event.index)
        for one in operations:
            line.interesting = True
            line.operations.append(self._named(one))
            line.notes.append(line.operations[-1].text)
        match event.instruction:
            case Call(callee=FunctionAddress(name=name)) if name.startswith(STORE_BUFFERS):
                pass  # what it does is told
            case Call() | Halt() | AtomicBegin() if not event.in_model:
                line.interesting = True
            case Free():
                self._note_freed(line, position, event)
        if not event.in_model and not self._calls_model(event):
            for change in event.changes:
                if change.kind != "read" or not isinstance(event.instruction, Copy) or self._reads(position):
                    self._note_change(line, position, event, change)
        for change in event.changes:
            self._note_buffered(line, change)
        self._note_unset(line, self._unset.get(position, ()))

    def _named(self, operation: Operation) -> Operation:
        whole = self._names.object(operation.object) if operation.verb in ABOUT_MEMORY else operation.object
        text = operation.text.replace(operation.object, whole)
        return replace(operation, object=self._names.text(whole), text=self._names.text(text))

    def _note_freed(self, line: TraceLine, position: int, event: TraceEvent) -> None:
        line.interesting = line.interesting or not event.in_model
        name = self._names.object(object_text(self._numbering, self._program.address_space.split(event.address)[0]))
        if name.startswith("*") and position != self._fails:
            line.interesting = True
            line.notes.append(f"frees {name}")

    def _note_unset(self, line: TraceLine, names: Iterable[str]) -> None:
        for name in dict.fromkeys(map(_source_name, names)):
            line.interesting = True
            if line.notes and line.notes[-1].startswith(f"reads {name}"):
                line.notes[-1] += " (not initialised)"
            else:
                line.notes.append(f"{name} is not initialised")

    def _note_buffered(self, line: TraceLine, change: TracedValue) -> None:
        match change.kind:
            case "wait":
                line.interesting = True
                line.notes.append(f"{change.target} = {change.value} (buffered)")
            case "reach":
                line.interesting = True
                line.notes.append(f"{change.target} = {change.value} reaches memory")
                line.assigned.append(Assigned(change.target, change.value, local=False))
            case "origin" if line.notes and line.notes[-1].startswith("reads "):
                line.notes[-1] += f", {change.value}"
            case "own" if line.notes and line.notes[-1].startswith("reads "):
                place, _, value = line.notes[-1].rpartition(" = ")
                if value != change.value:
                    line.notes[-1] = f"{place} = {change.value} (buffered)"

    def _reads(self, position: int) -> bool:
        """Is what a copy reads shared?"""
        return any(not one.write for one in self._accesses.get(position, ()))

    def _calls_model(self, event: TraceEvent) -> bool:
        match event.instruction:
            case Call(callee=FunctionAddress(name=name)):
                return name not in self._program.functions or self._program.functions[name].is_model
            case _:
                return False

    def _note_change(self, line: TraceLine, position: int, event: TraceEvent, change: TracedValue) -> None:
        if change.target.startswith(COMPOUND_LITERAL):
            return  # what becomes of it is told
        value = self._value(event, change)
        match change.kind:
            case "write" if change.place.startswith(_PACKED):
                pass  # an argument, which the line shows
            case "write" if change.value == _IMAGE:
                line.interesting = True
            case "read" if change.place.startswith(_IMAGE):
                pass
            case "write" if change.target == FENCE:
                line.interesting = True
                line.notes.append(f"fence {MemoryOrder(int(value)).name.lower()}")
            case "write":
                line.interesting = True
                self._replace_read(line, change, value)
                place = self._names.text(change.target) or _source_name(change.place)
                line.assigned.append(Assigned(place, value, local=False))
            case "read" if change.place in FROM_THE_RIGHT:
                if value != "0":
                    line.interesting = True
                    line.notes.append(FROM_THE_RIGHT[change.place])
            case "read" if event.instruction.visible or position in self._handled:
                line.interesting = True
                place = self._place(change)
                itself = value in (place, self._names.text(change.target))
                _note_read(line, f"reads {place} = {'that object' if itself else value}")
            case "set" if self._is_variable(event, change):
                line.interesting = True
                chosen = " (input)" if isinstance(event.instruction, Nondet) else ""
                place = _source_name(change.place)
                line.assigned.append(Assigned(place, value, local=True))
                if value not in (place, f"&{place}", _RESULT):  # the line says as much
                    line.notes.append(f"{place} = {value}{chosen}")

    def _value(self, event: TraceEvent, change: TracedValue) -> str:
        """A heap object has the name of the first variable that holds its address: that says what it is only later."""
        value = self._names.text(change.value)
        if value in self._handles:
            return f"thread {self._handles[value]}"
        value = value.removeprefix("&*")
        if self._names.is_from_outside(change.value) and value == _source_name(change.place):
            return "an object from outside"
        if change.kind != "read" and self._names.is_new(event, change.value):
            own = value in (_source_name(change.place), change.target)
            return "a new object" if own else f"a new object ({value})"
        return value

    def _replace_read(self, line: TraceLine, change: TracedValue, value: str) -> None:
        """`x++` reads and writes x: one note says both."""
        place = self._place(change)
        value = "that object" if value in (place, self._names.text(change.target)) else value
        read = f"reads {place} = "
        if line.notes and line.notes[-1].startswith(read):
            line.notes[-1] = f"{place} = {value} (was {line.notes[-1].removeprefix(read)})"
        else:
            for filled in (
                f"{place} = 0",
                f"{place} = NULL",
            ):  # an initialiser: nobody sees that it was filled with zeros
                if filled in line.notes:
                    line.notes.remove(filled)
            line.notes.append(f"{place} = {value}")

    def _place(self, change: TracedValue) -> str:
        """As the program says it, and which place that is where this is not the same."""
        place = with_arrow(_source_name(change.place) if "$" in change.place else change.place)
        target = self._names.text(change.target)
        if "[" in place and _FIRST_OF_HEAP.fullmatch(target):
            target = f"{target[1:]}[0]"
        if not target or place == target or "$" in target:
            return place
        return target if _name(place) == _name(target) else f"{place} [{target}]"

    def _is_variable(self, event: TraceEvent, change: TracedValue) -> bool:
        if "$" not in change.place:
            return True
        target = getattr(event.instruction, "target", None)
        return target is not None and target.index in self._variables(event.function)

    def _variables(self, name: str) -> frozenset[int]:
        """The registers of a function that the programmer declared."""
        if name not in self._declared:
            function = self._program.functions.get(name)
            self._declared[name] = declared_registers(function) if function else frozenset()
        return self._declared[name]


def _note_read(line: TraceLine, note: str) -> None:
    """`a[i] && a[i]->next` reads a[i] twice: that is told once."""
    if note in line.notes and all(one.startswith("reads ") for one in line.notes[line.notes.index(note) :]):
        line.notes.remove(note)
    line.notes.append(note)


def declared_registers(function: Function) -> frozenset[int]:
    """The registers of a function that hold variables of the programmer's."""
    return frozenset(_declared(function))


def _declared(function: Function) -> Iterator[int]:
    yield from function.variables
    yield from (parameter.index for parameter in function.parameters)
    for instruction in function.instructions:
        if isinstance(instruction, Declare) and hasattr(instruction.variable, "index"):
            yield instruction.variable.index


def _line(location: SourceLocation) -> tuple[str, int]:
    return location.file, location.line


def _name(place: str) -> str:
    """`ring` of `ring.slots[head % 2]`: where it is the same, only indices can make a difference."""
    found = _BASE.match(place)
    return found[0] if found else ""


def _source_name(name: str) -> str:
    return name.partition("$")[0]
