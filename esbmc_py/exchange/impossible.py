"""Witnesses that no search has to look into: what they name is not in the program, or cannot be as they say."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from esbmc_py.goto.expressions import FunctionAddress
from esbmc_py.goto.instructions import Assert, Call, Copy, Free, Instruction, Load, Store
from esbmc_py.goto.program import Function, Program
from esbmc_py.goto.properties import Property

from .automaton import Automaton, Edge, Guard, Kind, Spot, WitnessTarget
from .reachable_code import ThreadFlow
from .thread_ways import most_passed

ASSERTED = frozenset(
    {Property.ASSERTION, Property.REACH, Property.UNREACHABLE, Property.OVERFLOW, Property.SHIFT, Property.DIVISION}
)  # what only an `Assert` can violate
_ANYWHERE = frozenset({Property.LEAK, Property.LOST})  # the place of the target does not count
_MAIN = "0"


def why_impossible(automaton: Automaton, program: Program, properties: frozenset[Property]) -> str:
    """Of a sequence of segments. Empty: nothing speaks against it."""
    flow = ThreadFlow(program)
    calls = _Calls(program, flow)
    return next(
        (
            reason
            for reason in (
                *(_nowhere(edge.guard) for edge in _edges(automaton)),
                *(_by_nobody(guard, automaton, calls) for guard in map(_guard, _edges(automaton))),
                *(_no_violation(one, calls, properties) for one in _targets(automaton)),
                *(_never_created(one.thread, one.says, automaton) for one in _targets(automaton)),
                _out_of_order(automaton, flow, properties),
                _too_often(automaton, flow, calls),
            )
            if reason
        ),
        "",
    )


def _edges(automaton: Automaton) -> Iterator[Edge]:
    for edges in automaton.edges:
        yield from edges


def _guard(edge: Edge) -> Guard:
    return edge.guard


def _targets(automaton: Automaton) -> Iterator[WitnessTarget]:
    for alternatives in automaton.targets.values():
        for targets in alternatives:
            yield from targets


def _nowhere(guard: Guard) -> str:
    if guard.spots or guard.kind is Kind.FREE:
        return ""
    return f"there is no place in the program for its waypoint: {guard.says}"


def _never_created(thread: str | None, says: str, automaton: Automaton) -> str:
    if thread in (None, _MAIN) or not automaton.created or thread in automaton.created:
        return ""
    return f"it does not say where thread {thread} is created: {says}"


def _by_nobody(guard: Guard, automaton: Automaton, calls: _Calls) -> str:
    """The thread of a waypoint must be able to get there."""
    missing = _never_created(guard.thread, guard.says, automaton)
    if missing or guard.thread is None or guard.kind is Kind.FREE:
        return missing
    roots = {calls.entry} if guard.thread == _MAIN else _roots(guard.thread, automaton, calls)
    if not roots or any(function in calls.reached_from(roots) for function, _ in guard.spots):
        return ""
    return f"thread {guard.thread} never gets there: {guard.says}"


def _roots(thread: str, automaton: Automaton, calls: _Calls) -> set[str]:
    """What the threads that are created at its place run; nothing if that cannot be told."""
    found: set[str] = set()
    for edge in _edges(automaton):
        if edge.guard.creates == thread:
            for function, index in edge.guard.spots:
                routines = calls.handed_over(function, index)
                if not routines:
                    return set()
                found |= routines
    return found


def _out_of_order(automaton: Automaton, flow: ThreadFlow, properties: frozenset[Property]) -> str:
    """The waypoints of each thread must be on one way through its code, and its target on how that goes on."""
    if flow.says_nothing:
        return ""
    last: dict[str, tuple[frozenset[Spot], str]] = {}  # where a thread may be after its last waypoint, and that
    for guard in map(_guard, _edges(automaton)):
        if guard.thread is not None and guard.kind is not Kind.FREE:
            spots = guard.spots
            if guard.thread in last:
                before, says = last[guard.thread]
                spots &= frozenset().union(*(flow.after(spot).spots for spot in before))
                if not spots:
                    return f"thread {guard.thread} cannot get there after {says}: {guard.says}"
            last[guard.thread] = spots, guard.says
    if properties & _ANYWHERE:
        return ""
    needed = any if properties == {Property.DEADLOCK} else all  # of a deadlock, everybody waits where it says
    for alternatives in automaton.targets.values():
        for targets in alternatives:
            late = [_too_late(one, last, flow) for one in targets]
            if late and needed(late):
                return next(filter(None, late))
    return ""


def _too_often(automaton: Automaton, flow: ThreadFlow, calls: _Calls) -> str:
    """The same, call by call: what is called twice is not passed three times."""
    by_thread: dict[str, list[Guard]] = {}
    for guard in map(_guard, _edges(automaton)):
        if guard.thread is not None and guard.kind is not Kind.FREE:
            by_thread.setdefault(guard.thread, []).append(guard)
    late = flow.at_end.spots
    for thread, guards in by_thread.items():
        roots = {calls.entry} if thread == _MAIN else _roots(thread, automaton, calls)
        if roots and all(late.isdisjoint(guard.spots) for guard in guards):
            number = calls.most_passed(roots, guards)
            if number is not None and number < len(guards):
                return f"thread {thread} cannot get there after the waypoints before: {guards[number].says}"
    return ""


def _too_late(target: WitnessTarget, last: Mapping[str, tuple[frozenset[Spot], str]], flow: ThreadFlow) -> str:
    if target.lines is None or target.thread not in last:
        return ""
    before, says = last[target.thread or ""]
    if any(not flow.after(spot).lines.isdisjoint(target.lines) for spot in before):
        return ""
    return f"thread {target.thread} cannot get there after {says}: {target.says}"


def _no_violation(target: WitnessTarget, calls: _Calls, properties: frozenset[Property]) -> str:
    if target.lines is None:
        return ""
    here = [one for one in calls.instructions() if (one[1].location.file, one[1].location.line) in target.lines]
    if properties <= ASSERTED:
        possible = any(calls.may_fail(instruction, properties) for _, instruction in here)
    elif properties == {Property.DEADLOCK}:
        possible = any(isinstance(instruction, Call) for _, instruction in here)
    elif properties == {Property.RACE}:
        possible = any(isinstance(instruction, Load | Store | Copy | Free | Call) for _, instruction in here)
    else:
        possible = bool(here)
    return "" if possible else f"nothing there can violate the property: {target.says}"


class _Calls:
    """Who calls whom, and what can fail."""

    def __init__(self, program: Program, flow: ThreadFlow):
        self._program = program
        self._flow = flow
        self.entry = program.entry  # where main begins, or what comes before it
        self._failing: dict[frozenset[Property], frozenset[str]] = {}

    def most_passed(self, roots: set[str], guards: Sequence[Guard]) -> int | None:
        return most_passed(self._program, self._flow, roots, guards)

    def instructions(self) -> Iterator[tuple[str, Instruction]]:
        for function in self._program.functions.values():
            if not function.is_model:
                yield from ((function.name, instruction) for instruction in function.instructions)

    def handed_over(self, function: str, index: int) -> set[str]:
        """The functions whose addresses are arguments of a call."""
        call = self._program.functions[function].instructions[index]
        if not isinstance(call, Call):
            return set()
        return {one.name for one in call.arguments if isinstance(one, FunctionAddress)}

    def reached_from(self, roots: set[str]) -> frozenset[str]:
        """All functions that threads which begin there may come to."""
        known = roots & self._program.functions.keys()
        return frozenset(function for root in known for function, _ in self._flow.after((root, 0)).spots) | roots

    def may_fail(self, instruction: object, properties: frozenset[Property]) -> bool:
        match instruction:
            case Assert(property=violated):
                return violated in properties
            case Call(callee=FunctionAddress(name=name)):
                return name in self._may_fail(properties)
            case Call():
                return True
            case _:
                return False

    def _may_fail(self, properties: frozenset[Property]) -> frozenset[str]:
        """Functions in which, or below which, something can fail."""
        if properties not in self._failing:
            functions: Mapping[str, Function] = self._program.functions
            found = {name for name, one in functions.items() if _fails_itself(one, properties)}
            while True:
                more = {n for n, one in functions.items() if n not in found and found.intersection(_called(one))}
                if not more:
                    break
                found |= more
            self._failing[properties] = frozenset(found)
        return self._failing[properties]


def _called(function: Function) -> Iterator[str | None]:
    """None for a call through a pointer."""
    for instruction in function.instructions:
        match instruction:
            case Call(callee=FunctionAddress(name=name)):
                yield name
            case Call():
                yield None


def _fails_itself(function: Function, properties: frozenset[Property]) -> bool:
    return any(
        (isinstance(one, Assert) and one.property in properties)
        or (isinstance(one, Call) and not isinstance(one.callee, FunctionAddress))
        for one in function.instructions
    )
