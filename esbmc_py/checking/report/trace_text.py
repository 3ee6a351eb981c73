"""An execution as a C programmer reads it: one line per source line executed, with what was read and changed.

Steps of library models are folded into the line that calls them. Lines on which nothing is worth telling are left out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import field
from pathlib import PurePath

from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.expressions import FunctionAddress
from esbmc_py.goto.instructions import AtomicBegin, Call, Declare, Free, Halt, Nondet, StartThread
from esbmc_py.goto.memory_models import STORE_BUFFERS
from esbmc_py.goto.program import Function, Program
from esbmc_py.goto.symbols import SourceLocation
from esbmc_py.vm.trace import Change, TraceEvent

WIDEST_SOURCE = 52
MOST_LINES = 400


@dataclass(frozen=True, slots=True)
class Assigned:
    """What holds a new value: a place in memory, or a local variable that only its thread knows."""

    place: str
    value: str
    local: bool


@dataclass(slots=True)
class TraceLine:
    """What one thread does on one source line, without interruption."""

    thread: int
    location: SourceLocation
    function: str
    source: str
    step: int  # its first one
    switched: bool  # another thread was running before
    notes: list[str] = field(default_factory=list)
    assigned: list[Assigned] = field(default_factory=list)
    interesting: bool = False
    last_index: int = -1
    depth: int = 0


class TraceCollector:
    """A sink for the machine's events that keeps those of steps that were really made."""

    def __init__(self) -> None:
        self._events: list[TraceEvent] = []
        self._step_begins = 0

    def __call__(self, event: TraceEvent) -> None:
        if event.first:
            if self._events and self._events[-1].step == event.step:  # that attempt was blocked, and undone
                del self._events[self._step_begins :]
            self._step_begins = len(self._events)
        self._events.append(event)

    def events(self, steps: int) -> list[TraceEvent]:
        """Those of the first `steps` steps."""
        return [event for event in self._events if event.step < steps]


def trace_lines(program: Program, events: Iterable[TraceEvent]) -> list[TraceLine]:
    """The lines worth telling; the last one, where it all ends, is."""
    everything = list(_Folder(program).fold(events))
    lines = [line for line in everything if line.interesting or line is everything[-1]]
    before = 0
    for line in lines:  # lines were left out: say again where the thread changes
        line.switched = line.thread != before
        before = line.thread
    return lines


def thread_names(events: Iterable[TraceEvent]) -> dict[int, str]:
    """The start routine of each thread."""
    names: dict[int, str] = {}
    for event in events:
        if not event.in_model:
            names.setdefault(event.thread, event.function)
    return names


class _Folder:
    """Folds events into lines."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._named: dict[str, frozenset[int]] = {}
        self._called_from: dict[int, tuple[SourceLocation, str, int]] = {}  # per thread, its last user instruction

    def fold(self, events: Iterable[TraceEvent]) -> Iterator[TraceLine]:
        line: TraceLine | None = None
        for event in events:
            if not event.in_model:
                self._called_from[event.thread] = (event.location, event.function, event.depth)
            elif event.thread not in self._called_from:
                continue  # before main, or in a thread that has not reached its start routine
            location, function, depth = self._called_from[event.thread]
            if line is None or not self._continues(line, event, location, function):
                if line is not None:
                    yield line
                source = self._program.source_line(location)
                switched = line is not None and line.thread != event.thread
                line = TraceLine(event.thread, location, function, source, event.step, switched, depth=depth)
            self._note(line, event)
        if line is not None:
            yield line

    def _continues(self, line: TraceLine, event: TraceEvent, location: SourceLocation, function: str) -> bool:
        same = (line.thread, line.function) == (event.thread, function) and _line(line.location) == _line(location)
        return same and (event.in_model or event.depth != line.depth or event.index > line.last_index)

    def _note(self, line: TraceLine, event: TraceEvent) -> None:
        if not event.in_model and event.depth == line.depth:
            line.last_index = event.index
        match event.instruction:
            case StartThread():
                line.interesting = True
                number = next((change.value for change in event.changes if change.kind == "set"), "")
                line.notes.append(f"starts thread {number}".strip())
            case Call(callee=FunctionAddress(name=name)) if name.startswith(STORE_BUFFERS):
                pass  # what it does is told
            case Call() | Halt() | Free() | AtomicBegin() if not event.in_model:
                line.interesting = True
        for change in event.changes:
            self._note_buffered(line, change)
        if event.in_model or self._calls_model(event):
            return
        for change in event.changes:
            self._note_change(line, event, change)

    def _note_buffered(self, line: TraceLine, change: Change) -> None:
        match change.kind:
            case "wait":
                line.interesting = True
                line.notes.append(f"{change.target} = {change.value} (buffered)")
            case "reach":
                line.interesting = True
                line.notes.append(f"{change.target} = {change.value} reaches memory")
                line.assigned.append(Assigned(change.target, change.value, local=False))
            case "own" if line.notes and line.notes[-1].startswith("reads "):
                place, _, value = line.notes[-1].rpartition(" = ")
                if value != change.value:
                    line.notes[-1] = f"{place} = {change.value} (buffered)"

    def _calls_model(self, event: TraceEvent) -> bool:
        match event.instruction:
            case Call(callee=FunctionAddress(name=name)):
                return name not in self._program.functions or self._program.functions[name].is_model
            case _:
                return False

    def _note_change(self, line: TraceLine, event: TraceEvent, change: Change) -> None:
        match change.kind:
            case "write":
                line.interesting = True
                self._replace_read(line, change)
                line.assigned.append(Assigned(change.target or _source_name(change.place), change.value, local=False))
            case "read" if event.instruction.visible:
                line.interesting = True
                line.notes.append(f"reads {_place(change)} = {change.value}")
            case "set" if self._is_variable(event, change):
                line.interesting = True
                chosen = " (input)" if isinstance(event.instruction, Nondet) else ""
                line.notes.append(f"{_source_name(change.place)} = {change.value}{chosen}")
                line.assigned.append(Assigned(_source_name(change.place), change.value, local=True))

    def _replace_read(self, line: TraceLine, change: Change) -> None:
        """`x++` reads and writes x: one note says both."""
        place = _place(change)
        read = f"reads {place} = "
        if line.notes and line.notes[-1].startswith(read):
            line.notes[-1] = f"{place} = {change.value} (was {line.notes[-1].removeprefix(read)})"
        else:
            line.notes.append(f"{place} = {change.value}")

    def _is_variable(self, event: TraceEvent, change: Change) -> bool:
        if "$" not in change.place:
            return True
        target = getattr(event.instruction, "target", None)
        return target is not None and target.index in self._variables(event.function)

    def _variables(self, name: str) -> frozenset[int]:
        """The registers of a function that the programmer declared."""
        if name not in self._named:
            function = self._program.functions.get(name)
            self._named[name] = frozenset(_declared(function)) if function else frozenset()
        return self._named[name]


def _declared(function: Function) -> Iterator[int]:
    yield from (parameter.index for parameter in function.parameters)
    for instruction in function.instructions:
        if isinstance(instruction, Declare) and hasattr(instruction.variable, "index"):
            yield instruction.variable.index


def _line(location: SourceLocation) -> tuple[str, int]:
    return location.file, location.line


def _source_name(name: str) -> str:
    return name.partition("$")[0]


def _place(change: Change) -> str:
    """As the program says it, and which place that is where this is not the same."""
    place = _source_name(change.place) if "$" in change.place else change.place
    if place == change.target or not change.target:
        return place
    return f"{place} [{change.target}]"


def render_trace(lines: list[TraceLine], thread_names: dict[int, str], *, everything: bool = False) -> list[str]:
    """Aligned columns: thread, place, source text, notes. Context switches stand between the lines."""
    if not lines:
        return []
    left_out = 0
    shown = lines
    if len(lines) > MOST_LINES and not everything:
        half = MOST_LINES // 2
        left_out = len(lines) - 2 * half
        shown = [*lines[:half], *lines[-half:]]
    places = [_short_place(line.location) for line in shown]
    place_width = max(map(len, places))
    source_width = max(min(len(line.source), WIDEST_SOURCE) for line in shown)
    rendered: list[str] = []
    thread: int | None = None
    for number, (line, place) in enumerate(zip(shown, places, strict=True)):
        if left_out and number == len(shown) // 2:
            rendered.append(f"  ... {left_out} lines left out, --verbose shows them ...")
        if line.thread != thread and thread is not None:
            name = thread_names.get(line.thread)
            rendered.append(f"  --- switch to thread {line.thread}{f' ({name})' if name else ''}")
        thread = line.thread
        source = line.source if len(line.source) <= WIDEST_SOURCE else line.source[: WIDEST_SOURCE - 3] + "..."
        text = f"  {line.thread:>2}  {place:<{place_width}}  {source:<{source_width}}  {', '.join(line.notes)}"
        rendered.append(text.rstrip())
    return rendered


def _short_place(location: SourceLocation) -> str:
    return f"{PurePath(location.file).name}:{location.line}"
