"""Was anything looked at? Assertions, threads and functions of the program that no execution reaches.

Only what the program itself has counts, not the models of the library. What is at one place of the source is one thing,
however often it is in the goto program.

An assertion that is never true (`assert(0)`, `reach_error()`) says that no execution should get there: it counts as
reached where a condition in the same line was looked at, and is nobody's concern where there is none.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import field
from enum import StrEnum
from functools import cached_property
from typing import TypeGuard

from esbmc_py.goto.coverage import Coverage
from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.expressions import Const, Convert, Expression, FunctionAddress
from esbmc_py.goto.instructions import Assert, Branch, Call, Instruction, StartThread
from esbmc_py.goto.operands import expressions_of
from esbmc_py.goto.program import Function, Program
from esbmc_py.goto.properties import Property
from esbmc_py.goto.symbols import SourceLocation

MOST_WARNINGS = 5
_ASSERTIONS = frozenset({Property.ASSERTION, Property.REACH})
_ROUTINE = {"pthread_create": 2, "thrd_create": 1}  # which argument the start routine is


class CoveredKind(StrEnum):
    THREAD = "thread"  # its start is not executed
    FUNCTION = "function"  # it is not called, and has threads or assertions in it
    ASSERTION = "assertion"


@dataclass(frozen=True, slots=True)
class Unreached:
    kind: CoveredKind
    name: str  # of the start routine or the function; what the assertion says
    location: SourceLocation
    inside: tuple[str, ...] = ()  # a function: what it has in it

    def text(self, within: str) -> str:
        match self.kind:
            case CoveredKind.THREAD:
                what = f"starts a thread with '{self.name}'"
            case CoveredKind.FUNCTION:
                what = f"calls '{self.name}', which {' and '.join(self.inside)}"
            case CoveredKind.ASSERTION:
                what = f"reaches the assertion {self.name}"
        return f"{self.location}: no execution{within} {what}"


@dataclass(frozen=True, slots=True)
class CoverageCount:
    reached: int
    all: int


@dataclass(frozen=True, slots=True)
class CoverageSummary:
    """Counts are of the program's own code."""

    assertions: CoverageCount
    threads: CoverageCount  # start routines
    functions: CoverageCount
    lines: CoverageCount  # with code in them
    unreached: tuple[Unreached, ...]
    record: Coverage = field(repr=False, compare=False)

    def warnings(self, complete: bool) -> list[str]:
        within = "" if complete else " within these bounds"
        shown = [one.text(within) for one in self.unreached[:MOST_WARNINGS]]
        left = len(self.unreached) - len(shown)
        return shown + ([f"and {left} more that no execution{within} reaches (--coverage FILE)"] if left else [])


def summary(
    program: Program, coverage: Coverage, properties: Collection[Property], observers: Collection[str] = ()
) -> CoverageSummary:
    """`observers`: functions that are not the program's to call."""
    return _Summary(program, coverage, frozenset(properties), frozenset(observers)).made()


def own_functions(program: Program) -> list[Function]:
    """Those that are not models."""
    return [
        function
        for function in program.functions.values()
        if not function.is_model and function.location.file in program.sources
    ]


@dataclass(eq=False)
class _Summary:
    program: Program
    coverage: Coverage
    properties: frozenset[Property]
    observers: frozenset[str]

    def made(self) -> CoverageSummary:
        assertions, threads = self._assertions(), self._threads()
        entered = {one.location for one in self._own if self.coverage.is_entered(one.name)}
        routines = {self._place_of(name) for name, reached in threads.items() if not reached}
        barren = [one for one in self._barren() if one.location not in entered | routines]
        listed = {one.location for one in barren} | routines  # what is inside goes without saying
        unreached = [
            *self._never_started(threads, listed),
            *barren,
            *self._never_asserted(assertions, entered),
        ]
        return CoverageSummary(
            CoverageCount(sum(assertions.values()), len(assertions)),
            CoverageCount(sum(threads.values()), len(threads)),
            CoverageCount(len(entered), len({one.location for one in self._own})),
            self._lines(),
            tuple(unreached),
            self.coverage,
        )

    @cached_property
    def _own(self) -> list[Function]:
        return [one for one in own_functions(self.program) if one.name not in self.observers]

    def _place_of(self, name: str) -> SourceLocation:
        return self.program.functions[name].location

    # -- assertions -----------------------------------------------------------------------------------------------

    def _assertions(self) -> dict[_Assertion, bool]:
        """Whether they are reached."""
        found: dict[_Assertion, bool] = {}
        for function in self._own:
            for index, instruction in enumerate(function.instructions):
                if self._asserts(instruction) and (places := _looked_at(function, index)):
                    reached = any(self.coverage.is_reached(function.name, place) for place in places)
                    assertion = _Assertion(instruction.location, instruction.message, function.location)
                    found[assertion] = found.get(assertion, False) or reached
        return found

    def _asserts(self, instruction: Instruction) -> TypeGuard[Assert]:
        return isinstance(instruction, Assert) and instruction.property in _ASSERTIONS & self.properties

    def _never_asserted(
        self, assertions: dict[_Assertion, bool], entered: Collection[SourceLocation]
    ) -> Iterator[Unreached]:
        for one in sorted(one for one, reached in assertions.items() if not reached):
            if one.function in entered:
                yield Unreached(CoveredKind.ASSERTION, one.message, one.location)

    # -- threads --------------------------------------------------------------------------------------------------

    @cached_property
    def _starts(self) -> list[_Start]:
        return [
            _Start(function, index, routine)
            for function in self._own
            for index, instruction in enumerate(function.instructions)
            for routine in _routine(instruction)
        ]

    def _threads(self) -> dict[str, bool]:
        """Start routines that are named where a thread is started, and whether one of them is."""
        executed = [one for one in self._starts if self.coverage.is_reached(one.function.name, one.index)]
        names = [one.routine for one in executed]
        anything = None in names  # a pointer
        started = {self._place_of(name) for name in names if name in self.program.functions}
        found: dict[str, bool] = {}
        for start in self._starts:
            name = start.routine
            if name is not None and name in self.program.functions:
                known = anything or self.coverage.is_entered(name) or self._place_of(name) in started
                found[name] = known
        return found

    def _never_started(self, threads: dict[str, bool], listed: Collection[SourceLocation]) -> Iterator[Unreached]:
        """By the first place that would start them; not if all those are in functions that nobody calls."""
        for name in [name for name, reached in threads.items() if not reached]:
            starts = [one for one in self._starts if one.routine == name and one.function.location not in listed]
            if starts:
                yield Unreached(CoveredKind.THREAD, self._shown(name), starts[0].location)

    def _shown(self, name: str) -> str:
        """As the program calls it, not what stands for it where arguments do not fit."""
        place = self._place_of(name)
        return next((one.name for one in self._own if one.location == place), name)

    # -- functions ------------------------------------------------------------------------------------------------

    def _barren(self) -> Iterator[Unreached]:
        """Functions with threads or assertions in them, one for each place."""
        starting = {one.function.location for one in self._starts}
        for place, function in sorted(
            {one.location: one for one in self._own}.items(), key=lambda item: _order(item[0])
        ):
            inside = ["starts threads"] * (place in starting) + ["has assertions in it"] * self._has_assertions(
                function
            )
            if inside and not self._is_unused_helper(function):
                yield Unreached(CoveredKind.FUNCTION, function.name, place, tuple(inside))

    def _has_assertions(self, function: Function) -> bool:
        """A function that only fails, for others to call, has none."""
        branches = False
        for instruction in function.instructions:
            branches = branches or isinstance(instruction, Branch)
            if self._asserts(instruction) and (branches or not _never_holds(instruction)):
                return True
        return False

    def _is_unused_helper(self, function: Function) -> bool:
        """Verification tasks define them by habit."""
        if not function.name.startswith("__VERIFIER_"):
            return False
        return not any(
            isinstance(operand, FunctionAddress) and operand.name == function.name
            for other in self._own
            for instruction in other.instructions
            for operand in expressions_of(instruction)
        )

    def _lines(self) -> CoverageCount:
        lines: dict[tuple[str, int], bool] = {}
        for function in self._own:
            for index, instruction in enumerate(function.instructions):
                place = (instruction.location.file, instruction.location.line)
                if place[0] in self.program.sources:
                    lines[place] = lines.get(place, False) or self.coverage.is_reached(function.name, index)
        return CoverageCount(sum(lines.values()), len(lines))


@dataclass(frozen=True, slots=True)
class _Assertion:
    location: SourceLocation
    message: str
    function: SourceLocation

    def __lt__(self, other: _Assertion) -> bool:
        return _order(self.location) < _order(other.location)


@dataclass(frozen=True, slots=True)
class _Start:
    function: Function
    index: int
    routine: str | None  # None: a pointer says which

    @property
    def location(self) -> SourceLocation:
        return self.function.instructions[self.index].location


def _order(place: SourceLocation) -> tuple[str, int, int]:
    return place.file, place.line, place.column


def _never_holds(assertion: Assert) -> bool:
    return isinstance(assertion.condition, Const) and not assertion.condition.value


def _looked_at(function: Function, index: int) -> list[int]:
    """The instructions of which one must be executed for the assertion to be looked at; none: it is no check."""
    assertion = function.instructions[index]
    assert isinstance(assertion, Assert)
    if not _never_holds(assertion):
        return [index]
    place = (assertion.location.file, assertion.location.line)
    branches = [
        other
        for other, instruction in enumerate(function.instructions[:index])
        if isinstance(instruction, Branch) and (instruction.location.file, instruction.location.line) == place
    ]
    return [*branches, index] if branches else []


def _routine(instruction: Instruction) -> Iterator[str | None]:
    """The start routine, where the instruction starts a thread."""
    match instruction:
        case Call(callee=FunctionAddress(name=name), arguments=arguments) if len(arguments) > _ROUTINE.get(
            name, 1 << 9
        ):
            yield _named(arguments[_ROUTINE[name]])
        case StartThread(function=routine):
            yield _named(routine)


def _named(routine: Expression) -> str | None:
    while isinstance(routine, Convert):
        routine = routine.operand
    return routine.name if isinstance(routine, FunctionAddress) else None
