"""A witness as an automaton over the instructions of a program: what is understood of it, whatever its format was.

A guard names the instructions at which it can be passed. An automaton stays in a node as long as it likes, unless the
guard says where exactly it is decided (`decides`): so it describes at least the executions that the witness does, and
what it rejects describes none.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from enum import StrEnum
from functools import cached_property
from pathlib import PurePath
from typing import TypeAlias

from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.expressions import FunctionAddress
from esbmc_py.goto.flow import jumps_back
from esbmc_py.goto.instructions import Branch, Call, Dead, Nondet, StartThread
from esbmc_py.goto.program import Function
from esbmc_py.goto.symbols import SourceLocation

from .source_map import SourceMap
from .violation import CREATES
from .witness import Position, Waypoint

Spot: TypeAlias = tuple[str, int]  # a function's name, and the number of an instruction in it


class Kind(StrEnum):
    BEFORE = "before"  # an instruction of the spots is about to be executed
    ENTER = "enter"  # the same a moment later: the arguments of a call are there
    AFTER = "after"  # it has been
    RETURN = "return"  # the call there has come back
    BRANCH = "branch"  # the condition there has been decided
    FREE = "free"  # passed at once: it says nothing that could be seen


@dataclass(frozen=True, slots=True)
class BranchWay:
    """Which way a branch has gone: where in the text the thread goes on."""

    at: int | None
    into_body: bool | None = None  # of its statement; None: that has none
    in_condition: bool = False  # nothing is decided about the statement yet


@dataclass(frozen=True, slots=True)
class Guard:
    kind: Kind
    spots: frozenset[Spot] = frozenset()
    constraint: str = ""  # a C expression; empty: nothing has to hold
    outcome: bool | None = None  # of a branch
    thread: str | None = None  # as the witness calls it
    creates: str | None = None  # how it calls the thread that is created here
    says: str = ""  # for people
    decides: bool = False  # an execution that comes here and does not pass is none of the witness's
    arms: tuple[int, int, int] | None = None  # of `c ? a : b`: where `?` and `:` stand, and where it ends
    vague: bool = False  # when it is passed there is not clear: it may be together with the waypoint before or after it

    def is_decided_by(self, way: BranchWay) -> bool:
        if self.arms is not None:
            return way.at is not None and self.arms[0] < way.at < self.arms[2]
        return not way.in_condition

    def outcome_of(self, way: BranchWay) -> bool | None:
        if self.arms is not None:
            return way.at is not None and way.at < self.arms[1]
        return way.into_body


@dataclass(frozen=True, slots=True)
class WitnessTarget:
    """Where the property is violated: the lines of a statement; None: anywhere."""

    lines: frozenset[tuple[str, int]] | None = None
    thread: str | None = None
    says: str = ""
    functions: frozenset[str] = frozenset()  # those that the lines belong to


@dataclass(frozen=True, slots=True)
class Edge:
    target: int
    guard: Guard


@dataclass(frozen=True)
class Automaton:
    """Node 0 is the first. `targets` has the nodes in which a violation counts: all targets of one of the lists."""

    edges: tuple[tuple[Edge, ...], ...]
    avoid: tuple[tuple[Guard, ...], ...]
    targets: Mapping[int, tuple[tuple[WitnessTarget, ...], ...]]
    ignored: tuple[str, ...] = ()  # what of the witness is not understood

    @cached_property
    def created(self) -> frozenset[str]:
        """The threads that the witness says are created somewhere."""
        return frozenset(edge.guard.creates for edges in self.edges for edge in edges if edge.guard.creates is not None)

    @cached_property
    def ranks(self) -> tuple[int, ...]:
        """How far from the first node each is."""
        ranks = [-1] * len(self.edges)
        queue, ranks[0] = [0], 0
        for node in queue:
            for edge in self.edges[node]:
                if ranks[edge.target] < 0:
                    ranks[edge.target] = ranks[node] + 1
                    queue.append(edge.target)
        return tuple(ranks)

    def next_from(self, node: int) -> str:
        """What is to be passed next, or the target, for people."""
        waypoints = [edge.guard.says for edge in self.edges[node]]
        targets = [one.says for some in self.targets.get(node, ()) for one in some]
        return " or ".join(dict.fromkeys(filter(None, (*waypoints, *targets))))

    @cached_property
    def has_avoid(self) -> bool:
        return any(self.avoid)

    @cached_property
    def is_exact(self) -> bool:
        """Is it clear of all waypoints at which moment of an execution they are passed?"""
        return not any(edge.guard.constraint or edge.guard.vague for edges in self.edges for edge in edges)


class Resolver:
    """Finds the instructions that a position of a witness means."""

    def __init__(self, sources: SourceMap):
        self._sources = sources
        self._lines: dict[tuple[str, int], list[Spot]] = {}  # by the line of the instruction
        self._entries: dict[tuple[str, int], list[tuple[int, Spot]]] = {}  # by that of its statement, with its column
        for function in sources.user_functions():
            self._read(function)

    def _read(self, function: Function) -> None:
        for index, start in self._sources.of(function.name).entries.items():
            self._entries.setdefault(_line(start), []).append((start.column, (function.name, index)))
        for index, instruction in enumerate(function.instructions):
            if not isinstance(instruction, Dead):  # at the end of a block: no part of a statement
                self._lines.setdefault(_line(instruction.location), []).append((function.name, index))

    def line(self, at: Position) -> tuple[str, int]:
        file, line = self._sources.files.presumed(at.file, at.line)
        if (file, line) in self._lines or (file, line) in self._entries:
            return file, line
        same = (key for key in self._lines if key[1] == line and PurePath(key[0]).name == PurePath(file).name)
        return next(same, (file, line))

    @cached_property
    def one_thread(self) -> bool:
        """No thread is ever started."""
        functions = self._sources.program.functions.values()
        return not any(isinstance(one, StartThread) for function in functions for one in function.instructions)

    def in_one_statement(self, spots: frozenset[Spot]) -> bool:
        """So that it is clear where a waypoint there is evaluated."""
        statements = {(name, self._sources.of(name).statement_at(self._location(name, index))) for name, index in spots}
        return len(statements) == 1 and all(statement is not None for _, statement in statements)

    def _location(self, function: str, index: int) -> SourceLocation:
        return self._sources.program.functions[function].instructions[index].location

    def has_code(self, at: Position) -> bool:
        line = self.line(at)
        return line in self._lines or line in self._entries

    def entries(self, at: Position) -> frozenset[Spot]:
        """Where the statement begins; else all instructions of the line; else where the function goes on after it."""
        line = self.line(at)
        entries = self._entries.get(line, [])
        exact = [spot for column, spot in entries if at.column is None or column == at.column]
        if at.column is None and entries:
            leftmost = min(column for column, _ in entries)
            exact = [spot for column, spot in entries if column == leftmost]
        found = exact or [spot for _, spot in entries] or self._lines.get(line, []) or self._following(line)
        return frozenset(found)

    def anywhere(self, at: Position) -> frozenset[Spot]:
        """Of a position that is a line and no more: it may mean each statement there, and what goes on after a call."""
        return self.lines(at) | self.entries(at)

    def _following(self, line: tuple[str, int]) -> list[Spot]:
        """A line without code inside a function: a closing brace, a declaration."""
        for function in self._sources.user_functions():
            body = self._sources.of(function.name).body
            if body is None or function.location.file != line[0]:
                continue
            text = self._sources.of(function.name)
            first, last = function.location.line, text.location(body.end - 1).line
            if first <= line[1] <= last:
                later = [key for key in self._lines if key[0] == line[0] and line[1] < key[1] <= last]
                return self._lines[min(later, key=lambda key: key[1])][:1] if later else []
        return []

    def lines(self, at: Position) -> frozenset[Spot]:
        return frozenset(self._lines.get(self.line(at), ()))

    def calls(self, at: Position, *, creating: bool = False) -> frozenset[Spot]:
        """Calls, and inputs, which are calls of functions that smtcb knows."""
        known = [spot for spot in self._statement_spots(at) if self._is_call(spot, creating)]
        if at.column is None:
            return frozenset(known)
        exact = [spot for spot in known if self._closing(spot) == at.column]
        return frozenset(exact or known)

    def _statement_spots(self, at: Position) -> list[Spot]:
        """A call's parenthesis may stand some lines below its name: then the statement counts."""
        line = self.line(at)
        spots = self._lines.get(line, [])
        if any(self._is_call(spot, False) for spot in spots):
            return spots
        for function in self._sources.user_functions():
            if function.location.file == line[0]:
                text = self._sources.of(function.name)
                inside = text.statement_at(SourceLocation(line[0], line[1], at.column or 1))
                if inside is not None:
                    places = enumerate(function.instructions)
                    return [
                        (function.name, index) for index, one in places if text.statement_at(one.location) == inside
                    ]
        return spots

    def _instruction(self, spot: Spot) -> object:
        return self._sources.program.functions[spot[0]].instructions[spot[1]]

    def _is_call(self, spot: Spot, creating: bool) -> bool:
        match self._instruction(spot):
            case Call(callee=FunctionAddress(name=name)):
                return not creating or name in CREATES
            case Call() | Nondet():
                return not creating
            case _:
                return False

    def _closing(self, spot: Spot) -> int | None:
        location = self._sources.program.functions[spot[0]].instructions[spot[1]].location
        closing = self._sources.of(spot[0]).closing(location)
        return None if closing is None else closing.column

    def branches(self, at: Position) -> frozenset[Spot]:
        entries = [spot for _, spot in self._entries.get(self.line(at), [])]
        spots = [*self._lines.get(self.line(at), []), *entries]
        return frozenset(spot for spot in spots if isinstance(self._instruction(spot), Branch))

    def arms(self, at: Position, spots: frozenset[Spot]) -> tuple[int, int, int] | None:
        """Of the `?` that stands there; without a column, of the first in the line."""
        for function, _ in spots:
            text = self._sources.of(function)
            file, line = self.line(at)
            return text.arms(SourceLocation(file, line, at.column or 0))
        return None

    def switched(self, at: Position, value: str) -> str:
        """What must hold for a `switch` that stands there to go to `case value:`, or to `default`."""
        for function, index in self.entries(at):
            text = self._sources.of(function)
            statement = text.statement_at(self._location(function, index))
            if statement is not None and statement.keyword == "switch":
                found = text.cases(statement)
                if found is not None:
                    operand, labels = found
                    wanted = [f"({operand}) != ({label})" for label in labels]
                    return " && ".join(wanted) or "1" if value == "default" else f"({operand}) == ({value})"
        return ""

    def loop_heads(self, at: Position) -> frozenset[Spot]:
        """Where the rounds of the loop that stands there begin."""
        line = self.line(at)
        found: set[tuple[int, Spot]] = set()
        for function in self._sources.user_functions():
            text = self._sources.of(function.name)
            for _, jump in jumps_back(function.instructions):
                loop = text.statement_at(jump.location) if jump.location.file == line[0] else None
                if loop is not None and text.location(loop.begin).line == line[1]:
                    found.add((text.location(loop.begin).column, (function.name, jump.target)))
        exact = frozenset(spot for column, spot in found if column == at.column)
        return exact or frozenset(spot for column, spot in found if column == min(found)[0])

    def target(self, at: Position, thread: str | None) -> WitnessTarget:
        lines = frozenset(self._target_lines(at))
        functions = frozenset(function for line in lines for function, _ in self._lines.get(line, ()))
        return WitnessTarget(lines, thread, f"target at {at}", functions)

    def _target_lines(self, at: Position) -> Iterator[tuple[str, int]]:
        """All lines of the statement: violations are told where an operator stands."""
        line = self.line(at)
        yield line
        for _, (function, index) in self._entries.get(line, []):
            text = self._sources.of(function)
            where = self._sources.program.functions[function].instructions[index].location
            statement = text.statement_at(where)
            if statement is not None and statement.keyword == "":
                last = text.location(statement.end - 1).line
                yield from ((line[0], number) for number in range(line[1], last + 1))


def _line(at: SourceLocation) -> tuple[str, int]:
    return at.file, at.line


def guard_of(waypoint: Waypoint, resolver: Resolver) -> Guard:
    """Of a waypoint of the YAML format; one that can be passed nowhere has no spots."""
    thread = None if waypoint.thread is None else str(waypoint.thread)
    text = "" if waypoint.constraint is None else waypoint.constraint.value.strip()
    at, says = waypoint.position, str(waypoint)
    match waypoint.kind:
        case "function_enter":
            spots = resolver.calls(at)
            return Guard(Kind.ENTER, spots or resolver.entries(at), "", None, thread, None, says, vague=not spots)
        case "function_return":
            spots = resolver.calls(at)
            if not spots:
                return Guard(Kind.BEFORE, resolver.entries(at), "", None, thread, None, says, vague=True)
            return Guard(Kind.RETURN, spots, text, None, thread, None, says)
        case "branching":
            outcome = {"true": True, "false": False}.get(text.lower())
            switched = resolver.switched(at, text) if outcome is None else ""
            if switched:
                return Guard(Kind.BEFORE, resolver.entries(at), switched, None, thread, None, says)
            return branch_guard(resolver, at, outcome, thread, says)
        case _:
            constraint = "" if text in ("1", "true") else text
            return Guard(Kind.BEFORE, resolver.entries(at), constraint, None, thread, None, says)


def branch_guard(resolver: Resolver, at: Position, outcome: bool | None, thread: str | None, says: str) -> Guard:
    """Conditions that need no branch (`x = a ? 1 : 2` may be one) are told by their statement."""
    spots = resolver.branches(at)
    if spots:
        return Guard(Kind.BRANCH, spots, "", outcome, thread, None, says, arms=resolver.arms(at, spots))
    where = resolver.anywhere(at) if at.column is None else resolver.entries(at)
    return Guard(Kind.BEFORE, where, "", None, thread, None, says, vague=True)
