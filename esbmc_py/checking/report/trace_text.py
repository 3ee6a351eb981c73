"""An execution as text: aligned columns that are no wider than the terminal."""

from __future__ import annotations

import shutil
import sys
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from pathlib import PurePath

from esbmc_py.goto.symbols import SourceLocation
from esbmc_py.traces.repeats import Shown, fold_repeats
from esbmc_py.traces.trace_line import TraceLine
from esbmc_py.vm.trace import TraceEvent

WIDEST_SOURCE = 52
NARROWEST_NOTES = 30
MOST_LINES = 400
WIDTH = 100  # where there is no terminal
LONGEST_FILE = 24  # a name that is longer would leave no room for what is done there


class TraceCollector:
    """A sink for the machine's events."""

    def __init__(self) -> None:
        self._events: list[TraceEvent] = []

    def __call__(self, event: TraceEvent) -> None:
        self._events.append(event)

    def events(self, steps: int) -> list[TraceEvent]:
        """Those of the first `steps` steps."""
        return [event for event in self._events if event.step < steps]


def text_width() -> int:
    """Of what is printed."""
    if not sys.stdout.isatty():
        return WIDTH
    return max(60, shutil.get_terminal_size((WIDTH, 24)).columns)


def fitting(lines: Iterable[str]) -> Iterator[str]:
    """No wider than the terminal; in a file, where somebody may look for them, they stay as they are."""
    for line in lines:
        if not sys.stdout.isatty() or len(line) <= text_width():
            yield line
        else:
            indent = " " * (len(line) - len(line.lstrip(" =>")))
            yield from textwrap.wrap(line, text_width(), subsequent_indent=indent, break_on_hyphens=False)


def render_trace(
    lines: Sequence[TraceLine],
    thread_names: dict[int, str],
    *,
    everything: bool = False,
    hint: str = "",
    width: int | None = None,
    again: int | None = None,
) -> list[str]:
    """Thread, place, source text, notes. Context switches stand between the lines.

    `everything`: also what does not matter, and every round of a loop; `hint` is how to ask for that.
    `again`: what comes from this step on happens for ever.
    """
    shown = (
        [Shown(line) for line in lines]
        if everything or again is not None
        else fold_repeats([line for line in lines if line.matters])
    )
    if not shown:
        return []
    hidden = 0 if everything else sum(not line.matters for line in lines)
    left_out = 0
    if len(shown) > MOST_LINES and not everything:
        half = MOST_LINES // 2
        left_out = len(shown) - 2 * half
        shown = [*shown[:half], *shown[-half:]]
    columns = _Columns([one.line for one in shown], text_width() if width is None else width)
    rendered: list[str] = []
    thread: int | None = None
    for number, one in enumerate(shown):
        line = one.line
        if again is not None and line.step >= again:
            rendered.append("  === from here on, for ever")
            again = None
        if left_out and number == len(shown) // 2:
            rendered.append(f"  ... {left_out} lines left out, --verbose shows them ...")
        if line.thread != thread and thread is not None:
            name = thread_names.get(line.thread)
            rendered.append(f"  --- switch to thread {line.thread}{f' ({name})' if name else ''}")
        thread = line.thread
        rendered += columns.text(line)
        if one.rounds:
            rendered.append(_repeats(one))
    if again is not None:
        rendered.append("  === and nothing happens any more")
    if hidden and hint:
        rendered.append(_hidden(hidden, hint))
    return rendered


def _hidden(number: int, hint: str) -> str:
    what = "1 step that does not matter is" if number == 1 else f"{number} steps that do not matter are"
    return f"  ({what} hidden: {hint})"


def _repeats(one: Shown) -> str:
    if one.length == 1 and one.same:
        return f"      ... {one.rounds + 1} times {one.line.source} ..."
    lines = "this line" if one.length == 1 else f"these {one.length} lines"
    return f"      ... {lines} {one.rounds} more times{'' if one.same else ', with other values'} ..."


class _Columns:
    """How wide they are for these lines."""

    def __init__(self, lines: Sequence[TraceLine], width: int) -> None:
        self._places = max(len(_short_place(line.location)) for line in lines)
        left = 6 + self._places + 2
        widest = max(min(len(line.source), WIDEST_SOURCE) for line in lines)
        self._source = max(12, min(widest, width - left - 2 - NARROWEST_NOTES))
        self._before_notes = left + self._source + 2
        self._notes = max(20, width - self._before_notes)

    def text(self, line: TraceLine) -> Iterator[str]:
        source = line.source if len(line.source) <= self._source else line.source[: self._source - 3] + "..."
        first = f"  {line.thread:>2}  {_short_place(line.location):<{self._places}}  {source:<{self._source}}  "
        notes = _wrapped(line.notes, self._notes)
        yield (first + notes[0]).rstrip()
        for more in notes[1:]:
            yield " " * self._before_notes + more


def _wrapped(notes: Sequence[str], width: int) -> list[str]:
    """Broken between notes where that is possible."""
    lines = [""]
    for number, note in enumerate(notes):
        text = note if number == len(notes) - 1 else f"{note},"
        if lines[-1] and len(lines[-1]) + 1 + len(text) > width:
            lines.append("")
        first, *more = textwrap.wrap(f"{lines[-1]} {text}".strip(), width, break_on_hyphens=False) or [""]
        lines[-1:] = [first, *more]
    return lines


def _short_place(location: SourceLocation) -> str:
    name = PurePath(location.file).name
    if len(name) > LONGEST_FILE:
        name = f"{name[: LONGEST_FILE - 10]}...{name[-7:]}"
    return f"{name}:{location.line}"
