"""A finding with the execution that leads to it, replayed in the machine, as text and as JSON."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Any, TypeAlias

from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.fingerprint import fingerprint
from esbmc_py.goto.program import Program
from esbmc_py.goto.properties import Property
from esbmc_py.goto.symbols import SourceLocation
from esbmc_py.traces.deadlocks import waited_for_at_the_end
from esbmc_py.traces.lines import thread_names, trace_lines
from esbmc_py.traces.names import HeapNames
from esbmc_py.traces.relevance import mark_what_matters
from esbmc_py.traces.trace_line import TraceLine
from esbmc_py.vm.findings import DataRace, Deadlock, Finding, RunResult, Status, Violation
from esbmc_py.vm.invocation import Invocation
from esbmc_py.vm.run import run
from esbmc_py.vm.schedule import Schedule
from esbmc_py.vm.state_after import local_deadlocks_after
from esbmc_py.vm.trace import TraceEvent

from .call_text import call_text
from .trace_text import TraceCollector, fitting, render_trace, text_width

if TYPE_CHECKING:
    from esbmc_py.traces.explain import Explanation

Paint: TypeAlias = Callable[[str, str], str]  # a text in a style, such as bold


def plain(text: str, _style: str) -> str:
    return text


@dataclass(frozen=True, slots=True)
class Trace:
    """An execution to be read: what it runs into, and what happens on the way."""

    finding: Finding
    lines: list[TraceLine]
    names: dict[int, str]
    confirmed: bool  # the replay came to the same end
    call: str | None = None  # how the program is called, for a shell; None if it cannot tell
    sources: str | None = None  # the fingerprint of the program
    heap: HeapNames | None = None
    explanation: Explanation | None = None

    def __repr__(self) -> str:
        return f"<trace of {len(self.lines)} lines: {summary(self.finding.what)}>"

    @property
    def schedule(self) -> Schedule:
        """As files have it: with the program that it belongs to."""
        return replace(self.finding.schedule, sources=self.sources)

    def __str__(self) -> str:
        return f"{summary(self.finding.what)}\n{self.text()}"

    def text(self, *, everything: bool = False, hint: str = "--verbose") -> str:
        """`hint`: how to ask for everything."""
        lines = [f"  call: {self.call}"] if self.call is not None else []
        again = self.finding.what.repeats if isinstance(self.finding.what, Violation) else None
        lines += render_trace(self.lines, self.names, everything=everything, hint=hint, again=again)
        lines += fitting(map(self.named, conclusion(self.finding.what, self.lines)))
        if self.explanation is not None:
            from .explanation import explanation_text

            lines += ["", *explanation_text(self.explanation, text_width())]
        return "\n".join(lines)

    def named(self, text: str) -> str:
        """With the programmer's names for heap objects."""
        return text if self.heap is None else named(self.finding.what, text, self.heap)

    def to_json(self) -> dict[str, Any]:
        return {
            **what_to_json(self.finding.what),
            "confirmed": self.confirmed,
            **({} if self.call is None else {"call": self.call}),
            "schedule": json.loads(self.schedule.to_json()),
            "trace": [trace_line_to_json(line) for line in self.lines],
            **({} if self.explanation is None else {"explanation": self.explanation.to_json()}),
        }


def named(what: Violation | Deadlock | DataRace, text: str, heap: HeapNames) -> str:
    """A violation is about an object as such, `*conn`; a deadlock or a race about a part of it, also the first one."""
    return heap.message(text) if isinstance(what, Violation) else heap.text(text)


def replay(program: Program, finding: Finding) -> Trace:
    """Runs the finding's schedule again, watching."""
    collector = TraceCollector()
    steps = len(finding.schedule.threads)
    if isinstance(finding.what, Deadlock) and finding.what.local:
        return _replay_local_deadlock(program, finding.what, finding.schedule)
    leaks, lost = finding.property is Property.LEAK, finding.property is Property.LOST
    result = run(program, schedule=finding.schedule, trace=collector, max_steps=steps, leaks=leaks, lost=lost)
    events = collector.events(result.steps)
    return _told(program, finding, events, confirmed=_confirms(result, finding, steps))


def _told(
    program: Program, finding: Finding, events: Sequence[TraceEvent], *, confirmed: bool, call: str | None = None
) -> Trace:
    lines = trace_lines(program, events, finding.what)
    mark_what_matters(program, events, lines, finding.what)
    names, sources = thread_names(events), fingerprint(program)
    return Trace(finding, lines, names, confirmed, call, sources, HeapNames(events, program))


def _replay_local_deadlock(program: Program, wanted: Deadlock, schedule: Schedule) -> Trace:
    """The machine, asked again who waits for whom, also knows where the locks were taken."""
    collector = TraceCollector()
    threads = {one.thread for one in wanted.blocked}
    found = local_deadlocks_after(program, schedule, collector)
    same = [deadlock for deadlock in found if {one.thread for one in deadlock.blocked} == threads]
    events = collector.events(len(schedule.threads))
    finding = Finding(same[0] if same else wanted, schedule)
    return _told(program, finding, events, confirmed=bool(same))


def replayed(
    program: Program,
    what: Violation | Deadlock | DataRace,
    schedule: Schedule,
    events: Sequence[TraceEvent],
    invocation: Invocation | None = None,
) -> Trace:
    """An execution that the machine has been through already."""
    call = None if invocation is None else call_text(invocation)
    return _told(program, Finding(what, schedule), events, confirmed=True, call=call)


def trace_report(
    traces: Sequence[Trace],
    *,
    quiet: bool = False,
    everything: bool = False,
    hint: str = "--verbose",
    paint: Paint = plain,
) -> Iterator[str]:
    """Each with a headline; its execution below unless `quiet`."""
    for number, trace in enumerate(traces, 1):
        yield ""
        title = f"{number}. " if len(traces) > 1 else ""
        yield paint(f"{title}{trace.named(summary(trace.finding.what))}", "bold")
        if not trace.confirmed:
            yield "  The replay does not confirm this. That is a defect of smtcb: do not trust it."
        if not quiet:
            yield painted(trace.text(everything=everything, hint=hint), paint)


def painted(text: str, paint: Paint) -> str:
    """An execution: what is violated stands out, where threads change steps back."""
    styles = (("  => ", "red"), ("  --- ", "blue"), ("  ... ", "dim"))
    lines = []
    for line in text.split("\n"):
        style = next((style for beginning, style in styles if line.startswith(beginning)), None)
        lines.append(line if style is None else paint(line, style))
    return "\n".join(lines)


def _confirms(result: RunResult, finding: Finding, steps: int) -> bool:
    match finding.what:
        case Violation(property=violated, location=location):
            found = result.violation
            return found is not None and (found.property, found.location) == (violated, location)
        case DataRace(apart=True):  # it has happened, perhaps in the last step of all
            return result.status in (Status.LIMIT, Status.DEADLOCK, Status.EXITED) and result.steps == steps
        case Deadlock() | DataRace():  # the schedule leads to the state that has it
            return result.status in (Status.LIMIT, Status.DEADLOCK) and result.steps == steps


def summary(what: Violation | Deadlock | DataRace) -> str:
    """One line, beginning with the place where there is one."""
    match what:
        case Violation(property=violated, message=message, location=location, thread=thread):
            return f"{location}: {violated}: {message} (thread {thread})"
        case Deadlock(blocked=blocked, local=local):
            who = f"{len(blocked)} thread{'s' * (len(blocked) != 1)} wait{'s' * (len(blocked) == 1)}"
            how = " for one another, whatever the others do" if local and len(blocked) > 1 else ""
            return f"{'local ' * local}deadlock: {who} for ever{how}"
        case DataRace(first=first):
            return f"{first.location}: data-race: {first.place}"


def conclusion(what: Violation | Deadlock | DataRace, lines: Sequence[TraceLine] = ()) -> list[str]:
    """The last lines of a counterexample: what is violated."""
    match what:
        case Violation(property=violated, message=message, location=location, thread=thread):
            return [f"  => {violated} violated in thread {thread} at {location}: {message}"]
        case Deadlock(blocked=blocked, local=local):
            ends = {line.thread: line for line in lines}
            waiting = [(one, waited_for_at_the_end(one, ends)) for one in sorted(blocked, key=lambda one: one.thread)]
            told = [f"     {one}{'' if one.waited_for or not name else f': {name}'}" for one, name in waiting]
            return [f"  => {'local ' * local}deadlock:", *told]
        case DataRace(first=first, second=second, apart=apart):
            how = "nothing orders these two" if apart else "these two can happen at the same time"
            return [f"  => data-race, {how}:", f"     {first}", f"     {second}"]


def location_to_json(location: SourceLocation) -> dict[str, Any]:
    return {"file": location.file, "line": location.line, "column": location.column}


def what_to_json(what: Violation | Deadlock | DataRace) -> dict[str, Any]:
    match what:
        case Violation(property=violated, message=message, location=location, thread=thread, repeats=repeats):
            where = location_to_json(location)
            told = {"property": str(violated), "message": message, "location": where, "thread": thread}
            return told if repeats is None else {**told, "repeats_from": repeats}
        case Deadlock(blocked=blocked):
            waiting = [
                {
                    "thread": one.thread,
                    "location": location_to_json(one.location),
                    "until": one.reason,
                    "waits_for": one.waited_for,
                    "held_by": [
                        {"thread": held.thread, "since": None if held.since is None else location_to_json(held.since)}
                        for held in one.holders
                    ],
                }
                for one in blocked
            ]
            return {"property": "deadlock", "local": what.local, "message": str(what), "blocked": waiting}
        case DataRace(first=first, second=second):
            sides = [
                {
                    "thread": side.thread,
                    "place": side.place,
                    "write": side.write,
                    "atomic": side.atomic,
                    "location": location_to_json(side.location),
                }
                for side in (first, second)
            ]
            return {"property": "data-race", "message": str(what), "accesses": sides}


def trace_line_to_json(line: TraceLine) -> dict[str, Any]:
    return {
        "step": line.step,
        "thread": line.thread,
        "switch": line.switched,
        "location": location_to_json(line.location),
        "function": line.function,
        "source": line.source,
        "notes": line.notes,
        "assigned": [asdict(one) for one in line.assigned],
        "matters": line.matters,
        "operations": [
            {"verb": one.verb, "object": one.object, "threads": list(one.threads)} for one in line.operations
        ],
        "waits": None
        if line.waits is None
        else {
            "until": line.waits.reason,
            "for": line.waits_for,
            "held_by": [holder.thread for holder in line.waits.holders],
        },
    }
