"""Where a witness cannot go on any more: the thread of its next waypoint, or of its target, never gets there again.

What a thread may still come to is told by its call stack and the control flow. Whatever could be called through a
pointer counts as called where anything is, so the answer errs on one side only: who is given up has no future.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from esbmc_py.goto.deferred import dataclass
from esbmc_py.goto.expressions import Expression, FunctionAddress
from esbmc_py.goto.flow import reachable_from
from esbmc_py.goto.instructions import Call
from esbmc_py.goto.operands import expressions_of, parts_of
from esbmc_py.goto.program import Program
from esbmc_py.vm.machine import Thread

from .automaton import Automaton, Edge, Guard, Kind, Spot, Target
from .monitor import Run, Runs

_CREATES = "pthread_create"  # whoever is started begins with the function itself
_ENDS = "__smtcb_thread_exit"  # what comes after the function that a thread was started with
_JUMPS = frozenset({"longjmp", "_longjmp", "siglongjmp"})  # they go back to places that are behind


@dataclass(frozen=True, slots=True)
class _Ahead:
    """What may be executed from some place on: spots, and the lines they are in."""

    spots: frozenset[Spot]
    lines: frozenset[tuple[str, int]]


class DeadEnds:
    def __init__(self, program: Program, automaton: Automaton, *, every_target: bool) -> None:
        self._program = program
        self._automaton = automaton
        self._every_target = every_target  # of a deadlock, all of them have to wait where the witness says
        self._known: dict[Spot, _Ahead] = {}
        may_jump = not _JUMPS.isdisjoint(program.functions)
        self._says_nothing = may_jump or not automaton.targets  # without a target, all states are to be visited
        self._by_pointer = sorted(_called_by_pointer(program))

    def without(self, runs: Runs, threads: Sequence[Thread]) -> Runs:
        """Those that may still come to their end."""
        return runs if self._says_nothing else frozenset(run for run in runs if self._goes_on(run, threads))

    def _goes_on(self, run: Run, threads: Sequence[Thread]) -> bool:
        known = dict(run.names)
        ways = self._forward(run.node)
        here = self._automaton.targets.get(run.node, ())
        if len(ways) != 1 or here:
            return any(self._passes(one.guard, known, threads) for one in ways) or self._ends(here, known, threads)
        node = run.node
        while len(ways) == 1 and not self._automaton.targets.get(node):  # all of these are still to come
            if not self._passes(ways[0].guard, known, threads):
                return False
            node = ways[0].target
            ways = self._forward(node)
        return bool(ways) or self._ends(self._automaton.targets.get(node, ()), known, threads)

    def _forward(self, node: int) -> list[Edge]:
        return [edge for edge in self._automaton.edges[node] if edge.target != node]

    def _passes(self, guard: Guard, known: dict[str, int], threads: Sequence[Thread]) -> bool:
        number = known.get(guard.thread or "")
        if guard.kind is Kind.FREE or number is None:
            return True
        return any(not ahead.spots.isdisjoint(guard.spots) for ahead in self._of(threads[number]))

    def _ends(self, several: Sequence[tuple[Target, ...]], known: dict[str, int], threads: Sequence[Thread]) -> bool:
        needed = all if self._every_target else any
        return any(needed(self._gets_to(one, known, threads) for one in targets) for targets in several)

    def _gets_to(self, target: Target, known: dict[str, int], threads: Sequence[Thread]) -> bool:
        number = known.get(target.thread or "")
        if number is None or target.lines is None:
            return True
        return any(not ahead.lines.isdisjoint(target.lines) for ahead in self._of(threads[number]))

    def _of(self, thread: Thread) -> Iterator[_Ahead]:
        """For each call that is under way; a caller stands at its call."""
        if thread.ended:
            return
        yield self._from(thread.code.function.name, thread.pc)
        caller = thread.caller
        while caller is not None:
            yield self._from(caller[0].function.name, max(0, caller[1] - 1))
            caller = caller[3]
        if _ENDS in self._program.functions:
            yield self._from(_ENDS, 0)

    def _from(self, function: str, index: int) -> _Ahead:
        if (function, index) not in self._known:
            spots: set[Spot] = set()
            entered, pending = {function}, [(function, index)]
            while pending:
                name, start = pending.pop()
                code = self._program.functions[name].instructions
                for at in reachable_from(code, [start]):
                    spots.add((name, at))
                    for called in self._called(code[at]):
                        if called in self._program.functions and (called not in entered or called == function):
                            entered.add(called)
                            if (called, 0) not in spots:
                                pending.append((called, 0))
            places = (self._program.functions[name].instructions[at].location for name, at in spots)
            lines = frozenset((place.file, place.line) for place in places)
            self._known[function, index] = _Ahead(frozenset(spots), lines)
        return self._known[function, index]

    def _called(self, instruction: object) -> Sequence[str]:
        match instruction:
            case Call(callee=FunctionAddress(name=name)):
                return (name,)
            case Call():
                return self._by_pointer
            case _:
                return ()


def _called_by_pointer(program: Program) -> set[str]:
    """Functions whose address is somewhere else than where a thread is created with it."""
    found: set[str] = set()
    for function in program.functions.values():
        for instruction in function.instructions:
            call = instruction if isinstance(instruction, Call) else None
            if call is None or getattr(call.callee, "name", "") != _CREATES:
                operands = expressions_of(instruction)
                found.update(
                    one.name for part in operands for one in _addresses(part) if part is not _called_by_name(call)
                )
    for image in (*program.globals.values(), *program.thread_locals.values()):
        targets = (relocation.target for relocation in image.relocations)
        found.update(target for target in targets if isinstance(target, str))
    return found


def _called_by_name(call: Call | None) -> FunctionAddress | None:
    return call.callee if call is not None and isinstance(call.callee, FunctionAddress) else None


def _addresses(expression: Expression) -> Iterator[FunctionAddress]:
    if isinstance(expression, FunctionAddress):
        yield expression
    for part in parts_of(expression):
        yield from _addresses(part)
