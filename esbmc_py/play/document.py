"""The state graph as data for the page: everything that occurs often stands in a table once, and states are numbers."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, field
from typing import Any

from esbmc_py.traces.lines import waiting_text
from esbmc_py.vm.findings import BlockedThread, Deadlock, Violation

from .graph import Assumed, GivenUp, PlayMove, PlayNode, StateGraph
from .views import Row, ThreadView, Views

NO_END = -1


@dataclass(eq=False)
class OccurrenceNumbers:
    """Numbers for what occurs, in the order of its first occurrence."""

    rows: list[Any] = field(default_factory=list)
    _numbers: dict[Hashable, int] = field(default_factory=dict)

    def number(self, key: Hashable, row: Any = None) -> int:
        known = self._numbers.get(key)
        if known is None:
            known = self._numbers[key] = len(self.rows)
            self.rows.append(key if row is None else row)
        return known


class Document:
    """Texts name heap objects as the programmer does, which is known when all has been explored: see `tables`."""

    def __init__(self, graph: StateGraph) -> None:
        self._graph = graph
        self._views = Views(graph)
        self.files = OccurrenceNumbers()
        self.threads = OccurrenceNumbers()
        self.objects = OccurrenceNumbers()  # owners
        self.shown = OccurrenceNumbers()  # the rows of an object
        self.memories = OccurrenceNumbers()
        self.texts = OccurrenceNumbers()  # of moves
        self.waits = OccurrenceNumbers()
        self.ends = OccurrenceNumbers()
        self._by_contents: dict[tuple[int, int], int] = {}
        self._thread_numbers: dict[int, int] = {}
        self._constant: dict[int, bool] = {}

    # -- states -----------------------------------------------------------------------------------------------------

    def node(self, node: PlayNode) -> list[Any]:
        """A state as numbers: memory, threads, moves, waits, and how it ends (-1: it does not)."""
        moves: list[int] = []
        for move in node.moves:
            to = move.to if isinstance(move.to, int) else -1 - self._end(move.to)
            moves += (move.thread, to, self._text(move))
        waits = [self._wait(node, one) for one in node.blocked]
        return [self._memory(node), self._threads_of(node), moves, waits, self._end_of(node)]

    def _memory(self, node: PlayNode) -> int:
        vector: list[int] = []
        state = node.state
        for number, content in state.contents.items():
            owner = self._views.owner(number)
            if owner is None:
                continue
            rows = self._rows(node, number, content)
            if self.shown.rows[rows]:
                vector += (self.objects.number(owner), rows)
        return self.memories.number(tuple(vector))

    def _rows(self, node: PlayNode, number: int, content: int) -> int:
        known = self._by_contents.get((number, content))
        if known is not None:
            return known
        if number not in self._constant:
            self._constant[number] = self._views.by_contents(number)
        rows = self._views.rows(node.state, number)
        found = self.shown.number(rows)
        if self._constant[number]:
            self._by_contents[number, content] = found
        return found

    def _threads_of(self, node: PlayNode) -> list[int]:
        numbers = []
        for key, thread in zip(node.state.threads, node.state.machine.threads, strict=True):
            known = self._thread_numbers.get(key)
            if known is None:
                known = self._thread_numbers[key] = self.threads.number(self._views.thread(thread))
            numbers.append(known)
        return numbers

    def _text(self, move: PlayMove) -> int:
        return self.texts.number(move.text)

    def _wait(self, node: PlayNode, one: BlockedThread) -> int:
        holders = tuple(holder.thread for holder in one.holders)
        name = self._graph.texts.waited_for(node.state, one)
        return self.waits.number((one.thread, waiting_text(one, name), name, holders, one.location))

    # -- ends -------------------------------------------------------------------------------------------------------

    def _end(self, end: Violation | Assumed | GivenUp) -> int:
        match end:
            case Violation(property=violated, message=message, location=at, thread=thread):
                key = ("violation", str(violated), message, at.file, at.line, at.column, thread)
            case Assumed(place=place):
                key = ("assumption", "", place, "", 0, 0, -1)
            case GivenUp(reason=reason):
                key = ("given up", "", reason, "", 0, 0, -1)
        return self.ends.number(key)

    def _end_of(self, node: PlayNode) -> int:
        if node.given_up:
            return self._end(GivenUp(node.given_up))
        if node.deadlock is not None:
            return self._deadlock(node, node.deadlock)
        if node.finished:
            status = node.state.machine.exit_status
            return self.ends.number(("exit", "", str(status or 0), "", 0, 0, -1))
        return NO_END

    def _deadlock(self, node: PlayNode, deadlock: Deadlock) -> int:
        kind = "local deadlock" if deadlock.local else "deadlock"
        sentences = "\n".join(
            f"thread {one.thread}, line {one.location.line}: "
            f"{waiting_text(one, self._graph.texts.waited_for(node.state, one))}"
            for one in deadlock.blocked
        )
        return self.ends.number((kind, "deadlock", sentences, "", 0, 0, -1))

    # -- the whole --------------------------------------------------------------------------------------------------

    def tables(self) -> dict[str, Any]:
        """What the numbers mean."""
        named, message = self._graph.texts.names.text, self._graph.texts.names.message
        return {
            "threads": [self._thread_row(one) for one in self.threads.rows],
            "objects": self.objects.rows,
            "shown": [[_row(one, named) for one in rows] for rows in self.shown.rows],
            "memories": self.memories.rows,
            "texts": [
                [named(one.will), [[self._file(file), line, named(what)] for file, line, what in one.lines],
                 one.output, named(one.choice)]
                for one in self.texts.rows
            ],
            "waits": [
                [thread, named(text), named(what), holders, self._file(at.file), at.line]
                for thread, text, what, holders, at in self.waits.rows
            ],
            "ends": [
                [kind, violated, (message if kind == "violation" else named)(text), self._file(file) if file else -1,
                 line, column, thread]
                for kind, violated, text, file, line, column, thread in self.ends.rows
            ],
        }  # fmt: skip

    def _thread_row(self, view: ThreadView) -> list[Any]:
        named = self._graph.texts.names.text
        file = self._file(view.file) if view.file else -1
        return [view.function, file, view.line, view.column, [_row(one, named) for one in view.locals], view.calls]

    def _file(self, name: str) -> int:
        return self.files.number(name)


def _row(row: Row, named: Any) -> list[Any]:
    shown = [named(row.place), named(row.text), row.kind]
    return [*shown, row.threads] if row.threads else shown


def whole(graph: StateGraph) -> dict[str, Any]:
    """A graph that has been explored."""
    return _of(graph, graph.nodes)


def single(graph: StateGraph, node: PlayNode) -> dict[str, Any]:
    """One state, written in the same way."""
    return _of(graph, [node])


def _of(graph: StateGraph, nodes: Sequence[PlayNode]) -> dict[str, Any]:
    document = Document(graph)
    rows = [document.node(node) for node in nodes]
    columns = [list(column) for column in zip(*rows, strict=True)]
    names = ("memory", "standing", "moves", "waiting", "ending")
    return {**document.tables(), "nodes": dict(zip(names, columns, strict=True)), "files": document.files.rows}
